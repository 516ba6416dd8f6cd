/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/output/emulator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"
#include "event/request.h"
#include "late/vterm.h"
#include "source/output/escapes.h"

struct emulator {
	VTerm *vt;
	VTermScreen *screen;
	int rows, cols;
	bool dirty[EMULATOR_ROWS_MAX];
	int cursor_row, cursor_col;
	bool cursor_shown, cursor_dirty;
	struct escapes escapes;	/* filter between program and libvterm */
	void (*reply)(void *arg, const char *s, size_t n);
	void *arg;
};

static void mark(struct emulator *e, int from, int to)
{
	for (int r = from < 0 ? 0 : from; r < to && r < e->rows; r++)
		e->dirty[r] = true;
}

static int on_damage(VTermRect rect, void *user)
{
	mark(user, rect.start_row, rect.end_row);
	return 1;
}

static int on_moverect(VTermRect dest, VTermRect src, void *user)
{
	mark(user, dest.start_row, dest.end_row);
	mark(user, src.start_row, src.end_row);
	return 1;
}

static int on_movecursor(VTermPos pos, VTermPos old, int visible, void *user)
{
	struct emulator *e = user;

	(void)old;
	e->cursor_row = pos.row;
	e->cursor_col = pos.col;
	e->cursor_shown = visible;
	e->cursor_dirty = true;
	return 1;
}

static int on_termprop(VTermProp prop, VTermValue *val, void *user)
{
	struct emulator *e = user;

	if (prop == VTERM_PROP_CURSORVISIBLE) {
		e->cursor_shown = val->boolean;
		e->cursor_dirty = true;
	}
	return 1;
}

static const VTermScreenCallbacks callbacks = {
	.damage = on_damage,
	.moverect = on_moverect,
	.movecursor = on_movecursor,
	.settermprop = on_termprop,
};

static void on_reply(const char *s, size_t n, void *user)
{
	struct emulator *e = user;

	e->reply(e->arg, s, n);
}

static int clamp(int v, int min, int max)
{
	return v < min ? min : v > max ? max : v;
}

/* On a terminal of one column, libvterm 0.1.4 writes the right half of a wide
 * character out of bounds (src/screen.c, putglyph()).  On a double-width line
 * the same happens with two columns. */
#define COLS_MIN 4

static void set_size(struct emulator *e, int rows, int cols)
{
	e->rows = clamp(rows, 1, EMULATOR_ROWS_MAX);
	e->cols = clamp(cols, COLS_MIN, EMULATOR_COLS_MAX);
}

struct emulator *emulator_new(int rows, int cols,
			      void (*reply)(void *arg, const char *s,
					    size_t n),
			      void *arg, struct err *err)
{
	struct emulator *e;

	if (LATE_LOAD(vterm, err) < 0)
		return NULL;
	e = xcalloc(1, sizeof *e);
	set_size(e, rows, cols);
	e->reply = reply;
	e->arg = arg;
	e->cursor_shown = e->cursor_dirty = true;
	e->vt = vterm_new(e->rows, e->cols);
	vterm_set_utf8(e->vt, 1);
	vterm_output_set_callback(e->vt, on_reply, e);
	e->screen = vterm_obtain_screen(e->vt);
	vterm_screen_set_callbacks(e->screen, &callbacks, e);
	vterm_screen_enable_altscreen(e->screen, 1);
	vterm_screen_reset(e->screen, 1);
	mark(e, 0, e->rows);
	return e;
}

void emulator_free(struct emulator *e)
{
	if (!e)
		return;
	vterm_free(e->vt);
	free(e);
}

/*
 * After a resize, libvterm's cursor, saved cursor and scroll region may be out
 * of bounds (0.1.4, src/state.c: on_resize() adds an unchecked delta).  mmtop
 * moves them back with sequences that a program could also send.
 */
void emulator_resize(struct emulator *e, int rows, int cols)
{
	char mend[64];
	int n, row, col;

	set_size(e, rows, cols);
	vterm_set_size(e->vt, e->rows, e->cols);
	row = clamp(e->cursor_row + 1, 1, e->rows);
	col = clamp(e->cursor_col + 1, 1, e->cols);
	n = snprintf(mend, sizeof mend,
		     "\033[?6l\033[r\033[%d;%dH\0337", row, col);
	vterm_input_write(e->vt, mend, (size_t)n);
	mark(e, 0, e->rows);
}

void emulator_feed(struct emulator *e, const char *bytes, size_t n)
{
	struct str clean = STR_INIT;

	escapes_feed(&e->escapes, &clean, bytes, n);
	vterm_input_write(e->vt, clean.data, clean.len);
	str_release(&clean);
}

/* libvterm knows which mouse reports the program has enabled, and in which
 * form.  It sends nothing if all are off. */
void emulator_mouse(struct emulator *e, int row, int col, unsigned what)
{
	VTermModifier mods =
		(what & REQ_MOUSE_SHIFT ? VTERM_MOD_SHIFT : VTERM_MOD_NONE) |
		(what & REQ_MOUSE_ALT ? VTERM_MOD_ALT : VTERM_MOD_NONE) |
		(what & REQ_MOUSE_CTRL ? VTERM_MOD_CTRL : VTERM_MOD_NONE);
	int button = (int)(what & REQ_MOUSE_BUTTON);

	if (row >= e->rows || col >= e->cols)
		return;
	vterm_mouse_move(e->vt, row, col, mods);
	if (button)
		vterm_mouse_button(e->vt, button, what & REQ_MOUSE_PRESSED,
				   mods);
}

void emulator_paste(struct emulator *e, bool begins)
{
	if (begins)
		vterm_keyboard_start_paste(e->vt);
	else
		vterm_keyboard_end_paste(e->vt);
}

int emulator_rows(const struct emulator *e)
{
	return e->rows;
}

int emulator_cols(const struct emulator *e)
{
	return e->cols;
}

/* Returns the nearest color of the 6x6x6 cube (16..231) or the grey ramp
 * (232..255). */
static int16_t cube(uint8_t r, uint8_t g, uint8_t b)
{
	int max = r > g ? r : g, min = r < g ? r : g;

	max = max > b ? max : b;
	min = min < b ? min : b;
	if (max - min < 10) {
		int grey = (r + g + b) / 3;

		if (grey < 8)
			return 16;
		if (grey > 238)
			return 231;
		return (int16_t)(232 + (grey - 8) / 10);
	}
#define LEVEL(v) ((v) < 48 ? 0 : (v) < 115 ? 1 : ((v) - 35) / 40)
	return (int16_t)(16 + 36 * LEVEL(r) + 6 * LEVEL(g) + LEVEL(b));
#undef LEVEL
}

static int16_t color(VTermColor c, bool fg)
{
	if (fg ? VTERM_COLOR_IS_DEFAULT_FG(&c) : VTERM_COLOR_IS_DEFAULT_BG(&c))
		return -1;
	if (VTERM_COLOR_IS_INDEXED(&c))
		return c.indexed.idx;
	return cube(c.rgb.red, c.rgb.green, c.rgb.blue);
}

static void convert(const VTermScreenCell *in, struct output_cell *out)
{
	*out = (struct output_cell){ .fg = color(in->fg, true),
				     .bg = color(in->bg, false) };
	if (in->chars[0] == (uint32_t)-1)
		return;		/* the right half of a wide cell: width 0 */
	out->width = (uint8_t)in->width;
	for (int i = 0; i < 3 && in->chars[i]; i++)
		out->chars[i] = in->chars[i];
	out->attrs = (uint8_t)((in->attrs.bold ? OUT_BOLD : 0) |
			       (in->attrs.underline ? OUT_UNDERLINE : 0) |
			       (in->attrs.reverse ? OUT_REVERSE : 0));
}

void emulator_touch(struct emulator *e)
{
	mark(e, 0, e->rows);
	e->cursor_dirty = true;
}

bool emulator_take_row(struct emulator *e, int row,
		       struct output_cell *cells)
{
	VTermScreenCell cell;

	if (!e->dirty[row])
		return false;
	e->dirty[row] = false;
	for (int c = 0; c < e->cols; c++) {
		memset(&cell, 0, sizeof cell);
		vterm_screen_get_cell(e->screen,
				      (VTermPos){ .row = row, .col = c }, &cell);
		convert(&cell, &cells[c]);
	}
	return true;
}

bool emulator_take_cursor(struct emulator *e, int *row, int *col,
			  bool *shown)
{
	bool moved = e->cursor_dirty;

	e->cursor_dirty = false;
	*row = e->cursor_row;
	*col = e->cursor_col;
	*shown = e->cursor_shown;
	return moved;
}
