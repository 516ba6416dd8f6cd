/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Regions pane: the address space as a list, folded, with its details. */
#include <config.h>

#include "ui/pane.h"

#include <libintl.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fmt.h"
#include "base/text.h"
#include "ui/i18n.h"
#include "ui/regions_columns.h"
#include "ui/regions_detail.h"
#include "ui/regions_rows.h"
#include "ui/widgets.h"

/* The two detail lines: where no Pages pane explains the row beside it, or
 * where the pane has most of the screen. */
#define DETAIL_ROWS 16
#define DETAIL_SCREEN_COLS 104
#define DETAIL_ROWS_ANYWAY 20
/* After a key the order stays for so long. */
#define SORT_HOLD_NS 3000000000ull

struct regions {
	struct list list;
	struct region_rows rows;
	enum regions_by by;
	int only;			/* enum kind_class, -1: all kinds */
	VEC(uint64_t) open;		/* keys of open folds */
	unsigned folds;			/* counts changes of `open` */
	bool on_fold;			/* a fold itself is selected */
	uint64_t fold_key;
	uint64_t set_region;		/* what view->region was set to here */
	pid_t pid;
	int kind_row;			/* of the summary by kind */
	bool fault_shown;		/* the selection went to it */
	long height;			/* rows of the list, when last drawn */
};

static void *regions_new(void)
{
	struct regions *st = xcalloc(1, sizeof *st);

	st->only = -1;
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

static bool by_kind(const struct regions *st)
{
	return st->by == BY_KIND && st->only < 0;
}

static void update_rows(struct regions *st, const struct view *view,
			const struct process *p)
{
	const struct sort *sort = view_sort(view, OVER_REGIONS);
	const struct region_query query = {
		.by = st->by == BY_KIND && st->only >= 0 ? BY_NONE : st->by,
		.only = st->only,
		.open = st->open.v,
		.open_n = st->open.n,
		.folds = st->folds,
		.filter = by_kind(st) ? NULL : view_filter(view, OVER_REGIONS),
		.sort = sort ? *sort : (struct sort){ 0 },
		.hold = view->model->now_ns < view->key_ns + SORT_HOLD_NS,
	};

	region_rows_update(&st->rows, view->model, p, &query);
}

/* --- selection --------------------------------------------------------------- */

static void select_row(struct regions *st, struct view *view,
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

/* What takes over when the selected one is no more: what has its address now,
 * else the nearest; after an exec, where addresses mean something else, the
 * first. */
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

/* Where the selection is now. */
static long selected_row(struct regions *st, struct view *view,
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
	/* Somebody else chose a region: it stays theirs, in its fold. */
	const struct region_row *rrow = &st->rows.rows.v[row];
	struct region *own = st->rows.order.v[rrow->first];
	if (rrow->fold && view_region(view) && !st->on_fold &&
	    view->region != own->start)
		return row;
	if (view->region_generation != p->space.generation ||
	    view->region != own->start || view->region_end != own->end ||
	    st->on_fold != rrow->fold)
		select_row(st, view, p, row);
	return row;
}

/* --- drawing ------------------------------------------------------------------ */

static void add_order(struct str *s, const struct regions *st,
		      const struct view *view, const struct process *p)
{
	const struct sort *sort = view_sort(view, OVER_REGIONS);
	const struct model *m = view->model;
	char buf[FMT_MAX];

	if (st->rows.changed > MARKS_MAX)
		/* TRANSLATORS: %s regions changed in the last 2 s. */
		str_addf(s, _(", ~ %s changed"),
			 fmt_grouped(buf, st->rows.changed));
	else if (p->space.generation > 0 && !p->ended &&
		 m->now_ns < p->space.execed_ns + MARK_PERM_NS)
		str_addf(s, _(", after exec, generation %u"),
			 p->space.generation + 1);
	else if (sort)
		/* TRANSLATORS: the order of a list: by rss. */
		str_addf(s, sort->reverse ? _(", by %s, reversed") :
					    _(", by %s"),
			 region_sort_names[sort->column]);
	else if (st->by == BY_OWNER)
		str_adds(s, _(", by owner"));
	else
		str_adds(s, _(", address order"));
}

static void add_title(struct str *s, const struct regions *st,
		      const struct view *view, const struct process *p)
{
	char a[FMT_MAX], b[FMT_MAX];

	str_addf(s, "1 %s", _("Regions"));
	if (!p || p->space.synced_ns == 0)
		return;
	str_adds(s, "  ");
	if (p->ended)
		str_addf(s, _("as they were at %s, "),
			 fmt_when(a, p->ended_ns));
	fmt_grouped(a, st->rows.live);
	long fault = region_rows_fault(&st->rows);
	size_t rows = st->rows.rows.n;
	rows -= fault >= 0 && st->rows.rows.v[fault].fault;
	if (by_kind(st)) {
		str_addf(s, _("%s by kind"), a);
		return;
	}
	if (view_filter(view, OVER_REGIONS))
		filter_title(s, st->rows.shown, st->rows.live);
	else if (st->only >= 0)
		str_addf(s, _("%s of %s: %s"), fmt_grouped(b, st->rows.shown),
			 a, region_kind_name_of(st->only));
	else if (st->by == BY_NONE)
		str_adds(s, a);
	else
		str_addf(s, ngettext("%s in %s row", "%s in %s rows",
				     (unsigned long)rows),
			 a, fmt_grouped(b, rows));
	if (rows < st->rows.rows.n)
		/* TRANSLATORS: after the number of rows: and one for the
		 * fault. */
		str_adds(s, _(" + fault"));
	else
		add_order(s, st, view, p);
}

static void draw_title(const struct regions *st, const struct view *view,
		       struct canvas *c, bool focused, const struct process *p)
{
	struct str title = STR_INIT;
	char range[48] = "";
	long n = by_kind(st) ? REGION_KIND_ROWS : (long)st->rows.rows.n;

	add_title(&title, st, view, p);
	if (p && p->space.synced_ns && st->height > 0)
		list_range(&st->list, n, st->height, range);
	title_rule(c, &view->look, focused, title.data, range);
	str_release(&title);
}

static void draw_selection(const struct regions *st, struct canvas *c,
			   bool focused, int width)
{
	int row = 2 + (int)st->list.line;

	canvas_puts(c, row, 0, STYLE_TEXT, ">");
	canvas_restyle(c, row, 0, width,
		       focused ? STYLE_SEL : STYLE_SEL_AWAY);
	if (focused)
		canvas_cursor(c, row, 0, false);
}

static void draw_empty(const struct view *view, struct canvas *c,
		       bool focused, const struct process *p,
		       const struct regions *st)
{
	struct str s = STR_INIT;

	draw_title(st, view, c, focused, p);
	if (!p)
		str_adds(&s, _("No process yet."));
	else if (p->space.synced_ns == 0 && p->ended)
		str_addf(&s, _("n/a: the regions of %d are not kept; those of "
			       "the %d that ended last are."), (int)p->pid,
			 MODEL_DEAD_SPACES);
	else if (p->space.synced_ns == 0)
		str_addf(&s, _("Reading the regions of %d %s"), (int)p->pid,
			 view->look.utf8 ? "…" : "...");
	else if (view_filter(view, OVER_REGIONS) && st->rows.live)
		filter_empty(&s, view_filter(view, OVER_REGIONS));
	else if (st->only >= 0)
		str_addf(&s, ngettext("0 of %zu region matches: %s   "
				      "Esc clears it.",
				      "0 of %zu regions match: %s   "
				      "Esc clears it.",
				      (unsigned long)st->rows.live),
			 st->rows.live, region_kind_name_of(st->only));
	else
		str_addf(&s, _("%d has no region: it is gone, or a kernel "
			       "thread."), (int)p->pid);
	canvas_field(c, 1, 1, c->clip.cols - 1, STYLE_DIM, s.data);
	str_release(&s);
}

static void draw_kinds(struct regions *st, const struct region_drawing *d,
		       const struct view *view, bool focused)
{
	int rows = d->c->clip.rows;

	st->height = rows > 2 ? rows - 2 : 0;
	list_keep(&st->list, st->kind_row, REGION_KIND_ROWS, st->height);
	draw_title(st, view, d->c, focused, d->process);
	region_kind_header(d->c, 1);
	for (long i = 0; i < st->height; i++)
		if (st->list.top + i < REGION_KIND_ROWS)
			region_draw_kind(d, 2 + (int)i,
					 (int)(st->list.top + i));
	if (st->height > 0)
		draw_selection(st, d->c, focused, d->c->clip.cols);
}

static bool has_detail(const struct canvas *c)
{
	return c->clip.rows >= DETAIL_ROWS_ANYWAY ||
	       (c->clip.rows >= DETAIL_ROWS &&
		c->cols < DETAIL_SCREEN_COLS);
}

/* When a fault ended the process the selection goes to the region beside it,
 * once. */
static void show_fault(struct regions *st, struct view *view,
		       const struct process *p)
{
	long row = region_rows_fault(&st->rows);

	if (row < 0 || st->fault_shown)
		return;
	st->fault_shown = true;
	if (st->rows.rows.v[row].fault)
		row += row ? -1 : 1;
	select_row(st, view, p, row);
}

static void draw_list(struct regions *st, const struct region_drawing *d,
		      struct view *view, bool focused)
{
	struct canvas *c = d->c;
	bool detail = has_detail(c);

	show_fault(st, view, d->process);
	long sel = selected_row(st, view, d->process);
	long n = (long)st->rows.rows.n;

	st->height = c->clip.rows - 2 - (detail ? REGION_DETAIL_ROWS : 0);
	list_keep(&st->list, sel, n, st->height);
	draw_title(st, view, c, focused, d->process);
	region_header(c, d->layout, 1);
	for (long i = 0; i < st->height && st->list.top + i < n; i++)
		region_draw_row(d, 2 + (int)i,
				&st->rows.rows.v[st->list.top + i]);
	if (st->height > 0)
		draw_selection(st, c, focused, d->layout->width);
	if (detail)
		region_detail(d, 2 + (int)st->height, &st->rows.rows.v[sel]);
}

static void regions_draw(void *state, struct view *view, struct canvas *c,
			 bool focused)
{
	struct regions *st = state;
	struct process *p = view_process(view);
	struct region_layout layout;
	struct region_drawing d = {
		.c = c, .look = &view->look, .layout = &layout,
		.rows = &st->rows, .process = p,
	};
	int digits = REGION_DIGITS;

	if (p)
		update_rows(st, view, p);
	if (!p || p->space.synced_ns == 0 ||
	    (st->rows.rows.n == 0 && !by_kind(st))) {
		draw_empty(view, c, focused, p, st);
		return;
	}
	if (c->clip.cols < 60)
		digits = region_digits(&st->rows);
	region_layout(&layout, c->clip.cols, digits,
		      p->writes.state == WRITES_ON ||
		      p->writes.state == WRITES_STARTING,
		      view->hidden_columns[TABLE_REGIONS]);
	if (by_kind(st))
		draw_kinds(st, &d, view, focused);
	else
		draw_list(st, &d, view, focused);
}

/* --- commands ------------------------------------------------------------------- */

static unsigned cycle_group(struct regions *st)
{
	st->by = (st->by + 1) % BY_WAYS;
	st->only = -1;
	return CMD_TAKEN | CMD_REDRAW;
}

/* What is found must be in a row. */
static unsigned show_all(struct regions *st)
{
	if (st->by == BY_KIND)
		st->by = BY_FILE;
	st->only = -1;
	return CMD_TAKEN | CMD_REDRAW;
}

/* Only the regions of one kind; Esc goes back to the summary. */
static unsigned filter_kind(struct regions *st)
{
	if (region_kind_class(st->kind_row) < 0)
		return CMD_TAKEN;
	st->only = region_kind_class(st->kind_row);
	return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
}

static unsigned kind_command(struct regions *st, enum cmd cmd)
{
	long row = list_move(&st->list, cmd, st->kind_row, REGION_KIND_ROWS,
			     st->height);

	if (row >= 0) {
		st->kind_row = (int)row;
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

/* The fold that a row of it belongs to, itself included; -1: none. */
static long fold_of(const struct regions *st, long row)
{
	while (row >= 0 && st->rows.rows.v[row].member)
		row--;
	return row >= 0 && st->rows.rows.v[row].fold ? row : -1;
}

/* → opens a fold, ← closes it, also from a row inside of it. */
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
	select_row(st, view, p, row);
	set_open(st, st->rows.rows.v[row].key, open);
	return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
}

static unsigned list_command(struct regions *st, struct view *view,
			     const struct process *p, enum cmd cmd)
{
	long n = (long)st->rows.rows.n;
	long sel = selected_row(st, view, p);
	long row;

	if (sel < 0)
		return 0;
	row = list_move(&st->list, cmd, sel, n, st->height);
	/* The fault is to be seen, and passed by. */
	if (row >= 0 && st->rows.rows.v[row].fault) {
		row += row > sel ? 1 : -1;
		row = row < 0 || row >= n ? sel : row;
		st->list.line = row - st->list.top;
	}
	if (row >= 0) {
		select_row(st, view, p, row);
		return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
	}
	switch (cmd) {
	case DO_ENTER:
		select_row(st, view, p, sel);
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

static unsigned regions_command(void *state, struct view *view, enum cmd cmd)
{
	struct regions *st = state;
	struct process *p = view_process(view);

	if (cmd == DO_GROUP)
		return cycle_group(st);
	if (cmd == DO_FIND)
		return show_all(st);
	if (cmd == DO_BACK && view_filter(view, OVER_REGIONS)) {
		filter_set(view_filter(view, OVER_REGIONS), "");
		return CMD_TAKEN | CMD_REDRAW;
	}
	if (cmd == DO_BACK && st->only >= 0) {
		st->only = -1;
		return CMD_TAKEN | CMD_REDRAW;
	}
	if (by_kind(st))
		return kind_command(st, cmd);
	if (!p)
		return 0;
	update_rows(st, view, p);
	return list_command(st, view, p, cmd);
}

static const char *regions_enter(const void *state, const struct view *view,
				 bool *can)
{
	(void)state;
	(void)view;
	*can = true;
	return N_("Pages");
}

static const enum cmd regions_bar[] = {
	DO_ENTER, DO_GROUP, DO_FIND, DO_SORT_BACK, DO_SORT_NEXT, DO_FILTER,
	DO_FIND_NEXT, DO_SORT, DO_SORT_INVERT, DO_SORT_MENU, DO_NONE,
};

const struct pane_ops regions_pane = {
	.id = PANE_REGIONS,
	.name = "regions",
	.new_state = regions_new,
	.free_state = regions_free,
	.draw = regions_draw,
	.command = regions_command,
	.sorts = region_sort_names,
	.bar = regions_bar,
	.enter = regions_enter,
};
