/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/kit/widgets.h"

#include <stdio.h>
#include <string.h>

#include "base/fmt.h"
#include "base/str.h"
#include "base/text.h"
#include "ui/kit/i18n.h"

/* Number of rows above and below the selected row that stay in view. */
#define MARGIN 2
/* The right part of a title leaves at least this many columns to the left
 * part. */
#define TITLE_LEAST 12

static const char *rule_glyph(const struct look *look, bool focused)
{
	if (look->utf8)
		return focused ? "━" : "─";
	return focused ? "=" : "-";
}

void title_rule(struct canvas *c, const struct look *look, bool focused,
		const char *left, const char *right)
{
	style st = focused ? STYLE_TITLE_FOCUS : STYLE_TITLE;
	bool title = c->clip.row == c->own.row;
	int cols = c->clip.cols;
	int left_width = text_width(left), right_width;
	int least = left_width < TITLE_LEAST ? left_width : TITLE_LEAST;
	int room = cols - 4;
	struct str s = STR_INIT, r = STR_INIT;

	if (title && c->shift)
		/* TRANSLATORS: in a title: the rows are scrolled by
		 * that number of columns; at most 12 columns before it. */
		str_addf(&r, _("scrolled %d"), c->shift);
	if (r.len && room - text_width(r.data) - 3 - text_width(right) - 2 <
	    least)
		right = "";
	if (r.len && right[0])
		str_adds(&r, "  ");
	str_adds(&r, right);
	right_width = text_width(r.data);

	canvas_fill(c, 0, 0, cols, st, rule_glyph(look, focused));
	/* Only a rule in the first row of a pane is a title. */
	if (title)
		canvas_hot(c, 0, 0, cols, (struct hot){ .kind = HOT_TITLE });
	/* Each text needs one cell of the rule and a blank.  If there is no
	 * room for both texts, the right one is dropped. */
	if (room - right_width - 3 < least)
		right_width = 0;
	if (right_width)
		room -= right_width + 3;
	if (left[0] && room > 0) {
		text_cut(&s, left, room, CUT_END, !look->utf8);
		canvas_puts(c, 0, 1, st, " ");
		int col = canvas_puts(c, 0, 2, st, s.data);
		canvas_puts(c, 0, col, st, " ");
	}
	if (right_width) {
		int col = cols - right_width - 3;
		canvas_puts(c, 0, col, st, " ");
		col = canvas_puts(c, 0, col + 1, st, r.data);
		canvas_puts(c, 0, col, st, " ");
	}
	str_release(&s);
	str_release(&r);
}

static long clamp(long v, long low, long high)
{
	if (v > high)
		v = high;
	return v < low ? low : v;
}

void list_keep(struct list *l, long sel, long n, long height)
{
	if (height < 1)
		height = 1;
	if (n <= 0) {
		l->top = l->line = 0;
		return;
	}
	sel = clamp(sel, 0, n - 1);
	l->line = clamp(l->line, 0, height - 1);
	l->top = clamp(sel - l->line, 0, n > height ? n - height : 0);
	l->line = sel - l->top;
}

/* Brings the margin into view, too.  At the ends of the list, and in a low
 * pane, there is no room for it. */
void list_show(struct list *l, long sel, long n, long height)
{
	long margin = height > 2 * MARGIN ? MARGIN : (height - 1) / 2;
	long top = l->top;

	if (sel < top + margin)
		top = sel - margin;
	if (sel > top + height - 1 - margin)
		top = sel - height + 1 + margin;
	l->top = clamp(top, 0, n > height ? n - height : 0);
	l->line = sel - l->top;
}

static long wheel(struct list *l, long by, long sel, long n, long height)
{
	if (n <= 0)
		return 0;
	l->top = clamp(l->top + by, 0, n > height ? n - height : 0);
	sel = clamp(clamp(sel, l->top, l->top + height - 1), 0, n - 1);
	l->line = sel - l->top;
	return sel;
}

long list_move(struct list *l, enum cmd cmd, long sel, long n, long height)
{
	if (height < 1)
		height = 1;
	long page = height > 1 ? height - 1 : 1;

	switch (cmd) {
	case DO_UP: sel--; break;
	case DO_DOWN: sel++; break;
	case DO_PAGE_UP: sel -= page; break;
	case DO_PAGE_DOWN: sel += page; break;
	case DO_HALF_UP: sel -= (height + 1) / 2; break;
	case DO_HALF_DOWN: sel += (height + 1) / 2; break;
	case DO_HOME: sel = 0; break;
	case DO_END: sel = n - 1; break;
	case DO_WHEEL_UP: return wheel(l, -WHEEL_ROWS, sel, n, height);
	case DO_WHEEL_DOWN: return wheel(l, WHEEL_ROWS, sel, n, height);
	default: return -1;
	}
	if (n <= 0)
		return 0;
	sel = clamp(sel, 0, n - 1);
	list_show(l, sel, n, height);
	return sel;
}

bool text_move(long *top, enum cmd cmd, long n, long height)
{
	long page = height > 1 ? height - 1 : 1, to = *top;

	switch (cmd) {
	case DO_UP: to--; break;
	case DO_DOWN: to++; break;
	case DO_PAGE_UP: to -= page; break;
	case DO_PAGE_DOWN: to += page; break;
	case DO_HALF_UP: to -= (height + 1) / 2; break;
	case DO_HALF_DOWN: to += (height + 1) / 2; break;
	case DO_HOME: to = 0; break;
	case DO_END: to = n; break;
	case DO_WHEEL_UP: to -= WHEEL_ROWS; break;
	case DO_WHEEL_DOWN: to += WHEEL_ROWS; break;
	default: return false;
	}
	*top = clamp(to, 0, n > height ? n - height : 0);
	return true;
}

const char *list_range(const struct list *l, long n, long height,
		       char buf[48])
{
	if (n <= 0)
		buf[0] = '\0';
	else if (n <= height)
		/* TRANSLATORS: number of rows of a list, all of them in view.
		 * At most 8 columns. */
		snprintf(buf, 48, _("all %ld"), n);
	else
		snprintf(buf, 48, "%ld-%ld/%ld", l->top + 1,
			 l->top + height < n ? l->top + height : n, n);
	return buf;
}

style kind_style(enum region_kind kind)
{
	switch (kind) {
	case KIND_PROGRAM: return STYLE_K_PROGRAM;
	case KIND_LIBRARY: return STYLE_K_LIBRARY;
	case KIND_HEAP:
	case KIND_ARENA: return STYLE_K_HEAP;
	case KIND_ANON:
	case KIND_SHARED_ANON: return STYLE_K_ANON;
	case KIND_STACK:
	case KIND_THREAD_STACK: return STYLE_K_STACK;
	case KIND_FILE: return STYLE_K_FILE;
	case KIND_SYSV:
	case KIND_POSIX_SHM:
	case KIND_MEMFD: return STYLE_K_SHM;
	case KIND_GUARD:
	case KIND_ARENA_RESERVE:
	case KIND_RESERVE: return STYLE_K_GUARD;
	case KIND_VDSO:
	case KIND_SPECIAL:
	case KINDS: break;
	}
	return STYLE_K_SPECIAL;
}

void size_cell(struct canvas *c, int row, int col, int cols, style st,
	       uint64_t bytes)
{
	char buf[FMT_MAX];

	if (bytes == EV_UNKNOWN)
		/* TRANSLATORS: not available; at most 4 columns. */
		canvas_rfield(c, row, col, cols, STYLE_DIM, _("n/a"));
	else
		canvas_rfield(c, row, col, cols, st, fmt_size(buf, bytes));
}

const char *old_size(char buf[FMT_MAX], uint64_t bytes)
{
	char size[FMT_MAX];

	fmt_size(size, bytes);
	buf[0] = '~';
	memcpy(buf + 1, size, FMT_MAX - 1);
	buf[FMT_MAX - 1] = '\0';
	return buf;
}

void rate_cell(struct canvas *c, int row, int col, int cols,
	       const struct rate *r)
{
	char buf[FMT_MAX];
	style st = STYLE_DIM;

	if (!rate_known(r)) {
		canvas_fill(c, row, col, cols, STYLE_TEXT, " ");
		return;
	}
	fmt_rate(buf, rate_value(r));
	if (buf[0] == '+')
		st = STYLE_RATE_UP;
	else if (buf[0] == '-')
		st = STYLE_RATE_DOWN;
	canvas_rfield(c, row, col, cols, st, buf);
}

static void labelled_line(void *arg, const char *s, size_t n)
{
	struct labelled *l = arg;
	struct str line = STR_INIT;

	while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\n'))
		n--;
	str_add(&line, s, n);
	canvas_puts(l->c, l->row++, l->col, STYLE_TEXT, line.data);
	str_release(&line);
}

void labelled_put(struct labelled *l, const char *label, const char *s)
{
	int cols = l->c->clip.cols - l->col - 1;

	canvas_puts(l->c, l->row, 1, STYLE_DIM, label);
	text_wrap(s, cols < 1 ? 1 : cols, labelled_line, l);
}
