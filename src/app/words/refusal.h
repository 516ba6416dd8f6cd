/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Messages for a failed attach or launch: what failed, on what, and what to do.
 * Each reason has its own message.
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

/* Exit statuses of mmtop itself. */
enum { EXIT_NOT_JUDGED = 122, EXIT_FAIL_ON = 123, EXIT_OWN = 125,
       EXIT_NOT_EXECUTABLE = 126, EXIT_NOT_FOUND = 127 };

/* Appends the message for the refusal r; r->why is not REFUSED_NOT. */
void refusal_text(struct str *out, const struct refusal *r, bool ascii);
/* Like refusal_text().  `user` is the name of the user r->uid, or the number as
 * text.  If it is NULL, the function queries the name service, which may be
 * slow. */
void refusal_text_of(struct str *out, const struct refusal *r,
		     const char *user, bool ascii);
/*
 * Appends the reason why `program` could not be launched, and returns the exit
 * status: 127 not found, 126 not executable, 125 any other failure.
 */
int launch_failure(struct str *out, const char *program,
		   const struct err *err, bool ascii);
/*
 * Appends one message for a failure of engine_new() or engine_start(), and
 * returns the exit status.  `program` is the launched program; NULL for an
 * attach. The first of these failures is described: r, if it forbids tracing a
 * launched program; r, if it is any other refusal; the failed launch of
 * `program`; err.
 */
int start_failure(struct str *out, const char *program,
		  const struct refusal *r, const struct err *err, bool ascii);

/* Returns why a file is not a regular file: "it is a device". */
const char *file_type_words(mode_t mode);

#endif
