/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What regions are, and what went wrong, in words. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/attached.h"
#include "base/str.h"
#include "model/model.h"
#include "ui/words/error.h"
#include "ui/words/what.h"

static void assert_what(const char *fields, const char *what, const char *brief)
{
	struct model *m = model_of("");
	struct str line = STR_INIT, got = STR_INIT;

	str_addf(&line, "1 7 region op=add start=0x4000 end=0x6000 %s\n",
		 fields);
	evtext_text(line.data, model_event_fn, m);
	region_what(&got, at(m, 7, 0x4000), false);
	assert_string_equal(got.data, what);
	str_clear(&got);
	region_short(&got, at(m, 7, 0x4000), false);
	assert_string_equal(got.data, brief);
	str_release(&got);
	str_release(&line);
	model_free(m);
}

static void test_what(void **state)
{
	(void)state;
	assert_what("kind=anon", "anon", "anon");
	assert_what("kind=anon name=[anon:gc]", "[anon:gc]", "[anon:gc]");
	assert_what("kind=heap name=[heap]", "[heap]", "[heap]");
	assert_what("kind=stack name=[stack]", "[stack]", "[stack]");
	assert_what("kind=thread-stack owner=8", "stack 8", "stack 8");
	assert_what("kind=guard owner=8", "guard: stack 8", "guard: stack 8");
	assert_what("kind=guard", "guard", "guard");
	assert_what("kind=arena", "malloc arena", "malloc arena");
	assert_what("kind=arena owner=8", "malloc arena 8", "malloc arena 8");
	assert_what("kind=arena-reserve owner=8", "reserved: arena 8",
		    "reserved: arena 8");
	assert_what("kind=reserve", "reserved", "reserved");
	assert_what("kind=library inode=5 name=/usr/lib/libc.so.6",
		    "/usr/lib/libc.so.6", "libc.so.6");
	assert_what("kind=file inode=5 name=\"/tmp/a b (deleted)\"",
		    "/tmp/a b (deleted)", "a b (deleted)");
	assert_what("kind=posix-shm inode=5 name=/dev/shm/ring", "shm /ring",
		    "shm /ring");
	assert_what("kind=posix-shm name=\"/dev/shm/ring (deleted)\"",
		    "shm /ring (deleted)", "shm /ring (deleted)");
	assert_what("kind=sysv owner=12 key=0x1234 attaches=2",
		    "sysv 12 key 0x00001234 2 att",
		    "sysv 12 key 0x00001234 2 att");
	assert_what("kind=memfd name=\"/memfd:pool (deleted)\"", "memfd:pool",
		    "memfd:pool");
	assert_what("kind=shared-anon name=\"/dev/zero (deleted)\"",
		    "shared anon", "shared anon");
	assert_what("kind=vdso name=[vdso]", "[vdso]", "[vdso]");
	assert_what("kind=vdso name=[vvar]", "[vvar]", "[vvar]");
	assert_what("kind=file name=\"/a\\x1b[2J/\\xff\"", "/a\\x1b[2J/\\xff",
		    "\\xff");
}

static void test_arena_of_who_asked(void **state)
{
	struct model *m = model_of(
		"1 7/8 call call=mmap args=0,128M,0,0x4022,-1,0 "
		"result=0x7f0000000000\n"
		"2 7 region op=add start=0x7f0000000000 end=+132K kind=arena\n");
	struct str got = STR_INIT;

	(void)state;
	region_what(&got, at(m, 7, 0x7f0000000000), false);
	assert_string_equal(got.data, "malloc arena 8");
	str_release(&got);
	model_free(m);
}

/* Whatever the name and the figures are: one cell's worth of harmless text. */
static void test_hostile(void **state)
{
	static const uint64_t odd[] = { 0, 1, EV_UNKNOWN, INT64_MAX, 1u << 31 };
	struct str out = STR_INIT;
	uint32_t seed = 7;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		char name[24];
		struct region r = { .kind = (enum region_kind)(i % KINDS),
				    .name = name };

		for (size_t k = 0; k < sizeof name; k++) {
			seed = seed * 1664525u + 1013904223u;
			name[k] = (char)(seed >> 24);
		}
		name[seed % sizeof name] = '\0';
		r.owner = (int64_t)odd[seed % 5];
		r.key = odd[seed / 5 % 5];
		r.attaches = odd[seed / 25 % 5];
		r.born.known = seed & 256;
		r.born.tid = (pid_t)odd[seed / 125 % 5];
		str_clear(&out);
		region_what(&out, &r, true);
		assert_true(out.len > 0);
		for (size_t b = 0; b < out.len; b++)
			assert_in_range(out.data[b], ' ', '~');
		region_short(&out, &r, false);
	}
	str_release(&out);
}

/* In English they are the C library's. */
static void test_errors(void **state)
{
	(void)state;
	for (int err = 0; err < 200; err++) {
		char ours[128];

		/* strerror() writes where it wrote before. */
		snprintf(ours, sizeof ours, "%s", error_words(err));
		assert_string_equal(ours, strerror(err));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what),
		cmocka_unit_test(test_arena_of_who_asked),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_errors),
	};

	return cmocka_run_group_tests_name("what", tests, NULL, NULL);
}
