/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes at the cursor as numbers, and as a pointer. */
#ifndef UI_CONTENTS_VALUES_H
#define UI_CONTENTS_VALUES_H

#include "base/str.h"
#include "model/model.h"

/*
 * Append n bytes as numbers in this machine's byte order:
 *
 *	u8 104  u16 25960  s32 -9,  f32 1.5  f64 2.25
 *
 * Types of more than n bytes are omitted.
 */
void values_small(struct str *out, const uint8_t *bytes, size_t n);
void values_large(struct str *out, const uint8_t *bytes, size_t n);

/* The size of a pointer in the process p, in bytes. */
size_t pointer_bytes(const struct process *p);
/* Appends the region that contains an address, "[heap]+0x10", or a text for an
 * address outside all regions.  A long name is cut so that the text fits in
 * cols columns. */
void pointer_words(struct str *out, const struct process *p, uint64_t addr,
		   int cols, bool ascii);

#endif
