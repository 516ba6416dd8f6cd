/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events of what processes do: they come and go, call the kernel, get signals;
 * and how a thread came to where it stands.
 */
#ifndef EVENT_KINDS_PROCESS_H
#define EVENT_KINDS_PROCESS_H

#include <stdint.h>

#include "event/field.h"

/* --- PROCESS ------------------------------------------------------------- */

/*
 * op: enum process_op.  The head's pid/tid is who did it (the creator, the
 * one that exits), child the new task; child_pid its process (equal to child
 * for a new process).  argv is NUL-separated; argv_cut: 1 if it was cut at
 * 64 KiB.  start is the start time in
 * clock ticks since boot (/proc/PID/stat field 22) of child, or of the
 * process for launch, attach and exec; 0 unknown.  sp: the new thread's stack
 * pointer, 0 unknown.  ns_pid: a process's number in its own PID namespace,
 * the last of /proc/PID/status's NSpid, 0 when that is the same one.  exec:
 * old_tid is the thread that called it.
 * exit: exactly one of status (0..255) and signal, the other -1, as both are
 * where neither was recorded; core is 0 or 1; gone is 1
 * when the whole process ended, 0 when one of its threads did.
 */
#define EV_PROCESS_FIELDS(F) \
	F(U, op) F(I, child) F(I, child_pid) F(I, ppid) F(U, start) F(U, sp) \
	F(I, old_tid) F(I, status) F(I, signal) F(U, core) F(U, gone) \
	F(B, comm) F(B, exe) F(B, argv) F(I, ns_pid) F(U, argv_cut)
struct ev_process { EV_PROCESS_FIELDS(EV_MEMBER) };

enum process_op {
	PROCESS_LAUNCH, PROCESS_ATTACH, PROCESS_THREAD, PROCESS_FORK,
	PROCESS_VFORK, PROCESS_CLONE, PROCESS_EXEC, PROCESS_EXIT,
	PROCESS_DETACH,
	PROCESS_SEEN,		/* it did something, or runs another program;
				 * where everybody is watched */
	PROCESS_OPS
};

const char *process_op_name(uint64_t op);

/* --- TASK ---------------------------------------------------------------- */

/* state: the letter of /proc/TID/stat; in_call: the number of the system call
 * it sits in, EV_UNKNOWN when it runs; sp: 0 unknown. */
#define EV_TASK_FIELDS(F) \
	F(U, state) F(U, in_call) F(U, in_call_abi) F(U, sp) F(U, minflt) \
	F(U, majflt) F(B, comm)
struct ev_task { EV_TASK_FIELDS(EV_MEMBER) };

/* --- CALL ---------------------------------------------------------------- */

/*
 * abi: enum abi; nr: the kernel's number in that abi; phase: enum call_phase.
 * args are normalised (old_mmap's struct and i386's ipc are unpacked: call
 * gives what it really is, enum call_id of event/call.h, CALL_OTHER for those
 * that are no memory calls).  error: a positive errno, 0 for none; result is
 * the raw value (-1 with error set).  path: the file of the fd argument, or
 * the string argument (execve, memfd_create), empty when there is none.
 * restarted: 1 when the call was interrupted and goes on by itself; error is
 * then the kernel's restart code (512...), where it is known, and no failure.
 * ip: the address at which the program continues after the call, 0 unknown.
 * Of process_madvise, where they could be read: ranges: struct page_range[],
 * what its vector has; of_pid: the process that it is about.
 */
#define EV_CALL_FIELDS(F) \
	F(U, abi) F(U, nr) F(U, call) F(U, phase) F(A, args) F(I, result) \
	F(U, error) F(U, restarted) F(U, duration_ns) F(B, path) \
	F(B, ranges) F(I, of_pid) F(U, ip)
struct ev_call { EV_CALL_FIELDS(EV_MEMBER) };

enum abi { ABI_X86_64, ABI_I386, ABI_X32, ABI_AARCH64, ABIS };
enum call_phase { PHASE_WHOLE, PHASE_ENTER, PHASE_EXIT };

const char *abi_name(uint64_t abi);

/* --- SIGNAL -------------------------------------------------------------- */

/* code: si_code; value: si_value; addr: si_addr when has_addr.  The region
 * is that of addr, if any (region_end 0: none).  action: enum
 * signal_action. */
#define EV_SIGNAL_FIELDS(F) \
	F(U, signal) F(I, code) F(I, sender) F(U, uid) F(U, value) \
	F(U, has_addr) F(U, addr) F(U, region_start) F(U, region_end) \
	F(B, region_name) F(U, action)
struct ev_signal { EV_SIGNAL_FIELDS(EV_MEMBER) };

enum signal_action {
	SIGNAL_DELIVERED,	/* passed on unchanged */
	SIGNAL_STOPPED,		/* group-stop: the process stands still */
	SIGNAL_CONTINUED,	/* and goes on again */
	SIGNAL_HELD,		/* mmtop holds the thread before delivery */
	SIGNAL_DROPPED,		/* it was sent and never comes: it is ignored, one
				 * of its kind waits already, or too many do */
};

const char *signal_action_name(uint64_t action);

/* --- STACK --------------------------------------------------------------- */

/*
 * Answers REQ_STACK: how the thread, which the head names, came to where it
 * stands; time is when its registers were read.  why: enum stack_why; unless it
 * is STACK_TOLD, or STACK_MOVED, there are no frames.  error: a positive errno,
 * of STACK_FAILED.  end: enum stack_end.  frames: struct stack_frame[], the
 * innermost first; text: theirs (event/stack.h).  took_ns: from the request on.
 * signal: nobody asked; that one ended the thread there.
 */
#define EV_STACK_FIELDS(F) \
	F(U, why) F(U, error) F(U, end) F(U, took_ns) F(B, frames) F(B, text) \
	F(U, signal)
struct ev_stack { EV_STACK_FIELDS(EV_MEMBER) };

enum stack_why {
	STACK_TOLD,
	STACK_RUNS,		/* it does not stand still */
	STACK_LISTENS,		/* in a group-stop, where nobody can ask */
	STACK_NO_TASK,		/* it is not traced (any more) */
	STACK_NO_LIBRARY,		/* libdw is missing */
	STACK_MACHINE,		/* of a kind that cannot be unwound here */
	STACK_HUNG,		/* its files or memory took too long */
	STACK_DIED,		/* who read them died of them */
	STACK_FAILED,		/* error says why */
	STACK_MOVED,		/* it went on before that was done: what was
				 * read may be wrong */
	STACK_WHYS
};
enum stack_end {
	STACK_END_WHOLE,	/* the last frame is the first one ever */
	STACK_END_LIMIT,	/* there are more frames */
	STACK_END_LOST,		/* nothing tells who called the last one */
	STACK_END_SWAPPED,	/* the stack goes on in a page that is in swap */
	STACK_ENDS
};
enum stack_flag {
	STACK_INLINE = 1,	/* inlined into the frame that follows */
	STACK_SIGNAL = 2	/* what a handler returns to */
};
/*
 * One frame, all of it little pieces of text that follow each other in `text`,
 * frame after frame, in this order, so many bytes each: function, module (the
 * file that pc lies in), file (of the source), lines (of it, '\n' after each).
 */
struct stack_frame {
	uint64_t pc;
	uint64_t offset;	/* of pc in function */
	uint32_t flags;		/* enum stack_flag */
	uint32_t line;		/* of the source, 0: not known */
	uint32_t first;		/* number of the first of lines */
	uint32_t function, module, file, lines;
	uint32_t pad;
};
#define STACK_FRAMES_MAX 256

#endif
