/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Records which parts of its mapped files a process has had in its page table,
 * for --trace-mmap.  Reads no files, and only emits events.
 *
 * A mapping is a file and a difference between addresses and file offsets.  So
 * all parts of a mapping are the same mapping, even if they have different
 * permissions or a munmap() has split it.  A file is identified by device and
 * inode.  Ranges that were ever resident are remembered after they are
 * unmapped.
 *
 *	files_sweep(p)			starts a scan of all mappings
 *	files_see(p, part, runs, n, ..)	each part that was scanned
 *	files_swept(s, p, at)		ends the scan: mappings that were not
 *					seen are unmapped; emits changes
 *					as FILE events of mappings
 *	files_tell(s, p, at)		emits changes after a scan of a part
 *	files_leave(s, p)		the process exits
 *	files_flush(s)			emits the FILE events of whole files
 *
 * Limits: FILES_MAX files of a process, MAPPINGS_MAX mappings of a file (the
 * oldest unmapped one is dropped, but its pages stay counted in the file),
 * FILE_RANGES_MAX ranges in a set, and RANGES_ALL ranges in all sets of a
 * process.  Parts beyond these limits are counted, and reported as LOST.
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

/* State of disk.c: which paths of a process are checked next. */
struct disk_job {
	uint64_t due;			/* time of the next check; 0: none */
	uint64_t at;			/* an address: regions below it were
					 * already checked */
};

/* A part of a mapped file: a region, or the scanned part of one. */
struct file_part {
	uint64_t start, end, offset, dev, inode;
	const char *name;		/* NULL: the file has no name */
	size_t name_len;
};

/* Records the resident pages of a part: `runs` are their n ranges, as
 * addresses.  `whole` is true in a scan of all mappings, between files_sweep()
 * and files_swept(). */
void files_see(struct sproc *p, const struct file_part *part,
	       const struct page_range *runs, size_t n, bool whole);
/* Records that the time ran out before all of the part was scanned.  `goes`:
 * the part is about to be unmapped, so pages that were not seen stay
 * unknown. */
void files_partial(struct sproc *p, const struct file_part *part, bool goes);
/* Calls files_partial() for all known mappings between start and end. */
void files_unseen(struct sproc *p, uint64_t start, uint64_t end, bool goes);
void files_tell(struct sampler *s, struct sproc *p, enum file_at at);
void files_sweep(struct sproc *p);
void files_swept(struct sampler *s, struct sproc *p, enum file_at at);
/* The next files_flush() emits all data of p's files. */
void files_leave(struct sampler *s, struct sproc *p);
void files_flush(struct sampler *s);
/* Returns the pages of a file that were ever resident in p, or NULL. */
const struct ranges *files_ever(const struct sproc *p, uint64_t dev,
				uint64_t inode);
void files_free(struct files *f);

#endif
