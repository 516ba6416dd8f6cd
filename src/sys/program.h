/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program that gets some bytes, and what it writes about them.
 *
 *	p = program_start(loop, &options, done, arg, &err);
 *	... the loop runs; done() is called once, and p is gone
 *	program_stop(p)			it is killed, and done() never called
 *
 * It runs without a shell, in a session and process group of its own, without
 * a terminal, with none of our descriptors, and with PATH, HOME and LANG alone
 * in its environment.  Its standard input is a file of the bytes that nobody
 * can change, so that one that never reads holds nobody up; what it writes, to
 * its standard error too, is kept up to a limit.  When it has ended, wrote too
 * much, or the time is over, its whole group is killed; what it has put into a
 * session of its own lives on, but nobody waits for it.
 */
#ifndef SYS_PROGRAM_H
#define SYS_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct loop;
struct program;

struct program_options {
	const char *const *argv;	/* NULL-terminated; [0] by PATH */
	const void *bytes;		/* copied */
	size_t n;
	uint64_t limit_ns;
	size_t output_max;		/* bytes */
};

enum program_fate {
	PROGRAM_EXITED,			/* code: its status */
	PROGRAM_KILLED,			/* code: the signal, not ours */
	PROGRAM_SLOW,			/* it took longer than limit_ns */
	PROGRAM_LOUD,			/* it wrote more than output_max */
	PROGRAM_NOT_RUN,		/* code: errno of exec */
};

struct program_end {
	enum program_fate fate;
	int code;
	const char *output;		/* borrowed for the call; hostile */
	size_t n;
};

typedef void program_fn(void *arg, const struct program_end *end);

/* NULL with *err. */
struct program *program_start(struct loop *l, const struct program_options *o,
			      program_fn *done, void *arg, struct err *err);
/* NULL is fine. */
void program_stop(struct program *p);
/* Runs it and waits for its end, in a loop of its own: 0 when done() was
 * called, or -errno. */
MUST_CHECK int program_run(const struct program_options *o, program_fn *done,
			   void *arg, struct err *err);

#endif
