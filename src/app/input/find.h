/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line that `/` opens, and what it finds. */
#ifndef APP_INPUT_FIND_H
#define APP_INPUT_FIND_H

#include <stdint.h>

#include "model/model.h"
#include "ui/kit/command.h"

struct screen;

void finding_init(struct screen *s);
void finding_release(struct screen *s);
/* `/`, or `:find TEXT`, which is done at once. */
void find_begin(struct screen *s, const char *text);
command_exec exec_find, exec_find_next;
/* Takes the selection to a place in a region. */
void find_select(struct screen *s, const struct region *r, uint64_t addr);
/* The address that the selection is at. */
uint64_t find_cursor(const struct screen *s);

#endif
