/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The front process of a session without a screen: the process that the user
 * started.
 *
 * It forks the engine and waits for it.  The front stays in the foreground with
 * the launched program, so that Ctrl-C, Ctrl-Z, `fg` and reading the terminal
 * work as without mmtop.  The engine has a process group of its own, which
 * Ctrl-C and Ctrl-Z do not reach.  The engine sends the front its exit status,
 * and may then continue as a keeper.
 *
 *	front:	front_run(&target, false, fn, arg) ... returns the status, or
 *		-N: end by signal N
 *	engine:	fn(arg, link) with
 *		front_next(link)	TERM, INT, HUP and QUIT that arrived
 *		front_follow(link, ..)	when the program stops or continues
 *		front_filtered(link, ..) whether the program has a filter
 *		front_launched(link, ..) its pid, as long as it runs
 *		front_release(link, ..)	only before it becomes a keeper
 *		return status		sent to the front; the process ends
 *
 * If the front exits, front_next() returns FRONT_GONE in the engine.  If the
 * engine dies, the front reports that and exits with status 125.
 */
#ifndef APP_HEADLESS_FRONT_H
#define APP_HEADLESS_FRONT_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

struct front_facts;
struct target;

/* The engine's end of the connection. */
struct front_link {
	struct front_facts *facts;
	int fd;			/* the caller polls it for POLLIN */
	pid_t front, pgrp;
	bool stopped;		/* front_follow() has stopped the front */
	bool terminal;
};

typedef int front_engine_fn(void *arg, struct front_link *link);

/* Sets the signals that end mmtop, except those that were already ignored when
 * mmtop was started.  The processes that the front starts block them from their
 * start. */
void front_signals(sigset_t *set);
/* Uses the members pgrp and program of target.  If `terminal` is set, the
 * engine reads stdin, a terminal: then the engine stays in the front's process
 * group, and only the engine handles SIGINT. */
int front_run(const struct target *target, bool terminal, front_engine_fn *fn,
	      void *arg);

enum { FRONT_GONE = -1 };
/* Returns the next signal from the front, 0 if none has arrived, or FRONT_GONE
 * if the front has exited. */
int front_next(struct front_link *link);
/* Reports to the front that the launched program was stopped by signal sig, or
 * continues (sig is 0).  The front stops or continues, too, so that its parent
 * sees it. */
void front_follow(struct front_link *link, int sig);
/* True if the front is stopped and has a pending signal that ends mmtop. */
bool front_has_signal(const struct front_link *link);
/* Stores whether the process tree has a seccomp filter.  A filtered tree needs
 * the engine. */
void front_filtered(struct front_link *link, bool filtered);
/* Stores the pid of the launched program; 0: it has ended or was detached. */
void front_launched(struct front_link *link, pid_t pid);
/* Ends the engine; its exit status is already sent to the front. */
_Noreturn void front_end(struct front_link *link, int status);
/* Lets the front exit with `status` while this process continues.  Closes the
 * descriptors that this process was started with, and leaves the session.
 * launched is the program whose filter this process handles; 0 if that program
 * has ended. */
void front_release(struct front_link *link, int status, pid_t launched);

#endif
