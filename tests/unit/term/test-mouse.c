/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What terminals send of the mouse. */
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

/* All bytes but the last are not enough; what the last says. */
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

static void is(bool sgr, const char *bytes, struct mouse want)
{
	struct mouse m;

	assert_int_equal(feed(sgr, bytes, strlen(bytes), &m), MOUSE_DONE);
	if (m.op != want.op || m.button != want.button ||
	    m.mods != want.mods ||
	    (m.op && (m.row != want.row || m.col != want.col)))
		fail_msg("%s: op %d button %d mods %u at %d,%d", bytes,
			 (int)m.op, m.button, m.mods, m.row, m.col);
}

static void sgr_says_what_it_did(void **state)
{
	(void)state;
	is(true, "0;11;4M", (struct mouse){ MOUSE_PRESS, 1, 0, 3, 10 });
	is(true, "0;11;4m", (struct mouse){ MOUSE_RELEASE, 1, 0, 3, 10 });
	is(true, "2;1;1M", (struct mouse){ MOUSE_PRESS, 3, 0, 0, 0 });
	is(true, "32;12;4M", (struct mouse){ MOUSE_DRAG, 1, 0, 3, 11 });
	is(true, "34;12;4M", (struct mouse){ MOUSE_DRAG, 3, 0, 3, 11 });
	is(true, "64;300;80M",
	   (struct mouse){ MOUSE_WHEEL_UP, 0, 0, 79, 299 });
	is(true, "65;5;6M", (struct mouse){ MOUSE_WHEEL_DOWN, 0, 0, 5, 4 });
	is(true, "80;5;6M",
	   (struct mouse){ MOUSE_WHEEL_UP, 0, MOUSE_CTRL, 5, 4 });
	is(true, "28;5;6M",
	   (struct mouse){ MOUSE_PRESS, 1,
			   MOUSE_SHIFT | MOUSE_ALT | MOUSE_CTRL, 5, 4 });
}

static void what_means_nothing_is_nothing(void **state)
{
	struct mouse m;

	(void)state;
	/* No button, sideways, buttons 8 on, no place; more than any. */
	static const char *const none[] = {
		"35;5;6M", "66;5;6M", "67;5;6M", "128;5;6M", "65;5;6m",
		"0;0;1M", "0;1;0M",
	};
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		assert_int_equal(feed(true, none[i], strlen(none[i]), &m),
				 MOUSE_DONE);
		assert_int_equal(m.op, MOUSE_NONE);
	}
	is(true, "0;99999999999999999999;4M",
	   (struct mouse){ MOUSE_PRESS, 1, 0, 3, 9999 });
}

static void x10_has_three_bytes(void **state)
{
	struct mouse m;

	(void)state;
	is(false, " +$", (struct mouse){ MOUSE_PRESS, 1, 0, 3, 10 });
	is(false, "#+$", (struct mouse){ MOUSE_RELEASE, 0, 0, 3, 10 });
	is(false, "@,$", (struct mouse){ MOUSE_DRAG, 1, 0, 3, 11 });
	is(false, "`!!", (struct mouse){ MOUSE_WHEEL_UP, 0, 0, 0, 0 });
	is(false, "a\xff\x7f",
	   (struct mouse){ MOUSE_WHEEL_DOWN, 0, 0, 94, 222 });
	/* Letters in it are no keys: this was once "q". */
	is(false, " qq", (struct mouse){ MOUSE_PRESS, 1, 0, 80, 80 });
	/* A place that it has no byte for: all three are gone, no key is left. */
	assert_int_equal(feed(false, " \0q", 3, &m), MOUSE_DONE);
	assert_int_equal(m.op, MOUSE_NONE);
	assert_int_equal(feed(false, "", 1, &m), MOUSE_BAD);
	assert_int_equal(feed(false, "\033", 1, &m), MOUSE_BAD);
}

static void what_is_broken_off_ends(void **state)
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
	/* One that curses has made of several bytes. */
	struct mouse_decoder d;
	mouse_begin(&d, false);
	assert_int_equal(mouse_byte(&d, 0x800, &m), MOUSE_BAD);
	mouse_begin(&d, true);
	assert_int_equal(mouse_byte(&d, 0x800, &m), MOUSE_BAD);
}

/* Any bytes: it ends, or wants more; never a place that is none. */
static void any_bytes(void **state)
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
		cmocka_unit_test(sgr_says_what_it_did),
		cmocka_unit_test(what_means_nothing_is_nothing),
		cmocka_unit_test(x10_has_three_bytes),
		cmocka_unit_test(what_is_broken_off_ends),
		cmocka_unit_test(any_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
