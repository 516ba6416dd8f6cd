/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files of the strip share.
 *
 *	strip.c		its life, and what comes when
 *	strip_cache.c	WAIT
 *	strip_pages.c	SCAN and COPIES
 *	strip_tell.c	the event
 */
#ifndef SOURCE_SAMPLE_PAGES_STRIP_PRIVATE_H
#define SOURCE_SAMPLE_PAGES_STRIP_PRIVATE_H

#include "source/sample/core/sample.h"
#include "source/sample/pages/strip.h"
#include "sys/reader/filecache.h"

struct reader;

/* How often it is asked whether the reader has answered. */
#define STRIP_ANSWER_NS (5 * NS_PER_MS)

enum strip_phase { IDLE, WAIT, SCAN, COPIES };

struct strip {
	pid_t pid;			/* 0: nobody looks */
	uint64_t start;
	enum strip_phase phase;
	uint64_t due, begun_ns;
	struct reader *reader;		/* of its own: a file that hangs is not
					 * to keep the others from theirs */
	bool hung;			/* given up, as long as it is shown */
	int fd;				/* of the reader, in the loop; -1 */

	uint64_t dev, inode;
	struct str name;
	VEC(struct file_span) parts;
	size_t at;			/* the part that is looked at */
	struct filecache_answer answer;
	struct filecache_bin *got;	/* owned, FILECACHE_BINS */
	struct file_bin *bins;		/* owned, FILECACHE_BINS */
	int pagemap, maps;
	struct pagescan scan;
	bool scanning;
	struct ranges now;		/* offsets */
	VEC(struct page_range) runs;	/* of private parts, addresses */
	size_t run;
	uint64_t mapped, private, spent_ns;
	uint64_t told;			/* a hash; 0: nothing */
};

/* The mappings of the file in p. */
void strip_parts(struct strip *st, const struct sproc *p);
/* The reader is asked for the page cache from bin `first` on; phase is WAIT
 * then, or SCAN where it cannot be. */
void strip_ask(struct sampler *s, const struct sproc *p, uint64_t first);
/* Whether it has answered; phase is SCAN when it has told all. */
void strip_wait(struct sampler *s, const struct sproc *p);
/* The reader's answer is waited for no longer. */
void strip_unwatch(struct sampler *s);
/* A piece of the work; phase is COPIES after the last mapping. */
void strip_scan(struct sampler *s, uint64_t deadline);
/* Of the next runs of private pages; there must be one. */
void strip_copies(struct sampler *s);
/* Tells, where it is not what was told last. */
void strip_tell(struct sampler *s, const struct sproc *p);

#endif
