/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The key bar: the keys of each pane, which ones are dim, and which ones are
 * left out if there is little room.
 */
#include <config.h>

#include "screens-harness.h"

#include "../support/evtext.h"
#include "app/bars/keybar.h"
#include "model/model.h"

#define ARENA 0x7f1c40000000u
#define CSV 0x7f1c81400000u
#define ROWS 7

struct bar {
	struct model *m;
	struct view view;
	struct pane pane;
	struct canvas c;
	int row;
};

static void bar_init(struct bar *b, const struct pane_ops *ops, int cols)
{
	*b = (struct bar){ .m = model_new() };
	evtext_load("story.events", model_event_fn, b->m);
	b->view = (struct view){
		.look = { .utf8 = true, .colors = 256 }, .region = ARENA,
		.focus = ops->id, .model = b->m,
	};
	b->view.region_generation = view_process(&b->view)->space.generation;
	b->pane = (struct pane){ .ops = ops, .state = ops->new_state() };
	canvas_init(&b->c, ROWS, cols);
	canvas_clear(&b->c);
}

static void bar_release(struct bar *b, const char *name)
{
	golden_check(name, &b->c);
	canvas_release(&b->c);
	b->pane.ops->free_state(b->pane.state);
	model_free(b->m);
}

static void next_row(struct bar *b)
{
	keybar_draw(&b->c, b->row++, &b->view, &b->pane);
}

static void command(struct bar *b, enum cmd cmd)
{
	b->pane.ops->command(b->pane.state, &b->view, cmd);
	next_row(b);
}

/* Enter: has no effect on a region without a file; opens the file and returns;
 * in the map of all regions, opens the region under the cursor. */
static void pages(int cols, const char *name)
{
	struct bar b;

	bar_init(&b, &pages_pane, cols);
	next_row(&b);
	b.view.region = CSV;
	next_row(&b);
	command(&b, DO_ENTER);
	command(&b, DO_ENTER);
	b.view.region = ARENA;
	command(&b, DO_ZOOM_OUT);
	command(&b, DO_ENTER);
	b.view.region = 0;
	next_row(&b);
	bar_release(&b, name);
}

int main(void)
{
	golden_plan(3);
	pages(120, "keybar-pages-120");
	pages(80, "keybar-pages-80");
	pages(30, "keybar-pages-30");
	return golden_done();
}
