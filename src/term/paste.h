/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decodes pasted text: the bytes that the terminal sends between ESC [ 200 ~
 * and ESC [ 201 ~ (bracketed paste, mode 2004).
 *
 *	paste_begin(&d, now)		the start marker was read
 *	n = read(fd, buf, paste_wants(&d))
 *	if (paste_bytes(&d, buf, n, now, &out))
 *		... out is a part of the text
 *	else if (paste_give_up(&d, now, &out))
 *		... out is the last part: no end marker came
 *
 * The decoder uses no terminal and no clock.  A read of paste_wants() bytes
 * never goes past the end marker, so the bytes after the marker are left for
 * curses.  A part has at most PASTE_PART bytes and is valid until the next
 * call.
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

/* If the end marker is missing, the paste ends after this time without
 * input. */
#define PASTE_QUIET_NS 1000000000ull

struct paste_decoder {
	bool on;			/* true inside a paste */
	bool first;			/* true until the first part is
					 * returned */
	unsigned matched;		/* bytes of the end marker read so
					 * far */
	uint64_t read_ns;		/* time when the last bytes were read */
	size_t n;
	char text[PASTE_PART];
};

void paste_begin(struct paste_decoder *d, uint64_t now_ns);
size_t paste_wants(const struct paste_decoder *d);
/* n is at most paste_wants().  Returns true if *out is a part of the text. */
bool paste_bytes(struct paste_decoder *d, const char *bytes, size_t n,
		 uint64_t now_ns, struct pasted *out);
bool paste_give_up(struct paste_decoder *d, uint64_t now_ns,
		   struct pasted *out);

#endif
