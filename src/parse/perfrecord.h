/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A record of a perf ring (perf_event_open(2)), as mmtop asks for them:
 *
 *	SAMPLE   id  ip  pid,tid  time  addr
 *	others   what they are about, then a trailer: pid,tid  time  id
 *
 * that is, sample_type IDENTIFIER|IP|TID|TIME|ADDR with sample_id_all.  All
 * numbers are the machine's own, in 8 bytes or pairs of 4.  The bytes are a
 * copy of the caller's: nobody else can change them meanwhile.
 */
#ifndef PARSE_PERFRECORD_H
#define PARSE_PERFRECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"

/* include/uapi/linux/perf_event.h */
enum perfrecord_type {
	PERFRECORD_LOST = 2, PERFRECORD_THROTTLE = 5, PERFRECORD_UNTHROTTLE = 6,
	PERFRECORD_SAMPLE = 9, PERFRECORD_LOST_SAMPLES = 13
};

/* Every record begins with it; size counts it too. */
struct perfrecord_head {
	uint32_t type;
	uint16_t misc, size;
};

struct perfrecord {
	enum perfrecord_type type;
	bool kernel;		/* a sample: the code was the kernel's */
	pid_t pid, tid;
	uint64_t id;		/* of the event that it comes from */
	uint64_t time;		/* ns of the clock that was asked for */
	uint64_t ip, addr;	/* of a sample */
	uint64_t lost;		/* of LOST and LOST_SAMPLES: how many */
};

/* False where it is none of these or cannot be one of ours. */
bool perfrecord_parse(struct bytes record, struct perfrecord *out);

#endif
