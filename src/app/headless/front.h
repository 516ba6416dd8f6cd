/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The front of a session without a screen: the process that the user started.
 *
 * It forks the engine and waits.  It stays in the foreground with what is
 * launched, so that Ctrl-C, Ctrl-Z, `fg` and reading the terminal are as
 * without mmtop; the engine has a process group of its own and is stopped by
 * none of them.  The engine tells the front what to end by, and may then live
 * on as a keeper.
 *
 *	front:	front_run(&target, false, fn, arg) ... returns the status, or -N: to
 *		end by signal N
 *	engine:	fn(arg, link) with
 *		front_next(link)	TERM, INT, HUP and QUIT that came
 *		front_follow(link, ..)	as the program stops and goes on
 *		front_filtered(link, ..) whether the program is
 *		front_launched(link, ..) its pid, as long as it runs
 *		front_let_go(link, ..)	only before it becomes a keeper
 *		return status		told to the front; the process ends
 *
 * When the front dies the engine sees FRONT_GONE.  When the engine dies the
 * front says so in a sentence and ends with 125.
 */
#ifndef APP_HEADLESS_FRONT_H
#define APP_HEADLESS_FRONT_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

struct front_facts;
struct target;

/* The engine's end. */
struct front_link {
	struct front_facts *facts;
	int fd;			/* to wait at for POLLIN */
	pid_t front, pgrp;
	bool stopped;		/* by front_follow() */
	bool terminal;
};

typedef int front_engine_fn(void *arg, struct front_link *link);

/* Those that end mmtop, without what it was started to ignore; every other
 * process of mmtop has them blocked from its beginning. */
void front_signals(sigset_t *set);
/* target: its pgrp and what is launched.  terminal: stdin is one, which
 * the engine reads: it stays in the front's group, and SIGINT is its alone. */
int front_run(const struct target *target, bool terminal, front_engine_fn *fn,
	      void *arg);

enum { FRONT_GONE = -1 };
/* The next signal passed on, 0 for none, or FRONT_GONE. */
int front_next(struct front_link *link);
/* The launched program was stopped by a signal, or goes on (0): for the process
 * that waits for the front it does the same. */
void front_follow(struct front_link *link, int sig);
/* True if a signal that ends mmtop waits for the stopped front. */
bool front_is_told(const struct front_link *link);
/* Whether the tree is under a filter, as far as is known: what becomes of it
 * without the engine. */
void front_filtered(struct front_link *link, bool filtered);
/* The launched program runs as pid; 0: it has ended, or was detached. */
void front_launched(struct front_link *link, pid_t pid);
/* The engine's end: tells the front what to end by. */
_Noreturn void front_end(struct front_link *link, int status);
/* The front may end while this process goes on: it closes the descriptors that
 * it was started with, and leaves the session.  launched: the program that this
 * process keeps, 0 once that has ended. */
void front_let_go(struct front_link *link, int status, pid_t launched);

#endif
