/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events of processes: start and exit, system calls, signals, and backtraces of
 * threads.
 */
#ifndef EVENT_KINDS_PROCESS_H
#define EVENT_KINDS_PROCESS_H

#include <stdint.h>

#include "event/field.h"

/* --- PROCESS ------------------------------------------------------------- */

/*
 * Start, exec or exit of a process or thread.  The pid and tid in the event's
 * head are those of the actor: the creator, or the task that exits.
 *
 *	op		enum process_op
 *	child		the new task
 *	child_pid	its process; equal to `child` for a new process
 *	argv		arguments, separated by NUL
 *	argv_cut	1 if argv was cut at 64 KiB
 *	start		start time in clock ticks since boot (/proc/PID/stat
 *			field 22) of `child`; for launch, attach and exec, of
 *			the process; 0: not known
 *	sp		stack pointer of the new thread; 0: not known
 *	ns_pid		number of the process in its own PID namespace, the last
 *			one in NSpid of /proc/PID/status; 0: the same number
 *
 * For an exec, `old_tid` is the thread that called it.
 *
 * For an exit, either `status` (0..255) or `signal` is set, and the other is
 * -1; both are -1 if the kind of exit was not recorded.  `core` is 1 if a core
 * was dumped.  `gone` is 1 if the whole process ended, 0 for one thread.
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
	PROCESS_SEEN,		/* the process did something, or now runs
				 * another program; only in system-wide mode */
	PROCESS_OPS
};

const char *process_op_name(uint64_t op);

/* --- TASK ---------------------------------------------------------------- */

/* The state of a thread.  `state` is the letter of /proc/TID/stat.  `in_call`
 * is the number of the system call that the thread is in; EV_UNKNOWN: none.
 * `sp` is 0 if it is not known. */
#define EV_TASK_FIELDS(F) \
	F(U, state) F(U, in_call) F(U, in_call_abi) F(U, sp) F(U, minflt) \
	F(U, majflt) F(B, comm)
struct ev_task { EV_TASK_FIELDS(EV_MEMBER) };

/* --- CALL ---------------------------------------------------------------- */

/*
 * A system call, or one phase of it.
 *
 *	abi		enum abi
 *	nr		the kernel's number of the call in that ABI
 *	call		the actual call, enum call_id of event/call.h;
 *			CALL_OTHER: not a memory call
 *	phase		enum call_phase
 *	args		normalized: the struct of old_mmap and the arguments of
 *			ipc(2) of i386 are unpacked
 *	result		the raw value; -1 with an error
 *	error		a positive errno; 0: no error
 *	restarted	1 if the call was interrupted and the kernel restarts
 *			it; `error` is then the restart code (512...), if known,
 *			and is not a failure
 *	path		file of the fd argument, or the string argument (execve,
 *			memfd_create); empty: none
 *	ip		address at which the program continues; 0: not known
 *
 * For process_madvise, if its arguments could be read:
 *
 *	ranges		struct page_range[]: the vector of the call
 *	of_pid		the process that the advice is for
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

/* A signal.  `code` is si_code, `value` is si_value, and `addr` is si_addr if
 * has_addr is 1.  The region is the one that contains addr (region_end 0: no
 * region).  `action` is an enum signal_action. */
#define EV_SIGNAL_FIELDS(F) \
	F(U, signal) F(I, code) F(I, sender) F(U, uid) F(U, value) \
	F(U, has_addr) F(U, addr) F(U, region_start) F(U, region_end) \
	F(B, region_name) F(U, action)
struct ev_signal { EV_SIGNAL_FIELDS(EV_MEMBER) };

enum signal_action {
	SIGNAL_DELIVERED,	/* delivered unchanged */
	SIGNAL_STOPPED,		/* group-stop: the process is stopped */
	SIGNAL_CONTINUED,	/* the process continues */
	SIGNAL_HELD,		/* mmtop holds the thread before delivery */
	SIGNAL_DROPPED,		/* never delivered: the signal is ignored,
				 * another of its kind is pending, or too many
				 * are pending */
};

const char *signal_action_name(uint64_t action);

/* --- STACK --------------------------------------------------------------- */

/*
 * Answers REQ_STACK: the backtrace of the thread in the event's head.  The
 * thread's registers were read took_ns before the time in the head.
 *
 *	why		enum stack_why; only STACK_TOLD and STACK_MOVED have
 *			frames
 *	error		a positive errno, for STACK_FAILED
 *	end		enum stack_end
 *	frames		struct stack_frame[], innermost first
 *	text		texts of the frames (event/stack.h)
 *	signal		not 0: the backtrace was not requested; this signal
 *			ended the thread there
 *	mapped		not 0: answers REQ_CALL_STACK: the stack at the return
 *			of the call that mapped memory at this address
 */
#define EV_STACK_FIELDS(F) \
	F(U, why) F(U, error) F(U, end) F(U, took_ns) F(B, frames) F(B, text) \
	F(U, signal) F(U, mapped)
struct ev_stack { EV_STACK_FIELDS(EV_MEMBER) };

enum stack_why {
	STACK_TOLD,
	STACK_RUNS,		/* the thread is running */
	STACK_LISTENS,		/* the thread is in a group-stop: its registers
				 * cannot be read */
	STACK_NO_TASK,		/* the thread is not traced, or no longer
				 * traced */
	STACK_NO_LIBRARY,		/* libdw is missing */
	STACK_MACHINE,		/* mmtop cannot unwind on this architecture */
	STACK_HUNG,		/* reading files or memory took too long */
	STACK_DIED,		/* the process that read the frames crashed */
	STACK_FAILED,		/* another failure; see `error` */
	STACK_MOVED,		/* the thread was resumed too early: the frames
				 * may be wrong */
	STACK_NOT_STORED,	/* no call that mapped the address is stored */
	STACK_WHYS
};
enum stack_end {
	STACK_END_WHOLE,	/* the last frame is the outermost one */
	STACK_END_LIMIT,	/* there are more frames than the limit */
	STACK_END_LOST,		/* the caller of the last frame is not known */
	STACK_END_SWAPPED,	/* the rest of the stack is in swap */
	STACK_ENDS
};
enum stack_flag {
	STACK_INLINE = 1,	/* inlined into the next frame */
	STACK_SIGNAL = 2	/* a signal handler returns to this frame */
};
/*
 * One frame.  Its texts follow those of the frame before in `text`: function,
 * module (the file at pc), file (source file), lines (source lines, each with
 * '\n').  The fields of these names are the lengths in bytes.
 */
struct stack_frame {
	uint64_t pc;
	uint64_t offset;	/* offset of pc from the start of function */
	uint32_t flags;		/* enum stack_flag */
	uint32_t line;		/* line number in the source; 0: not known */
	uint32_t first;		/* number of the first line in `lines` */
	uint32_t function, module, file, lines;
	uint32_t pad;
};
#define STACK_FRAMES_MAX 256

#endif
