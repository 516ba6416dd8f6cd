/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where mmtop is built without libzstd nothing is captured. */
#include <config.h>

#include "app/frames.h"

struct frames *frames_new(const char *folder)
{
	(void)folder;
	return NULL;
}

struct frames *frames_of(const struct album *album)
{
	(void)album;
	return NULL;
}

void frames_free(struct frames *f)
{
	(void)f;
}

bool frames_read(struct frames *f, const struct screen_frame *wanted,
		 event_fn *fn, void *arg)
{
	(void)f;
	(void)wanted;
	(void)fn;
	(void)arg;
	return false;
}
