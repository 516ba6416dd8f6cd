/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What Contents shows of a decoder.  Who runs it (app/decoding) fills it;
 * everything is borrowed, and stays until the next event or key.
 */
#ifndef UI_PANE_DECODING_H
#define UI_PANE_DECODING_H

#include <stdbool.h>

#include "rule/decoder.h"

struct decoding_shown {
	const char *name;		/* safe; NULL: none is chosen */
	const struct decoded *result;	/* of the last bytes it was run on */
	/* Why there is nothing, or not all: a sentence without its full stop,
	 * safe and translated; NULL: nothing is wrong. */
	const char *wrong;
	bool running;			/* newer bytes are still decoded */
	bool editable;			/* it is a script in a file */
};

#endif
