/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events of the session: the state of the engine, state and cost of the
 * sources, and losses.
 */
#ifndef EVENT_KINDS_SESSION_H
#define EVENT_KINDS_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "event/field.h"

/* --- START --------------------------------------------------------------- */

/*
 * The session starts.
 *
 *	sources		"name=on\0name=reason\0"
 *	clock_ns	CLOCK_REALTIME when time_ns is 0; 0: not known
 *	utc_offset	local time minus UTC, in seconds
 */
#define EV_START_FIELDS(F) \
	F(B, version) F(B, command) F(B, kernel) F(B, machine) \
	F(U, page_size) F(B, sources) F(B, host) F(U, clock_ns) \
	F(I, utc_offset)
struct ev_start { EV_START_FIELDS(EV_MEMBER) };

/* --- SOURCE -------------------------------------------------------------- */

/* The state of a source; sent again at each change.  `state` is an enum
 * source_state; `why` is an enum source_why, which defines the meaning of
 * `value`.  `missed` is the number of tasks that the source does not cover.
 * For the trace ring while it is on, `value` is an enum ring_way. */
#define EV_SOURCE_FIELDS(F) \
	F(B, name) F(U, state) F(U, why) F(I, value) F(U, missed)
struct ev_source { EV_SOURCE_FIELDS(EV_MEMBER) };

enum source_state { SOURCE_OFF, SOURCE_ON, SOURCE_REFUSED, SOURCE_STATES };
enum source_why {
	WHY_NONE,
	WHY_OPTION,		/* the user gave --no-perf */
	WHY_NO_KERNEL,		/* the kernel has no perf events; value:
				 * errno */
	WHY_PARANOID,		/* value: kernel.perf_event_paranoid */
	WHY_SECCOMP,		/* perf_event_open() is refused although
				 * perf_event_paranoid allows it; value:
				 * errno */
	WHY_MLOCK,		/* not enough memory may be locked for the perf
				 * rings; value: kernel.perf_event_mlock_kb */
	WHY_USER_ONLY,		/* on, but without faults of kernel code; value:
				 * kernel.perf_event_paranoid */
	WHY_DESCRIPTORS,	/* too many open descriptors; value: the
				 * limit */
	WHY_UNASKED,		/* --ftrace was not given */
	WHY_NO_TRACEFS,		/* the kernel has no tracefs */
	WHY_NOT_MOUNTED,	/* tracefs is not mounted */
	WHY_ROOT,		/* the source needs root */
	WHY_PID_NAMESPACE,	/* mmtop is not in the initial PID namespace */
	WHY_NO_EVENTS,		/* tracefs has no events for system calls */
	WHY_TRACEFS_REFUSED,	/* access to tracefs was refused; value:
				 * errno */
	WHY_NO_LIBTRACEFS,	/* libtracefs is missing */
	WHY_SWITCHED_OFF,	/* another program turned the ring off */
	WHY_RESOURCES,		/* out of files or memory; value: errno */
	WHYS
};

/* --- COST ---------------------------------------------------------------- */

/*
 * CPU time that each source has used since the last COST event, with the
 * processing of its events, in millionths of one CPU.
 *
 *	perf_fill	highest fill level of perf's rings, per mille;
 *			EV_UNKNOWN: no ring
 *	heap_records	total number of records read from the preload library
 */
#define EV_COST_FIELDS(F) \
	F(U, ptrace) F(U, perf) F(U, ring) F(U, maps) F(U, output) \
	F(U, perf_fill) F(U, heap) F(U, heap_records)
struct ev_cost { EV_COST_FIELDS(EV_MEMBER) };

/* --- RING ---------------------------------------------------------------- */

/*
 * The kernel's trace ring of one CPU.  EV_UNKNOWN: not known.
 *
 *	unread		events in the ring; this and the next two are the
 *			kernel's counters
 *	overrun		events that were overwritten before they were read
 *	read		events read by mmtop or by another reader
 *	others		events that another reader took
 *	subbufs		number of sub-buffers of subbuf_size bytes each
 *	fill		highest fill level since the last RING event, per mille
 *	reader		while the ring is mapped: index of the sub-buffer that
 *			mmtop reads
 *	reader_at	place of that sub-buffer in the mapping
 *	way		enum ring_way
 */
#define EV_RING_FIELDS(F) \
	F(U, cpu) F(U, way) F(U, unread) F(U, overrun) F(U, read) \
	F(U, others) F(U, subbufs) F(U, subbuf_size) F(U, fill) \
	F(U, reader) F(U, reader_at)
struct ev_ring { EV_RING_FIELDS(EV_MEMBER) };

/* How mmtop reads the trace ring: mapped, or as copies. */
enum ring_way { RING_MAPPED, RING_READ, RING_WAYS };

/* --- STATUS -------------------------------------------------------------- */

/*
 * The state of the engine and of the traced program.
 *
 *	state		enum target_state
 *	level		enum level
 *	origin		1: mmtop launched the program; 0: mmtop attached to it
 *	held_tid	thread whose stop caused the hold; 0: none
 *	held_phase	where that thread is held.  PHASE_ENTER: before its
 *			newest call; PHASE_EXIT: after it; PHASE_WHOLE:
 *			elsewhere
 *	held		number of stopped tasks
 *	waits_on	tid that a blocked step waits for; -1: not known; 0: the
 *			step is not blocked
 *	steps		number of stops of the step in progress; 0: there is
 *			none
 *	step		number of the stop to which it runs, from 1 on
 *	until		1 while a process runs until it enters a chosen call
 *	stops		number of stops; in TARGET_CAPTURE, number of frames
 *	own_cpu		CPU use of mmtop, per mille of one CPU
 *	own_rss		memory of mmtop, bytes
 *	exit_...	valid in TARGET_ENDED
 *	filter		1 while a tree with seccomp filters is traced, or its
 *			filters are kept working after a detach
 *	keeper		1 if the engine still resumes filtered calls of the
 *			detached program
 *	pinned		1 while the engine is bound to one CPU
 *	untraced	number of children that are not traced
 */
#define EV_STATUS_FIELDS(F) \
	F(U, state) F(U, level) F(U, origin) F(I, main_pid) F(I, held_tid) \
	F(U, held_phase) F(U, held) F(U, tasks) F(I, waits_on) F(U, stops) \
	F(U, stop_total_ns) F(U, worst_stop_ns) F(U, lost) F(U, own_cpu) \
	F(U, own_rss) F(I, exit_status) F(I, exit_signal) F(U, exit_core) \
	F(U, filter) F(U, keeper) F(U, pinned) F(U, untraced) F(U, step) \
	F(U, steps) F(U, until)
struct ev_status { EV_STATUS_FIELDS(EV_MEMBER) };

enum target_state {
	TARGET_STARTING, TARGET_RUN, TARGET_HELD, TARGET_STOPPED,
	TARGET_DETACHED, TARGET_ENDED,
	TARGET_EVERYBODY,	/* mmtop shows all processes of the system, at
				 * level watch */
	TARGET_CAPTURE,		/* there is no process: mmtop shows a capture
				 * file */
	TARGET_STATES
};
enum level { LEVEL_WATCH, LEVEL_CALLS, LEVEL_STEP };

const char *level_name(uint64_t level);
/* True if any value differs, except mmtop's overhead and its stop counts. */
bool status_is_news(const struct ev_status *was, const struct ev_status *is);

/* --- OUTPUT -------------------------------------------------------------- */

/* One row of the emulated terminal on which the program writes.  `cells` is a
 * struct output_cell[cols]. */
#define EV_OUTPUT_FIELDS(F) \
	F(U, rows) F(U, cols) F(U, row) F(U, cursor_row) F(U, cursor_col) \
	F(U, cursor_shown) F(B, cells)
struct ev_output { EV_OUTPUT_FIELDS(EV_MEMBER) };

/* One cell of the program's terminal.  `chars` has code points and ends with 0
 * unless all three are used; if the first is 0, the cell is blank.  A `width`
 * of 0 means the right half of the wide cell before.  `fg` and `bg` are colors
 * of the xterm palette, 0..255; -1: default. */
enum output_attr { OUT_BOLD = 1, OUT_UNDERLINE = 2, OUT_REVERSE = 4 };
struct output_cell {
	uint32_t chars[3];
	int16_t fg, bg;
	uint8_t width, attrs, pad[2];
};

/* --- NOTE ---------------------------------------------------------------- */

/* A message for the user.  `id` is an enum note_id, which defines the meaning
 * of a, b and text. */
#define EV_NOTE_FIELDS(F) F(U, id) F(U, severity) F(I, a) F(I, b) F(B, text)
struct ev_note { EV_NOTE_FIELDS(EV_MEMBER) };

enum severity { SEV_NOTE, SEV_WARN, SEV_ERROR };
/* For each note, the meaning of a, b and text. */
enum note_id {
	NOTE_ATTACH_FAILED,	/* a: pid, b: enum refusal_why, text: detail of
				 * the refusal */
	NOTE_LOG_FAILED,	/* b: errno, text: the log file; nothing more is
				 * written to it */
	NOTE_NO_TASK,		/* a: tid, which does not exist or has exited */
	NOTE_STEP_BLOCKED,	/* a: stepped tid, b: tid that its call waits
				 * for; -1: not known */
	NOTE_STEP_RETURNED,	/* a: stepped tid; its blocked call has
				 * returned */
	NOTE_SETUID,		/* a: pid, text: the executable; its exec
				 * dropped privileges */
	NOTE_UNREADABLE,	/* a: pid, b: errno, text: the file that cannot
				 * be read */
	NOTE_DETACHED,		/* a: pid, b: number of detached tasks */
	NOTE_REFUSED_STATE,	/* a: pid; the request is not possible in the
				 * present state */
	NOTE_REPAIRED,		/* a: tid, b: number of the call, text: its
				 * name; an EINTR that attaching had caused was
				 * hidden from the program */
	NOTE_KEEPER,		/* a: pid, b: pid of the keeper process, which
				 * resumes filtered calls of the detached
				 * program */
	NOTE_NO_FILTER,		/* a: pid or 0, b: enum no_filter_why, text:
				 * the program, or the reason that the system
				 * gave */
	NOTE_STRICT,		/* a: pid; the process requested strict seccomp
				 * mode, which a filtered program cannot have */
	NOTE_OWN_FILTER,	/* a: pid; the process's own seccomp filter may
				 * hide calls that it does not simply allow */
	NOTE_UNTRACED,		/* a: pid of the child, b: pid of the parent;
				 * the child was created with CLONE_UNTRACED and
				 * is not traced */
	NOTE_READER,		/* a: pid, text: the file; reading it hung and
				 * was cancelled */
	NOTE_UNMARKED,		/* a: pid, b: number of the call, text: its
				 * name; CLONE_UNTRACED was removed from its
				 * flags */
	NOTE_CAPTURE_LIMIT,	/* a: pid, b: bytes, text: the region; only
				 * these bytes of the region are captured */
	NOTE_CAPTURE_FILTER,	/* a: 1 if mmap_filter is no longer called;
				 * text: the error in mmap_filter, as part of a
				 * sentence */
	NOTE_CAPTURE_PAST,	/* a: pid, b: address, text: the region; the
				 * chosen window lies beyond the end of the
				 * region */
	NOTE_CAPTURE_FAILED,	/* text: clause with the reason why nothing, or
				 * nothing more, is captured */
	NOTE_CAPTURE_SLOW,	/* mmap_filter has used up its share of time:
				 * regions are now captured only after
				 * mmap_filter has answered */
	NOTE_NO_HEAP,		/* a: pid, b: enum no_heap_why, text: the
				 * program; its allocations are not known */
	NOTE_ATTACH_PENDING,	/* a: pid, text: name of the process; it is
				 * frozen, and mmtop attaches when it thaws */
	NOTE_STOP_PENDING,	/* a: pid, b: thread that cannot be stopped,
				 * text: where it sleeps; b is 0 if the process
				 * is frozen */
	NOTE_DETACH_PENDING,	/* as NOTE_STOP_PENDING, for a detach */
	NOTE_TRACK_WATCH,	/* a: pid; its writes are tracked at level
				 * watch, so an mremap of the process may
				 * fail */
	NOTE_RING_OFF,		/* another program turned mmtop's trace ring
				 * off: calls are missing from now on */
	NOTE_DEBUGGER,		/* a: pid of a debugger, text: its name, b:
				 * thread that it cannot trace because mmtop
				 * traces it */
	/* a: pid, killed by the OOM killer; text: what ran out of memory:
	 * "machine", "cpuset", "mempolicy", "cgroup" or the cgroup's path; b:
	 * the exceeded limit, 0: not known */
	NOTE_OOM,
	NOTE_OOM_MAYBE,		/* a: pid, killed by SIGKILL; the OOM killer
				 * killed a process, perhaps this one */
	NOTE_SIGNALLED,		/* a: pid, b: signal that mmtop sent */
	NOTE_NOT_SIGNALLED,	/* a: pid, b: errno, text: the signal, which
				 * could not be sent */
	NOTES
};
/* Why the heap of a program is not known. */
enum no_heap_why {
	NO_HEAP_STATIC = 1,	/* the program is statically linked */
	NO_HEAP_LOADER,		/* the program uses another C library than
				 * glibc */
	NO_HEAP_MACHINE,	/* the program is 32-bit or for another
				 * architecture */
	NO_HEAP_SANITIZER,	/* the runtime of the program's sanitizer must
				 * be loaded first */
	NO_HEAP_SECURE,		/* the program has extra privileges, for example
				 * by setuid */
	NO_HEAP_ENVIRONMENT,	/* the program's environment has no
				 * LD_PRELOAD */
	NO_HEAP_HIDDEN,		/* the library cannot be found below the
				 * program's root directory */
	NO_HEAP_LIBRARY,	/* the program did not load the library, or
				 * could not open mmtop's shared memory */
	NO_HEAP_ALLOCATOR,	/* the program uses an allocator of its own */
	NO_HEAP_UNREADABLE,	/* the program's user has no permission to read
				 * the library */
	NO_HEAP_WHYS
};
const char *no_heap_name(uint64_t why);
/* Why a launched program was started without a seccomp filter. */
enum no_filter_why {
	NO_FILTER_SETUID = 1,	/* with a filter, the program would lose the
				 * privileges of its file */
	NO_FILTER_KERNEL,	/* the kernel does not support filters; see
				 * `text` */
	NO_FILTER_LIBRARY,	/* libseccomp is missing */
	NO_FILTER_STRICT,	/* mmtop runs in a seccomp sandbox, which would
				 * answer in place of the tracer */
	NO_FILTER_CPU_LIMIT,	/* a hard CPU time limit may kill mmtop, and a
				 * filtered program would end with it */
};

/* --- SNAPSHOT ------------------------------------------------------------ */

/*
 * Marks the start or the end of a snapshot, in which the engine sends the
 * current state again.  `op` is an enum snapshot_op.
 *
 * After BEGIN, the engine sends each existing process and thread again: a
 * PROCESS event with SYNTHETIC and AGAIN, then the CALL that the thread is in,
 * if that call was reported before.  A STATUS follows.  A process or thread
 * that was not sent before END has exited.
 *
 * After END, the regions of each process follow as REGION events with ADD and
 * AGAIN, up to the REGION_SYNC of the process.  A region that was not sent by
 * then is unmapped.
 *
 * New events may come in between.  If events are lost on the link to the screen
 * before the snapshot is complete, another snapshot follows.
 */
#define EV_SNAPSHOT_FIELDS(F) F(U, op)
struct ev_snapshot { EV_SNAPSHOT_FIELDS(EV_MEMBER) };

enum snapshot_op { SNAPSHOT_BEGIN, SNAPSHOT_END };

/* --- LOST ---------------------------------------------------------------- */

#define EV_LOST_FIELDS(F) F(B, source) F(U, count)
struct ev_lost { EV_LOST_FIELDS(EV_MEMBER) };

/* --- END ----------------------------------------------------------------- */

#define EV_END_FIELDS(F) \
	F(U, events) F(U, lost) F(U, duration_ns) F(U, worst_stop_ns)
struct ev_end { EV_END_FIELDS(EV_MEMBER) };

#define EV_END_LOGGED(P) P(events) P(lost) P(duration_ns) P(worst_stop_ns)

#endif
