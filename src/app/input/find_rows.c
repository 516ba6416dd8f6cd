/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/input/find_rows.h"

#include <stdlib.h>
#include <string.h>

#include "app/screen/private.h"
#include "base/alloc.h"
#include "base/str.h"
#include "base/text.h"

/* Height of the canvas on which a pane draws all its rows.  In a longer list,
 * the search covers the ROWS_MAX rows around the selected one. */
enum { ROWS_FEW = 256, ROWS_MAX = 4096 };
/* The canvas is full if the selected row is in its last rows, or if these rows
 * contain rows of the list: details below a list take fewer rows. */
enum { ROWS_BELOW = 32 };

/* Width of the canvas for a row that is copied. */
enum { COLS_WIDE = 160 };

/* While the find line is open, the next key searches the same rows, unless they
 * are older than this. */
#define ROWS_OLD_NS UINT64_C(1000000000)

/* A row of a pane. */
struct row_words {
	char *text;			/* owned; NULL: the row is not
					 * searched */
	struct hot hot;			/* of a list: what to select */
};

/* All rows of a pane, from its title on. */
struct all_rows {
	enum pane_id pane;
	int cols;
	uint64_t made_ns;
	bool list;			/* rows can be selected */
	int selected;			/* -1: none */
	struct row_words *rows;
	int n;
};

/* --- text of a row -------------------------------------------------------- */

static void row_text(struct str *out, const struct canvas *c, int row,
		     int col, int end)
{
	str_clear(out);
	for (; col < end; col++)
		str_adds(out, canvas_at(c, row, col)->text);
}

/* --- drawing of all rows -------------------------------------------------- */

static bool is_full(const struct canvas *c)
{
	bool blank = true;

	for (size_t i = c->hots.n; i-- > 0;)
		if (c->hots.v[i].kind == HOT_ROW)
			return c->hots.v[i].r.row >= c->rows - ROWS_BELOW;
	for (int row = c->rows - ROWS_BELOW; row < c->rows - ROWS_BELOW / 2;
	     row++)
		for (int col = 0; col < c->cols; col++)
			blank &= canvas_at(c, row, col)->text[0] == ' ';
	return !blank;
}

static void draw(struct screen *s, struct pane *p, int rows, int cols,
		 struct canvas *c)
{
	canvas_fit(c, rows, cols);
	canvas_clear(c);
	canvas_own(c, (struct rect){ 0, 0, rows, cols }, (int)p->ops->id);
	p->ops->draw(p->state, &s->view, c, true);
}

/* Takes the texts of the rows that are searched.  Row 0 is the title. */
static void take_rows(struct all_rows *a, const struct canvas *c)
{
	struct str line = STR_INIT;

	a->rows = xcalloc((size_t)c->rows, sizeof *a->rows);
	a->n = c->rows;
	a->selected = -1;
	for (size_t i = 0; i < c->hots.n; i++) {
		const struct hot *hot = &c->hots.v[i];

		if (hot->kind != HOT_ROW)
			continue;
		a->rows[hot->r.row].hot = *hot;
		a->list = true;
		if (hot->selected && a->selected < 0)
			a->selected = hot->r.row;
	}
	for (int row = 1; row < a->n; row++) {
		if (a->list && a->rows[row].hot.kind != HOT_ROW)
			continue;
		row_text(&line, c, row, 0, c->cols);
		a->rows[row].text = xstrdup(line.data);
	}
	str_release(&line);
}

static struct all_rows *draw_all(struct screen *s, struct pane *p,
				 struct rect r)
{
	struct all_rows *a = xcalloc(1, sizeof *a);
	int rows = ROWS_FEW;
	struct canvas c;

	a->pane = p->ops->id;
	a->cols = r.cols;
	a->made_ns = s->now_ns;
	canvas_init(&c, rows, r.cols);
	draw(s, p, rows, r.cols, &c);
	while (rows < ROWS_MAX && is_full(&c))
		draw(s, p, rows *= 4, r.cols, &c);
	take_rows(a, &c);
	/* The pane stores its height when it draws. */
	draw(s, p, r.rows, r.cols, &c);
	canvas_release(&c);
	return a;
}

void find_rows_forget(struct find_row *f)
{
	for (int i = 0; f->all && i < f->all->n; i++)
		free(f->all->rows[i].text);
	if (f->all)
		free(f->all->rows);
	free(f->all);
	*f = (struct find_row){ 0 };
}

/* Draws the rows, unless those of the last key serve. */
static struct all_rows *rows_of(struct screen *s, struct find_row *f,
				struct pane *p, struct rect r)
{
	struct find_row before = *f;
	const struct all_rows *a = f->all;

	if (a && s->view.finding && a->pane == p->ops->id &&
	    a->cols == r.cols && s->now_ns < a->made_ns + ROWS_OLD_NS)
		return f->all;
	find_rows_forget(f);
	*f = before;
	return f->all = draw_all(s, p, r);
}

/* --- search --------------------------------------------------------------- */

/* Returns the row from which the search starts. */
static int from(const struct all_rows *a, const struct find_row *f)
{
	if (!a->list)
		return f->line && f->line < a->n ? (int)f->line : 1;
	return a->selected > 0 ? a->selected : 1;
}

static int search(const struct all_rows *a, struct find_row *f,
		  const char *text, int step, bool here)
{
	bool *has = xcalloc((size_t)a->n, sizeof *has);
	int n = a->n, first = from(a, f), found = 0;

	f->place = f->count = 0;
	for (int row = 0; row < n; row++)
		has[row] = a->rows[row].text &&
			   text_contains(a->rows[row].text, text);
	for (int i = here ? 0 : 1; i < n + !here && !found; i++) {
		int row = ((first + i * step) % n + n) % n;

		if (has[row])
			found = row;
	}
	for (int row = 0; row < n && found; row++) {
		f->count += has[row];
		if (row == found)
			f->place = f->count;
	}
	free(has);
	return found;
}

/* Scrolls a pane of text so that a line is in view. */
static void scroll_to(long *top, long line, long height)
{
	if (line <= *top || line > *top + height)
		*top = line > height / 2 ? line - height / 2 : 0;
}

bool find_rows(struct screen *s, struct find_row *f, const char *text,
	       int step, bool here)
{
	struct pane *p = &s->panes[s->place.focus];
	const struct rect *r = layout_find(&s->layout, s->place.focus);
	long *top = p->ops->scroll ? p->ops->scroll(p->state) : NULL;
	long before = top ? *top : 0;
	struct all_rows *a;
	int found;

	f->place = f->count = 0;
	if (!r || !text[0] || pane_closed(p->ops, s->view.model))
		return false;
	s->view.finding = s->prompt.kind == &find_prompt;
	a = rows_of(s, f, p, *r);
	if (!a->list && !f->line)
		f->line = before + 1;
	found = search(a, f, text, step, here);
	if (top)
		*top = before;
	if (found && a->list) {
		a->selected = found;
		p->ops->choose(p->state, &s->view, &a->rows[found].hot, 0,
			       CHOOSE_CLICK);
	} else if (found) {
		f->line = found;
	}
	if (found && top)
		scroll_to(top, f->line, r->rows - 1);
	return found > 0;
}

void find_rows_selected(struct screen *s, struct str *out)
{
	struct pane *p = &s->panes[s->place.focus];
	const struct rect *r = layout_find(&s->layout, s->place.focus);
	struct str text = STR_INIT;
	const struct hot *hot;
	struct canvas c;
	size_t n, skip;

	if (!r || pane_closed(p->ops, s->view.model))
		return;
	canvas_init(&c, r->rows, r->cols);
	draw(s, p, r->rows, r->cols > COLS_WIDE ? r->cols : COLS_WIDE, &c);
	for (size_t i = 0; i < c.hots.n; i++) {
		hot = &c.hots.v[i];
		if (hot->selected && hot->kind == HOT_ROW)
			row_text(&text, &c, hot->r.row, 0, c.cols);
	}
	/* The row begins with the mark of the selection. */
	skip = strspn(text.data, "> ");
	n = 0;
	while (text.data[skip + n]) {
		int width;
		size_t next = text_grapheme(text.data + skip + n, &width);

		if (n + next > FIND_ROW_BYTES)
			break;
		n += next;
	}
	while (n && text.data[skip + n - 1] == ' ')
		n--;
	str_add(out, text.data + skip, n);
	canvas_release(&c);
	str_release(&text);
}

/* Returns the last column from which the text up to `end` contains the text, or
 * -1. */
static int last_match(const struct canvas *c, int row, int col, int end,
		      const char *text)
{
	struct str part = STR_INIT;
	int at = col - 1, not = end;

	/* If the text from one column contains it, so does the text from each
	 * column before. */
	while (at + 1 < not) {
		int middle = at + (not - at) / 2;

		row_text(&part, c, row, middle, end);
		if (text_contains(part.data, text))
			at = middle;
		else
			not = middle;
	}
	str_release(&part);
	return at >= col ? at : -1;
}

void find_rows_mark(struct canvas *c, struct rect r, const char *text)
{
	struct str part = STR_INIT;

	for (int row = r.row + 1; row < r.row + r.rows; row++) {
		int end = r.col + r.cols, at;

		while ((at = last_match(c, row, r.col, end, text)) >= 0) {
			int to = at;

			do
				row_text(&part, c, row, at, ++to);
			while (to < end && !text_contains(part.data, text));
			canvas_restyle(c, row, at, to - at, STYLE_SEL);
			end = at;
		}
	}
	str_release(&part);
}
