/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the key codes of curses to those of ui/command.h. */
#ifndef TERM_KEYS_H
#define TERM_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/kit/command.h"

/* Teaches curses the keys with modifiers that terminfo has no name for. */
void keys_define(void);
/* Whether what follows is for term/mouse.h, and in which form. */
bool keys_mouse(int code, bool *sgr);
/* True if a paste follows (term/paste.h). */
bool keys_paste(int code);
uint32_t keys_from_curses(int code);
uint32_t keys_from_char(uint32_t ch);

#endif
