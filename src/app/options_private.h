/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files of the command line share.
 *
 *	options.c		which options there are, and what each sets
 *	options_values.c	the words that follow them
 *	options_verbs.c		what stands behind: a program, or a verb's files
 *	options_heap.c		those of `mmtop heap`, which has its own
 *	options_settle.c	what goes together; what is meant by nothing
 */
#ifndef APP_OPTIONS_PRIVATE_H
#define APP_OPTIONS_PRIVATE_H

#include "app/options.h"

/* argv, which getopt_long() walks by its optind, and what was seen on the way. */
struct command_line {
	int argc;
	char **argv;
	bool dashes;		/* they ended with "--" */
	/* The first that does not go with `maps`, with `contents`, with a
	 * program. */
	const char *no_maps, *no_contents, *no_program;
};

/* -EINVAL: a (translated) sentence with one %s, for a word of the user's that
 * is made safe. */
int option_bad(struct err *err, const char *sentence, const char *word);

/* Each: 0 and its part of o is set, or -EINVAL with the sentence in err. */
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
MUST_CHECK int option_heap_stacks(struct options *o, const char *s,
				  struct err *err);
MUST_CHECK int option_level(struct options *o, const char *s, struct err *err);
MUST_CHECK int option_theme(struct options *o, const char *s, struct err *err);

/* Up to the first word that is none, or to one that only asks. */
MUST_CHECK int options_words(struct command_line *w, struct options *o,
			     struct err *err);
/* From there on. */
MUST_CHECK int options_rest(struct command_line *w, struct options *o,
			    struct err *err);

/* -EINVAL where libjansson cannot be loaded. */
MUST_CHECK int options_check_json(const struct options *o, struct err *err);
/* -EINVAL: there is nothing to watch. */
int options_no_target(struct err *err);

/* mmtop heap WORDS..., NULL-terminated: what stands behind the verb. */
MUST_CHECK int options_heap(struct options *o, char **words, struct err *err);

#endif
