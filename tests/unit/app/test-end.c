/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The messages about a program's end, by cause, and about memory that became
 * writable and executable, at two screen sizes.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/screen/screen.h"
#include "base/str.h"
#include "../../support/evtext.h"

#define BASE \
	"0 0 start version=0.1 page_size=4096\n" \
	"0.1 4121 process op=launch child=4121 start=5 comm=deep " \
	"exe=/bin/deep argv=deep\n" \
	"0.2 4121/4122 process op=thread child=4122 child_pid=4121\n" \
	"0.3 0 status state=run level=calls origin=launched " \
	"main_pid=4121 tasks=2\n" \
	"0.3 4121 region op=add start=0x55d000000000 end=+132K perm=rw-p " \
	"kind=heap name=[heap] rss=4K\n" \
	"0.3 4121 region op=add start=0x7f1000000000 end=+4K perm=---p " \
	"kind=guard\n" \
	"0.3 4121 region op=add start=0x7f1000001000 end=+8M perm=rw-p " \
	"kind=thread-stack owner=4122 rss=8M\n" \
	"0.3 4121 region op=add start=0x7f2000000000 end=+4K perm=---p " \
	"kind=reserve\n" \
	"0.3 4121 region op=add start=0x7f2000001000 end=+16K perm=rw-p " \
	"kind=anon rss=16K\n" \
	"0.3 4121 region op=add start=0x7ff000000000 end=+8K perm=rw-p " \
	"kind=library inode=7 dev=8:1 name=/lib/ld.so rss=8K\n"
#define STACK(start, size) \
	"0.4 4121 region op=add start=" start " end=+" size " perm=rw-p " \
	"kind=stack name=[stack] rss=" size "\n"
#define LIMIT(max) "0.5 4121 usage virt=1G rss=9M stack_max=" max "\n"
#define NO_LIMIT "0.5 4121 usage virt=1G rss=9M stack_max=?\n"
#define SEGV(task, code, addr) \
	"1 " task " signal signal=SIGSEGV code=" code " has_addr=1 addr=" \
	addr " action=delivered\n"
#define END(signal, number) \
	"1.1 4121 process op=exit signal=" signal " gone=1\n" \
	"1.1 0 status state=ended level=calls origin=launched " \
	"main_pid=4121 exit_signal=" number "\n"

static void no_request(void *arg, const struct request *r)
{
	(void)arg;
	(void)r;
}

static void to_screen(void *arg, const struct event *ev)
{
	screen_event(arg, ev);
}

static struct screen *begin(int rows, int cols)
{
	const struct look look = { .utf8 = false, .colors = 256 };
	struct screen *s = screen_new(&look, no_request, NULL);

	screen_resize(s, rows, cols);
	return s;
}

/* Returns the rows of the screen as text. */
static const char *picture(struct screen *s, struct str *out, int rows,
			   int cols)
{
	struct canvas c;

	screen_time(s, 1200000000);
	canvas_init(&c, rows, cols);
	screen_draw(s, &c);
	str_clear(out);
	for (int row = 0; row < rows; row++) {
		for (int col = 0; col < cols; col++)
			str_adds(out, canvas_at(&c, row, col)->text);
		str_addc(out, '\n');
	}
	canvas_release(&c);
	return out->data;
}

static bool has(const char *text, const char *wanted)
{
	bool found = strstr(text, wanted);

	if (!found)
		printf("# no '%s' in\n%s", wanted, text);
	return found;
}

static const struct end_case {
	const char *events, *has, *then;	/* then: after `has`, or NULL */
	const char *not;
} ends[] = {
	/* The region nearest to the address, with the stack's limit. */
	{ BASE STACK("0x7fff00000000", "8M") LIMIT("8M")
	  SEGV("4121", "SEGV_MAPERR", "0x7ffeffffffb0") END("SIGSEGV", "11"),
	  "80B below [stack]", "past the end of", NULL },
	{ BASE STACK("0x7fff00000000", "8M") LIMIT("8M")
	  SEGV("4121", "SEGV_MAPERR", "0x7ffeffffffb0") END("SIGSEGV", "11"),
	  "which is 8.00M = its limit: stack overflow", NULL, NULL },
	/* The stack grows until its guard gap meets another region. */
	{ BASE STACK("0x7ff000041000", "64M") NO_LIMIT
	  SEGV("4121", "SEGV_MAPERR", "0x7ff000040f00") END("SIGSEGV", "11"),
	  "below [stack]", "stack overflow", "its limit" },
	/* An address far below a small stack is not an overflow. */
	{ BASE STACK("0x7fff00000000", "132K") LIMIT("8M")
	  SEGV("4121", "SEGV_MAPERR", "0x7ffeffff0000") END("SIGSEGV", "11"),
	  "below 7fff00000000", NULL, "overflow" },
	/* The stack of a thread, with its guard. */
	{ BASE STACK("0x7fff00000000", "132K") LIMIT("8M")
	  SEGV("4121/4122", "SEGV_ACCERR", "0x7f1000000ff0")
	  END("SIGSEGV", "11"),
	  "in the guard below", "which is 8.00M: stack overflow", "its limit" },
	/* A signal stack: an overflow only if the stack pointer is in it. */
	{ BASE STACK("0x7fff00000000", "132K") LIMIT("8M")
	  "0.9 4121 task state=R sp=0x7f2000000f00\n"
	  SEGV("4121", "SEGV_ACCERR", "0x7f2000000f00") END("SIGSEGV", "11"),
	  "in the guard below", "which is 16.0K: stack overflow", NULL },
	{ BASE STACK("0x7fff00000000", "132K") LIMIT("8M")
	  "0.9 4121 task state=R sp=0x7fff00010000\n"
	  SEGV("4121", "SEGV_ACCERR", "0x7f2000000f00") END("SIGSEGV", "11"),
	  "in 7f2000000000", NULL, "overflow" },
	/* The region above is nearer than the one below. */
	{ BASE STACK("0x7fff00000000", "132K") LIMIT("8M")
	  SEGV("4121", "SEGV_MAPERR", "0x7f0ffffc0000") END("SIGSEGV", "11"),
	  "256K below 7f1000000000", "past the end of 55d000000000",
	  "overflow" },
	/* The OOM killer, and SIGKILL from another sender. */
	{ BASE END("SIGKILL", "9"), "The sender is unknown", NULL, "OOM" },
	{ BASE "1 4121 note id=oom severity=warn a=4121 b=134217728 "
	  "text=/batch\n" END("SIGKILL", "9"),
	  "killed by the OOM killer: its cgroup reached 128M of 128M", NULL,
	  "The sender" },
	{ BASE "1 4121 note id=oom severity=warn a=4121 text=machine\n"
	  END("SIGKILL", "9"), "the machine had no memory left", NULL, NULL },
	{ BASE "1 4121 note id=oom-maybe severity=warn a=4121\n"
	  END("SIGKILL", "9"), "maybe by the OOM killer", NULL,
	  "killed by the OOM" },
};

static void every_cause_of_an_end_is_explained(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 } };
	struct str out = STR_INIT;

	(void)state;
	for (size_t i = 0; i < 2 * sizeof ends / sizeof *ends; i++) {
		const struct end_case *e = &ends[i / 2];
		int rows = sizes[i % 2][0], cols = sizes[i % 2][1];
		struct screen *s = begin(rows, cols);
		const char *text;

		evtext_text(e->events, to_screen, s);
		text = picture(s, &out, rows, cols);
		assert_true(has(text, e->has));
		if (e->then)
			assert_true(has(strstr(text, e->has), e->then));
		if (e->not && strstr(text, e->not))
			fail_msg("'%s' in\n%s", e->not, text);
		screen_free(s);
	}
	str_release(&out);
}

/* If another pane covers the box, the message row describes the end. */
static void end_is_shown_in_every_pane(void **state)
{
	static const uint32_t keys[] = { '2', '3', '4', '5', '6', '7', '8', 'F' };
	struct str out = STR_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		struct screen *s = begin(24, 80);
		const char *text;

		evtext_text(BASE STACK("0x7fff00000000", "8M") LIMIT("8M"),
			    to_screen, s);
		picture(s, &out, 24, 80);
		screen_key(s, keys[i]);
		picture(s, &out, 24, 80);
		evtext_text(SEGV("4121", "SEGV_MAPERR", "0x7ffeffffffb0")
			    END("SIGSEGV", "11"), to_screen, s);
		text = picture(s, &out, 24, 80);
		/* Pane 3 (Calls) leaves Regions with the box on the screen. */
		assert_true(has(text, keys[i] == '3' ? "At the end" :
				"SIGSEGV at 7ffeffffffb0"));
		screen_free(s);
	}
	str_release(&out);
}

#define JIT(time, op, perm) \
	time " 4121 region op=" op " start=0x7f3000000000 end=+64K perm=" \
	perm " kind=anon\n"
#define GONE(time) time " 4121 region op=remove start=0x7f3000000000\n"

static unsigned count(const char *text, const char *wanted)
{
	unsigned n = 0;

	for (; (text = strstr(text, wanted)); text += strlen(wanted))
		n++;
	return n;
}

/* Each such region is reported, again after it was unmapped, and also if it was
 * writable before it became executable. */
static void writable_and_executable_is_reported(void **state)
{
	struct screen *s = begin(40, 120);
	struct str out = STR_INIT;
	const char *text;

	(void)state;
	evtext_text(BASE "0.4 4121 region op=sync\n"
		    JIT("1.0", "add", "rwxp") GONE("1.1")
		    "1.2 4121 region op=add start=0x7f3000000000 end=+128K "
		    "perm=rwxp kind=anon\n" GONE("1.3")
		    JIT("1.4", "add", "rw-p") JIT("1.5", "change", "r-xp")
		    JIT("1.5", "change", "r-xp") GONE("1.6")
		    JIT("1.7", "add", "rw-p") GONE("1.8")
		    JIT("1.9", "add", "r-xp"), to_screen, s);
	screen_key(s, ':');
	for (const char *p = "messages\r"; *p; p++)
		screen_key(s, (uint32_t)*p);
	text = picture(s, &out, 40, 120);
	assert_true(count(text, "is writable and executable") >= 2);
	assert_true(has(text, "was writable and is now executable"));
	screen_free(s);
	str_release(&out);
}

/* Six mappings of the same size at the same address are counted as six. */
static void equal_wx_messages_are_counted(void **state)
{
	struct screen *s = begin(40, 120);
	struct str out = STR_INIT;
	const char *text;

	(void)state;
	evtext_text(BASE "0.4 4121 region op=sync\n", to_screen, s);
	evtext_text(JIT("1.00", "add", "rwxp") GONE("1.01")
		    JIT("1.10", "add", "rwxp") GONE("1.11")
		    JIT("1.20", "add", "rwxp") GONE("1.21")
		    JIT("1.30", "add", "rwxp") JIT("1.30", "change", "rwxp")
		    GONE("1.31")
		    JIT("1.40", "add", "rwxp") GONE("1.41")
		    JIT("1.50", "add", "rwxp"), to_screen, s);
	screen_key(s, ':');
	for (const char *p = "messages\r"; *p; p++)
		screen_key(s, (uint32_t)*p);
	text = picture(s, &out, 40, 120);
	assert_true(has(text, "is writable and executable. x6"));
	screen_free(s);
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_cause_of_an_end_is_explained),
		cmocka_unit_test(end_is_shown_in_every_pane),
		cmocka_unit_test(writable_and_executable_is_reported),
		cmocka_unit_test(equal_wx_messages_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
