/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A record of perf_event_open(2), as a ring or a perf.data file has it:
 *
 *	SAMPLE     id  ip  pid,tid  time  addr
 *	MMAP       pid,tid  addr  len  pgoff  filename
 *	MMAP2      pid,tid  addr  len  pgoff  identity  prot,flags  filename
 *	COMM       pid,tid  name
 *	FORK, EXIT pid,ppid  tid,ptid  time
 *	others     what they are about
 *
 * all but samples with a trailer, which the event's sample_type chooses:
 *
 *	[pid,tid]  [time]  [id]  [stream id]  [cpu]  [identifier]
 *
 * All numbers are in 8 bytes or pairs of 4, those of a file maybe in the other
 * byte order than ours.  The bytes are a copy of the caller's: nobody else can
 * change them meanwhile.
 *
 * The identity of a mapping is a build-id or what the file system calls the
 * file, as the record says, never both.
 */
#ifndef PARSE_RING_PERFRECORD_H
#define PARSE_RING_PERFRECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"

/* include/uapi/linux/perf_event.h */
enum perfrecord_type {
	PERFRECORD_MMAP = 1, PERFRECORD_LOST = 2, PERFRECORD_COMM = 3,
	PERFRECORD_EXIT = 4,
	PERFRECORD_THROTTLE = 5, PERFRECORD_UNTHROTTLE = 6,
	PERFRECORD_FORK = 7, PERFRECORD_SAMPLE = 9, PERFRECORD_MMAP2 = 10,
	PERFRECORD_LOST_SAMPLES = 13
};

#define PERFRECORD_BUILD_ID_MAX 20
/* The longest that is asked for: MMAP2 with a name of PATH_MAX. */
#define PERFRECORD_MAX 4224

/* Every record begins with it; size counts it too. */
struct perfrecord_head {
	uint32_t type;
	uint16_t misc, size;
};

/* How the records of an event are laid out. */
struct perfrecord_form {
	uint64_t sample_type;
	bool trailer;		/* sample_id_all */
	bool swapped;		/* numbers are in the other byte order */
};
/* As mmtop asks for them: IDENTIFIER|IP|TID|TIME|ADDR with sample_id_all. */
extern const struct perfrecord_form perfrecord_own;

/* Of the region as it is now, joined with its neighbours. */
struct perfrecord_map {
	uint64_t addr, len, pgoff;
	bool bare;		/* MMAP: what follows is not told, but the name */
	uint32_t prot, flags;		/* as mmap(2) has them */
	uint32_t major, minor;		/* without a build-id */
	uint64_t inode, generation;
	size_t build_id_len;		/* 0: without */
	const unsigned char *build_id;
	struct bytes filename;		/* without the NULs behind it */
};

struct perfrecord {
	enum perfrecord_type type;
	bool kernel;		/* a sample: the code was the kernel's; a map:
				 * of the kernel or a guest, no process' */
	bool exec;		/* COMM: by exec */
	pid_t pid, tid;		/* FORK: of the new task */
	pid_t ppid, ptid;	/* FORK and EXIT */
	uint64_t id;		/* of the event that it comes from; 0: not told */
	uint64_t time;		/* ns of the clock that was asked for; the same */
	uint64_t ip, addr;	/* of a sample */
	uint64_t lost;		/* of LOST and LOST_SAMPLES: how many */
	/* Of what has one alone, else undefined: samples are too many to clear
	 * it each time. */
	struct perfrecord_map map;	/* points into the record */
	struct bytes comm;
};

/* As it stands there, and in our order. */
struct perfrecord_head perfrecord_head(const void *record, bool swapped);
/* False where it is none of these or cannot be one of that form; a build-id
 * that is longer than any makes its record such a one.  Samples only of our own
 * form. */
bool perfrecord_parse(struct bytes record, const struct perfrecord_form *form,
		      struct perfrecord *out);
/* Of one that perfrecord_parse() refuses: it is a mapping of a task that had no
 * number any more, or has none in the PID namespace of the recording. */
bool perfrecord_is_of_none(struct bytes record,
			   const struct perfrecord_form *form);
/* Bytes of a trailer. */
size_t perfrecord_trailer(const struct perfrecord_form *form);
bool perfrecord_has_time(const struct perfrecord_form *form);
/* The last word of a trailer is the event's id. */
bool perfrecord_has_identifier(const struct perfrecord_form *form);
/* The same as an event tells it, but for its time and source; it borrows what
 * the record borrows.  False: it is no event (another name, say). */
bool perfrecord_event(const struct perfrecord *r, struct event *ev);
/* No file: [heap], //anon. */
bool perfrecord_is_label(struct bytes filename);

#endif
