/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The event: the one type that connects sources, model and sinks.
 *
 * A source emits events, the model folds them, sinks write them.  An event is a
 * fixed head and one payload of the union, chosen by kind.  Payload fields are
 * listed once, in the EV_..._FIELDS macros (event/field.h).  The structs, the
 * binary codec (event/wire/codec.h) and the tests' text form are made from
 * these lists.  The lists and the meaning of their values are in event/kinds/:
 *
 *	session.h	START SOURCE COST RING STATUS OUTPUT NOTE SNAPSHOT LOST
 *			END
 *	process.h	PROCESS TASK CALL SIGNAL STACK
 *	memory.h	REGION MAP DENIED PAGES WRITES FAULT RSS USAGE SYSTEM
 *	contents.h	FILE STRIP FRAME CONTENTS
 *	heap.h		HEAP
 *	cgroup.h	CGROUP
 *
 * Ownership: fields of type struct bytes are borrowed, and valid only during
 * the call that passes the event; a receiver that stores an event must copy
 * them.  Their contents are hostile.
 *
 * Times are CLOCK_MONOTONIC nanoseconds since the start of the session.
 * Addresses and sizes are in bytes, unless a field is documented to count
 * pages.  EV_UNKNOWN in a U field means "not known": never show it as a number.
 *
 *	12.391 4121/4122 CALL  abi=x86_64 nr=9 args=... result=0x7f1c8d700000
 */
#ifndef EVENT_EVENT_H
#define EVENT_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/field.h"
#include "event/kinds/cgroup.h"
#include "event/kinds/contents.h"
#include "event/kinds/heap.h"
#include "event/kinds/memory.h"
#include "event/kinds/process.h"
#include "event/kinds/session.h"

/* --- kinds: X(NAME, member, help) --------------------------------------- */

#define EVENT_KINDS(X) \
	X(START, start, "the session starts") \
	X(PROCESS, process, "launch, attach, thread, fork, exec, exit, detach") \
	X(CALL, call, "a system call, or one phase of it") \
	X(SIGNAL, signal, "a signal received, or a group-stop") \
	X(REGION, region, "a region was added, removed or changed") \
	X(PAGES, pages, "the pages of a region") \
	X(USAGE, usage, "memory figures of one process") \
	X(TASK, task, "state of one thread") \
	X(SYSTEM, system, "the machine's memory totals") \
	X(STATUS, status, "what the engine does with the target") \
	X(OUTPUT, output, "one row of the program's terminal") \
	X(NOTE, note, "a message for the user") \
	X(SNAPSHOT, snapshot, "the current state, sent again after a loss") \
	X(LOST, lost, "lost events") \
	X(END, end, "the session ends") \
	X(FILE, file, "the pages of mapped files, now and ever resident") \
	X(STRIP, strip, "a mapped file, by offset") \
	X(FAULT, fault, "a page fault, or a sum of them") \
	X(SOURCE, source, "the state of a source, and why it is off") \
	X(WRITES, writes, "whether a process's written pages are tracked") \
	X(STACK, stack, "the backtrace of a stopped thread") \
	X(MAP, map, "a mapping, as the kernel recorded it") \
	X(COST, cost, "what each source costs") \
	X(RING, ring, "the trace ring of one CPU") \
	X(RSS, rss, "the resident memory of a process, by kind") \
	X(DENIED, denied, "a reported mapping that does not exist") \
	X(FRAME, frame, "what changed in a region's contents") \
	X(CONTENTS, contents, "bytes of memory that the screen requested") \
	X(HEAP, heap, "allocated blocks, and the code that allocated them") \
	X(CGROUP, cgroup, "the control group that limits a process") \
	X(SYMBOL, symbol, "the function at an address")

enum event_kind {
#define X(NAME, member, help) EV_##NAME,
	EVENT_KINDS(X)
#undef X
	EV_KINDS
};

enum event_flag {
	EVF_LOST = 1,		/* events before this one were lost */
	EVF_SYNTHETIC = 2,	/* describes a state, not a change */
	EVF_INFERRED = 4,	/* the event is inferred, not observed */
	EVF_AGAIN = 8,		/* the event was sent before; it is repeated for
				 * readers that may have missed it (SNAPSHOT);
				 * logs omit it */
	EVF_EACH = 16,		/* a single FAULT, MAP or RSS, for logs and
				 * sources; the screen instead gets sums of
				 * faults, USAGE, and only the source of a
				 * MAP */
	EVF_ALSO_PERF = 32,	/* EVF_ALSO_...: this source reported the event,
				 * too (event/join.h) */
	EVF_ALSO_RING = 64,
	EVF_ALSO_PTRACE = 128,
};
#define EVF_ALSO (EVF_ALSO_PERF | EVF_ALSO_RING | EVF_ALSO_PTRACE)

struct event {
	uint64_t time_ns;
	pid_t pid;		/* the process; 0: none */
	pid_t tid;		/* the thread; 0: none */
	enum event_kind kind;
	char source;		/* letter of the source (m t k r h); 0: the
				 * engine */
	uint8_t flags;		/* enum event_flag */
	union {
#define X(NAME, member, help) struct ev_##member member;
		EVENT_KINDS(X)
#undef X
	} u;
};

/* --- tables ----------------------------------------------------------- */

struct event_field {
	const char *name;
	char type;		/* letter of the field's type: U I B A */
	uint16_t offset;	/* offset in struct event */
};
struct event_desc {
	const char *name;	/* lower case, for example "call" */
	const char *help;
	const struct event_field *fields;
	size_t n;
};
/* Indexed by enum event_kind. */
extern const struct event_desc event_descs[EV_KINDS];

/* Returns the name that logs and --events use: that of the table, but "memory"
 * for USAGE. */
const char *event_log_name(enum event_kind kind);
/* Accepts the names of the table and of logs.  Returns EV_KINDS if there is no
 * such name. */
enum event_kind event_kind_by_name(const char *name, size_t len);

/* For receivers that need a FRAME without its bytes.  If ev is the last part of
 * a frame, sets *head to a copy without the bytes.  Otherwise returns false,
 * and the caller skips the part. */
bool frame_head(const struct event *ev, struct event *head);

/* Letters of all sources that reported ev, such as "tk".  The first is the
 * source of the values.  "" if mmtop itself made the event. */
#define SOURCE_LETTERS_MAX 5
char *event_sources(char buf[SOURCE_LETTERS_MAX], const struct event *ev);
/* Like event_sources(), from a source letter and EVF_ALSO flags. */
char *source_letters(char buf[SOURCE_LETTERS_MAX], char source, unsigned also);

/* A receiver of events: a log, the model, or the link to the screen. */
typedef void event_fn(void *arg, const struct event *ev);

#endif
