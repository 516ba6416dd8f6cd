/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mouse areas match the picture: checked for every cell of every pane, at
 * many sizes, and for whole screens. A clicked row is selected and keeps its
 * text; a clicked map cell gets the cursor; a column head has a title that
 * sorts; a key bar entry starts with its key.
 */
#include <config.h>

#include "hot.h"
#include "screens-harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/evtext.h"
#include "app/screen/screen.h"
#include "base/str.h"
#include "base/text.h"
#include "model/model.h"
#include "ui/pane/setup.h"

#define N(a) (sizeof (a) / sizeof (a)[0])
#define ARENA 0x7f1c40000000u

static const struct { int rows, cols; } sizes[] = {
	{ 24, 80 }, { 40, 120 }, { 50, 160 }, { 5, 20 }, { 12, 47 },
	{ 30, 104 }, { 3, 33 },
};

static struct model *story;
static struct setup setup;

void row_text(struct str *out, const struct canvas *c, const struct rect *r)
{
	str_clear(out);
	for (int col = r->col + 1; col < r->col + r->cols; col++)
		str_adds(out, canvas_at(c, r->row, col)->text);
}

struct drawn {
	const struct pane_ops *pane;
	void *state;
	struct view view;
	struct canvas c;
};

static void draw(struct drawn *d)
{
	struct rect r = { 1, 2, d->c.rows - 2, d->c.cols - 3 };

	canvas_clear(&d->c);
	canvas_own(&d->c, r, (int)d->pane->id);
	d->pane->draw(d->state, &d->view, &d->c, true);
}

static bool complain(const struct drawn *d, const struct hot *hot,
		     const char *what)
{
	printf("# %s, %dx%d, kind %d at %d,%d: %s\n", d->pane->name, d->c.cols,
	       d->c.rows, (int)hot->kind, hot->r.row, hot->r.col, what);
	return false;
}

/* True if a click selects this row. */
static bool row_ok(struct drawn *d, const struct hot hot)
{
	struct str before = STR_INIT, after = STR_INIT;
	const struct hot *now;
	bool ok = true;

	row_text(&before, &d->c, &hot.r);
	if (!d->pane->choose || !(d->pane->choose(d->state, &d->view, &hot, 0,
				  CHOOSE_CLICK) & CMD_TAKEN)) {
		ok = complain(d, &hot, "the row cannot be selected");
	} else {
		draw(d);
		row_text(&after, &d->c, &hot.r);
		now = canvas_hot_at(&d->c, hot.r.row, hot.r.col);
		if (!now || now->kind != HOT_ROW || !now->selected)
			ok = complain(d, &hot, "the row is not selected after "
					       "the click");
		else if (now->value != hot.value || now->part != hot.part)
			ok = complain(d, &hot,
				      "another row is there after the click");
		else if (strcmp(before.data, after.data) != 0)
			ok = complain(d, &hot, after.data);
		else if (d->c.cursor_row != hot.r.row)
			ok = complain(d, &hot, "the cursor is elsewhere");
	}
	str_release(&before);
	str_release(&after);
	return ok;
}

/* True if a click moves the cursor to this cell, and a second click to its
 * other half. */
static bool cell_ok(struct drawn *d, const struct hot hot, int at)
{
	uint64_t page, last;

	if (!(d->pane->choose(d->state, &d->view, &hot, at, CHOOSE_CLICK) &
	      CMD_TAKEN))
		return true;		/* past the end of the region */
	page = d->view.page;
	last = view_region(&d->view)->end - hot.more;
	draw(d);
	if (d->c.cursor_row != hot.r.row ||
	    d->c.cursor_col != hot.r.col + at)
		return complain(d, &hot, "the cursor is elsewhere");
	d->pane->choose(d->state, &d->view, &hot, at, CHOOSE_CLICK);
	draw(d);
	if (d->c.cursor_row != hot.r.row ||
	    d->c.cursor_col != hot.r.col + at ||
	    /* In the map of all regions, or at its end, there may be no other
	     * half. */
	    (!hot.part && page + 128 * hot.more < last &&
	     d->view.page == page))
		return complain(d, &hot,
				"the second click moves the cursor elsewhere");
	return true;
}

static bool head_ok(const struct drawn *d, const struct hot *hot)
{
	int n = 0;

	while (d->pane->sorts && d->pane->sorts[n])
		n++;
	if (hot->value >= (uint64_t)n)
		return complain(d, hot, "the head sorts by an unknown column");
	for (int col = hot->r.col; col < hot->r.col + hot->r.cols; col++)
		if (strcmp(canvas_at(&d->c, hot->r.row, col)->text, " ") != 0)
			return true;
	return complain(d, hot, "the head has no title");
}

/* True if each area lies within the pane, and each cell of it belongs to the
 * pane. */
static bool areas_ok(struct drawn *d)
{
	struct rect r = { 1, 2, d->c.rows - 2, d->c.cols - 3 };

	for (int row = 0; row < d->c.rows; row++)
		for (int col = 0; col < d->c.cols; col++) {
			const struct hot *hot = canvas_hot_at(&d->c, row, col);
			bool inside = row >= r.row && row < r.row + r.rows &&
				      col >= r.col && col < r.col + r.cols;

			if (inside != (hot != NULL))
				return false;
			if (hot && hot->owner != (int)d->pane->id)
				return complain(d, hot, "the area belongs to "
							"another pane");
		}
	return true;
}

static bool pane_ok(struct drawn *d, size_t *found)
{
	struct hot hots[256];
	size_t n;
	bool ok;

	draw(d);
	ok = areas_ok(d);
	n = d->c.hots.n < N(hots) ? d->c.hots.n : N(hots);
	memcpy(hots, d->c.hots.v, n * sizeof *hots);
	for (size_t i = 0; i < n && ok; i++) {
		const struct hot *hot = &hots[i];

		found[hot->kind]++;
		if (hot->kind == HOT_ROW)
			ok = row_ok(d, *hot);
		else if (hot->kind == HOT_COLUMN)
			ok = head_ok(d, hot);
		else if (hot->kind == HOT_CELLS && d->pane->choose)
			for (int at = 0; at < hot->r.cols && ok; at++)
				ok = cell_ok(d, *hot, at);
		else if (hot->kind == HOT_TITLE && hot->r.row != 1)
			ok = complain(d, hot,
				      "the title area is not in the title row");
	}
	return ok;
}

/* Tests a pane at each size, after each of the commands. */
static void pane(const char *name, const struct pane_ops *ops, uint64_t region,
		 const enum cmd *cmds, unsigned wants)
{
	size_t found[HOT_MESSAGE + 1] = { 0 };
	bool ok = true;

	for (size_t i = 0; i < N(sizes) && ok; i++) {
		struct drawn d = {
			.pane = ops, .state = ops->new_state(),
			.view = { .look = { .utf8 = true, .colors = 256 },
				  .region = region, .focus = ops->id,
				  .model = story, .setup = &setup },
		};

		if (region)
			d.view.region_generation =
				view_process(&d.view)->space.generation;
		canvas_init(&d.c, sizes[i].rows + 2, sizes[i].cols + 3);
		draw(&d);
		for (const enum cmd *cmd = cmds; cmd && *cmd; cmd++) {
			ops->command(d.state, &d.view, *cmd);
			draw(&d);
		}
		ok = pane_ok(&d, found);
		canvas_release(&d.c);
		ops->free_state(d.state);
	}
	for (int kind = 0; kind <= HOT_MESSAGE && ok; kind++)
		if (wants & 1u << kind && !found[kind]) {
			printf("# %s has no area of kind %d\n", name, kind);
			ok = false;
		}
	golden_ok(ok, name);
}

static void check_other_panes(void)
{
	static const enum cmd last[] = { DO_END, DO_PAGE_UP, DO_NONE };
	const unsigned rows = 1u << HOT_ROW, title = 1u << HOT_TITLE;
	struct model *of_the_story = story;

	story = hot_family();
	pane("fork family", &family_pane, ARENA, NULL,
	     1u << HOT_CELLS | title);
	model_free(story);
	story = hot_backtrace();
	pane("backtrace", &backtrace_pane, 0, NULL, rows | title);
	pane("backtrace, scrolled", &backtrace_pane, 0, last, rows);
	model_free(story);
	story = of_the_story;
}

/* --- a range -------------------------------------------------------------- */

static bool has_range(struct drawn *d)
{
	bool found = false;

	draw(d);
	for (int row = 0; row < d->c.rows; row++)
		for (int col = 0; col < d->c.cols; col++)
			found |= canvas_at(&d->c, row, col)->style ==
				 STYLE_SEL;
	return found;
}

/* The footer's figures of a range must be the sums of its cells. */
static void check_range(void)
{
	struct drawn d = {
		.pane = &pages_pane, .state = pages_pane.new_state(),
		.view = { .look = { .utf8 = true, .colors = 256 },
			  .region = ARENA, .focus = PANE_PAGES,
			  .model = story },
	};
	const struct hot *hot = NULL;
	struct hot from = { .kind = HOT_PANE }, to = from;

	d.view.region_generation =
		view_process(&d.view)->space.generation;
	canvas_init(&d.c, 42, 123);
	draw(&d);
	for (size_t i = 0; i < d.c.hots.n; i++) {
		hot = &d.c.hots.v[i];
		if (hot->kind != HOT_CELLS)
			continue;
		if (from.kind == HOT_PANE)
			from = *hot;
		else if (to.kind == HOT_PANE)
			to = *hot;
	}
	pages_pane.choose(d.state, &d.view, &from, 8, CHOOSE_CLICK);
	pages_pane.choose(d.state, &d.view, &to, 3, CHOOSE_DRAG);
	draw(&d);
	golden_check("pages-range", &d.c);
	/* Dragged back to its start: no range. */
	pages_pane.choose(d.state, &d.view, &from, 8, CHOOSE_DRAG);
	draw(&d);
	golden_check("pages-range-none", &d.c);
	pages_pane.choose(d.state, &d.view, &from, 12, CHOOSE_DRAG);
	draw(&d);
	golden_check("pages-range-line", &d.c);
	/* A movement key ends the range. */
	pages_pane.command(d.state, &d.view, DO_LEFT);
	golden_ok(!has_range(&d), "a movement key ends the range");
	/* The keys make the same range. */
	pages_pane.choose(d.state, &d.view, &from, 8, CHOOSE_CLICK);
	pages_pane.command(d.state, &d.view, DO_RANGE);
	for (int i = 0; i < 4; i++)
		pages_pane.command(d.state, &d.view, DO_RIGHT);
	draw(&d);
	golden_check("pages-range-line", &d.c);
	pages_pane.command(d.state, &d.view, DO_RANGE);
	golden_ok(!has_range(&d), "the key that started a range ends it");
	pages_pane.command(d.state, &d.view, DO_RANGE);
	pages_pane.command(d.state, &d.view, DO_LEFT);
	golden_ok(has_range(&d), "a range extends backwards, too");
	pages_pane.command(d.state, &d.view, DO_PAINT);
	pages_pane.command(d.state, &d.view, DO_LEFT);
	golden_ok(!has_range(&d),
		  "after another command, keys move without a range");
	canvas_release(&d.c);
	pages_pane.free_state(d.state);
}

/* --- whole screens -------------------------------------------------------- */

static void no_request(void *arg, const struct request *req)
{
	(void)arg;
	(void)req;
}

static void take(void *arg, const struct event *ev)
{
	screen_event(arg, ev);
}

bool entry_ok(const struct canvas *c, const struct hot *hot)
{
	const struct command *cmd = command_by_id((enum cmd)hot->value);
	const char *label = cmd ? cmd->key_label : "";
	struct str text = STR_INIT;
	bool ok = false;

	for (int i = 0; i < hot->r.cols; i++)
		str_adds(&text, canvas_at(c, hot->r.row, hot->r.col + i)->text);
	/* If the entry shows two keys, the second one is the command's. */
	for (size_t n; !ok && (n = strcspn(label, " ")) > 0;
	     label += n + strspn(label + n, " "))
		ok = !strncmp(text.data, label, n) ||
		     (text.len > 2 && text.data[1] == ' ' &&
		      !strncmp(text.data + 2, label, n));
	if (!ok)
		printf("# %s is not a key of %s\n", text.data,
		       cmd ? cmd->name : "");
	str_release(&text);
	return ok;
}

static bool screen_cells_ok(const struct canvas *c, size_t *found)
{
	for (int row = 0; row < c->rows; row++)
		for (int col = 0; col < c->cols; col++) {
			const struct hot *hot = canvas_hot_at(c, row, col);

			if (!hot)
				continue;
			found[hot->kind]++;
			if (hot->kind == HOT_COMMAND &&
			    (row != c->rows - 1 || !entry_ok(c, hot)))
				return false;
		}
	return true;
}

static void check_screens(void)
{
	static const uint32_t keys[] = {
		'1', '2', '3', '4', '5', '6', '7', '9', 'p', '?', 's', 'o',
		KEY_ESC_, 'q',
	};
	const struct look look = { .utf8 = true, .colors = 256 };
	char name[64];

	for (size_t i = 0; i < 6; i++) {
		struct screen *s = screen_new(&look, no_request, NULL);
		size_t found[HOT_MESSAGE + 1] = { 0 };
		struct canvas c;
		bool ok = true;

		canvas_init(&c, sizes[i].rows, sizes[i].cols);
		evtext_load("story.events", take, s);
		screen_time(s, 12400000000);
		for (size_t k = 0; k < N(keys) && ok; k++) {
			screen_key(s, keys[k]);
			screen_draw(s, &c);
			ok = screen_cells_ok(&c, found);
			if (!ok)
				printf("# after key %c\n", (int)keys[k]);
		}
		snprintf(name, sizeof name,
			 "the screen at %dx%d: every area matches its text",
			 sizes[i].cols, sizes[i].rows);
		golden_ok(ok && found[HOT_COMMAND] && found[HOT_TITLE] &&
			  /* The Esc of a question is its last word, which may
			   * be cut off. */
			  (found[HOT_KEY] || sizes[i].cols < 40), name);
		canvas_release(&c);
		screen_free(s);
	}
}

int main(void)
{
	static const enum cmd group[] = { DO_GROUP, DO_NONE };
	static const enum cmd fold[] = { DO_RIGHT, DO_DOWN, DO_NONE };
	static const enum cmd up[] = { DO_UP, DO_UP, DO_NONE };
	static const enum cmd space[] = { DO_ZOOM_OUT, DO_NONE };
	static const enum cmd zoom[] = { DO_ZOOM_IN, DO_ZOOM_IN, DO_ZOOM_IN,
					 DO_NONE };
	const unsigned rows = 1u << HOT_ROW, heads = 1u << HOT_COLUMN,
		       cells = 1u << HOT_CELLS, title = 1u << HOT_TITLE;

	golden_plan(26 + 7 + PICKER_TESTS);
	setup_default(&setup);
	setup.file = (char *)"/tmp/config.lua";
	story = model_new();
	evtext_load("story.events", model_event_fn, story);
	pane("regions", &regions_pane, 0, NULL, rows | heads | title);
	pane("regions, cursor in the arena", &regions_pane, ARENA, NULL, rows);
	pane("regions, by kind", &regions_pane, 0, group, rows | title);
	pane("regions, with an open fold", &regions_pane, 0, fold, rows);
	pane("processes", &processes_pane, 0, NULL, rows | heads | title);
	pane("calls", &calls_pane, 0, NULL, rows | title);
	pane("calls, scrolled", &calls_pane, 0, up, rows);
	pane("signals", &signals_pane, 0, NULL, rows | title);
	pane("sources", &sources_pane, 0, NULL, rows | title);
	pane("pages", &pages_pane, ARENA, NULL, cells | title);
	pane("pages, zoomed", &pages_pane, ARENA, zoom, cells);
	pane("pages, all regions", &pages_pane, ARENA, space, cells);
	pane("output", &output_pane, 0, NULL, cells | title);
	pane("setup", &setup_pane, 0, NULL, rows | title);
	pane("help", &help_pane, 0, NULL, title);
	pane("system", &system_pane, 0, NULL, title);
	check_range();
	check_other_panes();
	check_screens();
	picker_hot();
	model_free(story);
	return golden_done();
}
