/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines around a given line. */
#include <config.h>

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "source/stack/private.h"
#include "../../support/procfile.h"

static char dir[] = "/tmp/test-lines.XXXXXX";
static struct unwinder u;

static void assert_lines(const char *name, uint32_t line, uint32_t first,
			 const char *want)
{
	struct str out = STR_INIT;
	uint32_t at = 0;
	char path[100];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	lines_around(&u, path, line, &out, &at);
	assert_string_equal(out.data, want);
	assert_int_equal(at, first);
	str_release(&out);
}

static void test_two_lines_on_either_side(void **state)
{
	(void)state;
	procfile_put(dir, "a.c", "one\ntwo\nthree\nfour\nfive\nsix\nseven");
	assert_lines("a.c", 4, 2, "two\nthree\nfour\nfive\nsix\n");
	assert_lines("a.c", 1, 1, "one\ntwo\nthree\n");
	assert_lines("a.c", 7, 5, "five\nsix\nseven\n");
	assert_lines("a.c", 0, 0, "");
	assert_lines("a.c", 90, 88, "");
	assert_lines("none.c", 1, 0, "");
}

static void test_cr_and_tabs_are_replaced(void **state)
{
	(void)state;
	procfile_put(dir, "b.c", "one\r\n\ttwo\r\n\r\nfour\r");
	assert_lines("b.c", 2, 1, "one\n        two\n\nfour\n");
}

static void test_long_lines_are_cut(void **state)
{
	char text[1000], want[220];

	(void)state;
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	procfile_put(dir, "c.c", text);
	snprintf(want, sizeof want, "%.200s\n", text);
	assert_lines("c.c", 1, 1, want);
}

/* Anything but a text file is rejected without blocking. */
static void test_other_files_are_rejected(void **state)
{
	(void)state;
	assert_lines("", 1, 0, "");
	assert_lines("../../dev/zero", 1, 0, "");
}

static int begin(void **state)
{
	(void)state;
	u.root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	return u.root < 0 || !mkdtemp(dir) ? -1 : 0;
}

static int end(void **state)
{
	static const char *const names[] = { "a.c", "b.c", "c.c" };
	char path[100];

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, names[i]);
		unlink(path);
	}
	lines_release(&u.lines);
	close(u.root);
	return rmdir(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_two_lines_on_either_side),
		cmocka_unit_test(test_cr_and_tabs_are_replaced),
		cmocka_unit_test(test_long_lines_are_cut),
		cmocka_unit_test(test_other_files_are_rejected),
	};

	return cmocka_run_group_tests_name("lines", tests, begin, end);
}
