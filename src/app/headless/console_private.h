/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The console's own state, shared by console*.c and by nobody else.
 *
 *	console.c	the whole of it: events, what is waited for
 *	console_run.c	one command
 *	console_input.c	where lines come from: a terminal, a pipe, a text
 *	console_edit.c	the line being edited, by readline
 *	console_output.c lines to standard output, around that line
 */
#ifndef APP_HEADLESS_CONSOLE_PRIVATE_H
#define APP_HEADLESS_CONSOLE_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/headless/headless.h"
#include "app/command/stops.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/model.h"
#include "rule/ignore.h"

struct loop;
struct options;
struct writer;

/* What the next command waits for. */
enum console_wait {
	WAIT_NOT,
	WAIT_TARGET,		/* the first one: until there is a program */
	WAIT_STEP,		/* next, hold: until the program stands */
	WAIT_FACTS,		/* process, system: until they were read anew */
	WAIT_CONTENTS,		/* contents: until its bytes are there */
	WAIT_STACK,		/* backtrace: until its frames are there */
	WAIT_STOP,		/* wait: held, or its end */
	WAIT_END,		/* kill: its end */
};

/* Bytes; a longer line is left out, and told. */
#define CONSOLE_LINE 65536

struct console_input {
	int fd;			/* -1: none, or its end was seen */
	bool own_fd, terminal, edits;
	struct str text;	/* read, and not yet a line */
	VEC(char *) lines;	/* owned; those that wait */
	size_t at;		/* the next one */
	bool ended;		/* no more lines come */
	bool repeats;		/* an empty one repeats */
	bool away;		/* the terminal is somebody else's now */
	int look_timer;		/* whether it is ours again; 0: none */
};

struct console_output {
	int fd;			/* of a terminal, own; -1 */
	struct writer *writer;	/* else */
	struct str text;
	uint64_t left_out;	/* bytes that nobody read */
	bool hidden;		/* the line being edited is */
	int timer;
};

struct console {
	const struct options *opt;
	struct headless *headless;
	struct loop *loop;
	struct model *model;		/* owned */
	struct console_input in;
	struct console_output out;
	struct stops stops;
	uint32_t kinds;			/* of events that are shown */
	bool ascii;
	uint64_t start_ns;		/* CLOCK_MONOTONIC of event time 0 */
	enum console_wait waiting;
	uint64_t asked_ns;
	pid_t asked_pid, asked_tid;
	bool asked_system;
	char *asked_text;		/* owned; of `regions` */
	uint64_t asked_told;		/* so many backtraces, or answers with
					 * contents, were told then */
	uint64_t asked_addr, asked_bytes;	/* of contents */
	struct ignore *ignore;		/* owned, or NULL */
	int timer;			/* ends WAIT_FACTS, WAIT_CONTENTS */
	int work_timer;			/* console_work(); 0: none */
	bool leaving, working, over;
	bool told_held;			/* this hold was */
	char repeat[32];		/* the last next or continue */
};

/* --- console.c */
/* Does what lines are there, as far as nothing is waited for. */
void console_work(struct console *c);
void console_say(struct console *c, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void console_ask(struct console *c, enum request_op op, uint64_t a);
/* Ctrl-C: the line is given up. */
bool console_interrupt(void *arg);

/* --- console_run.c */
void console_do(struct console *c, const char *line);
/* Aborts unless exactly the commands with ON_CONSOLE have a function here, so
 * that a test of the console finds one that was forgotten. */
void console_check_commands(void);
/* The facts are there, or will not come: process, system, regions. */
void console_answer(struct console *c);
/* The bytes are there, or will not come. */
void console_answer_contents(struct console *c);
/* The frames are there. */
void console_answer_stack(struct console *c);

/* --- console_input.c */
void input_open(struct console *c);
/* The next line, to be freed; NULL when there is none now. */
char *input_next(struct console *c);
/* Behind the begin of one line at most. */
void input_bytes(struct console_input *in, const char *buf, size_t n);
void input_add(struct console *c, const char *line);
/* As headless_ops.job: the terminal will be a shell's, or is ours again. */
void console_job(void *arg, bool stopped);
/* Says that a line was too long. */
void input_refuse(struct console *c);
void input_release(struct console *c);

/* --- console_edit.c */
/* Whether lines can be edited here. */
bool edit_possible(void);
void edit_begin(struct console *c);
void edit_bytes(struct console *c, const char *bytes, size_t n);
void edit_hide(void);
void edit_show(void);
void edit_drop(void);
void edit_end(void);

/* --- console_output.c */
void output_open(struct console *c);
/* Soon. */
void output_plan(struct console *c);
/* As much as goes out now. */
void output_flush(struct console *c);
/* All of it; of a terminal, or from a signal on, as much as is read in time.
 * Gives the positive errno of a write that failed, 0. */
int output_close(struct console *c);

#endif
