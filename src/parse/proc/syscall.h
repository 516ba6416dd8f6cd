/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/TID/syscall: what a thread is in.
 *
 *	running
 *	-1 0x7ffd0c3b5b58 0x7f1c8d6f1a3c
 *	202 0x7f.. 0x80 0x0 0x0 0x0 0x0 0x7ffd0c3b5b58 0x7f1c8d6f1a3c
 *
 * -1: it is blocked or stopped, but not in a call.
 */
#ifndef PARSE_PROC_SYSCALL_H
#define PARSE_PROC_SYSCALL_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

struct syscall_info {
	bool running;
	uint64_t nr;		/* EV_UNKNOWN: in no call */
	uint64_t args[6];
	uint64_t sp, pc;	/* 0 when running */
};

bool syscallfile_parse(struct bytes text, struct syscall_info *out);

#endif
