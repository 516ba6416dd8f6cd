/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 *	captured.c	folders and files
 *	scan.c		a file's records, one behind the other
 *	index.c		records -> processes, objects, frames
 *	newest.c	where the newest of a process or region is in it
 *	bytes.c		the bytes of a frame
 */
#ifndef SOURCE_CAPTURED_PRIVATE_H
#define SOURCE_CAPTURED_PRIVATE_H

#include "source/captured/captured.h"

/* --- scan.c --- */
/* What there is of it behind file->at; whether that was anything. */
bool captured_scan(struct captured *c, size_t file);
/* n bytes from `at` on; false: they are not there. */
bool captured_get(const struct captured_file *f, uint64_t at, void *buf,
		  size_t n);

/* --- index.c --- */
void captured_record(struct captured *c, size_t file, uint64_t at,
		     const struct capture_record *r);
void captured_drop_index(struct captured *c);

/* Objects are in order again. */
void captured_settle(struct captured *c);

/* --- newest.c --- */
struct captured_key {
	enum { CAPTURED_OBJECT, CAPTURED_PROCESS, CAPTURED_VIEW } kind;
	size_t file;
	uint64_t id, start;	/* pid or number of the object; of a view */
};
/* Of a process all that may be asked for, by time; else one. */
struct captured_newest {
	struct captured_key key;	/* first: the tree compares it */
	VEC(size_t) at;
};
/* NULL: there is none. */
struct captured_newest *captured_newest(const struct captured *c,
					const struct captured_key *key);
/* A new one is empty. */
struct captured_newest *captured_newest_of(struct captured *c,
					   const struct captured_key *key);
void captured_drop_newest(struct captured *c);

/* --- bytes.c --- */
void captured_drop_cache(struct captured *c);

#endif
