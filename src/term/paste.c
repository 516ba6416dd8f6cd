/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "term/paste.h"

#include <string.h>

void paste_begin(struct paste_decoder *d, uint64_t now_ns)
{
	d->on = d->first = true;
	d->matched = 0;
	d->read_ns = now_ns;
	d->n = 0;
}

size_t paste_wants(const struct paste_decoder *d)
{
	return PASTE_END_BYTES - d->matched;
}

static void add(struct paste_decoder *d, const char *bytes, size_t n)
{
	memcpy(d->text + d->n, bytes, n);
	d->n += n;
}

static void give(struct paste_decoder *d, bool last, struct pasted *out)
{
	*out = (struct pasted){ .bytes = d->text, .n = d->n,
				.first = d->first, .last = last };
	d->first = false;
	d->on = !last;
	d->n = 0;
}

/* Handles one byte; returns true if it completes the end marker.  Only the
 * first byte of the marker is ESC: so after a mismatch, only the mismatching
 * byte can start a new marker. */
static bool take(struct paste_decoder *d, const char *byte)
{
	if (*byte != PASTE_END[d->matched]) {
		add(d, PASTE_END, d->matched);
		d->matched = 0;
	}
	if (*byte != PASTE_END[d->matched])
		add(d, byte, 1);
	else
		d->matched++;
	return d->matched == PASTE_END_BYTES;
}

bool paste_bytes(struct paste_decoder *d, const char *bytes, size_t n,
		 uint64_t now_ns, struct pasted *out)
{
	d->read_ns = now_ns;
	for (size_t i = 0; i < n; i++)
		if (take(d, bytes + i)) {
			give(d, true, out);
			return true;
		}
	/* Return a part only when the buffer has no room for the next call's
	 * bytes. */
	if (d->n + 2 * PASTE_END_BYTES <= sizeof d->text)
		return false;
	give(d, false, out);
	return true;
}

bool paste_give_up(struct paste_decoder *d, uint64_t now_ns,
		   struct pasted *out)
{
	if (!d->on || now_ns < d->read_ns + PASTE_QUIET_NS)
		return false;
	add(d, PASTE_END, d->matched);
	give(d, true, out);
	return true;
}
