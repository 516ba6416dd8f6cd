/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Contents of memory: bytes that the screen requests, and captures of changes.
 *
 * Private to source/contents.
 *
 *	contents.c	the source's operations
 *	peek.c		REQ_CONTENTS -> CONTENTS
 *	layout.c	finds the regions of an address range
 *	bytes.c		reads bytes, here or in a reader that may hang
 *	capture.h	captures changed pages -> FRAME
 *
 * Only present pages are read, by /proc/PID/mem: reading an absent page would
 * fault it in, or wait for the process that has to deliver it.  A page may be
 * removed after it was found present; so memory whose reads can hang is read by
 * a reader process of this source (sys/reader/process.h).
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

#define CONTENTS_LETTER 'm'	/* letter of the source's events: data of
				 * /proc */
#define NS_PER_MS 1000000ull
#define NS_PER_S 1000000000ull
#define USER_END (1ull << 63)

struct reader;
struct peek;
struct capture;

typedef VEC(struct page_range) page_ranges;
typedef VEC(struct contents_hole) page_holes;

/* A region of /proc/PID/maps. */
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

/* --- layout.c ------------------------------------------------------------- */

/* Appends the regions that overlap [start, end) to the empty list `out`, in
 * order.  Returns 0 or -errno.  maps is an open /proc/PID/maps. */
MUST_CHECK int layout_read(struct contents_source *s, pid_t pid, int maps,
			   uint64_t start, uint64_t end, layout *out);
void layout_clear(layout *v);
void layout_release(layout *v);

/* --- bytes.c -------------------------------------------------------------- */

/* Reads the bytes of the n runs of pages, one run after the other, into out,
 * which has room for all bytes.  Unreadable bytes become zeros, and their
 * address ranges are added to holes. */
void bytes_read(int mem, const struct page_range *runs, size_t n,
		uint64_t page_size, char *out, page_holes *holes);
/* Starts to read the bytes as bytes_read() does, but in the reader process `r`.
 * The runs may have at most BYTES_MAX bytes. */
#define BYTES_MAX (1u << 20)
MUST_CHECK int bytes_begin(struct reader *r, pid_t pid, uint64_t page_size,
			   const struct page_range *runs, size_t n);
/* Like reader_job_result(), for a job of bytes_begin(); stores the bytes in
 * out. */
MUST_CHECK int bytes_ended(struct reader *r, uint64_t size, struct str *out,
			   page_holes *holes);

/* --- peek.c --------------------------------------------------------------- */

struct peek *peek_new(void);
void peek_free(struct contents_source *s);
void peek_request(struct contents_source *s, const struct request *req);

#endif
