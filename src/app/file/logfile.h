/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The log of a session: the file of -o, or stderr in batch.
 *
 * A log that cannot be written ends; the program and the session go on.  The
 * first failure is kept (logfile_flush()) and, when `tell`, said on stderr in
 * one sentence as it happens.
 *
 * Nobody waits for it: a thread writes, in the process that the first event
 * comes to (sink_write_behind()); logfile_finish() is where it is waited for.
 */
#ifndef APP_FILE_LOGFILE_H
#define APP_FILE_LOGFILE_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "event/event.h"

struct loop;
struct options;
struct sink;

struct logfile {
	struct sink *sink;
	const char *name;	/* borrowed; NULL: stderr */
	bool tell;
	bool pending;		/* it is to be flushed (again) */
	int err;		/* positive errno of the first failure */
};

/* l must not move afterwards.  -errno when the file cannot be opened. */
MUST_CHECK int logfile_open(struct logfile *l, const struct options *o,
			    bool tell, struct err *err);
/* stderr, whatever the options. */
void logfile_open_stderr(struct logfile *l);
/* arg is a struct logfile: an event_fn. */
void logfile_event(void *arg, const struct event *ev);
/* Lines behind all events. */
void logfile_lines(struct logfile *l, const struct str *lines);
/* 0, or -errno of the first failure. */
int logfile_flush(void *arg);
/* Forgets what is not written yet, and all that is still to come. */
void logfile_discard(struct logfile *l);
/* Turns the loop until all is written, or *cut. */
void logfile_finish(struct logfile *l, struct loop *loop, const bool *cut);
/* Closes; what is not written by then never is, and makes it fail.  As
 * logfile_flush(). */
int logfile_close(struct logfile *l);

#endif
