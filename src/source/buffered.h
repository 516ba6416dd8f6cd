/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What sources have in common whose events the kernel keeps in buffers, one a
 * CPU, until they are read: perf and the trace ring.
 *
 * A buffer wakes when it holds enough; now and then, and less often while
 * nothing comes, it is looked at all the same.  What was lost meanwhile, and
 * whether the source is on, is told once.
 *
 *	buffered_init(&b, host, PERF_LETTER, "perf", pause)
 *	buffered_open(&b)		from now on buffers may wake us
 *	buffered_add(&b, fd)...
 *	b.runs = true, buffered_tick(&b)	it is looked at by the clock
 *		b.ready			there may be something
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

#define BUFFERED_SLICE_NS 1000000ull	/* of a flush */

struct buffered {
	struct source_host *host;
	char letter;
	const char *name;
	struct ev_source state;		/* as told; name is not set */
	bool told_state;
	uint64_t lost;			/* not told yet */
	int epoll, timer;		/* -1, 0: none */
	uint64_t pause_least_ns;
	uint64_t pause_ns;		/* between two looks */
	bool runs;			/* somebody is told of */
	bool ready;			/* there is something to look at */
	struct allowance flush;		/* that stopped tasks wait for */
	uint64_t flush_ns;		/* when the flush began */
};

void buffered_init(struct buffered *b, struct source_host *host, char letter,
		   const char *name, uint64_t pause_ns);
/* 0 or -errno. */
MUST_CHECK int buffered_open(struct buffered *b);
MUST_CHECK int buffered_add(struct buffered *b, int fd);
/* No buffer wakes us any more. */
void buffered_close(struct buffered *b);
/* By the clock while it runs. */
void buffered_tick(struct buffered *b);
void buffered_stop(struct buffered *b);
/* Something came: the next look by the clock is soon. */
void buffered_busy(struct buffered *b);

/*
 * Until when flush(ev) may read.  A task that ends is stopped while mmtop reads,
 * and its siblings may fill the buffers as fast as that: so flushes get at most
 * a share of the time, and the rest is read later.
 *
 *	until = buffered_flush_begin(b, ev);
 *	do
 *		more = work(s, BUFFERED_SLICE_NS);
 *	while (more && clock_ns() < until);
 *	buffered_flush_end(b);
 */
uint64_t buffered_flush_begin(struct buffered *b, const struct event *ev);
void buffered_flush_end(struct buffered *b);

void buffered_tell_state(struct buffered *b);
/* Nothing where nothing was lost. */
void buffered_tell_lost(struct buffered *b);
/* An event of a record, at the time that the kernel gave it (CLOCK_MONOTONIC);
 * the payload is zeroed. */
struct event buffered_event(const struct buffered *b, enum event_kind kind,
			    pid_t pid, pid_t tid, uint64_t time);
void buffered_emit(const struct buffered *b, const struct event *ev);

#endif
