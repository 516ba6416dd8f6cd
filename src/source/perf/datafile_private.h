/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that datafile.c, which reads the file, and datafile_tell.c,
 * which emits events, share. */
#ifndef SOURCE_PERF_DATAFILE_PRIVATE_H
#define SOURCE_PERF_DATAFILE_PRIVATE_H

#include "source/perf/datafile.h"

#include <stdbool.h>

#include "base/vec.h"
#include "parse/ring/perfdata.h"

#define DATAFILE_BUFFER (128u << 10)
/* Maximum size of a record: its size field has 16 bits. */
#define DATAFILE_RECORD (64u << 10)

struct id_form {
	uint64_t id;
	size_t form;
};

/* A record that waits to be emitted in order of time. */
struct queued_record {
	uint64_t time, offset;
	size_t size;
};

struct datafile {
	const struct datafile_input *in;
	event_fn *emit;
	void *arg;
	struct perfdata_head head;
	VEC(struct perfrecord_form) forms;	/* different formats of
						 * records */
	VEC(struct id_form) ids;		/* sorted by id; empty if there
						 * is only one format */
	VEC(struct queued_record) waiting;
	uint64_t limit;		/* no record that follows in the file has an
				 * older time */
	uint64_t newest;
	uint64_t base, now;	/* time of the first event; time of the last
				 * event, relative to the first */
	bool has_base;
	bool made_up;		/* perf made up the record for a process that is
				 * older than the recording */
	uint64_t events, lost, lost_at_end, of_none;
	uint64_t invalid, first_invalid;
	struct datafile_end end;
	unsigned char *buf;	/* the n bytes of the file from `at` on */
	uint64_t at;
	size_t n;
	unsigned char *record;	/* buffer for a record from `waiting` */
};

/* --- datafile.c ----------------------------------------------------------- */

/* Returns n bytes of the file, at most DATAFILE_RECORD, valid until the next
 * call.  Returns NULL if the file does not have them: d->end has the reason. */
const void *datafile_bytes(struct datafile *d, uint64_t offset, size_t n);

/* --- datafile_tell.c ------------------------------------------------------ */

void datafile_tell_start(struct datafile *d);
void datafile_tell(struct datafile *d, const struct perfrecord *r);
void datafile_tell_end(struct datafile *d);

#endif
