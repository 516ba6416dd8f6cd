/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Private to source/captured.
 *
 *	captured.c	folders and files
 *	scan.c		reads a file's records in order
 *	index.c		records -> processes, objects, frames
 *	newest.c	finds the newest process, object or region
 *	bytes.c		the bytes of a frame
 */
#ifndef SOURCE_CAPTURED_PRIVATE_H
#define SOURCE_CAPTURED_PRIVATE_H

#include "source/captured/captured.h"

/* --- scan.c --- */
/* Reads the records after file->at.  Returns true if there were any. */
bool captured_scan(struct captured *c, size_t file);
/* Reads n bytes from offset `at` on.  Returns false if the file is too
 * short. */
bool captured_get(const struct captured_file *f, uint64_t at, void *buf,
		  size_t n);

/* --- index.c --- */
void captured_record(struct captured *c, size_t file, uint64_t at,
		     const struct capture_record *r);
void captured_drop_index(struct captured *c);

/* Sorts the objects after new ones were appended. */
void captured_settle(struct captured *c);

/* --- newest.c --- */
struct captured_key {
	enum { CAPTURED_OBJECT, CAPTURED_PROCESS, CAPTURED_VIEW } kind;
	size_t file;
	uint64_t id, start;	/* `id`: pid or object number; `start`: used for
				 * views only */
};
/* Entries with the same key: indexes in captured.processes, in order of time;
 * or one index in captured.objects or captured.views. */
struct captured_newest {
	struct captured_key key;	/* must be the first field, because the
					 * tree compares it */
	VEC(size_t) at;
};
/* Returns the entries of the key, or NULL if there are none. */
struct captured_newest *captured_newest(const struct captured *c,
					const struct captured_key *key);
/* Returns the entries of the key; creates an empty list if there are none. */
struct captured_newest *captured_newest_of(struct captured *c,
					   const struct captured_key *key);
void captured_drop_newest(struct captured *c);

/* --- bytes.c --- */
void captured_drop_cache(struct captured *c);

#endif
