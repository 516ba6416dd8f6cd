/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests to the engine for the data that the screen shows. */
#ifndef APP_SCREEN_REQUESTS_H
#define APP_SCREEN_REQUESTS_H

struct screen;

void requests_init(struct screen *s);
void requests_release(struct screen *s);
/* Sends the requests that the view needs: for the selected process and region,
 * and for the data in view. */
void requests_send(struct screen *s);
/* Sends the size of the program's own terminal to the engine if the size has
 * changed. */
void requests_send_size(struct screen *s);
/* Makes the next requests_send() request smaps again, even for the same
 * region. */
void requests_details(struct screen *s);

#endif
