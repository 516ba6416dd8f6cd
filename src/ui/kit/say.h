/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How panes say things: sentences in place of contents, hostile names, ages,
 * a part of the clip to draw in.
 */
#ifndef UI_KIT_SAY_H
#define UI_KIT_SAY_H

#include <stdint.h>

#include "base/fmt.h"
#include "base/str.h"
#include "model/model.h"
#include "ui/kit/canvas.h"
#include "ui/kit/style.h"

/* Narrows the clip to a part of itself; returns the clip before, which the
 * caller puts back with canvas_clip(). */
struct rect clip_part(struct canvas *c, int row, int col, int rows, int cols);

/* The dim sentence of an empty pane, wrapped, from row 1 of the clip on. */
void say_empty(struct canvas *c, const char *sentence);

/* Appends a name of the target, made safe. */
void say_name(struct str *out, const struct look *look, const char *name);

/* Safe text that ends before column `end`; returns where it began. */
int put_right(struct canvas *c, int row, int end, style st, const char *s);

/* Safe text, cut with the mark of the look where the clip ends. */
void put_cut(struct canvas *c, const struct look *look, int row, int col,
	     style st, const char *s);

/* Whether lines of so many columns end with the letters of who told them: there
 * is room, and more than one may have. */
bool says_tellers(const struct model *m, int cols);

/* Those letters, in the last columns before `end`; returns where the rest of the
 * line ends. */
int put_tellers(struct canvas *c, int row, int end, style st, char source,
		unsigned also);

/* How long ago: "0.3s", "12s", "3m", "2h". */
char *fmt_ago(char buf[FMT_MAX], uint64_t now_ns, uint64_t then_ns);

/* "1 page", "77,056 pages". */
void say_pages(struct str *out, uint64_t n);

#endif
