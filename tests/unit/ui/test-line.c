/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The input line: the effect of each key, and of hostile input. */
#include <config.h>

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "ui/kit/canvas.h"
#include "ui/kit/command.h"
#include "ui/kit/line.h"

static void type(struct line *l, const char *keys)
{
	for (; *keys; keys++)
		line_key(l, (unsigned char)*keys);
}

/* Compares the text, with `|` at the cursor. */
static void check_line(struct line *l, const char *want)
{
	struct str s = STR_INIT;

	str_add(&s, l->text.data, l->at);
	str_addc(&s, '|');
	str_adds(&s, l->text.data + l->at);
	assert_string_equal(s.data, want);
	str_release(&s);
}

static void keys_edit_the_line(void **state)
{
	static const struct {
		uint32_t key;
		enum line_did did;
		const char *is;
	} steps[] = {
		{ KEY_CTRL('a'), LINE_TAKEN, "|go heap +1M" },
		{ KEY_LEFT_, LINE_TAKEN, "|go heap +1M" },
		{ 127, LINE_TAKEN, "|go heap +1M" },
		{ KEY_CTRL('w'), LINE_TAKEN, "|go heap +1M" },
		{ KEY_RIGHT_, LINE_TAKEN, "g|o heap +1M" },
		{ KEY_CTRL('f'), LINE_TAKEN, "go| heap +1M" },
		{ KEY_CTRL('b'), LINE_TAKEN, "g|o heap +1M" },
		{ KEY_DEL_, LINE_CHANGED, "g| heap +1M" },
		{ 'o', LINE_CHANGED, "go| heap +1M" },
		{ KEY_END_, LINE_TAKEN, "go heap +1M|" },
		{ KEY_DEL_, LINE_TAKEN, "go heap +1M|" },
		{ KEY_CTRL('d'), LINE_TAKEN, "go heap +1M|" },
		{ KEY_RIGHT_, LINE_TAKEN, "go heap +1M|" },
		{ KEY_CTRL('w'), LINE_CHANGED, "go heap |" },
		{ KEY_CTRL('w'), LINE_CHANGED, "go |" },
		{ KEY_CTRL('h'), LINE_CHANGED, "go|" },
		{ KEY_HOME_, LINE_TAKEN, "|go" },
		{ KEY_CTRL('k'), LINE_CHANGED, "|" },
		{ KEY_CTRL('k'), LINE_TAKEN, "|" },
		{ KEY_CTRL('u'), LINE_TAKEN, "|" },
		{ KEY_CTRL('e'), LINE_TAKEN, "|" },
		{ 'x', LINE_CHANGED, "x|" },
		{ KEY_CTRL('u'), LINE_CHANGED, "|" },
	};
	struct line l = LINE_INIT;

	(void)state;
	type(&l, "go heap +1M");
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		assert_int_equal(line_key(&l, steps[i].key), steps[i].did);
		check_line(&l, steps[i].is);
	}
	line_release(&l);
}

static void other_keys_are_not_taken(void **state)
{
	static const uint32_t keys[] = {
		KEY_ESC_, KEY_ENTER_, '\t', KEY_UP_, KEY_DOWN_, KEY_F3_,
		KEY_RESIZE_, KEY_HANGUP_, KEY_NONE_, 0, 7, 0x85, 0x200b,
		0x202e, 0xd800, 0xfeff, 0x10ffff, 0x110000, UINT32_MAX,
	};
	struct line l = LINE_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		assert_int_equal(line_key(&l, keys[i]), LINE_NOT_MINE);
	check_line(&l, "|");
	line_release(&l);
}

/* A grapheme is deleted and skipped as a whole, however many characters it
 * has. */
static void graphemes_are_edited_as_a_whole(void **state)
{
	struct line l = LINE_INIT;

	(void)state;
	/* A combining mark without a base character is ignored. */
	assert_int_equal(line_key(&l, 0x301), LINE_TAKEN);
	check_line(&l, "|");
	type(&l, "ae");
	line_key(&l, 0x301);
	line_key(&l, 0x65e5);
	check_line(&l, "ae\xcc\x81\xe6\x97\xa5|");
	line_key(&l, KEY_LEFT_);
	check_line(&l, "ae\xcc\x81|\xe6\x97\xa5");
	line_key(&l, KEY_LEFT_);
	check_line(&l, "a|e\xcc\x81\xe6\x97\xa5");
	line_key(&l, KEY_DEL_);
	check_line(&l, "a|\xe6\x97\xa5");
	/* A combining mark joins the character before the cursor. */
	line_key(&l, 0x301);
	check_line(&l, "a\xcc\x81|\xe6\x97\xa5");
	line_key(&l, 127);
	check_line(&l, "|\xe6\x97\xa5");
	line_release(&l);
}

static void line_length_is_limited(void **state)
{
	struct line l = LINE_INIT;

	(void)state;
	for (int i = 0; i < 3 * LINE_BYTES; i++)
		line_key(&l, i % 3 ? 0x1f600 : 'a');
	assert_true(l.text.len <= LINE_BYTES);
	assert_true(text_valid(l.text.data, l.text.len));
	assert_int_equal(strlen(l.text.data), l.text.len);
	/* combining marks only */
	line_set(&l, "a");
	for (int i = 0; i < 3 * LINE_BYTES; i++)
		line_key(&l, 0x300 + (uint32_t)i % 0x40);
	assert_true(l.text.len <= LINE_BYTES);
	line_release(&l);
}

/* Random keys: the text stays valid and the cursor inside it. */
static void random_keys_keep_the_line_valid(void **state)
{
	static const uint32_t some[] = {
		'a', ' ', 0x301, 0x65e5, 0x1f1e6, 0x1f1e7, 0x1f469, 0x200d,
		0x0915, 0x093f, 0xd800, 0x202e, KEY_LEFT_, KEY_LEFT_,
		KEY_RIGHT_, KEY_HOME_, KEY_END_, 127, KEY_DEL_,
		KEY_CTRL('w'), KEY_CTRL('k'), KEY_CTRL('u'), 0x1100, 0x1161,
	};
	const size_t n = sizeof some / sizeof *some;
	struct canvas c;
	struct look utf8 = { .utf8 = true, .colors = 256 };
	struct look ascii = { .utf8 = false };
	struct line l = LINE_INIT;
	uint32_t seed = 12345;

	(void)state;
	canvas_init(&c, 1, 12);
	for (int i = 0; i < 20000; i++) {
		seed = seed * 1103515245 + 12345;
		uint32_t key = some[(seed >> 16) % n];

		/* Deletions are rarer, so that the text becomes long. */
		if (key >= KEY_CTRL('u') || seed >> 30 == 0)
			line_key(&l, key);
		assert_true(l.at <= l.text.len);
		assert_true(text_valid(l.text.data, l.text.len));
		assert_true(l.at == l.text.len ||
			    ((unsigned char)l.text.data[l.at] & 0xc0) != 0x80);
		canvas_clear(&c);
		line_draw(&l, &c, 0, 1, 10, seed & 0x10000 ? &utf8 : &ascii);
		assert_int_equal(c.cursor_row, 0);
		assert_in_range(c.cursor_col, 1, 10);
		assert_string_equal(canvas_at(&c, 0, 0)->text, " ");
		assert_string_equal(canvas_at(&c, 0, 11)->text, " ");
	}
	canvas_release(&c);
	line_release(&l);
}

static void set_drops_control_characters(void **state)
{
	struct line l = LINE_INIT;

	(void)state;
	line_set(&l, "one\x1b[2J\xffrest");
	check_line(&l, "one[2J|");
	line_set(&l, "");
	check_line(&l, "|");
	assert_true(line_at_end(&l));
	line_set(&l, "a  ");
	line_key(&l, KEY_LEFT_);
	assert_true(line_at_end(&l));
	line_key(&l, KEY_HOME_);
	assert_false(line_at_end(&l));
	line_release(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_edit_the_line),
		cmocka_unit_test(other_keys_are_not_taken),
		cmocka_unit_test(graphemes_are_edited_as_a_whole),
		cmocka_unit_test(line_length_is_limited),
		cmocka_unit_test(random_keys_keep_the_line_valid),
		cmocka_unit_test(set_drops_control_characters),
	};

	setlocale(LC_ALL, "");
	if (!strstr(setlocale(LC_CTYPE, NULL), "UTF-8"))
		setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
