/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program of the user's that has the terminal for a while: an editor.
 *
 *	const struct foreground f = { term, in_fd, out_fd, signals_fd };
 *
 *	r = foreground_run(&f, argv, &end, &err);
 *
 * The screen is suspended, as by Ctrl-Z, and comes back when the program has
 * ended; all of it is to be drawn then.  The program is a job of its own: its
 * Ctrl-C is not ours, and when it is stopped by Ctrl-Z, so are we.  It has the
 * user's own environment, and none of our descriptors.  What tells us to end
 * meanwhile ends it first.
 */
#ifndef APP_SESSION_FOREGROUND_H
#define APP_SESSION_FOREGROUND_H

#include "base/err.h"

struct terminal;

struct foreground {
	struct terminal *term;		/* NULL: there is none to suspend */
	int in_fd, out_fd;		/* of the terminal */
	int signals_fd;			/* of signals_open(); -1: none */
};

struct foreground_end {
	int status;			/* as waitpid() gives it */
	int signal;			/* that we are to end by; 0: none */
};

/* 0 when it was run, whatever became of it; or -errno, with the sentence in
 * err->what: then *end has a signal alone. */
MUST_CHECK int foreground_run(const struct foreground *f,
			      const char *const *argv,
			      struct foreground_end *end, struct err *err);

#endif
