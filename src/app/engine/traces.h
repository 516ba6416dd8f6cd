/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens and closes the output files other than the log: the two traces in the
 * format of memory_tracker (--allocation-trace, --mmap-trace), and the stacks
 * (--heap-folded, --heap-folded-peak). */
#ifndef APP_ENGINE_TRACES_H
#define APP_ENGINE_TRACES_H

#include <stdbool.h>

struct folded;
struct maptrace;
struct options;

/* A member is NULL if its file was not requested.  The allocation trace is
 * missing here because the library of --heap writes it; the program's
 * environment has its name. */
struct traces {
	struct maptrace *maps;
	struct folded *folded[2];	/* indexed by enum folded_what */
};

/* Returns false after an error, which it reports on stderr. */
bool traces_begin(const struct options *o, struct traces *t);
void traces_end(struct traces *t);

#endif
