/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a program writes to its terminal, cut down to what a terminal emulator
 * can be trusted with: the program may be hostile, and the emulator was not
 * written for that (escapes.c has what libvterm does).
 *
 *	"a\033[5b\033]0;title\007\xff"		in, in pieces of any size
 *	"aaaaaa\xef\xbf\xbd"			out
 *
 * What comes out is made of
 *
 *   - whole characters in valid UTF-8, none of them a control of C1, with a
 *     few marks on each; what is broken is U+FFFD
 *   - BEL BS HT LF VT FF CR SO SI
 *   - the escape sequences that are listed in escapes.c
 *   - whole control sequences of at most ESCAPES_NUMBERS numbers, each at most
 *     ESCAPES_NUMBER; one of several modes comes as one for each, and REP as
 *     the characters that it stands for
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
/* Of what a longer one holds nothing is used. */
#define ESCAPES_SEQUENCE 128

enum escapes_state { IN_TEXT, IN_ESCAPE, IN_CONTROL, IN_STRING };

/* All zero at the beginning; owns nothing. */
struct escapes {
	enum escapes_state state;
	char seq[ESCAPES_SEQUENCE];	/* what came since ESC, or CSI */
	size_t n;
	bool bell_ends;			/* of a string: OSC */
	char part[4], last[4];		/* of a character; the last whole one */
	size_t parts, lasts;
	unsigned marks;			/* on the last one */
};

/* Appends to out what can be passed on. */
void escapes_feed(struct escapes *e, struct str *out, const char *bytes,
		  size_t n);

#endif
