/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the bytes of captured frames from the folder of captures, and delivers
 * them to the screen as CONTENTS events.
 */
#ifndef APP_SESSION_FRAMES_H
#define APP_SESSION_FRAMES_H

#include <stdbool.h>

#include "app/screen/screen.h"

struct album;
struct frames;

/* If folder is NULL, reads from the default folder of captures. */
struct frames *frames_new(const char *folder);
/* Reads from the captures of the album, which the caller owns. */
struct frames *frames_of(const struct album *album);
void frames_free(struct frames *f);
/* Returns false, without a call of fn, if the bytes of the frame are not
 * written yet or were never captured. */
bool frames_read(struct frames *f, const struct screen_frame *wanted,
		 event_fn *fn, void *arg);

#endif
