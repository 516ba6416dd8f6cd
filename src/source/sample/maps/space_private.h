/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files that read a map.
 *
 *	space.c		when a map is read, and what follows the read
 *	read.c		reads the text
 *	parse.c		compares it with the previous text, makes edits
 *
 *	MAP_IDLE  map_begin()  MAP_READ  map_read()  MAP_PARSE  map_parse()
 *		edits  MAP_EMIT  emitted, applied  MAP_IDLE
 */
#ifndef SOURCE_SAMPLE_MAPS_SPACE_PRIVATE_H
#define SOURCE_SAMPLE_MAPS_SPACE_PRIVATE_H

#include "source/sample/core/sample.h"

#define TEXT_MAX (256u << 20)

/* Each function sets the next phase at its end, or MAP_IDLE after an error. */
void map_begin(struct sampler *s, struct sproc *p);
void map_read(struct sampler *s, struct sproc *p, uint64_t deadline);
/* Makes the edits that turn the old regions into those of the text.  Returns
 * false if the deadline came first. */
bool map_parse(struct sampler *s, struct sproc *p, uint64_t deadline);
/* Ends the read: frees its data, and sets MAP_IDLE. */
void map_end(struct sampler *s, struct sproc *p);

#endif
