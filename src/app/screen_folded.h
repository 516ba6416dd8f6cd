/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of the heap, for a file. */
#ifndef APP_SCREEN_FOLDED_H
#define APP_SCREEN_FOLDED_H

struct screen;

void folded_init(struct screen *s);
void folded_release(struct screen *s);
void folded_command(struct screen *s, const char *args);

#endif
