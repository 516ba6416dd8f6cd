/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fork family: one region in a parent and its children, side by side.
 *
 * A cell is shared, or has pages that are private to the process: since the
 * fork, either this process has written to them, or all other members of the
 * family have.  The private memory of a child is its growth since the fork.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "ui/kit/heatmap.h"
#include "ui/process/family_parts.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/say.h"
#include "ui/kit/terms.h"
#include "ui/words/what.h"
#include "ui/kit/widgets.h"

#define MAP_COLS_MIN 8
/* Number of columns between two maps. */
#define GAP 2

struct family_state {
	uint64_t top;			/* first map row in view */
	int cols, rows;			/* size of a map, as last drawn */
	uint64_t cell_pages, cells;
	unsigned member;		/* index of the member whose map has the
					 * cursor */
	struct family_map map;		/* layout of the parent's map, as last
					 * drawn */
};

struct family_layout {
	int axis_cols;
	size_t shown;			/* number of members that have a map */
	int cols;			/* width of each map */
	int rows, foot;
};

static void *family_new(void)
{
	return xcalloc(1, sizeof(struct family_state));
}

static void family_free(void *state)
{
	free(state);
}

/* --- members -------------------------------------------------------------- */

static bool has_part(const struct process *p, uint64_t start)
{
	return p && !p->ended && p->space.family.page_size &&
	       p->space.family.start == start;
}

size_t family_members(const struct view *view, const struct process *p,
		      uint64_t start, struct process *to[FAMILY_SHOWN])
{
	const struct model *m = view->model;
	struct process *root = model_process(m, p->ppid);
	size_t n = 0;

	if (!has_part(root, start))
		root = model_process(m, p->pid);
	if (!has_part(root, start))
		return 0;
	to[n++] = root;
	for (size_t i = 0; i < m->processes.n && n < FAMILY_SHOWN; i++) {
		struct process *child = m->processes.v[i];

		if (child != root && child->ppid == root->pid &&
		    has_part(child, start))
			to[n++] = child;
	}
	return n;
}

/* --- layout --------------------------------------------------------------- */

static struct family_layout layout(const struct rect *clip, uint64_t start,
				   size_t n)
{
	struct family_layout l = { .shown = n, .cols = MAP_COLS };
	char buf[FMT_MAX];
	int room;

	l.axis_cols = (int)strlen(fmt_addr(buf, start)) + 2;
	if (clip->cols < l.axis_cols + 2 * (MAP_COLS_MIN + GAP))
		l.axis_cols = 1;
	room = clip->cols - l.axis_cols;
	while (l.cols > MAP_COLS_MIN &&
	       (l.cols + GAP) * (int)l.shown - GAP > room)
		l.cols /= 2;
	while (l.shown > 1 && (l.cols + GAP) * (int)l.shown - GAP > room)
		l.shown--;
	/* Above the maps are the title and the names of the members.  Below the
	 * maps are the description of the selected cell, the legend, one line
	 * for each member and, if there is only one member, a hint. */
	l.foot = (int)n + 2 + (n == 1);
	l.rows = clip->rows - 2 - l.foot;
	if (l.rows < 3) {
		l.foot = clip->rows >= 7 ? 2 : 0;
		l.rows = clip->rows - 2 - l.foot;
	}
	if (l.rows < 1)
		l.rows = 1;
	return l;
}

static void fit(struct family_state *s, const struct family_layout *l,
		const struct pages *p)
{
	uint64_t line = 2 * (uint64_t)l->cols, total = pages_total(p);
	uint64_t rows;

	s->cols = l->cols;
	s->rows = l->rows;
	s->cell_pages = pages_fit(total, l->cols, l->rows);
	if (s->cell_pages < p->bin_pages)
		s->cell_pages = p->bin_pages;
	s->cells = total / s->cell_pages + (total % s->cell_pages != 0);
	s->map = (struct family_map){
		.cell_pages = s->cell_pages, .cells = s->cells,
		.cols = l->cols,
	};
	rows = (s->cells + line - 1) / line;
	s->map.rows = rows < (uint64_t)l->rows ? (int)rows : l->rows;
}

static uint64_t cell_bytes(const struct family_state *s, const struct pages *p)
{
	return s->cell_pages * p->page_size;
}

static uint64_t cursor_cell(const struct family_state *s,
			    const struct view *view, const struct pages *p)
{
	uint64_t cell;

	if (view->page < p->start || view->page >= p->end)
		return 0;
	cell = (view->page - p->start) / cell_bytes(s, p);
	return cell < s->cells ? cell : s->cells - 1;
}

/* --- drawing -------------------------------------------------------------- */

static void draw_title(const struct family_state *s, const struct view *view,
		       const struct region *r, const struct pages *p,
		       struct canvas *c, bool focused)
{
	struct str left = STR_INIT, right = STR_INIT, what = STR_INIT;
	char a[FMT_MAX], size[FMT_MAX], perm[5];

	region_short(&what, r, !view->look.utf8);
	str_addf(&left, _("Fork family  %s "), fmt_addr(a, r->start));
	str_addf(&left, "%s %s %s", what.data,
		 fmt_size(size, r->end - r->start), perm_text(perm, r->perm));
	if (p) {
		str_adds(&right, _("cell "));
		say_pages(&right, s->cell_pages);
		str_addf(&right, " = %s", fmt_size(size, cell_bytes(s, p)));
	}
	if (c->clip.cols < 40 + text_width(right.data))
		str_clear(&right);
	title_rule(c, &view->look, focused, left.data, right.data);
	str_release(&what);
	str_release(&right);
	str_release(&left);
}

static void draw_empty(const struct view *view, const struct process *p,
		       const struct region *r, struct canvas *c)
{
	struct str s = STR_INIT;

	if (!p || !r)
		str_addf(&s, keyed(_("No region is selected. {back} goes "
				     "back; {enter} in Regions selects one.")));
	else if (r->perm & PERM_SHARED)
		str_adds(&s, _("This region is shared: fork does not copy "
			       "it."));
	else if (p->ended || view->model->status.state == TARGET_DETACHED)
		str_addf(&s, _("%d is no longer watched."), (int)p->pid);
	else
		str_adds(&s, view_reading(view, _("Scanning its pages in the "
						  "parent and all forked "
						  "children.")));
	say_empty(c, s.data);
	str_release(&s);
}

static void draw_axis(const struct family_state *s, const struct view *view,
		      const struct pages *p, const struct family_layout *l,
		      struct canvas *c, uint64_t cell)
{
	uint64_t line = 2 * (uint64_t)s->cols, at = cell / line;
	char buf[FMT_MAX];

	for (int y = 0; y < s->map.rows; y++) {
		uint64_t row = s->top + (uint64_t)y;

		if (row * line >= s->cells)
			break;
		if (l->axis_cols > 1)
			canvas_puts(c, 2 + y, 1, STYLE_TEXT,
				    fmt_addr(buf, p->start +
					     row * line * cell_bytes(s, p)));
		if (row == at)
			canvas_puts(c, 2 + y, 0, STYLE_PG_CURSOR,
				    view->look.utf8 ? "▸" : ">");
	}
}

/* Draws the name of a member above its map: "4121 python3, parent". */
static void draw_name(const struct view *view, const struct process *p,
		      bool parent, struct canvas *c, int col, int cols)
{
	struct str s = STR_INIT;

	str_addf(&s, "%d ", (int)p->pid);
	str_adds(&s, parent ? _("parent") : _("child"));
	if (cols >= 32) {
		str_adds(&s, " ");
		say_name(&s, &view->look, p->comm);
	}
	canvas_field(c, 1, col, cols, STYLE_TITLE, s.data);
	str_release(&s);
}

/* Makes the cells of a member clickable.  Their values are the addresses in the
 * parent. */
static void hot_cells(const struct family_state *s, const struct pages *p,
		      unsigned member, struct canvas *c, int col)
{
	uint64_t line = 2 * (uint64_t)s->cols, size = cell_bytes(s, p);

	for (int y = 0; y < s->map.rows; y++) {
		uint64_t first = (s->top + (uint64_t)y) * line;
		uint64_t left = first < s->cells ? s->cells - first : 0;

		canvas_hot(c, 2 + y, col, left < (uint64_t)s->cols ?
			   (int)left : s->cols,
			   (struct hot){ .kind = HOT_CELLS, .part = member,
					 .value = p->start + first * size,
					 .more = size });
	}
}

static void keep_cursor(struct family_state *s, uint64_t cell)
{
	uint64_t row = cell / (2 * (uint64_t)s->cols);

	if (row < s->top)
		s->top = row;
	else if (row >= s->top + (uint64_t)s->rows)
		s->top = row - (uint64_t)s->rows + 1;
}

static void family_draw(void *state, struct view *view, struct canvas *c,
			bool focused)
{
	struct family_state *s = state;
	struct process *p = view_process(view), *members[FAMILY_SHOWN];
	struct region *r = view_region(view);
	size_t n = p && r ? family_members(view, p, r->start, members) : 0;
	const struct pages *first;
	struct family_layout l;
	uint64_t cell;

	if (!n) {
		if (r)
			draw_title(s, view, r, NULL, c, focused);
		else
			title_rule(c, &view->look, focused, _("Fork family"),
				   "");
		draw_empty(view, p, r, c);
		return;
	}
	first = &members[0]->space.family;
	l = layout(&c->clip, first->start, n);
	fit(s, &l, first);
	cell = cursor_cell(s, view, first);
	keep_cursor(s, cell);
	s->map.top = s->top;
	s->map.cursor = cell;
	draw_title(s, view, r, first, c, focused);
	draw_axis(s, view, first, &l, c, cell);
	for (size_t i = 0; i < l.shown; i++) {
		int col = l.axis_cols + (int)i * (l.cols + GAP);

		draw_name(view, members[i], i == 0, c, col, l.cols);
		family_map_draw(&s->map, view, &members[i]->space.family,
				i == 0, c, 2, col);
		hot_cells(s, first, (unsigned)i, c, col);
		if (focused && (i == 0 || i == s->member))
			canvas_cursor(c, 2 + (int)(cell /
				      (2 * (uint64_t)l.cols) - s->top),
				      col + (int)(cell % (uint64_t)l.cols),
				      false);
	}
	if (l.foot)
		family_foot_draw(&s->map, view, members, n, l.shown, c,
				 2 + s->map.rows, l.foot);
}

/* --- commands ------------------------------------------------------------- */

static unsigned family_command(void *state, struct view *view, enum cmd cmd)
{
	struct family_state *s = state;
	struct process *p = view_process(view), *members[FAMILY_SHOWN];
	struct region *r = view_region(view);
	uint64_t cell, cols = (uint64_t)s->cols, half, page, last;
	const struct pages *first;

	if (!p || !r || !s->cells ||
	    !family_members(view, p, r->start, members))
		return 0;
	first = &members[0]->space.family;
	cell = cursor_cell(s, view, first);
	half = cols * (uint64_t)s->rows;
	page = 2 * half;
	last = s->cells - 1;
	switch (cmd) {
	case DO_UP: cell = cell >= cols ? cell - cols : cell; break;
	case DO_DOWN: cell = last - cell >= cols ? cell + cols : cell; break;
	case DO_LEFT: cell = cell ? cell - 1 : 0; break;
	case DO_RIGHT: cell = cell < last ? cell + 1 : last; break;
	case DO_PAGE_UP: cell = cell >= page ? cell - page : 0; break;
	case DO_PAGE_DOWN: cell = last - cell >= page ? cell + page : last; break;
	case DO_HALF_UP: cell = cell >= half ? cell - half : 0; break;
	case DO_HALF_DOWN: cell = last - cell >= half ? cell + half : last; break;
	case DO_HOME: cell = 0; break;
	case DO_END: cell = last; break;
	default: return 0;
	}
	view->page = first->start + cell * cell_bytes(s, first);
	return CMD_TAKEN | CMD_REDRAW;
}

/* As in Pages, the first click on a character selects its upper cell, the next
 * click its lower cell. */
static unsigned family_choose(void *state, struct view *view,
			      const struct hot *hot, int at,
			      enum choose_how how)
{
	struct family_state *s = state;
	struct process *p = view_process(view), *members[FAMILY_SHOWN];
	struct region *r = view_region(view);
	const struct pages *first;
	uint64_t cell;

	if (hot->kind != HOT_CELLS || how != CHOOSE_CLICK || !p || !r ||
	    !s->cells || !family_members(view, p, r->start, members))
		return 0;
	first = &members[0]->space.family;
	/* The map on the screen may still be that of another region. */
	if (hot->more != cell_bytes(s, first) || hot->value < first->start)
		return 0;
	cell = (hot->value - first->start) / hot->more + (uint64_t)at;
	if (cell >= s->cells)
		return 0;
	if (cell == cursor_cell(s, view, first) &&
	    s->cells - cell > (uint64_t)s->cols)
		cell += (uint64_t)s->cols;
	s->member = hot->part;
	view->page = first->start + cell * hot->more;
	return CMD_TAKEN | CMD_REDRAW;
}

static const enum cmd family_bar[] = {
	DO_REGION_PREV, DO_REGION_NEXT, DO_BACK, DO_NONE,
};

static const struct term pages_part_list[] = {
	{ "·", N_("Absent: not in memory."),
	  .st = STYLE_PG_ABSENT, .ascii = "." },
	{ "░",
	  N_("Shared: parent and children use the same page."),
	  .st = STYLE_PG_2, .ascii = "-" },
	{ "s", N_("Swapped."), .st = STYLE_PG_SWAP },
	{ "P",
	  N_("Private to the parent: it wrote the page after the "
	     "fork."), .st = STYLE_PG_6 },
	{ "C",
	  N_("Private to the child: it wrote the page after the "
	     "fork."), .st = STYLE_PG_WRITTEN },
};
static const struct terms_part pages_part =
	TERMS_PART(N_("PAGES"), pages_part_list);

static const struct terms_part *const terms[] = {
	&pages_part, &terms_common, NULL,
};

const struct pane_ops family_pane = {
	.id = PANE_FAMILY,
	.name = "family",
	.title = N_("Family"),
	.terms = terms,
	.of_one = true,
	.new_state = family_new,
	.free_state = family_free,
	.draw = family_draw,
	.command = family_command,
	.choose = family_choose,
	.bar = family_bar,
};
