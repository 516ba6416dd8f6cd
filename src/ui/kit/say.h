/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Drawing functions that panes share: the sentence of an empty pane, untrusted
 * names, ages, clipping.
 */
#ifndef UI_KIT_SAY_H
#define UI_KIT_SAY_H

#include <stdint.h>

#include "base/fmt.h"
#include "base/str.h"
#include "model/model.h"
#include "ui/kit/canvas.h"
#include "ui/kit/style.h"

/* Narrows the clip rectangle to a part of itself.  Returns the previous one,
 * which the caller restores with canvas_clip(). */
struct rect clip_part(struct canvas *c, int row, int col, int rows, int cols);

/* Draws the dim sentence of an empty pane, wrapped, from row 1 of the clip
 * rectangle on. */
void say_empty(struct canvas *c, const char *sentence);

/* Appends a name that comes from the target, made safe. */
void say_name(struct str *out, const struct look *look, const char *name);

/* Draws safe text that ends before column `end`; returns the text's first
 * column. */
int put_right(struct canvas *c, int row, int end, style st, const char *s);

/* Draws safe text.  If the text exceeds the clip rectangle, it is cut and
 * marked with `…`. */
void put_cut(struct canvas *c, const struct look *look, int row, int col,
	     style st, const char *s);

/* True if lines that are `cols` columns wide end with the letters of event
 * sources: there is room for the letters, and several sources may report the
 * same event. */
bool shows_sources(const struct model *m, int cols);

/* Draws the letters of the event sources in the last columns before `end`.
 * Returns the column where the other text of the line must end. */
int put_sources(struct canvas *c, int row, int end, style st, char source,
		unsigned also);

/* Formats an age: "0.3s", "12s", "3m", "2h". */
char *fmt_ago(char buf[FMT_MAX], uint64_t now_ns, uint64_t then_ns);

/* Appends a number of pages: "1 page", "77,056 pages". */
void say_pages(struct str *out, uint64_t n);

#endif
