/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the live tests share: TAP, waiting for conditions and files (live.c),
 * and programs run with a deadline (run.c).
 *
 * A test that cannot go on (no room, no fork) ends with "Bail out!".
 *
 *	int main(void)
 *	{
 *		plan(2);
 *		struct run r;
 *		run_mmtop(&r, "-b", "true", NULL);
 *		ok(run_wait(&r), "it ends");
 *		ok(run_status(&r) == 0, "with 0");
 *		run_release(&r);
 *		return done();
 *	}
 */
#ifndef TESTS_LIVE_LIVE_H
#define TESTS_LIVE_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "../support/slow.h"

/* An ordinary user, for root to be. */
#define NOBODY 65534

#define PRINTF(a, b) __attribute__((format(printf, a, b)))

/* --- TAP ------------------------------------------------------------------- */

void plan(int tests);
/* "1..0 # SKIP why", and the program ends. */
_Noreturn void skip_all(const char *why, ...) PRINTF(1, 2);
bool ok(bool good, const char *name, ...) PRINTF(2, 3);
/* Counts as passed: cannot be tried here. */
void skip(const char *name, const char *why);
/* Of what is left out where there is no time for it, by design: an emulated
 * machine may have none.  There it is skipped. */
bool ok_in_time(bool good, const char *name);
void diag(const char *text, ...) PRINTF(1, 2);
_Noreturn void bail(const char *why);
/* The exit status. */
int done(void);

/* --- conditions ------------------------------------------------------------- */

/* True as soon as fn() is, false after the deadline. */
bool wait_for(bool (*fn)(void *arg), void *arg);

/* --- files -------------------------------------------------------------------- */

/* A directory of this test's own, removed at the end. */
const char *work_dir(void);
/* work_dir()/name, to be freed; an older file of that name is removed. */
char *work_file(const char *name);
/* The whole file with a NUL after it, to be freed; NULL when there is none.
 * size may be NULL. */
char *read_file(const char *path, size_t *size);
/* Waits until the file holds text. */
bool file_holds(const char *path, const char *text);
/* A copy of a program in work_dir(), which anybody may enter; to be freed. */
char *copy_of(const char *path, const char *name, mode_t mode);
/* As root: $MMTOP is a copy that anybody may run from here on, as the directory
 * that it lies in may be for root only. */
void mmtop_for_all(void);
/* "$top_builddir/name", to be freed. */
char *built(const char *name);
/* The full path of built("tests/live/victims/name"), to be freed. */
char *victim(const char *name);
/* victim("name32"), or NULL where 32-bit programs cannot be made. */
char *victim32(const char *name);
/* A copy of the victim that anybody may run, to be freed. */
char *victim_for_all(const char *name);
/* The value of a field of /proc/PID/status; -1 when there is none. */
long status_field(pid_t pid, const char *field);
/* The state letter of a task, 0 when it is gone. */
char task_state(pid_t tid);
/* The number of the call that it sleeps in; -1: it runs, or nobody may ask. */
long task_call(pid_t tid);

/* --- programs ------------------------------------------------------------------- */

struct run {
	pid_t pid;
	int in;			/* writes to its stdin; -1 closed */
	int wait_status;	/* -1 while it runs */
	char *out_path, *err_path;
	char *out, *err;	/* after run_wait() */
};

/* For a child before its exec: what `make check` was started with (nohup, a
 * script's `&`) ignored or blocked is as it is for a person. */
void signals_default(void);
/* stdout and stderr go to files of work_dir().  The program is a process group
 * of its own, with default signals. */
void run_start(struct run *r, char *const argv[]);
/* The next run is of this user (only root may); 0: our own again. */
void run_as(uid_t uid);
/* The next runs are started with this signal ignored; 0: none. */
void run_ignores(int sig);
/* mmtop with these arguments, NULL last. */
void run_mmtop(struct run *r, ...) __attribute__((sentinel));
/* A child with that name, once there is one; 0 when none came. */
pid_t child_of(pid_t parent, const char *name);
/* The process of mmtop that traces: a child of the one that was started. */
pid_t engine_of(pid_t mmtop);
/* As kill(), but for a process that was not found: 0 would be our group. */
void send_to(pid_t pid, int sig);
/* As if the task itself had raised it: mmtop ignores faults sent by other
 * processes. */
void send_fault(pid_t tid, int sig);
/* Does what is launched here get a filter? */
bool filters_here(void);
/* False when the deadline came first: it is killed then. */
bool run_wait(struct run *r);
/* The exit status, -N for signal N, -1000 while it runs. */
int run_status(const struct run *r);
/* Its stderr has exactly one line, which begins with "mmtop: " and holds part;
 * lines that run_quiet() allows are not counted. */
bool run_said(const struct run *r, const char *part);
/* Its stderr has only the warning of level calls for an attached process, and
 * the line that names a keeper. */
bool run_quiet(const struct run *r);
/* One byte for its stdin. */
void run_poke(struct run *r);
/* Kills what still runs. */
void run_release(struct run *r);
/* Waits until its stdout so far holds text. */
bool run_printed(struct run *r, const char *text);

#endif
