/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests to the engine that follow from what is in view. */
#ifndef APP_SCREEN_REQUESTS_H
#define APP_SCREEN_REQUESTS_H

struct screen;

void requests_init(struct screen *s);
void requests_release(struct screen *s);
/* Reports a new selection to the engine. */
void requests_send(struct screen *s);
/* Reports a new size of the program's terminal to the engine. */
void requests_send_size(struct screen *s);
/* The next requests_send() has smaps read again. */
void requests_details(struct screen *s);

#endif
