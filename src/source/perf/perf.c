/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/perf/perf.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/perf/places.h"
#include "source/perf/sums.h"
#include "source/target.h"
#include "sys/loop.h"

#define MS UINT64_C(1000000)
/* A log is to lose nothing; beside the screen others of the same user may
 * want some of what may be locked. */
#define LOG_PAGES 512
#define SCREEN_PAGES 64
/* The screen is told so often, and rings that do not fill are looked at. */
#define TELL_NS (100 * MS)
#define PAUSE_MAX_NS (500 * MS)
#define FLUSH_NS (5 * MS)
#define FLUSH_SLICE_NS MS
#define LAST_NS (5000 * MS)
/* How often the clock is looked at. */
#define STRIDE 64
/* The longest record that is asked for is 48 bytes; others are cut. */
#define RECORD_MAX 128
/* Nearly full: the next record may not have had room. */
#define ROOM_LEAST 256

static void emit(struct source *s, const struct event *ev)
{
	s->host->emit(s->host->emit_arg, ev);
}

static void tell_state(struct source *s)
{
	struct event ev = host_event(s->host, PERF_LETTER, EV_SOURCE, 0, 0);

	s->told_state = true;
	ev.u.source = s->state;
	ev.u.source.name = bytes_of("perf");
	emit(s, &ev);
}

static void tell_lost(struct source *s)
{
	struct event ev = host_event(s->host, PERF_LETTER, EV_LOST, 0, 0);

	ev.u.lost = (struct ev_lost){ .source = bytes_of("perf"),
				      .count = s->lost };
	s->lost = 0;
	emit(s, &ev);
}

/* --- faults -> events ---------------------------------------------------- */

static struct event fault_event(const struct source *s, const struct fault *f)
{
	struct event ev = { .pid = f->pid, .tid = f->tid, .kind = EV_FAULT,
			    .source = PERF_LETTER };

	if (f->time > s->host->start_ns)
		ev.time_ns = f->time - s->host->start_ns;
	ev.u.fault = (struct ev_fault){ .addr = f->addr, .ip = f->ip,
					.kernel = f->kernel };
	return ev;
}

static void tell_each(struct source *s, const struct fault *f)
{
	const struct place *at = places_find(s->places, f->pid, f->addr);
	struct event ev = fault_event(s, f);

	ev.flags = EVF_EACH;
	ev.u.fault.minor = !f->major;
	ev.u.fault.major = f->major;
	if (at) {
		ev.u.fault.region_start = at->start;
		ev.u.fault.region_end = at->end;
		ev.u.fault.region_name = bytes_of(at->name);
	}
	emit(s, &ev);
}

static void tell_sums(struct source *s)
{
	for (size_t i = 0; i < s->sums->n; i++) {
		const struct fault_sum *sum = &s->sums->v[i];
		struct event ev = fault_event(s, &sum->newest);
		struct ev_fault *f = &ev.u.fault;

		f->minor = sum->minor;
		f->major = sum->major;
		f->touched = sum->touched;
		if (sum->touched) {
			f->start = sum->start;
			f->step = s->sums->page_size;
		} else {
			f->region_start = sum->start;
			f->region_end = sum->end;
		}
		emit(s, &ev);
	}
	sums_clear(s->sums);
	s->last_tell_ns = clock_ns();
}

static void add_up(struct source *s, const struct fault *f)
{
	const struct place *at;

	if (sums_add(s->sums, f))
		return;
	at = places_find(s->places, f->pid, f->addr);
	if (sums_add_rest(s->sums, f, at ? at->start : 0, at ? at->end : 0))
		return;
	tell_sums(s);
	(void)sums_add(s->sums, f);
}

/* --- records -> faults --------------------------------------------------- */

static bool is_ours(const struct source *s, pid_t pid)
{
	if (s->host->target->follow)
		return true;
	for (size_t i = 0; i < s->roots.n; i++)
		if (s->roots.v[i] == pid)
			return true;
	return false;
}

static const struct perf_slot *slot_of(struct source *s, struct perf_cpu *c,
				       uint64_t id)
{
	const struct perf_slot *slot;

	if (c->last.id == id && id)
		return &c->last;
	slot = perf_slot(s, id);
	if (slot)
		c->last = *slot;
	return slot;
}

static void take_fault(struct source *s, struct perf_cpu *c)
{
	const struct perfrecord *r = &c->next;
	const struct perf_slot *slot = slot_of(s, c, r->id);
	struct fault f = {
		.time = r->time, .pid = r->pid, .tid = r->tid,
		.addr = r->addr, .ip = r->ip, .kernel = r->kernel,
	};

	c->has_next = false;
	/* One that was let go may still have something in the ring. */
	if (!slot)
		return;
	s->samples++;
	if (!is_ours(s, r->pid))
		return;
	f.major = slot->major;
	if (s->host->want_faults)
		tell_each(s, &f);
	if (s->sums)
		add_up(s, &f);
}

/* A loss is told by the record after it, which on a quiet target may never
 * come: what was counted by then already is not counted twice. */
static void take_lost(struct source *s, uint64_t n)
{
	uint64_t known = n < s->missing_told ? n : s->missing_told;

	s->missing_told -= known;
	s->lost += n - known;
	s->lost_ever += n - known;
}

/* The next fault of that CPU stands in next. */
static bool fill(struct source *s, struct perf_cpu *c)
{
	unsigned char buf[RECORD_MAX];
	struct perfrecord r;
	size_t n;

	while (!c->has_next && perfring_take(&c->ring, buf, sizeof buf, &n)) {
		if (n > sizeof buf ||
		    !perfrecord_parse((struct bytes){ buf, n }, &r))
			continue;
		if (r.type == PERFRECORD_LOST ||
		    r.type == PERFRECORD_LOST_SAMPLES) {
			take_lost(s, r.lost);
		} else if (r.type == PERFRECORD_SAMPLE) {
			c->next = r;
			c->has_next = true;
		}
	}
	return c->has_next;
}

/* The oldest of what the CPUs have; NULL when there is none. */
static struct perf_cpu *oldest(struct source *s)
{
	struct perf_cpu *best = NULL;

	for (size_t i = 0; i < s->cpus.n; i++) {
		struct perf_cpu *c = &s->cpus.v[i];

		if (fill(s, c) && (!best || c->next.time < best->next.time))
			best = c;
	}
	return best;
}

/* False while some ring has much in it. */
static bool look(struct source *s)
{
	bool calm = true;

	for (size_t i = 0; i < s->cpus.n; i++) {
		struct perfring *ring = &s->cpus.v[i].ring;
		uint64_t waiting = perfring_look(ring);

		if (waiting + ROOM_LEAST > ring->size)
			s->was_full = true;
		calm &= waiting < ring->size / 8;
	}
	return calm;
}

/* True when the time was up first. */
static bool read_rings(struct source *s, uint64_t deadline)
{
	struct perf_cpu *c = NULL;

	for (unsigned i = 1; (c = oldest(s)); i++) {
		s->pause_ns = TELL_NS;
		take_fault(s, c);
		if (i % STRIDE == 0 && clock_ns() >= deadline)
			break;
	}
	for (size_t i = 0; i < s->cpus.n; i++) {
		struct perfring *ring = &s->cpus.v[i].ring;

		perfring_release_read(ring);
		s->lost += ring->broken;
		ring->broken = 0;
	}
	return c != NULL;
}

/* What the kernel counted before the rings were read and nobody told. */
static void count_missing(struct source *s, uint64_t counted)
{
	uint64_t known = s->samples + s->lost_ever;

	s->was_full = false;
	if (counted <= known)
		return;
	s->missing_told += counted - known;
	s->lost += counted - known;
	s->lost_ever += counted - known;
}

/* --- when ---------------------------------------------------------------- */

static void on_epoll(void *arg, int fd, short revents)
{
	struct epoll_event woke[16];
	struct source *s = arg;

	(void)revents;
	(void)!epoll_wait(fd, woke, 16, 0);
	s->ready = true;
}

static uint64_t on_timer(void *arg)
{
	struct source *s = arg;

	s->ready = true;
	if (!s->slots.n) {
		s->timer = 0;
		return 0;
	}
	/* A target that stands still is looked at less often. */
	s->pause_ns = s->pause_ns * 2 < PAUSE_MAX_NS ? s->pause_ns * 2 :
		      PAUSE_MAX_NS;
	return s->pause_ns;
}

static void release_tasks(struct source *s)
{
	perf_close_tasks(s);
	vec_clear(&s->roots);
	s->samples = s->lost_ever = s->missing_told = 0;
	s->letting_go = false;
}

/* One look at the rings; all: tell whatever the time. */
static bool work(struct source *s, uint64_t budget_ns, bool all)
{
	uint64_t deadline = clock_ns() + budget_ns, counted = 0;
	bool more, count = look(s) && s->was_full;

	/* Asking each event takes long: once, when the flood is over. */
	if (count) {
		counted = perf_counted(s);
		(void)look(s);
	}
	places_stale(s->places);
	more = read_rings(s, deadline);
	s->ready = more;
	if (count && !more)
		count_missing(s, counted);
	if (s->sums && s->sums->n &&
	    (all || (clock_ns() - s->last_tell_ns >= TELL_NS &&
		     !host_crowded(s->host))))
		tell_sums(s);
	if (s->lost)
		tell_lost(s);
	if (s->letting_go && !more)
		release_tasks(s);
	return more;
}

static bool perf_drain(struct source *s, uint64_t budget_ns)
{
	if (!s->told_state)
		tell_state(s);
	if (!s->ready || !s->cpus.n)
		return false;
	return work(s, budget_ns, false);
}

/* At the end all that is there is told; what would take too long is lost. */
static void perf_flush(struct source *s, const struct event *ev)
{
	bool last = ev && ev->kind == EV_END;
	uint64_t until = clock_ns() + (last ? LAST_NS : FLUSH_NS);
	bool more;

	if (!s->slots.n)
		return;
	if (ev && !last && ev->u.process.op != PROCESS_DETACH)
		places_gone(s->places, ev->pid);
	do {
		more = work(s, FLUSH_SLICE_NS, true);
	} while (more && clock_ns() < until);
	if (last && more) {
		count_missing(s, perf_counted(s));
		tell_lost(s);
	}
	if (ev && !last && ev->u.process.op == PROCESS_EXEC)
		places_forget(s->places, ev->pid);
}

/* --- tasks --------------------------------------------------------------- */

static void follow(struct source *s, pid_t tid)
{
	if (!s->cpus.n)
		return;
	perf_open_task(s, tid);
	if (!s->timer && s->slots.n)
		s->timer = loop_add_timer(s->host->loop, TELL_NS, on_timer, s);
}

/* The number may have been another's. */
static void forget(struct source *s, pid_t pid)
{
	if (s->places)
		places_forget(s->places, pid);
}

/*
 * What was made by a task that is told of is told of already.  A task that
 * was found by looking, at an attach, was made before that.
 */
static void on_process(struct source *s, const struct event *ev)
{
	const struct ev_process *p = &ev->u.process;

	switch (p->op) {
	case PROCESS_LAUNCH:
	case PROCESS_ATTACH:
		*vec_push(&s->roots) = ev->pid;
		forget(s, ev->pid);
		follow(s, ev->pid);
		break;
	case PROCESS_THREAD:
	case PROCESS_FORK:
	case PROCESS_VFORK:
	case PROCESS_CLONE:
		if (p->child == p->child_pid)
			forget(s, (pid_t)p->child);
		if (ev->flags & EVF_SYNTHETIC)
			follow(s, (pid_t)p->child);
		break;
	default:
		break;
	}
}

static void perf_event(struct source *s, const struct event *ev)
{
	if (ev->kind == EV_SNAPSHOT && ev->u.snapshot.op == SNAPSHOT_END)
		s->told_state = false;
	if (ev->kind == EV_PROCESS && !(ev->flags & EVF_AGAIN))
		on_process(s, ev);
	if (ev->kind == EV_STATUS && s->slots.n &&
	    (ev->u.status.state == TARGET_DETACHED ||
	     ev->u.status.state == TARGET_ENDED))
		s->letting_go = s->ready = true;
}

/* --- life ---------------------------------------------------------------- */

static int perf_probe(struct err *err)
{
	int64_t value;
	int error;
	enum source_why why = perf_ask(&value, &error);

	return why == WHY_NONE || why == WHY_USER_ONLY ? 0 :
		err_set(err, error, "perf_event_open");
}

const struct ev_source *perf_state(const struct source *s)
{
	return &s->state;
}

static void begin(struct source *s)
{
	struct source_host *h = s->host;
	int error;
	enum source_why why = perf_ask(&s->state.value, &error);

	s->state.why = why;
	s->state.state = SOURCE_REFUSED;
	if (why != WHY_NONE && why != WHY_USER_ONLY)
		return;
	s->kernel = why == WHY_NONE;
	s->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (s->epoll < 0 ||
	    !perf_open_rings(s, h->want_faults ? LOG_PAGES : SCREEN_PAGES))
		return;
	s->state.state = SOURCE_ON;
	s->places = places_new(h->proc);
	if (h->want_fault_sums)
		s->sums = sums_new((uint64_t)sysconf(_SC_PAGESIZE));
	loop_add_fd(h->loop, s->epoll, POLLIN, 0, on_epoll, s);
}

static int perf_open(struct source **out, struct source_host *host,
		     struct err *err)
{
	struct source *s = xcalloc(1, sizeof *s);

	(void)err;
	s->host = host;
	s->epoll = -1;
	s->pause_ns = TELL_NS;
	s->state.state = SOURCE_OFF;
	if (host->perf == PERF_NO)
		s->state.why = WHY_OPTION;
	else if (host->want_faults || host->want_fault_sums)
		begin(s);
	*out = s;
	return 0;
}

static void perf_close(struct source *s)
{
	if (!s)
		return;
	perf_close_tasks(s);
	if (s->epoll >= 0) {
		if (s->places)
			loop_remove_fd(s->host->loop, s->epoll);
		close(s->epoll);
	}
	perf_close_rings(s);
	loop_remove_timer(s->host->loop, s->timer);
	vec_release(&s->roots);
	sums_free(s->sums);
	places_free(s->places);
	free(s);
}

const struct source_ops perf_source = {
	.name = "perf",
	.letter = PERF_LETTER,
	.summary = "page faults with address, as perf tells them",
	.probe = perf_probe,
	.open = perf_open,
	.drain = perf_drain,
	.event = perf_event,
	.flush = perf_flush,
	.close = perf_close,
};
