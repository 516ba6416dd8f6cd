/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The control group that the screen shows, with the processes that share its
 * limit.  It is read about once a second, until the request ends; the processes
 * are read in slices, at most 1/20 of the time.
 *
 *	group_focus(s, pid)		REQ_CGROUP; pid 0 ends the request
 *	group_work(s, deadline)		emits CGROUP after each pass
 */
#ifndef SOURCE_SAMPLE_CORE_GROUP_H
#define SOURCE_SAMPLE_CORE_GROUP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct group_view;
struct sampler;

struct group_view *group_new(void);
void group_free(struct group_view *v);
void group_focus(struct sampler *s, pid_t pid);
/* The process has ended: from now on the folder that it was in is read. */
void group_gone(struct sampler *s, pid_t pid);
/* Returns the time of the next work; 0: none, 1: now. */
uint64_t group_due(const struct sampler *s);
bool group_work(struct sampler *s, uint64_t deadline);

#endif
