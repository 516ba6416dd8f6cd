/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/sysvipc/shm: a header line, then one line for each System V segment.
 */
#ifndef PARSE_PROC_SYSVIPC_H
#define PARSE_PROC_SYSVIPC_H

#include <stdbool.h>
#include <stdint.h>

#include "parse/scan.h"

struct sysv_segment {
	uint64_t key;		/* 32 bits, as made by ftok() */
	uint64_t id;
	uint64_t size;
	uint64_t attaches;
};

/* Gets the next segment; other lines are skipped.  False at the end. */
bool sysvipc_next(struct scan *text, struct sysv_segment *out);

#endif
