/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * POSIX extended regular expressions in bounded time: a filter meets names
 * that the target chose, and regexec() of glibc takes minutes and gigabytes
 * for some of 256 bytes.
 *
 * All ways through the pattern are followed side by side, one character of the
 * text after the other (Thompson, 1968), so that n bytes take at most
 * n * PATTERN_STATES steps, whatever they are.  A character is one of UTF-8;
 * a byte that is none is a character of its own.  The locale does not matter:
 * [[:alpha:]] and the like are Unicode's.  Beyond POSIX: \w \W \s \S \b \B \<
 * \> as in glibc.  There are no back-references, collating symbols or
 * equivalence classes.
 */
#ifndef RULE_PATTERN_H
#define RULE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "rule/error.h"

#define PATTERN_BYTES 256		/* of a pattern, at most */
#define PATTERN_REPEATS 255		/* in braces */
#define PATTERN_STATES 1024		/* once its braces are unrolled */

struct pattern;

/* NULL with what is wrong in *why. */
struct pattern *pattern_new(const char *text, size_t n,
			    enum pattern_fault *why);
void pattern_free(struct pattern *p);

/* Whether some part of the n bytes is what the pattern says. */
bool pattern_matches(const struct pattern *p, const char *text, size_t n);

#endif
