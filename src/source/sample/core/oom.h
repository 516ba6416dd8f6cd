/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether it was the OOM killer that killed a process by SIGKILL.
 *
 * The kernel's log names each of its victims.  Where mmtop may not read that
 * (kernel.dmesg_restrict), or its PIDs are those of another PID namespace, the
 * counters of the cgroup and of the machine only say that it killed some
 * process: then the cause is no more than possible.
 */
#ifndef SOURCE_SAMPLE_CORE_OOM_H
#define SOURCE_SAMPLE_CORE_OOM_H

#include <sys/types.h>

struct event;
struct oom;
struct procroot;
struct sampler;
struct sproc;

struct oom *oom_new(const struct procroot *proc);
void oom_free(struct oom *o);
/* pid is a new process: what the log says so far was of another one. */
void oom_forget(struct oom *o, pid_t pid);
/* Remembers the cgroup of p, and how often the OOM killer killed there. */
void oom_sample(struct sampler *s, struct sproc *p);
/* The same of one that rests: it is in the cgroup in which it was. */
void oom_sample_group(struct sampler *s, const struct sproc *p);
/* p has ended. */
void oom_tell(struct sampler *s, const struct sproc *p,
	      const struct event *exit);

#endif
