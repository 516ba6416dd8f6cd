/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source `perf`: page faults with address and code, as the kernel's
 * software events tell them, without a stop.  Private to source/perf.
 *
 *	perf.c		its life, and when the rings are looked at
 *	events.c	the rings, and the events of each task
 *	records.c	rings -> faults
 *	tell.c		faults -> FAULT events
 *	sums.c		added up for the screen
 *	places.c	whose region it is, for logs
 *
 * One ring a CPU, which an event on ourselves owns: it outlives every task.
 * Minor and major faults of a task are two events on each CPU, all of which
 * write to that CPU's ring.  They are inherited: what a task makes after them,
 * thread or process, is told of too, so that descriptors are needed only for
 * those that are there at an attach.  Closing one would end what was inherited
 * from it; so they stay until everything is let go.  In the target nothing is
 * changed, and with the engine they end.
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
#include "parse/perfrecord.h"
#include "source/perf/state.h"
#include "source/source.h"
#include "sys/perfring.h"

#define PERF_LETTER 'k'
#define PERF_MS UINT64_C(1000000)
/* The screen is told so often, and rings that do not fill are looked at. */
#define PERF_TELL_NS (100 * PERF_MS)

struct places;
struct sums;
struct fault;

/* One event of one task on one CPU. */
struct perf_slot {
	uint64_t id;
	int fd;
	bool major;
	uint16_t cpu;		/* index of source.cpus */
};

struct perf_cpu {
	int number, fd;
	struct perfring ring;
	struct perfrecord next;	/* taken and not told yet */
	bool has_next;
	struct perf_slot last;	/* of the record before */
};

struct source {
	struct source_host *host;
	struct ev_source state;		/* as told; name is not set */
	bool told_state;
	VEC(struct perf_cpu) cpus;
	VEC(struct perf_slot) slots;	/* by id, which only grows */
	VEC(pid_t) roots;		/* without -f: nobody else is told of */
	bool kernel;			/* its faults may be told too */
	bool no_inherit_thread;
	size_t slots_max;
	int epoll, timer;
	uint64_t pause_ns;		/* between two looks */
	bool ready;			/* there is something to look at */
	uint64_t last_tell_ns;
	struct sums *sums;		/* NULL: nobody asks for them */
	struct places *places;
	uint64_t lost;			/* not told yet */
	/* Since the first task of now was opened: faults that were read, that
	 * were lost, and of these those that no LOST record has told of. */
	uint64_t samples, lost_ever, missing_told;
	bool was_full;			/* a ring was: some may be missing */
	bool letting_go;
};

/* --- events.c ------------------------------------------------------------ */

/* The rings; false with state.why. */
bool perf_open_rings(struct source *s, size_t pages);
/* Told of from now on, with all that it makes. */
void perf_open_task(struct source *s, pid_t tid);
void perf_close_tasks(struct source *s);
void perf_close_rings(struct source *s);
/* NULL: of none that is open. */
const struct perf_slot *perf_slot(const struct source *s, uint64_t id);
/* How many faults the kernel counted, told or not. */
uint64_t perf_counted(const struct source *s);

/* --- records.c ----------------------------------------------------------- */

/* False while some ring has much in it. */
bool perf_look(struct source *s);
/* Tells of what the rings have; true when the time was up first. */
bool perf_read_rings(struct source *s, uint64_t deadline);
/* What the kernel counted before the rings were read and nobody told. */
void perf_count_missing(struct source *s, uint64_t counted);

/* --- tell.c -------------------------------------------------------------- */

void perf_tell_state(struct source *s);
void perf_tell_lost(struct source *s);
/* One fault, by itself or added up, as is asked. */
void perf_tell_fault(struct source *s, const struct fault *f);
/* What was added up. */
void perf_tell_sums(struct source *s);

#endif
