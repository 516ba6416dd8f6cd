/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/kit/line.h"

#include <string.h>
#include <unistr.h>

#include "base/text.h"
#include "ui/kit/command.h"

void line_release(struct line *l)
{
	str_release(&l->text);
	l->at = 0;
}

/* Returns the start of the grapheme before `at`.  Zero-width characters belong
 * to the grapheme that they follow. */
static size_t before(const struct line *l, size_t at)
{
	size_t i = 0, last = 0;

	while (i < at) {
		int width;
		size_t n = text_grapheme(l->text.data + i, &width);

		if (!n)
			break;
		last = i;
		i += n;
	}
	return last;
}

static size_t after(const struct line *l, size_t at)
{
	int width;

	return at + text_grapheme(l->text.data + at, &width);
}

/* Moves the cursor to a grapheme boundary: an inserted character may have
 * joined the grapheme before it. */
static void settle(struct line *l)
{
	size_t i = 0;

	while (i < l->at) {
		size_t next = after(l, i);

		if (next == i)
			break;
		i = next;
	}
	l->at = i;
}

static void insert(struct line *l, const char *bytes, size_t n)
{
	struct str rest = STR_INIT;

	str_adds(&rest, l->text.data + l->at);
	l->text.len = l->at;
	str_add(&l->text, bytes, n);
	str_add(&l->text, rest.data, rest.len);
	l->at += n;
	settle(l);
	str_release(&rest);
}

static void cut(struct line *l, size_t from, size_t to)
{
	memmove(l->text.data + from, l->text.data + to, l->text.len - to + 1);
	l->text.len -= to - from;
	l->at = from;
	settle(l);
}

static enum line_did remove_part(struct line *l, size_t from, size_t to)
{
	if (from >= to)
		return LINE_TAKEN;
	cut(l, from, to);
	return LINE_CHANGED;
}

static enum line_did type(struct line *l, uint32_t key)
{
	uint8_t utf8[6];
	int n;

	if (key >= KEY_NONE_ || key < ' ' || text_cell_width(key) < 0)
		return LINE_NOT_MINE;
	n = u8_uctomb(utf8, key, sizeof utf8);
	/* Drop a combining mark that has no base character: it would be
	 * invisible. */
	if (n <= 0 || (!text_cell_width(key) && !l->at) ||
	    l->text.len + (size_t)n > LINE_BYTES)
		return LINE_TAKEN;
	insert(l, (const char *)utf8, (size_t)n);
	return LINE_CHANGED;
}

static size_t word_start(const struct line *l)
{
	size_t i = l->at;

	while (i && l->text.data[i - 1] == ' ')
		i--;
	while (i && l->text.data[i - 1] != ' ')
		i--;
	return i;
}

static enum line_did move(struct line *l, size_t at)
{
	l->at = at;
	return LINE_TAKEN;
}

enum line_did line_key(struct line *l, uint32_t key)
{
	switch (key) {
	case KEY_LEFT_:
	case KEY_CTRL('b'):
		return move(l, before(l, l->at));
	case KEY_RIGHT_:
	case KEY_CTRL('f'):
		return move(l, after(l, l->at));
	case KEY_HOME_:
	case KEY_CTRL('a'):
		return move(l, 0);
	case KEY_END_:
	case KEY_CTRL('e'):
		return move(l, l->text.len);
	case KEY_CTRL('h'):
	case 127:
		return remove_part(l, before(l, l->at), l->at);
	case KEY_DEL_:
	case KEY_CTRL('d'):
		return remove_part(l, l->at, after(l, l->at));
	case KEY_CTRL('k'):
		return remove_part(l, l->at, l->text.len);
	case KEY_CTRL('u'):
		return remove_part(l, 0, l->at);
	case KEY_CTRL('w'):
		return remove_part(l, word_start(l), l->at);
	default:
		return type(l, key);
	}
}

enum line_did line_paste(struct line *l, const struct pasted *part)
{
	enum line_did did = LINE_TAKEN;
	bool gap = false;
	ucs4_t uc;

	for (size_t i = 0; part->first && i < part->n;) {
		const uint8_t *p = (const uint8_t *)part->bytes + i;
		int n = u8_mbtouc(&uc, p, part->n - i);

		i += n > 0 ? (size_t)n : 1;
		/* A run of line breaks and tabs becomes one blank; at the end
		 * of the text it is dropped. */
		if (uc == '\n' || uc == '\r' || uc == '\t') {
			gap = true;
			continue;
		}
		if (uc < ' ' || uc == 127 || uc == 0xfffd)
			continue;
		if (gap && l->at && type(l, ' ') == LINE_CHANGED)
			did = LINE_CHANGED;
		gap = false;
		if (type(l, uc) == LINE_CHANGED)
			did = LINE_CHANGED;
	}
	return did;
}

void line_set(struct line *l, const char *text)
{
	uint32_t uc;
	int n;

	str_clear(&l->text);
	l->at = 0;
	for (const uint8_t *p = (const uint8_t *)text; *p; p += n) {
		n = u8_strmbtouc(&uc, p);
		if (n <= 0)
			break;
		type(l, uc);
	}
}

bool line_at_end(const struct line *l)
{
	return !l->text.data[l->at + strspn(l->text.data + l->at, " ")];
}

/* Returns the offset from which the text must be drawn so that the cursor is in
 * view. */
static size_t first_shown(const struct line *l, int cols)
{
	size_t from = 0;
	int used = 0, width;

	for (size_t i = 0; i < l->at;) {
		i += text_grapheme(l->text.data + i, &width);
		used += width;
		while (used > cols - 1 && from < i) {
			from += text_grapheme(l->text.data + from, &width);
			used -= width;
		}
	}
	return from;
}

static int draw(const struct line *l, struct canvas *c, int row, int col,
		int cols, const struct look *look)
{
	size_t from = first_shown(l, cols), n;
	struct str part = STR_INIT;

	/* The mark for text cut at the left takes one column. */
	if (from) {
		from = first_shown(l, cols - 1);
		col = canvas_puts(c, row, col, STYLE_DIM,
				  look->utf8 ? "…" : "~");
		cols--;
	}
	str_add(&part, l->text.data + from, l->at - from);
	canvas_cursor(c, row, col + text_width(part.data), true);
	str_clear(&part);
	n = text_fit(l->text.data + from, cols, NULL);
	str_add(&part, l->text.data + from, n);
	col = canvas_puts(c, row, col, STYLE_BRIGHT, part.data);
	str_release(&part);
	return col;
}

int line_draw(const struct line *l, struct canvas *c, int row, int col,
	      int cols, const struct look *look)
{
	struct line ascii = LINE_INIT;

	if (cols < 2)
		return col;
	if (look->utf8)
		return draw(l, c, row, col, cols, look);
	text_safe(&ascii.text, l->text.data, l->at, true);
	ascii.at = ascii.text.len;
	text_safe(&ascii.text, l->text.data + l->at, l->text.len - l->at,
		  true);
	col = draw(&ascii, c, row, col, cols, look);
	line_release(&ascii);
	return col;
}
