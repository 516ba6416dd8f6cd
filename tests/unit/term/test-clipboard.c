/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The control sequence for the terminal's clipboard. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "term/clipboard.h"

static void check(const char *text, const char *expected)
{
	struct str s = STR_INIT;

	clipboard_copy(&s, text);
	assert_string_equal(s.data, expected);
	str_release(&s);
}

static void text_is_base64(void **state)
{
	(void)state;
	check("", "\033]52;c;\a");
	check("f", "\033]52;c;Zg==\a");
	check("fo", "\033]52;c;Zm8=\a");
	check("foo", "\033]52;c;Zm9v\a");
	check("foob", "\033]52;c;Zm9vYg==\a");
	check("\377\376?>", "\033]52;c;//4/Pg==\a");
}

/* No text can end the sequence early. */
static void text_cannot_escape(void **state)
{
	(void)state;
	check("\a\033\\", "\033]52;c;Bxtc\a");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_base64),
		cmocka_unit_test(text_cannot_escape),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
