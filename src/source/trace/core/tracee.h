/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The traced tasks and their processes.
 *
 * The table has every task that the kernel may report: from its seizure or
 * announcement until its exit was waited for.  The state of a task defines
 * which requests the kernel accepts; tracee_set_state() allows only the
 * transitions of its table.
 *
 *	SEIZING	  announced or seized, but has not reported yet
 *	RUNNING	  resumed; only PTRACE_INTERRUPT is allowed
 *	STOPPED	  held in a stop that was waited for; all requests are allowed
 *	GROUP_STOP  listening in a group-stop: only INTERRUPT is allowed
 *	PARKED	  at its first stop, while its creator is not known yet
 *	GONE	  reaped or detached; about to be freed
 */
#ifndef SOURCE_TRACE_CORE_TRACEE_H
#define SOURCE_TRACE_CORE_TRACEE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/types.h>

/* By default, uthash exits if malloc fails. */
#define uthash_malloc(n) xmalloc(n)
#include <uthash.h>

#include "base/alloc.h"
#include "base/str.h"
#include "event/event.h"
#include "source/trace/calls/limits.h"
#include "source/trace/core/stop.h"
#include "source/trace/track/track.h"

enum tracee_state {
	TRACEE_SEIZING, TRACEE_RUNNING, TRACEE_STOPPED, TRACEE_GROUP_STOP,
	TRACEE_PARKED, TRACEE_GONE,
	TRACEE_STATES
};

/* Whether another process can change the memory of a process (alone.c). */
enum group_memory {
	MEMORY_UNKNOWN,		/* attached to, or its creator's is unknown */
	MEMORY_SHARED,		/* the memory is shared with another process */
	MEMORY_ALONE
};

/* A process of the tree. */
struct group {
	pid_t tgid;
	uint64_t start;		/* start time in clock ticks; together with
				 * tgid, identifies the process */
	pid_t ns_pid;		/* the process' pid in its own PID namespace; 0:
				 * the same; -1: not read yet */
	unsigned tasks;		/* number of the process' tasks in the table */
	unsigned exiting;	/* number of them that passed their exit stop */
	bool root;		/* launched or requested with -p */
	bool seized;		/* mmtop attached to the process; false: its
				 * threads are traced from their start */
	bool stopped;		/* a group-stop was reported */
	bool told_strict, told_filter;	/* reported that the program has set a
					 * seccomp mode or filter */
	bool told_foreign;	/* reported that another tracer traces a
				 * thread */
	bool told_debugger;	/* reported that the process' ptrace(2) calls
				 * fail */
	bool told_stop, told_detach;	/* reported that a task cannot stop */
	bool has_children;	/* while detaching: some thread has children */
	bool exiting_seen;	/* the process' memory was read for the last
				 * time before its exit */
	enum track_state track;	/* state of the tracking of its page writes */
	uint64_t placeless_ns, place_next_ns; /* since when no code for an
					       * injected call was found; time
					       * of the next search */
	pid_t borrows;		/* process that lends its memory to this process
				 * until an exec (vfork); 0: none */
	enum group_memory memory;
	UT_hash_handle hh;
};

/* The argument of a clone from which mmtop removed CLONE_UNTRACED.  It is
 * restored at the exit of the call, and also in the child. */
struct patch {
	enum { PATCH_NONE, PATCH_REGISTER, PATCH_WORD } where;
	bool passed_on;		/* the child is known, and has a copy of the
				 * patch */
	bool in_child;		/* t is the child: the argument is restored at
				 * its first stop */
	uint64_t addr, value;
};

struct tracee {
	pid_t tid;
	struct group *group;
	enum tracee_state state;
	struct stop held;	/* in state STOPPED, or if `standing`: the stop
				 * at which it is held */
	uint64_t parked_ns;	/* in state PARKED: start of the wait */
	bool standing;		/* detaching: the task waits at stop `held`
				 * until the other threads of its process
				 * stop */
	uint64_t standing_ns;	/* start of the wait of `standing` */
	int owed, owed_sig;	/* a failed ptrace request, and its signal, to
				 * be repeated; 0: none */
	int inject;		/* in state STOPPED: the signal to pass on when
				 * it is resumed */
	bool interrupted;	/* an INTERRUPT is pending */
	bool wanted;		/* a later wave (wave.c) stops it */
	uint64_t asked_ns;	/* time of the last INTERRUPT */
	uint64_t ran_ns;	/* last time when the task was seen running */
	uint64_t stop_ns;	/* earliest time of the task's stop; 0: it
				 * runs */
	bool faulted;		/* a fault caused the signal, and will cause it
				 * again */
	bool asked;		/* an INTERRUPT was pending at the task's
				 * current stop */
	bool entering;		/* its current stop is the entry of a call */
	bool reentered;		/* that entry continues an interrupted call */
	char letter;		/* the task's state in /proc when it was
				 * announced */
	bool repeated;		/* the task's call failed because of mmtop, and
				 * is repeated */
	bool forking;		/* the task may have been creating a child when
				 * mmtop attached */
	uint64_t forked_until;	/* time by which the child of `forking` has
				 * started, in clock ticks */
	bool announced;		/* the event that introduces the task (THREAD,
				 * FORK...) was emitted */
	bool making;		/* the task is in clone or clone3, as reported
				 * by the filter */
	bool by_creator;	/* the fields creator_pid to made_by are set */
	pid_t creator_pid, creator_tid;
	enum stop_kind made_by;	/* STOP_FORK, STOP_VFORK, STOP_CLONE */
	bool exec_unreported;	/* the task became the leader by an exec, which
				 * its next stop reports */
	bool exiting;		/* the task has passed its STOP_EXITING */
	int last_words;		/* the task's wait status at its STOP_EXITING */

	/* The syscall info of the current stop, if read in advance; used
	 * once. */
	bool glanced;
	struct __ptrace_syscall_info glance;

	/* The task is in a system call; its stop at the entry was seen. */
	bool in_call;
	bool entry_known;	/* `call` below is filled in */
	bool blind_exit;	/* at the exit of a call whose entry mmtop did
				 * not see: the call is not reported, and no
				 * step ends here */
	bool call_reported;	/* the PHASE_ENTER of the call was emitted */
	uint64_t entry_ns;
	uint64_t raw_nr, raw_args[6];	/* number and arguments in the
					 * registers */
	struct ev_call call;	/* `path` and `ranges` own the strings in
				 * `call` */
	struct str path, ranges;
	struct limit limit;	/* time limit of the call, set when it was
				 * interrupted */
	unsigned calls_seen;	/* number of following calls that stop the task
				 * at every level (repair.c) */
	bool calls_stop;	/* the task was resumed with PTRACE_SYSCALL */
	bool repaired;		/* the task's call restarts because repair.c
				 * changed the result */
	bool stop_shown;	/* the task's stop at the current call was
				 * reported */
	bool stopped_in_call;	/* a job-control stop ended the call */
	uint64_t ipc_third;	/* for shmat by the i386 call ipc: address to
				 * which the kernel writes the result */
	struct patch patch;
	UT_hash_handle hh;
};

struct tracees {
	struct tracee *tasks;
	struct group *groups;
};

/* True if the kernel's rules allow this change of state. */
bool tracee_may(enum tracee_state from, enum tracee_state to);
/* Sets the state.  Aborts on a transition that is not in the table: a bug in
 * mmtop. */
void tracee_set_state(struct tracee *t, enum tracee_state to);
/* Called when t has passed its STOP_EXITING, or got the id of a task that has
 * passed its STOP_EXITING. */
void tracee_set_exiting(struct tracee *t, bool exiting);

struct tracee *tracee_find(const struct tracees *ts, pid_t tid);
/* Adds a task in state SEIZING, and its group if it is new. */
struct tracee *tracee_add(struct tracees *ts, pid_t tid, pid_t tgid);
/* Removes and frees t, and its group if t was the last task. */
void tracee_remove(struct tracees *ts, struct tracee *t);
/* Called for an exec by a thread that is not the leader: t gets the leader's
 * id.  If the leader is still in the table, it is removed first. */
void tracee_rename(struct tracees *ts, struct tracee *t, pid_t tid);
void tracee_move(struct tracees *ts, struct tracee *t, pid_t tgid);
struct group *group_find(const struct tracees *ts, pid_t tgid);
unsigned tracees_count(const struct tracees *ts);

#endif
