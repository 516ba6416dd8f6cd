/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * After the screen is closed, lets a detached program that mmtop launched
 * continue at this terminal, as if it had been started there.  Its own terminal
 * is still the pty that mmtop created.
 *
 *	relay_text(&text, model, notice) appends the program's screen
 *	relay_run(&relay)		runs until the program ends, or Ctrl-C
 *
 * The program gets this terminal's keys and size.  But the keys INTR and QUIT
 * (Ctrl-C, Ctrl-\) end the relay, not the program, and SUSP (Ctrl-Z) stops
 * mmtop until fg.  The engine, which is the program's parent, reports the
 * program's end over the link.  It drains the pty while mmtop is stopped and
 * after the relay.
 */
#ifndef APP_SESSION_RELAY_H
#define APP_SESSION_RELAY_H

#include <limits.h>
#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"

struct link_down;

struct relay {
	int master;			/* the program's pty; non-blocking; the
					 * caller closes it */
	int in_fd, out_fd;		/* descriptors of this terminal */
	int signals_fd;			/* the descriptor from signals_open() */
	struct link_down *link;		/* the relay polls and drains the
					 * link */
	/* True if the relay must end; sets *status to the exit status, or to -N
	 * to end by signal N.  eof is true if no process has the program's end
	 * of the pty open. */
	bool (*over)(void *arg, bool eof, int *status);
	/* Draws the program's screen at the start and after a stop.  The
	 * terminal is already in raw mode, so no key is lost that the user then
	 * types. */
	void (*show)(void *arg);
	/* Stops mmtop; until it continues, another process reads the pty. */
	void (*stop)(void *arg);
	void *arg;
};

/* Appends the rows of the program's emulated screen as plain, safe text.  The
 * line `notice` is inserted before the row of the program's cursor. */
void relay_text(struct str *out, const struct model *m, const char *notice,
		bool ascii);
/* Returns the exit status; -N if mmtop must end by signal N (SIGHUP if the
 * terminal hung up); RELAY_LEFT if the user ended the relay.  Restores the
 * terminal. */
#define RELAY_LEFT INT_MIN
int relay_run(const struct relay *r);

#endif
