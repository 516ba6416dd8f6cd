/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 *	captured.c	folders and files
 *	scan.c		a file's records, one behind the other
 *	index.c		records -> processes, objects, frames
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
/* Frames that are not whole yet never will be. */
void captured_gap(struct captured *c, size_t file);
void captured_drop_index(struct captured *c);

/* --- bytes.c --- */
void captured_drop_cache(struct captured *c);

#endif
