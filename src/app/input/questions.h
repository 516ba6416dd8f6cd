/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The questions about the program, and the commands that open them. */
#ifndef APP_INPUT_QUESTIONS_H
#define APP_INPUT_QUESTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/kit/command.h"

struct screen;

void questions_init(struct screen *s);
void questions_release(struct screen *s);
command_exec exec_quit;
/* Asks the user before mmtop steps an attached, running program n times.
 * Returns true if the question is open: the caller must not step then. */
bool ask_step(struct screen *s, uint64_t n);
void ask_level(struct screen *s);
/* Handles the key W and the command :track. */
command_exec exec_track;
/* Protects against an accidental click: if the command could do harm, opens a
 * question, or shows which key runs the command.  Returns false if the click
 * may run the command. */
bool ask_before_click(struct screen *s, enum cmd cmd);

#endif
