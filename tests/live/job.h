/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An interactive shell on a terminal, to test mmtop as a job.
 *
 *	struct job j;
 *	if (!job_open(&j))
 *		... no bash here
 *	job_type(&j, "$MMTOP -b -o log cat\n");
 *	job_shows(&j, "text");		text appears after the last match
 *	job_type(&j, CTRL_Z);
 *	job_prompt(&j);			the shell has the terminal again
 *	job_close(&j);			hangs up the terminal
 */
#ifndef TESTS_LIVE_JOB_H
#define TESTS_LIVE_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define CTRL_C "\003"
#define CTRL_D "\004"
#define CTRL_Z "\032"
#define CTRL_BACKSLASH "\034"

struct job {
	pid_t shell;
	int master;
	char *text;		/* all output to the terminal */
	size_t len, seen;	/* seen: end of the last match */
};

bool job_open(struct job *j);
void job_type(struct job *j, const char *keys);
bool job_shows(struct job *j, const char *text);
bool job_prompt(struct job *j);
/* The foreground process group. */
pid_t job_foreground(const struct job *j);
void job_close(struct job *j);

#endif
