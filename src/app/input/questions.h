/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The questions about the program, and the commands that ask them. */
#ifndef APP_INPUT_QUESTIONS_H
#define APP_INPUT_QUESTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/kit/command.h"

struct screen;

void questions_init(struct screen *s);
void questions_release(struct screen *s);
command_exec exec_quit, exec_kill;
/* Asks before n steps of a running tree that mmtop attached to; true when it
 * asks. */
bool ask_step(struct screen *s, uint64_t n);
void ask_level(struct screen *s);
/* W, or :track with its argument. */
command_exec exec_track;
/* Asks before a command that one click must not do, or says which key does it;
 * false when the click may do it. */
bool ask_before_click(struct screen *s, enum cmd cmd);

#endif
