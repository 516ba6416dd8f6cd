/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What panes have in common: title rules, lists, bars, sparklines.
 */
#ifndef UI_KIT_WIDGETS_H
#define UI_KIT_WIDGETS_H

#include "base/fmt.h"
#include "ui/kit/canvas.h"
#include "ui/kit/command.h"
#include "model/model.h"

/*
 * The title rule on row 0 of the clip, where the mouse zooms the pane:
 *	━ 1 Regions  61 in 23 rows, address order ━━━━━ 1-13/23 ━
 * Heavy and bold when focused.  left and right may be "" .
 */
void title_rule(struct canvas *c, const struct look *look, bool focused,
		const char *left, const char *right);

/*
 * Scrolling state of a list of n rows with `height` lines in view.  The
 * selected row keeps its screen line while rows come and go around it; two
 * rows of margin when moved by keys.
 */
struct list {
	long top;			/* index of the first row shown */
	long line;			/* screen line of the selection */
};
/* So many rows at a step of the wheel. */
#define WHEEL_ROWS 3
/* Given that the selection is now row `sel` of n (an identity found again):
 * sets top so that sel stays on its line. */
void list_keep(struct list *l, long sel, long n, long height);
/* Moves sel by a movement command (UP .. END), or scrolls (the wheel): what is
 * selected stays so while it is in view, else it goes along the edge.  Returns
 * the new index, -1 when cmd is neither. */
long list_move(struct list *l, enum cmd cmd, long sel, long n, long height);
/* The same for lines of which none is selected: only the top moves.  False when
 * cmd is no movement. */
bool text_move(long *top, enum cmd cmd, long n, long height);
/* "1-13/23", "all 3" into buf of 48. */
const char *list_range(const struct list *l, long n, long height,
		       char buf[48]);

/* Density ramp: PG_ABSENT for 0, PG_6 only for all, else PG_1..PG_5. */
enum style_role pages_role(uint64_t resident, uint64_t total);
/* The character of that ramp, `·░▒▓█`. */
const char *density_glyph(const struct look *look, enum style_role role);
/* One region of a bar: its bounds, and what is known of its pages, which may
 * be of a piece of it or nothing. */
struct bar_part {
	const struct pages *pages;
	uint64_t start, end;
};
/* RESIDENT: up to cols cells `·░▒▓█` for n regions as one row, low addresses
 * at the left; `?` where nobody has looked, `…` when nothing is known. */
void pages_bar(struct canvas *c, const struct look *look, int row, int col,
	       int cols, const struct bar_part *parts, size_t n);
/* A bar of cols cells, part of whole filled: `███▓░░░`. */
void share_bar(struct canvas *c, const struct look *look, int row, int col,
	       int cols, uint64_t part, uint64_t whole);
/* The newest cols samples, `▁▂▃▄▅▆▇`, between their own min and max. */
void sparkline(struct canvas *c, const struct look *look, int row, int col,
	       int cols, const struct spark *s);
/* The style of WHAT for a kind. */
style kind_style(enum region_kind kind);
/* `unknown` as n/a, dim; else fmt_size. Right-aligned in cols. */
void size_cell(struct canvas *c, int row, int col, int cols, style st,
	       uint64_t bytes);
/* "~1.19M": as it was a while ago. */
const char *old_size(char buf[FMT_MAX], uint64_t bytes);
/* The rate with its colour, blank while not known. */
void rate_cell(struct canvas *c, int row, int col, int cols,
	       const struct rate *r);

#endif
