/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts key codes of curses to those of ui/kit/command.h. */
#ifndef TERM_KEYS_H
#define TERM_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/kit/command.h"

/* Defines the keys with modifiers, for which terminfo has no names. */
void keys_define(void);
/* True if the bytes of a mouse report follow (term/mouse.h); *sgr is true if
 * they have the SGR format. */
bool keys_mouse(int code, bool *sgr);
/* True if pasted text follows (term/paste.h). */
bool keys_paste(int code);
uint32_t keys_from_curses(int code);
uint32_t keys_from_char(uint32_t ch);

#endif
