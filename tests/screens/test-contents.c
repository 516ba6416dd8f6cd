/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Contents pane, compared with its golden files. */
#include <config.h>

#include <errno.h>
#include <string.h>

#include "model/model.h"
#include "screens-harness.h"

#define AT UINT64_C(0x7f1c40000000)
#define HEAP UINT64_C(0x55d0ca4e2000)
#define N(a) (sizeof (a) / sizeof (a)[0])

#define EVENTS \
	"0 0 start command=ingest page_size=4096\n" \
	"0 4121 process op=launch child=4121 ppid=4100 comm=ingest\n" \
	"0 4121 region op=add start=0x55d0ca4e2000 end=+1M perm=rw-p " \
		"kind=heap name=[heap]\n" \
	"0 4121 region op=add start=0x7f1c40000000 end=+64K perm=rw-s " \
		"kind=posix-shm name=/dev/shm/queue\n" \
	"0 4121 region op=add start=0xffffffffff600000 end=+4K perm=--xp " \
		"name=[vsyscall]\n" \
	"0 4121 region op=sync\n" \
	"12.4 4121 status state=run main_pid=4121 tasks=1\n"

static uint8_t memory[8192];

static void send_bytes(struct view *view, uint64_t ms, uint64_t start,
		       struct contents_of of, const struct contents_hole *holes,
		       size_t n)
{
	struct event ev = { .time_ns = ms * 1000000, .pid = 4121,
			    .kind = EV_CONTENTS, .source = 'm' };

	ev.u.contents = (struct ev_contents){
		.start = start, .region_start = start,
		.region_end = start + 65536, .object = of.object,
		.number = of.number, .data = { memory, sizeof memory },
		.holes = { holes, n * sizeof *holes },
	};
	model_event((struct model *)(uintptr_t)view->model, &ev);
}

static void put(size_t at, const void *bytes, size_t n)
{
	memcpy(memory + at, bytes, n);
}

static void fill_queue(void)
{
	uint64_t to = HEAP + 0x2a0, nowhere = UINT64_C(0x123456789abc);
	double d = -2.5;
	float f = 1.5f;

	memset(memory, 0, sizeof memory);
	put(0, "\x03\0\0\0\x2a\0\0\0hello\x1b[31m\xc3\xa4", 19);
	put(0x20, &to, sizeof to);
	put(0x28, &nowhere, sizeof nowhere);
	put(0x30, &f, sizeof f);
	put(0x38, &d, sizeof d);
	put(0x40, "\xff\xff\xff\xff\xff\xff\xff\xff", 8);
	for (size_t i = 0x60; i < 0x180; i++)
		memory[i] = (uint8_t)(i - 0x60);
}

static const struct contents_of live;

/* Bytes that changed now, half a second ago, and long ago. */
static void lit(struct view *view)
{
	fill_queue();
	send_bytes(view, 9000, AT, live, NULL, 0);
	put(0x54, "old", 3);
	send_bytes(view, 10000, AT, live, NULL, 0);
	put(0x4, "\x2b", 1);
	send_bytes(view, 11800, AT, live, NULL, 0);
	put(0x50, "new", 3);
	send_bytes(view, 12400, AT, live, NULL, 0);
	view->page = AT + 0x51;
}

static void at_pointer(struct view *view)
{
	lit(view);
	view->page = AT + 0x20;
}

static void at_float(struct view *view)
{
	lit(view);
	view->page = AT + 0x38;
}

static void nowhere(struct view *view)
{
	lit(view);
	view->page = AT + 0x28;
}

static void holes(struct view *view)
{
	const struct contents_hole v[] = {
		{ AT + 0x28, AT + 0x40, CONTENTS_ABSENT, 0 },
		{ AT + 0x40, AT + 0x60, CONTENTS_SWAPPED, 0 },
		{ AT + 0x60, AT + 0x80, CONTENTS_UNREADABLE, -EIO },
		{ AT + 0x80, AT + 0xa0, CONTENTS_HUNG, 0 },
		{ AT + 0xa0, AT + 0xc0, CONTENTS_UNMAPPED, 0 },
		{ AT + 0xc0, AT + 0xe0, CONTENTS_NOT_KEPT, 0 },
		{ AT + 0xe0, AT + 0x100, CONTENTS_GONE, 0 },
	};

	fill_queue();
	send_bytes(view, 12400, AT, live, v, N(v));
	view->page = AT + 0x68;
}

static void absent(struct view *view)
{
	holes(view);
	view->page = AT + 0x30;
}

/* T20: bytes that the capture lacks, because it is damaged there or the disk
 * was too slow. */
static void damaged(struct view *view)
{
	const struct contents_hole h = { AT + 0x20, AT + 0x40,
					 CONTENTS_NOT_KEPT, -EBADMSG };

	fill_queue();
	send_bytes(view, 12400, AT, live, &h, 1);
	view->page = AT + 0x28;
}

static void left_out(struct view *view)
{
	const struct contents_hole h = { AT + 0x20, AT + 0x40,
					 CONTENTS_NOT_KEPT, -ENOBUFS };

	fill_queue();
	send_bytes(view, 12400, AT, live, &h, 1);
	view->page = AT + 0x28;
}

static void marked(struct view *view)
{
	fill_queue();
	send_bytes(view, 9000, AT, live, NULL, 0);
	view->page = AT;
}

static void frame(struct view *view, uint64_t number, uint64_t ms,
		  enum frame_cause cause, const char *call, uint64_t pages,
		  uint64_t missed)
{
	struct event ev = { .time_ns = ms * 1000000, .pid = 4121,
			    .kind = EV_FRAME, .source = 'm' };

	ev.u.frame = (struct ev_frame){
		.object = 5, .number = number, .start = AT,
		.end = AT + 65536, .length = 65536, .page_size = 4096,
		.shared = 1, .cause = cause, .call = bytes_of(call),
		.pages = pages, .missed = missed, .last = 1,
		.name = bytes_of("/dev/shm/queue"),
	};
	model_event((struct model *)(uintptr_t)view->model, &ev);
}

static void frames(struct view *view)
{
	frame(view, 1, 214, FRAME_FIRST, "", 16, 0);
	frame(view, 2, 9100, FRAME_TIMER, "", 1, 12);
	frame(view, 3, 12391, FRAME_CALL, "msync", 4, 0);
	fill_queue();
	send_bytes(view, 9100, AT, (struct contents_of){ 5, 2 }, NULL, 0);
	put(0x4, "\x2b", 1);
	put(0x10, "\x00\x01\x02", 3);
	send_bytes(view, 12391, AT, (struct contents_of){ 5, 3 }, NULL, 0);
	send_bytes(view, 12400, AT, live, NULL, 0);
	view->page = AT + 4;
}

static void in_frame(struct view *view)
{
	frames(view);
	view->frame = (struct contents_of){ 5, 3 };
}

static void looking(struct view *view)
{
	lit(view);
	view->search = (struct view_search){ true, AT + 0x4000, 123456789 };
}

/* --- a decoder below the bytes -------------------------------------------- */

static char text_of[][16] = { "head", "3", "0x3", "tail", "name", "hello",
			      "to", "0x55d0ca4e22a0", "last", "" };
#define LINE(KIND, NAME, VALUE, HEX, AT, SIZE) \
	{ .kind = KIND, .name = text_of[NAME], .value = text_of[VALUE], \
	  .hex = text_of[HEX], .at = AT, .n = SIZE }
static struct decoded_line lines[] = {
	LINE(DECODED_VALUE, 0, 1, 2, 0, 4),
	LINE(DECODED_UNKNOWN, 3, 9, 9, 4, 4),
	LINE(DECODED_PLAIN, 9, 5, 9, 0, 0),
	LINE(DECODED_VALUE, 4, 5, 9, 8, 5),
	LINE(DECODED_POINTER, 6, 7, 9, 0x20, 8),
	LINE(DECODED_PAST_END, 8, 9, 9, 0, 0),
};
static struct decoded result = { .lines = { lines, N(lines), N(lines) } };
static struct decoded_line long_lines[40];
static struct decoded long_result = {
	.lines = { long_lines, N(long_lines), N(long_lines) }, .cut = true,
};

static void decoded(struct view *view)
{
	lit(view);
	view->page = AT + 9;
	view->decoding = (struct decoding_shown){ .name = "queue",
						  .result = &result };
	view->decoded = (struct view_bytes){ .start = AT, .bytes = 65536 };
}

static void decoded_long(struct view *view)
{
	decoded(view);
	for (size_t i = 0; i < N(long_lines); i++)
		long_lines[i] = (struct decoded_line)LINE(DECODED_VALUE, 0, 1,
							  2, i * 4, 4);
	view->decoding.result = &long_result;
	view->page = AT + 0x51;
}

static void decoded_wrong(struct view *view)
{
	decoded(view);
	view->decoding.wrong = "line 3: attempt to index a nil value";
	view->decoding.result = NULL;
}

static void decoding(struct view *view)
{
	decoded(view);
	view->decoding.running = true;
	view->decoding.result = NULL;
}

/* A change after the mark was set. */
#define CHANGE_LATER "12.5 4121 contents start=0x7f1c40000000 " \
	"region_start=0x7f1c40000000 region_end=0x7f1c40010000 " \
	"data=\"\\x03\\x00\\x00\\x00\\x2c\\x00\\x00\\x00hallo\"\n"

#define COMMANDS_OF(...) ((const enum cmd[]){ __VA_ARGS__, DO_NONE })
#define CASE(NAME, ROWS, COLS, PREPARE, ...) \
	{ .name = NAME, .rows = ROWS, .cols = COLS, .pane = &contents_pane, \
	  .more = EVENTS, .region = AT, .prepare = PREPARE, __VA_ARGS__ }

static const struct pane_case cases[] = {
	CASE("contents-80x24", 21, 80, lit, .away = false),
	CASE("contents-120x40", 36, 120, lit, .away = false),
	CASE("contents-160x50", 46, 160, lit, .away = false),
	CASE("contents-20x5", 3, 20, lit, .away = false),
	CASE("contents-40", 12, 40, lit, .away = false),
	CASE("contents-mono", 21, 80, lit, .colors = -1),
	CASE("contents-ascii", 21, 80, holes, .ascii = true, .colors = -1),
	CASE("contents-holes", 21, 80, holes, .away = true),
	CASE("contents-absent", 21, 80, absent, .away = false),
	CASE("contents-damaged", 21, 80, damaged, .away = false),
	CASE("contents-left-out", 21, 80, left_out, .away = false),
	CASE("contents-pointer", 21, 80, at_pointer, .away = false),
	CASE("contents-followed", 21, 80, at_pointer,
	     .commands = COMMANDS_OF(DO_ENTER)),
	CASE("contents-followed-back", 21, 80, at_pointer,
	     .commands = COMMANDS_OF(DO_ENTER, DO_BACK)),
	CASE("contents-nowhere", 21, 80, nowhere,
	     .commands = COMMANDS_OF(DO_ENTER)),
	CASE("contents-float", 21, 80, at_float, .away = false),
	CASE("contents-marked", 21, 80, marked,
	     .commands = COMMANDS_OF(DO_MARK, DO_RIGHT, DO_RIGHT, DO_RIGHT,
				     DO_RIGHT), .later = CHANGE_LATER),
	CASE("contents-unmarked", 21, 80, marked,
	     .commands = COMMANDS_OF(DO_MARK, DO_COMPARE),
	     .later = CHANGE_LATER),
	CASE("contents-frames", 21, 80, frames, .away = false),
	CASE("contents-frame", 21, 80, in_frame, .away = false),
	CASE("contents-frame-back", 21, 120, frames,
	     .commands = COMMANDS_OF(DO_FRAME_PREV, DO_FRAME_PREV)),
	CASE("contents-frame-live", 21, 80, in_frame,
	     .commands = COMMANDS_OF(DO_FRAME_PREV, DO_LIVE)),
	CASE("contents-frame-ascii", 21, 100, in_frame, .ascii = true),
	CASE("contents-looking", 21, 80, looking, .away = false),
	CASE("contents-end", 21, 80, lit,
	     .commands = COMMANDS_OF(DO_END, DO_UP)),
	CASE("contents-wheel", 21, 80, lit,
	     .commands = COMMANDS_OF(DO_WHEEL_DOWN, DO_WHEEL_DOWN,
				     DO_WHEEL_DOWN, DO_WHEEL_UP)),
	CASE("contents-page", 21, 80, lit,
	     .commands = COMMANDS_OF(DO_PAGE_DOWN, DO_DOWN, DO_LEFT)),
	CASE("contents-before", 21, 80, lit,
	     .commands = COMMANDS_OF(DO_REGION_PREV)),
	CASE("contents-vsyscall", 21, 80, lit,
	     .commands = COMMANDS_OF(DO_REGION_NEXT)),
	CASE("contents-decoded", 21, 80, decoded, .away = false),
	CASE("contents-decoded-120x40", 36, 120, decoded_long, .away = false),
	CASE("contents-decoded-page", 21, 80, decoded_long,
	     .commands = COMMANDS_OF(DO_SORT_NEXT, DO_SORT_NEXT,
				     DO_SORT_BACK)),
	CASE("contents-decoded-end", 21, 80, decoded_long,
	     .commands = COMMANDS_OF(DO_SORT_NEXT, DO_SORT_NEXT,
				     DO_SORT_NEXT, DO_SORT_NEXT,
				     DO_SORT_NEXT, DO_SORT_NEXT)),
	CASE("contents-decoded-low", 9, 40, decoded, .ascii = true),
	CASE("contents-decoded-wrong", 21, 80, decoded_wrong, .away = false),
	CASE("contents-decoding", 21, 80, decoding, .away = false),
	{ .name = "contents-none", .rows = 21, .cols = 80,
	  .pane = &contents_pane, .more = EVENTS },
};

int main(void)
{
	return pane_cases_run(cases, N(cases));
}
