/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * After the screen: a detached program that mmtop launched goes on at this
 * terminal, through the pty that mmtop made, as if it had been started here.
 *
 *	relay_text(&text, model, notice) what its screen shows, before both go
 *	relay_run(&relay)		until it ends, or Ctrl-C
 *
 * The program gets this terminal's keys and size.  But INTR and QUIT of this
 * terminal (Ctrl-C, Ctrl-\) end the relay alone, and SUSP (Ctrl-Z) stops mmtop
 * until fg.  The engine, the program's parent, reports its end over the link,
 * and drains the pty while mmtop is stopped and after the relay.
 */
#ifndef APP_SESSION_RELAY_H
#define APP_SESSION_RELAY_H

#include <limits.h>
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
	/* Draws at the start and after a stop.  The terminal has its settings
	 * by then, so that a key typed in answer to the drawing counts. */
	void (*show)(void *arg);
	/* Stops mmtop while another process reads the pty. */
	void (*stop)(void *arg);
	void *arg;
};

/* Appends the rows of the program's emulated screen as plain, safe text, with
 * mmtop's line before the row of the program's cursor. */
void relay_text(struct str *out, const struct model *m, const char *notice,
		bool ascii);
/* The status, or -N: mmtop is to end by signal N, SIGHUP when the terminal is
 * gone; RELAY_LEFT: the user has ended the relay.  The terminal is as it
 * was. */
#define RELAY_LEFT INT_MIN
int relay_run(const struct relay *r);

#endif
