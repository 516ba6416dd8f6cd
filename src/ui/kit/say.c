/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/kit/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "ui/kit/i18n.h"

/* Lines narrower than this have no room for the letters of event sources. */
#define WIDTH_SOURCES 100
/* the width of "tkr" */
#define SOURCES_COLS 3

struct rect clip_part(struct canvas *c, int row, int col, int rows, int cols)
{
	struct rect old = c->clip, r;

	row = row < 0 ? 0 : row > old.rows ? old.rows : row;
	col = col < 0 ? 0 : col > old.cols ? old.cols : col;
	r.row = old.row + row;
	r.col = old.col + col;
	r.rows = rows < old.rows - row ? rows : old.rows - row;
	r.cols = cols < old.cols - col ? cols : old.cols - col;
	if (r.rows < 0)
		r.rows = 0;
	if (r.cols < 0)
		r.cols = 0;
	return canvas_clip(c, r);
}

struct empty {
	struct canvas *c;
	int row;
};

static void empty_line(void *arg, const char *s, size_t n)
{
	struct empty *e = arg;
	struct str line = STR_INIT;

	while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\n'))
		n--;
	str_add(&line, s, n);
	canvas_puts(e->c, e->row++, 1, STYLE_DIM, line.data);
	str_release(&line);
}

void say_empty(struct canvas *c, const char *sentence)
{
	struct empty e = { .c = c, .row = 1 };
	int cols = c->clip.cols - 2;

	text_wrap(sentence, cols < 1 ? 1 : cols, empty_line, &e);
}

void say_name(struct str *out, const struct look *look, const char *name)
{
	text_safe(out, name, strlen(name), !look->utf8);
}

bool shows_sources(const struct model *m, int cols)
{
	return cols >= WIDTH_SOURCES && model_has_others(m);
}

int put_sources(struct canvas *c, int row, int end, style st, char source,
		unsigned also)
{
	char letters[SOURCE_LETTERS_MAX];

	canvas_field(c, row, end - SOURCES_COLS, SOURCES_COLS, st,
		     source_letters(letters, source, also));
	return end - SOURCES_COLS - 1;
}

int put_right(struct canvas *c, int row, int end, style st, const char *s)
{
	int col = end - text_width(s);

	canvas_puts(c, row, col, st, s);
	return col;
}

void put_cut(struct canvas *c, const struct look *look, int row, int col,
	     style st, const char *s)
{
	struct str cut = STR_INIT;

	if (col >= c->clip.cols)
		return;
	text_cut(&cut, s, c->clip.cols - col, CUT_END, !look->utf8);
	canvas_puts(c, row, col, st, cut.data);
	str_release(&cut);
}

char *fmt_ago(char buf[FMT_MAX], uint64_t now_ns, uint64_t then_ns)
{
	uint64_t tenths = now_ns > then_ns ? (now_ns - then_ns) / 100000000 : 0;

	if (tenths < 100)
		snprintf(buf, FMT_MAX, "%" PRIu64 ".%" PRIu64 "s", tenths / 10,
			 tenths % 10);
	else if (tenths < 1200)
		snprintf(buf, FMT_MAX, "%" PRIu64 "s", tenths / 10);
	else if (tenths < 72000)
		snprintf(buf, FMT_MAX, "%" PRIu64 "m", tenths / 600);
	else
		snprintf(buf, FMT_MAX, "%" PRIu64 "h", tenths / 36000);
	return buf;
}

void say_pages(struct str *out, uint64_t n)
{
	char buf[FMT_MAX];

	str_addf(out, ngettext("%s page", "%s pages", n), fmt_grouped(buf, n));
}
