/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Without libvterm: lines of text that scroll, escapes and controls dropped.
 */
#include <config.h>

#include "source/output/emulator.h"

#ifndef HAVE_VTERM

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum strip { STRIP_NONE, STRIP_ESC, STRIP_CSI, STRIP_STRING };

struct emulator {
	int rows, cols, row, col;
	struct output_cell *cells;	/* rows x cols */
	bool dirty[EMULATOR_ROWS_MAX];
	bool cursor_dirty;
	enum strip strip;
	unsigned need;			/* bytes of a UTF-8 character to come */
	uint32_t uc;
};

static int clamp(int v, int max)
{
	return v < 1 ? 1 : v > max ? max : v;
}

static void blank(struct emulator *e, int row)
{
	for (int c = 0; c < e->cols; c++)
		e->cells[row * e->cols + c] =
			(struct output_cell){ .fg = -1, .bg = -1, .width = 1 };
	e->dirty[row] = true;
}

struct emulator *emulator_new(int rows, int cols,
			      void (*reply)(void *arg, const char *s,
					    size_t n),
			      void *arg, struct err *err)
{
	struct emulator *e = xcalloc(1, sizeof *e);

	(void)reply;
	(void)arg;
	(void)err;
	emulator_resize(e, rows, cols);
	return e;
}

void emulator_free(struct emulator *e)
{
	if (!e)
		return;
	free(e->cells);
	free(e);
}

void emulator_resize(struct emulator *e, int rows, int cols)
{
	e->rows = clamp(rows, EMULATOR_ROWS_MAX);
	e->cols = clamp(cols, EMULATOR_COLS_MAX);
	free(e->cells);
	e->cells = xcalloc((size_t)e->rows * (size_t)e->cols,
			   sizeof *e->cells);
	for (int r = 0; r < e->rows; r++)
		blank(e, r);
	e->row = e->col = 0;
	e->cursor_dirty = true;
}

static void newline(struct emulator *e)
{
	if (e->row + 1 < e->rows) {
		e->row++;
		return;
	}
	memmove(e->cells, e->cells + e->cols,
		(size_t)(e->rows - 1) * (size_t)e->cols * sizeof *e->cells);
	memset(e->dirty, 1, (size_t)e->rows);
	blank(e, e->rows - 1);
}

static void put(struct emulator *e, uint32_t uc)
{
	if (e->col >= e->cols) {
		e->col = 0;
		newline(e);
	}
	e->cells[e->row * e->cols + e->col++] = (struct output_cell){
		.chars = { uc }, .fg = -1, .bg = -1, .width = 1 };
	e->dirty[e->row] = true;
}

static void control(struct emulator *e, unsigned char b)
{
	if (b == '\n')
		newline(e);
	else if (b == '\r')
		e->col = 0;
	else if (b == '\b' && e->col)
		e->col--;
	else if (b == '\t')
		e->col = (e->col + 8) & ~7;
	else if (b == 27)
		e->strip = STRIP_ESC;
	if (e->col > e->cols)
		e->col = e->cols;
}

/* True while b belongs to an escape sequence. */
static bool stripped(struct emulator *e, unsigned char b)
{
	switch (e->strip) {
	case STRIP_NONE:
		return false;
	case STRIP_ESC:
		e->strip = b == '[' ? STRIP_CSI :
			   b == ']' || b == 'P' ? STRIP_STRING : STRIP_NONE;
		return true;
	case STRIP_CSI:
		if (b >= 0x40 && b <= 0x7e)
			e->strip = STRIP_NONE;
		return true;
	case STRIP_STRING:
		if (b == 7)
			e->strip = STRIP_NONE;
		else if (b == 27)
			e->strip = STRIP_ESC;
		return true;
	}
	return false;
}

static void byte(struct emulator *e, unsigned char b)
{
	if (stripped(e, b))
		return;
	if (e->need && (b & 0xc0) == 0x80) {
		e->uc = e->uc << 6 | (b & 0x3f);
		if (!--e->need)
			put(e, e->uc);
		return;
	}
	e->need = 0;
	if (b < 32 || b == 127)
		control(e, b);
	else if (b < 128)
		put(e, b);
	else if (b >= 0xc2 && b < 0xf5) {
		e->need = b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
		e->uc = b & (0x3fu >> e->need);
	}
}

void emulator_feed(struct emulator *e, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		byte(e, (unsigned char)bytes[i]);
	e->cursor_dirty = true;
}

void emulator_mouse(struct emulator *e, int row, int col, unsigned what)
{
	(void)e;
	(void)row;
	(void)col;
	(void)what;
}

void emulator_paste(struct emulator *e, bool begins)
{
	(void)e;
	(void)begins;
}

int emulator_rows(const struct emulator *e)
{
	return e->rows;
}

int emulator_cols(const struct emulator *e)
{
	return e->cols;
}

void emulator_touch(struct emulator *e)
{
	memset(e->dirty, 1, (size_t)e->rows);
	e->cursor_dirty = true;
}

bool emulator_take_row(struct emulator *e, int row,
		       struct output_cell *cells)
{
	if (!e->dirty[row])
		return false;
	e->dirty[row] = false;
	memcpy(cells, e->cells + (size_t)row * (size_t)e->cols,
	       (size_t)e->cols * sizeof *cells);
	return true;
}

bool emulator_take_cursor(struct emulator *e, int *row, int *col,
			  bool *shown)
{
	bool moved = e->cursor_dirty;

	e->cursor_dirty = false;
	*row = e->row;
	*col = e->col < e->cols ? e->col : e->cols - 1;
	*shown = true;
	return moved;
}

#else
typedef int emulator_plain_unused;
#endif
