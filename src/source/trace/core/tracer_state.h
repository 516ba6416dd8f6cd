/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tracer's own state, shared by the files of source/trace. */
#ifndef SOURCE_TRACE_CORE_TRACER_STATE_H
#define SOURCE_TRACE_CORE_TRACER_STATE_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/str.h"
#include "base/vec.h"
#include "event/event.h"
#include "event/request.h"
#include "source/source.h"
#include "source/trace/track/inject.h"
#include "source/trace/core/tracee.h"
#include "source/trace/track/track.h"

struct task_id {
	pid_t pid;
	uint64_t start;
};

/* A process that is come back to (roots.c); fd: its pidfd, -1: none. */
struct root {
	struct task_id id;
	int fd;
};

/* A frozen process with a pending attach (pending.c). */
struct pending {
	struct task_id id;
	bool root;
};

/* Sharing a CPU with the one task that stops often (share.c). */
struct share {
	pid_t tid;			/* 0: nobody */
	bool busy;			/* stops come thick and fast */
	unsigned quiet;			/* ticks without many stops */
	uint64_t stops;			/* at the last tick */
	uint64_t not_before_ns;
	cpu_set_t own;			/* the engine's affinity before */
};

#define WAVE_TASKS 16
#define WAVE_PLACES (2 * WAVE_TASKS)

/* Tasks that have to stop once, interrupted a few at a time (wave.c). */
struct wave {
	VEC(pid_t) waiting;		/* not interrupted yet: from at on */
	size_t at;
	pid_t tids[WAVE_PLACES];	/* interrupted last */
	unsigned n;
	unsigned out;			/* of these, not stopped yet */
	unsigned round;			/* of tids, not checked in this round */
	unsigned still;			/* of those checked, not stopped */
	unsigned others;		/* stops of other tasks since the last
					 * stop of a task of tids */
	bool later;			/* no wave yet: tasks are being
					 * seized */
	bool late;			/* some task did not stop in time */
	bool stuck;			/* and may not have stopped yet */
	int timer;
};

/* Who is to be told of again (again.c). */
struct again {
	bool running;
	VEC(pid_t) tids;
	size_t at;
};

/* Frames that are asked for (backtrace.c). */
struct unwinding {
	struct reader *reader;		/* NULL: never yet, or not for long */
	int fd;				/* of it, in the loop; -1 */
	pid_t pid, tid;			/* whose they are, 0: nobody's */
	bool moved;			/* it was let go meanwhile */
	int signal;			/* that ends it, 0: it is held */
	uint64_t last_ns;		/* of the last one with a signal */
	pid_t next;			/* who comes then, 0: nobody */
	uid_t uid;			/* whose rights the reader has */
	gid_t gid;
	uint64_t caps;
	uint64_t asked_ns, used_ns;
};

/* How often callers are looked at. */
struct called_pace {
	uint64_t at_ns, left;
};

enum tracer_mode {
	MODE_RUN,	/* everything goes on by itself at `level` */
	MODE_HOLD,	/* every task is held at its next stop */
	MODE_STEP	/* as HOLD, but step_tid runs to its next call stop */
};

struct tracer {
	struct source_host *host;
	struct tracees tracees;
	enum level level;		/* WATCH or CALLS: of MODE_RUN */
	enum tracer_mode mode;
	bool detaching, detached, ended, killing;
	bool ending;			/* detaching, before this thread ends */
	bool standing;			/* detaching: some task may be */
	bool filter;			/* the tree is under our filter */
	bool keeping;			/* let go, but for the filter's stops */
	bool file_rights;		/* what is launched loses its file's
					 * rights, as we are no root */
	struct share share;
	struct called_pace called_pace;
	unsigned glances;
	VEC(struct task_id) escaped;	/* children that have no tracer */
	unsigned looked;		/* so many tasks were looked below */
	bool follow, launched;
	bool started;			/* the first image is in place */
	bool was_step;			/* level shown while held is step */
	pid_t main_pid;
	unsigned late;			/* ticks to look for more tasks */
	bool stuck;			/* there was one in an exec */
	unsigned forking;		/* and so many for children that
					 * were being made */
	VEC(struct pending) pending;
	VEC(struct root) roots;		/* what A attaches to again */
	int exit_status, exit_signal;	/* of main_pid; exactly one >= 0 */
	bool exit_core;

	pid_t step_tid;			/* MODE_STEP: who runs */
	uint64_t step_left;		/* stops still to be made */
	uint64_t step_since_ns;		/* it was resumed then */
	bool step_blocked;		/* the others were let run meanwhile */
	pid_t held_tid;			/* whose stop the hold is about */
	enum call_phase held_phase;
	pid_t waits_on;
	enum catch catch;		/* what a step stops at */
	struct str catch_names;		/* "mmap,munmap," of CATCH_CALLS */
	struct str catch_more;		/* the same, not yet whole */

	struct limits limits;

	uint64_t stops, stop_total_ns, worst_stop_ns;
	uint64_t none_ns;		/* no task was stopped at that time */
	uint64_t looked_ns;		/* time of the last waitid(P_ALL) */
	uint64_t look_ns;		/* ... and how long it took */
	uint64_t went_ns;		/* a stop was served then */
	VEC(pid_t) turn;		/* whose turn it is then */
	unsigned unfair;		/* stops from P_ALL since all had a turn */
	uint64_t turn_ns;		/* time of their next turn */
	bool owing;			/* some task is owed a request */
	bool parking;			/* some task may be parked */
	uint64_t emptied_ns;		/* the table has been empty since */

	struct inject inject;
	struct track track;
	bool wanting;			/* some group is TRACK_WANTED */

	struct wave wave;
	struct again again;
	struct unwinding backtrace;
	struct ev_status told;		/* the last STATUS */
	bool told_once, status_stale;
	uint64_t cost_ns, cost_cpu_ns, own_cpu, own_rss;
	struct {
		int timer;
		uint64_t stops;		/* when it came last */
		unsigned quiet;		/* ticks without anything to do */
		bool rests;		/* it comes rarely */
	} tick;
};

#endif
