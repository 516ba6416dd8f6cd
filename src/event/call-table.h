/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The generated tables (gen-calls): private to call.c.
 *
 * A table gives, for each number, an index into call_protos; index 0 is a
 * number without a call.  Of a memory call the prototype has only the id,
 * its arguments are in call.c.  The table of x32 has only the numbers from
 * 512 on, where it differs from x86_64.
 */
#ifndef EVENT_CALL_TABLE_H
#define EVENT_CALL_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "event/call.h"

struct call_table {
	const uint16_t *protos;
	size_t n;
};

extern const struct call_table call_tables[ABIS];
extern const struct call_desc call_protos[];

#endif
