/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The contract of a source: something that can tell what happens.
 *
 *	probe()		may it work here? 0, or -errno with the reason in err
 *	open()		gets a host to emit to and the loop to wait in
 *	   drain()	from the loop, as often as there is something; emits
 *			within the budget and returns whether more is waiting
 *	   event()	every event of the *other* sources, so that a sampler
 *			learns of processes from the tracer
 *	   request()	what the screen asks; 0 when taken, -ENOTSUP when it is
 *			none of this source's business
 *	flush()		tells at once what it knows up to now, some ms at most:
 *			a process is about to end (ev NULL), or ev, which comes
 *			next, tells that it has, or became another; all of it
 *			where ev is END
 *	close()		leaves nothing behind; also after a failed open()
 *
 * A source never waits for a terminal or a disk, and never blocks.  Stops are
 * served first: the engine drains the tracer before any other source.  event()
 * must only take note; it emits nothing.  (perf and the ring take a new task
 * in there, while that task still stands.)
 *
 * An annotated trace of one life:
 *
 *	probe() = 0
 *	open(host)                       host->emit(START..)
 *	drain(2 ms) -> emit(CALL)        sampler->event(CALL): "map is stale"
 *	sampler drain -> emit(REGION..)  tracer->event(REGION): ignored
 *	request(REQ_DETACH)              emit(PROCESS detach)
 *	close()
 */
#ifndef SOURCE_SOURCE_H
#define SOURCE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "event/event.h"
#include "event/owner.h"
#include "event/request.h"
#include "source/fact.h"
#include "source/wants.h"

struct everybody;
struct loop;
struct procroot;
struct reader;
struct target;

struct source_host;
struct capture_choice;
struct capture_region;
struct str;

#define CAPTURE_STOP_NS (12 * 1000000ull)
#define END_HURRY_NS (100 * 1000000ull)

/* Who keeps what is captured, and says what is to be. */
struct capture_host {
	void *arg;
	bool all;		/* from the beginning on, not when asked */
	bool at_calls;		/* at each call of event/handover.h, however
				 * many there are */
	uint64_t stop_ns;	/* a task is held no longer for a look; what is
				 * not done by then is done while it runs.
				 * 0: CAPTURE_STOP_NS */
	/* Asked once for each region, and when it has changed.  NULL: all of
	 * each. */
	void (*choose)(void *arg, const struct capture_region *r,
		       struct capture_choice *out);
	/* Something is to be kept from now on: 0 or -errno, which was told. */
	int (*begin)(void *arg, struct source_host *host);
	/* Takes PROCESS, REGION, and FRAME with its data: sums are the struct
	 * page_sum of each page of that, in order, or none. */
	void (*store)(void *arg, const struct event *ev, struct bytes sums);
	/* Where n bytes had best be read to: the next FRAME that is stored may
	 * have them as its data, and is all that is stored before they are not
	 * there any more.  NULL: nowhere.  May be NULL itself. */
	void *(*place)(void *arg, size_t n);
	/* Whether there is room for more now. */
	bool (*room)(void *arg);
	/* Nothing more comes: returns when all is written, or *cut; 0 or -errno.
	 * What ended it only now is in words.  For who has the engine. */
	int (*end)(void *arg, struct loop *loop, const bool *cut,
		   struct str *words);
};

/* What sources share; owned by the engine, outlives every source. */
struct source_host {
	struct loop *loop;
	struct procroot *proc;
	struct reader *reader;	/* for what can hang; NULL: read directly */
	const struct target *target;
	struct everybody *everybody;	/* NULL: some are watched, and known */
	event_fn *emit;		/* emit(emit_arg, ev): time_ns and source are
				 * filled in by the source (host_event) */
	void *emit_arg;
	/* Reports a fact to the other sources; NULL: there are none. */
	bool (*fact)(void *emit_arg, const struct fact *fact);
	bool hurry;		/* a signal ends mmtop: at END a source reads
				 * for END_HURRY_NS, and counts the rest as lost */
	bool capturing;		/* FACT_STOPPED is reported */
	const struct capture_host *capture;	/* NULL: nobody keeps anything */
	/* Whoever gets the events is behind: what can be told later is, or it
	 * would be lost.  NULL: never. */
	bool (*crowded)(void *emit_arg);
	/* What follows takes long, and nobody stands still for it; or that is
	 * over.  NULL: it makes no difference. */
	void (*unhurried)(void *emit_arg, bool on);
	uint64_t start_ns;	/* CLOCK_MONOTONIC of time 0 */
	uint64_t period_ns;	/* -d */
	struct wants wants;
};

/* What somebody may want to capture; texts are hostile. */
struct capture_region {
	pid_t pid, ppid;
	const char *exe, *cwd;		/* "" where not known */
	const char *argv;		/* with spaces between */
	uint64_t start, end, offset, dev, inode;
	uint64_t perm;			/* enum perm_bit */
	uint64_t flags;			/* as mmap(2) took them; EV_UNKNOWN */
	uint64_t length;		/* argument of the mmap(2) that made exactly
					 * this region; EV_UNKNOWN */
	enum region_kind kind;
	int64_t owner;
	struct owner holder;
	const char *name;		/* "" for none */
};
struct capture_choice {
	uint64_t offset, size;		/* size 0: nothing */
	uint64_t period_ns;		/* between two looks while it runs; 0:
					 * as the screen is refreshed */
	uint64_t limit;			/* bytes of it in all; 0: none */
	bool undecided;			/* size is 0; choose() is called again
					 * when the map is read next */
};

struct source;			/* each source's own state */

struct source_ops {
	const char *name;	/* "ptrace" */
	char letter;		/* of struct event.source */
	const char *summary;
	int (*probe)(struct err *err);
	int (*open)(struct source **out, struct source_host *host,
		    struct err *err);
	/* Works for about budget_ns; true when more is waiting. */
	bool (*drain)(struct source *src, uint64_t budget_ns);
	void (*event)(struct source *src, const struct event *ev);
	int (*request)(struct source *src, const struct request *req);
	void (*flush)(struct source *src, const struct event *ev);
	/* A fact of another source; what true means depends on its kind. */
	bool (*note)(struct source *src, const struct fact *fact);
	uint32_t notes;		/* the kinds of fact for note(), bits */
	/* While drain() has more: all that was before then is told already
	 * (CLOCK_MONOTONIC).  NULL: nobody knows. */
	uint64_t (*told_until)(const struct source *src);
	void (*close)(struct source *src);
};

extern const struct source_ops trace_source, sample_source, output_source,
	perf_source, ring_source, contents_source, heap_source;

/* Whether a log wants events of the kind. */
static inline bool host_logs(const struct source_host *host,
			     enum event_kind kind)
{
	return host->wants.log_kinds & 1u << kind;
}

/* The answer of the sources that note it; false where none does. */
static inline bool host_fact(const struct source_host *host,
			     const struct fact *fact)
{
	return host->fact && host->fact(host->emit_arg, fact);
}

static inline bool host_crowded(const struct source_host *host)
{
	return host->crowded && host->crowded(host->emit_arg);
}

/* An event with its head filled in and the payload zeroed. */
struct event host_event(const struct source_host *host, char letter,
			enum event_kind kind, pid_t pid, pid_t tid);

#endif
