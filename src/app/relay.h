/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * After the screen: a detached program that mmtop launched goes on at this
 * terminal, through the pty that mmtop made, as if it had been started here.
 *
 *	relay_text(&text, model)	what its screen shows, before both go
 *	relay_run(&relay)		until it ends
 *
 * Its keys are this terminal's, so is its size.  The engine, whose child it
 * is, tells its end over the link, and goes on draining the pty when the relay
 * ends before it.
 */
#ifndef APP_RELAY_H
#define APP_RELAY_H

#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"

struct link_down;

struct relay {
	int master;			/* non-blocking; not closed */
	int in_fd, out_fd;		/* this terminal */
	int signals_fd;			/* of signals_open() */
	struct link_down *link;		/* waited at and drained here */
	/* Whether it is over, and with which status (-N: by signal N); eof:
	 * nobody holds the program's end of the pty any more. */
	bool (*over)(void *arg, bool eof, int *status);
	void *arg;
};

/* Appends the rows of the program's emulated screen as plain, safe text. */
void relay_text(struct str *out, const struct model *m, bool ascii);
/* The status, or -N: mmtop is to end by signal N, SIGHUP when the terminal is
 * gone.  The terminal is as it was. */
int relay_run(const struct relay *r);

#endif
