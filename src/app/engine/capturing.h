/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stores captures (sink/store.h), and calls the configuration's mmap_filter to
 * choose what to capture.
 *
 *	c = capturing_new(&o, config)
 *	capturing_open(c, &words)	for --save-mmap: creates the folder now;
 *					words gets the error
 *	cfg.capture = capturing_host(c)	the engine calls these functions:
 *	   begin, store, room, choose
 *	   end				returns when all is written
 *	capturing_free(c)		in each process that has a copy of c
 *
 * Without --save-mmap the folder is created at the first request for a capture.
 * An error is reported only once.  It ends the capture, but not the session.
 */
#ifndef APP_ENGINE_CAPTURING_H
#define APP_ENGINE_CAPTURING_H

#include "base/err.h"
#include "base/str.h"

struct capture_host;
struct capturing;
struct config;
struct options;

/* config has the mmap_filter; if config is NULL, everything is captured.  Both
 * arguments are borrowed. */
struct capturing *capturing_new(const struct options *o,
				struct config *config);
void capturing_free(struct capturing *c);
/* Returns 0, or -errno with a sentence in `words`. */
MUST_CHECK int capturing_open(struct capturing *c, struct str *words);
const struct capture_host *capturing_host(const struct capturing *c);

#endif
