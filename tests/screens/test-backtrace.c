/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The backtrace pane, compared with its golden files. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "event/stack.h"
#include "model/model.h"
#include "screens-harness.h"

struct one {
	uint64_t pc, offset;
	const char *function, *module, *file;
	uint32_t line, flags;
	const char *lines;
};

static const struct one frames[] = {
	{ 0x7f1c8df5a310, 0x19, "__memmove_avx_unaligned_erms",
	  "/usr/lib/x86_64-linux-gnu/libc.so.6", "", 0, 0, "" },
	{ 0x55d0c8a12344, 0x2c, "copy_row", "/srv/ingest", "/srv/src/row.h",
	  31, STACK_INLINE,
	  "static inline void copy_row(struct row *to, const char *s)\n"
	  "{\n        memcpy(to->text, s, strlen(s));\n}\n\n" },
	{ 0x55d0c8a12344, 0x94, "ingest_\x1b[31mfile", "/srv/ingest",
	  "/srv/src/ingest.c", 212, 0,
	  "        while ((n = read_row(f, buf)) > 0) {\n"
	  "                struct row *r = row_new(n);\n"
	  "                copy_row(r, buf);\n"
	  "                list_add(&rows, r);\n        }\n" },
	{ 0x7f1c40001234, 0, "", "", "", 0, 0, "" },
	{ 0x7f1c8de3c050, 0, "__restore_rt",
	  "/usr/lib/x86_64-linux-gnu/libc.so.6", "", 0, STACK_SIGNAL, "" },
	{ 0x55d0c8a10f00, 0x1b, "_ZN6ingest6Reader4nextERKNSt7__cxx1112"
	  "basic_stringIcSt11char_traitsIcESaIcEEE", "/srv/ingest",
	  "/srv/src/a/very/long/folder/of/sources/that/goes/on/reader.cc",
	  1024, 0, "" },
	{ 0x55d0c8a10e00, 0x40, "main", "/srv/ingest", "/srv/src/main.c", 20,
	  0, "" },
	{ 0x7f1c8de2724a, 0x7a, "__libc_start_call_main",
	  "/usr/lib/x86_64-linux-gnu/libc.so.6", "", 0, 0, "" },
	{ 0x7f1c8de27305, 0x85, "__libc_start_main@@GLIBC_2.34",
	  "/usr/lib/x86_64-linux-gnu/libc.so.6", "", 0, 0, "" },
	{ 0x55d0c8a10d21, 0x21, "_start", "/srv/ingest", "", 0, 0, "" },
};

static struct bytes all_of(const char *s)
{
	return (struct bytes){ s, strlen(s) };
}

/* Sends the stack to the model, its frames repeated `times` times. */
static void send_stack(struct view *view, int times, struct ev_stack stack)
{
	struct str list = STR_INIT, text = STR_INIT;
	struct event ev = { .time_ns = 12905000000, .pid = 4121, .tid = 4122,
			    .kind = EV_STACK, .source = 't' };

	for (int t = 0; t < times; t++)
		for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
			const struct one *o = &frames[i];
			const struct stack_entry e = {
				.frame = { .pc = o->pc, .offset = o->offset,
					   .line = o->line, .flags = o->flags,
					   .first = o->line > 2 ?
						    o->line - 2 : 1 },
				.function = all_of(o->function),
				.module = all_of(o->module),
				.file = all_of(o->file),
				.lines = all_of(o->lines),
			};

			stack_put(&list, &text, &e);
		}
	stack.frames = (struct bytes){ list.data, list.len };
	stack.text = (struct bytes){ text.data, text.len };
	if (!stack.took_ns)
		stack.took_ns = 41200000;
	ev.u.stack = stack;
	model_event((struct model *)(uintptr_t)view->model, &ev);
	str_release(&list);
	str_release(&text);
}

static void one(struct view *view)
{
	send_stack(view, 1, (struct ev_stack){ .why = STACK_TOLD });
}

static void many(struct view *view)
{
	send_stack(view, 26, (struct ev_stack){ .end = STACK_END_LIMIT });
}

static void lost(struct view *view)
{
	send_stack(view, 1, (struct ev_stack){ .end = STACK_END_LOST });
}

static void moved(struct view *view)
{
	send_stack(view, 1, (struct ev_stack){ .why = STACK_MOVED });
}

static void died(struct view *view)
{
	send_stack(view, 0, (struct ev_stack){ .why = STACK_DIED });
}

#define MAPPED 0x7f1c50000000

/* Read when the call at 12.8 s returned. */
static void stored(struct view *view)
{
	send_stack(view, 1, (struct ev_stack){ .mapped = MAPPED,
					       .took_ns = 104990000 });
}

/* Read when the call at 12.85 s returned. */
static void stored_later(struct view *view)
{
	send_stack(view, 1, (struct ev_stack){ .mapped = MAPPED,
					       .took_ns = 54990000 });
}

static void not_stored(struct view *view)
{
	send_stack(view, 0, (struct ev_stack){ .why = STACK_NOT_STORED,
					       .mapped = MAPPED });
}

static void ignoring(struct view *view)
{
	static struct word_list words = { .v = VEC_INIT };
	static struct ignore *ignore;

	if (!ignore) {
		*vec_push(&words.v) = xstrdup("^__libc_start");
		*vec_push(&words.v) = xstrdup("^_start$");
		*vec_push(&words.v) = xstrdup("row[.]h$");
		ignore = ignore_new(&words);
	}
	view->ignore = ignore;
	one(view);
}

#define HEAD \
	"0 0 start command=ingest page_size=4096\n" \
	"0 4121 process op=launch child=4121 ppid=4100 comm=ingest\n" \
	"0.1 4121 process op=thread child=4122 child_pid=4121 comm=loader\n" \
	"0 4121 region op=add start=0x7f1c40000000 end=+64M perm=rwxp\n" \
	"0 4121 region op=sync\n"
#define HELD HEAD \
	"12.9 4121 status state=held held_tid=4122 main_pid=4121 held=2 tasks=2\n"
#define RUNS HEAD "12.9 4121 status state=run main_pid=4121 tasks=2\n"
#define GONE HEAD \
	"12.9 4121 status state=ended main_pid=4121 exit_signal=SIGSEGV\n"

#define MAPS(time, len) \
	time " 4121/4122 call call=mmap args=0," len ",3,0x22,-1,0 " \
	"result=0x7f1c50000000 duration_ns=5us\n"
#define CALLS HEAD MAPS("12.8", "8K") \
	"12.81 4121/4122 call call=madvise args=0x7f1c50000000,4K,4 " \
	"result=0 duration_ns=1us\n"

#define COMMANDS_OF(...) ((const enum cmd[]){ __VA_ARGS__, DO_NONE })
#define CASE(NAME, ROWS, COLS, EVENTS, PREPARE, ...) \
	{ .name = NAME, .rows = ROWS, .cols = COLS, .pane = &backtrace_pane, \
	  .more = EVENTS, .prepare = PREPARE, __VA_ARGS__ }
#define CALL_CASE(NAME, EVENTS, PREPARE, COMMANDS) \
	{ .name = NAME, .rows = 18, .cols = 80, .pane = &calls_pane, \
	  .more = EVENTS, .prepare = PREPARE, .commands = COMMANDS }

static const struct pane_case cases[] = {
	CASE("backtrace-80x24", 21, 80, HELD, one, .away = false),
	CASE("backtrace-120x40", 36, 120, HELD, one,
	     .commands = COMMANDS_OF(DO_DOWN, DO_DOWN)),
	CASE("backtrace-ascii", 21, 80, HELD, one, .ascii = true,
	     .colors = -1, .commands = COMMANDS_OF(DO_DOWN)),
	CASE("backtrace-long-name", 21, 80, HELD, one,
	     .commands = COMMANDS_OF(DO_END, DO_UP, DO_UP, DO_UP, DO_UP)),
	CASE("backtrace-many", 21, 80, HELD, many,
	     .commands = COMMANDS_OF(DO_END, DO_PAGE_UP)),
	CASE("backtrace-lost", 30, 80, HELD, lost, .away = true),
	CASE("backtrace-moved", 21, 80, RUNS, moved, .tid = 4122),
	CASE("backtrace-since", 21, 80, RUNS, one, .tid = 4122),
	CASE("backtrace-since-lost", 21, 80, RUNS, lost, .tid = 4122),
	CASE("backtrace-died", 21, 80, HELD, died, .away = false),
	CASE("backtrace-ignored", 21, 80, HELD, ignoring,
	     .commands = COMMANDS_OF(DO_DOWN)),
	CASE("backtrace-unfolded", 21, 80, HELD, ignoring,
	     .commands = COMMANDS_OF(DO_DOWN, DO_ENTER)),
	CASE("backtrace-reading", 21, 80, HELD, NULL, .away = false),
	CASE("backtrace-runs", 21, 80, RUNS, NULL, .away = false),
	CASE("backtrace-gone", 21, 80, GONE, NULL, .away = false),
	CASE("backtrace-20x5", 5, 20, HELD, one, .away = false),
	CASE("backtrace-low", 9, 50, HELD, many,
	     .commands = COMMANDS_OF(DO_DOWN, DO_DOWN)),
	/* The stack that mmtop stored for a past call; it is not that of
	 * Backtrace. */
	CALL_CASE("calls-stack", CALLS, stored, COMMANDS_OF(DO_UP, DO_ENTER)),
	CALL_CASE("calls-stack-reading", CALLS, one,
		  COMMANDS_OF(DO_UP, DO_ENTER)),
	CALL_CASE("calls-stack-not-stored", CALLS, not_stored,
		  COMMANDS_OF(DO_UP, DO_ENTER)),
	/* A later call has mapped the same address. */
	CALL_CASE("calls-stack-later", CALLS MAPS("12.85", "4K"), stored_later,
		  COMMANDS_OF(DO_UP, DO_UP, DO_ENTER)),
	CALL_CASE("calls-stack-no-mapping", CALLS, stored,
		  COMMANDS_OF(DO_ENTER)),
	CASE("backtrace-of-call", 21, 80, HELD, stored, .away = false),
};

int main(void)
{
	return pane_cases_run(cases, sizeof cases / sizeof cases[0]);
}
