/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One system call of ours, done by a task of the target's: nothing of its
 * memory is written, and its registers are what they were when it goes on.
 *
 * Where a call sleeps the kernel begins it again after a PTRACE_INTERRUPT, by
 * going back over the instruction.  That is the moment: at the entry of the
 * call that is begun again its number and first argument are exchanged, and at
 * the exit of ours the registers become what they were at the trap, when the
 * kernel still had to begin it again; so it does, as often as it is made to.
 * A signal that comes between finds them so too, and decides as ever whether
 * the call ends with EINTR; timeouts that the kernel keeps for a restart
 * (nanosleep, poll, futex) go on.  A task that is in no call is made to enter
 * pause(2), by an instruction of the vdso's, and goes on from there.
 *
 *	home	the registers at the trap
 *	wait	(only without a call) those at the instruction of the vdso
 *	away	the call's number is ours.  It would come back to an
 *		instruction that jumps to itself
 *
 * Who dies while it is not home is the guard's business (guard.h): the task
 * pauses or turns in place until it was put back.
 *
 *	inject_begin(s, t, INJECT_CLOSE, fd)	interrupts t
 *	   inject_stop(s, t, stop)		at each of its stops, first:
 *		trap			-> entry
 *		entry [, filter]	-> exit
 *		exit			-> trap
 *		trap			track_injected(s, result)
 *	anything else			it is home; begun again, or over
 *
 * If that fails at the entry of pause(2), only the number is changed, to no
 * call, and the registers are restored at the exit.  Restored at the entry,
 * they would make the kernel repeat the task's last call.
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
	INJECT_STOPPING,	/* an INTERRUPT is on its way */
	INJECT_ENTERING,	/* to the entry of a call */
	INJECT_DOING,		/* ours, to its exit */
	INJECT_SKIPPING,	/* no call: it failed at the entry of pause(2) */
	INJECT_HOME,		/* put back, to the trap */
};

struct inject {
	pid_t tid;
	enum inject_phase phase;
	enum arch_injected call;
	uint64_t arg;
	int64_t result;
	struct arch_place place;
	struct user_regs_struct home;
	bool waits;		/* made to enter a call that waits */
	struct guard guard;
};

/* place and guard are set.  */
void inject_begin(struct tracer *s, struct tracee *t, enum arch_injected call,
		  uint64_t arg);
/* A stop of a task: true when it was resumed here. */
bool inject_stop(struct tracer *s, struct tracee *t, const struct stop *stop);
/* After a stop of that task that was dealt with elsewhere. */
void inject_again(struct tracer *s, pid_t tid);
/* No task stopped yet: nothing is asked of it any more. */
void inject_forget(struct tracer *s);

#endif
