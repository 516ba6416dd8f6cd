/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pasted text: the bytes that the terminal sends between ESC [ 200 ~ and
 * ESC [ 201 ~ (bracketed paste, mode 2004).
 *
 *	paste_begin(&d, now)		the first marker was read
 *	n = read(fd, buf, paste_wants(&d))
 *	if (paste_bytes(&d, buf, n, now, &out))
 *		... out is a part of the text
 *	else if (paste_give_up(&d, now, &out))
 *		... the last part: no end marker came
 *
 * Pure: no terminal, no clock.  A read of paste_wants() bytes never goes past
 * the end marker, so that what follows is left to curses.  A part has at most
 * PASTE_PART bytes, and is valid until the next call.
 */
#ifndef TERM_PASTE_H
#define TERM_PASTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/kit/command.h"

#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
#define PASTE_BEGIN "\033[200~"
#define PASTE_END "\033[201~"
enum { PASTE_END_BYTES = sizeof PASTE_END - 1, PASTE_PART = 4096 };

/* A paste without an end marker ends when nothing has come for this long. */
#define PASTE_QUIET_NS 1000000000ull

struct paste_decoder {
	bool on;			/* inside a paste */
	bool first;			/* no part was given yet */
	unsigned matched;		/* bytes of the end marker */
	uint64_t read_ns;		/* when the last bytes came */
	size_t n;
	char text[PASTE_PART];
};

void paste_begin(struct paste_decoder *d, uint64_t now_ns);
size_t paste_wants(const struct paste_decoder *d);
/* n: at most paste_wants(). */
bool paste_bytes(struct paste_decoder *d, const char *bytes, size_t n,
		 uint64_t now_ns, struct pasted *out);
bool paste_give_up(struct paste_decoder *d, uint64_t now_ns,
		   struct pasted *out);

#endif
