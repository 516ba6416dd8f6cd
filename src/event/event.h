/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What happened: the one type that joins sources to sinks.
 *
 * A source emits events, the model folds them, sinks write them.  An event
 * is a fixed head and one payload from the union, chosen by kind.  Payload
 * fields are listed once, in the EV_..._FIELDS macros (event/field.h): the
 * structs, the binary codec (event/wire/codec.h) and the tests' text form are made
 * from them.  They, and what their values mean, stand in event/ev_*.h:
 *
 *	ev_session.h	START SOURCE COST RING STATUS OUTPUT NOTE SNAPSHOT LOST END
 *	ev_process.h	PROCESS TASK CALL SIGNAL STACK
 *	ev_memory.h	REGION MAP DENIED PAGES WRITES FAULT RSS USAGE SYSTEM
 *	ev_contents.h	FILE STRIP FRAME CONTENTS
 *	ev_heap.h	HEAP
 *
 * Ownership: struct bytes fields are borrowed for the duration of the call
 * that hands the event over; copy to keep.  Their contents are hostile.
 *
 * Times are CLOCK_MONOTONIC nanoseconds since the session's start; addresses
 * and sizes are bytes, counts of pages say so.  EV_UNKNOWN in a u64 means
 * "not known", and is never to be shown as a number.
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
#include "event/kinds/contents.h"
#include "event/kinds/heap.h"
#include "event/kinds/memory.h"
#include "event/kinds/process.h"
#include "event/kinds/session.h"

/* --- kinds: X(NAME, member, help) --------------------------------------- */

#define EVENT_KINDS(X) \
	X(START, start, "the session begins") \
	X(PROCESS, process, "launch, attach, thread, fork, exec, exit, detach") \
	X(CALL, call, "a system call, or one phase of it") \
	X(SIGNAL, signal, "a signal received, or a group-stop") \
	X(REGION, region, "a region appeared, went or changed") \
	X(PAGES, pages, "the pages of a region") \
	X(USAGE, usage, "memory figures of one process") \
	X(TASK, task, "state of one thread") \
	X(SYSTEM, system, "the machine's memory totals") \
	X(STATUS, status, "what the engine does with the target") \
	X(OUTPUT, output, "one row of the program's terminal") \
	X(NOTE, note, "something a person should be told") \
	X(SNAPSHOT, snapshot, "what there is, told anew after a loss") \
	X(LOST, lost, "events that could not be had") \
	X(END, end, "the session ends") \
	X(FILE, file, "the pages of mapped files, now and ever resident") \
	X(STRIP, strip, "a mapped file from its beginning to its end") \
	X(FAULT, fault, "a page fault, or a sum of them") \
	X(SOURCE, source, "what a source does, or why it does not") \
	X(WRITES, writes, "whether a process's written pages are tracked") \
	X(STACK, stack, "the frames of a thread that stands still") \
	X(MAP, map, "a mapping, as the kernel recorded it") \
	X(COST, cost, "what each source costs") \
	X(RING, ring, "the trace ring of one CPU") \
	X(RSS, rss, "how much of one kind of a process' memory is resident") \
	X(DENIED, denied, "what a source said is mapped, and is not") \
	X(FRAME, frame, "what changed in a region's contents") \
	X(CONTENTS, contents, "bytes of memory, as the screen asked for them") \
	X(HEAP, heap, "blocks that a program has got, and who in it got them")

enum event_kind {
#define X(NAME, member, help) EV_##NAME,
	EVENT_KINDS(X)
#undef X
	EV_KINDS
};

enum event_flag {
	EVF_LOST = 1,		/* something before this one is missing */
	EVF_SYNTHETIC = 2,	/* made up from a snapshot, not seen happen */
	EVF_INFERRED = 4,	/* a guess */
	EVF_AGAIN = 8,		/* told before: only for those who may have
				 * missed it (SNAPSHOT); no log writes it */
	EVF_EACH = 16,		/* a FAULT by itself, a MAP or an RSS, for logs
				 * and sources: the screen gets it in a sum, as
				 * USAGE; of a MAP only who told of it */
	EVF_ALSO_PERF = 32,	/* others than its source told it too: event/ */
	EVF_ALSO_RING = 64,	/* join.h */
	EVF_ALSO_PTRACE = 128,
};
#define EVF_ALSO (EVF_ALSO_PERF | EVF_ALSO_RING | EVF_ALSO_PTRACE)

struct event {
	uint64_t time_ns;
	pid_t pid;		/* the process, 0 when it is about none */
	pid_t tid;		/* the thread, 0 when it is about none */
	enum event_kind kind;
	char source;		/* m t k r h, 0 the engine itself */
	uint8_t flags;		/* enum event_flag */
	union {
#define X(NAME, member, help) struct ev_##member member;
		EVENT_KINDS(X)
#undef X
	} u;
};

/* --- tables ---------------------------------------------------------------- */

struct event_field {
	const char *name;
	char type;		/* U I B A */
	uint16_t offset;	/* in struct event */
};
struct event_desc {
	const char *name;	/* lower case: "call", also of --events */
	const char *help;
	const struct event_field *fields;
	size_t n;
};
/* Indexed by enum event_kind. */
extern const struct event_desc event_descs[EV_KINDS];

/* EV_KINDS when there is no such name. */
enum event_kind event_kind_by_name(const char *name, size_t len);

/* A FRAME without the bytes, for logs and the screen: true and a copy where it
 * is the last part, else there is nothing to tell them. */
bool frame_head(const struct event *ev, struct event *head);

/* "tk": who told it, first the one whose words these are; "" mmtop itself. */
#define TELLERS_MAX 5
char *event_tellers(char buf[TELLERS_MAX], const struct event *ev);
/* The same of a source's letter and EVF_ALSO. */
char *tellers_text(char buf[TELLERS_MAX], char source, unsigned also);

/* Who takes events: sinks, the model, the link. */
typedef void event_fn(void *arg, const struct event *ev);

#endif
