/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program's terminal, emulated: bytes in, a grid of cells out.
 *
 * By libvterm.  The bytes are the target's and may be anything; every size is
 * clamped.
 */
#ifndef SOURCE_OUTPUT_EMULATOR_H
#define SOURCE_OUTPUT_EMULATOR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "event/event.h"

#define EMULATOR_ROWS_MAX 500
#define EMULATOR_COLS_MAX 1000

struct emulator;

/* reply: what the terminal answers to the program (cursor reports...).  NULL
 * with *err filled where libvterm cannot be loaded. */
struct emulator *emulator_new(int rows, int cols,
			      void (*reply)(void *arg, const char *s,
					    size_t n),
			      void *arg, struct err *err);
void emulator_free(struct emulator *e);
void emulator_resize(struct emulator *e, int rows, int cols);
void emulator_feed(struct emulator *e, const char *bytes, size_t n);
/* What the mouse did, for a program that asked for it: enum request_mouse. */
void emulator_mouse(struct emulator *e, int row, int col, unsigned what);
/* Brackets a paste if the program enabled that (mode 2004). */
void emulator_paste(struct emulator *e, bool begins);
int emulator_rows(const struct emulator *e);
int emulator_cols(const struct emulator *e);
/* Every row and the cursor count as changed. */
void emulator_touch(struct emulator *e);
/* True when the row changed since it was last asked for; fills cells[cols]. */
bool emulator_take_row(struct emulator *e, int row,
		       struct output_cell *cells);
/* True when the cursor moved or was shown or hidden since last asked. */
bool emulator_take_cursor(struct emulator *e, int *row, int *col,
			  bool *shown);

#endif
