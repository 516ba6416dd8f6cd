/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The traced tasks and the processes they make up.
 *
 * Every task the kernel may report is in the table, from the moment that it
 * is seized or announced until its exit is waited for.  A state says what
 * requests the kernel will take; tracee_set_state() allows only the
 * transitions of its table.
 *
 *	SEIZING	  announced (by its creator's event or PTRACE_SEIZE), has not
 *		  reported yet
 *	RUNNING	  resumed; only PTRACE_INTERRUPT is allowed
 *	STOPPED	  in a stop that was waited for and is held; requests allowed
 *	GROUP_STOP  listening in a group-stop: INTERRUPT allowed, nothing else
 *	PARKED	  stopped for the first time, its creator not known yet
 *	GONE	  reaped or let go; freed next
 */
#ifndef SOURCE_TRACE_CORE_TRACEE_H
#define SOURCE_TRACE_CORE_TRACEE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/types.h>

/* What it does by itself is exit(). */
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

/* Who can change the memory of a process (alone.c). */
enum group_memory {
	MEMORY_UNKNOWN,		/* it was there before, or comes of such a one */
	MEMORY_SHARED,		/* another process, too */
	MEMORY_ALONE
};

/* A process of the tree. */
struct group {
	pid_t tgid;
	uint64_t start;		/* clock ticks; identity with tgid */
	pid_t ns_pid;		/* in its own PID namespace, 0: the same, -1:
				 * not asked for yet */
	unsigned tasks;		/* in the table */
	unsigned exiting;	/* of them: tracee_set_exiting() */
	bool root;		/* launched or asked for with -p */
	bool seized;		/* it was there before; else its threads are
				 * traced from their first moment */
	bool stopped;		/* a group-stop was told */
	bool told_strict, told_filter;	/* of its own seccomp */
	bool told_foreign;	/* reported: another tracer has a thread */
	bool told_debugger;	/* reported: it cannot trace */
	bool told_stop, told_detach;	/* reported: a task cannot stop */
	bool has_children;	/* detaching: some thread has */
	bool exiting_seen;	/* its memory was looked at for the last time */
	enum track_state track;	/* of its written pages */
	uint64_t placeless_ns, place_next_ns; /* no code for a call of ours was
				 * found since, and is looked for next */
	pid_t borrows;		/* the process whose memory it shares until its
				 * exec, 0: none */
	enum group_memory memory;
	UT_hash_handle hh;
};

/* What a clone was entered with, where CLONE_UNTRACED was taken out of it: to
 * be put back at its exit, and in the child. */
struct patch {
	enum { PATCH_NONE, PATCH_REGISTER, PATCH_WORD } where;
	bool passed_on;		/* the child is known, and has it too: */
	bool in_child;		/* where it is put back at the first stop */
	uint64_t addr, value;
};

struct tracee {
	pid_t tid;
	struct group *group;
	enum tracee_state state;
	struct stop held;	/* STOPPED, standing: the stop it is held at */
	uint64_t parked_ns;	/* PARKED: since then */
	bool standing;		/* detaching: at the stop `held`, until the
				 * others of its process stop */
	uint64_t standing_ns;	/* since then */
	int owed, owed_sig;	/* a request that failed, 0 none */
	int inject;		/* STOPPED: signal to pass on when resumed */
	bool interrupted;	/* an INTERRUPT is on its way */
	bool wanted;		/* it is to stop in a later wave */
	uint64_t asked_ns;	/* when the last INTERRUPT was sent */
	uint64_t ran_ns;	/* it was not stopped at that time */
	uint64_t stop_ns;	/* its stop came after that; 0: it runs */
	bool faulted;		/* this signal comes again by itself */
	bool asked;		/* it was when this stop came */
	bool entering;		/* this stop is the entry of a call */
	char letter;		/* its state in /proc when it was announced */
	bool repeated;		/* its call is repeated: it failed because
				 * of mmtop */
	bool forking;		/* may be making a child since before it was
				 * attached to */
	uint64_t forked_until;	/* that begins by then (in clock ticks) */
	bool announced;		/* its THREAD, FORK.. event was emitted */
	bool making;		/* it is in clone or clone3, as the filter said */
	bool by_creator;	/* its creator, and how it was made, are known */
	pid_t creator_pid, creator_tid;
	enum stop_kind made_by;	/* STOP_FORK, STOP_VFORK, STOP_CLONE */
	bool exec_untold;	/* came by an exec that is told at its next stop */
	bool exiting;		/* passed its STOP_EXITING */
	int last_words;		/* then: the wait status it told there */

	/* What was asked to know of this stop; for who asks first. */
	bool glanced;
	struct __ptrace_syscall_info glance;

	/* The system call it is in, as its entry stop told. */
	bool in_call;
	bool entry_known;	/* call below is filled in */
	bool blind_exit;	/* at the exit of a call whose entry was not
				 * seen: nothing to show, no step ends here */
	bool call_reported;	/* its PHASE_ENTER was emitted */
	uint64_t entry_ns;
	uint64_t raw_nr, raw_args[6];	/* as the registers had them */
	struct ev_call call;	/* its bytes are path's and ranges' */
	struct str path, ranges;
	struct limit limit;	/* of that call, once it was interrupted */
	unsigned calls_seen;	/* how many of its next calls stop it at every
				 * level (repair.c) */
	bool calls_stop;	/* it was resumed with PTRACE_SYSCALL */
	bool repaired;		/* its call restarts because of repair.c */
	bool stop_shown;	/* its stop at a call is reported */
	bool stopped_in_call;	/* a stop by job control ended the call */
	uint64_t ipc_third;	/* i386 ipc shmat: where the address goes */
	struct patch patch;
	UT_hash_handle hh;
};

struct tracees {
	struct tracee *tasks;
	struct group *groups;
};

/* Whether the kernel's rules allow that change (the table above). */
bool tracee_may(enum tracee_state from, enum tracee_state to);
/* Aborts on a transition that the table does not have: our defect. */
void tracee_set_state(struct tracee *t, enum tracee_state to);
/* It passed its STOP_EXITING, or has the id of one that did. */
void tracee_set_exiting(struct tracee *t, bool exiting);

struct tracee *tracee_find(const struct tracees *ts, pid_t tid);
/* Adds a task in state SEIZING; the group is made when there is none. */
struct tracee *tracee_add(struct tracees *ts, pid_t tid, pid_t tgid);
/* Takes it out and frees it; the group goes with its last task. */
void tracee_remove(struct tracees *ts, struct tracee *t);
/* exec by a thread that is not the leader: t gets the leader's id; a leader
 * still in the table is removed first. */
void tracee_rename(struct tracees *ts, struct tracee *t, pid_t tid);
void tracee_move(struct tracees *ts, struct tracee *t, pid_t tgid);
struct group *group_find(const struct tracees *ts, pid_t tgid);
unsigned tracees_count(const struct tracees *ts);

#endif
