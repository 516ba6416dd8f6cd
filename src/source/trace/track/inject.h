/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Injects a system call into a task of the target.  The target's memory is not
 * written, and its registers are unchanged when the task continues.
 *
 * After a PTRACE_INTERRUPT, the kernel restarts a sleeping call: it sets the
 * task back to the call's instruction.  mmtop uses that restart.  At the entry
 * of the restarted call it replaces the number and the first argument.  At the
 * exit of the injected call it restores the registers of the trap, which came
 * before the restart of the program's call.  So the kernel restarts the
 * program's call after each injected call.  A signal that arrives in between
 * finds the registers of the trap, too, and ends the call with EINTR, or not,
 * as usual.  Timeouts that the kernel stores for a restart (nanosleep, poll,
 * futex) continue.  If a task is not in a call, mmtop makes it enter pause(2),
 * by an instruction of the vdso, and injects from there.  The registers are in
 * one of three states:
 *
 *	home	as at the trap
 *	wait	(only without a call) at the instruction of the vdso
 *	away	the call's number is the injected one.  The call would return
 *		to an instruction that jumps to itself
 *
 * If mmtop dies while the registers are not home, the guard restores them
 * (guard.h); until then the task pauses or spins in place.
 *
 *	inject_begin(s, t, INJECT_CLOSE, fd)	interrupts t
 *	   inject_stop(s, t, stop)		at each of its stops, first:
 *		trap			-> entry
 *		entry [, filter]	-> exit
 *		exit			-> trap
 *		trap			track_injected(s, result)
 *	at any other stop, the registers are home: starts over, or ends
 *
 * If the injection fails at the entry of pause(2), mmtop changes the call's
 * number to no call, and restores the registers at the exit.  If it restored
 * them at the entry, the kernel would repeat the task's last call.
 */
#ifndef SOURCE_TRACE_TRACK_INJECT_H
#define SOURCE_TRACE_TRACK_INJECT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "source/trace/core/arch.h"
#include "source/trace/keep/guard.h"
#include "source/trace/core/stop.h"

struct tracer;
struct tracee;

enum inject_phase {
	INJECT_IDLE,
	INJECT_STOPPING,	/* an INTERRUPT is pending */
	INJECT_ENTERING,	/* runs to the entry of a call */
	INJECT_DOING,		/* runs the injected call to its exit */
	INJECT_SKIPPING,	/* runs to the exit of no call, since the
				 * injection failed at the entry of pause(2) */
	INJECT_HOME,		/* registers are restored; runs to the trap */
};

struct inject {
	pid_t tid;
	enum inject_phase phase;
	enum arch_injected call;
	uint64_t arg;
	int64_t result;
	struct arch_place place;
	struct user_regs_struct home;
	bool waits;		/* mmtop made the task enter pause(2) */
	struct guard guard;
};

/* Requires that `place` is filled in and `guard` is started. */
void inject_begin(struct tracer *s, struct tracee *t, enum arch_injected call,
		  uint64_t arg);
/* Called first at each stop of a task; returns true if it has resumed the
 * task. */
bool inject_stop(struct tracer *s, struct tracee *t, const struct stop *stop);
/* Interrupts task `tid` again, after a stop that another function handled. */
void inject_again(struct tracer *s, pid_t tid);
/* Drops the injected call, because its task has not stopped yet or has new
 * memory. */
void inject_forget(struct tracer *s);

#endif
