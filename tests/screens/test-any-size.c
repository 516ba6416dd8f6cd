/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws every pane at every size from 1x1, in each look and language, after
 * each command and with hostile names. No pane may draw outside its clip, or a
 * cell that is not text.
 */
#include <config.h>

#include "screens-harness.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/evtext.h"
#include "../support/language.h"
#include "base/text.h"
#include "event/stack.h"
#include "model/model.h"
#include "ui/pane/setup.h"

#define MARK "#"
#define COLS_MAX 170
#define ROWS_MAX 52

#define N(a) (sizeof (a) / sizeof (a)[0])

static const int rows_of[] = { 1, 2, 5, 17, 50 };
static const int cols_of[] = { 1, 3, 13, 20, 33, 59, 80, 104, 140, 160 };

static struct setup setup;

/* True if text cannot move the cursor or change the direction of the row. */
static bool is_safe(const char *text)
{
	static const char *const turning[] = {
		"\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c",
		"\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069",
	};

	for (size_t i = 0; i < N(turning); i++)
		if (strstr(text, turning[i]))
			return false;
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 127)
			return false;
	return true;
}

/* True if only cells inside r were changed, and no wide cell is cut. */
static bool picture_ok(const struct canvas *c, struct rect r)
{
	for (int row = 0; row < c->rows; row++)
		for (int col = 0; col < c->cols; col++) {
			const struct cell *cell = canvas_at(c, row, col);
			bool inside = row >= r.row && row < r.row + r.rows &&
				      col >= r.col && col < r.col + r.cols;
			if (!inside && strcmp(cell->text, MARK) != 0)
				return false;
			if (!is_safe(cell->text))
				return false;
			if (cell->width > 2 || (cell->width && !*cell->text) ||
			    (cell->width &&
			     text_width(cell->text) != cell->width))
				return false;
		}
	return true;
}

static bool draw_ok(const struct pane_ops *pane, void *state,
		    struct view *view, struct canvas *c, int rows, int cols)
{
	struct rect r = { 1, 1, rows, cols };

	canvas_clear(c);
	for (int row = 0; row < c->rows; row++)
		canvas_fill(c, row, 0, c->cols, STYLE_TEXT, MARK);
	canvas_clip(c, r);
	for (int row = 0; row < rows; row++)
		canvas_fill(c, row, 0, cols, STYLE_TEXT, " ");
	pane->draw(state, view, c, true);
	if (picture_ok(c, r))
		return true;
	printf("# %s at %dx%d\n", pane->name, cols, rows);
	return false;
}

/* Messages: empty, wide, and longer than a row. */
static struct said sentences[] = {
	{ 0, SEV_NOTE, (char *)"", 1 },
	{ 1000000000, SEV_WARN, (char *)"日本日本日本日本日本日本日本日本日本日本"
					"日本日本日本日本日本日本日本日本日本日本", 1 },
	{ UINT64_MAX, SEV_ERROR, (char *)"a sentence that is long enough to "
					 "take more than a row of each width", 3 },
};
static const struct said_list said = { sentences, N(sentences), 0 };

static bool sizes_ok(const struct pane_ops *pane, struct view *view,
		     struct canvas *c)
{
	void *state = pane->new_state();
	bool ok = true;

	for (size_t i = 0; i < N(rows_of) && ok; i++)
		for (size_t j = 0; j < N(cols_of) && ok; j++) {
			ok = draw_ok(pane, state, view, c, rows_of[i],
				     cols_of[j]);
			pane->command(state, view, DO_DOWN);
		}
	/* Runs every command, in the order of the table. */
	for (int cmd = DO_NONE + 1; cmd < DOS && ok; cmd++) {
		pane->command(state, view, (enum cmd)cmd);
		ok = draw_ok(pane, state, view, c, 24, 80) &&
		     draw_ok(pane, state, view, c, 5, 20);
		if (!ok)
			printf("# after command %d\n", cmd);
	}
	pane->free_state(state);
	return ok;
}

/* Wide, joined, combining, right-to-left, zero-width, and invalid text. */
static const char *const names[] = {
	"日本語のプロセス名前が長い", "👩\u200d👩\u200d👧\u200d👦👍🏽🇨🇿",
	"e\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030a",
	"a\u202egnp.exe\u202c \u2066x\u2069 \u200f\u061c", "\u200b\u200d\ufeff\u00ad",
	"\\xff\\xc3(\\xe2\\x80", "\\x1b[31m\\x1b]0;evil\\x07\\x9b2J\\n\\x7f\\0x",
};

static void feed(struct model *m, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
static void feed(struct model *m, const char *fmt, ...)
{
	char line[1024];
	struct err err = { 0 };
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	if (evtext_line(line, model_event_fn, m, &err) < 0) {
		printf("Bail out! %s: %s\n", err.what, line);
		exit(99);
	}
}

/* Some bytes of the first region, live and in two frames. */
static void bytes(struct model *m)
{
	const struct process *p = model_main(m);
	const struct region *r = p && p->space.regions.n ?
				 p->space.regions.v[0] : NULL;
	const struct contents_hole hole = {
		r ? r->start + 40 : 0, r ? r->start + 300 : 0,
		CONTENTS_SWAPPED, 0,
	};
	static uint8_t data[4096];
	struct event ev = { .time_ns = m->now_ns, .kind = EV_CONTENTS,
			    .source = 'm' };

	for (uint64_t number = 0; r && number < 3; number++) {
		for (size_t i = 0; i < sizeof data; i++)
			data[i] = (uint8_t)(i * (number + 3));
		ev.pid = p->pid;
		ev.u.contents = (struct ev_contents){
			.start = r->start, .region_start = r->start,
			.region_end = r->end, .object = 9, .number = number,
			.data = { data, sizeof data },
			.holes = { &hole, sizeof hole },
		};
		model_event(m, &ev);
		if (number)
			feed(m, "9 %d frame object=9 number=%d start=%llu "
			     "end=%llu length=4096 page_size=4096 cause=1 "
			     "call=\"\\x1b[31m\\xff\" pages=1 missed=7 last=1 "
			     "name=\"%s\"", (int)p->pid, (int)number,
			     (unsigned long long)r->start,
			     (unsigned long long)r->end, names[0]);
	}
}

/* Selects that region and adds a decoder pane below. */
static void select_bytes(struct view *view)
{
	static char texts[][48] = { "日本語のプロセス名前が長い", "\\x1b[31m", "" };
	static struct decoded_line lines[] = {
		{ .kind = DECODED_VALUE, .name = texts[0], .value = texts[1],
		  .hex = texts[1], .at = 0, .n = 8 },
		{ .kind = DECODED_PAST_END, .name = texts[1],
		  .value = texts[2], .hex = texts[2] },
	};
	static struct decoded result = { .lines = { lines, 2, 2 } };
	const struct process *p = model_main(view->model);

	if (!p || !p->space.regions.n)
		return;
	view->region = p->space.regions.v[0]->start;
	view->region_generation = p->space.generation;
	view->frame = (struct contents_of){ 9, view->look.utf8 ? 2 : 0 };
	view->decoding = (struct decoding_shown){
		.name = texts[0], .result = &result,
		.wrong = view->look.colors ? NULL : texts[0],
	};
	view->decoded = (struct view_bytes){ .start = view->region,
					     .bytes = 64 };
	view->search = (struct view_search){ true, UINT64_MAX, UINT64_MAX };
}

/* Frames of the main process with hostile names. */
static void frames(struct model *m, const char *const *list, size_t n)
{
	const struct process *p = model_main(m);
	struct str records = STR_INIT, text = STR_INIT;
	struct event ev = { .time_ns = 1, .kind = EV_STACK, .source = 't',
			    .pid = p->pid, .tid = p->pid };

	for (size_t i = 0; i < n * 4; i++) {
		const struct bytes name = bytes_of(list[i / 4]);
		const struct stack_entry e = {
			.frame = { .pc = UINT64_MAX / (i + 1), .offset = i,
				   .flags = (uint32_t)i % 4,
				   .line = i % 3 ? UINT32_MAX - 2 : 0,
				   .first = UINT32_MAX - 3 },
			.function = name, .module = name, .file = name,
			.lines = i % 2 ? name : bytes_of("\t\x9b\n{\n\n\n}\n"),
		};

		stack_put(&records, &text, &e);
	}
	ev.u.stack = (struct ev_stack){
		.end = STACK_END_LOST, .took_ns = UINT64_MAX,
		.frames = { records.data, records.len },
		.text = { text.data, text.len },
	};
	model_event(m, &ev);
	str_release(&records);
	str_release(&text);
}

/* A tree of processes with hostile names, with regions, calls and signals. */
static struct model *hostile_model(void)
{
	struct model *m = model_new();

	for (size_t i = 0; i < N(names); i++) {
		const char *s = names[i];
		int pid = 10 + (int)i;

		feed(m, "%zu %d process op=%s child=%d child_pid=%d ppid=%d",
		     i, i ? 10 : pid, i ? "fork" : "launch", pid, pid,
		     i ? 10 : 1);
		feed(m, "%zu %d process op=exec child=%d child_pid=%d "
		     "comm=\"%s\" exe=\"/%s\" argv=\"%s\"", i, pid, pid, pid, s,
		     s, s);
		for (size_t k = 0; k < N(names); k++)
			feed(m, "%zu %d region op=add start=0x%zx000 end=+64K "
			     "perm=rw-p kind=file inode=7 rss=8K name=\"/%s/%s\"",
			     i, pid, 0x7f000 + 0x100 * k, names[k], s);
		feed(m, "%zu %d region op=sync", i, pid);
		feed(m, "%zu %d call call=memfd_create args=0x7f000000,1 "
		     "result=3 path=\"%s\" duration_ns=1us", i, pid, s);
		feed(m, "%zu %d signal signal=SIGSEGV code=SEGV_ACCERR "
		     "has_addr=1 addr=0x1234 sender=%d region_start=0x1000 "
		     "region_end=0x2000 region_name=\"/%s\"", i, pid, pid, s);
	}
	frames(m, names, N(names));
	bytes(m);
	return m;
}

/* Only the words change with the language, not the columns, so a few sizes
 * suffice. */
static bool words_ok(const struct pane_ops *pane, struct view *view,
		     struct canvas *c)
{
	static const int few[] = { 20, 47, 80, 120, 160 };
	void *state = pane->new_state();
	bool ok = true;

	for (size_t i = 0; i < N(few) && ok; i++)
		ok = draw_ok(pane, state, view, c, 24, few[i]);
	pane->free_state(state);
	return ok;
}

static void in_each_language(struct model *story, struct canvas *c)
{
	char name[80];

	for (const char *const *list = languages(); *list; list++) {
		bool spoken = language_speak(*list);

		for (int i = 0; i < PANES; i++) {
			const struct pane_ops *pane = pane_table[i];
			struct view view = {
				.look = { .utf8 = true, .colors = 256 },
				.focus = pane->id, .model = story, .said = &said,
				.setup = &setup,
			};
			if (pane->id == PANE_CONTENTS)
				select_bytes(&view);
			snprintf(name, sizeof name, "%s, %s", pane->name, *list);
			golden_ok(spoken && words_ok(pane, &view, c), name);
		}
	}
	language_speak(NULL);
}

int main(void)
{
	struct model *empty = model_new(), *story = model_new();
	struct model *hostile;
	struct canvas c;
	char name[80];

	size_t spoken = 0;

	while (languages()[spoken])
		spoken++;
	golden_plan(PANES * (5 + spoken));
	hostile = hostile_model();
	evtext_load("story.events", model_event_fn, story);
	frames(story, (const char *const[]){ "main" }, 1);
	bytes(story);
	setup_default(&setup);
	setup.file = (char *)"/home/日本語/a rather long name of a folder/"
			     ".config/mmtop/config.lua";
	canvas_init(&c, ROWS_MAX, COLS_MAX);
	for (int i = 0; i < PANES; i++) {
		const struct pane_ops *pane = pane_table[i];
		struct view view = {
			.look = { .utf8 = true, .colors = 256 },
			.focus = pane->id, .model = empty,
		};

		snprintf(name, sizeof name, "%s: no data", pane->name);
		golden_ok(sizes_ok(pane, &view, &c), name);
		view.model = story;
		view.said = &said;
		view.setup = &setup;
		if (pane->id == PANE_CONTENTS)
			select_bytes(&view);
		snprintf(name, sizeof name, "%s", pane->name);
		golden_ok(sizes_ok(pane, &view, &c), name);
		view.look = (struct look){ .utf8 = false, .colors = 0 };
		if (pane->id == PANE_CONTENTS)
			select_bytes(&view);
		snprintf(name, sizeof name, "%s, ASCII", pane->name);
		golden_ok(sizes_ok(pane, &view, &c), name);
		view.model = hostile;
		if (pane->id == PANE_CONTENTS)
			select_bytes(&view);
		snprintf(name, sizeof name,
			 "%s: hostile names, ASCII", pane->name);
		golden_ok(sizes_ok(pane, &view, &c), name);
		view.look = (struct look){ .utf8 = true, .colors = 256 };
		snprintf(name, sizeof name, "%s: hostile names", pane->name);
		golden_ok(sizes_ok(pane, &view, &c), name);
	}
	in_each_language(story, &c);
	canvas_release(&c);
	model_free(empty);
	model_free(hostile);
	model_free(story);
	return golden_done();
}
