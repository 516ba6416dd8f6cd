/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Steps a program from its first stop to its exit; returns every system call
 * that it makes, as in the text log, one a line.
 *
 *	calls = stepper_run((char *[]){ program, NULL }, STEPPER_FILTER, &status);
 *	ok(strstr(calls, "getpid() = "), "...");
 *	free(calls);
 */
#ifndef TESTS_LIVE_STEPPER_H
#define TESTS_LIVE_STEPPER_H

enum stepper_flag { STEPPER_FILTER = 1 };

/* To be freed; NULL if the program cannot be launched, or does not exit within
 * the deadline of live.h.  status as in run_status(). */
char *stepper_run(char *const argv[], unsigned flags, int *status);

#endif
