/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/owner/memscan.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "source/sample/core/procs.h"
#include "source/sample/owner/memscan_job.h"
#include "source/sample/owner/owners.h"
#include "sys/loop.h"
#include "sys/reader/process.h"

/* Delay of the first read of a process: programs that exit at once are not
 * read, and a thread has time to allocate its first block. */
#define FIRST_NS (200 * NS_PER_MS)
#define AGAIN_NS (5 * NS_PER_S)
/* Reads repeat after AGAIN_NS, or after SHARE times the duration of the reads,
 * if that is longer.  So they take at most 0.5 % of the time. */
#define SHARE 200
/* Number of unchanged regions that are read in one turn. */
#define TURN 1024
#define TURN_MAX_NS (60 * NS_PER_S)
#define CHANGED (HOLDS_REGIONS - TURN)
/* If new regions lie in more address ranges than this, mmtop checks all
 * regions. */
#define FRESH_MAX 1024
#define PAUSE_NS (20 * NS_PER_MS)
/* Interval at which the deadline is checked while no answer arrives. */
#define ANSWER_NS (100 * NS_PER_MS)

struct holds {
	struct reader *reader;	/* NULL: not started yet */
	int fd;			/* the reader's descriptor in the event loop;
				 * -1: none */
	pid_t pid;		/* process that is being read; 0: none */
	uint64_t due, begun_ns;
	uint64_t next;		/* earliest due time of all processes */
	bool sweep;		/* reads all regions, not only new regions */
	bool joint;		/* the request has all arenas and stacks */
	bool more;		/* more regions follow after this request */
	VEC(struct memscan_region) regions;	/* regions of the request */
};

struct holds *memscan_new(void)
{
	struct holds *h = xcalloc(1, sizeof *h);

	h->fd = -1;
	return h;
}

static void unwatch(struct sampler *s)
{
	if (s->holds->fd >= 0)
		loop_remove_fd(s->host->loop, s->holds->fd);
	s->holds->fd = -1;
}

void memscan_free(struct sampler *s)
{
	struct holds *h = s->holds;

	if (!h)
		return;
	unwatch(s);
	reader_free(h->reader);
	vec_release(&h->regions);
	free(h);
}

/* --- choice of regions --------------------------------------------------- */

/* True for an arena, a stack or TLS: their contents may identify each other. */
static bool is_joint(const struct sregion *r)
{
	return r->kind == KIND_ARENA || r->kind == KIND_THREAD_STACK ||
	       r->found.whose == WHOSE_ARENA ||
	       r->found.whose == WHOSE_STACK || r->found.whose == WHOSE_TLS;
}

/* True if the memory of r is read: private memory that the program writes and
 * the kernel does not name. */
static bool is_asked(const struct sregion *r)
{
	return r->kind == KIND_ARENA || r->kind == KIND_THREAD_STACK ||
	       (r->kind == KIND_ANON && !r->inode && (r->perm & PERM_R) &&
		(r->perm & PERM_W));
}

/* True if r was not read yet, or its RSS has changed since the last read.  A
 * region that had no pages, and still has none, is unchanged. */
static bool has_changed(const struct sregion *r)
{
	bool counted = r->found_rss != EV_UNKNOWN || r->rss;

	return !r->peeked || (counted && r->rss != r->found_rss);
}

static void add_region(struct sampler *s, const struct sproc *p, size_t i)
{
	struct holds *h = s->holds;
	struct sregion *r = p->regions.v[i];
	const struct sregion *below = i ? p->regions.v[i - 1] : NULL;

	h->joint |= is_joint(r);
	r->peeked = true;
	r->found_rss = r->rss;
	s->work.peeked++;
	*vec_push(&h->regions) = (struct memscan_region){
		.start = r->start, .end = r->end,
		.guarded = below && below->end == r->start && !below->inode &&
			   !(below->perm & (PERM_R | PERM_W | PERM_X)),
	};
}

static void choose_fresh(struct sampler *s, struct sproc *p)
{
	const sregions *v = &p->regions;
	const struct holds *h = s->holds;

	for (size_t k = 0; k < p->holds.fresh.n; k++) {
		const struct page_range *e = &p->holds.fresh.v[k];
		size_t i = sregions_index(v, e->start);

		for (; i < v->n && v->v[i]->start < e->end &&
		       h->regions.n < CHANGED; i++)
			if (is_asked(v->v[i]) && !v->v[i]->peeked)
				add_region(s, p, i);
	}
}

/* Adds regions from address *at on, until the request has max regions: changed
 * regions if `changed`, else unchanged regions.  Sets *at to the address of the
 * next region.  At the end of the map, sets *at to 0 and returns false. */
static bool choose_from(struct sampler *s, struct sproc *p, uint64_t *at,
			bool changed, size_t max)
{
	const sregions *v = &p->regions;

	for (size_t i = sregions_index(v, *at); i < v->n; i++) {
		if (!is_asked(v->v[i]) || has_changed(v->v[i]) != changed)
			continue;
		if (s->holds->regions.n >= max) {
			*at = v->v[i]->start;
			return true;
		}
		add_region(s, p, i);
	}
	*at = 0;
	return false;
}

static int by_start(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Adds all arenas and stacks that are not in the request, while it has room. */
static void choose_joint(struct sampler *s, struct sproc *p)
{
	const sregions *v = &p->regions;
	struct holds *h = s->holds;
	VEC(uint64_t) chosen = VEC_INIT;

	for (size_t i = 0; i < h->regions.n; i++)
		*vec_push(&chosen) = h->regions.v[i].start;
	if (chosen.n)
		qsort(chosen.v, chosen.n, sizeof *chosen.v, by_start);
	for (size_t i = 0; i < v->n && h->regions.n < HOLDS_REGIONS; i++) {
		const uint64_t start = v->v[i]->start;

		if (!is_asked(v->v[i]) || !is_joint(v->v[i]))
			continue;
		if (!chosen.n || !bsearch(&start, chosen.v, chosen.n,
					  sizeof start, by_start))
			add_region(s, p, i);
	}
	vec_release(&chosen);
	p->holds.joint = false;
}

static void choose(struct sampler *s, struct sproc *p)
{
	struct holds *h = s->holds;

	vec_clear(&h->regions);
	h->more = false;
	h->joint = p->holds.joint;
	/* Choose unchanged regions before changed ones: a chosen region counts
	 * as unchanged. */
	if (h->sweep && !p->holds.at && p->holds.turn_due <= clock_ns()) {
		choose_from(s, p, &p->holds.turn_at, false, TURN);
		p->holds.turn_due = 0;
	}
	choose_fresh(s, p);
	vec_clear(&p->holds.fresh);
	p->holds.fresh_due = 0;
	if (h->sweep)
		h->more = choose_from(s, p, &p->holds.at, true, CHANGED);
	if (h->joint)
		choose_joint(s, p);
}

/* --- schedule ------------------------------------------------------------ */

static void look_at(struct sampler *s, uint64_t *due, uint64_t at)
{
	if (!*due || *due > at)
		*due = at;
	if (s->holds->next > at)
		s->holds->next = at;
	sample_due(s, *due);
}

/* True if a reader process may read the memory of p: mmtop uses one to read
 * maps, and p has not hung it. */
static bool may_look(const struct sampler *s, const struct sproc *p)
{
	return s->host->wants.regions && s->host->reader && !p->holds.hung;
}

void memscan_look(struct sampler *s, struct sproc *p)
{
	if (may_look(s, p))
		look_at(s, &p->holds.due, clock_ns() + FIRST_NS);
}

void memscan_fresh(struct sampler *s, struct sproc *p, const struct sregion *r)
{
	page_ranges *v = &p->holds.fresh;

	if (!may_look(s, p) || r->peeked || !is_asked(r))
		return;
	if (v->n && v->v[v->n - 1].end == r->start)
		v->v[v->n - 1].end = r->end;
	else if (v->n < FRESH_MAX)
		*vec_push(v) = (struct page_range){ r->start, r->end };
	else
		memscan_look(s, p);
	look_at(s, &p->holds.fresh_due, clock_ns() + FIRST_NS);
}

/* Returns when p is read next; 0: never. */
static uint64_t due_of(const struct sampler *s, const struct sproc *p)
{
	uint64_t a = p->holds.due, b = p->holds.fresh_due;

	if (!p->synced || p->gone || p->holds.hung || !sproc_selected(s, p))
		return 0;
	return !a || (b && b < a) ? b : a;
}

uint64_t memscan_due(const struct sampler *s)
{
	uint64_t at = 0;

	s->holds->next = UINT64_MAX;
	if (s->holds->pid)
		return s->holds->due;
	for (size_t i = 0; i < s->procs.n; i++) {
		uint64_t due = due_of(s, s->procs.v[i]);

		if (due && (!at || due < at))
			at = due;
	}
	if (at)
		s->holds->next = at;
	return at && at < s->holds->due ? s->holds->due : at;
}

/* --- request ------------------------------------------------------------- */

static void put_question(const struct sampler *s, const struct sproc *p,
			 struct str *out)
{
	const struct holds *h = s->holds;
	struct memscan_request ask = {
		.regions = (uint32_t)h->regions.n, .pid = p->pid,
		.wide = p->wide, .page_size = (uint32_t)s->page_size,
		.tids = (uint32_t)(p->tasks.n < HOLDS_TIDS ? p->tasks.n
							   : HOLDS_TIDS),
	};

	str_add(out, &ask, sizeof ask);
	str_add(out, h->regions.v, h->regions.n * sizeof *h->regions.v);
	for (uint32_t i = 0; i < ask.tids; i++) {
		int32_t tid = p->tasks.v[i].tid;

		str_add(out, &tid, sizeof tid);
	}
}

static void on_answer(void *arg, int fd, short revents)
{
	struct sampler *s = arg;

	(void)revents;
	/* Only memscan_work() reads the answer.  Until it does, the readable
	 * descriptor would wake the loop again and again. */
	loop_remove_fd(s->host->loop, fd);
	s->holds->fd = -1;
	s->holds->due = clock_ns();
	sample_due(s, s->holds->due);
}

static void watch(struct sampler *s)
{
	struct holds *h = s->holds;

	if (h->fd < 0) {
		h->fd = reader_fd(h->reader);
		loop_add_fd(s->host->loop, h->fd, POLLIN, 2, on_answer, s);
	}
	h->due = clock_ns() + ANSWER_NS;
}

static void begin(struct sampler *s, struct sproc *p)
{
	struct holds *h = s->holds;
	uint64_t now = clock_ns();
	struct str ask = STR_INIT;

	h->sweep = p->holds.due && p->holds.due <= now;
	if (h->sweep)
		p->holds.due = 0;
	choose(s, p);
	if (h->regions.n && !h->reader)
		h->reader = reader_new("/proc");
	put_question(s, p, &ask);
	if (h->regions.n &&
	    reader_start_job(h->reader, p->via ? p->via : p->pid, &memscan_job,
			     ask.data, ask.len) == 0) {
		h->pid = p->pid;
		h->begun_ns = now;
		watch(s);
	} else if (h->sweep) {
		look_at(s, &p->holds.due, now + AGAIN_NS);
	}
	str_release(&ask);
}

/* --- the answer ---------------------------------------------------------- */

/* Returns the owner in an answer; invalid values are replaced. */
static struct owner answer_owner(const struct sproc *p,
				 const struct memscan_answer *a)
{
	struct owner o = { .whose = WHOSE_UNKNOWN };

	switch (a->whose) {
	case WHOSE_ARENA:
	case WHOSE_STACK:
	case WHOSE_MALLOC:
	case WHOSE_TLS:
		o.whose = (enum region_whose)a->whose;
		o.guessed = true;
		break;
	default:
		return o;
	}
	if (o.whose == WHOSE_ARENA)
		o.arena = a->arena;
	o.others = a->partly != 0;
	if (o.whose != WHOSE_MALLOC)
		for (size_t i = 0; i < p->tasks.n; i++)
			if (p->tasks.v[i].tid == a->tid)
				o.tid = a->tid;
	return o;
}

/* True if the answer is about an arena, but the request did not have all arenas
 * and stacks: the next request has them all. */
static bool wants_joint(const struct holds *h, const struct memscan_answer *a)
{
	return !h->joint && (a->whose == WHOSE_ARENA ||
			     a->whose == WHOSE_STACK || a->whose == WHOSE_TLS);
}

static void take_one(struct sampler *s, struct sproc *p,
		     const struct memscan_region *asked,
		     const struct memscan_answer *a)
{
	struct sregion *r = sregions_find(&p->regions, asked->start);
	struct owner found = answer_owner(p, a);

	if (!r || r->start != asked->start || r->end != asked->end)
		return;
	if (wants_joint(s->holds, a)) {
		p->holds.joint = true;
		r->peeked = false;
	} else if (!owner_same(&r->found, &found)) {
		r->found = found;
		owners_tell(s, p, r->start, r->end);
	}
}

static void take(struct sampler *s, struct sproc *p, const struct str *answer)
{
	const struct holds *h = s->holds;
	struct memscan_answer a;

	if (answer->len != h->regions.n * sizeof a)
		return;
	for (size_t i = 0; i < h->regions.n; i++) {
		memcpy(&a, answer->data + i * sizeof a, sizeof a);
		take_one(s, p, &h->regions.v[i], &a);
	}
}

/* Returns the pause between two reads of unchanged regions, which grows with
 * the number of processes. */
static uint64_t turn_pause(const struct sampler *s, const struct sproc *p)
{
	uint64_t pause = p->holds.took_ns * SHARE * s->procs.n;

	return pause < TURN_MAX_NS ? pause : TURN_MAX_NS;
}

static void ask_again(struct sampler *s, struct sproc *p, uint64_t took)
{
	const struct holds *h = s->holds;
	uint64_t pause = PAUSE_NS;

	p->holds.took_ns += took;
	if (!h->more && !p->holds.joint) {
		if (!h->sweep)
			return;
		pause = p->holds.took_ns * SHARE;
		pause = pause < AGAIN_NS ? AGAIN_NS : pause;
		if (!p->holds.turn_due)
			p->holds.turn_due = clock_ns() + turn_pause(s, p);
		p->holds.took_ns = 0;
	}
	look_at(s, &p->holds.due, clock_ns() + pause);
}

static void wait_for(struct sampler *s)
{
	struct holds *h = s->holds;
	struct sproc *p = sproc_find(s, h->pid);
	struct str answer = STR_INIT;
	uint64_t now = clock_ns();
	int rc;

	/* An owner must not be emitted while a map is only partly emitted. */
	if (p && p->map.phase == MAP_EMIT) {
		h->due = now + PAUSE_NS;
		return;
	}
	rc = reader_job_result(h->reader, &answer);
	if (rc == 0) {
		/* Only a part of the answer has arrived. */
		watch(s);
	} else {
		unwatch(s);
		h->pid = 0;
		h->due = now + PAUSE_NS;
		if (rc > 0 && p)
			take(s, p, &answer);
		if (rc == -ETIMEDOUT && p)
			p->holds.hung = true;
		else if (p)
			ask_again(s, p, now - h->begun_ns);
	}
	str_release(&answer);
}

bool memscan_work(struct sampler *s, uint64_t deadline)
{
	const struct holds *h = s->holds;
	uint64_t now = clock_ns();

	(void)deadline;
	if (h->due > now || (!h->pid && h->next > now))
		return false;
	if (h->pid) {
		wait_for(s);
		return true;
	}
	for (size_t i = 0; i < s->procs.n; i++) {
		struct sproc *p = s->procs.v[i];

		uint64_t due = due_of(s, p);

		if (due && due <= now && p->map.phase != MAP_EMIT) {
			begin(s, p);
			return true;
		}
	}
	return false;
}
