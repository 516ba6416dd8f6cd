/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search line, which `/` opens, and the search for its text. */
#ifndef APP_INPUT_FIND_H
#define APP_INPUT_FIND_H

#include <stdint.h>

#include "model/model.h"
#include "ui/kit/canvas.h"
#include "ui/kit/command.h"

struct screen;

void finding_init(struct screen *s);
void finding_release(struct screen *s);
/* Opens the search line, as the key `/` does.  If `text` is not empty, searches
 * at once, as `:find TEXT` does. */
void find_begin(struct screen *s, const char *text);
command_exec exec_find, exec_find_again;
/* Marks the matches in the drawn pane, if it is a pane of text. */
void find_mark(const struct screen *s, struct canvas *c);
/* Removes the marks, for Esc.  Returns false if there were none. */
bool find_end(struct screen *s);
/* Selects the address addr, which is in region r. */
void find_select(struct screen *s, const struct region *r, uint64_t addr);
/* Returns the selected address. */
uint64_t find_cursor(const struct screen *s);

#endif
