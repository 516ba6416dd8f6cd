/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The log of a session: the file of option -o, or stderr or stdout in batch
 * mode.
 *
 * If writing fails, the log ends there; the program and the session continue.
 * logfile_flush() returns the first error.  If `tell` is true, this error is
 * also reported on stderr when it occurs, except EPIPE.
 *
 * The log is written by a thread (see sink_write_behind()) of the process that
 * receives the first event.  No process waits for that thread, except in
 * logfile_finish().
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
	int fd;
	const char *name;	/* name of the file, borrowed; NULL: stderr or
				 * stdout */
	bool tell;
	bool csv;
	bool pending;		/* logfile_flush() must be called */
	int err;		/* errno of the first failure, positive; 0: no
				 * failure */
};

/* Opens the log.  Returns -errno if the file cannot be opened.  The struct must
 * stay at the same address until logfile_close(). */
MUST_CHECK int logfile_open(struct logfile *l, const struct options *o,
			    bool tell, struct err *err);
/* Opens a text log on stderr.  It contains only the lines of logfile_lines()
 * and the events that every log contains (see sink_new()). */
void logfile_open_stderr(struct logfile *l);
/* Writes an event to the log.  Has the type event_fn; `arg` is a struct
 * logfile. */
void logfile_event(void *arg, const struct event *ev);
/* Writes these lines after all events so far. */
void logfile_lines(struct logfile *l, const struct str *lines);
/* Calls sink_flush().  Returns 0, or -errno of the first failure. */
int logfile_flush(void *arg);
/* Drops all events that are not written yet, and all later ones. */
void logfile_discard(struct logfile *l);
/* Runs the loop until the whole log is written, or *cut is set. */
void logfile_finish(struct logfile *l, struct loop *loop, const bool *cut);
/* Closes the log.  Unwritten lines are lost, which counts as a failure. Returns
 * 0, or -errno of the first failure. */
int logfile_close(struct logfile *l);

#endif
