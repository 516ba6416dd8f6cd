/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files that read a map share.
 *
 *	space.c		when it is read, and what comes of it
 *	read.c	the text
 *	parse.c	... against the one before: edits
 *
 *	MAP_IDLE  map_begin()  MAP_READ  map_read()  MAP_PARSE  map_parse()
 *		edits  MAP_EMIT  emitted, applied  MAP_IDLE
 */
#ifndef SOURCE_SAMPLE_MAPS_SPACE_PRIVATE_H
#define SOURCE_SAMPLE_MAPS_SPACE_PRIVATE_H

#include "source/sample/core/sample.h"

#define TEXT_MAX (256u << 20)

/* The phase is another one where it came to an end, good or bad. */
void map_begin(struct sampler *s, struct sproc *p);
void map_read(struct sampler *s, struct sproc *p, uint64_t deadline);
/* The edits that make the regions those of the text.  False when the deadline
 * came first. */
bool map_parse(struct sampler *s, struct sproc *p, uint64_t deadline);
/* Lets go of what the job holds; it is idle then. */
void map_end(struct sampler *s, struct sproc *p);

#endif
