/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which region an address lies in, asked of the kernel and remembered for a
 * moment: one question a region, not one a fault.
 *
 * places_stale() ends the moment: maps change, and nothing tells.  The map is
 * as it is when it is asked, which is after the fault; where a region has gone
 * by then, what was known of that place before is the answer.
 */
#ifndef SOURCE_PERF_PLACES_H
#define SOURCE_PERF_PLACES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct procroot;
struct places;

struct place {
	uint64_t start, end;
	char *name;		/* owned by the places; "" for anonymous */
	bool old;		/* private: to be asked anew */
};

struct places *places_new(const struct procroot *proc);
void places_free(struct places *p);
/* NULL: nothing is there, or it cannot be asked any more.  Lives until the
 * next call. */
const struct place *places_find(struct places *p, pid_t pid, uint64_t addr);
/* What was remembered is asked anew. */
void places_stale(struct places *p);
/* Its memory is no more: from now on only what is remembered, until it is
 * forgotten. */
void places_gone(struct places *p, pid_t pid);
void places_forget(struct places *p, pid_t pid);

#endif
