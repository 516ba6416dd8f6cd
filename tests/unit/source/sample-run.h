/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the sampler in a test: starts it on one process, runs it until a
 * condition holds, and stores its events.
 */
#ifndef TESTS_UNIT_SOURCE_SAMPLE_RUN_H
#define TESTS_UNIT_SOURCE_SAMPLE_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"
#include "event/event.h"
#include "event/request.h"
#include "source/source.h"
#include "source/target.h"

struct sampler;

/* A region after its last event. */
struct seen {
	uint64_t start, end, rss, pss, swap;
	uint64_t kind, perm, key, attaches;
	int64_t owner;
	char name[256], vmflags[128];
};

struct sample_run {
	struct loop *loop;
	struct procroot *proc;
	struct target target;
	struct source_host host;
	struct sampler *src;
	pid_t pid;			/* attached process */
	uint64_t slice_ns;		/* time limit of a drain */
	VEC(struct seen) seen;		/* sorted by start */
	unsigned ops[4];		/* events by region_op */
	unsigned syncs, notes, usages, tasks, systems;
	struct ev_note note;
	struct ev_usage usage;
	struct ev_system system;
	/* The last PAGES event of detail 1, and its bins. */
	struct ev_pages detail;
	VEC(struct page_bin) bins;
	unsigned details, pages;
	unsigned overlaps;		/* events that made regions overlap */
	unsigned events, most;		/* total; most in one drain */
	unsigned again;			/* events with EVF_AGAIN, which only tap
					 * gets */
	event_fn *tap;			/* gets every event; NULL: none */
	void *tap_arg;
};

/* prefix: "/proc" or a captured tree. Attaches to pid. */
void sample_run_init(struct sample_run *r, const char *prefix, pid_t pid);
void sample_run_release(struct sample_run *r);
void sample_run_process(struct sample_run *r, enum process_op op, pid_t pid,
			pid_t child);
void sample_run_snapshot(struct sample_run *r, enum snapshot_op op);
void sample_run_request(struct sample_run *r, enum request_op op, pid_t pid,
			uint64_t a, uint64_t b);
/* Runs until done(arg) is true. Returns false after a deadline of minutes. */
bool sample_run_until(struct sample_run *r, bool (*done)(void *arg),
		      void *arg);
/* True if every region's RSS is known. */
bool sample_run_whole(void *r);
/* True if the kernel skips large holes at once (PAGEMAP_SCAN). */
bool sample_run_skips_holes(void);
struct seen *sample_run_at(struct sample_run *r, uint64_t addr);
/* Fails unless the region at addr has this kind and owner. */
void sample_run_kind_at(struct sample_run *r, uint64_t addr,
			enum region_kind kind, int64_t owner);

#endif
