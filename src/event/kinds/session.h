/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events of the session: what mmtop itself does with what it watches, what its
 * sources cost and why one tells nothing, and what was lost.
 */
#ifndef EVENT_KINDS_SESSION_H
#define EVENT_KINDS_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "event/field.h"

/* --- START --------------------------------------------------------------- */

/*
 * sources: "name=on\0name=reason\0".  clock_ns: CLOCK_REALTIME when time_ns was
 * 0; 0 unknown.  utc_offset: local time minus UTC, in seconds.
 */
#define EV_START_FIELDS(F) \
	F(B, version) F(B, command) F(B, kernel) F(B, machine) \
	F(U, page_size) F(B, sources) F(B, host) F(U, clock_ns) \
	F(I, utc_offset)
struct ev_start { EV_START_FIELDS(EV_MEMBER) };

/* --- SOURCE -------------------------------------------------------------- */

/* state: enum source_state; why: enum source_why, which says what value is.
 * missed: tasks that it cannot tell of.  Told again whenever it changes.  Of the
 * ring, when it is on, value is an enum ring_way. */
#define EV_SOURCE_FIELDS(F) \
	F(B, name) F(U, state) F(U, why) F(I, value) F(U, missed)
struct ev_source { EV_SOURCE_FIELDS(EV_MEMBER) };

enum source_state { SOURCE_OFF, SOURCE_ON, SOURCE_REFUSED, SOURCE_STATES };
enum source_why {
	WHY_NONE,
	WHY_OPTION,		/* the user said --no-perf */
	WHY_NO_KERNEL,		/* the kernel has none; value: errno */
	WHY_PARANOID,		/* value: kernel.perf_event_paranoid */
	WHY_SECCOMP,		/* refused all the same; value: errno */
	WHY_MLOCK,		/* no memory may be locked for its rings;
				 * value: kernel.perf_event_mlock_kb */
	WHY_USER_ONLY,		/* on, but what the kernel touches for a
				 * program is not told; value: as PARANOID */
	WHY_DESCRIPTORS,	/* no more may be open; value: how many */
	WHY_UNASKED,		/* nobody said --ftrace */
	WHY_NO_TRACEFS,		/* the kernel has none */
	WHY_NOT_MOUNTED,	/* tracefs is mounted nowhere */
	WHY_ROOT,		/* only root may */
	WHY_PID_NAMESPACE,	/* not in the first one */
	WHY_NO_EVENTS,		/* no events of system calls */
	WHY_TRACEFS_REFUSED,	/* tracefs refuses; value: errno */
	WHY_NO_LIBTRACEFS,	/* it is missing */
	WHY_SWITCHED_OFF,	/* another program switched the ring off */
	WHY_RESOURCES,		/* files or memory ran out; value: errno */
	WHYS
};

/* --- COST ---------------------------------------------------------------- */

/*
 * What the sources cost since the last COST: CPU time, with what came of their
 * events, in millionths of one CPU.  perf_fill: how full the fullest of perf's
 * rings was, per mille; EV_UNKNOWN where there is none.  heap_records: so many
 * the preload library wrote that were read, ever.
 */
#define EV_COST_FIELDS(F) \
	F(U, ptrace) F(U, perf) F(U, ring) F(U, maps) F(U, output) \
	F(U, perf_fill) F(U, heap) F(U, heap_records)
struct ev_cost { EV_COST_FIELDS(EV_MEMBER) };

/* --- RING ---------------------------------------------------------------- */

/*
 * The trace ring of one CPU, which the kernel counts in events: unread ones,
 * those that were overwritten unread, and those that were read by whoever.
 * others: how many of them somebody else took.  subbufs: how many sub-buffers it
 * has, of subbuf_size bytes each.  fill: how full it was at most since the last
 * RING, per mille.  reader: while it is mapped, the sub-buffer that is ours, and
 * reader_at where that lies in the mapping.  way: enum ring_way.  EV_UNKNOWN
 * what is not known.
 */
#define EV_RING_FIELDS(F) \
	F(U, cpu) F(U, way) F(U, unread) F(U, overrun) F(U, read) \
	F(U, others) F(U, subbufs) F(U, subbuf_size) F(U, fill) \
	F(U, reader) F(U, reader_at)
struct ev_ring { EV_RING_FIELDS(EV_MEMBER) };

/* How the trace ring is handed over: where it lies, or as copies. */
enum ring_way { RING_MAPPED, RING_READ, RING_WAYS };

/* --- STATUS -------------------------------------------------------------- */

/*
 * state: enum target_state; level: enum level; origin 1 launched, 0 attached.
 * held_tid: whose stop a hold is about, 0 none; held_phase: PHASE_ENTER before
 * and PHASE_EXIT after its newest call, PHASE_WHOLE at neither;
 * held: how many tasks stand still.  waits_on: the tid that a blocked step
 * waits for, -1 when it waits for no known one, 0 not blocked.  own_cpu: per
 * mille of one CPU; own_rss: bytes.  exit_*: when ENDED.  filter: 1 when a
 * filtered tree is traced or kept; keeper: 1 when DETACHED means that the
 * engine still passes its filtered calls on; pinned: 1 while the engine
 * stays on one CPU; untraced: children that escaped.  CAPTURE: stops is how many
 * frames there are.
 */
#define EV_STATUS_FIELDS(F) \
	F(U, state) F(U, level) F(U, origin) F(I, main_pid) F(I, held_tid) \
	F(U, held_phase) F(U, held) F(U, tasks) F(I, waits_on) F(U, stops) \
	F(U, stop_total_ns) F(U, worst_stop_ns) F(U, lost) F(U, own_cpu) \
	F(U, own_rss) F(I, exit_status) F(I, exit_signal) F(U, exit_core) \
	F(U, filter) F(U, keeper) F(U, pinned) F(U, untraced)
struct ev_status { EV_STATUS_FIELDS(EV_MEMBER) };

enum target_state {
	TARGET_STARTING, TARGET_RUN, TARGET_HELD, TARGET_STOPPED,
	TARGET_DETACHED, TARGET_ENDED,
	TARGET_EVERYBODY,	/* no process: all of them, at level watch */
	TARGET_CAPTURE,		/* none: what was captured of some */
	TARGET_STATES
};
enum level { LEVEL_WATCH, LEVEL_CALLS, LEVEL_STEP };

const char *level_name(uint64_t level);
/* Whether more has changed than what mmtop costs and how many stops there were. */
bool status_is_news(const struct ev_status *was, const struct ev_status *is);

/* --- OUTPUT -------------------------------------------------------------- */

/* Row of the emulated terminal: cells is struct output_cell[cols]. */
#define EV_OUTPUT_FIELDS(F) \
	F(U, rows) F(U, cols) F(U, row) F(U, cursor_row) F(U, cursor_col) \
	F(U, cursor_shown) F(B, cells)
struct ev_output { EV_OUTPUT_FIELDS(EV_MEMBER) };

/* One cell of the program's terminal.  chars: code points, 0-terminated
 * unless all three are used; 0 alone is a blank.  width 0: the right half of
 * the wide cell before it.  fg, bg: 0..255 of the xterm cube, -1 default. */
enum output_attr { OUT_BOLD = 1, OUT_UNDERLINE = 2, OUT_REVERSE = 4 };
struct output_cell {
	uint32_t chars[3];
	int16_t fg, bg;
	uint8_t width, attrs, pad[2];
};

/* --- NOTE ---------------------------------------------------------------- */

/* id: enum note_id, which says what a, b and text mean. */
#define EV_NOTE_FIELDS(F) F(U, id) F(U, severity) F(I, a) F(I, b) F(B, text)
struct ev_note { EV_NOTE_FIELDS(EV_MEMBER) };

enum severity { SEV_NOTE, SEV_WARN, SEV_ERROR };
/* What a, b, text mean is beside each. */
enum note_id {
	NOTE_ATTACH_FAILED,	/* a pid, b enum refusal, text its detail */
	NOTE_LOG_FAILED,	/* b errno, text the file: the log ends here */
	NOTE_NO_TASK,		/* a tid: there is no such task (any more) */
	NOTE_STEP_BLOCKED,	/* a the stepped tid, b whom it waits for or -1 */
	NOTE_STEP_RETURNED,	/* a the stepped tid: its call came back */
	NOTE_SETUID,		/* a pid, text exe: exec dropped privileges */
	NOTE_UNREADABLE,	/* a pid, b errno, text which file */
	NOTE_DETACHED,		/* a pid, b tasks let go */
	NOTE_REFUSED_STATE,	/* a pid: the request does not apply now */
	NOTE_REPAIRED,		/* a tid, b the call's number, text its name:
				 * an EINTR that attaching made was hidden */
	NOTE_KEEPER,		/* a pid, b the keeper's pid: let go, but
				 * filtered calls are still passed on */
	NOTE_NO_FILTER,		/* a pid or 0, b enum no_filter_why, text the
				 * program or the system's reason */
	NOTE_STRICT,		/* a pid: it asked for strict seccomp, which a
				 * filtered program cannot have */
	NOTE_OWN_FILTER,	/* a pid: a seccomp filter of its own may hide
				 * calls that it does not just allow */
	NOTE_UNTRACED,		/* a child pid, b parent pid: made with
				 * CLONE_UNTRACED, not followed */
	NOTE_READER,		/* a pid, text which file: reading it hung and
				 * was given up */
	NOTE_UNMARKED,		/* a pid, b the call's number, text its name:
				 * CLONE_UNTRACED was taken out for it */
	NOTE_CAPTURE_LIMIT,	/* a pid, b bytes, text the region: so much of
				 * it is captured, and no more will be */
	NOTE_CAPTURE_FILTER,	/* a 1: it is asked no more; text: a sentence's
				 * part, what is wrong with mmap_filter */
	NOTE_CAPTURE_PAST,	/* a pid, b address, text the region: the window
				 * that was chosen lies behind its end */
	NOTE_CAPTURE_FAILED,	/* text: a sentence's part, why nothing (more)
				 * is captured */
	NOTE_CAPTURE_SLOW,	/* mmap_filter used up its share of the time:
				 * regions are captured after its answer */
	NOTE_NO_HEAP,		/* a pid, b enum no_heap_why, text its program:
				 * its allocations are unknown */
	NOTE_ATTACH_PENDING,	/* a pid, text its name: it is frozen; mmtop
				 * attaches when it thaws */
	NOTE_STOP_PENDING,	/* a pid, b the thread that cannot stop, text
				 * where it sleeps; or b 0: it is frozen */
	NOTE_DETACH_PENDING,	/* the same, of a detach */
	NOTE_TRACK_WATCH,	/* a pid: its writes are tracked at level watch,
				 * so its mremap may fail */
	NOTE_RING_OFF,		/* another program switched mmtop's trace ring
				 * off: calls are missing from now on */
	NOTE_DEBUGGER,		/* a pid of a debugger, text its name, b a
				 * thread that it cannot trace: mmtop does */
	NOTE_OOM,		/* a pid: the OOM killer killed it; text what
				 * had no memory left: "machine", "cpuset",
				 * "mempolicy", "cgroup" or its path; b the
				 * limit that this reached, 0: not known */
	NOTE_OOM_MAYBE,		/* a pid: SIGKILL killed it, and the OOM killer
				 * killed some process, perhaps this one */
	NOTES
};
/* Why a program's heap is unknown. */
enum no_heap_why {
	NO_HEAP_STATIC = 1,	/* it is linked statically */
	NO_HEAP_LOADER,		/* linked with another C library */
	NO_HEAP_MACHINE,	/* 32-bit, or for another processor */
	NO_HEAP_SANITIZER,	/* a sanitizer's runtime must be loaded first */
	NO_HEAP_SECURE,		/* it got rights by setuid or the like */
	NO_HEAP_ENVIRONMENT,	/* LD_PRELOAD is not in its environment */
	NO_HEAP_HIDDEN,		/* the library is not in its root folder */
	NO_HEAP_LIBRARY,	/* it did not load the library, or cannot open
				 * mmtop's memory */
	NO_HEAP_ALLOCATOR,	/* it calls an allocator of its own */
	NO_HEAP_UNREADABLE,	/* its user may not read the library */
	NO_HEAP_WHYS
};
const char *no_heap_name(uint64_t why);
/* Why a launched program got no filter. */
enum no_filter_why {
	NO_FILTER_SETUID = 1,	/* it would lose the rights its file gives */
	NO_FILTER_KERNEL,	/* the kernel has none: text says why */
	NO_FILTER_LIBRARY,	/* libseccomp is missing */
	NO_FILTER_STRICT,	/* mmtop itself is under a seccomp sandbox that
				 * answers for the tracer */
	NO_FILTER_CPU_LIMIT,	/* the limit of CPU time may kill mmtop */
};

/* --- SNAPSHOT ------------------------------------------------------------ */

/*
 * op: enum snapshot_op.  After BEGIN every process and thread there is comes
 * again as a PROCESS event, SYNTHETIC and AGAIN, with the CALL that it is in
 * where that was told, then a STATUS; at END those that did not come are gone.
 * Each one's regions follow, ADD and AGAIN, closed by its REGION_SYNC: what did
 * not come again before it is gone too.  What happens meanwhile comes between,
 * as ever.  A LOST of the link in between undoes it all: another one follows.
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

#endif
