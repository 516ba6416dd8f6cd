/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What lies at the path of a mapped file now: the same file, another one, or
 * nothing; and whether its process has a root directory of its own, below which
 * that path is looked at.
 *
 * Looking at a path can hang for ever on a file server that does not answer: a
 * disposable process does it (sys/reader/process.h), for some files at a time, and what
 * hung once is not looked at again.
 */
#ifndef SOURCE_SAMPLE_FILES_DISK_H
#define SOURCE_SAMPLE_FILES_DISK_H

#include <stdbool.h>
#include <stdint.h>

#include "source/sample/core/sample.h"

struct disk *disk_new(void);
void disk_free(struct sampler *s);
/* Whether that region is of a file that has a path. */
bool disk_is_file(const struct sregion *r);
/* There are new ones to look at, soon. */
void disk_look(struct sampler *s, struct sproc *p);
bool disk_work(struct sampler *s, uint64_t deadline);
/* 0: never. */
uint64_t disk_due(const struct sampler *s);

#endif
