/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/PID/status, for a process or a thread: lines of "Key:\tvalue".
 *
 * Sizes are bytes.  A value is EV_UNKNOWN if its line is missing, as the Vm
 * lines are for kernel threads and zombies.
 */
#ifndef PARSE_PROC_STATUS_H
#define PARSE_PROC_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

#define STATUS_NSPIDS 8

struct status_info {
	int64_t tgid, ppid, tracer;	/* -1 if the line is missing */
	char state;			/* 0 if the line is missing */
	int64_t uid, euid, gid;		/* -1 if the line is missing */
	int64_t nspid[STATUS_NSPIDS];	/* PIDs, the outermost namespace
					 * first */
	unsigned n_nspid;
	uint64_t threads;
	uint64_t caught;		/* bit N - 1: signal N has a handler;
					 * EV_UNKNOWN if the line is missing */
	uint64_t ignored;		/* bit N - 1: signal N is ignored;
					 * EV_UNKNOWN if the line is missing */
	uint64_t pending, blocked;	/* bit N - 1: signal N; `pending`
					 * includes signals pending for the
					 * whole process */
	uint64_t caps;			/* effective capabilities; EV_UNKNOWN if
					 * the line is missing */
	bool kthread;
	bool no_new_privs;
	int64_t seccomp;		/* SECCOMP_MODE_...; -1 if the line is
					 * missing */
	int64_t filters;		/* number of seccomp filters (Linux
					 * 5.9); -1 if the line is missing */
	uint64_t vm_peak, vm_size, vm_hwm, vm_rss, rss_anon, rss_file,
		rss_shmem, vm_lck, vm_data, vm_stk, vm_exe, vm_lib, vm_swap;
};

/* False if there is no Tgid line. */
bool status_parse(struct bytes text, struct status_info *out);

#endif
