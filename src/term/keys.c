/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "term/keys.h"

#include <stddef.h>

#include "late/curses.h"
#include "term/paste.h"

/* Codes of mmtop's own keys, above those of curses. */
enum {
	OWN_FIRST = 0x800, OWN_CLEFT = OWN_FIRST, OWN_CRIGHT, OWN_MOUSE_SGR,
	OWN_MOUSE_X10, OWN_PASTE
};

static const struct {
	int code;
	uint32_t key;
} table[] = {
	{ KEY_UP, KEY_UP_ }, { KEY_DOWN, KEY_DOWN_ },
	{ KEY_LEFT, KEY_LEFT_ }, { KEY_RIGHT, KEY_RIGHT_ },
	{ KEY_PPAGE, KEY_PGUP_ }, { KEY_NPAGE, KEY_PGDN_ },
	{ KEY_HOME, KEY_HOME_ }, { KEY_END, KEY_END_ },
	{ KEY_BTAB, KEY_BTAB_ }, { KEY_DC, KEY_DEL_ }, { KEY_IC, KEY_INS_ },
	/* Terminals send F15 for Shift-F3. */
	{ KEY_F(15), KEY_SF3_ },
	{ KEY_SLEFT, KEY_SLEFT_ }, { KEY_SRIGHT, KEY_SRIGHT_ },
	{ OWN_CLEFT, KEY_CLEFT_ }, { OWN_CRIGHT, KEY_CRIGHT_ },
	{ KEY_ENTER, KEY_ENTER_ }, { KEY_BACKSPACE, 127 },
	{ KEY_RESIZE, KEY_RESIZE_ },
};

/* Key sequences of terminals related to xterm.  Several sequences may give the
 * same key. */
static const struct {
	const char *bytes;
	int code;
} sequences[] = {
	{ "\033[1;5D", OWN_CLEFT }, { "\033[1;5C", OWN_CRIGHT },
	{ "\033Od", OWN_CLEFT }, { "\033Oc", OWN_CRIGHT },
	{ "\033[1;2D", KEY_SLEFT }, { "\033[1;2C", KEY_SRIGHT },
	/* Cursor keys of terminals that ignore the request for application
	 * keys. */
	{ "\033[A", KEY_UP }, { "\033[B", KEY_DOWN },
	{ "\033[C", KEY_RIGHT }, { "\033[D", KEY_LEFT },
	{ "\033OA", KEY_UP }, { "\033OB", KEY_DOWN },
	{ "\033OC", KEY_RIGHT }, { "\033OD", KEY_LEFT },
	{ "\033[H", KEY_HOME }, { "\033[F", KEY_END },
	{ "\033[1~", KEY_HOME }, { "\033[4~", KEY_END },
	{ "\033[5~", KEY_PPAGE }, { "\033[6~", KEY_NPAGE },
	{ "\033[Z", KEY_BTAB }, { "\033OP", KEY_F(1) },
	{ "\033[1;2R", KEY_F(15) },
};

void keys_define(void)
{
	for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++)
		define_key(sequences[i].bytes, sequences[i].code);
	define_key("\033[<", OWN_MOUSE_SGR);
	define_key(PASTE_BEGIN, OWN_PASTE);
	/* Where ESC [ M is a function key, the terminal has no mouse. */
	if (key_defined("\033[M") == KEY_MOUSE || !key_defined("\033[M"))
		define_key("\033[M", OWN_MOUSE_X10);
}

bool keys_mouse(int code, bool *sgr)
{
	*sgr = code == OWN_MOUSE_SGR;
	return *sgr || code == OWN_MOUSE_X10;
}

bool keys_paste(int code)
{
	return code == OWN_PASTE;
}

uint32_t keys_from_curses(int code)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (table[i].code == code)
			return table[i].key;
	if (code >= KEY_F(1) && code <= KEY_F(10))
		return KEY_F1_ + (uint32_t)(code - KEY_F(1));
	return KEY_NONE_;
}

uint32_t keys_from_char(uint32_t ch)
{
	switch (ch) {
	case '\n': return KEY_ENTER_;
	case '\b': return 127;
	default: return ch;
	}
}
