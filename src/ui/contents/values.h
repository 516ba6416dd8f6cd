/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes at the cursor: as numbers, and as a pointer. */
#ifndef UI_CONTENTS_VALUES_H
#define UI_CONTENTS_VALUES_H

#include "base/str.h"
#include "model/model.h"

/*
 *	u8 104  u16 25960  s32 -9,  f32 1.5  f64 2.25
 * of n bytes in this machine's order; what needs more than n is left out.
 */
void values_small(struct str *out, const uint8_t *bytes, size_t n);
void values_large(struct str *out, const uint8_t *bytes, size_t n);

/* How many bytes a pointer of that process has. */
size_t pointer_bytes(const struct process *p);
/* "[heap]+0x10": where an address lies, or that it lies nowhere; a long name is
 * cut for cols columns. */
void pointer_words(struct str *out, const struct process *p, uint64_t addr,
		   int cols, bool ascii);

#endif
