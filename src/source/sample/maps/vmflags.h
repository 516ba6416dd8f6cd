/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * VmFlags of smaps in 64 bits: there are some forty names of two letters,
 * and text for each of 65,000 regions would be too much.  Bits are given out
 * as names are met; 0 is "not read".
 */
#ifndef SOURCE_SAMPLE_MAPS_VMFLAGS_H
#define SOURCE_SAMPLE_MAPS_VMFLAGS_H

#include <stdint.h>

#include "base/str.h"
#include "event/event.h"

uint64_t vmflags_bits(struct bytes text);
/* Replaces out with "rd wr mr mw". */
void vmflags_text(struct str *out, uint64_t bits);

#endif
