/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The generated table (gen-calls): private to call.c.  The last entry has no
 * name.  Of a memory call an entry has only the id: its arguments are in call.c.
 */
#ifndef EVENT_CALLS_TABLE_H
#define EVENT_CALLS_TABLE_H

#include <stdint.h>

#include "event/call.h"

struct numbered_call {
	int16_t nr[ABIS];	/* -1: the ABI has no such call, or has it with
				 * other arguments; x32: from 512 on, where it
				 * differs from x86_64 */
	struct call_desc desc;
};

extern const struct numbered_call numbered_calls[];

#endif
