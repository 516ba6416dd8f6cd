/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The decoder in use, its bytes, and its script in the editor. */
#ifndef APP_PANES_DECODING_H
#define APP_PANES_DECODING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "ui/pane/pane.h"

struct screen;

void decoding_init(struct screen *s);
void decoding_release(struct screen *s);
/* D, or :decoder with a name or a layout. */
command_exec exec_decoder;
/* Gives new bytes to the decoder. */
void decoding_work(struct screen *s);
/* The bytes that the decoder decodes; bytes 0: none. */
const struct view_bytes *decoding_window(const struct screen *s);
/* e, or :edit NAME. */
command_exec exec_edit;

/* Bytes as far as they are known, 0 elsewhere. */
struct gathered {
	uint8_t *bytes;
	VEC(struct page_range) unknown;
};
/* False when none of these bytes is known. */
bool contents_gather(const struct screen *s, pid_t pid,
		     const struct view_bytes *w, struct gathered *g);
void gathered_release(struct gathered *g);

#endif
