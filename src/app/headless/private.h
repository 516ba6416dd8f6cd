/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state that headless.c and signals.c share. */
#ifndef APP_HEADLESS_PRIVATE_H
#define APP_HEADLESS_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/headless/headless.h"
#include "app/file/logfile.h"

struct headless {
	const struct engine_config *cfg;
	const struct options *opt;
	const struct headless_ops *ops;
	void *arg;
	struct front_link *front;
	struct loop *loop;
	struct engine *engine;
	struct logfile log;
	struct summary *summary;	/* NULL: no summary was requested */
	int signal_fd;
	int flush_timer;	/* 0: no timer */
	int stop_timer;		/* 0: no timer */
	int look_timer;		/* checks a stopped front for signals; 0: no
				 * timer */
	int signal;		/* the signal that ended the session; 0: none */
	bool piped;		/* log.fd is a pipe or socket, and in the
				 * loop */
	bool passed_on, direct;	/* a signal that ends mmtop came from the front,
				 * or directly to this process */
	bool killed;		/* --duration has killed the program */
	bool quit;		/* REQ_QUIT ended the session */
	bool leaving;		/* a request to end is in progress */
	bool gave_up;
	unsigned tasks_left;		/* number of tasks at the last
					 * headless_give_up() */
	uint64_t give_up_by_ns;
	int status;
	bool began;		/* the session has started */
	bool finishing;		/* only the log is still to be written */
	bool cut;		/* mmtop no longer waits for the log */
	uint64_t leaked;	/* bytes in all ended processes */
	unsigned unwatched;	/* processes without heap data */
	uint64_t unjudged;	/* at least this many heap records are missing
				 * in `leaked` */
	uint64_t missed;	/* tasks whose page faults are not logged */
};

/* Sets a deadline, after which mmtop stops waiting for the log's reader. */
void headless_bound_log(struct headless *h);
/* Timer function: mmtop stops waiting for tasks that have not stopped. */
uint64_t headless_give_up(void *arg);
/* Ends the session as SIGPIPE would, because the log has no reader. */
void headless_reader_gone(struct headless *h);
/* Starts to handle signals that end the session, and those that the front
 * passes on.  Returns 0 or -errno. */
int headless_open_signals(struct headless *h);
void headless_close_signals(struct headless *h);
/* Ends the session as SIGXCPU would, shortly before the kernel kills the engine
 * for its hard limit of CPU time. */
void headless_watch_limit(struct headless *h);
/* Stops mmtop's job if sig has stopped the program, or continues it if sig is
 * 0.  Calls ops.job before the shell learns of a stop: after that, the terminal
 * belongs to the shell. */
void headless_follow_job(struct headless *h, int sig);

#endif
