/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the mouse; app/screen/screen.h declares screen_mouse(). */
#ifndef APP_SCREEN_MOUSE_H
#define APP_SCREEN_MOUSE_H

struct screen;

void mouse_init(struct screen *s);
void mouse_release(struct screen *s);

#endif
