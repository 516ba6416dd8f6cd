/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mouse reports of terminals. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "term/mouse.h"

/* Feeds bytes, all but the last of which must be incomplete; returns the result
 * of the last one. */
static enum mouse_state feed(bool sgr, const char *bytes, size_t n,
			     struct mouse *m)
{
	struct mouse_decoder d;
	enum mouse_state state = MOUSE_MORE;

	*m = (struct mouse){ .op = MOUSE_NONE };
	mouse_begin(&d, sgr);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(state, MOUSE_MORE);
		state = mouse_byte(&d, (unsigned char)bytes[i], m);
	}
	return state;
}

static void decodes(bool sgr, const char *bytes, struct mouse want)
{
	struct mouse m;

	assert_int_equal(feed(sgr, bytes, strlen(bytes), &m), MOUSE_DONE);
	if (m.op != want.op || m.button != want.button ||
	    m.mods != want.mods ||
	    (m.op && (m.row != want.row || m.col != want.col)))
		fail_msg("%s: op %d button %d mods %u at %d,%d", bytes,
			 (int)m.op, m.button, m.mods, m.row, m.col);
}

static void sgr_reports_are_decoded(void **state)
{
	(void)state;
	decodes(true, "0;11;4M", (struct mouse){ MOUSE_PRESS, 1, 0, 3, 10 });
	decodes(true, "0;11;4m", (struct mouse){ MOUSE_RELEASE, 1, 0, 3, 10 });
	decodes(true, "2;1;1M", (struct mouse){ MOUSE_PRESS, 3, 0, 0, 0 });
	decodes(true, "32;12;4M", (struct mouse){ MOUSE_DRAG, 1, 0, 3, 11 });
	decodes(true, "34;12;4M", (struct mouse){ MOUSE_DRAG, 3, 0, 3, 11 });
	decodes(true, "64;300;80M",
		(struct mouse){ MOUSE_WHEEL_UP, 0, 0, 79, 299 });
	decodes(true, "65;5;6M",
		(struct mouse){ MOUSE_WHEEL_DOWN, 0, 0, 5, 4 });
	decodes(true, "80;5;6M",
		(struct mouse){ MOUSE_WHEEL_UP, 0, MOUSE_CTRL, 5, 4 });
	decodes(true, "28;5;6M",
		(struct mouse){ MOUSE_PRESS, 1,
				MOUSE_SHIFT | MOUSE_ALT | MOUSE_CTRL, 5, 4 });
}

static void unknown_reports_are_ignored(void **state)
{
	struct mouse m;

	(void)state;
	/* A move without a button, the horizontal wheel, buttons from 8 on, the
	 * release of a wheel, and coordinates of 0. */
	static const char *const none[] = {
		"35;5;6M", "66;5;6M", "67;5;6M", "128;5;6M", "65;5;6m",
		"0;0;1M", "0;1;0M",
	};
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		assert_int_equal(feed(true, none[i], strlen(none[i]), &m),
				 MOUSE_DONE);
		assert_int_equal(m.op, MOUSE_NONE);
	}
	decodes(true, "0;99999999999999999999;4M",
		(struct mouse){ MOUSE_PRESS, 1, 0, 3, 9999 });
}

static void x10_reports_have_three_bytes(void **state)
{
	struct mouse m;

	(void)state;
	decodes(false, " +$", (struct mouse){ MOUSE_PRESS, 1, 0, 3, 10 });
	decodes(false, "#+$", (struct mouse){ MOUSE_RELEASE, 0, 0, 3, 10 });
	decodes(false, "@,$", (struct mouse){ MOUSE_DRAG, 1, 0, 3, 11 });
	decodes(false, "`!!", (struct mouse){ MOUSE_WHEEL_UP, 0, 0, 0, 0 });
	decodes(false, "a\xff\x7f",
		(struct mouse){ MOUSE_WHEEL_DOWN, 0, 0, 94, 222 });
	/* The letters in a report are coordinates, not the key "q". */
	decodes(false, " qq", (struct mouse){ MOUSE_PRESS, 1, 0, 80, 80 });
	/* X10 sends 0 for a coordinate beyond its range: the whole report is
	 * skipped. */
	assert_int_equal(feed(false, " \0q", 3, &m), MOUSE_DONE);
	assert_int_equal(m.op, MOUSE_NONE);
	assert_int_equal(feed(false, "", 1, &m), MOUSE_BAD);
	assert_int_equal(feed(false, "\033", 1, &m), MOUSE_BAD);
}

static void malformed_reports_end_at_once(void **state)
{
	static const char *const bad[] = {
		"q", ";", "0;q", "0;1q", "0;1M", "0;1;2;", "0;1;2\033", "M",
		"0;;", "0;1;M",
	};
	struct mouse m;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(feed(true, bad[i], strlen(bad[i]), &m),
				 MOUSE_BAD);
	/* A wide character, which curses reads as one value. */
	struct mouse_decoder d;
	mouse_begin(&d, false);
	assert_int_equal(mouse_byte(&d, 0x800, &m), MOUSE_BAD);
	mouse_begin(&d, true);
	assert_int_equal(mouse_byte(&d, 0x800, &m), MOUSE_BAD);
}

/* Random bytes: the decoder ends or wants more, and coordinates are in
 * range. */
static void random_bytes_give_valid_coordinates(void **state)
{
	uint32_t seed = 12345;

	(void)state;
	for (int run = 0; run < 20000; run++) {
		struct mouse_decoder d;
		struct mouse m = { .op = MOUSE_NONE };

		mouse_begin(&d, run % 2);
		for (int i = 0; i < 40; i++) {
			seed = seed * 1664525u + 1013904223u;
			int byte = seed >> 30 ? "0123456789;;;Mm"[(seed >> 16) % 15]
					      : (int)(seed >> 16 & 0x3ff);
			if (mouse_byte(&d, byte, &m) != MOUSE_MORE)
				break;
		}
		assert_in_range(m.row, 0, 10000);
		assert_in_range(m.col, 0, 10000);
		assert_in_range(m.button, 0, 3);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sgr_reports_are_decoded),
		cmocka_unit_test(unknown_reports_are_ignored),
		cmocka_unit_test(x10_reports_have_three_bytes),
		cmocka_unit_test(malformed_reports_end_at_once),
		cmocka_unit_test(random_bytes_give_valid_coordinates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
