/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of Regions: the selection, folds, kinds. */
#include <config.h>

#include "ui/regions/state.h"

#include "ui/regions/columns.h"

static void choose_row(struct regions *st, struct view *view,
		       const struct process *p, long row)
{
	regions_select(st, view, p, row);
	st->chosen = true;
}

/* Groups the regions in another way, and shows the start of the list. */
static unsigned cycle_group(struct regions *st, struct view *view)
{
	st->by = (st->by + 1) % BY_WAYS;
	st->only = -1;
	if (!view_moved_just_now(view, PANE_REGIONS))
		regions_command(st, view, DO_HOME);
	return CMD_TAKEN | CMD_REDRAW;
}

/* Shows the regions of all kinds, as a region that a search finds must have a
 * row. */
static unsigned show_all(struct regions *st)
{
	if (st->by == BY_KIND)
		st->by = BY_FILE;
	st->only = -1;
	return CMD_TAKEN | CMD_REDRAW;
}

/* Shows only the regions of one kind; Esc returns to the summary. */
static unsigned filter_kind(struct regions *st)
{
	if (st->kind < 0)
		return CMD_TAKEN;
	st->only = st->kind;
	return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
}

static unsigned kind_command(struct regions *st, enum cmd cmd)
{
	long row = list_move(&st->list, cmd,
			     region_kind_row(&st->rows, st->kind),
			     REGION_KIND_ROWS, st->height);

	if (row >= 0) {
		st->kind = region_kind_class(&st->rows, (int)row);
		return CMD_TAKEN | CMD_REDRAW;
	}
	if (cmd == DO_ENTER || cmd == DO_RIGHT)
		return filter_kind(st);
	return 0;
}

static void set_open(struct regions *st, uint64_t key, bool open)
{
	for (size_t i = st->open.n; i-- > 0;)
		if (st->open.v[i] == key)
			vec_remove(&st->open, i);
	if (open)
		*vec_push(&st->open) = key;
	st->folds++;
}

/* Returns the row of the fold that contains a row; the row itself if it is a
 * fold; else -1. */
static long fold_of(const struct regions *st, long row)
{
	while (row >= 0 && st->rows.rows.v[row].member)
		row--;
	return row >= 0 && st->rows.rows.v[row].fold ? row : -1;
}

/* The key → opens a fold, ← closes it; ← also works in the rows of its
 * regions. */
static unsigned fold_command(struct regions *st, struct view *view,
			     const struct process *p, long sel, bool open)
{
	long row = open && !st->rows.rows.v[sel].fold ? -1 : fold_of(st, sel);

	if (row < 0 || st->rows.rows.v[row].open == open) {
		if (!open && st->only >= 0) {
			st->only = -1;
			return CMD_TAKEN | CMD_REDRAW;
		}
		return CMD_TAKEN;
	}
	st->list.line -= sel - row;
	choose_row(st, view, p, row);
	set_open(st, st->rows.rows.v[row].key, open);
	return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
}

static unsigned list_command(struct regions *st, struct view *view,
			     const struct process *p, enum cmd cmd)
{
	long n = (long)st->rows.rows.n;
	long sel = regions_selected(st, view, p);
	long row;

	if (sel < 0)
		return 0;
	row = list_move(&st->list, cmd, sel, n, st->height);
	/* The row of the fault cannot be selected: move on by one row. */
	if (row >= 0 && st->rows.rows.v[row].fault) {
		row += row > sel || !row ? 1 : -1;
		row = row < 0 || row >= n ? sel : row;
		st->list.line = row - st->list.top;
	}
	if (row >= 0) {
		choose_row(st, view, p, row);
		return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
	}
	switch (cmd) {
	case DO_ENTER:
		choose_row(st, view, p, sel);
		return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS | CMD_OPEN;
	case DO_RIGHT:
	case DO_LEFT:
		return fold_command(st, view, p, sel, cmd == DO_RIGHT);
	case DO_REGION_PREV:
	case DO_REGION_NEXT:
		return list_command(st, view, p, cmd == DO_REGION_PREV
							 ? DO_UP
							 : DO_DOWN);
	default:
		return 0;
	}
}

unsigned regions_command(void *state, struct view *view, enum cmd cmd)
{
	struct regions *st = state;
	struct process *p = view_process(view);

	if (cmd == DO_GROUP)
		return cycle_group(st, view);
	if (cmd == DO_FIND)
		return show_all(st);
	if (cmd == DO_BACK && view_filter(view, OVER_REGIONS))
		return view_unfilter(view, OVER_REGIONS);
	if (cmd == DO_BACK && st->only >= 0) {
		st->only = -1;
		return CMD_TAKEN | CMD_REDRAW;
	}
	if (regions_by_kind(st))
		return kind_command(st, cmd);
	if (!p)
		return 0;
	regions_update(st, view, p);
	return list_command(st, view, p, cmd);
}

unsigned regions_choose(void *state, struct view *view, const struct hot *hot,
			int at, enum choose_how how)
{
	struct regions *st = state;
	struct process *p = view_process(view);
	long row;

	(void)at;
	if (hot->kind != HOT_ROW || how != CHOOSE_CLICK || !p ||
	    regions_by_kind(st) != (hot->part == PART_KIND))
		return 0;
	if (regions_by_kind(st)) {
		st->kind = (int)hot->value - 1;
		st->list.line = region_kind_row(&st->rows, st->kind) -
				st->list.top;
		return CMD_TAKEN | CMD_REDRAW;
	}
	regions_update(st, view, p);
	row = hot->part == PART_FOLD ?
	      region_rows_fold(&st->rows, hot->value) :
	      region_rows_find(&st->rows, hot->value);
	if (row < 0)
		return 0;
	st->list.line = row - st->list.top;
	choose_row(st, view, p, row);
	return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
}
