/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Owners of regions: by frames, by calls, by position and by memory
 * contents. */
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
#include "source/sample/owner/origin.h"
#include "source/stack/caller.h"
#include "source/sample/owner/owners.h"

#define LIBC "/usr/lib/x86_64-linux-gnu/libc.so.6"
#define LOADER "/usr/lib64/ld-linux-x86-64.so.2"

/* --- frames: "file function, file function" ------------------------------- */

static struct bytes word_of(const char **at)
{
	size_t n = strcspn(*at, " ,");
	struct bytes b = { *at, n };

	/* `-`: no name. */
	if (n == 1 && **at == '-')
		b.len = 0;
	*at += n;
	*at += strspn(*at, " ");
	return b;
}

static void assert_caller(const char *frames, const char *want)
{
	struct str records = STR_INIT, text = STR_INIT, code = STR_INIT;
	struct str got = STR_INIT;
	struct owner o;
	struct ev_stack ev = { .why = STACK_TOLD };

	for (const char *at = frames; *at; at += *at == ',' ? 2 : 0) {
		struct stack_entry e = { .module = word_of(&at) };

		e.function = word_of(&at);
		stack_put(&records, &text, &e);
	}
	ev.frames = (struct bytes){ records.data, records.len };
	ev.text = (struct bytes){ text.data, text.len };
	o = caller_of(&ev, &code);
	owner_text(&got, &o);
	assert_string_equal(got.data, want);
	str_release(&records);
	str_release(&text);
	str_release(&code);
	str_release(&got);
}

static void test_frames_give_the_owner(void **state)
{
	(void)state;
	assert_caller(LIBC " mmap64, /usr/bin/prog main", "prog: main()");
	assert_caller(LIBC " mmap64, /opt/libfoo.so grow, /usr/bin/prog main",
		      "libfoo.so: grow()");
	assert_caller(LIBC " mremap, /usr/bin/prog -", "prog");
	/* Names with argument types; a 32-bit program, by way of the vdso. */
	assert_caller(LIBC " mmap64, /a/node v8::Map(int)",
		      "node: v8::Map(int)");
	assert_caller("[vdso] __kernel_vsyscall, /lib/libc.so.6 mmap, /b/p f",
		      "p: f()");
	/* malloc's own mapping, with any frames in between, for various
	 * callers. */
	assert_caller(LIBC " mmap64, " LIBC " -, " LIBC " malloc, /b/p f",
		      "large malloc for p: f()");
	assert_caller(LIBC " mremap, " LIBC " realloc, /b/p f",
		      "large malloc for p: f()");
	assert_caller(LIBC " mmap64, " LIBC " malloc, /x/libmmtop-heap.so "
		      "malloc, /b/p f", "large malloc for p: f()");
	assert_caller(LIBC " mmap64, " LIBC " malloc, /x/libstdc++.so.6 _Znwm",
		      "large malloc for libstdc++.so.6: _Znwm()");
	assert_caller("/b/static mmap, /b/static sysmalloc, /b/static malloc, "
		      "/b/static work", "large malloc for static: work()");
	/* Allocators other than libc's map memory themselves. */
	assert_caller(LIBC " mmap64, /x/libjemalloc.so.2 os_pages_map, "
		      "/x/libjemalloc.so.2 malloc, /b/p f",
		      "libjemalloc.so.2: os_pages_map()");
	assert_caller(LIBC " mmap64, " LIBC " pthread_create, /b/p f",
		      "thread stack");
	assert_caller(LIBC " mmap64, " LIBC " getdelim, /b/p f",
		      "libc.so.6: getdelim()");
	/* The loader's own mappings, and those that it makes for threads. */
	assert_caller(LOADER " mmap64, " LOADER " -", "loader");
	assert_caller(LOADER " mmap64, " LOADER " _dl_map_segments, " LIBC
		      " dlopen, /b/p f", "loader");
	assert_caller(LIBC " mmap64, " LIBC " malloc, " LOADER
		      " __tls_get_addr, /b/p f", "TLS");
	/* The frames end before the program. */
	assert_caller(LIBC " mmap64", "");
	assert_caller(LIBC " mmap64, " LIBC " malloc", "large malloc");
	assert_caller("", "");
	/* Code outside any file. */
	assert_caller(LIBC " mmap64, - -", "");
}

/* Bytes that are not frames, and names that must not be printed as they are. */
static void test_hostile_frames_are_escaped(void **state)
{
	struct str code = STR_INIT, got = STR_INIT;
	char bytes[512];
	uint64_t seed = 3;

	(void)state;
	for (int round = 0; round < 5000; round++) {
		struct ev_stack ev = { .why = STACK_TOLD };
		struct owner o;

		for (size_t i = 0; i < sizeof bytes; i++) {
			seed = seed * 6364136223846793005 + 1442695040888963407;
			bytes[i] = (char)(seed >> 60 ? 0 : seed >> 40);
		}
		ev.frames = (struct bytes){ bytes, (size_t)(seed >> 56) };
		ev.text = (struct bytes){ bytes + 256, 256 };
		o = caller_of(&ev, &code);
		assert_in_range(o.whose, 0, WHOSES - 1);
		str_clear(&got);
		owner_text(&got, &o);
	}
	assert_caller(LIBC " mmap64, /b/p\x1b[31m f\n", "p\\x1b[31m: f\\x0a()");
	str_release(&code);
	str_release(&got);
}

/* --- owner by position ---------------------------------------------------- */

static struct sregion *add_region(sregions *v, uint64_t start, uint64_t size,
				  uint8_t perm, const char *name)
{
	struct sregion *r = xcalloc(1, sizeof *r);

	r->start = start;
	r->end = start + size;
	r->perm = perm;
	r->name_len = strlen(name);
	r->name = xmemdup(name, r->name_len + 1);
	r->inode = *name == '/';
	*vec_push(v) = r;
	return r;
}

static void find_owners(sregions *v, const origin_list *asked)
{
	const struct stask tasks[] = { { .tid = 4121 }, { .tid = 4122 } };
	const struct classify c = {
		.regions = v, .pid = 4121, .tasks = tasks, .n_tasks = 2,
		.asked = asked, .wide = true, .exe = bytes_of("/b/prog"),
	};

	classify_regions(&c);
}

static void assert_owner(const struct sregion *r, const char *want)
{
	struct str s = STR_INIT;

	if (r->holder.guessed)
		str_addc(&s, '~');
	owner_text(&s, &r->holder);
	assert_string_equal(s.data, want);
	str_release(&s);
}

#define RW (PERM_R | PERM_W)

static void test_position_gives_a_guessed_owner(void **state)
{
	sregions v = VEC_INIT;
	struct sregion *r[10];

	(void)state;
	r[0] = add_region(&v, 0x1000, 0x1000, RW, "/b/prog");
	r[1] = add_region(&v, 0x2000, 0x1000, RW, "");
	r[2] = add_region(&v, 0x8000, 0x1000, RW, "[heap]");
	r[3] = add_region(&v, 0x7f0000000000, 0x21000, RW, "");
	r[4] = add_region(&v, 0x7f0000021000, (64 << 20) - 0x21000, 0, "");
	r[5] = add_region(&v, 0x7f0010000000, 0x1000, 0, "");
	r[6] = add_region(&v, 0x7f0010001000, 0x8000, RW, "");
	r[7] = add_region(&v, 0x7f0020000000, 0x8000, RW, "");
	r[8] = add_region(&v, 0x7fff00000000, 0x8000, RW, "[stack]");
	find_owners(&v, NULL);
	assert_owner(r[0], "");
	assert_owner(r[1], "~loader: prog");
	assert_owner(r[2], "main heap");
	assert_owner(r[3], "~arena");
	assert_owner(r[4], "~arena");
	assert_owner(r[5], "");
	assert_owner(r[6], "");
	assert_owner(r[7], "");
	assert_owner(r[8], "stack of thread 4121");
	/* An owner inferred from memory is marked as guessed; the guard below a
	 * stack belongs to it. */
	r[3]->found = (struct owner){ .whose = WHOSE_ARENA, .guessed = true,
				      .tid = 4122, .arena = 1 };
	r[6]->found = (struct owner){ .whose = WHOSE_STACK, .guessed = true,
				      .tid = 4122 };
	r[7]->found = (struct owner){ .whose = WHOSE_MALLOC, .guessed = true };
	find_owners(&v, NULL);
	assert_owner(r[3], "~arena 1 of thread 4122");
	assert_owner(r[4], "~arena 1 of thread 4122");
	assert_owner(r[5], "~stack of thread 4122");
	assert_owner(r[6], "~stack of thread 4122");
	assert_owner(r[7], "~large malloc");
	/* A region with two owners: the position decides, and the other one is
	 * counted. */
	r[1]->found = (struct owner){ .whose = WHOSE_TLS, .guessed = true,
				      .tid = 4121 };
	find_owners(&v, NULL);
	assert_owner(r[1], "~loader: prog and 1 more");
	assert_true(r[7]->news);
	sregions_release(&v);
}

static void add_call(origin_list *v, uint64_t start, uint64_t size,
		     enum region_whose whose, const char *code)
{
	*vec_push(v) = (struct asked){
		.start = start, .end = start + size,
		.told = { .whose = whose, .code = bytes_of(code) },
	};
}

/* Calls take precedence over what the program wrote to its memory. */
static void test_calls_take_precedence_over_memory(void **state)
{
	sregions v = VEC_INIT;
	origin_list asked = VEC_INIT;
	struct sregion *r[4];

	(void)state;
	r[0] = add_region(&v, 0x10000, 0x4000, RW, "");
	r[1] = add_region(&v, 0x20000, 0x4000, RW, "");
	r[2] = add_region(&v, 0x30000, 0x4000, RW, "");
	r[3] = add_region(&v, 0x40000, 0x4000, RW, "");
	for (int i = 0; i < 3; i++)
		r[i]->found = (struct owner){ .whose = WHOSE_MALLOC,
					      .guessed = true };
	add_call(&asked, 0x10000, 0x4000, WHOSE_MALLOC, "p: f()");
	add_call(&asked, 0x20000, 0x4000, WHOSE_CODE, "p: g()");
	/* Three calls mapped parts of it, two of them from the same code. */
	add_call(&asked, 0x40000, 0x1000, WHOSE_CODE, "p: g()");
	add_call(&asked, 0x41000, 0x1000, WHOSE_CODE, "p: h()");
	add_call(&asked, 0x43000, 0x1000, WHOSE_CODE, "p: g()");
	find_owners(&v, &asked);
	assert_owner(r[0], "large malloc for p: f()");
	assert_owner(r[1], "p: g()");
	assert_owner(r[2], "~large malloc");
	assert_owner(r[3], "p: g() and 1 more");
	sregions_release(&v);
	vec_release(&asked);
}

/* Ranges whose frames are known already. */
static void test_unmap_cuts_ranges_of_calls(void **state)
{
	struct sproc p = { .asked.list = VEC_INIT };
	struct owner o;
	uint64_t bytes;

	(void)state;
	add_call(&p.asked.list, 0x10000, 0x10000, WHOSE_CODE, "p: f()");
	add_call(&p.asked.list, 0x30000, 0x10000, WHOSE_CODE, "p: g()");
	origin_cut(NULL, &p, 0x14000, 0x15000);
	assert_int_equal(p.asked.list.n, 3);
	assert_true(p.asked.list.v[0].end == 0x14000 &&
		    p.asked.list.v[1].start == 0x15000 &&
		    p.asked.list.v[1].end == 0x20000);
	origin_cut(NULL, &p, 0x1f000, 0x31000);
	assert_true(p.asked.list.v[1].end == 0x1f000 &&
		    p.asked.list.v[2].start == 0x31000);
	o = origin_largest(&p.asked.list, 0x1e000, 0x40000, &bytes);
	assert_true(o.whose == WHOSE_CODE && o.others == 1 &&
		    bytes == 0xf000 && o.code.len == 6 &&
		    !memcmp(o.code.data, "p: g()", 6));
	origin_cut(NULL, &p, 0, 0x31000);
	assert_int_equal(p.asked.list.n, 1);
	o = origin_largest(&p.asked.list, 0x1000, 0x31000, &bytes);
	assert_true(o.whose == WHOSE_UNKNOWN && bytes == 0);
	origin_cut(NULL, &p, 0x31000, 0x40000);
	assert_int_equal(p.asked.list.n, 0);
	vec_release(&p.asked.list);
}

/* Compares with a plain account per page. */
static void test_random_cuts_equal_page_account(void **state)
{
	struct sproc p = { .asked.list = VEC_INIT };
	bool there[64] = { false };
	uint64_t seed = 5;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		uint64_t low, high;

		seed = seed * 6364136223846793005 + 1442695040888963407;
		low = seed >> 33 & 63;
		high = low + 1 + (seed >> 40) % (64 - low);
		origin_cut(NULL, &p, low << 12, high << 12);
		for (uint64_t i = low; i < high; i++)
			there[i] = seed >> 63;
		if (seed >> 63) {
			size_t at = 0;

			while (at < p.asked.list.n &&
			       p.asked.list.v[at].end <= low << 12)
				at++;
			*vec_insert(&p.asked.list, at) = (struct asked){
				.start = low << 12, .end = high << 12,
				.told = { .whose = WHOSE_MALLOC },
			};
		}
		for (uint64_t i = 0; i < 64; i++) {
			uint64_t bytes;

			origin_largest(&p.asked.list, i << 12, (i + 1) << 12,
				       &bytes);
			assert_int_equal(bytes, there[i] ? 4096 : 0);
		}
	}
	vec_release(&p.asked.list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_frames_give_the_owner),
		cmocka_unit_test(test_hostile_frames_are_escaped),
		cmocka_unit_test(test_position_gives_a_guessed_owner),
		cmocka_unit_test(test_calls_take_precedence_over_memory),
		cmocka_unit_test(test_unmap_cuts_ranges_of_calls),
		cmocka_unit_test(test_random_cuts_equal_page_account),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
