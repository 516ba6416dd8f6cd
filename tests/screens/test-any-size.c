/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every pane at every size from 1x1, in each look, under each command: it
 * draws nothing outside its clip and no cell that is no text.
 */
#include <config.h>

#include "screens-harness.h"

#include <stdio.h>
#include <string.h>

#include "../support/evtext.h"
#include "base/text.h"
#include "model/model.h"

#define MARK "#"
#define COLS_MAX 170
#define ROWS_MAX 52

static const int rows_of[] = { 1, 2, 5, 17, 50 };
static const int cols_of[] = { 1, 3, 13, 20, 33, 59, 80, 104, 140, 160 };

#define N(a) (sizeof (a) / sizeof (a)[0])

/* Only what is inside was changed, and cells are whole. */
static bool picture_ok(const struct canvas *c, struct rect r)
{
	for (int row = 0; row < c->rows; row++)
		for (int col = 0; col < c->cols; col++) {
			const struct cell *cell = canvas_at(c, row, col);
			bool inside = row >= r.row && row < r.row + r.rows &&
				      col >= r.col && col < r.col + r.cols;
			if (!inside && strcmp(cell->text, MARK) != 0)
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

/* What Messages has: longer than a row, wide, and nothing. */
static struct said sentences[] = {
	{ 0, SEV_NOTE, (char *)"" },
	{ 1000000000, SEV_WARN, (char *)"日本日本日本日本日本日本日本日本日本日本"
					"日本日本日本日本日本日本日本日本日本日本" },
	{ UINT64_MAX, SEV_ERROR, (char *)"a sentence that is long enough to "
					 "take more than a row of each width" },
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
	/* Every command, in the table's order. */
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

int main(void)
{
	struct model *empty = model_new(), *story = model_new();
	struct canvas c;
	char name[80];

	golden_plan(PANES * 3);
	evtext_load("story.events", model_event_fn, story);
	canvas_init(&c, ROWS_MAX, COLS_MAX);
	for (int i = 0; i < PANES; i++) {
		const struct pane_ops *pane = pane_table[i];
		struct view view = {
			.look = { .utf8 = true, .colors = 256 },
			.focus = pane->id, .model = empty,
		};

		snprintf(name, sizeof name, "%s, nothing known", pane->name);
		golden_ok(sizes_ok(pane, &view, &c), name);
		view.model = story;
		view.said = &said;
		snprintf(name, sizeof name, "%s", pane->name);
		golden_ok(sizes_ok(pane, &view, &c), name);
		view.look = (struct look){ .utf8 = false, .colors = 0 };
		snprintf(name, sizeof name, "%s, ASCII", pane->name);
		golden_ok(sizes_ok(pane, &view, &c), name);
	}
	canvas_release(&c);
	model_free(empty);
	model_free(story);
	return golden_done();
}
