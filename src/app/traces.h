/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory_tracker's two traces: --allocation-trace and --mmap-trace. */
#ifndef APP_TRACES_H
#define APP_TRACES_H

#include <stdbool.h>

struct maptrace;
struct options;

/* False: it was said on stderr why one of them cannot be written.  *maps is NULL
 * where none was asked for.  What is launched from now on has the name of the
 * other in its environment: the library of --heap writes it. */
bool traces_begin(const struct options *o, struct maptrace **maps);

#endif
