/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Gives the terminal to a program of the user, such as an editor, until the
 * program ends.
 *
 *	const struct foreground f = { term, in_fd, out_fd, signals_fd };
 *
 *	r = foreground_run(&f, argv, &end, &err);
 *
 * The screen is suspended, as by Ctrl-Z, and returns when the program has
 * ended; the caller must then redraw everything.  The program is a job of its
 * own: its Ctrl-C does not reach mmtop, but when Ctrl-Z stops the program,
 * mmtop stops, too.  The program gets the user's environment but none of
 * mmtop's descriptors.  A signal that ends mmtop ends the program first.
 */
#ifndef APP_SESSION_FOREGROUND_H
#define APP_SESSION_FOREGROUND_H

#include "base/err.h"

struct terminal;

struct foreground {
	struct terminal *term;		/* NULL: no screen to suspend */
	int in_fd, out_fd;		/* descriptors of the terminal */
	int signals_fd;			/* the descriptor from signals_open();
					 * -1: none */
};

struct foreground_end {
	int status;			/* as from waitpid() */
	int signal;			/* the signal that ends mmtop; 0:
					 * none */
};

/* Returns 0 if the program ran, even if it failed.  Otherwise returns -errno
 * with a sentence in err->what, and sets only `signal` in *end. */
MUST_CHECK int foreground_run(const struct foreground *f,
			      const char *const *argv,
			      struct foreground_end *end, struct err *err);

#endif
