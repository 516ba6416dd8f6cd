/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files that read a strip (strip.h).  WAIT, SCAN and COPIES are
 * the phases of the read.
 *
 *	strip.c		start and end of a strip, order of the phases
 *	strip_cache.c	WAIT
 *	strip_pages.c	SCAN and COPIES
 *	strip_tell.c	the STRIP event
 */
#ifndef SOURCE_SAMPLE_PAGES_STRIP_PRIVATE_H
#define SOURCE_SAMPLE_PAGES_STRIP_PRIVATE_H

#include "source/sample/core/sample.h"
#include "source/sample/pages/strip.h"
#include "sys/reader/filecache.h"

struct reader;

/* Interval at which mmtop checks for the reader process' answer. */
#define STRIP_ANSWER_NS (5 * NS_PER_MS)

enum strip_phase { IDLE, WAIT, SCAN, COPIES };

struct strip {
	pid_t pid;			/* 0: no request */
	uint64_t start;
	enum strip_phase phase;
	uint64_t due, begun_ns;
	struct reader *reader;		/* used for strips only, so that a file
					 * that hangs delays no other reads */
	bool hung;			/* the file hung: not read until the
					 * next request */
	int fd;				/* the reader process's socket, which
					 * the event loop polls; -1: none */

	uint64_t dev, inode;
	struct str name;
	VEC(struct file_span) parts;
	size_t at;			/* index of the part that is read now */
	struct filecache_answer answer;
	struct filecache_bin *got;	/* owned; FILECACHE_BINS elements */
	struct file_bin *bins;		/* owned; FILECACHE_BINS elements */
	int pagemap, maps;
	struct pagescan scan;
	bool scanning;
	struct ranges now;		/* mapped pages, as file offsets */
	VEC(struct page_range) runs;	/* mapped pages of private parts, as
					 * addresses */
	size_t run;
	uint64_t mapped, private, spent_ns;
	uint64_t told;			/* hash of the last event; 0: none was
					 * emitted */
};

/* Finds the mappings of the file in p. */
void strip_parts(struct strip *st, const struct sproc *p);
/* Requests the page cache contents, starting at bin `first`, from the reader
 * process.  Sets the phase to WAIT, or to SCAN if the request fails. */
void strip_ask(struct sampler *s, const struct sproc *p, uint64_t first);
/* Checks for the reader process' answer.  Sets the phase to SCAN when the
 * answer is complete. */
void strip_wait(struct sampler *s, const struct sproc *p);
/* Removes the reader process from the event loop. */
void strip_unwatch(struct sampler *s);
/* Scans a part of the mappings.  Sets the phase to COPIES after the last
 * one. */
void strip_scan(struct sampler *s, uint64_t deadline);
/* Queries the next pages of private mappings; requires that pages are left. */
void strip_copies(struct sampler *s);
/* Emits the strip if it has changed. */
void strip_tell(struct sampler *s, const struct sproc *p);

#endif
