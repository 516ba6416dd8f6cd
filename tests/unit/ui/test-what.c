/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The descriptions of regions and errors. */
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

static void regions_are_described_by_kind(void **state)
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
		    "sysv 12 key 0x00001234 2 attached",
		    "sysv 12 key 0x00001234 2 attached");
	assert_what("kind=memfd name=\"/memfd:pool (deleted)\"", "memfd:pool",
		    "memfd:pool");
	assert_what("kind=shared-anon name=\"/dev/zero (deleted)\"",
		    "shared anon", "shared anon");
	assert_what("kind=vdso name=[vdso]", "[vdso]", "[vdso]");
	assert_what("kind=vdso name=[vvar]", "[vvar]", "[vvar]");
	assert_what("kind=file name=\"/a\\x1b[2J/\\xff\"", "/a\\x1b[2J/\\xff",
		    "\\xff");
}

static void arena_is_of_the_thread_that_mapped_it(void **state)
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

/* Random names and numbers give printable text for one cell. */
static void hostile_names_are_escaped(void **state)
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

/* In English they are the texts of the C library. */
static void errors_have_the_texts_of_the_c_library(void **state)
{
	(void)state;
	for (int err = 0; err < 200; err++) {
		char ours[128];

		/* strerror() reuses its buffer. */
		snprintf(ours, sizeof ours, "%s", error_words(err));
		assert_string_equal(ours, strerror(err));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(regions_are_described_by_kind),
		cmocka_unit_test(arena_is_of_the_thread_that_mapped_it),
		cmocka_unit_test(hostile_names_are_escaped),
		cmocka_unit_test(errors_have_the_texts_of_the_c_library),
	};

	return cmocka_run_group_tests_name("what", tests, NULL, NULL);
}
