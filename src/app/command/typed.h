/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parses a typed line into a command and its arguments, for `:` and for the
 * console.
 *
 *	struct typed t;
 *	if (typed_read(&t, "  next 5", ON_CONSOLE, ascii, &wrong))
 *		... t.cmd, t.args "5"
 *	else if (wrong.len)
 *		... an error message
 *	typed_release(&t);
 */
#ifndef APP_COMMAND_TYPED_H
#define APP_COMMAND_TYPED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "ui/kit/command.h"

struct typed {
	const struct command *cmd;	/* NULL: the line is empty or not a
					 * command */
	const char *args;		/* trimmed; points into `copy` */
	char *copy;
};

/* Parses `line`.  Returns true if it is a command that `where` allows, with the
 * required arguments.  Otherwise `wrong` has an error message, or is empty if
 * the line is empty. */
bool typed_read(struct typed *t, const char *line, enum cmd_where where,
		bool ascii, struct str *wrong);
void typed_release(struct typed *t);

/* Appends a word typed by the user, made safe and short enough for a
 * message. */
void typed_word(struct str *out, const char *word, bool ascii);
/* Appends the syntax of a command: "next [N]", or ":next [N]" if `where` is the
 * screen. */
void typed_usage(struct str *out, const struct command *cmd,
		 enum cmd_where where);
/* Parses a decimal number from 1 to a million; "" means 1.  Returns false if
 * `args` is not such a number. */
bool typed_count(uint64_t *out, const char *args);
/* Appends the error message for an invalid count.  `what` is the command as the
 * user typed it: "next" or ":next". */
void typed_count_error(struct str *out, const char *what);
/* Parses the number of a process or thread.  Like typed_count(), but allows
 * numbers up to INT32_MAX. */
bool typed_id(uint64_t *out, const char *args);

#endif
