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
#include "source/trace/calls/catches.h"
#include "source/trace/track/inject.h"
#include "source/trace/core/tracee.h"
#include "source/trace/track/track.h"

struct task_id {
	pid_t pid;
	uint64_t start;
};

/* A process to which key A attaches again (roots.c); `fd`: its pidfd, -1:
 * none. */
struct root {
	struct task_id id;
	int fd;
};

/* A frozen process with a pending attach (pending.c). */
struct pending {
	struct task_id id;
	bool root;
};

/* Whether the engine and the only task share a CPU (share.c). */
struct share {
	pid_t tid;			/* the only task, 0: none */
	bool busy;			/* stops come in quick succession */
	unsigned quiet;			/* consecutive ticks with few stops */
	uint64_t stops;			/* number of stops at the last tick */
	uint64_t not_before_ns;
	cpu_set_t own;			/* the engine's CPU affinity before it
					 * shared the task's CPU */
};

#define WAVE_TASKS 16
#define WAVE_PLACES (2 * WAVE_TASKS)

/* Tasks that must stop once; they are interrupted a few at a time (wave.c). */
struct wave {
	VEC(pid_t) waiting;		/* tids from index `at` on are not
					 * interrupted yet */
	size_t at;
	pid_t tids[WAVE_PLACES];	/* the tasks of the current wave,
					 * interrupted last */
	unsigned n;
	unsigned out;			/* number of tasks in `tids` that have
					 * not stopped */
	unsigned round;			/* number of tasks in `tids` left to
					 * check */
	unsigned still;			/* number of checked tasks that have not
					 * stopped */
	unsigned others;		/* stops of other tasks since a task of
					 * `tids` has stopped */
	bool later;			/* tasks are being seized: no wave
					 * yet */
	bool late;			/* some task did not stop in time */
	bool stuck;			/* a task that did not stop in time may
					 * be running */
	int timer;
};

/* Tasks to report again (snapshot.c). */
struct again {
	bool running;
	VEC(pid_t) tids;
	size_t at;
};

/* The backtrace in progress (backtrace.c). */
struct unwinding {
	struct reader *reader;		/* NULL: no backtrace requested yet */
	int fd;				/* descriptor of the reader process; -1:
					 * none */
	pid_t pid, tid;			/* task of the backtrace, 0: none */
	bool moved;			/* the task was resumed after the
					 * request */
	int signal;			/* fatal signal; 0: the task is held */
	uint64_t last_ns;		/* time of the last fatal signal that
					 * was unwound */
	pid_t next;			/* task of the next backtrace, 0:
					 * none */
	uid_t uid;			/* rights of the reader process */
	gid_t gid;
	uint64_t caps;
	uint64_t asked_ns, used_ns;
};

/* The rate limit of reports of callers (callers.c). */
struct called_pace {
	uint64_t at_ns, left;
};

enum tracer_mode {
	MODE_RUN,	/* tasks run freely at `level` */
	MODE_HOLD,	/* every task is held at its next stop */
	MODE_STEP	/* as MODE_HOLD, but step_tid, or the process until_pid,
			 * runs to its next call stop */
};

struct tracer {
	struct source_host *host;
	struct tracees tracees;
	enum level level;		/* WATCH or CALLS, in MODE_RUN */
	enum tracer_mode mode;
	bool detaching, detached, ended, killing;
	bool ending;			/* when detached, this thread ends */
	bool standing;			/* some task may be `standing` */
	bool filter;			/* the tree runs under mmtop's filter */
	bool keeping;			/* detached, but still handles the
					 * filter's stops */
	bool file_rights;		/* the launched program lacks the rights
					 * of its file, as mmtop is not root */
	struct share share;
	struct called_pace called_pace;
	unsigned glances;
	VEC(struct task_id) escaped;	/* children that have no tracer */
	unsigned looked;		/* index of the next task whose children
					 * are read */
	bool follow, launched;
	bool started;			/* the program was started or attached
					 * to */
	bool was_step;			/* STATUS shows the level "step" */
	pid_t main_pid;
	unsigned late;			/* ticks left to search for new
					 * threads */
	bool stuck;			/* a process was in an exec during the
					 * attach */
	unsigned forking;		/* ticks left to search for children
					 * that were being created */
	VEC(struct pending) pending;
	VEC(struct root) roots;		/* processes to which key A attaches
					 * again */
	int exit_status, exit_signal;	/* exit status and signal of main_pid;
					 * one is >= 0 after its end */
	bool exit_core;

	pid_t step_tid, until_pid;	/* the task, or process, that runs */
	uint64_t step_left, steps;	/* stops left, and all in this step */
	uint64_t step_shown;		/* number of the stop in STATUS */
	uint64_t step_since_ns;		/* time when the step was resumed */
	bool others_run;		/* the others run, too: the step blocks
					 * in a call, or they ran before it */
	pid_t held_tid;			/* the task shown as held */
	enum call_phase held_phase;
	pid_t waits_on;
	struct catches caught;		/* the calls at which a step stops */
	struct catches until;		/* the calls to which until_pid runs */

	struct limits limits;

	uint64_t stops, stop_total_ns, worst_stop_ns;
	uint64_t none_ns;		/* last time when no task was stopped */
	uint64_t looked_ns;		/* time of the last waitid(P_ALL) */
	uint64_t look_ns;		/* duration of the last waitid(P_ALL) */
	uint64_t went_ns;		/* time of the last handled stop */
	VEC(pid_t) turn;		/* tasks to check one by one, in turn
					 * (drain.c) */
	unsigned unfair;		/* number of stops by P_ALL since the
					 * last turn */
	uint64_t turn_ns;		/* time of the next turn */
	bool owing;			/* some task has a request to repeat */
	bool parking;			/* some task may be parked */
	uint64_t emptied_ns;		/* time when the table of tasks became
					 * empty, or 0 */

	struct inject inject;
	struct track track;
	bool wanting;			/* some group is in TRACK_WANTED */

	struct wave wave;
	struct again again;
	struct unwinding backtrace;
	struct ev_status told;		/* the last STATUS that was emitted */
	bool told_once, status_stale;
	uint64_t cost_ns, cost_cpu_ns, own_cpu, own_rss;
	struct {
		int timer;
		uint64_t stops;		/* number of stops at the last tick */
		unsigned quiet;		/* consecutive ticks without work */
		bool rests;		/* the timer runs at the slow rate */
	} tick;
};

#endif
