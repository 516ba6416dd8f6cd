/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The messages of the bottom row, which the pane Messages lists. */
#ifndef UI_PANE_SAID_H
#define UI_PANE_SAID_H

#include <stddef.h>
#include <stdint.h>

#include "event/event.h"

/* The texts are safe and translated. */
struct said {
	uint64_t time_ns;
	enum severity severity;
	char *text;
	unsigned times;			/* repetitions in a row; time_ns is that
					 * of the last one */
};
/* The newest message is the last. */
struct said_list {
	struct said *v;			/* for the macros of base/vec.h */
	size_t n, cap;
};

#endif
