/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which parts of its mapped files a process has had in its page table: what
 * --trace-mmap tells.  Pure but for telling: no file is read here.
 *
 * A mapping is a file and how far its addresses are from its offsets, so that
 * parts with other permissions, and what is left of it after a munmap() in its
 * middle, stay one.  A file is known by device and inode.  What was ever
 * resident outlives the mapping.
 *
 *	files_sweep(p)			a look at all of them begins
 *	files_see(p, part, runs, n, ..)	each part that was looked at
 *	files_swept(s, p, at)		it is done: what it did not meet is
 *					unmapped; what changed -> FILE mapping
 *	files_tell(s, p, at)		the same after a look at some
 *	files_leave(s, p)		the process ends
 *	files_flush(s)			-> FILE total
 *
 * Bounded: FILES_MAX files a process, MAPPINGS_MAX mappings a file (the oldest
 * that is unmapped is forgotten, its pages stay counted in the file),
 * FILE_RANGES_MAX ranges a set, and RANGES_ALL of them in all.  Files beyond
 * are counted, and told as LOST.
 */
#ifndef SOURCE_SAMPLE_FILES_FILES_H
#define SOURCE_SAMPLE_FILES_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/ranges.h"

#define FILES_MAX 1024
#define MAPPINGS_MAX 64
#define FILE_RANGES_MAX 4096

struct sampler;
struct sproc;
struct files;

/* disk.c: which paths of a process are looked at next. */
struct disk_job {
	uint64_t due;			/* 0: never */
	uint64_t at;			/* an address: what is below was looked
					 * at in this turn */
};

/* A part of a mapped file: a region, or what was looked at of one. */
struct file_part {
	uint64_t start, end, offset, dev, inode;
	const char *name;		/* NULL: none */
	size_t name_len;
};

/* runs: the pages of the part that are there, as addresses.  whole: it is one
 * of all, not of some. */
void files_see(struct sproc *p, const struct file_part *part,
	       const struct page_range *runs, size_t n, bool whole);
/* The time was over before all of the part was looked at.  goes: it is
 * unmapped now, and what was not seen of it never will be. */
void files_partial(struct sproc *p, const struct file_part *part, bool goes);
/* The same of all that is known to be mapped from start to end. */
void files_unseen(struct sproc *p, uint64_t start, uint64_t end, bool goes);
void files_tell(struct sampler *s, struct sproc *p, enum file_at at);
void files_sweep(struct sproc *p);
void files_swept(struct sampler *s, struct sproc *p, enum file_at at);
/* What is known of p is told by the next files_flush(). */
void files_leave(struct sampler *s, struct sproc *p);
void files_flush(struct sampler *s);
/* The pages of a file that p ever had, NULL when there are none. */
const struct ranges *files_ever(const struct sproc *p, uint64_t dev,
				uint64_t inode);
void files_free(struct files *f);

#endif
