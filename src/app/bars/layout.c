/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/bars/layout.h"

static int at_least(int n, int min)
{
	return n < min ? min : n;
}

static int between(int n, int min, int max)
{
	return n < min ? min : n > max ? max : n;
}

/* If the screen has at least this many rows, the process picker has two rows
 * above its list. */
#define ROWS_PICKER_TOP 7

static void place(struct layout *l, enum pane_id id, int row, int col,
		  int rows, int cols)
{
	l->panes[l->n].id = id;
	l->panes[l->n].r = (struct rect){ row, col, rows, cols };
	l->n++;
}

static void line(struct layout *l, int col, int row, int rows)
{
	l->lines[l->n_lines++] = (struct layout_line){ col, row, rows };
}

/* Places the panes in one column: Regions, then Pages and Calls if there is
 * room. */
static void stack(struct layout *l, const struct layout_want *w, int top,
		  int rows)
{
	int calls = 0, pages = 0;

	if (rows >= 32 && w->cols >= 80) {
		/* With 16 rows Regions has its detail lines: a narrow Pages has
		 * no room to explain the region. */
		pages = rows * 12 / 36;
		calls = rows - pages - at_least(rows * 16 / 36, 16);
	} else if (rows >= 15) {
		calls = w->step && rows >= 18 ? 6 : 4;
		calls += at_least(rows - 21, 0) / 3;
	} else if (rows >= 10) {
		calls = 4;
	}
	int main_rows = rows - calls - pages;
	place(l, PANE_REGIONS, top, 0, main_rows, w->cols);
	top += main_rows;
	if (pages)
		place(l, PANE_PAGES, top, 0, pages, w->cols);
	top += pages;
	if (calls)
		place(l, PANE_CALLS, top, 0, calls, w->cols);
}

/* Places the panes in rows from top to bottom: Processes and Regions; Pages
 * alone, if the screen has at least 30 rows; Calls and Signals. */
static void pairs(struct layout *l, const struct layout_want *w, int top,
		  int rows)
{
	int cols = w->cols;
	int left = between(cols * 33 / 120, 28, 64);
	int pages = w->rows >= 30 && rows >= 24 ? rows * 12 / 36 : 0;
	int upper = pages ? rows * 13 / 36 : rows - between(rows / 3, 6, 8);
	int lower = rows - upper - pages;

	place(l, PANE_PROCESSES, top, 0, upper, left);
	place(l, PANE_REGIONS, top, left + 1, upper, cols - left - 1);
	line(l, left, top, upper);
	top += upper;
	if (pages)
		place(l, PANE_PAGES, top, 0, pages, cols);
	top += pages;
	left = cols * 77 / 120;
	place(l, PANE_CALLS, top, 0, lower, left);
	place(l, PANE_SIGNALS, top, left + 1, lower, cols - left - 1);
	line(l, left, top, lower);
}

static void place_system_wide(struct layout *l, const struct layout_want *w,
			      int top, int rows)
{
	int calls = rows >= 10 ? rows * 2 / 5 : 0;

	place(l, PANE_PROCESSES, top, 0, rows - calls, w->cols);
	if (calls)
		place(l, PANE_CALLS, top + rows - calls, 0, calls, w->cols);
}

static void of_capture(struct layout *l, const struct layout_want *w, int top,
		       int rows)
{
	int upper = rows < 16 ? rows : between(rows / 3, 6, 16);
	int left = w->cols < 100 ? 0 : between(w->cols * 33 / 120, 28, 44);

	if (left) {
		place(l, PANE_PROCESSES, top, 0, upper, left);
		line(l, left++, top, upper);
	}
	place(l, PANE_REGIONS, top, left, upper, w->cols - left);
	if (upper < rows)
		place(l, PANE_CONTENTS, top + upper, 0, rows - upper, w->cols);
}

/* Places the program's output, 80 columns wide, on the right, above Calls and
 * Signals.  The other panes are on the left. */
static void with_output(struct layout *l, const struct layout_want *w, int top,
			int rows)
{
	int left = w->cols - 81, right = left + 1;
	int processes = at_least(7 + (rows - 46) / 6, 5);
	int regions = rows * 17 / 46;
	int pages = rows - processes - regions;
	int output = rows - rows * 21 / 46;
	if (rows >= 46)
		output = 25 + (rows - 46) / 2;
	int calls = (rows - output + 1) / 2;
	int signals = rows - output - calls;

	place(l, PANE_PROCESSES, top, 0, processes, left);
	place(l, PANE_OUTPUT, top, right, output, 80);
	place(l, PANE_REGIONS, top + processes, 0, regions, left);
	place(l, PANE_PAGES, top + processes + regions, 0, pages, left);
	place(l, PANE_CALLS, top + output, right, calls, 80);
	place(l, PANE_SIGNALS, top + output + calls, right, signals, 80);
	line(l, left, top, rows);
}

/* --- hidden panes --------------------------------------------------------- */

/* These functions treat a rectangle as two spans: `across` 0 selects the span
 * of columns, `across` 1 the span of rows. */
static int from(const struct rect *r, int across)
{
	return across ? r->row : r->col;
}

static int size(const struct rect *r, int across)
{
	return across ? r->rows : r->cols;
}

/* True if b touches a on one side and does not extend beyond that edge of a.
 * `side` 1 is right of a (`across` 0) or below a (`across` 1); -1 is left of a
 * or above a.  A column with a line separates panes that are side by side. */
static bool beside(const struct rect *a, const struct rect *b, int across,
		   int side)
{
	int gap = across ? 0 : 1;
	int edge = side > 0 ? from(a, across) + size(a, across) + gap
			    : from(a, across) - gap - size(b, across);

	return from(b, across) == edge &&
	       from(b, !across) >= from(a, !across) &&
	       from(b, !across) + size(b, !across) <=
	       from(a, !across) + size(a, !across);
}

/* Gives the room of pane i to the panes that touch it on the given side.
 * Returns false if these panes do not fill the whole edge. */
static bool give_room(struct layout *l, size_t i, int across, int side)
{
	const struct rect a = l->panes[i].r;
	int gap = across ? 0 : 1, filled = 0, n = 0;

	for (size_t k = 0; k < l->n; k++)
		if (k != i && beside(&a, &l->panes[k].r, across, side)) {
			filled += size(&l->panes[k].r, !across);
			n++;
		}
	/* Above and below pane i, the edge includes the columns of lines
	 * between panes. */
	if (!n || filled + (across ? n - 1 : 0) != size(&a, !across))
		return false;
	for (size_t k = 0; k < l->n; k++) {
		struct rect *b = &l->panes[k].r;

		if (k == i || !beside(&a, b, across, side))
			continue;
		if (across) {
			b->rows += a.rows;
			b->row = side > 0 ? a.row : b->row;
		} else {
			b->cols += a.cols + gap;
			b->col = side > 0 ? a.col : b->col;
		}
	}
	return true;
}

static void hide(struct layout *l, uint32_t hidden)
{
	for (size_t i = l->n; i-- > 0;) {
		if (!(hidden & 1u << l->panes[i].id) || l->n == 1)
			continue;
		if (!give_room(l, i, 0, 1) && !give_room(l, i, 0, -1) &&
		    !give_room(l, i, 1, -1) && !give_room(l, i, 1, 1))
			continue;
		for (size_t k = i + 1; k < l->n; k++)
			l->panes[k - 1] = l->panes[k];
		/* The new sizes may make more panes removable, so the loop
		 * restarts at the last pane. */
		l->n--;
		i = l->n;
	}
}

/* Returns the vertical line that ends just above the left edge of r; NULL if
 * there is none. */
static struct layout_line *line_above(struct layout *l, const struct rect *r)
{
	for (size_t i = 0; i < l->n_lines; i++)
		if (l->lines[i].col == r->col - 1 &&
		    l->lines[i].row + l->lines[i].rows == r->row)
			return &l->lines[i];
	return NULL;
}

static void make_lines(struct layout *l)
{
	l->n_lines = 0;
	for (size_t i = 0; i < l->n; i++) {
		const struct rect *r = &l->panes[i].r;
		struct layout_line *above;

		if (!r->col)
			continue;
		above = line_above(l, r);
		if (above)
			above->rows += r->rows;
		else if (l->n_lines < sizeof l->lines / sizeof *l->lines)
			line(l, r->col - 1, r->row, r->rows);
	}
}

/* Places all panes that have room and are not hidden. */
static void all_panes(struct layout *l, const struct layout_want *w, int top,
		      int rows)
{
	if (w->everybody)
		place_system_wide(l, w, top, rows);
	else if (w->captured)
		of_capture(l, w, top, rows);
	else if (w->cols >= 160 && rows >= 36 && w->output)
		with_output(l, w, top, rows);
	else if (w->cols >= 100 && rows >= 16)
		pairs(l, w, top, rows);
	else
		stack(l, w, top, rows);
	if (w->hidden) {
		hide(l, w->hidden);
		make_lines(l);
	}
}

/* Puts the Setup pane on the left and moves the other panes to the right. */
static void put_setup(struct layout *l, int top, int rows)
{
	for (size_t i = l->n; i-- > 0;) {
		l->panes[i + 1] = l->panes[i];
		l->panes[i + 1].r.col += LAYOUT_SETUP_COLS + 1;
	}
	l->n++;
	l->panes[0].id = PANE_SETUP;
	l->panes[0].r = (struct rect){ top, 0, rows, LAYOUT_SETUP_COLS };
	make_lines(l);
}

void layout_make(struct layout *l, const struct layout_want *w)
{
	*l = (struct layout){ .bottom = w->rows - 1 };
	if (w->rows < LAYOUT_MIN_ROWS || w->cols < LAYOUT_MIN_COLS) {
		l->too_small = true;
		return;
	}
	if (w->picker) {
		l->header_rows = w->rows >= ROWS_PICKER_TOP ? 2 : 1;
		place(l, PANE_PICKER, l->header_rows, 0,
		      w->rows - l->header_rows - 1, w->cols);
		return;
	}
	/* The third header row shows the machine; it is left out for a saved
	 * capture. */
	l->header_rows = w->rows >= 30 && !w->captured ? 3 :
			 w->rows >= 10 ? 2 : 1;
	int top = l->header_rows, rows = w->rows - top - 1;

	if (w->paused && w->rows >= 10)
		l->since = top + --rows;
	if (w->timeline && w->rows >= 20) {
		l->timeline = (struct rect){ top, 0, 4, w->cols };
		top += 4;
		rows -= 4;
	}
	if (w->full < PANES) {
		place(l, w->full, top, 0, rows, w->cols);
		return;
	}
	if (w->ending && rows >= 15) {
		l->ending = (struct rect){ top, 0, 5, w->cols };
		top += 5;
		rows -= 5;
	}
	if (w->setup && w->cols >= 2 * LAYOUT_SETUP_COLS) {
		struct layout_want beside = *w;

		beside.cols -= LAYOUT_SETUP_COLS + 1;
		all_panes(l, &beside, top, rows);
		put_setup(l, top, rows);
	} else {
		all_panes(l, w, top, rows);
	}
}

const struct rect *layout_find(const struct layout *l, enum pane_id id)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->panes[i].id == id)
			return &l->panes[i].r;
	return NULL;
}

enum pane_id layout_next(const struct layout *l, enum pane_id id, int step)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->panes[i].id == id)
			return l->panes[(i + l->n + (size_t)step) % l->n].id;
	return l->n ? l->panes[0].id : id;
}

/* Sets *left if a title rule ends at (row, col), and *right if a title rule
 * starts after it. */
static void title_beside(const struct layout *l, int row, int col, bool *left,
			 bool *right)
{
	*left = *right = false;
	for (size_t i = 0; i < l->n; i++) {
		const struct rect *r = &l->panes[i].r;
		if (r->row != row)
			continue;
		*left |= r->col + r->cols == col;
		*right |= r->col == col + 1;
	}
}

void layout_draw_lines(const struct layout *l, struct canvas *c,
		       const struct look *look)
{
	for (size_t i = 0; i < l->n_lines; i++) {
		const struct layout_line *v = &l->lines[i];
		for (int row = v->row; row < v->row + v->rows; row++) {
			bool left, right;
			const char *s = "│";
			title_beside(l, row, v->col, &left, &right);
			if (!look->utf8)
				s = left || right ? "+" : "|";
			else if (row == v->row)
				s = "┬";
			else if (left && right)
				s = "┼";
			else if (left)
				s = "┤";
			else if (right)
				s = "├";
			canvas_puts(c, row, v->col, STYLE_TITLE, s);
		}
	}
}
