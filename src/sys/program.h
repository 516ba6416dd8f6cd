/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a program with some bytes as its input and collects its output.
 *
 *	p = program_start(loop, &options, done, arg, &err);
 *	... the loop runs; calls done() once and frees p
 *	program_stop(p)			kills it; done() is not called
 *
 * The program runs without a shell and without a terminal, in its own session
 * and process group.  It inherits no descriptors of mmtop, and only PATH, HOME
 * and LANG of the environment.  Its standard input is a sealed memory file with
 * the bytes, so mmtop never blocks if the program does not read.  Standard
 * output and standard error are collected up to a limit.  When the program
 * exits, writes too much or exceeds the time limit, its whole process group is
 * killed.  Processes that it moved to another session continue; mmtop does not
 * wait for them.
 */
#ifndef SYS_PROGRAM_H
#define SYS_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct loop;
struct program;

struct program_options {
	const char *const *argv;	/* NULL-terminated; argv[0] is searched
					 * in PATH */
	const void *bytes;		/* the program's input; copied */
	size_t n;
	uint64_t limit_ns;
	size_t output_max;		/* bytes */
};

enum program_fate {
	PROGRAM_EXITED,			/* `code` is the exit status */
	PROGRAM_KILLED,			/* by a signal that mmtop did not send;
					 * `code` is its number */
	PROGRAM_SLOW,			/* ran longer than limit_ns */
	PROGRAM_LOUD,			/* wrote more than output_max */
	PROGRAM_NOT_RUN,		/* `code` is the errno of exec */
};

struct program_end {
	enum program_fate fate;
	int code;
	const char *output;		/* valid while done() runs; not
					 * sanitized */
	size_t n;
};

typedef void program_fn(void *arg, const struct program_end *end);

/* Returns NULL and sets *err on failure. */
struct program *program_start(struct loop *l, const struct program_options *o,
			      program_fn *done, void *arg, struct err *err);
/* p may be NULL. */
void program_stop(struct program *p);
/* Runs the program in a separate loop until it ends.  Returns 0 after done()
 * was called, or -errno. */
MUST_CHECK int program_run(const struct program_options *o, program_fn *done,
			   void *arg, struct err *err);

#endif
