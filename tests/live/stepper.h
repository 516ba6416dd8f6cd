/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program stepped from its first stop to its end: every system call that it
 * makes, as the log's text, a line each.
 *
 *	calls = stepper_run((char *[]){ program, NULL }, STEPPER_FILTER, &status);
 *	ok(strstr(calls, "getpid() = "), "...");
 *	free(calls);
 */
#ifndef TESTS_LIVE_STEPPER_H
#define TESTS_LIVE_STEPPER_H

enum stepper_flag { STEPPER_FILTER = 1 };

/* To be freed; NULL when it could not be launched, or did not end within
 * live.h's deadline.  status as of run_status(). */
char *stepper_run(char *const argv[], unsigned flags, int *status);

#endif
