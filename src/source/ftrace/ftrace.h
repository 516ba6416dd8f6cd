/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source `ring`: memory calls of what is watched, page faults, signals, tasks
 * and resident memory, as the kernel writes them to its trace ring, without a
 * stop.  Private to source/ftrace.
 *
 *	ftrace.c	its life, and when the rings are looked at
 *	asked.c		where tracefs is, and whether it may be used
 *	instance.c	a tracing instance of our own, made and removed
 *	formats.c	what lies where in an event, from its format file
 *	rings.c		one ring a CPU, mapped or read
 *	records.c	rings -> records in the order of time
 *	calls.c		enter and exit -> CALL events
 *	compat.c	which of them are of 32-bit programs
 *	names.c		the file of a call
 *	tell.c		all others -> FAULT, SIGNAL, PROCESS, RSS
 *	tasks.c		whose thread it is
 *	counters.c	how the rings stand, for who looks on
 *
 * Everything is done in an instance (tracefs' instances/mmtop-PID-START), which
 * has a ring, events and a set of tasks of its own: whoever else traces is not
 * disturbed.  The set grows by itself with what its tasks make (event-fork).
 * Records are of tasks, in numbers of the first PID namespace; whose they are is
 * known from the other sources' PROCESS events, and those of nobody we know are
 * none of ours: without -f, of children.  Where everybody is watched it is known
 * from records of their making, or asked of /proc.
 *
 * The instance goes with close().  One that an engine left behind, which was
 * killed, is known by its name, and is swept at the next open().
 *
 * Only what a log or the screen asks for is switched on; the screen has from
 * ptrace and perf all but calls.  At the levels calls and step ptrace tells the
 * same, and this is at rest.
 *
 * A record is told when everything older must have come too: records of one
 * look end at a moment (the horizon) that lies before it began.
 */
#ifndef SOURCE_FTRACE_FTRACE_H
#define SOURCE_FTRACE_FTRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include "event/event.h"
#include "parse/ring/subbuf.h"
#include "parse/ring/tracerecord.h"
#include "source/buffered.h"
#include "source/ftrace/instance.h"
#include "source/ftrace/state.h"
#include "source/source.h"
#include "sys/ring/trace.h"

#define RING_MS UINT64_C(1000000)

struct places;

/* --- rings.c -------------------------------------------------------------- */

/* What handing over costs, by way. */
struct ring_cost {
	uint64_t ns, records;
};

struct ring_cpu {
	int number;
	struct tracering ring;
	struct subbuf page;		/* of the part that was handed over */
	struct trace_record next;	/* taken and not told yet */
	uint64_t next_time;
	bool has_next;
	bool dry;			/* nothing more in this look */
	uint64_t overrun;		/* as told of */
	bool has_gap;			/* some was, as a part said */
	bool after_gap;			/* and next comes after it */
	/* counters.c */
	uint64_t taken;			/* events that were looked at */
	uint64_t bytes, most_bytes;	/* of this look, and of the largest */
	uint64_t subbufs;		/* 0: not known yet */
	bool torn;			/* and some could not be: no count */
	struct ev_ring told;
};

/* --- the source ------------------------------------------------------------ */

/* A thread, and the process that it is of. */
struct ring_task {
	pid_t tid, pid;
	bool is_32bit;
};

/* A call that has begun. */
struct ring_call {
	pid_t tid;
	enum abi abi;
	uint64_t time, nr;
	uint64_t args[6];
	char *file;		/* of an exec that went well, owned */
};

struct ring_source {
	struct buffered b;		/* runs while events are taken */
	uint32_t kinds, logs;		/* of events: what it is asked for, and
					 * what of it a log asks for */
	bool asked, allowed;
	struct formats formats;
	struct instance instance;
	VEC(struct ring_cpu) cpus;
	VEC(struct ring_task) tasks;	/* sorted by tid */
	VEC(struct ring_call) calls;	/* sorted by tid */
	VEC(pid_t) to_add;		/* tasks that the instance is to have */
	bool found;			/* some were found by looking */
	uint64_t added;			/* of the clock: when such were added */
	bool compat, has_raw;		/* there are 32-bit programs; and their
					 * calls are switched on */
	struct places *places;
	struct str name;		/* of the last call */
	struct ring_cost cost[RING_WAYS];
	enum ring_way way;
	bool can_map, settled;		/* the way was chosen for good */
	bool watches;			/* level watch, and there is a target */
	uint64_t since, until;		/* of the clock: when that was so */
	bool has_tasks;
	uint64_t gone;			/* of the clock: when all were let go;
					 * 0: they are not */
	uint64_t horizon;		/* of this look, 0: none has begun */
	uint64_t checked_ns;		/* when check() looked last */
	uint64_t told_until;		/* the time of the last record */
	uint64_t counted_ns;		/* of the clock: when counters were told;
					 * 0: they are to be */
	uint64_t counted;		/* records by then */
};

/* One ring for each CPU that is there; 0 or -errno. */
MUST_CHECK int rings_open(struct ring_source *s);
void rings_close(struct ring_source *s);
/* The next part of a ring stands in c->page; false when there is none. */
bool rings_next_part(struct ring_source *s, struct ring_cpu *c);
/* What was overwritten since it was asked last. */
uint64_t rings_overrun(struct ring_source *s);

/* A look begins: of records up to then. */
void records_begin(struct ring_source *s, uint64_t horizon);
/* Tells of records up to the horizon; true when the time was up first. */
bool records_read(struct ring_source *s, uint64_t deadline);
/* Nobody will read the rest: so many there were. */
uint64_t records_drop(struct ring_source *s);

/* A look is over: tells how the rings stand, where that is news. */
void counters_tell(struct ring_source *s);
/* Events that somebody else read, who reads the same files: we never saw them.
 * When all is read; no one knows sooner which of them they were. */
uint64_t counters_missing(struct ring_source *s);

void ring_tasks_add(struct ring_source *s, pid_t tid, pid_t pid, bool is_32bit);
void ring_tasks_remove(struct ring_source *s, pid_t tid);
/* 0: none of ours. */
pid_t ring_tasks_pid(struct ring_source *s, pid_t tid);
/* Those that there are. */
void ring_tasks_add_all(struct ring_source *s);
/* Those that are gone, where a record of it may have been lost. */
void ring_tasks_sweep(struct ring_source *s);
/* NULL: none of ours. */
struct ring_task *ring_task_at(struct ring_source *s, pid_t tid);

/* Whether it runs a 32-bit program, whose calls are switched on then. */
bool compat_look(struct ring_source *s, pid_t pid);
/* For all tasks: some of their records were lost. */
void compat_look_again(struct ring_source *s);
/* Where there is an instance by now. */
void compat_enable(struct ring_source *s);
/* Of i386, ipc(2) included. */
bool compat_is_memory_call(uint64_t nr);
/* "id == 11 || id == 45 ..." */
void compat_filter(char *buf, size_t size);

/* The file of a call that ended at that time, borrowed until the next; "" where
 * it is not known. */
struct bytes ring_name(struct ring_source *s, pid_t pid,
		       const struct ev_call *c, uint64_t time);

/* FAULT, SENT, SIGNAL, RSS, FORK, EXEC and EXIT. */
void ring_tell_record(struct ring_source *s, const struct trace_record *r,
		      uint64_t time);
/* ENTER, LEAVE, EXEC and EXIT; of the last two it learns whose tasks are. */
void ring_calls_record(struct ring_source *s, const struct trace_record *r,
		  uint64_t time);
/* Some records before the next one were lost. */
void ring_calls_gap(struct ring_source *s);
void ring_calls_release(struct ring_source *s);

#endif
