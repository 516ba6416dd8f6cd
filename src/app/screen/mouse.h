/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mouse; screen_mouse() is in app/screen/screen.h. */
#ifndef APP_SCREEN_MOUSE_H
#define APP_SCREEN_MOUSE_H

struct screen;

void mouse_init(struct screen *s);
void mouse_release(struct screen *s);

#endif
