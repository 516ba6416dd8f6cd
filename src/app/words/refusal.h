/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sentences for what could not be attached to or launched: what, on what, and
 * what to do about it.  One distinct sentence for each reason.
 *
 *	Cannot attach to 1944: gdb 2310 traces it. Quit gdb, or watch with
 *	-p 2310.
 */
#ifndef APP_WORDS_REFUSAL_H
#define APP_WORDS_REFUSAL_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"
#include "base/str.h"
#include "event/refusal.h"

/* The exit statuses of mmtop itself. */
enum { EXIT_NOT_JUDGED = 122, EXIT_FAIL_ON = 123, EXIT_OWN = 125,
       EXIT_NOT_EXECUTABLE = 126, EXIT_NOT_FOUND = 127 };

/* Appends the sentence; r->why is not REFUSED_NOT. */
void refusal_text(struct str *out, const struct refusal *r, bool ascii);
/* user: the name of r->uid, or its number; NULL: a name service is asked, which
 * may take its time. */
void refusal_text_of(struct str *out, const struct refusal *r,
		     const char *user, bool ascii);
/*
 * Appends why `program` could not be launched and returns the exit status
 * for it: 127 not found, 126 not executable, 125 any other failure.
 */
int launch_failure(struct str *out, const char *program,
		   const struct err *err, bool ascii);
/*
 * What engine_new() or engine_start() told: Yama's word against launching
 * `program`, or a refusal where there is one,
 * else a failed launch of `program` (NULL when attaching), else err's own
 * words.  Appends one sentence, returns the exit status.
 */
int start_failure(struct str *out, const char *program,
		  const struct refusal *r, const struct err *err, bool ascii);

/* What is no regular file: "it is a device". */
const char *no_file_words(mode_t mode);

#endif
