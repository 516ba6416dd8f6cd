/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source `perf`: page faults with address and code, and what was mapped,
 * as the kernel's software events tell them, without a stop.  Private to
 * source/perf.
 *
 *	perf.c		its life, and when the rings are looked at
 *	events.c	the rings, and the events of each task
 *	asked.c		what the kernel can, and what is asked of it
 *	records.c	rings -> faults and mappings
 *	tell.c		faults -> FAULT events, mappings -> MAP events
 *	sums.c		added up for the screen
 *	datafile.c	the same records in a perf.data file
 *
 * One ring a CPU, which an event on ourselves owns: it outlives every task.
 * Minor and major faults of a task are two events on each CPU, all of which
 * write to that CPU's ring; mappings come with the minor ones, or with an event
 * of their own where faults are not asked for.  They are inherited: what a task makes after them,
 * thread or process, is told of too, so that descriptors are needed only for
 * those that are there at an attach.  Closing one would end what was inherited
 * from it; so they stay until everything is let go.  In the target nothing is
 * changed, and with the engine they end.
 *
 * A mapping's record tells of the region that came of it.  That it went, moved
 * or shrank, no record tells, nor what a child gets from its parent: the map
 * (source/sample) stays the truth, and is asked there where a record says that
 * something is new, and all of it when records were lost.
 *
 * At kernel.perf_event_paranoid 2, as everywhere by default, an ordinary user
 * gets what the program itself touches, and not what the kernel touches for it
 * (read() into new memory).  Rings come out of kernel.perf_event_mlock_kb for
 * each CPU and user.
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
/* The screen is told so often, and rings that do not fill are looked at. */
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
	uint16_t cpu;		/* index of source.cpus */
};

/* What not every kernel can. */
enum perf_can {
	PERF_CAN_THREADS = 1,	/* inherited by threads alone; Linux 5.13 */
	PERF_CAN_BUILD_ID = 2,	/* Linux 5.12 */
	PERF_CAN_LOST = 4,	/* say what it dropped; Linux 6.0 */
};

struct perf_cpu {
	int number, fd;
	struct perfring ring;
	struct perfrecord next;	/* taken and not told yet */
	bool has_next;
	struct perf_slot last;	/* of the record before */
	unsigned char *record;	/* of next, which points into it */
};

struct perf_source {
	struct buffered b;		/* runs while slots.n */
	VEC(struct perf_cpu) cpus;
	VEC(struct perf_slot) slots;	/* by id, which only grows */
	pid_t coming;			/* its events are open already */
	VEC(pid_t) roots;		/* without -f: nobody else is told of */
	bool kernel;			/* its faults may be told too */
	bool faults, maps;		/* what is asked for */
	unsigned can;			/* enum perf_can */
	size_t slots_max;
	uint64_t last_tell_ns;
	uint64_t told_until;		/* the time of the last record */
	struct sums *sums;		/* NULL: nobody asks for them */
	struct places *places;
	/* Since the first task of now was opened: faults that were read, that
	 * were lost, and of these those that no LOST record has told of. */
	uint64_t samples, lost_ever, missing_told;
	bool was_full;			/* a ring was: some may be missing */
	uint64_t fill;			/* the most that was seen, per mille */
	bool letting_go;
};

/* --- asked.c ------------------------------------------------------------- */

struct perf_event_attr;

/* A descriptor or -errno. */
int perf_event_open_on(const struct perf_event_attr *attr, pid_t tid, int cpu);
/* What the kernel can of what not every one can. */
unsigned perf_can(void);
/* The event that a ring belongs to, which wakes us at so many bytes. */
struct perf_event_attr perf_owner_attr(size_t wake_bytes);
/* One of a task's. */
struct perf_event_attr perf_task_attr(const struct perf_source *s,
				      enum perf_what what);
/* A number of /proc/sys/kernel; INT64_MIN: there is none. */
int64_t perf_sysctl(const char *name);

/* --- events.c ------------------------------------------------------------ */

/* The rings; false with state.why. */
bool perf_open_rings(struct perf_source *s, size_t pages);
/* Told of from now on, with all that it makes. */
void perf_open_task(struct perf_source *s, pid_t tid);
void perf_close_tasks(struct perf_source *s);
void perf_close_rings(struct perf_source *s);
/* NULL: of none that is open. */
const struct perf_slot *perf_slot(const struct perf_source *s, uint64_t id);
/* How many records the kernel dropped; where it cannot say, how many faults it
 * counted, told or not. */
uint64_t perf_counted(const struct perf_source *s);

/* --- records.c ----------------------------------------------------------- */

/* False while some ring has much in it. */
bool perf_look(struct perf_source *s);
/* Tells of what the rings have; true when the time was up first. */
bool perf_read_rings(struct perf_source *s, uint64_t deadline);
/* What the kernel counted before the rings were read and nobody told. */
void perf_count_missing(struct perf_source *s, uint64_t counted);

/* --- tell.c -------------------------------------------------------------- */

/* One fault, by itself or added up, as is asked. */
void perf_tell_fault(struct perf_source *s, const struct fault *f);
struct perfrecord;
void perf_tell_map(struct perf_source *s, const struct perfrecord *r);
/* Of a task that began, ended, or runs another program: for a log, where it
 * joins what ptrace tells. */
void perf_tell_process(struct perf_source *s, const struct perfrecord *r);
/* What was added up. */
void perf_tell_sums(struct perf_source *s);

#endif
