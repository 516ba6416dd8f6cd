/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the file config.lua, checks that it can be trusted, and reads it.
 *
 *	configuration_read(&c, o.config, &err)	--config=FILE, or the default
 *	configuration_apply(&c, &o)		sets options that are not on
 *						the command line
 *	... report c.problems, pass c.settings to the screen
 *	configuration_release(&c)
 *
 * The default is $XDG_CONFIG_HOME/mmtop/config.lua or, if that variable is not
 * set, ~/.config/mmtop/config.lua.  If the default does not exist,
 * SYSCONFDIR/mmtop/config.lua is read.  Each file must belong to the user or to
 * root, and no other user may write to it.
 */
#ifndef APP_CONFIGURATION_H
#define APP_CONFIGURATION_H

#include "app/options.h"
#include "app/settings.h"
#include "base/err.h"
#include "base/vec.h"
#include "rule/config.h"
#include "ui/pane/setup.h"

/* The system's file, for users without a file of their own. */
#define SYSTEM_CONFIG SYSCONFDIR "/mmtop/config.lua"

/* A configuration file must be smaller than this, in bytes. */
#define CONFIGURATION_MAX (1u << 20)

struct configuration {
	struct config *config;		/* NULL: no file was read */
	struct settings settings;
	char *file;			/* same as settings.file; owned */
	char *base;			/* same as settings.base; owned */
	VEC(char *) problems;		/* sentences about errors in the file,
					 * safe and translated */
};

/* Returns 0.  If the file that the user named cannot be read, returns
 * -errno, with a sentence in err->what.  Errors in the file are stored in
 * `problems`. */
MUST_CHECK int configuration_read(struct configuration *c, const char *file,
				  struct err *err);
/* Reads the configuration from a text, as if the file `name` contained it. */
void configuration_take(struct configuration *c, const char *name,
			const char *text, size_t n);
void configuration_apply(struct configuration *c, struct options *o);
void configuration_release(struct configuration *c);

/* For --print-config: appends the settings, or the defaults if `setup` is NULL,
 * with explanations. */
void configuration_print(struct str *out, const struct setup *setup);
/* Appends the text of the system's configuration, followed by the user's
 * choices, which override it. */
void configuration_extend(struct str *out, const char *base,
			  const struct setup *setup);
/* The lines around the settings that mmtop saves in an existing file: mmtop
 * changes only what is between them. */
#define CONFIGURATION_BEGIN "-- BEGIN settings of mmtop's setup screen"
#define CONFIGURATION_END "-- END settings of mmtop's setup screen"
/* Appends these lines with the settings between them. */
void configuration_block(struct str *out, const struct setup *setup);
/*
 * Creates the file and its directories.  Returns 0 or -errno.  The file starts
 * with the text `base` (settings.base; may be NULL), unless the file would then
 * be invalid.  Without that text, all settings that are not in `setup` get
 * their defaults.
 * If the file exists, replaces only its block of settings, or appends the
 * block.  Returns -EINVAL, and changes nothing, if the lines around the block
 * do not match, or if the file is or would become invalid.
 */
MUST_CHECK int configuration_write(const char *file, const char *base,
				   const struct setup *setup);

#endif
