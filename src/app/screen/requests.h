/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked of the engine for what is in view. */
#ifndef APP_SCREEN_REQUESTS_H
#define APP_SCREEN_REQUESTS_H

struct screen;

void requests_init(struct screen *s);
void requests_release(struct screen *s);
/* Tells the engine what is looked at, when that changed. */
void requests_send(struct screen *s);
/* Tells the engine the size of the program's terminal, when that changed. */
void requests_send_size(struct screen *s);
/* smaps is read anew with the next requests_send(). */
void requests_details(struct screen *s);

#endif
