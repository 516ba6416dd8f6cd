/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What datafile.c, which reads, and datafile_tell.c, which tells, share. */
#ifndef SOURCE_PERF_DATAFILE_PRIVATE_H
#define SOURCE_PERF_DATAFILE_PRIVATE_H

#include "source/perf/datafile.h"

#include <stdbool.h>

#include "base/vec.h"
#include "parse/ring/perfdata.h"

#define DATAFILE_BUFFER (128u << 10)
/* A record's size has 16 bits. */
#define DATAFILE_RECORD (64u << 10)

struct id_form {
	uint64_t id;
	size_t form;
};

/* To be told when its time has come. */
struct queued_record {
	uint64_t time, offset;
	size_t size;
};

struct datafile {
	const struct datafile_input *in;
	event_fn *emit;
	void *arg;
	struct perfdata_head head;
	VEC(struct perfrecord_form) forms;	/* each once */
	VEC(struct id_form) ids;		/* sorted; one form needs none */
	VEC(struct queued_record) waiting;
	uint64_t limit;		/* no record to come is older */
	uint64_t newest;
	uint64_t base, now;	/* of the first, and the last, that was told */
	bool has_base;
	bool made_up;		/* perf's own, of what was there before */
	uint64_t events, lost, lost_at_end, of_none;
	uint64_t invalid, first_invalid;
	struct datafile_end end;
	unsigned char *buf;	/* of the file, from at on */
	uint64_t at;
	size_t n;
	unsigned char *record;	/* one that waited */
};

/* --- datafile.c ----------------------------------------------------------- */

/* n bytes, at most DATAFILE_RECORD, which live until the next call; NULL: they
 * are not there, and d->end says why. */
const void *datafile_bytes(struct datafile *d, uint64_t offset, size_t n);

/* --- datafile_tell.c ------------------------------------------------------- */

void datafile_tell_start(struct datafile *d);
void datafile_tell(struct datafile *d, const struct perfrecord *r);
void datafile_tell_end(struct datafile *d);

#endif
