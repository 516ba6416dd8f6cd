/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Why something failed, in a form that can be told to a person.
 *
 * Functions return 0 or -errno, are marked MUST_CHECK, and leave their
 * outputs untouched on failure.  Those whose failure a user may see also take
 * a struct err: `what` is a short technical phrase in English ("open
 * /proc/12/maps"), `code` the errno.  The sentence for the user is worded
 * in app/ (translated), from a reason where one is defined (see
 * event/refusal.h) or else from err_text().
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stddef.h>

#define MUST_CHECK __attribute__((warn_unused_result))

struct err {
	int code;		/* a positive errno, 0 when none is known */
	char what[240];		/* what was tried, on what */
};

/* Fills err (which may be NULL) and returns -code. */
int err_set(struct err *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* "open /x: No such file or directory" into buf; returns buf. */
const char *err_text(const struct err *err, char *buf, size_t size);

#endif
