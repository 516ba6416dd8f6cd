/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of the blocks of one site.  Enter opens the list. */
#include <config.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/heap/state.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/say.h"
#include "ui/words/what.h"

enum { ADDRESS, SIZE, RSS, AGE, WHERE, COLUMNS };

/* In the cells of this table, x->of is the struct heap_block and x->arg is the
 * struct heap_shown. */
static const struct heap_block *block_of(const struct table_cell *x)
{
	return x->of;
}

static void address_cell(const struct table_cell *x)
{
	char buf[FMT_MAX];

	cell_left(x, STYLE_TEXT, fmt_addr(buf, block_of(x)->addr));
}

static void bytes_cell(const struct table_cell *x)
{
	size_cell(x->c, x->row, x->col, x->cols, STYLE_TEXT,
		  block_of(x)->size);
}

static void resident_cell(const struct table_cell *x)
{
	size_cell(x->c, x->row, x->col, x->cols, STYLE_TEXT,
		  block_of(x)->resident);
}

static void age_cell(const struct table_cell *x)
{
	const struct heap_shown *l = x->arg;
	char buf[FMT_MAX];

	if (block_of(x)->time_ns != EV_UNKNOWN)
		cell_right(x, STYLE_TEXT, fmt_ago(buf, l->view->model->now_ns,
						  block_of(x)->time_ns));
}

static void where_cell(const struct table_cell *x)
{
	const struct heap_shown *l = x->arg;
	const struct region *r = space_find(&l->process->space,
					    block_of(x)->addr);
	struct str where = STR_INIT;

	if (r) {
		region_what(&where, r, !x->look->utf8);
		put_cut(x->c, x->look, x->row, x->col, kind_style(r->kind),
			where.data);
	}
	str_release(&where);
}

static const struct table_column columns[COLUMNS] = {
	[ADDRESS] = { N_("ADDRESS"),
		N_("Address of the block."),
		1, false, 0, address_cell, .cols = 12 },
	[SIZE] = { N_("SIZE"),
		N_("Bytes that the program requested."),
		1, true, 0, bytes_cell, .cols = 5 },
	[RSS] = { N_("RSS"),
		N_("Part of the block that is in memory."),
		1, true, 0, resident_cell, .cols = 5 },
	[AGE] = { N_("AGE"),
		N_("Time since the allocation."),
		1, true, 0, age_cell, .cols = 6 },
	/* TRANSLATORS: head of a column: the region that a block lies in. */
	[WHERE] = { N_("IN"),
		N_("Region that contains the block."),
		1, false, 0, where_cell },
};

const struct terms_part heap_blocks_part = {
	N_("BLOCKS OF A SITE"), columns, NULL, COLUMNS,
};

/* False until the blocks of the open site arrive: the model may still have
 * those of another site. */
static bool are_told(const struct heap_shown *l)
{
	return l->heap->blocks.told && l->heap->blocks.site == l->open->id;
}

static size_t count(const struct heap_shown *l)
{
	return are_told(l) ? l->heap->blocks.v.n : 0;
}

static const struct heap_block *block_at(const struct heap_shown *l, size_t i)
{
	return &l->heap->blocks.v.v[i];
}

/* Returns the index of the selected block.  If that block was freed, returns
 * its old index, which another block has now. */
static long selected(const struct heap_state *s, const struct heap_shown *l)
{
	size_t n = count(l);

	for (size_t i = 0; i < n && s->block; i++)
		if (block_at(l, i)->addr == s->block)
			return (long)i;
	return n && (size_t)s->block_row >= n ? (long)n - 1 : s->block_row;
}

static void draw_title(const struct heap_state *s, const struct heap_shown *l,
		       struct canvas *c, bool focused)
{
	struct str left = STR_INIT, name = STR_INIT, cut = STR_INIT;
	char range[48], a[FMT_MAX], b[FMT_MAX];
	int room = c->clip.cols / 4;

	heap_site_name(&name, l, l->open);
	text_cut(&cut, name.data, room > 8 ? room : 8, CUT_END,
		 !l->view->look.utf8);
	/* TRANSLATORS: title of a list of blocks: a place in the code, the
	 * number of its blocks, their bytes. */
	str_addf(&left, ngettext("8 Heap  %s: %s block, %s",
				 "8 Heap  %s: %s blocks, %s",
				 (unsigned long)l->open->blocks), cut.data,
		 fmt_grouped(a, l->open->blocks),
		 fmt_size(b, l->open->live));
	if (count(l) && count(l) < l->heap->blocks.count)
		/* TRANSLATORS: appended to the title if only the largest blocks
		 * are in the list; with their number. */
		str_addf(&left, _(", the %s largest"),
			 fmt_grouped(a, count(l)));
	title_rule(c, &l->view->look, focused, left.data,
		   list_range(&s->blocks, (long)count(l), s->height, range));
	str_release(&left);
	str_release(&name);
	str_release(&cut);
}

struct block_drawing {
	const struct heap_shown *l;
	struct canvas *c;
	struct table_place at[COLUMNS];
};

static struct hot hot_of(void *arg, long i)
{
	const struct block_drawing *d = arg;

	return (struct hot){ .kind = HOT_ROW,
			     .value = block_at(d->l, (size_t)i)->addr };
}

static void draw_row(void *arg, int row, long i)
{
	const struct block_drawing *d = arg;

	table_cells(&(struct table_cell){
		.c = d->c, .row = row, .look = &d->l->view->look, .arg = d->l,
		.of = block_at(d->l, (size_t)i),
	}, columns, d->at, COLUMNS);
}

static void draw_empty(const struct heap_shown *l, struct canvas *c)
{
	if (!l->open->blocks)
		say_empty(c, _("No live blocks here."));
	else if (are_told(l) || l->heap->last)
		say_empty(c, _("Blocks no longer known."));
	else
		say_empty(c, view_reading(l->view, _("reading blocks ...")));
}

void heap_blocks_draw(struct heap_state *s, const struct heap_shown *l,
		      struct canvas *c, bool focused)
{
	long n = (long)count(l), sel = selected(s, l);
	struct block_drawing d = { .l = l, .c = c };

	s->height = c->clip.rows - 2;
	list_keep(&s->blocks, sel, n, s->height);
	draw_title(s, l, c, focused);
	if (!n) {
		draw_empty(l, c);
		return;
	}
	table_fit(d.at, columns, COLUMNS, 0, c->clip.cols);
	table_heads(c, 1, columns, d.at, COLUMNS);
	table_draw(c, &s->blocks, &(struct table_rows){
		.row = 2, .cols = c->clip.cols, .n = n, .height = s->height,
		.keep = d.at[1].col, .selected = sel, .focused = focused,
		.arg = &d, .draw = draw_row, .hot = hot_of,
	});
}

/* Opens the selected block in Contents. */
static unsigned open_block(struct heap_state *s, struct view *view,
			   const struct heap_shown *l)
{
	const struct heap_block *b = count(l) ?
		block_at(l, (size_t)selected(s, l)) : NULL;
	const struct region *r = b ? space_find(&l->process->space, b->addr) :
				     NULL;

	if (!r)
		return CMD_TAKEN;
	view->region = r->start;
	view->region_end = r->end;
	view->region_generation = l->process->space.generation;
	view->page = b->addr;
	view->file = false;
	view->frame = (struct contents_of){ 0, 0 };
	return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS | CMD_OPEN;
}

unsigned heap_blocks_command(struct heap_state *s, struct view *view,
			     const struct heap_shown *l, enum cmd cmd)
{
	long to;

	switch (cmd) {
	case DO_BACK:
	case DO_LEFT:
		s->open = 0;
		return CMD_TAKEN | CMD_REDRAW;
	case DO_ENTER:
		return open_block(s, view, l);
	default:
		break;
	}
	if (!count(l))
		return 0;
	to = list_move(&s->blocks, cmd, selected(s, l), (long)count(l),
		       s->height);
	if (to < 0)
		return 0;
	s->block = block_at(l, (size_t)to)->addr;
	s->block_row = to;
	return CMD_TAKEN | CMD_REDRAW;
}

unsigned heap_blocks_choose(struct heap_state *s, struct view *view,
			    const struct heap_shown *l, const struct hot *hot)
{
	(void)view;
	if (hot->kind != HOT_ROW || !count(l))
		return 0;
	s->block = hot->value;
	s->block_row = selected(s, l);
	s->blocks.line = s->block_row - s->blocks.top;
	return CMD_TAKEN | CMD_REDRAW;
}
