/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists of events while events arrive: they follow the newest event, keep their
 * place when scrolled up, and drop what the model drops. Every pane at every
 * small size: nothing is drawn outside its rectangle. Help has every command.
 */
#include <config.h>

#include "screens-harness.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "model/model.h"
#include "../support/evtext.h"

struct scene {
	struct model *m;
	struct view view;
	void *state;
	const struct pane_ops *pane;
	struct canvas c;
};

static void scene_init(struct scene *s, const struct pane_ops *pane, int rows,
		       int cols)
{
	*s = (struct scene){ .m = model_new(), .pane = pane };
	evtext_text("0 9 process op=launch child=9 child_pid=9 comm=one\n",
		    model_event_fn, s->m);
	s->view = (struct view){
		.look = { .utf8 = true, .colors = 256 }, .pid = 9,
		.focus = pane->id, .model = s->m,
		.help_pane = PANE_REGIONS,
	};
	s->state = pane->new_state();
	canvas_init(&s->c, rows, cols);
}

static void scene_release(struct scene *s)
{
	canvas_release(&s->c);
	s->pane->free_state(s->state);
	model_free(s->m);
}

static void draw(struct scene *s)
{
	canvas_clear(&s->c);
	s->pane->draw(s->state, &s->view, &s->c, true);
}

static void command(struct scene *s, enum cmd cmd)
{
	s->pane->command(s->state, &s->view, cmd);
	draw(s);
}

/* Each call differs from the one before, so that calls are never folded. */
static void give_calls(struct scene *s, int from, int n)
{
	for (int i = from; i < from + n; i++) {
		struct event ev = {
			.time_ns = (uint64_t)(i + 1) * 1000000, .pid = 9,
			.tid = 9, .kind = EV_CALL, .source = 't',
			.u.call = { .abi = ABI_X86_64, .nr = 11,
				    .call = CALL_MUNMAP,
				    .args = { 0x10000u + (uint64_t)i * 4096,
					      4096 } },
		};

		model_event(s->m, &ev);
	}
}

static void give_signals(struct scene *s, int from, int n)
{
	for (int i = from; i < from + n; i++) {
		struct event ev = {
			.time_ns = (uint64_t)(i + 1) * 1000000, .pid = 9,
			.tid = 9, .kind = EV_SIGNAL, .source = 't',
			.u.signal = { .signal = (uint64_t)(1 + i % 15),
				      .sender = 100 + i },
		};

		model_event(s->m, &ev);
	}
}

static void row_text(const struct scene *s, int row, struct str *out)
{
	str_clear(out);
	for (int x = 0; x < s->c.cols; x++)
		str_adds(out, canvas_at(&s->c, row, x)->text);
}

static bool row_has(const struct scene *s, int row, const char *what)
{
	struct str line = STR_INIT;
	bool has;

	row_text(s, row, &line);
	has = strstr(line.data, what) != NULL;
	if (!has)
		printf("# no \"%s\" in \"%s\"\n", what, line.data);
	str_release(&line);
	return has;
}

static void test_list(const struct pane_ops *pane,
		      void (*give)(struct scene *s, int from, int n),
		      const char *const found[3], int kept)
{
	struct str before = STR_INIT, after = STR_INIT;
	struct scene s;
	int last = 10;

	scene_init(&s, pane, 11, 70);
	give(&s, 0, 50);
	draw(&s);
	golden_ok(row_has(&s, 0, "last of 50") && row_has(&s, last, found[0]),
		  "the list follows the newest event");
	command(&s, DO_UP);
	command(&s, DO_UP);
	row_text(&s, last - 2, &before);
	give(&s, 50, 38);
	draw(&s);
	row_text(&s, last - 2, &after);
	golden_ok(row_has(&s, 0, "41-50 of 88, +38 new") &&
		  row_has(&s, last - 2, found[1]) &&
		  strcmp(before.data, after.data) == 0,
		  "a scrolled list keeps its place and counts new events");
	command(&s, DO_END);
	golden_ok(row_has(&s, 0, "last of 88") && row_has(&s, last, found[2]),
		  "End follows the newest event again");
	command(&s, DO_HOME);
	give(&s, 88, kept);
	draw(&s);
	command(&s, DO_DOWN);
	golden_ok(row_has(&s, 0, " 99-108 of ") && s.c.cursor_row == 2,
		  "a dropped row passes the selection to the oldest row");
	str_release(&before);
	str_release(&after);
	scene_release(&s);
}

/* Draws inside a larger canvas; true if all cells around it are blank. */
static bool stays_inside(struct scene *s, int rows, int cols)
{
	struct rect r = { 1, 2, rows, cols };

	canvas_clear(&s->c);
	canvas_clip(&s->c, r);
	s->pane->draw(s->state, &s->view, &s->c, true);
	for (int y = 0; y < s->c.rows; y++) {
		for (int x = 0; x < s->c.cols; x++) {
			if (y >= r.row && y < r.row + rows && x >= r.col &&
			    x < r.col + cols)
				continue;
			if (strcmp(canvas_at(&s->c, y, x)->text, " ") == 0)
				continue;
			printf("# %s at %dx%d draws at %d,%d\n",
			       s->pane->name, cols, rows, y, x);
			return false;
		}
	}
	return true;
}

static void test_sizes(const struct pane_ops *pane, const char *events)
{
	static const int widths[] = {
		1, 2, 3, 7, 19, 20, 29, 35, 46, 52, 60, 78, 79, 80, 104, 120,
	};
	static const enum cmd cmds[] = {
		DO_UP, DO_DOWN, DO_END, DO_PAGE_UP, DO_ZOOM_IN, DO_RIGHT,
		DO_PAINT, DO_ZOOM_ALL, DO_HOME, DO_LEFT, DO_PAGE_DOWN,
	};
	struct scene s;
	char name[64];
	bool ok = true;
	size_t n = 0;

	scene_init(&s, pane, 42, 125);
	evtext_load(events, model_event_fn, s.m);
	s.view.pid = 0;
	s.view.region = UINT64_C(0x7f1c40000000);
	if (view_process(&s.view))
		s.view.region_generation =
			view_process(&s.view)->space.generation;
	for (int rows = 1; rows <= 40 && ok; rows += rows < 14 ? 1 : 13)
		for (size_t w = 0; w < sizeof widths / sizeof *widths && ok;
		     w++) {
			s.view.look.utf8 = w % 2;
			s.view.typing = w % 3 == 0;
			ok = stays_inside(&s, rows, widths[w]);
			pane->command(s.state, &s.view,
				      cmds[n++ % (sizeof cmds /
						  sizeof *cmds)]);
		}
	snprintf(name, sizeof name,
		 "%s stays within its rectangle at any size", pane->name);
	golden_ok(ok, name);
	scene_release(&s);
}

/* True if the help of a pane has the command's key and text. */
static bool help_has(struct scene *s, enum pane_id pane,
		     const struct command *cmd)
{
	struct str line = STR_INIT;
	bool has = false;

	s->view.help_pane = pane;
	draw(s);
	for (int y = 1; y < s->c.rows - 3 && !has; y++) {
		const char *at;

		row_text(s, y, &line);
		at = strstr(line.data, cmd->key_label);
		/* At least 20 columns of the text must be there. */
		for (; at && !has; at = strstr(at + 1, cmd->key_label))
			has = at > line.data && at[-1] == ' ' &&
			      strncmp(at + strlen(cmd->key_label) +
				      strspn(at + strlen(cmd->key_label), " "),
				      cmd->help, strlen(cmd->help) < 20 ?
				      strlen(cmd->help) : 20) == 0;
	}
	str_release(&line);
	return has;
}

/* Every command with a key must be in the help of some pane. The picker has its
 * own help: test-picker. */
static void test_help(void)
{
	struct scene s;
	bool ok = true;

	scene_init(&s, &help_pane, 60, 120);
	for (size_t i = 0; i < commands_n; i++) {
		bool has = false;

		if (!commands[i].key_label[0] ||
		    !(commands[i].where & ON_SCREEN))
			continue;
		for (int pane = 0; pane < PANE_HELP && !has; pane++)
			has = help_has(&s, (enum pane_id)pane, &commands[i]);
		if (!has)
			printf("# %s is in no help page\n", commands[i].name);
		ok = ok && has;
	}
	golden_ok(ok && commands_n > 0,
		  "every command with a key is in a help page");
	scene_release(&s);
}

int main(void)
{
	static const struct pane_ops *const panes[] = {
		&pages_pane, &calls_pane, &signals_pane, &system_pane,
		&output_pane, &help_pane, &heap_pane, &sources_pane,
	};
	static const char *const calls[3] = {
		"munmap(0x41000", "munmap(0x3f000", "munmap(0x67000",
	};
	static const char *const signals[3] = {
		"from 149", "from 147", "from 187",
	};

	golden_plan(9 + sizeof panes / sizeof *panes);
	test_list(&calls_pane, give_calls, calls, MODEL_CALLS_MAX + 10);
	test_list(&signals_pane, give_signals, signals,
		  MODEL_SIGNALS_MAX + 10);
	for (size_t i = 0; i < sizeof panes / sizeof *panes; i++)
		test_sizes(panes[i], i % 2 ? "story-held.events" :
			   "story-end.events");
	test_help();
	return golden_done();
}
