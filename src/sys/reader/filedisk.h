/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares mapped files with the files that are at their paths now.  This is a
 * job of the disposable process (sys/reader/process.h), since a path lookup may
 * hang.
 *
 *	filedisk_ask(&ask, dev, inode, name, len)	for each file
 *	reader_start_job(reader, pid, &filedisk_job, ask.data, ask.len)
 *	reader_job_result(reader, &answer)
 *		answer: one byte, 1 if the process has another root directory
 *		than mmtop, then one byte per file: enum filedisk
 *
 * Names are those of /proc/PID/maps, relative to mmtop's root.  A name below
 * /proc/PID/root is looked up there, any other name below mmtop's root.
 */
#ifndef SYS_READER_FILEDISK_H
#define SYS_READER_FILEDISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct str;

enum filedisk {
	FILEDISK_UNKNOWN,	/* the comparison was not possible */
	FILEDISK_SAME,
	FILEDISK_OTHER,		/* another file is at the path */
	FILEDISK_DELETED,	/* no file is at the path */
};

extern const struct reader_job filedisk_job;

/* Adds a file to the request; false if the request is full. */
bool filedisk_ask(struct str *ask, uint64_t dev, uint64_t inode,
		  const char *name, size_t len);

#endif
