/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds out if the OOM killer killed a process by SIGKILL.
 *
 * The kernel log names each victim.  mmtop may not be allowed to read the log
 * (kernel.dmesg_restrict), or the log may have the PIDs of another PID
 * namespace.  mmtop then reads the OOM kill counters of the cgroup and the
 * machine.  They do not name the process, so the OOM killer is then reported
 * only as the possible cause.
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
/* Called for the new process pid: the records that the kernel log has now are
 * ignored, since they are about an earlier process with this PID. */
void oom_forget(struct oom *o, pid_t pid);
/* Remembers the cgroup of p and its counter of OOM kills. */
void oom_sample(struct sampler *s, struct sproc *p);
/* Like oom_sample(), but assumes that p, an idle process, is in the same
 * cgroup. */
void oom_sample_group(struct sampler *s, const struct sproc *p);
/* Called when p has exited: reports it if the OOM killer killed it. */
void oom_tell(struct sampler *s, const struct sproc *p,
	      const struct event *exit);

#endif
