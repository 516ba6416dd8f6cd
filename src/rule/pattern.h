/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * POSIX extended regular expressions in bounded time.  Filters match names that
 * the target chooses; for some names of 256 bytes glibc's regexec() takes
 * minutes and gigabytes.
 *
 * The matcher follows all alternatives in parallel, one character after the
 * other (Thompson, 1968).  So n bytes take at most n * PATTERN_STATES steps.
 * Characters are UTF-8; an invalid byte is a character of its own.  The locale
 * does not matter: classes such as [[:alpha:]] are those of Unicode.
 * Extensions, as in glibc: \w \W \s \S \b \B \< \>.  Not supported:
 * back-references, collating symbols, equivalence classes.
 */
#ifndef RULE_PATTERN_H
#define RULE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "rule/error.h"

#define PATTERN_BYTES 256		/* maximum length of a pattern, in
					 * bytes */
#define PATTERN_REPEATS 255		/* maximum number in braces */
#define PATTERN_STATES 1024		/* maximum number of states, after
					 * braces are unrolled */

struct pattern;

/* Returns NULL with the error in *why if text is not a valid pattern. */
struct pattern *pattern_new(const char *text, size_t n,
			    enum pattern_fault *why);
void pattern_free(struct pattern *p);

/* True if the pattern matches some part of the text. */
bool pattern_matches(const struct pattern *p, const char *text, size_t n);

#endif
