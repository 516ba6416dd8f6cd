/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the live tests: TAP, waiting for conditions, files (live.c), and
 * programs run with a deadline (run.c).
 *
 * A test that cannot continue (no space, no fork) prints "Bail out!" and exits.
 *
 *	int main(void)
 *	{
 *		plan(2);
 *		struct run r;
 *		run_mmtop(&r, "-b", "true", NULL);
 *		ok(run_wait(&r), "mmtop exits");
 *		ok(run_status(&r) == 0, "with status 0");
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

/* An ordinary user for tests that run as root. */
#define NOBODY 65534

#define PRINTF(a, b) __attribute__((format(printf, a, b)))

/* --- TAP ------------------------------------------------------------------- */

void plan(int tests);
/* Before plan(): adds one point to the plan, which plan() reports as skipped,
 * for tests that this machine cannot run.  Neither text is copied. */
void plan_skip(const char *name, const char *why);
/* Prints "1..0 # SKIP why" and exits. */
_Noreturn void skip_all(const char *why, ...) PRINTF(1, 2);
bool ok(bool good, const char *name, ...) PRINTF(2, 3);
/* Reports the test as skipped: this machine cannot run it. */
void skip(const char *name, const char *why);
/* As ok(), for a test that depends on time limits of mmtop: skipped on an
 * emulated machine, which may be too slow. */
bool ok_in_time(bool good, const char *name);
void diag(const char *text, ...) PRINTF(1, 2);
_Noreturn void bail(const char *why);
/* Returns the exit status of the test. */
int done(void);

/* --- conditions ------------------------------------------------------------- */

/* Waits until fn() is true; false at the deadline. */
bool wait_for(bool (*fn)(void *arg), void *arg);

/* --- files -------------------------------------------------------------------- */

/* A directory of this test, removed at its exit. */
const char *work_dir(void);
/* work_dir()/name, to be freed; removes an older file of that name. */
char *work_file(const char *name);
/* The whole file with a NUL after it, to be freed; NULL if it cannot be read.
 * size may be NULL. */
char *read_file(const char *path, size_t *size);
/* Waits until the file holds text. */
bool file_holds(const char *path, const char *text);
/* A copy of a program in work_dir(), which every user may enter; to be
 * freed. */
char *copy_of(const char *path, const char *name, mode_t mode);
/* As root: sets $MMTOP to a copy that every user may run, as the original may
 * lie in a directory that only root may enter. */
void mmtop_for_all(void);
/* "$top_builddir/name", to be freed. */
char *built(const char *name);
/* The full path of built("tests/live/victims/name"), to be freed. */
char *victim(const char *name);
/* victim("name32"), or NULL if this machine cannot build 32-bit programs. */
char *victim32(const char *name);
/* victim32(), with plan_skip() if NULL. */
char *victim32_or_skip(const char *name);
/* A copy of the victim that every user may run, to be freed. */
char *victim_for_all(const char *name);
/* The value of a field of /proc/PID/status; -1 if there is none. */
long status_field(pid_t pid, const char *field);
/* The state letter of a task, 0 if it has exited. */
char task_state(pid_t tid);
/* The number of the call that the task sleeps in; -1 if it runs or the kernel
 * denies access. */
long task_call(pid_t tid);

/* --- programs ------------------------------------------------------------------- */

struct run {
	pid_t pid;
	int in;			/* writes to the program's stdin; -1 if
				 * closed */
	int wait_status;	/* -1 while the program runs */
	char *out_path, *err_path;
	char *out, *err;	/* after run_wait() */
};

/* For a child before its exec: restores signals that `make check` inherited as
 * ignored or blocked (nohup, a script's `&`). */
void signals_default(void);
/* stdout and stderr go to files of work_dir().  The program gets a process
 * group of its own and default signals. */
void run_start(struct run *r, char *const argv[]);
/* The next run is of this user (root only); 0 restores ours. */
void run_as(uid_t uid);
/* Later runs start with this signal ignored; 0: none. */
void run_ignores(int sig);
/* Starts mmtop with these arguments, NULL last. */
void run_mmtop(struct run *r, ...) __attribute__((sentinel));
/* Waits for a child of that name; 0 at the deadline. */
pid_t child_of(pid_t parent, const char *name);
/* The mmtop process that traces: a child of the one that was started. */
pid_t engine_of(pid_t mmtop);
/* kill(), except for pid 0 (not found), which would be our own process
 * group. */
void send_to(pid_t pid, int sig);
/* Sends sig as if the task itself had raised it: mmtop ignores faults that
 * other processes send. */
void send_fault(pid_t tid, int sig);
/* True if mmtop filters the calls of launched programs here. */
bool filters_here(void);
/* False at the deadline; the program is killed then. */
bool run_wait(struct run *r);
/* The exit status, -N for signal N, -1000 while the program runs. */
int run_status(const struct run *r);
/* True if stderr has exactly one line, which begins with "mmtop: " and contains
 * part; lines that run_quiet() allows are not counted. */
bool run_said(const struct run *r, const char *part);
/* True if stderr has at most the warning about level calls for an attached
 * process and the line that names a keeper. */
bool run_quiet(const struct run *r);
/* Writes one byte to the program's stdin. */
void run_poke(struct run *r);
/* Kills the program if it still runs. */
void run_release(struct run *r);
/* Waits until the program's stdout contains text. */
bool run_printed(struct run *r, const char *text);

#endif
