/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stack frames: encoded, in the model, as text, and omitted ones. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "event/stack.h"
#include "event/wire/codec.h"
#include "model/model.h"
#include "rule/ignore.h"
#include "ui/words/stack.h"

struct bytes_of_frames {
	struct str frames, text;
};

static void add(struct bytes_of_frames *b, uint64_t pc, const char *function,
		const char *module, const char *file, uint32_t line,
		uint32_t flags)
{
	const struct stack_entry e = {
		.frame = { .pc = pc, .offset = 0x10, .line = line,
			   .flags = flags },
		.function = bytes_of(function), .module = bytes_of(module),
		.file = bytes_of(file),
	};

	stack_put(&b->frames, &b->text, &e);
}

static struct event event_of(const struct bytes_of_frames *b)
{
	struct event ev = { .time_ns = 5000, .pid = 9, .tid = 10,
			    .kind = EV_STACK, .source = 't' };

	ev.u.stack = (struct ev_stack){
		.took_ns = 2000, .end = STACK_END_LOST,
		.frames = { b->frames.data, b->frames.len },
		.text = { b->text.data, b->text.len },
	};
	return ev;
}

static struct bytes_of_frames make_frames(void)
{
	struct bytes_of_frames b = { STR_INIT, STR_INIT };

	add(&b, 0x1000, "read", "/lib/libc.so.6", "", 0, 0);
	add(&b, 0x2000, "in\x1bside", "/bin/x", "/src/a.c", 7, STACK_INLINE);
	add(&b, 0x2000, "outside", "/bin/x", "/src/a.c", 20, 0);
	add(&b, 0x3000, "", "", "", 0, 0);
	add(&b, 0x4000, "__restore_rt", "/lib/libc.so.6", "", 0, STACK_SIGNAL);
	add(&b, 0x5000, "main", "/bin/x", "", 0, 0);
	return b;
}

static void release(struct bytes_of_frames *b)
{
	str_release(&b->frames);
	str_release(&b->text);
}

/* Through the codec into the model. */
static void backtrace_is_stored_in_the_model(void **state)
{
	struct bytes_of_frames b = make_frames();
	struct event ev = event_of(&b), got;
	struct model *m = model_new();
	struct str bytes = STR_INIT;
	const struct backtrace *bt = &m->backtrace;

	(void)state;
	event_encode(&bytes, &ev);
	assert_int_equal(event_decode(bytes.data, bytes.len, &got),
			 (long)bytes.len);
	model_event(m, &got);
	assert_int_equal(bt->tid, 10);
	assert_int_equal(bt->time_ns, 3000);
	assert_int_equal(bt->frames.n, 6);
	assert_int_equal(bt->end, STACK_END_LOST);
	assert_string_equal(bt->frames.v[1].function, "in\x1bside");
	assert_string_equal(bt->frames.v[2].file, "/src/a.c");
	assert_int_equal(bt->frames.v[2].at.line, 20);
	assert_string_equal(bt->frames.v[3].module, "");
	assert_int_equal(m->dropped, 0);
	/* The next backtrace replaces it. */
	ev.u.stack.frames.len = sizeof(struct stack_frame);
	model_event(m, &ev);
	assert_int_equal(bt->frames.n, 1);
	assert_int_equal(bt->told, 2);
	str_release(&bytes);
	release(&b);
	model_free(m);
}

/* Lengths that exceed the data, at every position. */
static void damaged_frames_are_dropped(void **state)
{
	struct bytes_of_frames b = make_frames();
	struct model *m = model_new();
	struct event ev;

	(void)state;
	for (size_t cut = 0; cut <= b.text.len; cut++) {
		/* A copy of exact size, so that a sanitizer detects a read
		 * beyond it. */
		char *text = xmemdup(b.text.data, cut);

		ev = event_of(&b);
		ev.u.stack.text = (struct bytes){ text, cut };
		model_event(m, &ev);
		assert_true(m->backtrace.frames.n <= 6);
		if (cut < b.text.len)
			assert_true(m->backtrace.frames.n < 6);
		free(text);
	}
	for (size_t at = 0; at + 4 <= b.frames.len; at += 4) {
		char *frames = xmemdup(b.frames.data, b.frames.len);

		memset(frames + at, 0xff, 4);
		ev = event_of(&b);
		ev.u.stack.frames.data = frames;
		model_event(m, &ev);
		assert_true(m->backtrace.frames.n <= 6);
		free(frames);
	}
	ev = event_of(&b);
	ev.u.stack.why = STACK_WHYS;
	model_event(m, &ev);
	ev.u.stack.why = 0;
	ev.u.stack.end = STACK_ENDS;
	m->dropped = 0;
	model_event(m, &ev);
	assert_int_equal(m->dropped, 1);
	release(&b);
	model_free(m);
}

static void ignored_frames_are_counted(void **state)
{
	struct bytes_of_frames b = make_frames();
	struct event ev = event_of(&b);
	struct model *m = model_new();
	struct word_list frames_have_function_and_place = { .v = VEC_INIT };
	struct stack_rows rows = { .v = VEC_INIT };
	struct ignore *ignore;
	struct str text = STR_INIT;

	(void)state;
	model_event(m, &ev);
	assert_null(ignore_new(&frames_have_function_and_place));
	stack_rows_make(&rows, &m->backtrace, NULL);
	assert_int_equal(rows.v.n, 6);
	*vec_push(&frames_have_function_and_place.v) = xstrdup("^outs");
	*vec_push(&frames_have_function_and_place.v) = xstrdup("a[.]c$");
	*vec_push(&frames_have_function_and_place.v) = xstrdup("libc");
	ignore = ignore_new(&frames_have_function_and_place);
	stack_rows_make(&rows, &m->backtrace, ignore);
	/* read, inside and outside; ??; __restore_rt; main */
	assert_int_equal(rows.v.n, 4);
	assert_int_equal(rows.v.v[0].hidden, 3);
	assert_int_equal(rows.v.v[1].frame, 3);
	assert_int_equal(rows.v.v[1].hidden, 0);
	assert_int_equal(rows.v.v[2].hidden, 1);
	assert_int_equal(rows.v.v[3].frame, 5);
	stack_hidden(&text, 3);
	assert_string_equal(text.data, "3 frames hidden by 'ignore'");
	ignore_free(ignore);
	for (size_t i = 0; i < frames_have_function_and_place.v.n; i++)
		free(frames_have_function_and_place.v.v[i]);
	vec_release(&frames_have_function_and_place.v);
	vec_release(&rows.v);
	str_release(&text);
	release(&b);
	model_free(m);
}

static void frames_have_function_and_place(void **state)
{
	static const char *const want[][2] = {
		{ "read+0x10", "libc.so.6" },
		{ "in\\x1bside", "a.c:7 (inlined)" },
		{ "outside+0x10", "a.c:20" },
		{ "??", "unmapped" },
		{ "<signal handler called>", "libc.so.6" },
		{ "main+0x10", "x" },
	};
	struct bytes_of_frames b = make_frames();
	struct event ev = event_of(&b);
	struct model *m = model_new();
	struct str s = STR_INIT;

	(void)state;
	model_event(m, &ev);
	for (size_t i = 0; i < 6; i++) {
		const struct frame *f = &m->backtrace.frames.v[i];

		str_clear(&s);
		stack_function(&s, f, false);
		assert_string_equal(s.data, want[i][0]);
		str_clear(&s);
		stack_where(&s, m, &m->backtrace, f, true, false);
		assert_string_equal(s.data, want[i][1]);
	}
	for (int end = STACK_END_LIMIT; end < STACK_ENDS; end++) {
		const struct backtrace bt = { .tid = 7, .end = end };

		str_clear(&s);
		stack_end_words(&s, &bt);
		assert_int_equal(end == STACK_END_SWAPPED,
				 strstr(s.data, "swapped out") != NULL);
		assert_true(s.len > 0);
	}
	for (int why = STACK_RUNS; why < STACK_MOVED; why++) {
		const struct backtrace bt = { .tid = 7, .why = why };

		str_clear(&s);
		stack_why_not(&s, &bt, false);
		assert_true(s.len > 10);
	}
	str_release(&s);
	release(&b);
	model_free(m);
}

/* malloc calls brk for some block: the code of the backtrace may be
 * innocent. */
static void call_by_malloc_is_marked(void **state)
{
	static const struct {
		const char *inner, *outer;
		bool marked;
		const char *between;
	} cases[] = {
		{ "brk", "malloc", true, "" },
		{ "mmap64", "malloc", true, "sysmalloc_mmap_fallback" },
		{ "mmap64", "malloc", false, "sysmalloc_mmap" },
		{ "__mmap", "malloc", false, "sysmalloc_mmap.constprop.0" },
		{ "__mmap64@@GLIBC_2.2.5", "__libc_calloc", true, "" },
		{ "brk", "malloc_trim", false, "" },
		{ "mmap64", "main", false, "" },
		{ "read", "malloc", false, "" },
	};
	struct str s = STR_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct frame f[3] = {
			{ .function = cases[i].inner },
			{ .function = cases[i].between },
			{ .function = cases[i].outer },
		};
		struct backtrace bt = { .tid = 7, .end = STACK_END_WHOLE };

		bt.frames.v = f;
		bt.frames.n = 3;
		str_clear(&s);
		stack_end_words(&s, &bt);
		assert_int_equal(cases[i].marked, s.len > 0 &&
				 strstr(s.data, "not necessarily") != NULL);
	}
	str_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(backtrace_is_stored_in_the_model),
		cmocka_unit_test(damaged_frames_are_dropped),
		cmocka_unit_test(ignored_frames_are_counted),
		cmocka_unit_test(frames_have_function_and_place),
		cmocka_unit_test(call_by_malloc_is_marked),
	};

	return cmocka_run_group_tests_name("stack", tests, NULL, NULL);
}
