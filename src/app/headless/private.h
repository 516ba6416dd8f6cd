/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What headless.c, the session, and signals.c share. */
#ifndef APP_HEADLESS_PRIVATE_H
#define APP_HEADLESS_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/headless/headless.h"
#include "app/file/logfile.h"

struct headless {
	const struct engine_config *cfg;
	const struct options *opt;
	const struct headless_ops *ops;	/* NULL: batch */
	void *arg;
	struct front_link *front;
	struct loop *loop;
	struct engine *engine;
	struct logfile log;
	struct summary *summary;	/* NULL: not wanted */
	int signal_fd;
	int flush_timer;	/* 0: none */
	int stop_timer;		/* 0: none */
	int look_timer;		/* at a front that is stopped; 0: none */
	int signal;		/* that ended the session, 0 */
	bool passed_on, direct;	/* it came from the front, to us */
	bool killed;		/* by --duration */
	bool quit;		/* it was asked for: REQ_QUIT */
	bool leaving;		/* what we asked for is under way */
	bool gave_up;
	unsigned tasks_left;		/* when headless_give_up() last looked */
	uint64_t give_up_by_ns;
	int status;
	bool began;		/* the session */
	bool finishing;		/* only the log is still to be written */
	bool cut;		/* the log is not waited for any more */
	uint64_t leaked;	/* bytes, of all processes that ended */
	unsigned unwatched;	/* processes whose heap is not known */
	uint64_t unjudged;	/* records that this is short of, at least */
	uint64_t missed;	/* tasks whose page faults were not told */
};

/* From now on the log's reader has a deadline. */
void headless_bound_log(struct headless *h);
/* A timer: mmtop no longer waits for tasks that have not stopped. */
uint64_t headless_give_up(void *arg);
/* Those that end the session, and what the front passes on; 0 or -errno. */
int headless_open_signals(struct headless *h);
void headless_close_signals(struct headless *h);
/* Ends the session as SIGXCPU would, before a hard limit of CPU time kills the
 * engine. */
void headless_watch_limit(struct headless *h);
/* The program was stopped by a signal, or goes on (0): mmtop's job does the
 * same.  Before the shell hears that it is stopped: from then on the terminal is
 * the shell's. */
void headless_follow_job(struct headless *h, int sig);

#endif
