/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who keeps what is captured (sink/store.h), and asks the configuration's
 * mmap_filter what is to be.
 *
 *	c = capturing_new(&o, config)
 *	capturing_open(c, &words)	--save-mmap: at once, or why not
 *	cfg.capture = capturing_host(c)
 *	   begin, store, room, choose	in the engine's process
 *	   end				there: until all of it is written
 *	capturing_free(c)		in each process that has it
 *
 * Without --save-mmap the folder is made when somebody asks for a capture.  What
 * goes wrong is told once, and nothing but the capture ends.
 */
#ifndef APP_ENGINE_CAPTURING_H
#define APP_ENGINE_CAPTURING_H

#include "base/err.h"
#include "base/str.h"

struct capture_host;
struct capturing;
struct config;
struct options;

/* config: whose mmap_filter is asked; NULL: everything is captured.  Borrowed,
 * as the options are. */
struct capturing *capturing_new(const struct options *o,
				struct config *config);
void capturing_free(struct capturing *c);
/* 0; or -errno, and a sentence. */
MUST_CHECK int capturing_open(struct capturing *c, struct str *words);
const struct capture_host *capturing_host(const struct capturing *c);

#endif
