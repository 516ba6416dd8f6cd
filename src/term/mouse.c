/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "term/mouse.h"

/* Maximum of a value in a report; larger than any screen. */
#define VALUE_MAX 10000

/* Bits of the code in a report (ctlseqs of xterm, "Mouse Tracking"). */
enum {
	CODE_BUTTON = 3, CODE_SHIFT = 4, CODE_META = 8, CODE_CTRL = 16,
	CODE_MOTION = 32, CODE_WHEEL = 64, CODE_OTHER = 128,
};
/* In X10 format, a release has this code in place of the button's. */
#define BUTTON_NONE 3

void mouse_begin(struct mouse_decoder *d, bool sgr)
{
	*d = (struct mouse_decoder){ .sgr = sgr };
}

static enum mouse_op op_of(int code, bool released)
{
	int button = code & CODE_BUTTON;

	if (code & CODE_OTHER)
		return MOUSE_NONE;
	if (code & CODE_WHEEL) {
		/* Buttons 2 and 3 of the wheel scroll horizontally: ignore
		 * them. */
		if (released || button > 1)
			return MOUSE_NONE;
		return button ? MOUSE_WHEEL_DOWN : MOUSE_WHEEL_UP;
	}
	if (code & CODE_MOTION)
		return button == BUTTON_NONE ? MOUSE_NONE : MOUSE_DRAG;
	if (released || button == BUTTON_NONE)
		return MOUSE_RELEASE;
	return MOUSE_PRESS;
}

static enum mouse_state finish(const struct mouse_decoder *d, bool released,
			       struct mouse *out)
{
	int code = d->v[0], button = code & CODE_BUTTON;

	*out = (struct mouse){ .op = MOUSE_NONE };
	if (d->v[1] < 1 || d->v[2] < 1)
		return MOUSE_DONE;
	*out = (struct mouse){
		.op = op_of(code, released),
		.button = code & CODE_WHEEL || button == BUTTON_NONE ? 0
			  : button + 1,
		.mods = (code & CODE_SHIFT ? MOUSE_SHIFT : 0u) |
			(code & CODE_META ? MOUSE_ALT : 0u) |
			(code & CODE_CTRL ? MOUSE_CTRL : 0u),
		.row = d->v[2] - 1, .col = d->v[1] - 1,
	};
	return MOUSE_DONE;
}

/* Adds a byte of an X10 report, which has one byte per value, with 32 added. */
static enum mouse_state x10_byte(struct mouse_decoder *d, int byte,
				 struct mouse *out)
{
	/* NUL means a column or row above 223.  Such a report is ignored, but
	 * read to its end, as its bytes are not keys. */
	if ((byte < 32 && (byte || !d->n)) || byte > 255)
		return MOUSE_BAD;
	d->v[d->n++] = byte - 32;
	return d->n < 3 ? MOUSE_MORE : finish(d, false, out);
}

static enum mouse_state sgr_byte(struct mouse_decoder *d, int byte,
				 struct mouse *out)
{
	int *v = &d->v[d->field];

	if (byte >= '0' && byte <= '9') {
		*v = *v * 10 + (byte - '0');
		if (*v > VALUE_MAX)
			*v = VALUE_MAX;
		d->n++;
		return MOUSE_MORE;
	}
	if (!d->n)
		return MOUSE_BAD;
	d->n = 0;
	if (byte == ';' && d->field < 2) {
		d->field++;
		return MOUSE_MORE;
	}
	if ((byte != 'M' && byte != 'm') || d->field != 2)
		return MOUSE_BAD;
	return finish(d, byte == 'm', out);
}

enum mouse_state mouse_byte(struct mouse_decoder *d, int byte,
			    struct mouse *out)
{
	return d->sgr ? sgr_byte(d, byte, out) : x10_byte(d, byte, out);
}
