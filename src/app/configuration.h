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
#include "ui/pane/setup.h"

/* For everybody who has no file of their own. */
#define SYSTEM_CONFIG SYSCONFDIR "/mmtop/config.lua"

/* Only what has fewer bytes than that is read. */
#define CONFIGURATION_MAX (1u << 20)

struct configuration {
	struct config *config;		/* NULL: none was read */
	struct settings settings;
	char *file;			/* settings.file; owned */
	char *base;			/* settings.base; owned */
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

/* --print-config: each thing explained; NULL: as it is without one. */
void configuration_print(struct str *out, const struct setup *setup);
/* What the system's configuration says, word by word, and below it what was
 * chosen, which so counts more. */
void configuration_extend(struct str *out, const char *base,
			  const struct setup *setup);
/*
 * Into a file that is not there yet, its folders made; 0 or -errno.  With a
 * base (settings.base) what that says is kept, if both can be read together;
 * else the rest is as it is without a configuration.
 */
MUST_CHECK int configuration_write(const char *file, const char *base,
				   const struct setup *setup);

#endif
