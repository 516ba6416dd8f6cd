/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts and ends the capture, and runs its scans by timer and on request. */
#include <config.h>

#include "source/contents/capture.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "event/wire/codec.h"
#include "sys/loop.h"
#include "sys/reader/process.h"

/* Scanning an object takes at most a quarter of the time, or at most half
 * (SHARE_ASKED) if the user configured the object's period. */
#define SHARE 4
#define SHARE_ASKED 2
/* The scans of all objects together take at most a third of the time, or at
 * most half (CALM_ASKED) if the user configured a period. */
#define CALM 2
#define CALM_ASKED 1
/* While the CPU is contended, mmtop's higher priority must not delay other
 * programs: scan for at most BRIEF_NS, then pause PAUSE times as long. */
#define BRIEF_NS (NS_PER_MS / 2)
#define PAUSE 3
/* Full reads of /proc/PID/maps take at most a twentieth of the time. */
#define MAP_SHARE 20
/* Interval for polling the reader process for an answer, and the store for
 * room. */
#define WAIT_NS (2 * NS_PER_MS)
#define READER_IDLE_NS (10 * NS_PER_S)

/* --- setup ---------------------------------------------------------------- */

/* Returns the device of memory without a file: memfds, System V and anonymous
 * shared memory. */
static uint64_t memory_dev(void)
{
	int fd = memfd_create("mmtop", MFD_CLOEXEC);
	struct stat st = { 0 };

	if (fd >= 0) {
		if (fstat(fd, &st) < 0)
			st.st_dev = 0;
		close(fd);
	}
	return st.st_dev;
}

struct capture *capture_new(struct contents_source *s)
{
	struct capture *c = xcalloc(1, sizeof *c);
	const struct capture_host *h = s->host->capture;
	uint64_t seed = 0;

	if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != sizeof seed)
		seed = clock_ns();
	hashes_seed(seed);
	c->scratch = (struct str)STR_INIT;
	c->look.data = c->aside.data = (struct str)STR_INIT;
	c->memory_dev = memory_dev();
	c->credit_at_ns = clock_ns();
	c->credit_ns = c->dear_ns = CREDIT_MAX;
	c->start = (struct str)STR_INIT;
	c->all = h && h->all && (!h->begin || h->begin(h->arg, s->host) == 0);
	if (c->all)
		pagescanner_ready(s->scanner);
	s->host->capturing = c->all;
	return c;
}

void capture_free(struct contents_source *s)
{
	struct capture *c = s->capture;

	if (!c)
		return;
	look_cut(s);
	while (c->procs.n)
		proc_remove(s, c->procs.v[c->procs.n - 1]);
	look_release(s);
	if (c->timer)
		loop_remove_timer(s->host->loop, c->timer);
	contention_release(&c->contention);
	reader_free(c->reader);
	vec_release(&c->procs);
	vec_release(&c->objects);
	vec_release(&c->tame);
	vec_release(&c->wild);
	str_release(&c->scratch);
	str_release(&c->start);
	free(c);
	s->capture = NULL;
}

bool capture_on(const struct contents_source *s)
{
	return s->host->capturing;
}

void capture_store(struct contents_source *s, const struct event *ev,
		   struct bytes sums)
{
	const struct capture_host *h = s->host->capture;

	if (h && h->store)
		h->store(h->arg, ev, sums);
}

bool capture_has_room(const struct contents_source *s)
{
	const struct capture_host *h = s->host->capture;

	return !h || !h->room || h->room(h->arg);
}

char *capture_place(const struct contents_source *s, size_t n)
{
	const struct capture_host *h = s->host->capture;

	return h && h->place ? h->place(h->arg, n) : NULL;
}

/* --- timing --------------------------------------------------------------- */

bool capture_late(const struct contents_source *s, uint64_t deadline)
{
	uint64_t hurry = s->capture->hurry_ns;

	return clock_ns() >= deadline || (hurry && clock_cpu_ns() >= hurry);
}

void capture_plan(struct contents_source *s, struct object *o,
		  uint64_t begun_ns, uint64_t spent_ns)
{
	uint64_t period = o->period_ns ? o->period_ns : s->host->period_ns;
	uint64_t share = o->period_ns ? SHARE_ASKED : SHARE;

	/* Count the scans that are skipped because this scan took too long. */
	for (uint64_t gap = period; gap < spent_ns * share; gap += period)
		o->missed++;
	if (period < spent_ns * share)
		period = spent_ns * share;
	if (s->capture->look.cause != FRAME_TIMER && o->due_ns > begun_ns)
		return;
	o->due_ns += period;
	if (o->due_ns < begun_ns)
		o->due_ns = begun_ns + period;
}

static uint64_t on_time(void *arg)
{
	struct contents_source *s = arg;

	/* The timer only wakes poll(): drain() does the work. */
	s->capture->timer = 0;
	return 0;
}

static void wake_at(struct contents_source *s, uint64_t at)
{
	struct capture *c = s->capture;
	uint64_t now = clock_ns();

	if (at == UINT64_MAX || (c->timer && c->timer_at_ns <= at))
		return;
	if (c->timer)
		loop_remove_timer(s->host->loop, c->timer);
	c->timer_at_ns = at;
	c->timer = loop_add_timer(s->host->loop, at > now ? at - now : 1,
				  on_time, s);
}

/* Reads the region list of p again.  Reading the whole list can take long, so
 * that is done at ordinary priority. */
static void refresh_proc(struct contents_source *s, struct contents_process *p,
			 bool whole)
{
	const struct source_host *h = s->host;
	bool lasts = whole && h->set_long_work &&
		     (!p->took_ns || p->took_ns > BRIEF_NS);

	if (lasts)
		h->set_long_work(h->emit_arg, true);
	proc_refresh(s, p, whole);
	if (lasts)
		h->set_long_work(h->emit_arg, false);
}

/* Reads the region lists that are due.  Returns the time when the next list is
 * due. */
static uint64_t refresh(struct contents_source *s, uint64_t now)
{
	struct capture *c = s->capture;
	uint64_t next = UINT64_MAX;

	for (size_t i = 0; i < c->procs.n; i++) {
		struct contents_process *p = c->procs.v[i];
		bool whole = now >= p->due_ns;

		if (p->borrowed || (!c->all && !p->forced.n))
			continue;
		refresh_proc(s, p, whole);
		if (whole) {
			p->due_ns = now + s->host->period_ns;
			if (p->took_ns * MAP_SHARE > s->host->period_ns)
				p->due_ns = now + p->took_ns * MAP_SHARE;
		}
		if (p->due_ns < next)
			next = p->due_ns;
	}
	return next;
}

/* Returns the object to scan next; if calm, one that was never scanned. */
static struct object *first_due(const struct capture *c, bool calm)
{
	struct object *first = NULL;

	for (size_t i = 0; i < c->objects.n; i++) {
		struct object *o = c->objects.v[i];

		if (o->parked || (o->limit && o->captured >= o->limit) ||
		    (calm && o->looked))
			continue;
		if (!first || o->due_ns < first->due_ns)
			first = o;
	}
	return first;
}

/* Returns the viewer with the largest captured part. */
static struct region_seen *widest(const struct object *o)
{
	struct region_seen *r = o->viewers.v[0];

	for (size_t i = 1; i < o->viewers.n; i++)
		if (o->viewers.v[i]->length > r->length)
			r = o->viewers.v[i];
	return r;
}

/* Counts the scans that were due since due_ns and did not run. */
static void count_late(const struct contents_source *s, struct object *o)
{
	uint64_t period = o->period_ns ? o->period_ns : s->host->period_ns;
	uint64_t now = clock_ns();

	if (o->looked && now > o->due_ns)
		o->missed += (now - o->due_ns) / period;
}

/* Runs one scan or a part of a scan.  Returns false if no scan can run now:
 * then *next is the time when one can. */
static bool work_on(struct contents_source *s, uint64_t deadline, bool calm,
		    uint64_t *next, unsigned *factor)
{
	struct capture *c = s->capture;
	struct object *o = c->look.object;

	if (!o) {
		o = first_due(c, calm);
		if (!o || o->due_ns > clock_ns()) {
			*next = o ? o->due_ns : UINT64_MAX;
			return false;
		}
		if (!capture_has_room(s)) {
			o->missed++;
			o->due_ns = clock_ns() + s->host->period_ns;
			return true;
		}
		count_late(s, o);
		look_begin(s, o, widest(o), FRAME_TIMER, NULL);
	} else if (calm && o->looked) {
		*next = c->calm_until_ns;
		return false;
	}
	if (o->looked)
		*factor = o->period_ns ? CALM_ASKED : CALM;
	if (look_step(s, deadline) || !(c->look.reading || c->look.crowded))
		return true;
	*next = clock_ns() + WAIT_NS;
	return false;
}

static bool work(struct contents_source *s, uint64_t deadline, bool calm,
		 uint64_t *next)
{
	struct capture *c = s->capture;
	uint64_t begun = clock_cpu_ns(), spent;
	unsigned factor = 0;
	bool more = true, brief = cpu_contended(&c->contention);

	if (brief)
		c->hurry_ns = begun + BRIEF_NS;
	while (more && !capture_late(s, deadline))
		more = work_on(s, deadline, calm, next, &factor);
	c->hurry_ns = 0;
	spent = clock_cpu_ns() - begun;
	if (factor)
		c->calm_until_ns = clock_ns() + spent * factor;
	if (brief)
		c->pause_until_ns = clock_ns() + spent * PAUSE;
	return more;
}

bool capture_work(struct contents_source *s, uint64_t deadline)
{
	struct capture *c = s->capture;
	uint64_t begun = clock_cpu_ns(), map, next = UINT64_MAX;
	bool calm, more = true;

	if (!capture_on(s))
		return false;
	if (clock_ns() < c->call_until_ns) {
		wake_at(s, c->call_until_ns);
		return false;
	}
	map = refresh(s, clock_ns());
	calm = clock_ns() < c->calm_until_ns;
	if (clock_ns() >= c->pause_until_ns)
		more = work(s, deadline, calm, &next);
	c->worked_ns += clock_cpu_ns() - begun;
	if (more && clock_ns() < c->pause_until_ns) {
		wake_at(s, c->pause_until_ns);
		return false;
	}
	if (more)
		return true;
	if (!c->look.object)
		reader_end_idle(c->reader, READER_IDLE_NS);
	if (calm && c->calm_until_ns < next)
		next = c->calm_until_ns;
	wake_at(s, next < map ? next : map);
	return false;
}

/* --- requests ------------------------------------------------------------- */

/* Reports START and all processes to a store that was opened later. */
static void tell_all(struct contents_source *s)
{
	const struct capture *c = s->capture;
	struct event ev;

	if (event_decode(c->start.data, c->start.len, &ev) > 0)
		capture_store(s, &ev, NO_SUMS);
	for (size_t i = 0; i < c->procs.n; i++) {
		const struct contents_process *p = c->procs.v[i];

		ev = contents_event(s, EV_PROCESS, p->pid);
		ev.flags = EVF_SYNTHETIC;
		ev.u.process = (struct ev_process){
			.op = PROCESS_ATTACH, .child = p->pid,
			.child_pid = p->pid, .ppid = p->ppid,
			.status = -1, .signal = -1,
			.exe = { p->exe.data, p->exe.len },
			.argv = { p->argv.data, p->argv.len },
		};
		capture_store(s, &ev, NO_SUMS);
	}
}

static bool begin(struct contents_source *s)
{
	const struct capture_host *h = s->host->capture;

	if (capture_on(s))
		return true;
	if (!h || (h->begin && h->begin(h->arg, s->host) < 0))
		return false;
	pagescanner_ready(s->scanner);
	s->host->capturing = true;
	tell_all(s);
	return true;
}

static void choose_again(struct contents_source *s, struct contents_process *p)
{
	proc_refresh(s, p, true);
	for (size_t i = 0; i < p->regions.n; i++)
		choose_region(s, p, p->regions.v[i]);
}

static void force(struct contents_process *p, uint64_t start, bool on)
{
	size_t i = 0;

	while (i < p->forced.n && p->forced.v[i] != start)
		i++;
	if (on && i == p->forced.n)
		*vec_push(&p->forced) = start;
	else if (!on && i < p->forced.n)
		vec_remove(&p->forced, i);
}

/* The result includes the wait for a reader process that has to be killed. */
uint64_t capture_stop_end(const struct contents_source *s)
{
	uint64_t ns = s->host->capture->stop_ns;

	return clock_ns() + (ns ? ns : CAPTURE_STOP_NS);
}

/* Stores one frame of the region now. */
static void look_now(struct contents_source *s, struct region_seen *r)
{
	uint64_t until = capture_stop_end(s);

	if (s->capture->look.object && !look_step(s, until))
		look_cut(s);
	look_begin(s, r->object, r, FRAME_ASKED, NULL);
	(void)!look_step(s, until);
}

static void capture_region(struct contents_source *s,
			   struct contents_process *p, uint64_t start,
			   enum capture_what what)
{
	struct region_seen *r;
	bool known;

	proc_refresh(s, p, true);
	r = proc_region(p, start);
	if (!r)
		return;
	known = r->object && !r->object->parked;
	force(p, r->map.start, what != CAPTURE_STOP);
	if (what != CAPTURE_ONCE || !r->object)
		choose_region(s, p, r);
	if (r->object)
		r->object->parked = what == CAPTURE_ONCE && !known;
	if (what != CAPTURE_ONCE)
		return;
	if (r->object)
		look_now(s, r);
	if (!known)
		force(p, r->map.start, false);
}

void capture_request(struct contents_source *s, const struct request *req)
{
	struct capture *c = s->capture;
	enum capture_what what = (enum capture_what)req->b;

	if (what != CAPTURE_STOP && !begin(s))
		return;
	if (!req->a && what != CAPTURE_ONCE)
		c->all = what == CAPTURE_ON;
	for (size_t i = c->procs.n; i-- > 0;) {
		struct contents_process *p = c->procs.v[i];

		if (p->borrowed || (req->pid && p->pid != req->pid))
			continue;
		if (req->a)
			capture_region(s, p, req->a, what);
		else if (what != CAPTURE_ONCE)
			choose_again(s, p);
		for (size_t k = 0; !req->a && what == CAPTURE_ONCE &&
		     k < p->regions.n; k++)
			if (p->regions.v[k]->object)
				look_now(s, p->regions.v[k]);
	}
}
