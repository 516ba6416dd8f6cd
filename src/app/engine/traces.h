/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written beside the log: memory_tracker's two traces, --allocation-trace
 * and --mmap-trace, and stacks, --heap-folded and --heap-folded-peak. */
#ifndef APP_ENGINE_TRACES_H
#define APP_ENGINE_TRACES_H

#include <stdbool.h>

struct folded;
struct maptrace;
struct options;

/* NULL: not asked for.  What is launched has the name of the other one in its
 * environment: the library of --heap writes it. */
struct traces {
	struct maptrace *maps;
	struct folded *folded[2];	/* by enum folded_what */
};

/* False: it was said on stderr why one of them cannot be written. */
bool traces_begin(const struct options *o, struct traces *t);
void traces_end(struct traces *t);

#endif
