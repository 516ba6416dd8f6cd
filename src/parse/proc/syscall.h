/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/TID/syscall: the system call that a thread is in.
 *
 *	running
 *	-1 0x7ffd0c3b5b58 0x7f1c8d6f1a3c
 *	202 0x7f.. 0x80 0x0 0x0 0x0 0x0 0x7ffd0c3b5b58 0x7f1c8d6f1a3c
 *
 * -1: the thread is blocked or stopped, but not in a system call.
 */
#ifndef PARSE_PROC_SYSCALL_H
#define PARSE_PROC_SYSCALL_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

struct syscall_info {
	bool running;
	uint64_t nr;		/* EV_UNKNOWN: the thread is not in a call */
	uint64_t args[6];
	uint64_t sp, pc;	/* 0 while the thread is running */
};

bool syscallfile_parse(struct bytes text, struct syscall_info *out);

#endif
