/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * config.lua: which file, whether it may be trusted, and what it says.
 *
 *	configuration_read(&c, o.config, &err)	--config=FILE, or one of
 *						those that are looked for
 *	configuration_apply(&c, &o)		where the command line is silent
 *	... c.problems are told, c.settings given to the screen
 *	configuration_release(&c)
 *
 * $XDG_CONFIG_HOME/mmtop/config.lua (~/.config without that), else
 * SYSCONFDIR/mmtop/config.lua.  A file is read when it belongs to the user or
 * to root and nobody else may write to it.
 */
#ifndef APP_CONFIGURATION_H
#define APP_CONFIGURATION_H

#include "app/options.h"
#include "app/settings.h"
#include "base/err.h"
#include "base/vec.h"
#include "rule/config.h"

struct configuration {
	struct config *config;		/* NULL: none was read */
	struct settings settings;
	VEC(char *) problems;		/* sentences, safe and translated */
};

/* 0, or -errno with the sentence in err->what when the file that was asked
 * for by name cannot be had.  What is wrong in it is in problems. */
MUST_CHECK int configuration_read(struct configuration *c, const char *file,
				  struct err *err);
/* From a text, as if it were that file's. */
void configuration_take(struct configuration *c, const char *name,
			const char *text, size_t n);
void configuration_apply(struct configuration *c, struct options *o);
void configuration_release(struct configuration *c);

/* --print-config: what it is without one, each thing explained. */
void configuration_print(struct str *out);

#endif
