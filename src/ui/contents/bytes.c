/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of bytes:
 *
 *	>7f1c40000010 68 65 6c 6c 6f 00 00 00  ff ...  hello....
 *
 * Recently changed bytes are highlighted.  If no byte of a row is known, the
 * row has the reason in place of its text.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/contents/state.h"
#include "ui/contents/words.h"
#include "ui/kit/say.h"

/* The highlight of a change fades in steps of this length. */
#define GLOW_STEP_NS UINT64_C(500000000)
/* In narrow panes, addresses lose the leading digits that all rows share. */
#define DIGITS_SHORT 6
#define DIGITS_FEW 4

/* --- columns -------------------------------------------------------------- */

/* Columns of the hexadecimal part: after every eighth byte there is one more
 * blank. */
static int hex_cols(int per)
{
	return per * 3 - 1 + (per > 8 ? per / 8 - 1 : 0);
}

int bytes_at_column(int column)
{
	int eight = column / 25, in = column % 25 / 3;

	return eight * 8 + (in > 7 ? 7 : in);
}

static bool fits(struct bytes_layout *b, int cols, int digits, int per,
		 bool text)
{
	int hex = 1 + digits + (digits ? 1 : 0);
	int end = hex + hex_cols(per);

	*b = (struct bytes_layout){
		.digits = digits, .per = per, .text = text, .hex = hex,
		.text_col = end + 1,
	};
	return end + (text ? 1 + per : 0) <= cols;
}

struct bytes_layout bytes_layout(int cols, uint64_t highest)
{
	/* Addresses below 2^48 have at most 12 digits. */
	int digits = highest >> 48 ? 16 : 12;
	struct bytes_layout b;

	for (int per = CONTENTS_PER_MAX; per >= 8; per /= 2)
		if (fits(&b, cols, digits, per, true))
			return b;
	if (fits(&b, cols, DIGITS_SHORT, 8, true) ||
	    fits(&b, cols, DIGITS_SHORT, 4, true) ||
	    fits(&b, cols, DIGITS_FEW, 4, false))
		return b;
	for (int per = 2; per > 1; per /= 2)
		if (fits(&b, cols, 0, per, false))
			return b;
	fits(&b, cols, 0, 1, false);
	return b;
}

/* --- what changed --------------------------------------------------------- */

/* True if the byte is known and differs from `was`. */
static bool differs(const struct contents_shown *l, uint64_t addr, uint8_t was)
{
	uint8_t byte;

	return contents_byte(&l->view->model->contents, l->process->pid,
			     l->of, addr, &byte) == CONTENTS_KNOWN &&
	       byte != was;
}

enum contents_news contents_news(const struct contents_shown *l, uint64_t addr,
				 uint64_t *age_ns)
{
	const struct contents *c = &l->view->model->contents;
	uint64_t now = l->view->model->now_ns, at = addr % CONTENTS_BLOCK;
	const struct contents_block *b;
	uint8_t was;

	*age_ns = 0;
	if (l->state->since_mark)
		return mark_byte(&l->state->mark, l->process->pid, addr,
				 &was) && differs(l, addr, was) ?
		       BYTE_DIFFERS : BYTE_SAME;
	if (l->frame) {
		struct contents_of before = { l->of.object,
					      l->of.number - 1 };

		return before.number &&
		       contents_byte(c, l->process->pid, before, addr, &was) ==
				CONTENTS_KNOWN && differs(l, addr, was) ?
		       BYTE_DIFFERS : BYTE_SAME;
	}
	b = contents_block(c, l->process->pid, l->of, addr);
	if (!b || !b->changed_ns[at])
		return BYTE_SAME;
	*age_ns = now > b->changed_ns[at] ? now - b->changed_ns[at] : 0;
	return BYTE_CHANGED;
}

/* --- a row ---------------------------------------------------------------- */

/* In the theme `mono`, highlighted bytes are bold, and their row has a mark,
 * too. */
static style byte_style(enum contents_news news, uint64_t age_ns, uint8_t byte)
{
	if (news == BYTE_DIFFERS ||
	    (news == BYTE_CHANGED && age_ns < GLOW_STEP_NS))
		return STYLE_FL_CHG;
	if (news == BYTE_CHANGED && age_ns < 2 * GLOW_STEP_NS)
		return STYLE_BRIGHT;
	return byte ? STYLE_TEXT : STYLE_DIM;
}

static const char *unknown_glyph(unsigned state, bool utf8)
{
	switch ((int)state - CONTENTS_NOT) {
	case CONTENTS_ABSENT: return utf8 ? "··" : "..";
	default: return state == CONTENTS_UNTOLD ? "??" : "--";
	}
}

static void put_address(struct canvas *c, const struct bytes_layout *b,
			int row, uint64_t addr)
{
	char buf[FMT_MAX];
	size_t n;

	if (!b->digits)
		return;
	snprintf(buf, sizeof buf, "%0*" PRIx64,
		 b->digits > 12 ? 16 : 12, addr);
	n = strlen(buf);
	canvas_puts(c, row, 1, STYLE_DIM, buf + n - (size_t)b->digits);
}

static void put_why(struct canvas *c, const struct contents_shown *l,
		    const struct bytes_layout *b, int row, unsigned state)
{
	struct str cut = STR_INIT;

	text_cut(&cut, contents_why_short(state), b->per, CUT_END,
		 !l->view->look.utf8);
	canvas_puts(c, row, b->text_col, STYLE_DIM, cut.data);
	str_release(&cut);
}

static void put_byte(struct canvas *c, const struct contents_shown *l,
		     const struct bytes_layout *b, int row, int i,
		     unsigned state, uint8_t byte, style st)
{
	int col = b->hex + i * 3 + i / 8;
	bool printable = byte >= ' ' && byte < 127;
	char text[3] = { '.', 0, 0 };

	if (state != CONTENTS_KNOWN) {
		canvas_puts(c, row, col, STYLE_DIM,
			    unknown_glyph(state, l->view->look.utf8));
		return;
	}
	canvas_printf(c, row, col, st, "%02x", byte);
	if (!b->text)
		return;
	if (printable)
		text[0] = (char)byte;
	canvas_puts(c, row, b->text_col + i,
		    printable || st == STYLE_FL_CHG ? st : STYLE_DIM, text);
}

static void put_cursor(struct canvas *c, const struct contents_shown *l,
		       const struct bytes_layout *b, int row, uint64_t addr,
		       style st, bool focused)
{
	int i = (int)(l->cursor - addr), col = b->hex + i * 3 + i / 8;

	canvas_puts(c, row, 0, STYLE_TITLE, ">");
	canvas_restyle(c, row, col, 2, st | STYLE_REVERSE);
	if (b->text)
		canvas_restyle(c, row, b->text_col + i, 1,
			       st | STYLE_REVERSE);
	if (focused)
		canvas_cursor(c, row, col, false);
}

static void put_hot(struct canvas *c, const struct bytes_layout *b, int row,
		    uint64_t addr)
{
	struct hot hot = { .kind = HOT_CELLS, .value = addr,
			   .more = (uint64_t)b->per };

	canvas_hot(c, row, b->hex, hex_cols(b->per), hot);
	hot.part = 1;
	if (b->text)
		canvas_hot(c, row, b->text_col, b->per, hot);
}

void bytes_draw_row(struct canvas *c, const struct contents_shown *l,
		    const struct bytes_layout *b, int row, uint64_t addr,
		    bool focused)
{
	const struct contents *all = &l->view->model->contents;
	unsigned first = CONTENTS_UNTOLD, known = 0;
	bool lit = false;
	style at_cursor = STYLE_TEXT;

	put_address(c, b, row, addr);
	put_hot(c, b, row, addr);
	for (int i = 0; i < b->per && addr + (uint64_t)i < l->region->end;
	     i++) {
		uint64_t age;
		uint8_t byte;
		unsigned state = contents_byte(all, l->process->pid, l->of,
					       addr + (uint64_t)i, &byte);
		enum contents_news news = contents_news(l, addr + (uint64_t)i,
							&age);
		style st = byte_style(news, age, byte);

		known += state == CONTENTS_KNOWN;
		if (!i)
			first = state;
		lit |= state == CONTENTS_KNOWN && st == STYLE_FL_CHG;
		put_byte(c, l, b, row, i, state, byte, st);
		if (addr + (uint64_t)i == l->cursor)
			at_cursor = state == CONTENTS_KNOWN ? st : STYLE_DIM;
	}
	if (!known && b->text)
		put_why(c, l, b, row, first);
	if (lit)
		canvas_puts(c, row, 0, STYLE_FL_CHG, "~");
	if (l->cursor >= addr && l->cursor - addr < (uint64_t)b->per)
		put_cursor(c, l, b, row, addr, at_cursor, focused);
}
