/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks which file is now at the path of each mapped file: the same file,
 * another file, or none.  If the process has a root directory of its own, the
 * path is looked up below that root.
 *
 * A lookup can hang forever on a file server that does not answer.  So a
 * disposable process does the lookups (sys/reader/process.h), for several files
 * at a time.  A path that has hung once is not looked up again.
 */
#ifndef SOURCE_SAMPLE_FILES_DISK_H
#define SOURCE_SAMPLE_FILES_DISK_H

#include <stdbool.h>
#include <stdint.h>

#include "source/sample/core/sample.h"

struct disk *disk_new(void);
void disk_free(struct sampler *s);
/* True if the region maps a file that has a path. */
bool disk_is_file(const struct sregion *r);
/* Schedules a check of p, which has mapped new files. */
void disk_look(struct sampler *s, struct sproc *p);
bool disk_work(struct sampler *s, uint64_t deadline);
/* Returns the time of the next check; 0: none. */
uint64_t disk_due(const struct sampler *s);

#endif
