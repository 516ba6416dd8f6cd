/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The user's decoders in Lua: files NAME.lua in mmtop/decoders beside the
 * configuration, and as much believed as that (app/owned).
 *
 *	scripts_list(&names)			"ring", "queue"... in order
 *	script_read("queue", &text, &err)	what is to be run
 *	script_make("queue", &path, &err)	one to be edited, new or not
 *	script_save("copy", &text, &err)	as another one
 *
 * A name is at most SCRIPT_NAME bytes, without a slash, and does not begin with
 * a point; where a name is taken, "/a/whole/path.lua" is too.
 */
#ifndef APP_DECODERS_SCRIPTS_H
#define APP_DECODERS_SCRIPTS_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "rule/config.h"

#define SCRIPT_NAME 64
#define SCRIPT_MAX (1u << 20)		/* bytes of one; what has more is none */
#define SCRIPTS_MAX 256			/* in the folder; the first by name */

/* The file of that name, ending or not; false when it can be none. */
bool script_path(const char *name, struct str *path);
/* Adds to the list; without a folder there are none. */
void scripts_list(struct word_list *names);
/* 0, or -errno with the sentence in err->what. */
MUST_CHECK int script_read(const char *name, struct str *text,
			   struct err *err);
/* Its path; one that is not there is begun with what a decoder is. */
MUST_CHECK int script_make(const char *name, struct str *path,
			   struct err *err);
/* Whole or not at all; -EEXIST when there is one, unless over. */
MUST_CHECK int script_save(const char *name, const struct str *text, bool over,
			   struct err *err);

#endif
