/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stores VmFlags of smaps in 64 bits: there are about forty names of two
 * letters, and a string for each of 65,000 regions would need too much memory.
 * Unknown names get the next free bits in the order in which they occur.  0
 * means "not read".
 */
#ifndef SOURCE_SAMPLE_MAPS_VMFLAGS_H
#define SOURCE_SAMPLE_MAPS_VMFLAGS_H

#include <stdint.h>

#include "base/str.h"
#include "event/event.h"

uint64_t vmflags_bits(struct bytes text);
/* Replaces out with the names of the set bits, such as "rd wr mr mw". */
void vmflags_text(struct str *out, uint64_t bits);

#endif
