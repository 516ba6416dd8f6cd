/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Regions pane: the address space as a list, with folds and details. */
#include <config.h>

#include "ui/regions/state.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "ui/kit/i18n.h"
#include "ui/regions/columns.h"
#include "ui/regions/detail.h"
#include "ui/pane/setup.h"

/* The two detail lines are shown if no Pages pane next to the list explains the
 * selected row, or if this pane has most of the screen. */
#define DETAIL_ROWS 16
#define DETAIL_SCREEN_COLS 104
#define DETAIL_ROWS_ANYWAY 20

static void *regions_new(void)
{
	struct regions *st = xcalloc(1, sizeof *st);

	st->only = st->kind = -1;
	return st;
}

static void regions_free(void *state)
{
	struct regions *st = state;

	if (!st)
		return;
	region_rows_release(&st->rows);
	vec_release(&st->open);
	free(st);
}

bool regions_by_kind(const struct regions *st)
{
	return st->by == BY_KIND && st->only < 0;
}

void regions_update(struct regions *st, const struct view *view,
		    const struct process *p)
{
	const struct sort *sort = view_sort(view, OVER_REGIONS);
	const struct region_query query = {
		.by = st->by == BY_KIND && st->only >= 0 ? BY_NONE : st->by,
		.only = st->only,
		.open = st->open.v,
		.open_n = st->open.n,
		.folds = st->folds,
		.filter = regions_by_kind(st) ? NULL
					      : view_filter(view, OVER_REGIONS),
		.sort = sort ? *sort : (struct sort){ 0 },
		.hold = view_sort_holds(view),
	};

	region_rows_update(&st->rows, view->model, p, &query);
}

/* --- selection --------------------------------------------------------------- */

void regions_select(struct regions *st, struct view *view,
		    const struct process *p, long row)
{
	const struct region_row *rrow = &st->rows.rows.v[row];
	const struct region *r = st->rows.order.v[rrow->first];

	st->on_fold = rrow->fold;
	st->fold_key = rrow->key;
	view->region = st->set_region = r->start;
	view->region_end = r->end;
	view->region_generation = p->space.generation;
}

/* Returns the row to select after the selected region was removed: that of the
 * region which is at its address now, else the nearest row.  After an exec,
 * addresses have another meaning, so the first row is selected. */
static long successor(const struct regions *st, const struct view *view,
		      const struct process *p)
{
	if (!view->region || view->region_generation != p->space.generation)
		return 0;
	const struct region *r = view_region(view);
	long row = r ? region_rows_find(&st->rows, r->start) : -1;
	if (row >= 0)
		return row;
	return region_rows_near(&st->rows, view->region);
}

long regions_selected(struct regions *st, struct view *view,
		      const struct process *p)
{
	long row = -1;

	if (st->rows.rows.n == 0)
		return -1;
	if (st->pid != p->pid || view->region != st->set_region) {
		st->pid = p->pid;
		st->on_fold = false;
	}
	if (st->on_fold)
		row = region_rows_fold(&st->rows, st->fold_key);
	if (row < 0 && view->region)
		row = region_rows_find(&st->rows, view->region);
	if (row < 0)
		row = successor(st, view, p);
	/* If another part of the screen selected a region inside a fold, that
	 * region stays selected. */
	const struct region_row *rrow = &st->rows.rows.v[row];
	struct region *own = st->rows.order.v[rrow->first];
	if (rrow->fold && view_region(view) && !st->on_fold &&
	    view->region != own->start)
		return row;
	if (view->region_generation != p->space.generation ||
	    view->region != own->start || view->region_end != own->end ||
	    st->on_fold != rrow->fold)
		regions_select(st, view, p, row);
	return row;
}

/* --- drawing ------------------------------------------------------------------ */

struct region_list_drawing {
	const struct regions *st;
	const struct region_drawing *d;
};

static struct hot hot_of(void *arg, long i)
{
	const struct regions *st = ((struct region_list_drawing *)arg)->st;
	const struct region_row *row = &st->rows.rows.v[i];

	return (struct hot){
		/* The row of the fault cannot be selected. */
		.kind = row->fault ? HOT_PANE : HOT_ROW,
		.part = row->fold ? PART_FOLD : PART_REGION,
		.value = row->fold ? row->key
				   : st->rows.order.v[row->first]->start,
	};
}

static void draw_row(void *arg, int row, long i)
{
	const struct region_list_drawing *drawing = arg;

	region_draw_row(drawing->d, row, &drawing->st->rows.rows.v[i]);
}

static struct hot hot_of_kind(void *arg, long i)
{
	const struct regions *st = ((struct region_list_drawing *)arg)->st;
	int kind = region_kind_class(&st->rows, (int)i);

	return (struct hot){ .kind = HOT_ROW, .part = PART_KIND,
			     .value = (uint64_t)(kind + 1) };
}

static void draw_kind(void *arg, int row, long i)
{
	region_draw_kind(((struct region_list_drawing *)arg)->d, row, (int)i);
}

static void draw_kinds(struct regions *st, const struct region_drawing *d,
		       const struct view *view, bool focused)
{
	int rows = d->c->clip.rows;

	st->height = rows > 2 ? rows - 2 : 0;
	list_keep(&st->list, region_kind_row(&st->rows, st->kind),
		  REGION_KIND_ROWS, st->height);
	regions_title(st, view, d->c, focused, d->process);
	region_kind_header(d, 1);
	table_draw(d->c, &st->list, &(struct table_rows){
		.row = 2, .cols = d->c->clip.cols, .n = REGION_KIND_ROWS,
		.height = st->height, .focused = focused,
		.selected = region_kind_row(&st->rows, st->kind),
		.arg = &(struct region_list_drawing){ st, d },
		.draw = draw_kind, .hot = hot_of_kind,
	});
}

static bool has_detail(const struct canvas *c)
{
	return c->clip.rows >= DETAIL_ROWS_ANYWAY ||
	       (c->clip.rows >= DETAIL_ROWS &&
		c->screen_cols < DETAIL_SCREEN_COLS);
}

/* If a fault ended the process, moves the selection once to the region that the
 * message about the fault names. */
static void show_fault(struct regions *st, struct view *view,
		       const struct process *p)
{
	long row = region_rows_fault(&st->rows);

	if (row < 0 || st->fault_shown)
		return;
	st->fault_shown = st->chosen = true;
	if (st->rows.rows.v[row].fault) {
		const struct region *r = region_fault_at(view->model, p);
		long at = r ? region_rows_find(&st->rows, r->start) : -1;

		row = at >= 0 ? at : row ? row - 1 : 1;
	}
	regions_select(st, view, p, row);
}

static void draw_list(struct regions *st, const struct region_drawing *d,
		      struct view *view, bool focused)
{
	struct canvas *c = d->c;
	bool detail = has_detail(c);

	show_fault(st, view, d->process);
	st->height = c->clip.rows - 2 - (detail ? REGION_DETAIL_ROWS : 0);
	regions_offer(st, view, d->process);
	long sel = regions_selected(st, view, d->process);
	long n = (long)st->rows.rows.n;

	list_keep(&st->list, sel, n, st->height);
	regions_title(st, view, c, focused, d->process);
	region_header(c, d->layout, 1);
	table_draw(c, &st->list, &(struct table_rows){
		.row = 2, .cols = d->layout->width, .n = n,
		.keep = d->layout->at[COL_SIZE].col, .height = st->height, .selected = sel, .focused = focused,
		.arg = &(struct region_list_drawing){ st, d },
		.draw = draw_row, .hot = hot_of,
	});
	if (detail)
		region_detail(d, 2 + (int)st->height, &st->rows.rows.v[sel]);
}

/* Captured regions have a size, but no other values. */
static uint32_t hidden_columns(const struct view *view)
{
	const uint32_t captured = 1u << COL_RSS | 1u << COL_RATE |
		1u << COL_PSS | 1u << COL_SWAP | 1u << COL_WRITTEN |
		1u << COL_RESIDENT;

	return view->hidden_columns[TABLE_REGIONS] |
	       (model_captured(view->model) ? captured : 0);
}

static void regions_draw(void *state, struct view *view, struct canvas *c,
			 bool focused)
{
	struct regions *st = state;
	struct process *p = view_process(view);
	struct region_layout layout;
	struct region_drawing d = {
		.c = c, .look = &view->look, .layout = &layout,
		.rows = &st->rows, .model = view->model, .process = p,
		.period_ns = setup_refresh(view->setup),
	};
	int digits = REGION_DIGITS;

	if (p)
		regions_update(st, view, p);
	if (!p || p->space.synced_ns == 0 ||
	    (st->rows.rows.n == 0 && !regions_by_kind(st))) {
		regions_title(st, view, c, focused, p);
		regions_empty(st, view, c, p);
		return;
	}
	if (c->clip.cols < 60)
		digits = region_digits(&st->rows);
	region_layout(&layout, c->clip.cols, digits,
		      p->writes.state == WRITES_ON ||
		      p->writes.state == WRITES_STARTING,
		      hidden_columns(view));
	if (regions_by_kind(st))
		draw_kinds(st, &d, view, focused);
	else
		draw_list(st, &d, view, focused);
}

static const char *regions_enter(const void *state, const struct view *view,
				 bool *can)
{
	(void)state;
	*can = true;
	return model_captured(view->model) ? N_("Contents") : N_("Pages");
}

static const enum cmd regions_bar[] = {
	DO_ENTER, DO_GROUP, DO_FIND, DO_SORT_BACK, DO_SORT_NEXT, DO_FILTER,
	DO_FIND_NEXT, DO_SORT, DO_SORT_INVERT, DO_SORT_MENU, DO_NONE,
};

const struct pane_ops regions_pane = {
	.id = PANE_REGIONS,
	.name = "regions",
	.title = N_("Regions"),
	.terms = region_terms,
	.of_one = true,
	.of_capture = true,
	.new_state = regions_new,
	.free_state = regions_free,
	.draw = regions_draw,
	.full_cols = 240,
	.command = regions_command,
	.choose = regions_choose,
	.sorts = region_sort_names,
	.bar = regions_bar,
	.enter = regions_enter,
};
