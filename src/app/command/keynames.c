/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/command/keynames.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <unistr.h>

#include "base/text.h"
#include "ui/kit/command.h"

/* If a key has several names, the first one is shown. */
static const struct {
	const char *name;
	uint32_t key;
} names[] = {
	{ "Up", KEY_UP_ }, { "Dn", KEY_DOWN_ }, { "Down", KEY_DOWN_ },
	{ "Left", KEY_LEFT_ }, { "Right", KEY_RIGHT_ },
	{ "PgUp", KEY_PGUP_ }, { "PgDn", KEY_PGDN_ }, { "Home", KEY_HOME_ },
	{ "End", KEY_END_ }, { "Ins", KEY_INS_ }, { "Del", KEY_DEL_ },
	{ "Enter", KEY_ENTER_ }, { "Esc", KEY_ESC_ }, { "Tab", '\t' },
	{ "Shift-Tab", KEY_BTAB_ }, { "Space", ' ' }, { "Backspace", 127 },
	{ "Shift-Left", KEY_SLEFT_ }, { "Shift-Right", KEY_SRIGHT_ },
	{ "Ctrl-Left", KEY_CLEFT_ }, { "Ctrl-Right", KEY_CRIGHT_ },
	{ "F1", KEY_F1_ }, { "F2", KEY_F2_ }, { "F3", KEY_F3_ },
	{ "F4", KEY_F4_ }, { "F5", KEY_F5_ }, { "F6", KEY_F6_ },
	{ "F7", KEY_F7_ }, { "F8", KEY_F8_ }, { "F9", KEY_F9_ },
	{ "F10", KEY_F10_ }, { "Shift-F3", KEY_SF3_ },
};

uint32_t key_by_name(const char *name)
{
	size_t n = strlen(name);
	ucs4_t uc;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcasecmp(names[i].name, name))
			return names[i].key;
	/* Of the control keys, only Ctrl with a letter can be bound.  So
	 * Ctrl-], which ends typing into the program, keeps its meaning. */
	if (n == 6 && !strncasecmp(name, "Ctrl-", 5) &&
	    isalpha((unsigned char)name[5])) {
		uint32_t key = KEY_CTRL((uint32_t)name[5]);

		/* Ctrl-J is Enter, because terminals may send it for that key:
		 * see command_by_key(). */
		return key == '\n' ? KEY_ENTER_ : key;
	}
	if (!text_valid(name, n) || !n ||
	    u8_mbtouc(&uc, (const uint8_t *)name, n) != (int)n || uc <= ' ' ||
	    uc == 127)
		return 0;
	/* Invisible characters, such as C1 and bidi controls, are not keys. */
	if (text_width(name) < 1)
		return 0;
	return uc;
}

void key_name(struct str *out, uint32_t key)
{
	uint8_t bytes[6];
	int n;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].key == key) {
			str_adds(out, names[i].name);
			return;
		}
	if (key < ' ') {
		str_addf(out, "Ctrl-%c", (int)(key | 0x40));
		return;
	}
	n = u8_uctomb(bytes, key, sizeof bytes);
	if (n > 0)
		str_add(out, bytes, (size_t)n);
}
