/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text format of memory_tracker, and the blocks that are active after
 * it. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "parse/heap/set.h"
#include "parse/heap/trace.h"

static enum heaptrace_line parse(const char *line, struct heaptrace_call *out)
{
	return heaptrace_line(scan_of(line, strlen(line)), out);
}

static void assert_normalized(const char *line, const char *again)
{
	struct str text = STR_INIT;
	struct heaptrace_call c;

	assert_int_equal(parse(line, &c), HEAPTRACE_CALL);
	heaptrace_text(&text, &c);
	assert_string_equal(text.data, again);
	str_release(&text);
}

static void test_lines_are_normalized(void **state)
{
	(void)state;
	assert_normalized("malloc: 0x55d0c2a0 0x28 /usr/bin/cat main 0x401136",
			  "malloc: 0x55d0c2a0 0x28 /usr/bin/cat main 0x401136");
	assert_normalized("malloc(realloc): 0x10 0x20 /l (null) 0x3",
			  "malloc: 0x10 0x20 /l (null) 0x3");
	assert_normalized("mmap(syscall): 0x7f0000001000 0x1000",
			  "mmap: 0x7f0000001000 0x1000");
	assert_normalized("__mmap64: 0x1000 0x1000 /l f 0x1",
			  "mmap: 0x1000 0x1000 /l f 0x1");
	assert_normalized("posix_memalign: 0x40 0x20 /l f 0x3",
			  "posix_memalign: 0x40 0x20 /l f 0x3");
	/* A library name that starts like a number. */
	assert_normalized("free: 0x10 a.out main 0x1",
			  "free: 0x10 a.out main 0x1");
	/* No 0x, as in memory_tracker's own lists. */
	assert_normalized("calloc: 0x10 0x20 /l f 401136",
			  "calloc: 0x10 0x20 /l f 0x401136");
	/* A blank within a name is escaped. */
	assert_normalized("malloc: 0x10 0x20 /a\\040b f 0x1",
			  "malloc: 0x10 0x20 /a\\040b f 0x1");
}

static void test_other_lines_are_not_calls(void **state)
{
	static const char *const others[] = {
		"malloc 0x10 0x20", "malloc: 10 0x20", "malloc: 0x10",
		"malloc: 0x10 20", "strdup: 0x10 0x20", ": 0x10 0x20",
		"malloc: 0x10g 0x20", "malloc: 0x10 0x20z /l",
		"malloc: 0x11223344556677889 0x1", "mmap: 0x10 ",
		"munmap: 0x1000 0xffffffffffffffff",
	};
	struct heaptrace_call c;

	(void)state;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		assert_int_equal(parse(others[i], &c), HEAPTRACE_OTHER);
	assert_int_equal(parse("", &c), HEAPTRACE_BLANK);
	assert_int_equal(parse(" \t", &c), HEAPTRACE_BLANK);
	assert_int_equal(parse("malloc: (nil) 0x10 /l f 0x1", &c),
			 HEAPTRACE_FAILED);
	assert_int_equal(parse("mmap: 0xffffffffffffffff 0x1000", &c),
			 HEAPTRACE_FAILED);
	assert_int_equal(parse("mmap(syscall): 0xfffffffffffffff4 0x1000", &c),
			 HEAPTRACE_FAILED);
}

/* ---- active blocks ------------------------------------------------------- */

static const char *const words[HEAPSET_STEPS] = {
	"+", "-", "=", "/", "!", "?"
};

static void note_step(void *arg, enum heapset_step step,
		      const struct heaptrace_call *c)
{
	str_addf(arg, "%s%llx ", words[step], (unsigned long long)c->addr);
}

/* Compares the steps and the active blocks after the lines, each of which ends
 * in ";". */
static void assert_active(const char *lines, enum heapset_sort sort,
			  const char *steps, const char *left)
{
	struct str told = STR_INIT, list = STR_INIT;
	struct heapset set = { .tell = note_step, .arg = &told };
	struct heapset_entry **all;
	struct heaptrace_call c;
	size_t n;

	while (*lines) {
		const char *end = strchr(lines, ';');

		assert_int_equal(heaptrace_line(scan_of(lines, (size_t)
			(end - lines)), &c), HEAPTRACE_CALL);
		heapset_call(&set, &c);
		lines = end + 1;
	}
	all = heapset_list(&set, sort, &n);
	for (size_t i = 0; i < n; i++)
		str_addf(&list, "%llx+%llx ",
			 (unsigned long long)all[i]->call.addr,
			 (unsigned long long)all[i]->call.size);
	assert_string_equal(told.data, steps);
	assert_string_equal(list.data, left);
	free(all);
	heapset_release(&set);
	str_release(&told);
	str_release(&list);
}

static void test_blocks_end_at_free_and_realloc(void **state)
{
	(void)state;
	assert_active("malloc: 0x30 0x8;malloc: 0x10 0x4;calloc: 0x20 0x6;"
		      "free: 0x10;free: 0x99;malloc: 0x10 0x5;",
		      HEAPSET_BY_ADDRESS, "+30 +10 +20 -10 ?99 +10 ",
		      "10+5 20+6 30+8 ");
	/* The trace has no free of the first block. */
	assert_active("malloc: 0x10 0x8;malloc: 0x10 0x9;", HEAPSET_BY_ADDRESS,
		      "+10 !10 +10 ", "10+9 ");
	/* A realloc, and one that fails; between its two lines another block
	 * gets the address. */
	assert_active("malloc: 0x10 0x8;free(realloc): 0x10;malloc: 0x10 0x1;"
		      "malloc(realloc): 0x20 0x9;", HEAPSET_BY_ADDRESS,
		      "+10 -10 +10 +20 ", "10+1 20+9 ");
	assert_active("malloc: 0x10 0x8;free(realloc): 0x10;"
		      "realloc(failed): 0x10;realloc(failed): 0x10;",
		      HEAPSET_BY_ADDRESS, "+10 -10 +10 ?10 ", "10+8 ");
}

static void test_lists_are_sorted(void **state)
{
	static const char lines[] =
		"malloc: 0x30 0x8 /b f 0x1;malloc: 0x10 0x4 /b e 0x2;"
		"malloc: 0x20 0x9 /a z 0x3;";

	(void)state;
	assert_active(lines, HEAPSET_BY_ADDRESS, "+30 +10 +20 ",
		      "10+4 20+9 30+8 ");
	assert_active(lines, HEAPSET_BY_SIZE, "+30 +10 +20 ", "20+9 30+8 10+4 ");
	assert_active(lines, HEAPSET_BY_AGE, "+30 +10 +20 ", "30+8 10+4 20+9 ");
	assert_active(lines, HEAPSET_BY_SITE, "+30 +10 +20 ", "20+9 10+4 30+8 ");
}

/* Row A5. */
static void test_munmap_and_mmap_cut_mappings(void **state)
{
	(void)state;
	assert_active("mmap: 0x10000 0x4000;munmap: 0x10000 0x1000;",
		      HEAPSET_BY_ADDRESS, "+10000 =11000 ", "11000+3000 ");
	assert_active("mmap: 0x10000 0x4000;munmap: 0x13000 0x1000;",
		      HEAPSET_BY_ADDRESS, "+10000 =10000 ", "10000+3000 ");
	assert_active("mmap: 0x10000 0x4000;munmap: 0x11000 0x1000;",
		      HEAPSET_BY_ADDRESS, "+10000 =10000 /12000 ",
		      "10000+1000 12000+2000 ");
	assert_active("mmap: 0x10000 0x2000;mmap: 0x12000 0x2000;"
		      "mmap: 0x14000 0x2000;munmap: 0x11000 0x4000;",
		      HEAPSET_BY_ADDRESS,
		      "+10000 +12000 +14000 =10000 -12000 =15000 ",
		      "10000+1000 15000+1000 ");
	/* The kernel rounds lengths up to pages; a mapping replaces those below
	 * it. */
	assert_active("mmap: 0x10000 0x10;munmap: 0x10000 0x1;"
		      "munmap: 0x10000 0x1;", HEAPSET_BY_ADDRESS,
		      "+10000 -10000 ?10000 ", "");
	assert_active("mmap: 0x10000 0x4000;mmap: 0x11000 0x1000;",
		      HEAPSET_BY_ADDRESS, "+10000 =10000 /12000 +11000 ",
		      "10000+1000 11000+1000 12000+2000 ");
	/* A block within a mapping is independent of it. */
	assert_active("mmap: 0x10000 0x4000;malloc: 0x10010 0x10;"
		      "free: 0x10000;munmap: 0x10000 0x4000;",
		      HEAPSET_BY_ADDRESS, "+10000 +10010 ?10000 -10000 ",
		      "10010+10 ");
}

static void test_200000_blocks_stay_sorted(void **state)
{
	struct heapset set = { 0 };
	struct heapset_entry **all;
	size_t n;

	(void)state;
	for (uint64_t i = 1; i <= 200000; i++) {
		struct heaptrace_call c = {
			.kind = HEAPTRACE_BLOCK, .name = bytes_of("malloc"),
			.addr = i * 16, .size = 16,
		};

		heapset_call(&set, &c);
		c.kind = HEAPTRACE_FREE;
		c.addr = i * 16 / 2 / 16 * 16;
		if (i % 2 == 0 && i % 3)
			heapset_call(&set, &c);
	}
	all = heapset_list(&set, HEAPSET_BY_ADDRESS, &n);
	/* i / 2 was freed for each even i that is not divisible by 3. */
	assert_int_equal(n, 200000 - (100000 - 33333));
	for (size_t i = 1; i < n; i++)
		assert_true(all[i - 1]->call.addr < all[i]->call.addr);
	free(all);
	heapset_release(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines_are_normalized),
		cmocka_unit_test(test_other_lines_are_not_calls),
		cmocka_unit_test(test_blocks_end_at_free_and_realloc),
		cmocka_unit_test(test_lists_are_sorted),
		cmocka_unit_test(test_munmap_and_mmap_cut_mappings),
		cmocka_unit_test(test_200000_blocks_stay_sorted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
