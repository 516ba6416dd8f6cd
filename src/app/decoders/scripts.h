/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The user's decoders in Lua: files NAME.lua in the folder mmtop/decoders next
 * to the configuration.  They are trusted under the same conditions as the
 * configuration (see app/file/trusted.h).
 *
 *	scripts_list(&names)			"queue", "ring"... sorted
 *	script_read("queue", &text, &err)	to run it
 *	script_make("queue", &path, &err)	to edit an old or a new script
 *	script_save("copy", &text, &err)	under another name
 *
 * A name has at most SCRIPT_NAME bytes, contains no slash, and does not start
 * with a dot.  An absolute path such as "/a/whole/path.lua" can replace the
 * name.
 */
#ifndef APP_DECODERS_SCRIPTS_H
#define APP_DECODERS_SCRIPTS_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "rule/config.h"

#define SCRIPT_NAME 64
#define SCRIPT_MAX (1u << 20)		/* maximum size in bytes; larger scripts
					 * are rejected */
#define SCRIPTS_MAX 256			/* at most this number of scripts is
					 * listed, in order of name */

/* Appends the path of the script `name`, which may end in .lua.  Returns false
 * if the name is not valid. */
bool script_path(const char *name, struct str *path);
/* Appends the names of all scripts to the list.  Appends nothing if the
 * directory does not exist. */
void scripts_list(struct word_list *names);
/* Reads a script.  Returns 0, or -errno with a message in err->what. */
MUST_CHECK int script_read(const char *name, struct str *text,
			   struct err *err);
/* Appends the path of a script.  If the script does not exist, creates it from
 * a template. */
MUST_CHECK int script_make(const char *name, struct str *path,
			   struct err *err);
/* Writes the complete script, or leaves the file as it was.  Returns -EEXIST if
 * the script exists and `over` is false. */
MUST_CHECK int script_save(const char *name, const struct str *text, bool over,
			   struct err *err);

#endif
