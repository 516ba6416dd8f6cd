/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which region an address lies in, asked of the kernel and remembered for a
 * moment: one question a region, not one a fault.  For sources that tell of
 * addresses later: perf and the trace ring.
 *
 * places_stale() ends the moment: maps change, and nothing tells.  The map is
 * as it is when it is asked, which is after the fault; where a region has gone
 * by then, what was known of that place before is the answer.
 */
#ifndef SOURCE_PLACES_H
#define SOURCE_PLACES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct event;
struct procroot;
struct places;

struct place {
	uint64_t start, end;
	uint64_t offset;	/* of start in the file */
	char *name;		/* owned by the places; "" for anonymous */
	bool old;		/* private: to be asked anew */
};

struct places *places_new(const struct procroot *proc);
void places_free(struct places *p);
/* What lies at addr, which was touched at time_ns.  NULL: nothing is there, or
 * it cannot be asked any more.  Lives until the next call. */
const struct place *places_find(struct places *p, pid_t pid, uint64_t addr,
				uint64_t time_ns);
/* Puts the region of its address, touched at time_ns, into a FAULT; its name is
 * borrowed until the next call. */
void places_name_fault(struct places *p, struct event *ev, uint64_t time_ns);
/* What was remembered is asked anew. */
void places_stale(struct places *p);
/* Some memory goes after this: what is new is asked for, however long that
 * takes, until the next places_stale(). */
void places_hurry(struct places *p);
/* Its memory is no more: from now on only what is remembered, until it is
 * forgotten. */
void places_gone(struct places *p, pid_t pid);
void places_forget(struct places *p, pid_t pid);

#endif
