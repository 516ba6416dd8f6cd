/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A typed line as a command and its arguments: what `:` and the console share.
 *
 *	struct typed t;
 *	if (typed_read(&t, "  next 5", ON_CONSOLE, ascii, &wrong))
 *		... t.cmd, t.args "5"
 *	else if (wrong.len)
 *		... a sentence: what is wrong with it
 *	typed_release(&t);
 */
#ifndef APP_COMMAND_TYPED_H
#define APP_COMMAND_TYPED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "ui/kit/command.h"

struct typed {
	const struct command *cmd;	/* NULL: an empty line, or none */
	const char *args;		/* trimmed; in `copy` */
	char *copy;
};

/* True when it is a command for `where` and has the arguments it needs. */
bool typed_read(struct typed *t, const char *line, enum cmd_where where,
		bool ascii, struct str *wrong);
void typed_release(struct typed *t);

/* A word of the user's, as a sentence can bear it. */
void typed_word(struct str *out, const char *word, bool ascii);
/* "next [N]", on the screen with the colon it is typed with. */
void typed_usage(struct str *out, const struct command *cmd,
		 enum cmd_where where);
/* A positive decimal number up to a million: "" is 1.  False when it is none. */
bool typed_count(uint64_t *out, const char *args);
/* The sentence of one that is none; what: "next", ":next". */
void typed_no_count(struct str *out, const char *what);
/* Of a process or thread: as typed_count(), but as high as they go. */
bool typed_id(uint64_t *out, const char *args);

#endif
