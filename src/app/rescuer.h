/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The second process of a screen that has no engine: when the screen is killed
 * it puts the terminal back (term/rescue.h), and ends with it in any case.
 *
 *	rescue_share();
 *	rescuer_start(&r, terminal);	before the terminal is changed
 *	rescuer_end(&r);		once it is as it was
 */
#ifndef APP_RESCUER_H
#define APP_RESCUER_H

#include <sys/types.h>

struct rescuer {
	pid_t pid;		/* 0: there is none */
	int pipe;		/* its end tells that the screen is gone */
};

/* Without it, where it cannot be made, the screen still works. */
void rescuer_start(struct rescuer *r, int terminal);
void rescuer_end(struct rescuer *r);

#endif
