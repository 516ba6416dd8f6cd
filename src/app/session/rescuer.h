/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The second process of a screen that has no engine, or relays a program's
 * output: when the screen is killed, it restores the terminal (term/rescue.h),
 * and drains the program's pty.  It ends with the screen otherwise.
 *
 *	rescue_share();
 *	rescuer_start(&r, terminal, pty);	before the terminal is changed
 *	rescuer_end(&r);		once it is restored
 */
#ifndef APP_SESSION_RESCUER_H
#define APP_SESSION_RESCUER_H

#include <sys/types.h>

struct rescuer {
	pid_t pid;		/* 0: there is none */
	int pipe;		/* end of file: the screen has exited */
};

/* The screen also works if this process cannot be created.  pty: the master of a
 * program that was launched, -1 without one. */
void rescuer_start(struct rescuer *r, int terminal, int pty);
void rescuer_end(struct rescuer *r);

#endif
