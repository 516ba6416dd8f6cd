/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * After the screen: a detached program that mmtop launched goes on at this
 * terminal, through the pty that mmtop made, as if it had been started here.
 *
 *	relay_text(&text, model)	what its screen shows, before both go
 *	relay_run(&relay)		until it ends
 *
 * Its keys are this terminal's, so is its size.  If the terminal goes away
 * its output is drained and dropped: it never waits for a reader, and is not
 * hung up.
 */
#ifndef APP_RELAY_H
#define APP_RELAY_H

#include <sys/types.h>

#include "base/str.h"
#include "model/model.h"

struct relay {
	pid_t pid;			/* our child, not waited for yet */
	int master;			/* non-blocking; not closed */
	int in_fd, out_fd;		/* this terminal */
	int signals_fd;			/* of signals_open() */
};

/* Appends the rows of the program's emulated screen as plain, safe text. */
void relay_text(struct str *out, const struct model *m, bool ascii);
/* Its exit status, or -N when a signal ended it (or, with the terminal put
 * back and the pty kept alive, mmtop is to end by signal N). */
int relay_run(const struct relay *r);

#endif
