/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is in memory: bytes that the screen asks for, and what of them changed.
 *
 * Private to source/contents.
 *
 *	contents.c	its life: events and requests in, who is to work next
 *	peek.c		REQ_CONTENTS -> CONTENTS
 *	layout.c	which regions lie in a stretch of memory
 *	bytes.c		reading them, here or in a reader that may hang
 *	capture.h	what of them changed -> FRAME
 *
 * Only pages that are there are read, by /proc/PID/mem: reading one that is not
 * would bring it, or wait for whoever delivers it.  A page may go between being
 * seen and being read; so what can hang then is read by a reader of this
 * source's own (sys/reader/process.h).
 */
#ifndef SOURCE_CONTENTS_CONTENTS_H
#define SOURCE_CONTENTS_CONTENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/str.h"
#include "base/vec.h"
#include "event/event.h"
#include "source/capture_host.h"
#include "source/source.h"
#include "sys/pages/scan.h"
#include "sys/proc/map.h"

#define CONTENTS_LETTER 'm'	/* of its events: /proc tells */
#define NS_PER_MS 1000000ull
#define NS_PER_S 1000000000ull
#define USER_END (1ull << 63)

struct reader;
struct peek;
struct capture;

typedef VEC(struct page_range) page_ranges;
typedef VEC(struct contents_hole) page_holes;

/* A region as the map has it. */
struct layout_region {
	struct procmap map;
	char *name;		/* owned, NUL-terminated; "" for none */
};
typedef VEC(struct layout_region) layout;

struct contents_source {
	struct source_host *host;
	struct pagescanner *scanner;
	uint64_t page_size;
	struct peek *peek;
	struct capture *capture;
};

struct event contents_event(const struct contents_source *s,
			    enum event_kind kind, pid_t pid);
void contents_emit(struct contents_source *s, const struct event *ev);

/* --- layout.c ----------------------------------------------------------------- */

/* Those that have something of [start, end), in order, into an empty one; 0 or
 * -errno.  maps: an open /proc/PID/maps. */
MUST_CHECK int layout_read(struct contents_source *s, pid_t pid, int maps,
			   uint64_t start, uint64_t end, layout *out);
void layout_clear(layout *v);
void layout_release(layout *v);

/* --- bytes.c -------------------------------------------------------------------- */

/* The bytes of runs one after the other, into out, which has room for all of
 * them; what cannot be read is zeros, and in holes. */
void bytes_read(int mem, const struct page_range *runs, size_t n,
		uint64_t page_size, char *out, page_holes *holes);
/* The same by a reader: BYTES_MAX bytes at most. */
#define BYTES_MAX (1u << 20)
MUST_CHECK int bytes_begin(struct reader *r, pid_t pid, uint64_t page_size,
			   const struct page_range *runs, size_t n);
/* As reader_ended(); out: the bytes. */
MUST_CHECK int bytes_ended(struct reader *r, uint64_t size, struct str *out,
			   page_holes *holes);

/* --- peek.c ----------------------------------------------------------------------- */

struct peek *peek_new(void);
void peek_free(struct contents_source *s);
void peek_request(struct contents_source *s, const struct request *req);

#endif
