/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The log of a session: the file of -o, or stderr in batch.
 *
 * A log that cannot be written ends; the program and the session go on.  The
 * first failure is kept (logfile_flush()) and, when `tell`, said on stderr in
 * one sentence as it happens.
 */
#ifndef APP_LOGFILE_H
#define APP_LOGFILE_H

#include <stdbool.h>

#include "base/err.h"
#include "event/event.h"

struct options;
struct sink;

struct logfile {
	struct sink *sink;
	const char *name;	/* borrowed; NULL: stderr */
	bool tell;
	bool pending;		/* something is not flushed yet */
	int err;		/* positive errno of the first failure */
};

/* l must not move afterwards.  -errno when the file cannot be opened. */
MUST_CHECK int logfile_open(struct logfile *l, const struct options *o,
			    bool tell, struct err *err);
/* arg is a struct logfile: an event_fn. */
void logfile_event(void *arg, const struct event *ev);
/* 0, or -errno of the first failure. */
int logfile_flush(void *arg);
/* Forgets what is not written yet. */
void logfile_discard(struct logfile *l);
/* Flushes and closes; as logfile_flush(). */
int logfile_close(struct logfile *l);

#endif
