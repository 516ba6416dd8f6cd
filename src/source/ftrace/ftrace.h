/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source `ring`: memory calls, page faults, signals, tasks and resident
 * memory of the watched processes, from the kernel's trace ring, without stops.
 * Private to source/ftrace.
 *
 *	ftrace.c	the source's operations; when the rings are read
 *	available.c	where tracefs is, and whether mmtop may use it
 *	instance.c	creates and removes a tracing instance
 *	formats.c	the fields of an event, from its format file
 *	rings.c		one ring a CPU, mapped or read
 *	records.c	rings -> records in the order of time
 *	calls.c		enter and exit -> CALL events
 *	compat.c	detects 32-bit programs, for their calls
 *	names.c		the file of a call
 *	emit.c		all other records -> FAULT, SIGNAL, PROCESS, RSS
 *	tasks.c		the process of each thread
 *	counters.c	counters of the rings, for the screen
 *
 * mmtop uses an instance of its own (tracefs' instances/mmtop-PID-START), with
 * its own ring, events and set of tasks: other users of tracing are not
 * disturbed.  The kernel adds the children of its tasks to the set
 * (event-fork).  Records have tids of the first PID namespace.  The process of
 * a tid is known from PROCESS events of the other sources; records of unknown
 * tids, such as children without -f, are dropped.  In system-wide mode the
 * process is known from fork records, or read from /proc.
 *
 * close() removes the instance.  An instance of an engine that was killed is
 * recognized by its name, and removed at the next open().
 *
 * Only events that a log or the screen needs are enabled.  The screen takes
 * only calls from the ring, and all other events from ptrace and perf.  At the
 * levels calls and step, ptrace reports all events and this source is idle.
 *
 * A record becomes an event when all older records have arrived.  So a read of
 * the rings handles records up to its horizon, a time before the read started.
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

/* Cost of one way of reading the rings: time spent, records read. */
struct ring_cost {
	uint64_t ns, records;
};

struct ring_cpu {
	int number;
	struct tracering ring;
	struct subbuf page;		/* part of the ring handed over last */
	struct trace_record next;	/* parsed, but not emitted yet */
	uint64_t next_time;
	bool has_next;
	bool dry;			/* this read has no records left */
	uint64_t overrun;		/* last count of overwritten events */
	bool has_gap;			/* a ring part reported lost events */
	bool after_gap;			/* events before `next` were lost */
	/* Used by counters.c: */
	uint64_t taken;			/* number of events parsed */
	uint64_t bytes, most_bytes;	/* in this read; in the largest read */
	uint64_t subbufs;		/* number of sub-buffers; 0: unknown */
	bool torn;			/* invalid page: `taken` is too low */
	struct ev_ring told;
};

/* --- the source ----------------------------------------------------------- */

/* A thread and its process. */
struct ring_task {
	pid_t tid, pid;
	bool is_32bit;
};

/* A call that has not returned yet. */
struct ring_call {
	pid_t tid;
	enum abi abi;
	uint64_t time, nr;
	uint64_t args[6];
	char *file;		/* path of a successful exec; owned */
};

struct ring_source {
	struct buffered b;		/* b.runs: true while recording */
	uint32_t kinds, logs;		/* requested event kinds; those that a
					 * log needs */
	bool asked, allowed;
	struct formats formats;
	struct instance instance;
	VEC(struct ring_cpu) cpus;
	VEC(struct ring_task) tasks;	/* sorted by tid */
	VEC(struct ring_call) calls;	/* sorted by tid */
	VEC(pid_t) to_add;		/* tasks to add to the instance's set */
	bool found;			/* to_add has a task found in /proc */
	uint64_t added;			/* clock_ns() when existing tasks were
					 * added */
	bool compat, has_raw;		/* 32-bit programs exist; events of
					 * their calls are enabled */
	struct places *places;
	struct str name;		/* result of ring_name() */
	struct ring_cost cost[RING_WAYS];
	enum ring_way way;
	bool can_map, settled;		/* settled: `way` will not change */
	bool watches;			/* true at level watch with a target */
	uint64_t since, until;		/* start and end of level watch */
	bool has_tasks;
	uint64_t gone;			/* clock_ns() when the last task ended
					 * or was detached; 0: none */
	uint64_t horizon;		/* time up to which the current read
					 * goes; 0: no read is running */
	uint64_t checked_ns;		/* time of the last check() */
	uint64_t emitted_until;		/* time of the last emitted record */
	uint64_t counted_ns;		/* clock_ns() of the last counters; 0:
					 * emit counters now */
	uint64_t counted;		/* number of records at counted_ns */
};

/* Opens a ring for each CPU.  Returns 0 or -errno. */
MUST_CHECK int rings_open(struct ring_source *s);
void rings_close(struct ring_source *s);
/* Puts the ring's next part into c->page; returns false if none is left. */
bool rings_next_part(struct ring_source *s, struct ring_cpu *c);
/* Returns the number of events that were overwritten since the last call. */
uint64_t rings_overrun(struct ring_source *s);

/* Starts a read of the records that are not newer than `horizon`. */
void records_begin(struct ring_source *s, uint64_t horizon);
/* Emits records up to the horizon.  Returns true if the deadline came first. */
bool records_read(struct ring_source *s, uint64_t deadline);
/* Drops the remaining records.  Returns their number. */
uint64_t records_drop(struct ring_source *s);

/* Emits the rings' counters after a read, if they have changed. */
void counters_emit(struct ring_source *s);
/* Returns the number of events that another reader of the same files has taken;
 * exact once all records are read. */
uint64_t counters_missing(struct ring_source *s);

void ring_tasks_add(struct ring_source *s, pid_t tid, pid_t pid, bool is_32bit);
void ring_tasks_remove(struct ring_source *s, pid_t tid);
/* Returns 0 for a task that is not watched. */
pid_t ring_tasks_pid(struct ring_source *s, pid_t tid);
/* Adds all running tasks. */
void ring_tasks_add_all(struct ring_source *s);
/* Removes exited tasks, as the records of their exits may have been lost. */
void ring_tasks_sweep(struct ring_source *s);
/* Returns NULL for a task that is not watched. */
struct ring_task *ring_task_at(struct ring_source *s, pid_t tid);

/* True if pid runs a 32-bit program; then enables the events of 32-bit
 * calls. */
bool compat_check(struct ring_source *s, pid_t pid);
/* Calls compat_check() for all tasks, after records were lost. */
void compat_recheck(struct ring_source *s);
/* Enables the events of 32-bit system calls if the tracing instance exists. */
void compat_enable(struct ring_source *s);
/* True for i386 memory calls and ipc(2). */
bool compat_is_memory_call(uint64_t nr);
/* Writes a filter such as "id == 11 || id == 45" to buf. */
void compat_filter(char *buf, size_t size);

/* Returns the file of a call that ended at `time`, valid until the next call;
 * "" if unknown. */
struct bytes ring_name(struct ring_source *s, pid_t pid,
		       const struct ev_call *c, uint64_t time);

/* Handles records of kinds FAULT, SENT, SIGNAL, RSS, FORK, EXEC and EXIT. */
void ring_emit_record(struct ring_source *s, const struct trace_record *r,
		      uint64_t time);
/* Handles ENTER, LEAVE, EXEC and EXIT records; the last two change the
 * tasks. */
void ring_calls_record(struct ring_source *s, const struct trace_record *r,
		       uint64_t time);
/* Drops the calls in progress after records were lost. */
void ring_calls_gap(struct ring_source *s);
void ring_calls_release(struct ring_source *s);

#endif
