/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * --heap: the library that a launched program runs with, and the memory that it
 * writes to.
 */
#ifndef APP_ENGINE_HEAP_POOL_H
#define APP_ENGINE_HEAP_POOL_H

#include "base/str.h"

struct heappool;
struct options;

/* NULL: it is said why not.  library: its path. */
struct heappool *heap_pool_new(const struct options *o, struct str *library);

#endif
