/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source `perf`: page faults with address and code, and new mappings, from
 * the kernel's software events, without stops.  Private to source/perf.
 *
 *	perf.c		the source's operations; when the rings are read
 *	events.c	the rings, and the events of each task
 *	attributes.c	event attributes; what the kernel supports and permits
 *	records.c	rings -> faults and mappings
 *	emit.c		faults -> FAULT events, mappings -> MAP events
 *	sums.c		sums of faults, for the screen
 *	datafile.c	the same records in a perf.data file
 *
 * Each CPU has a ring.  It belongs to an event on mmtop itself, so it outlives
 * every task.  Minor and major faults of a task are two events on each CPU,
 * which write to that CPU's ring.  Mapping records come with the minor faults,
 * or from an event of their own if faults are not requested.  Children and
 * threads inherit the events: only tasks that exist at an attach need
 * descriptors.  Closing an event would end the events inherited from it, so all
 * events stay open until the target is released or the engine ends.  Nothing in
 * the target is changed.
 *
 * A mapping's record has the resulting region.  No record reports that a region
 * was unmapped, moved or shrunk, or what a child gets from its parent.  So
 * /proc/PID/maps (source/sample) stays authoritative.  It is read where a
 * record reports a new region, and as a whole when records were lost.
 *
 * At kernel.perf_event_paranoid 2, the usual default, an ordinary user gets
 * faults of the program's code only, not faults of the kernel on its behalf
 * (read() into new memory).  The rings' memory counts against
 * kernel.perf_event_mlock_kb, for each CPU and user.
 */
#ifndef SOURCE_PERF_PERF_H
#define SOURCE_PERF_PERF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"
#include "event/event.h"
#include "parse/ring/perfrecord.h"
#include "source/buffered.h"
#include "source/perf/state.h"
#include "source/source.h"
#include "sys/ring/perf.h"

#define PERF_MS UINT64_C(1000000)
/* Interval at which sums are emitted, and rings are read even if they are not
 * full. */
#define PERF_TELL_NS (100 * PERF_MS)

struct places;
struct sums;
struct fault;

enum perf_what { PERF_MINOR, PERF_MAJOR, PERF_MAPS };

/* One event of one task on one CPU. */
struct perf_slot {
	uint64_t id;
	int fd;
	enum perf_what what;
	uint16_t cpu;		/* index in perf_source.cpus */
};

/* Features that not every kernel has. */
enum perf_can {
	PERF_CAN_THREADS = 1,	/* events that only threads inherit; Linux
				 * 5.13 */
	PERF_CAN_BUILD_ID = 2,	/* build-ids of mappings; Linux 5.12 */
	PERF_CAN_LOST = 4,	/* counts of dropped records; Linux 6.0 */
};

struct perf_cpu {
	int number, fd;
	struct perfring ring;
	struct perfrecord next;	/* parsed, but not handled yet */
	bool has_next;
	struct perf_slot last;	/* slot of the last record's event */
	unsigned char *record;	/* buffer that `next` points into */
};

struct perf_source {
	struct buffered b;		/* b.runs: true if there are slots */
	VEC(struct perf_cpu) cpus;
	VEC(struct perf_slot) slots;	/* sorted by id; ids only grow */
	pid_t coming;			/* task with events before its exec; 0:
					 * none */
	VEC(pid_t) roots;		/* without -f: only these are
					 * reported */
	bool kernel;			/* faults in kernel mode can be
					 * reported */
	bool faults, maps;		/* kinds of requested events */
	unsigned can;			/* supported features: enum perf_can */
	size_t slots_max;
	uint64_t last_tell_ns;
	uint64_t emitted_until;		/* time of the last record */
	struct sums *sums;		/* NULL: sums are not requested */
	struct places *places;
	/* Counted since the events of the first current task were opened:
	 * faults read, all faults lost, and faults lost without a LOST
	 * record. */
	uint64_t samples, lost_ever, missing_told;
	bool was_full;			/* a ring was nearly full, so faults may
					 * be missing */
	uint64_t fill;			/* highest fill level of a ring so far,
					 * per mille */
	bool letting_go;
};

/* --- attributes.c -------------------------------------------------------- */

struct perf_event_attr;

/* Opens an event of task tid on that CPU.  Returns a descriptor or -errno. */
int perf_event_open_on(const struct perf_event_attr *attr, pid_t tid, int cpu);
/* Returns the supported features, as bits of enum perf_can. */
unsigned perf_can(void);
/* Returns the attributes of the event that owns a ring and wakes mmtop after
 * wake_bytes. */
struct perf_event_attr perf_owner_attr(size_t wake_bytes);
/* Returns the attributes of an event on a task. */
struct perf_event_attr perf_task_attr(const struct perf_source *s,
				      enum perf_what what);
/* Reads a number from the file `name` in /proc/sys/kernel; returns INT64_MIN if
 * it is not available. */
int64_t perf_sysctl(const char *name);

/* --- events.c ------------------------------------------------------------ */

/* Opens the rings.  Returns false and sets state.why on failure. */
bool perf_open_rings(struct perf_source *s, size_t pages);
/* Opens the events of a task; its children inherit them. */
void perf_open_task(struct perf_source *s, pid_t tid);
void perf_close_tasks(struct perf_source *s);
void perf_close_rings(struct perf_source *s);
/* Returns NULL if no open event has the id. */
const struct perf_slot *perf_slot(const struct perf_source *s, uint64_t id);
/* Returns the number of records that the kernel dropped.  If the kernel does
 * not count them, returns the number of faults that the kernel counted. */
uint64_t perf_counted(const struct perf_source *s);

/* --- records.c ----------------------------------------------------------- */

/* Reads the rings' heads.  Returns false if a ring is more than 1/8 full: then
 * more data must be read soon. */
bool perf_read_heads(struct perf_source *s);
/* Handles the records in the rings.  Returns true if the deadline came before
 * all were handled. */
bool perf_read_rings(struct perf_source *s, uint64_t deadline);
/* Counts lost faults: those that the kernel had counted before the rings were
 * read, and that no record has reported. */
void perf_count_missing(struct perf_source *s, uint64_t counted);

/* Emits a fault, or adds it to a sum, as requested. */
void perf_emit_fault(struct perf_source *s, const struct fault *f);
struct perfrecord;
void perf_emit_map(struct perf_source *s, const struct perfrecord *r);
/* Emits the start, end or exec of a task.  Used only for a log, which merges
 * these events with those of ptrace. */
void perf_emit_process(struct perf_source *s, const struct perfrecord *r);
void perf_emit_sums(struct perf_source *s);

#endif
