/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The console's state, private to console*.c.
 *
 *	console.c	runs the session: events, waiting
 *	console_run.c	runs one command
 *	console_contents.c the commands contents and capture
 *	console_values.c waits for the values that a command prints
 *	console_input.c	reads lines from a terminal, a pipe, or a text
 *	console_edit.c	edits the current line with readline
 *	console_output.c writes lines to standard output; hides and shows
 *			the edited line around them
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
#include "sink/sink.h"
#include "ui/kit/command.h"
#include "ui/kit/order.h"
#include "ui/process/why.h"

struct loop;
struct options;
struct writer;

/* What the console waits for before it runs the next command. */
enum console_wait {
	WAIT_NOT,
	WAIT_TARGET,		/* at the start, until a program exists */
	WAIT_STEP,		/* after `next` and `hold`, until the program is
				 * held */
	WAIT_VALUES,		/* after `process`, `heap`, `backtrace` and
				 * others, until the values arrive or a time
				 * limit has passed */
	WAIT_STOP,		/* after `wait`, until the program is held or
				 * has ended */
	WAIT_END,		/* after `kill`, until the program has ended */
};

/* Maximum length of a line in bytes; a longer line is skipped with a
 * warning. */
#define CONSOLE_LINE 65536

struct console_input {
	int fd;			/* -1: no input, or its end was reached */
	bool own_fd, terminal, edits;
	struct str text;	/* start of a line whose end has not arrived */
	VEC(char *) lines;	/* owned; commands that have not run yet */
	size_t at;		/* index of the next command in `lines` */
	bool ended;		/* no more lines can arrive */
	bool repeats;		/* an empty line repeats the last next or
				 * continue */
	bool away;		/* another job has the terminal */
	int look_timer;		/* checks whether mmtop has the terminal again;
				 * 0: no timer */
};

struct console_output {
	int fd;			/* own descriptor of a terminal; -1: stdout is
				 * not a terminal */
	struct writer *writer;	/* writes to stdout; NULL: fd is used */
	struct str text;
	uint64_t left_out;	/* bytes dropped because they were not read in
				 * time */
	bool hidden;		/* the edited line is not shown now */
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
	uint32_t kinds;			/* bit set of the event kinds that are
					 * shown */
	bool ascii;
	uint64_t start_ns;		/* CLOCK_MONOTONIC of event time 0 */
	struct form_clock clock;	/* with --time=iso: of the log's
					 * lines */
	enum console_wait waiting;
	uint64_t asked_ns;
	pid_t asked_pid, asked_tid;
	enum cmd asked;			/* the command that waits for values */
	char *asked_text;		/* owned; its argument */
	uint64_t asked_told;		/* number of backtraces or contents
					 * reported before the request */
	uint64_t asked_addr, asked_bytes;	/* the range that `contents`
						 * requested */
	struct ignore *ignore;		/* owned, or NULL */
	struct sort sort;		/* the order of regions */
	struct rss_mark mark;		/* set by `why mark` */
	uint64_t heap_ns;		/* time of the last total of the heap of
					 * asked_pid */
	int timer;			/* ends WAIT_VALUES if no answer
					 * arrives */
	int work_timer;			/* calls console_work() soon; 0: no
					 * timer */
	bool leaving, working, over;
	uint64_t call_seq, call_phase;	/* the stop that was explained last */
	pid_t call_pid;
	uint64_t call_ns;
	int call_timer;			/* ends the wait for the regions that
					 * the call has changed; 0: no timer */
	bool interrupted;		/* Ctrl-C has ended the steps that
					 * WAIT_STEP waits for */
	bool caught;			/* `until` chose the thread to step */
	bool told_held;			/* this hold was already reported */
	char repeat[128];		/* the last `next`, `until` or
					 * `continue`; an empty line repeats
					 * it */
};

/* --- console.c */
/* Runs the commands that have arrived, until the console must wait. */
void console_work(struct console *c);
void console_say(struct console *c, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void console_ask(struct console *c, enum request_op op, uint64_t a);
/* Handles Ctrl-C: drops the edited line and the commands that have not run, and
 * ends steps and waits.  Returns false if the input is not a terminal; then
 * SIGINT ends the session. */
bool console_interrupt(void *arg);

/* --- console_contents.c */
void console_contents(const struct command_context *x);
void console_capture(const struct command_context *x);

/* --- console_run.c */
void console_do(struct console *c, const char *line);
/* Aborts if a command with ON_CONSOLE has no function in console_run.c, or a
 * command without ON_CONSOLE has one. */
void console_check_commands(void);
/* Counts the pages of a region of p, and of its children; r may be NULL. */
void console_family_of(struct console *c, const struct process *p,
		       const struct region *r);
/* Returns the region with the largest RSS of those that fork copies; NULL while
 * no RSS is known. */
const struct region *console_largest_copied(const struct process *p);

/* --- console_values.c */
/* Requests the values of a command with argument `text`; they are printed when
 * they have arrived.  p and req may be NULL. */
void console_want(struct console *c, enum cmd cmd, const struct process *p,
		  const char *text, const struct request *req);
bool console_has_values(const struct console *c);
/* Prints the values, when they have arrived or the time limit has passed. */
void console_answer(struct console *c);

/* --- console_input.c */
void input_open(struct console *c);
/* Returns the next command, which the caller frees; NULL if none has
 * arrived. */
char *input_next(struct console *c);
/* Drops the commands that have not run yet. */
void input_forget(struct console_input *in);
/* Appends n bytes to in->text. */
void input_bytes(struct console_input *in, const char *buf, size_t n);
void input_add(struct console *c, const char *line);
/* The function for headless_ops.job. */
void console_job(void *arg, bool stopped);
/* Reports that an input line was too long and was skipped. */
void input_refuse(struct console *c);
void input_release(struct console *c);

/* --- console_edit.c */
/* True if readline can edit lines on this terminal. */
bool edit_possible(void);
void edit_begin(struct console *c);
void edit_bytes(struct console *c, const char *bytes, size_t n);
void edit_hide(void);
void edit_show(void);
void edit_drop(void);
void edit_end(void);

/* --- console_output.c */
void output_open(struct console *c);
/* Starts a timer for output_flush(). */
void output_plan(struct console *c);
/* Writes as much as possible without waiting. */
void output_flush(struct console *c);
/* Writes all text.  Gives up after a time limit if the output is a terminal, or
 * a signal ended the session.  Returns 0, or the positive errno of a failed
 * write. */
int output_close(struct console *c);

#endif
