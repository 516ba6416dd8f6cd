/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files that parse the command line.
 *
 *	options.c		parses the options
 *	options_values.c	the values of options
 *	options_verbs.c		the arguments after the options: a program, or
 *				a verb and its files
 *	options_heap.c		the options of `mmtop heap`
 *	options_settle.c	combinations of options, and defaults
 */
#ifndef APP_OPTIONS_PRIVATE_H
#define APP_OPTIONS_PRIVATE_H

#include "app/options.h"

/* The command line that getopt_long() scans; `optind` is the position. */
struct command_line {
	int argc;
	char **argv;
	bool dashes;		/* "--" has ended the options */
	/* The first given option that cannot be used with the verb `maps`, with
	 * the verb `contents`, or to launch a program; NULL: no such option. */
	const char *no_maps, *no_contents, *no_program;
};

/* Stores an error and returns -EINVAL.  `sentence' is translated; its %s is
 * replaced by `word', which is made safe. */
int option_bad(struct err *err, const char *sentence, const char *word);

/* Each of these functions sets its part of *o and returns 0, or returns -EINVAL
 * with a sentence in err. */
MUST_CHECK int option_attach(struct options *o, const char *s,
			     struct err *err);
MUST_CHECK int option_build_id(struct options *o, const char *s,
			       struct err *err);
MUST_CHECK int option_color(struct options *o, const char *s, struct err *err);
MUST_CHECK int option_delay(struct options *o, const char *s, struct err *err);
MUST_CHECK int option_duration(struct options *o, const char *s,
			       struct err *err);
MUST_CHECK int option_events(struct options *o, const char *list,
			     struct err *err);
MUST_CHECK int option_fail_on(struct options *o, const char *s,
			      struct err *err);
MUST_CHECK int option_history(struct options *o, const char *s,
			      struct err *err);
MUST_CHECK int option_heap_stacks(struct options *o, const char *s,
				  struct err *err);
MUST_CHECK int option_level(struct options *o, const char *s, struct err *err);
MUST_CHECK int option_time(struct options *o, const char *s, struct err *err);
MUST_CHECK int option_theme(struct options *o, const char *s, struct err *err);

/* Parses options up to the first non-option, or to an option that only prints
 * something. */
MUST_CHECK int options_words(struct command_line *w, struct options *o,
			     struct err *err);
/* Parses the arguments that options_words() left. */
MUST_CHECK int options_rest(struct command_line *w, struct options *o,
			    struct err *err);

/* Returns -EINVAL if the options need libjansson and it cannot be loaded. */
MUST_CHECK int options_check_json(const struct options *o, struct err *err);
/* Returns -EINVAL, with the error message that no target was given. */
int options_no_target(struct err *err);

/* Parses `mmtop heap WORDS...`.  `words` are the arguments after the verb,
 * NULL-terminated. */
MUST_CHECK int options_heap(struct options *o, char **words, struct err *err);

#endif
