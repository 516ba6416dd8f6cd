/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A record of perf_event_open(2), from a ring or a perf.data file:
 *
 *	SAMPLE     id  ip  pid,tid  time  addr
 *	MMAP       pid,tid  addr  len  pgoff  filename
 *	MMAP2      pid,tid  addr  len  pgoff  identity  prot,flags  filename
 *	COMM       pid,tid  name
 *	FORK, EXIT pid,ppid  tid,ptid  time
 *	others     each type has its own data
 *
 * Every record except a sample ends with a trailer.  Its fields depend on the
 * event's sample_type:
 *
 *	[pid,tid]  [time]  [id]  [stream id]  [cpu]  [identifier]
 *
 * All numbers have 8 bytes or are pairs of 4 bytes; in a file they may have the
 * other byte order.  The bytes must be a private copy, which does not change
 * during parsing.
 *
 * The identity of a mapping is either a build-id, or the device and inode of
 * the file.
 */
#ifndef PARSE_RING_PERFRECORD_H
#define PARSE_RING_PERFRECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"

/* The numbers are those of include/uapi/linux/perf_event.h. */
enum perfrecord_type {
	PERFRECORD_MMAP = 1, PERFRECORD_LOST = 2, PERFRECORD_COMM = 3,
	PERFRECORD_EXIT = 4,
	PERFRECORD_THROTTLE = 5, PERFRECORD_UNTHROTTLE = 6,
	PERFRECORD_FORK = 7, PERFRECORD_SAMPLE = 9, PERFRECORD_MMAP2 = 10,
	PERFRECORD_LOST_SAMPLES = 13
};

#define PERFRECORD_BUILD_ID_MAX 20
/* Size of the longest record that mmtop requests: MMAP2 with a name of PATH_MAX
 * bytes. */
#define PERFRECORD_MAX 4224

/* The head of every record.  `size` is that of the whole record. */
struct perfrecord_head {
	uint32_t type;
	uint16_t misc, size;
};

/* The layout of an event's records. */
struct perfrecord_form {
	uint64_t sample_type;
	bool trailer;		/* sample_id_all is set: records have a
				 * trailer */
	bool swapped;		/* numbers have the other byte order than this
				 * machine */
};
/* The layout of the records that mmtop requests: IDENTIFIER|IP|TID|TIME|ADDR
 * with sample_id_all. */
extern const struct perfrecord_form perfrecord_own;

/* The mapped region, after the kernel has merged it with its neighbours. */
struct perfrecord_map {
	uint64_t addr, len, pgoff;
	bool bare;		/* from an MMAP record, which has only addr,
				 * len, pgoff and filename */
	uint32_t prot, flags;		/* as in mmap(2) */
	uint32_t major, minor;		/* both are 0 if there is a build-id */
	uint64_t inode, generation;
	size_t build_id_len;		/* 0: there is no build-id */
	const unsigned char *build_id;
	struct bytes filename;		/* without trailing NULs */
};

struct perfrecord {
	enum perfrecord_type type;
	bool kernel;		/* of a sample: in kernel code; of a mapping:
				 * belongs to the kernel or a guest, not to a
				 * process */
	bool exec;		/* of a COMM record: the name was set by an
				 * exec */
	pid_t pid, tid;		/* of a FORK record: those of the new task */
	pid_t ppid, ptid;	/* only of FORK and EXIT records */
	uint64_t id;		/* id of the event that wrote the record; 0:
				 * unknown */
	uint64_t time;		/* in ns of the requested clock */
	uint64_t ip, addr;	/* only of samples */
	uint64_t lost;		/* of LOST and LOST_SAMPLES: number of lost
				 * records */
	/* `map` and `comm` are valid only for records that have them.  Other
	 * records do not clear them, since samples are too frequent for
	 * that. */
	struct perfrecord_map map;	/* its pointers lead into the record */
	struct bytes comm;
};

/* Returns the head in this machine's byte order. */
struct perfrecord_head perfrecord_head(const void *record, bool swapped);
/* Returns false if the record has an unknown type, or is invalid in that form
 * (for example because its build-id is too long).  Samples are parsed only in
 * the form perfrecord_own. */
bool perfrecord_parse(struct bytes record, const struct perfrecord_form *form,
		      struct perfrecord *out);
/* True for a mapping that perfrecord_parse() refuses because it has no tid: the
 * task had exited, or is not visible in the PID namespace of the recording. */
bool perfrecord_has_no_task(struct bytes record,
			    const struct perfrecord_form *form);
/* Returns the size of a trailer in bytes. */
size_t perfrecord_trailer(const struct perfrecord_form *form);
bool perfrecord_has_time(const struct perfrecord_form *form);
/* True if the last word of the trailer is the event's id. */
bool perfrecord_has_identifier(const struct perfrecord_form *form);
/* Converts the record to an event, without time and source.  The event borrows
 * the record's bytes.  Returns false for a record without an event, such as
 * COMM. */
bool perfrecord_event(const struct perfrecord *r, struct event *ev);
/* True if the name is a label such as [heap] or //anon, not a file. */
bool perfrecord_is_label(struct bytes filename);

#endif
