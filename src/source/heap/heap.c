/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Heap events of a launched program (--heap): turns the records of the pool
 * into live blocks by site and, for logs, into single events.  mmtop reads
 * records every few ms while there are any.  It applies them in order of time,
 * in slices; between two slices the engine handles stops of the program.  The
 * memory with the records outlives the processes, so no process waits for mmtop
 * when it exits.  The leaks of a process are reported when a round of reading
 * that started after its exit is complete, and the names of the callers are
 * known.
 */
#include <config.h>

#include "source/heap/heap_private.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "source/stack/names.h"
#include "source/target.h"
#include "sys/loop.h"

#define BUSY_NS 1000000ull
#define SOON_NS 5000000ull
#define LATER_NS 50000000ull
/* The first timer runs always have the shortest interval; together they take
 * about a second. */
#define FIRST_TIMES 1000u
/* Records per read: takes about 1 ms, or several ms if their memory is accessed
 * for the first time. */
#define BUDGET 512u
/* After a round with more records than this, the next round follows soon. */
#define BUSY 512u
/* The longest time for which mmtop reads records at an exit stop: other threads
 * may write faster than mmtop reads. */
#define AT_EXIT_NS 4000000ull
/* If more slots than this are unread at an exit stop, mmtop does not try to
 * read them: it would take too long. */
#define AT_EXIT_MAX 16384u
/* The longest time for which mmtop reads records and waits for names when it
 * ends: detached programs continue to write records. */
#define LAST_NS 5000000000ull

static uint64_t on_timer(void *arg)
{
	struct heap_source *s = arg;

	s->due = true;
	/* A starting program writes many records.  Its first write to a page of
	 * the ring costs more time than all the records in that page.  So
	 * chunks are freed soon, for the program to reuse them. */
	if (heappool_n_read(s->pool) > BUSY || s->looks++ < FIRST_TIMES)
		return BUSY_NS;
	return heappool_used(s->pool) ? SOON_NS : LATER_NS;
}

static int open_source(void **state, struct source_host *host,
		       struct err *err)
{
	struct heap_source *s;

	(void)err;
	*state = NULL;
	if (!host->target->heap)
		return 0;
	s = xcalloc(1, sizeof *s);
	s->host = host;
	s->pool = host->target->heap;
	s->each = host->target->heap_each;
	s->peaks = host->target->heap_peaks;
	s->names = names_new(host->loop);
	s->frame_names = (struct str)STR_INIT;
	s->applied = heappool_until(s->pool);
	s->timer = loop_add_timer(host->loop, BUSY_NS, on_timer, s);
	*state = s;
	return 0;
}

static void tell_lost(struct heap_source *s)
{
	struct heappool_lost lost = heappool_lost(s->pool);
	uint64_t n = lost.dropped + lost.invalid + s->strangers;
	struct event ev;

	s->strangers = 0;
	if (!n)
		return;
	s->lossy = true;
	for (size_t i = 0; i < s->procs.n; i++)
		live_lost(s->procs.v[i]->live, n);
	for (size_t i = 0; i < s->ending.n; i++)
		live_lost(s->ending.v[i]->live, n);
	ev = host_event(s->host, HEAP_LETTER, EV_LOST, 0, 0);
	ev.u.lost = (struct ev_lost){ .source = bytes_of("heap"), .count = n };
	s->host->emit(s->host->emit_arg, &ev);
}

/* Applies the changes of the complete rounds.  Returns false if the deadline
 * came first. */
static bool apply(struct heap_source *s, uint64_t deadline_ns)
{
	uint64_t until = heappool_until(s->pool);

	if (!heap_apply_until(s, until, deadline_ns))
		return false;
	s->applied = until;
	/* Count lost records before processes are reported.  After a loss their
	 * figures are unknown, and a process without records may have written
	 * some. */
	tell_lost(s);
	heap_procs_applied(s, until);
	return true;
}

/* Reads or applies a part of a round.  Returns true if the round is not
 * complete. */
static bool look(struct heap_source *s, uint64_t deadline_ns)
{
	bool more;

	if (s->applied < heappool_until(s->pool))
		return !apply(s, deadline_ns);
	more = heappool_drain(s->pool, BUDGET, heap_record, s);
	heap_apply_held(s);
	/* Newer records wait for the timer, so that many are read at a time:
	 * reading slows down the threads that write. */
	if (s->applied < heappool_until(s->pool))
		more = !apply(s, deadline_ns);
	return more;
}

/* Reads and applies all records from before `ticks`.  Returns false if the
 * deadline came first. */
static bool read_until(struct heap_source *s, uint64_t ticks,
		       uint64_t deadline_ns)
{
	while (s->applied < ticks && clock_ns() < deadline_ns)
		(void)look(s, deadline_ns);
	return s->applied >= ticks;
}

static bool refresh(struct heap_source *s, uint64_t deadline_ns)
{
	uint64_t now = clock_ns();

	if (!s->watched)
		return false;
	if (!s->next_told && now - s->told_ns < s->host->period_ns)
		return false;
	if (!s->next_told)
		s->told_ns = now;
	if (heap_report_sites(s, &s->next_told, deadline_ns))
		return true;
	s->next_told = 0;
	s->watched_anew = false;
	return false;
}

static bool drain(void *state, uint64_t budget_ns)
{
	struct heap_source *s = state;
	uint64_t until = clock_ns() + budget_ns;
	bool more;

	if (!s->due)
		return false;
	do
		more = look(s, until);
	while (more && clock_ns() < until);
	/* Report sites even if there are unread records: a running program may
	 * always write more. */
	more |= refresh(s, until);
	heap_info_work(s);
	if (s->lines.n || s->gone.n || s->watched || s->names_wanted)
		s->names_wanted = names_work(s->names);
	more |= heap_report(s, false, until);
	s->due = more;
	return more;
}

static uint64_t emitted_until(const void *state)
{
	const struct heap_source *s = state;

	return heapclock_ns(heappool_clock(s->pool), s->applied);
}

/* Called when the process has exited, or will execute another program, which
 * will write records with the same PID. */
static void program_gone(struct heap_source *s, pid_t pid, bool ended)
{
	const struct heap_proc *p = heap_proc_find(s, pid);

	if (ended || (p && p->image))
		heappool_gone(s->pool, p ? heap_proc_number(p) : pid,
			      p ? p->image : 0);
}

static void end(struct heap_source *s)
{
	uint64_t until = clock_ns() + (s->host->hurry ? END_HURRY_NS : LAST_NS);
	uint64_t now = heapclock_now(heappool_clock(s->pool));

	s->ended = true;
	if (!read_until(s, now, until)) {
		s->strangers += heappool_unread_round(s->pool) +
				heap_changes_left(s);
		s->lossy = true;
		tell_lost(s);
	}
	while (s->procs.n) {
		heap_unwatched_left(s, s->procs.v[0]);
		heap_proc_end(s, s->procs.v[0]->pid, true);
	}
	heap_procs_applied(s, UINT64_MAX);
	(void)heap_report(s, false, until);
	names_wait(s->names, until > clock_ns() ? until - clock_ns() : 0);
	(void)heap_report(s, true, UINT64_MAX);
}

static void flush(void *state, const struct event *ev)
{
	struct heap_source *s = state;
	uint64_t now = heapclock_now(heappool_clock(s->pool));

	if (!ev) {
		s->known = heappool_unread(s->pool) + heap_changes_left(s) <
			   AT_EXIT_MAX &&
			   read_until(s, now, clock_ns() + AT_EXIT_NS);
		s->due |= !s->known;
	} else if (ev->kind == EV_END && !s->ended) {
		end(s);
	} else if (ev->kind == EV_PROCESS &&
		   (ev->u.process.op == PROCESS_EXIT ||
		    ev->u.process.op == PROCESS_EXEC)) {
		program_gone(s, ev->pid, ev->u.process.op == PROCESS_EXIT);
	}
}

static void cost(void *state, uint64_t ppm, struct ev_cost *cost)
{
	const struct heap_source *s = state;

	cost->heap = ppm;
	cost->heap_records = s->records;
}

static bool is_late(const void *state)
{
	const struct heap_source *s = state;

	return s->host->target->heap_each;
}

static void tell_state(struct heap_source *s)
{
	struct event ev = host_event(s->host, HEAP_LETTER, EV_SOURCE, 0, 0);

	ev.u.source = (struct ev_source){ .name = bytes_of("heap"),
					  .state = SOURCE_ON };
	s->host->emit(s->host->emit_arg, &ev);
}

static void begin(struct heap_source *s, const struct event *ev, bool walled)
{
	struct heap_proc *p = heap_proc_begin(s, ev->pid);

	p->info.walled = walled;
	p->ns_pid = (pid_t)ev->u.process.ns_pid;
	s->namespaced |= p->ns_pid != 0;
	heap_unwatched_begin(s, p);
	heap_modules_read(&p->modules, s->host->proc, p->pid, s->names);
}

/* Signals that an allocator ends its program with when it finds an error. */
static bool is_crash(int64_t signal)
{
	return signal == SIGABRT || signal == SIGSEGV || signal == SIGBUS ||
	       signal == SIGILL || signal == SIGTRAP;
}

/* The only thread of a process does not read the clock for each record.
 * heappool_tick() makes sure that records after the call have a later time. */
static void called(struct heap_source *s, const struct event *ev)
{
	struct heap_proc *p = heap_proc_find(s, ev->pid);
	const struct heapclock *clock = heappool_clock(s->pool);

	if (p && heap_modules_call(&p->modules, &ev->u.call,
				   heapclock_now(clock), s->host->proc, p->pid,
				   s->names))
		heappool_tick(s->pool);
}

static void event(void *state, const struct event *ev)
{
	struct heap_source *s = state;
	struct heap_proc *p;
	bool walled;

	if (ev->kind == EV_NOTE && (ev->u.note.id == NOTE_OWN_FILTER ||
				    ev->u.note.id == NOTE_STRICT))
		heap_info_filtered(s, (pid_t)ev->u.note.a);
	if (ev->kind == EV_REGION)
		heap_region(s, ev->pid, &ev->u.region);
	if (ev->kind == EV_CALL)
		called(s, ev);
	if (ev->kind != EV_PROCESS || ev->flags & EVF_AGAIN)
		return;
	switch (ev->u.process.op) {
	case PROCESS_FORK:
	case PROCESS_CLONE:
		if (ev->u.process.child_pid > 0 &&
		    ev->u.process.child_pid != ev->pid)
			heap_forked(s, ev->pid,
				    (pid_t)ev->u.process.child_pid,
				    (pid_t)ev->u.process.ns_pid);
		break;
	case PROCESS_EXEC:
		heap_regions_gone(s, ev->pid);
		p = heap_proc_find(s, ev->pid);
		/* A seccomp filter remains in effect after an exec. */
		walled = p && p->info.walled;
		heap_proc_end(s, ev->pid, false);
		begin(s, ev, walled);
		break;
	case PROCESS_LAUNCH:
		tell_state(s);
		heap_info_launched(s, ev->pid);
		begin(s, ev, false);
		break;
	case PROCESS_EXIT:
		if (!ev->u.process.gone)
			break;
		heap_regions_gone(s, ev->pid);
		p = heap_proc_find(s, ev->pid);
		if (p)
			p->crashed = is_crash(ev->u.process.signal);
		heap_proc_end(s, ev->pid, true);
		break;
	default:
		break;
	}
}

/* FACT_ENDING: the process is stopped at its exit, and its memory still
 * exists. */
static bool note(void *state, const struct fact *fact)
{
	struct heap_source *s = state;
	struct heap_proc *p = heap_proc_find(s, fact->task.pid);

	if (p && p->wrote)
		heap_scan_last(s, p, fact->task.tid, s->known);
	return false;
}

static int request(void *state, const struct request *req)
{
	struct heap_source *s = state;

	switch (req->op) {
	case REQ_HEAP:
		s->watched_anew = req->a != 0;
		s->watched = req->a != 0;
		s->told_ns = s->next_told = 0;
		s->due = true;
		return 0;
	case REQ_HEAP_BLOCKS:
		heap_report_blocks(s, req->pid, req->a > UINT32_MAX ? UINT32_MAX
				   : (uint32_t)req->a, (size_t)req->b);
		return 0;
	case REQ_HEAP_PAGES:
		heap_report_pages(s, req);
		return 0;
	case REQ_HEAP_INFO:
		heap_info_request(s, req->pid);
		return 0;
	default:
		return -ENOTSUP;
	}
}

static void close_source(void *state)
{
	struct heap_source *s = state;

	if (!s)
		return;
	loop_remove_timer(s->host->loop, s->timer);
	for (size_t i = 0; i < s->procs.n; i++)
		heap_proc_free(s->procs.v[i]);
	for (size_t i = 0; i < s->ending.n; i++)
		heap_proc_free(s->ending.v[i]);
	for (size_t i = 0; i < s->gone.n; i++)
		heap_proc_free(s->gone.v[i]);
	vec_release(&s->procs);
	vec_release(&s->ending);
	vec_release(&s->gone);
	heap_changes_free(s);
	vec_release(&s->frames);
	vec_release(&s->lines);
	str_release(&s->frame_names);
	vec_release(&s->owns);
	names_free(s->names);
	free(s);
}

const struct source_ops heap_source = {
	.name = "heap",
	.letter = HEAP_LETTER,
	.traits = SOURCE_HUNGRY | SOURCE_RECORDS | SOURCE_KEPT,
	.open = open_source,
	.drain = drain,
	.event = event,
	.request = request,
	.flush = flush,
	.note = note,
	.notes = 1u << FACT_ENDING,
	.emitted_until = emitted_until,
	.is_late = is_late,
	.cost = cost,
	.close = close_source,
};
