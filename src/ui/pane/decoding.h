/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The output of a decoder, for Contents. app/decoding runs the decoder and
 * fills in this struct.  All pointers are borrowed, and valid until the next
 * event or key.
 */
#ifndef UI_PANE_DECODING_H
#define UI_PANE_DECODING_H

#include <stdbool.h>

#include "rule/decoder.h"

struct decoding_shown {
	const char *name;		/* safe name of the decoder; NULL: no
					 * decoder */
	const struct decoded *result;	/* output for the bytes that the decoder
					 * read last */
	/* Why the result is missing or incomplete: a sentence without its full
	 * stop, safe and translated.  NULL if there was no error. */
	const char *wrong;
	bool running;			/* the decoder is still working on newer
					 * bytes */
	bool editable;			/* the decoder is a script in a file */
};

#endif
