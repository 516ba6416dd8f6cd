/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the region of an address, for sources that report addresses with a
 * delay: perf and the trace ring.  mmtop queries the kernel and caches the
 * answers: it sends one query per region, not one per fault.
 *
 * The map of a process changes without notice, so places_stale() invalidates
 * the cache from time to time.  A query sees the map as it is after the fault.
 * If the region has been unmapped by then, the cached region is returned.
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
	uint64_t offset;	/* file offset of `start` */
	char *name;		/* owned by struct places; "": anonymous */
	bool old;		/* private to places.c: must be queried again */
};

struct places *places_new(const struct procroot *proc);
void places_free(struct places *p);
/* Returns the region at addr, which was touched at time_ns.  NULL if nothing is
 * mapped there, or the map can no longer be queried.  The result is valid until
 * the next call. */
const struct place *places_find(struct places *p, pid_t pid, uint64_t addr,
				uint64_t time_ns);
/* Sets the region of the FAULT event from its address, which was touched at
 * time_ns.  The name is borrowed until the next call. */
void places_name_fault(struct places *p, struct event *ev, uint64_t time_ns);
/* Marks all cached regions: each is queried again before its next use. */
void places_stale(struct places *p);
/* Called when memory is about to be unmapped: until the next places_stale(),
 * addresses that are not in the cache are queried, however long that takes. */
void places_force_query(struct places *p);
/* Called when the process has lost its memory: until places_forget(), only
 * cached regions are returned. */
void places_gone(struct places *p, pid_t pid);
void places_forget(struct places *p, pid_t pid);

#endif
