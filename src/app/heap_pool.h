/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * --heap: the library that a launched program runs with, the memory that it
 * writes to, and why nothing came.
 */
#ifndef APP_HEAP_POOL_H
#define APP_HEAP_POOL_H

#include "base/str.h"

struct heappool;
struct options;

/* NULL: it is said why not.  library: its path. */
struct heappool *heap_pool_new(const struct options *o, struct str *library);
/* At the end: a sentence, where the program never wrote.  argv[0] is its name. */
void heap_pool_tell(const struct heappool *pool, const char *program);

#endif
