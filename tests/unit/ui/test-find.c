/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How `/` and `:go` interpret the typed text. */
#include <config.h>

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/evtext.h"
#include "model/model.h"
#include "ui/pane/find.h"

static const char regions[] =
	"0 7 process op=attach start=1 comm=x\n"
	"0 7 region op=add start=0x400000 end=+64K kind=program name=/bin/add\n"
	"0 7 region op=add start=0x500000 end=+1M kind=heap name=[heap]\n"
	"0 7 region op=add start=0x7f0000000000 end=+1M kind=anon\n"
	"0 7 region op=add start=0x7f0000200000 end=+8K kind=library "
		"name=/lib/libc.so.6\n"
	"0 7 region op=add start=0x7f0000202000 end=+64K kind=library "
		"name=/lib/libc.so.6\n"
	"0 7 region op=add start=0x7f0000300000 end=+64K kind=library "
		"name=/lib/libstdc++.so.6\n"
	"0 7 region op=add start=0x7f0000400000 end=+4K kind=file "
		"name=\"/tmp/\xc5\xbc\xc3\xb3\xc5\x82w \\x1b[2J\"\n"
	"0 7 region op=add start=0x7f0000500000 end=+4K kind=file "
		"name=/tmp/0x10\n"
	"0 7 region op=add start=0x7f0000600000 end=+4K kind=file "
		"name=/srv/2026\n"
	"0 7 region op=add start=0xffffffffff600000 end=+4K kind=special "
		"name=[vsyscall]\n"
	"0 7 region op=sync\n";

static int setup(void **state)
{
	struct model *m = model_new();

	evtext_text(regions, model_event_fn, m);
	*state = m;
	return 0;
}

static int teardown(void **state)
{
	model_free(*state);
	return 0;
}

static struct find find_of(void *m, const char *text)
{
	struct find f;

	find_init(&f, &model_process(m, 7)->space, text, false);
	return f;
}

static void go_finds_addresses_and_names(void **state)
{
	static const struct {
		const char *text;
		uint64_t cursor;
		enum go_result result;
		uint64_t addr;
		uint64_t region;	/* 0: not compared */
	} cases[] = {
		{ "0x400000", 0, GO_FOUND, 0x400000, 0x400000 },
		{ "400000", 0, GO_FOUND, 0x400000, 0x400000 },
		{ "40FFFF", 0, GO_FOUND, 0x40ffff, 0x400000 },
		{ "0X40ffff", 0, GO_FOUND, 0x40ffff, 0x400000 },
		{ "410000", 0, GO_UNMAPPED, 0x410000, 0x400000 },
		{ "4fffff", 0, GO_UNMAPPED, 0x4fffff, 0x500000 },
		{ "0x0", 0, GO_UNMAPPED, 0, 0x400000 },
		/* A name that is also a hexadecimal number: no region is at
		 * 0xadd. */
		{ "add", 0, GO_FOUND, 0x400000, 0x400000 },
		{ "0xadd", 0, GO_UNMAPPED, 0xadd, 0x400000 },
		{ "0x10", 0, GO_UNMAPPED, 0x10, 0x400000 },
		/* Numbers that also occur in names: only a complete part of a
		 * name counts. */
		{ "0", 0, GO_UNMAPPED, 0, 0x400000 },
		{ "6", 0, GO_UNMAPPED, 6, 0x400000 },
		{ "6+1K", 0, GO_UNMAPPED, 0x406, 0x400000 },
		{ "2026", 0, GO_FOUND, 0x7f0000600000, 0 },
		{ "202", 0, GO_UNMAPPED, 0x202, 0x400000 },
		{ "6a6", 0, GO_UNMAPPED, 0x6a6, 0x400000 },
		{ "heap", 0, GO_FOUND, 0x500000, 0x500000 },
		{ "[heap]", 0, GO_FOUND, 0x500000, 0x500000 },
		{ "HEA", 0, GO_FOUND, 0x500000, 0x500000 },
		{ "heap+1K", 0, GO_FOUND, 0x500400, 0x500000 },
		{ "heap+0x10", 0, GO_FOUND, 0x500010, 0x500000 },
		{ "heap+1048575", 0, GO_FOUND, 0x5fffff, 0x500000 },
		{ "heap+1M", 0, GO_UNMAPPED, 0x600000, 0x500000 },
		{ "500000+4k", 0, GO_FOUND, 0x501000, 0x500000 },
		{ "4f0000+64K", 0, GO_FOUND, 0x500000, 0x500000 },
		{ "+4K", 0x500000, GO_FOUND, 0x501000, 0x500000 },
		/* The search starts at the cursor and wraps around. */
		{ "libc.so.6", 0, GO_FOUND, 0x7f0000200000, 0 },
		{ "libc.so.6", 0x7f0000201000, GO_FOUND, 0x7f0000200000, 0 },
		{ "libc.so.6", 0x7f0000202000, GO_FOUND, 0x7f0000202000, 0 },
		{ "libc.so.6", 0x7f0000300000, GO_FOUND, 0x7f0000200000, 0 },
		{ "libc.so.6", UINT64_MAX, GO_FOUND, 0x7f0000200000, 0 },
		{ "/lib/libc.so.6", 0, GO_FOUND, 0x7f0000200000, 0 },
		/* A `+` within a name, and one before an offset. */
		{ "libstdc++.so.6", 0, GO_FOUND, 0x7f0000300000, 0 },
		{ "libstdc++", 0, GO_FOUND, 0x7f0000300000, 0 },
		{ "libstdc+++4K", 0, GO_FOUND, 0x7f0000301000, 0 },
		{ "\xc5\xbb\xc3\x93", 0, GO_FOUND, 0x7f0000400000, 0 },
		{ "ffffffffff600000", 0, GO_FOUND, 0xffffffffff600000, 0 },
		{ "ffffffffffffffff", 0, GO_UNMAPPED, UINT64_MAX,
		  0xffffffffff600000 },
		/* neither a name nor an address */
		{ "", 0, GO_NO_NAME, 0, 0 },
		{ "0xg", 0, GO_NO_NAME, 0, 0 },
		{ "nonesuch", 0, GO_NO_NAME, 0, 0 },
		{ "nonesuch+1", 0, GO_NO_NAME, 0, 0 },
		{ "heap+", 0, GO_NO_NAME, 0, 0 },
		{ "heap+K", 0, GO_NO_NAME, 0, 0 },
		{ "heap+1X", 0, GO_NO_NAME, 0, 0 },
		{ "heap+-1", 0, GO_NO_NAME, 0, 0 },
		{ "heap+1.5M", 0, GO_NO_NAME, 0, 0 },
		{ "heap+99999999999999999999", 0, GO_NO_NAME, 0, 0 },
		{ "heap+18446744073709551615", 0, GO_NO_NAME, 0, 0 },
		{ "heap+99999999T", 0, GO_NO_NAME, 0, 0 },
		{ "1ffffffffffffffff", 0, GO_NO_NAME, 0, 0 },
		{ "ffffffffffffffff+1", 0, GO_NO_NAME, 0, 0 },
		{ "\xff\xfe", 0, GO_NO_NAME, 0, 0 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct find f = find_of(*state, cases[i].text);
		struct go to = { 0 };
		enum go_result r = go_find(&to, &f, cases[i].cursor);

		if (r != cases[i].result)
			fail_msg("%s: %d, not %d", cases[i].text, (int)r,
				 (int)cases[i].result);
		if (r == GO_NO_NAME)
			continue;
		if (to.addr != cases[i].addr)
			fail_msg("%s: at %#llx", cases[i].text,
				 (unsigned long long)to.addr);
		assert_non_null(to.region);
		if (cases[i].region && to.region->start != cases[i].region)
			fail_msg("%s: in %#llx", cases[i].text,
				 (unsigned long long)to.region->start);
	}
}

static void nothing_is_found_without_regions(void **state)
{
	struct space none = { .regions = VEC_INIT };
	struct find f;
	struct go to;
	size_t place;

	(void)state;
	find_init(&f, &none, "heap", false);
	assert_int_equal(go_find(&to, &f, 0), GO_NO_NAME);
	find_init(&f, &none, "+1", false);
	assert_int_equal(go_find(&to, &f, 0), GO_UNMAPPED);
	assert_null(to.region);
	find_init(&f, &none, "400000", false);
	assert_int_equal(go_find(&to, &f, 0), GO_UNMAPPED);
	assert_null(find_region(&f, 0, 1, true));
	assert_null(find_region(&f, UINT64_MAX, -1, false));
	assert_int_equal(find_count(&f, NULL, &place), 0);
}

/* Searches from an address; compares the start of the region found (0:
 * none). */
static void finds(void *m, const char *text, uint64_t from, int step,
		  bool here, uint64_t want)
{
	struct find f = find_of(m, text);
	const struct region *r = find_region(&f, from, step, here);

	if (!want) {
		assert_null(r);
		return;
	}
	assert_non_null(r);
	if (r->start != want)
		fail_msg("%s: %#llx", text, (unsigned long long)r->start);
}

static void find_searches_both_ways(void **state)
{
	const uint64_t one = 0x7f0000200000, two = 0x7f0000202000;
	void *m = *state;

	finds(m, "libc.", 0, 1, true, one);
	finds(m, "LIBC.", one, 1, true, one);
	finds(m, "libc.", one, 1, false, two);
	finds(m, "libc.", two, 1, false, one);
	finds(m, "libc.", two, -1, false, one);
	finds(m, "libc.", one, -1, false, two);
	/* From between two regions, and from after the last one. */
	finds(m, "libc.", 0x7f0000180000, 1, false, one);
	finds(m, "heap", 0x7f0000180000, -1, false, 0x500000);
	finds(m, "libc.", UINT64_MAX, 1, true, one);
	finds(m, "libc.", UINT64_MAX, -1, true, two);
	/* By kind, by an address inside, and by the first digits of the
	 * start. */
	finds(m, "program", 0, 1, true, 0x400000);
	finds(m, "librar", 0, 1, true, one);
	finds(m, "0x501234", 0, 1, true, 0x500000);
	finds(m, "7f00003", 0, 1, true, 0x7f0000300000);
	finds(m, "0x7f00003", 0, 1, true, 0x7f0000300000);
	/* The escaped name, as on the screen, not its bytes. */
	finds(m, "\\x1b[2J", 0, 1, true, 0x7f0000400000);
	finds(m, "\x1b", 0, 1, true, 0);
	finds(m, "nonesuch", 0, 1, true, 0);
	finds(m, "", 0, 1, true, 0);
}

static void find_counts_matches(void **state)
{
	struct find f = find_of(*state, "library");
	size_t place;

	assert_int_equal(find_count(&f, find_region(&f, 0x7f0000202000, 1,
						    true), &place), 3);
	assert_int_equal(place, 2);
	assert_int_equal(find_count(&f, NULL, &place), 3);
	assert_int_equal(place, 0);
	f = find_of(*state, "501234");
	assert_int_equal(find_address(&f, find_region(&f, 0, 1, true)),
			 0x501234);
	f = find_of(*state, "heap");
	assert_int_equal(find_address(&f, find_region(&f, 0, 1, true)),
			 0x500000);
}

/* A removed region is shown for a while but is not found. */
static void removed_region_is_not_found(void **state)
{
	struct find f = find_of(*state, "heap");
	struct go to;

	evtext_text("1 7 region op=remove start=0x500000 end=0x600000\n",
		    model_event_fn, *state);
	assert_null(find_region(&f, 0, 1, true));
	assert_int_equal(go_find(&to, &f, 0), GO_NO_NAME);
	f = find_of(*state, "0x500000");
	assert_int_equal(go_find(&to, &f, 0), GO_UNMAPPED);
	assert_int_equal(to.region->start, 0x400000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(go_finds_addresses_and_names),
		cmocka_unit_test(nothing_is_found_without_regions),
		cmocka_unit_test(find_searches_both_ways),
		cmocka_unit_test(find_counts_matches),
		cmocka_unit_test(removed_region_is_not_found),
	};

	setlocale(LC_ALL, "");
	if (!strstr(setlocale(LC_CTYPE, NULL), "UTF-8"))
		setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, setup, teardown);
}
