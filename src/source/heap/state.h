/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much the preload library told, for who says what the sources are. */
#ifndef SOURCE_HEAP_STATE_H
#define SOURCE_HEAP_STATE_H

#include <stdint.h>

struct source;

#define HEAP_LETTER 'h'

/* Records that were read, ever; of none (NULL) 0. */
uint64_t heap_records(const struct source *s);

#endif
