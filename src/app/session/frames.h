/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bytes of frames for the screen, from the folder that they are captured
 * into: as CONTENTS, as if they had come with the events.
 */
#ifndef APP_SESSION_FRAMES_H
#define APP_SESSION_FRAMES_H

#include <stdbool.h>

#include "app/screen/screen.h"

struct album;
struct frames;

/* folder NULL: the usual one. */
struct frames *frames_new(const char *folder);
/* Of captures that are shown as such; the album stays the caller's. */
struct frames *frames_of(const struct album *album);
void frames_free(struct frames *f);
/* False: they are not written yet, or were never; then fn is not called. */
bool frames_read(struct frames *f, const struct screen_frame *wanted,
		 event_fn *fn, void *arg);

#endif
