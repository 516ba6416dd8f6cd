/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program's terminal, emulated by libvterm: bytes in, a grid of cells out.
 *
 * The bytes come from the target and may be anything; every size is clamped.
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

/* `reply` sends the terminal's answers (cursor reports...) to the program.
 * Returns NULL and fills *err if libvterm cannot be loaded. */
struct emulator *emulator_new(int rows, int cols,
			      void (*reply)(void *arg, const char *s,
					    size_t n),
			      void *arg, struct err *err);
void emulator_free(struct emulator *e);
void emulator_resize(struct emulator *e, int rows, int cols);
void emulator_feed(struct emulator *e, const char *bytes, size_t n);
/* Sends a mouse event (enum request_mouse) to the program if it enabled mouse
 * reports. */
void emulator_mouse(struct emulator *e, int row, int col, unsigned what);
/* Sends the mark for the start or end of a paste if the program enabled
 * bracketed paste (mode 2004). */
void emulator_paste(struct emulator *e, bool begins);
int emulator_rows(const struct emulator *e);
int emulator_cols(const struct emulator *e);
/* Marks every row and the cursor as changed. */
void emulator_touch(struct emulator *e);
/* True if the row changed since the last call; fills in cells[cols]. */
bool emulator_take_row(struct emulator *e, int row,
		       struct output_cell *cells);
/* True if the cursor moved or was shown or hidden since the last call. */
bool emulator_take_cursor(struct emulator *e, int *row, int *col,
			  bool *shown);

#endif
