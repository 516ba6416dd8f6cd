/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reduces a program's terminal output to what the emulator can handle: the
 * program may be hostile, and libvterm is not safe against hostile output
 * (escapes.c lists its defects).
 *
 *	"a\033[5b\033]0;title\007\xff"		in, in pieces of any size
 *	"aaaaaa\xef\xbf\xbd"			out
 *
 * The output consists of
 *
 *    - whole characters in valid UTF-8 without C1 controls, with at most
 *      ESCAPES_MARKS marks on each; an invalid byte becomes U+FFFD
 *    - BEL BS HT LF VT FF CR SO SI
 *    - the escape sequences that are listed in escapes.c
 *    - whole control sequences of at most ESCAPES_NUMBERS numbers, each at most
 *      ESCAPES_NUMBER; several modes in one sequence become one sequence each,
 *      and REP becomes the repeated characters
 *
 * Strings (titles, palettes, queries: OSC, DCS, APC, PM, SOS) are left out.
 */
#ifndef SOURCE_OUTPUT_ESCAPES_H
#define SOURCE_OUTPUT_ESCAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

#define ESCAPES_NUMBERS 16
#define ESCAPES_NUMBER 9999
#define ESCAPES_MARKS 5
/* A sequence with more bytes is dropped. */
#define ESCAPES_SEQUENCE 128

enum escapes_state { IN_TEXT, IN_ESCAPE, IN_CONTROL, IN_STRING };

/* The state of the filter; must be zeroed before the first call, and owns
 * nothing. */
struct escapes {
	enum escapes_state state;
	char seq[ESCAPES_SEQUENCE];	/* bytes since ESC or CSI */
	size_t n;
	bool bell_ends;			/* the string is an OSC, which BEL
					 * ends */
	char part[4], last[4];		/* bytes of an incomplete character; the
					 * last complete character */
	size_t parts, lasts;
	unsigned marks;			/* marks on the last character */
};

/* Appends the reduced output to out. */
void escapes_feed(struct escapes *e, struct str *out, const char *bytes,
		  size_t n);

#endif
