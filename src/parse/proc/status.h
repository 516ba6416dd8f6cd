/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/PID/status: "Key:\tvalue" lines, of a process or a thread.
 *
 * Sizes are bytes, EV_UNKNOWN where the line is missing: a kernel thread and
 * a zombie have no Vm lines.
 */
#ifndef PARSE_PROC_STATUS_H
#define PARSE_PROC_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

#define STATUS_NSPIDS 8

struct status_info {
	int64_t tgid, ppid, tracer;	/* -1 when missing */
	char state;			/* 0 when missing */
	int64_t uid, euid, gid;		/* -1 when missing */
	int64_t nspid[STATUS_NSPIDS];	/* outermost first */
	unsigned n_nspid;
	uint64_t threads;
	uint64_t caught;		/* bit N - 1: signal N has a handler;
					 * EV_UNKNOWN when missing */
	uint64_t ignored;		/* the same, of those that do nothing */
	uint64_t pending, blocked;	/* the same, of this thread; pending:
					 * its own and its process's */
	uint64_t caps;			/* effective; EV_UNKNOWN when missing */
	bool kthread;
	bool no_new_privs;
	int64_t seccomp;		/* SECCOMP_MODE_..., and how many filters */
	int64_t filters;		/* ... (Linux 5.9); -1 when missing */
	uint64_t vm_peak, vm_size, vm_hwm, vm_rss, rss_anon, rss_file,
		rss_shmem, vm_lck, vm_data, vm_stk, vm_exe, vm_lib, vm_swap;
};

/* False when there is not even a Tgid line. */
bool status_parse(struct bytes text, struct status_info *out);

#endif
