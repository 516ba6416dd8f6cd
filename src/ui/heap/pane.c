/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane 8 Heap: live memory of the program's allocator, by the code that
 * allocated the memory; or the blocks of one site.
 */
#include <config.h>

#include "base/alloc.h"
#include "base/fmt.h"
#include "ui/heap/state.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/say.h"
#include "ui/kit/terms.h"

static void *heap_new(void)
{
	return xcalloc(1, sizeof(struct heap_state));
}

static void heap_free(void *state)
{
	struct heap_state *s = state;

	if (!s)
		return;
	heap_rows_release(&s->rows);
	heap_mark_release(&s->mark);
	free(s);
}

bool heap_get_shown(struct heap_shown *l, const struct heap_state *s,
		    const struct view *view)
{
	const struct process *p = view_process(view);

	*l = (struct heap_shown){
		.view = view, .process = p, .heap = p ? p->heap : NULL,
	};
	if (!l->heap)
		return false;
	if (s->since_mark && heap_mark_is_of(&s->mark, p))
		l->mark = &s->mark;
	if (s->open && s->open_pid == p->pid &&
	    s->open_generation == p->space.generation)
		l->open = heap_site(l->heap, s->open - 1);
	return true;
}

void heap_update(struct heap_state *s, const struct heap_shown *l)
{
	const struct heap_want want = {
		.model = l->view->model, .process = l->process,
		.mark = l->mark, .filter = view_filter(l->view, OVER_HEAP),
		.sort = view_sort(l->view, OVER_HEAP),
		.hold = view_sort_holds(l->view),
	};

	heap_rows_update(&s->rows, &want);
}

/* Returns the index of the selected row.  If the row no longer exists, as it
 * was folded or its symbol has further sites now, returns the index of the row
 * above it in the tree. */
long heap_selected(const struct heap_state *s)
{
	struct heap_id id = s->selected;
	long row = -1;

	if (!s->chosen)
		return 0;
	for (;;) {
		row = heap_rows_find(&s->rows, &id);
		if (row >= 0 || id.level == HEAP_LIBRARY)
			return row < 0 ? 0 : row;
		id.level = id.level == HEAP_CALLER ? HEAP_SYMBOL :
			   HEAP_LIBRARY;
		id.site = 0;
		if (id.level == HEAP_LIBRARY)
			id.symbol = 0;
	}
}

/* --- drawing -------------------------------------------------------------- */

static void order_words(struct str *out, const struct view *view)
{
	static const struct sort usual = { HEAP_SORT_LIVE, false };
	const struct sort *sort = view_sort(view, OVER_HEAP);

	view_order_title(out, sort ? sort : &usual, heap_sort_names);
}

static void draw_title(const struct heap_state *s, const struct heap_shown *l,
		       struct canvas *c, bool focused)
{
	const struct filter *filter = view_filter(l->view, OVER_HEAP);
	const struct heap_sum *sum = &s->rows.total;
	long n = (long)s->rows.rows.n;
	struct str left = STR_INIT;
	char range[48] = "", a[FMT_MAX], b[FMT_MAX];

	str_adds(&left, "8 ");
	str_adds(&left, _("Heap"));
	str_adds(&left, "  ");
	if (filter) {
		filter_title(&left, sum->sites, s->rows.all);
	} else {
		/* TRANSLATORS: number of bytes, and of the blocks that they are
		 * in. */
		str_addf(&left, ngettext("%s in %s block", "%s in %s blocks",
					 (unsigned long)sum->blocks),
			 fmt_size(a, sum->live), fmt_grouped(b, sum->blocks));
		if (l->process->ended)
			/* TRANSLATORS: follows "5M in 20 blocks": they were not
			 * freed when the process exited. */
			str_adds(&left, _(" at exit"));
	}
	order_words(&left, l->view);
	if (l->mark)
		str_addf(&left, _("; growth since %s"),
			 fmt_when(a, l->mark->time_ns));
	if (n && s->height > 0)
		list_range(&s->list, n, s->height, range);
	title_rule(c, &l->view->look, focused, left.data, range);
	str_release(&left);
}

static void silent_words(struct str *out, const struct process *p)
{
	str_addf(out, _("No allocations seen from %d yet. Static programs "
			"and custom allocators are not covered."), (int)p->pid);
}

static void draw_none(const struct view *view, struct canvas *c, bool focused)
{
	const struct process *p = view_process(view);
	struct str s = STR_INIT;

	title_rule(c, &view->look, focused, _("8 Heap"), "");
	/* Other processes have heap data, but not this one. */
	if (p && view->model->heaps) {
		silent_words(&s, p);
		say_empty(c, s.data);
		str_release(&s);
		return;
	}
	say_empty(c, _("No heap data. Start the program with mmtop --heap "
		       "PROGRAM."));
}

static void draw_empty(const struct heap_state *s, const struct heap_shown *l,
		       struct canvas *c)
{
	const struct filter *filter = view_filter(l->view, OVER_HEAP);
	struct str text = STR_INIT;

	if (filter && s->rows.all)
		filter_empty(&text, filter, key_of(DO_BACK));
	else if (l->heap->info_known && (l->heap->info_why == HEAP_INFO_NONE ||
					 l->heap->info_why == HEAP_INFO_OTHER))
		silent_words(&text, l->process);
	else
		str_adds(&text, _("No blocks yet."));
	say_empty(c, text.data);
	str_release(&text);
}

struct heap_drawing {
	const struct heap_state *s;
	const struct heap_shown *l;
	struct canvas *c;
	struct heap_columns k;
};

static struct hot hot_of(void *arg, long i)
{
	const struct heap_drawing *d = arg;
	const struct heap_row *r = &d->s->rows.rows.v[i];

	return (struct hot){
		.kind = HOT_ROW, .value = r->id.site, .part = r->id.level,
		.more = (uint64_t)r->id.library << 32 | r->id.symbol,
	};
}

static void draw_row(void *arg, int row, long i)
{
	const struct heap_drawing *d = arg;

	heap_draw_row(d->c, &d->k, d->l, row, &d->s->rows.rows.v[i]);
}

static void draw_rows(struct heap_state *s, const struct heap_shown *l,
		      struct canvas *c, long sel, bool focused)
{
	struct heap_drawing d = {
		s, l, c, heap_columns(c->clip.cols, l->mark != NULL),
	};

	heap_draw_header(c, &d.k);
	table_draw(c, &s->list, &(struct table_rows){
		.row = 2, .cols = c->clip.cols, .n = (long)s->rows.rows.n,
		.keep = d.k.at[COLUMN_LIVE].col + d.k.at[COLUMN_LIVE].cols,
		.height = s->height, .selected = sel, .focused = focused,
		.arg = &d, .draw = draw_row, .hot = hot_of,
	});
}

static void heap_draw(void *state, struct view *view, struct canvas *c,
		      bool focused)
{
	struct heap_state *s = state;
	struct heap_shown l;
	int detail;
	long sel;

	view->heap_site = 0;
	if (!heap_get_shown(&l, s, view)) {
		draw_none(view, c, focused);
		return;
	}
	if (l.open) {
		view->heap_site = s->open;
		heap_blocks_draw(s, &l, c, focused);
		return;
	}
	heap_update(s, &l);
	detail = s->rows.rows.n ? heap_detail_rows(&l, c->clip.rows) : 0;
	s->height = c->clip.rows - 2 - detail;
	sel = heap_selected(s);
	list_keep(&s->list, sel, (long)s->rows.rows.n, s->height);
	draw_title(s, &l, c, focused);
	if (!s->rows.rows.n) {
		draw_empty(s, &l, c);
		return;
	}
	draw_rows(s, &l, c, sel, focused);
	if (detail)
		heap_detail_draw(c, &l, &s->rows.rows.v[sel],
				 c->clip.rows - detail, detail);
}

static const enum cmd heap_bar[] = {
	DO_ENTER, DO_MARK, DO_FIND, DO_FILTER, DO_SORT_BACK, DO_SORT_NEXT,
	DO_COMPARE, DO_FIND_NEXT, DO_SORT, DO_SORT_INVERT, DO_SORT_MENU,
	DO_NONE
};

static const struct term signs_part_list[] = {
	{ "▸",
	  N_("Folded: Right shows the functions and sites below."),
	  .st = STYLE_DIM, .ascii = "+" },
	{ "▾", N_("Unfolded: Left folds it."), .st = STYLE_DIM, .ascii = "-" },
	{ "▁▂▃▄▅▆▇",
	  N_("Ages of live blocks: a high bar is many bytes of "
	     "that age."), .st = STYLE_BAR, .ascii = "_-:=+*#" },
	{ N_("libc.so.6"),
	  N_("The colour of a name is the kind of its library: "
	     "library, program or other file."), .st = STYLE_K_LIBRARY },
};
static const struct terms_part signs_part =
	TERMS_PART(N_("SIGNS"), signs_part_list);

static const struct terms_part *const terms[] = {
	&heap_columns_part, &heap_blocks_part, &signs_part, &terms_common, NULL,
};

const struct pane_ops heap_pane = {
	.id = PANE_HEAP,
	.name = "heap",
	.title = N_("Heap"),
	.terms = terms,
	.of_one = true,
	.new_state = heap_new,
	.free_state = heap_free,
	.draw = heap_draw,
	.full_cols = 240,
	.command = heap_command,
	.choose = heap_choose,
	.sorts = heap_sort_names,
	.bar = heap_bar,
	.enter = heap_enter,
};
