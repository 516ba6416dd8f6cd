/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <unistr.h>

#include "app/screen/past.h"
#include "app/screen/place.h"
#include "app/screen/private.h"
#include "app/screen/type.h"
#include "base/alloc.h"

struct typing {
	bool opened;			/* the Output pane was opened for
					 * typing */
	bool left;			/* the last key was Ctrl-] */
};

/* The bytes that xterm and similar terminals send for keys without a Unicode
 * character. */
static const struct {
	uint32_t key;
	const char *bytes;
} sequences[] = {
	{ KEY_UP_, "\033[A" }, { KEY_DOWN_, "\033[B" },
	{ KEY_RIGHT_, "\033[C" }, { KEY_LEFT_, "\033[D" },
	{ KEY_HOME_, "\033[H" }, { KEY_END_, "\033[F" },
	{ KEY_PGUP_, "\033[5~" }, { KEY_PGDN_, "\033[6~" },
	{ KEY_INS_, "\033[2~" }, { KEY_DEL_, "\033[3~" },
	{ KEY_BTAB_, "\033[Z" },
	{ KEY_SLEFT_, "\033[1;2D" }, { KEY_SRIGHT_, "\033[1;2C" },
	{ KEY_CLEFT_, "\033[1;5D" }, { KEY_CRIGHT_, "\033[1;5C" },
	{ KEY_F1_, "\033OP" }, { KEY_F2_, "\033OQ" }, { KEY_F3_, "\033OR" },
	{ KEY_F4_, "\033OS" }, { KEY_F5_, "\033[15~" },
	{ KEY_F6_, "\033[17~" }, { KEY_F7_, "\033[18~" },
	{ KEY_F8_, "\033[19~" }, { KEY_F9_, "\033[20~" },
	{ KEY_F10_, "\033[21~" }, { KEY_SF3_, "\033[1;2R" },
};

void type_init(struct screen *s)
{
	s->typing = xcalloc(1, sizeof *s->typing);
}

void type_release(struct screen *s)
{
	free(s->typing);
}

static void send(struct screen *s, enum request_input what, const void *bytes,
		 size_t n)
{
	struct request req = { .op = REQ_INPUT, .pid = screen_main_pid(s),
			       .b = what };

	if (n > sizeof req.text)
		n = sizeof req.text;
	memcpy(req.text, bytes, n);
	req.a = n;
	s->request(s->request_arg, &req);
}

static void type_begin(struct screen *s)
{
	/* The user must see what the program answers. */
	past_end(s);
	s->view.typing = true;
	s->typing->opened = s->place.focus != PANE_OUTPUT;
	place_open(s, PANE_OUTPUT);
}

void exec_type(const struct command_context *x)
{
	type_begin(x->screen);
}

void type_end(struct screen *s)
{
	s->view.typing = false;
	if (s->typing->opened)
		place_back(s);
}

static void send_key(struct screen *s, uint32_t key)
{
	uint8_t utf8[6];

	for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++)
		if (sequences[i].key == key)
			send(s, INPUT_KEYS, sequences[i].bytes,
			     strlen(sequences[i].bytes));
	if (key >= KEY_NONE_)
		return;
	int n = u8_uctomb(utf8, key, sizeof utf8);
	if (n > 0)
		send(s, INPUT_KEYS, utf8, (size_t)n);
}

bool type_key(struct screen *s, uint32_t key)
{
	bool left = s->typing->left;

	s->typing->left = false;
	if (s->view.typing && key == KEY_CTRL(']')) {
		type_end(s);
		s->typing->left = true;
	} else if (s->view.typing) {
		send_key(s, key);
	} else if (key == KEY_CTRL(']')) {
		/* A second Ctrl-], directly after the one that ended typing,
		 * goes to the program, and typing continues. */
		if (left) {
			type_begin(s);
			send_key(s, key);
		}
	} else {
		return false;
	}
	return true;
}

void type_paste(struct screen *s, const struct pasted *part)
{
	enum { STEP = sizeof ((struct request *)0)->text };

	if (part->first)
		send(s, INPUT_PASTE_BEGINS, "", 0);
	for (size_t i = 0; i < part->n; i += STEP)
		send(s, INPUT_KEYS, part->bytes + i,
		     part->n - i < STEP ? part->n - i : STEP);
	if (part->last)
		send(s, INPUT_PASTE_ENDS, "", 0);
}
