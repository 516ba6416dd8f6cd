/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Widgets that panes share: title rules, lists, bars, sparklines.
 */
#ifndef UI_KIT_WIDGETS_H
#define UI_KIT_WIDGETS_H

#include "base/fmt.h"
#include "ui/kit/canvas.h"
#include "ui/kit/command.h"
#include "model/model.h"

/*
 * The title rule on row 0 of the clip rectangle; a click on it zooms the pane:
 *	━ 1 Regions  61 in 23 rows, address order ━━━━━ 1-13/23 ━
 * The rule is heavy and bold if `focused`; `left` and `right` may be "".
 */
void title_rule(struct canvas *c, const struct look *look, bool focused,
		const char *left, const char *right);

/*
 * Scroll state of a list of n rows with `height` lines in view.  The selected
 * row stays on its screen line when rows are added or removed.  When keys move
 * the selection, two rows next to it stay in view.
 */
struct list {
	long top;			/* index of the first row in view */
	long line;			/* screen line of the selected row */
};
/* Rows that one step of the wheel scrolls. */
#define WHEEL_ROWS 3
/* Sets `top` so that the selected row, which is now row `sel` of n, stays on
 * its screen line. */
void list_keep(struct list *l, long sel, long n, long height);
/* Scrolls as little as possible to bring row `sel` into view. */
void list_show(struct list *l, long sel, long n, long height);
/* Moves the selection by a movement command (UP .. END), or scrolls by the
 * wheel, which moves the selection only to keep it in view.  Returns the new
 * index, or -1 if cmd is another command. */
long list_move(struct list *l, enum cmd cmd, long sel, long n, long height);
/* Scrolls text that has no selection.  Returns false if cmd is not a
 * movement. */
bool text_move(long *top, enum cmd cmd, long n, long height);
/* Formats "1-13/23" or "all 3" into buf of 48 bytes. */
const char *list_range(const struct list *l, long n, long height,
		       char buf[48]);

/* Texts below each other, from column `col` on, each with a label at column 1.
 * The next one starts at `row`. */
struct labelled {
	struct canvas *c;
	int row, col;
};
void labelled_put(struct labelled *l, const char *label, const char *s);

/* The colour role of a part with `resident` of `total` pages: PG_ABSENT for 0,
 * PG_6 only for all of them, otherwise one of PG_1 to PG_5. */
enum style_role pages_role(uint64_t resident, uint64_t total);
/* The character for a role of pages_role(), one of `·░▒▓█`. */
const char *density_glyph(const struct look *look, enum style_role role);
/* One region in a bar: its bounds, and those of its pages that are known.
 * `pages` may cover all, a part or nothing of the region. */
struct bar_part {
	const struct pages *pages;
	uint64_t start, end;
};
/* Draws the RESIDENT bar: n regions as one row of up to cols characters
 * `·░▒▓█`, low addresses at the left.  A character is `?` if its part was not
 * scanned, and `…` if nothing is known. */
void pages_bar(struct canvas *c, const struct look *look, int row, int col,
	       int cols, const struct bar_part *parts, size_t n);
/* Draws a bar of `cols` cells, of which the share part / whole is filled:
 * `███▓░░░`. */
void share_bar(struct canvas *c, const struct look *look, int row, int col,
	       int cols, uint64_t part, uint64_t whole);
/* Draws the newest cols samples as `▁▂▃▄▅▆▇`, scaled between their lowest and
 * highest value. */
/* The character of a sparkline for a share of its range, 0 to 1. */
const char *spark_glyph(const struct look *look, double share);
void sparkline(struct canvas *c, const struct look *look, int row, int col,
	       int cols, const struct spark *s);
/* The style of the WHAT column for a kind of region. */
style kind_style(enum region_kind kind);
/* Draws a size, right-aligned in cols columns; EV_UNKNOWN as a dim n/a. */
void size_cell(struct canvas *c, int row, int col, int cols, style st,
	       uint64_t bytes);
/* Formats a size that was read a while ago: "~1.19M". */
const char *old_size(char buf[FMT_MAX], uint64_t bytes);
/* Draws a rate in its colour; blank if it is unknown. */
void rate_cell(struct canvas *c, int row, int col, int cols,
	       const struct rate *r);

#endif
