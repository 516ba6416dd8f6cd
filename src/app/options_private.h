/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What options.c, which knows the options, and options_values.c, which reads
 * the words that follow them, share.
 */
#ifndef APP_OPTIONS_PRIVATE_H
#define APP_OPTIONS_PRIVATE_H

#include "app/options.h"

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

/* mmtop heap WORDS..., NULL-terminated: what stands behind the verb. */
MUST_CHECK int options_heap(struct options *o, char **words, struct err *err);

#endif
