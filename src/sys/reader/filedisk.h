/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What lies at the paths of mapped files: a job of the disposable process
 * (sys/reader/process.h), as looking at a path may hang.
 *
 *	filedisk_ask(&ask, dev, inode, name, len)	for each file
 *	reader_begin(reader, pid, &filedisk_job, ask.data, ask.len)
 *	reader_ended(reader, &answer)
 *		answer: a byte, 1 where the process has a root directory of its
 *		own, then a byte for each file: enum filedisk
 *
 * Names are those of /proc/PID/maps, as seen from our own root: below
 * /proc/PID/root is looked at what lies there, else below ours.
 */
#ifndef SYS_READER_FILEDISK_H
#define SYS_READER_FILEDISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct str;

enum filedisk {
	FILEDISK_UNKNOWN,	/* it cannot be told */
	FILEDISK_SAME,
	FILEDISK_OTHER,		/* another file */
	FILEDISK_DELETED,	/* nothing */
};

extern const struct reader_job filedisk_job;

/* False where it is too much for one question. */
bool filedisk_ask(struct str *ask, uint64_t dev, uint64_t inode,
		  const char *name, size_t len);

#endif
