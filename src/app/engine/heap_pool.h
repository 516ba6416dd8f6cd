/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the library that --heap preloads into a launched program, and creates
 * the memory that the library writes to.
 */
#ifndef APP_ENGINE_HEAP_POOL_H
#define APP_ENGINE_HEAP_POOL_H

#include "base/str.h"

struct heappool;
struct options;

/* Appends the path of the library to `library`.  Returns NULL after an error,
 * which it reports on stderr. */
struct heappool *heap_pool_new(const struct options *o, struct str *library);

#endif
