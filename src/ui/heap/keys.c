/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands of Heap, search, and the mouse. */
#include <config.h>

#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/heap/find.h"
#include "ui/heap/state.h"
#include "ui/kit/i18n.h"

static unsigned select_row(struct heap_state *s, long row)
{
	s->selected = s->rows.rows.v[row].id;
	s->chosen = true;
	return CMD_TAKEN | CMD_REDRAW;
}

/* ← hides the rows below the selected row; if there are none to hide, it moves
 * to the parent row. → shows the rows. */
static unsigned fold(struct heap_state *s, long row, bool away)
{
	const struct heap_row *r = &s->rows.rows.v[row];
	int depth = r->depth;

	if (away && (!r->opens || r->folded)) {
		while (row > 0 && s->rows.rows.v[row].depth >= depth)
			row--;
		return select_row(s, row);
	}
	select_row(s, row);
	heap_rows_fold(&s->rows, &s->selected, away);
	return CMD_TAKEN | CMD_REDRAW;
}

/* Enter always leads further down: it unfolds a row, goes to its first part, or
 * lists the blocks of a site.  Only ← hides rows. */
static unsigned enter(struct heap_state *s, const struct heap_shown *l,
		      long row)
{
	const struct heap_row *r = &s->rows.rows.v[row];

	select_row(s, row);
	if (r->opens && !r->folded && row + 1 < (long)s->rows.rows.n) {
		s->list.line = row + 1 - s->list.top;
		return select_row(s, row + 1);
	}
	if (r->opens)
		return fold(s, row, false);
	s->open = r->id.site + 1;
	s->open_pid = l->process->pid;
	s->open_generation = l->process->space.generation;
	s->block = 0;
	s->block_row = 0;
	s->blocks = (struct list){ .top = 0 };
	return CMD_TAKEN | CMD_REDRAW;
}

/* If a mark is set, growth is the default order. */
static void order_by_growth(struct heap_state *s, struct view *view)
{
	struct sort *sort = view->sorts ? &view->sorts[OVER_HEAP] : NULL;
	int before = sort ? sort->column : 0;

	if (!sort)
		return;
	if (s->since_mark && sort->column == HEAP_SORT_LIVE)
		*sort = (struct sort){ HEAP_SORT_GROWTH, false };
	else if (!s->since_mark && sort->column == HEAP_SORT_GROWTH)
		*sort = (struct sort){ HEAP_SORT_LIVE, false };
	if (sort->column != before && !view_moved_just_now(view, PANE_HEAP))
		s->chosen = false;
}

static unsigned mark(struct heap_state *s, struct view *view,
		     const struct heap_shown *l, bool anew)
{
	if (anew)
		heap_mark_set(&s->mark, l->process, view->model->now_ns);
	s->since_mark = anew || (!s->since_mark &&
				 heap_mark_is_of(&s->mark, l->process));
	order_by_growth(s, view);
	return CMD_TAKEN | CMD_REDRAW;
}

unsigned heap_command(void *state, struct view *view, enum cmd cmd)
{
	struct heap_state *s = state;
	struct heap_shown l;
	long n, sel, to;

	if (!heap_get_shown(&l, s, view))
		return 0;
	if (cmd == DO_MARK || cmd == DO_COMPARE)
		return mark(s, view, &l, cmd == DO_MARK);
	if (l.open)
		return heap_blocks_command(s, view, &l, cmd);
	if (cmd == DO_BACK && view_filter(view, OVER_HEAP))
		return view_unfilter(view, OVER_HEAP);
	heap_update(s, &l);
	n = (long)s->rows.rows.n;
	if (!n)
		return 0;
	sel = heap_selected(s);
	to = list_move(&s->list, cmd, sel, n, s->height);
	if (to >= 0)
		return select_row(s, to);
	switch (cmd) {
	case DO_LEFT:
	case DO_RIGHT:
		return fold(s, sel, cmd == DO_LEFT);
	case DO_ENTER:
		return enter(s, &l, sel);
	default:
		return 0;
	}
}

/* --- the mouse ------------------------------------------------------------ */

unsigned heap_choose(void *state, struct view *view, const struct hot *hot,
		     int at, enum choose_how how)
{
	struct heap_state *s = state;
	struct heap_id id = {
		.level = (enum heap_level)(hot->part & 3),
		.library = (unsigned)(hot->more >> 32),
		.symbol = (unsigned)hot->more, .site = hot->value,
	};
	struct heap_shown l;
	long row;

	(void)at;
	if (hot->kind != HOT_ROW || how != CHOOSE_CLICK ||
	    !heap_get_shown(&l, s, view))
		return 0;
	if (l.open)
		return heap_blocks_choose(s, view, &l, hot);
	heap_update(s, &l);
	row = heap_rows_find(&s->rows, &id);
	if (row < 0)
		return 0;
	s->list.line = row - s->list.top;
	return select_row(s, row);
}

const char *heap_enter(const void *state, const struct view *view, bool *can)
{
	const struct heap_state *s = state;
	struct heap_shown l;
	long sel;

	*can = heap_get_shown(&l, s, view);
	if (*can && l.open)
		return N_("Contents");
	sel = *can && s->rows.rows.n ? heap_selected(s) : -1;
	*can = sel >= 0;
	if (sel >= 0 && s->rows.rows.v[sel].opens)
		return s->rows.rows.v[sel].folded ? N_("Unfold") : N_("Open");
	return N_("Blocks");
}

/* --- search --------------------------------------------------------------- */

static bool has(const char *name, const char *text, bool ascii)
{
	struct str safe = STR_INIT;
	bool found;

	text_safe(&safe, name, strlen(name), ascii);
	found = text_contains(safe.data, text);
	str_release(&safe);
	return found;
}

static bool matches(const struct heap_row *r, const char *text, bool ascii)
{
	char caller[FMT_MAX];

	if (r->id.level == HEAP_LIBRARY)
		return has(r->site->library->text, text, ascii);
	if (r->id.level == HEAP_CALLER &&
	    text_contains(fmt_addr(caller, r->site->caller), text))
		return true;
	return (r->id.level == HEAP_SYMBOL || r->depth == 1) &&
	       has(r->site->symbol->text, text, ascii);
}

/* Opens all libraries, so that the search also finds rows in folded ones. */
static void open_all(struct heap_state *s, const struct heap_shown *l)
{
	for (size_t i = 0; i < s->rows.rows.n; i++) {
		struct heap_id id = s->rows.rows.v[i].id;

		if (s->rows.rows.v[i].folded && id.level == HEAP_LIBRARY) {
			heap_rows_fold(&s->rows, &id, false);
			heap_update(s, l);
		}
	}
}

bool heap_find(struct pane *pane, struct view *view, const char *text,
	       int step, bool here, size_t *place, size_t *count)
{
	struct heap_state *s = pane->state;
	bool ascii = !view->look.utf8;
	long n, from, found = -1;
	struct heap_shown l;

	*place = *count = 0;
	if (!heap_get_shown(&l, s, view) || !text[0])
		return false;
	s->open = 0;
	heap_update(s, &l);
	open_all(s, &l);
	n = (long)s->rows.rows.n;
	from = n ? heap_selected(s) : 0;
	for (long i = here ? 0 : 1; i < n + !here && found < 0; i++) {
		long at = ((from + i * step) % n + n) % n;

		if (matches(&s->rows.rows.v[at], text, ascii))
			found = at;
	}
	for (long i = 0; i < n && found >= 0; i++) {
		*count += matches(&s->rows.rows.v[i], text, ascii);
		if (i == found)
			*place = *count;
	}
	if (found >= 0)
		select_row(s, found);
	return found >= 0;
}
