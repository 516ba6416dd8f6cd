/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Common code of perf and the trace ring: the kernel stores the events of these
 * sources in buffers, one per CPU, until mmtop reads them.
 *
 * A buffer that is full enough wakes mmtop.  A timer reads the buffers, too,
 * less often while no events arrive.  Each loss of events, and each change of
 * the source's state, is reported once.
 *
 *	buffered_init(&b, host, PERF_LETTER, "perf", pause)
 *	buffered_open(&b)		from now on buffers may wake mmtop
 *	buffered_add(&b, fd)...
 *	b.runs = true, buffered_tick(&b)	the timer reads the buffers
 *		b.ready			events may be waiting
 *	buffered_close(&b)
 */
#ifndef SOURCE_BUFFERED_H
#define SOURCE_BUFFERED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "event/event.h"
#include "sys/allowance.h"

struct source_host;

#define BUFFERED_SLICE_NS 1000000ull	/* a flush works for 1 ms at a time */

struct buffered {
	struct source_host *host;
	char letter;
	const char *name;
	struct ev_source state;		/* last reported state, without name */
	bool told_state;
	uint64_t lost;			/* lost events not reported yet */
	int epoll, timer;		/* epoll -1: closed; timer 0: none */
	uint64_t pause_least_ns;
	uint64_t pause_ns;		/* time between two timer reads */
	bool runs;			/* some process is watched */
	bool ready;			/* events may be waiting */
	struct allowance flush;		/* time left for flushes at stops */
	uint64_t flush_ns;		/* start of the current flush */
};

void buffered_init(struct buffered *b, struct source_host *host, char letter,
		   const char *name, uint64_t pause_ns);
/* Return 0 or -errno. */
MUST_CHECK int buffered_open(struct buffered *b);
MUST_CHECK int buffered_add(struct buffered *b, int fd);
/* After this, buffers no longer wake mmtop. */
void buffered_close(struct buffered *b);
/* Starts the timer, which repeats while `runs` is set. */
void buffered_tick(struct buffered *b);
void buffered_stop(struct buffered *b);
/* Called when events arrived: the next timer read comes soon. */
void buffered_busy(struct buffered *b);

/*
 * Returns the time until which flush(ev) may read.  During a flush the ending
 * task is stopped, but other tasks may fill the buffers as fast as mmtop
 * empties them.  So flushes get a limited share of the time.  Events left in
 * the buffers are read later.
 *
 *	until = buffered_flush_begin(b, ev);
 *	do
 *		more = work(s, BUFFERED_SLICE_NS);
 *	while (more && clock_ns() < until);
 *	buffered_flush_end(b);
 */
uint64_t buffered_flush_begin(struct buffered *b, const struct event *ev);
void buffered_flush_end(struct buffered *b);

void buffered_emit_state(struct buffered *b);
/* Emits nothing if no events were lost. */
void buffered_emit_lost(struct buffered *b);
/* Returns an event with a zeroed payload; `time` is that of its record, by
 * CLOCK_MONOTONIC. */
struct event buffered_event(const struct buffered *b, enum event_kind kind,
			    pid_t pid, pid_t tid, uint64_t time);
void buffered_emit(const struct buffered *b, const struct event *ev);

#endif
