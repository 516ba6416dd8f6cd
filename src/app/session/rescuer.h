/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A helper process for a screen that has no engine, or that relays a program's
 * output.  If the screen's process is killed, the helper restores the terminal
 * (term/rescue.h), and drains the program's pty.  If the screen ends normally,
 * the helper only exits.
 *
 *	rescue_share();
 *	rescuer_start(&r, terminal, pty);	before the terminal is changed
 *	rescuer_end(&r);		after the terminal is restored
 */
#ifndef APP_SESSION_RESCUER_H
#define APP_SESSION_RESCUER_H

#include <sys/types.h>

struct rescuer {
	pid_t pid;		/* 0: none */
	int pipe;		/* reaches end of file when the screen has
				 * exited */
};

/* Starts the helper; the screen also works without it.  pty is the master of
 * the launched program's pty; -1: none. */
void rescuer_start(struct rescuer *r, int terminal, int pty);
void rescuer_end(struct rescuer *r);

#endif
