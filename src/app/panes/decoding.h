/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The decoder in use, the bytes that it decodes, and the editing of its
 * script. */
#ifndef APP_PANES_DECODING_H
#define APP_PANES_DECODING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "ui/pane/pane.h"

struct screen;

void decoding_init(struct screen *s);
void decoding_release(struct screen *s);
/* Handles the key D, and :decoder with a decoder's name or a layout. */
command_exec exec_decoder;
/* Passes new bytes to the decoder, and shows the result. */
void decoding_work(struct screen *s);
/* The bytes that the decoder decodes.  If there are none, `bytes' is 0. */
const struct view_bytes *decoding_window(const struct screen *s);
/* Handles the key e and :edit NAME. */
command_exec exec_edit;

/* A copy of bytes of memory.  Unknown bytes are 0 in the copy; `unknown' has
 * their addresses. */
struct gathered {
	uint8_t *bytes;
	VEC(struct page_range) unknown;
};
/* Copies bytes from the answers that the model has stored.  Returns false if no
 * answer contains any of these bytes. */
bool contents_gather(const struct screen *s, pid_t pid,
		     const struct view_bytes *w, struct gathered *g);
void gathered_release(struct gathered *g);

#endif
