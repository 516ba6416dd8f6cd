/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An error from which the message for the user is made.
 *
 * Functions return 0 or -errno, are marked MUST_CHECK, and do not change their
 * outputs on failure.  If a user may see the failure, they also take a struct
 * err: `what` is a short technical phrase in English ("open /proc/12/maps"),
 * `code` is the errno.  app/ makes the translated message: from the reason of
 * the failure if it is known (event/refusal.h), otherwise with err_text().
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stddef.h>

#define MUST_CHECK __attribute__((warn_unused_result))

struct err {
	int code;		/* a positive errno; 0: not known */
	char what[240];		/* the operation that failed, and its object */
};

/* Fills in err (which may be NULL) and returns -code. */
int err_set(struct err *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Writes a text such as "open /x: No such file or directory" to buf, and
 * returns buf. */
const char *err_text(const struct err *err, char *buf, size_t size);

#endif
