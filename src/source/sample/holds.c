/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/holds.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "source/sample/holds_job.h"
#include "source/sample/owners.h"
#include "sys/loop.h"
#include "sys/reader.h"

/* A program that ends at once is not looked at; a thread has its first block
 * by then. */
#define FIRST_NS (200 * NS_PER_MS)
#define AGAIN_NS (5 * NS_PER_S)
/* ... and of what takes long, so many times as long. */
#define SHARE 100
#define PAUSE_NS (20 * NS_PER_MS)
/* When the answer does not wake us, its deadline is looked at. */
#define ANSWER_NS (100 * NS_PER_MS)

struct holds {
	struct reader *reader;	/* NULL: none yet */
	int fd;			/* the loop waits for it, -1 */
	pid_t pid;		/* that is being asked about, 0: none */
	uint64_t due, begun_ns;
	bool more;		/* there are regions above */
	VEC(struct holds_region) regions;	/* as asked */
};

struct holds *holds_new(void)
{
	struct holds *h = xcalloc(1, sizeof *h);

	h->fd = -1;
	return h;
}

static void unwatch(struct source *s)
{
	if (s->holds->fd >= 0)
		loop_remove_fd(s->host->loop, s->holds->fd);
	s->holds->fd = -1;
}

void holds_free(struct source *s)
{
	struct holds *h = s->holds;

	if (!h)
		return;
	unwatch(s);
	reader_free(h->reader);
	vec_release(&h->regions);
	free(h);
}

/* --- when ---------------------------------------------------------------- */

static void look_at(struct source *s, struct sproc *p, uint64_t at)
{
	p->holds_due = at;
	sample_due(s, at);
}

void holds_look(struct source *s, struct sproc *p)
{
	uint64_t at = clock_ns() + FIRST_NS;

	/* Where nothing is read by others, nobody forks for it either. */
	if (s->host->want_regions && s->host->reader && !p->holds_hung &&
	    (!p->holds_due || p->holds_due > at))
		look_at(s, p, at);
}

static bool is_due(const struct source *s, const struct sproc *p)
{
	return p->holds_due && p->synced && !p->gone && !p->holds_hung &&
	       sproc_selected(s, p);
}

uint64_t holds_due(const struct source *s)
{
	uint64_t at = 0;

	if (s->holds->pid)
		return s->holds->due;
	for (size_t i = 0; i < s->procs.n; i++) {
		const struct sproc *p = s->procs.v[i];

		if (is_due(s, p) && (!at || p->holds_due < at))
			at = p->holds_due;
	}
	return at && at < s->holds->due ? s->holds->due : at;
}

/* --- asking -------------------------------------------------------------- */

static bool is_first(const struct sregion *r)
{
	return r->kind == KIND_ARENA || r->kind == KIND_THREAD_STACK;
}

/* Private memory that the program writes, and what the kernel has no word
 * for. */
static bool is_asked(const struct sregion *r)
{
	return is_first(r) ||
	       (r->kind == KIND_ANON && !r->inode && (r->perm & PERM_R) &&
		(r->perm & PERM_W));
}

static void add_region(struct holds *h, const struct sproc *p, size_t i)
{
	const struct sregion *r = p->regions.v[i];
	const struct sregion *below = i ? p->regions.v[i - 1] : NULL;

	*vec_push(&h->regions) = (struct holds_region){
		.start = r->start, .end = r->end,
		.guarded = below && below->end == r->start && !below->inode &&
			   !(below->perm & (PERM_R | PERM_W | PERM_X)),
	};
}

static void choose(struct holds *h, struct sproc *p)
{
	const sregions *v = &p->regions;

	vec_clear(&h->regions);
	for (size_t i = 0; i < v->n && h->regions.n < HOLDS_REGIONS / 2; i++)
		if (is_first(v->v[i]))
			add_region(h, p, i);
	h->more = false;
	for (size_t i = sregions_index(v, p->holds_at); i < v->n; i++) {
		if (is_first(v->v[i]) || !is_asked(v->v[i]))
			continue;
		h->more = h->regions.n == HOLDS_REGIONS;
		if (h->more)
			break;
		add_region(h, p, i);
		p->holds_at = v->v[i]->end;
	}
	if (!h->more)
		p->holds_at = 0;
}

static void put_question(const struct source *s, const struct sproc *p,
			 struct str *out)
{
	const struct holds *h = s->holds;
	struct holds_ask ask = {
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
	struct source *s = arg;

	(void)revents;
	/* holds_work() reads it; until then it would wake us for ever. */
	loop_remove_fd(s->host->loop, fd);
	s->holds->fd = -1;
	s->holds->due = clock_ns();
	sample_due(s, s->holds->due);
}

static void watch(struct source *s)
{
	struct holds *h = s->holds;

	if (h->fd < 0) {
		h->fd = reader_fd(h->reader);
		loop_add_fd(s->host->loop, h->fd, POLLIN, 2, on_answer, s);
	}
	h->due = clock_ns() + ANSWER_NS;
}

static void begin(struct source *s, struct sproc *p)
{
	struct holds *h = s->holds;
	struct str ask = STR_INIT;

	if (!h->reader)
		h->reader = reader_new("/proc");
	choose(h, p);
	put_question(s, p, &ask);
	if (!h->regions.n ||
	    reader_begin(h->reader, p->via ? p->via : p->pid, &holds_job,
			 ask.data, ask.len) < 0) {
		look_at(s, p, clock_ns() + AGAIN_NS);
	} else {
		h->pid = p->pid;
		h->begun_ns = clock_ns();
		watch(s);
		p->holds_due = 0;
	}
	str_release(&ask);
}

/* --- the answer ---------------------------------------------------------- */

/* What came back, as far as it can be. */
static struct owner answer_owner(const struct sproc *p,
				 const struct holds_answer *a)
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

static void take(struct source *s, struct sproc *p, const struct str *answer)
{
	const struct holds *h = s->holds;
	struct holds_answer a;

	if (answer->len != h->regions.n * sizeof a)
		return;
	for (size_t i = 0; i < h->regions.n; i++) {
		struct sregion *r = sregions_find(&p->regions,
						  h->regions.v[i].start);

		memcpy(&a, answer->data + i * sizeof a, sizeof a);
		if (r && r->start == h->regions.v[i].start &&
		    r->end == h->regions.v[i].end)
			r->found = answer_owner(p, &a);
	}
	owners_tell(s, p);
}

static void wait_for(struct source *s)
{
	struct holds *h = s->holds;
	struct sproc *p = sproc_find(s, h->pid);
	struct str answer = STR_INIT;
	uint64_t now = clock_ns(), again = (now - h->begun_ns) * SHARE;
	int rc;

	/* What is told now would come between parts of a map. */
	if (p && p->map.phase == MAP_EMIT) {
		h->due = now + PAUSE_NS;
		return;
	}
	rc = reader_ended(h->reader, &answer);
	if (rc == 0) {
		/* Only a part of it was there. */
		watch(s);
	} else {
		unwatch(s);
		h->pid = 0;
		h->due = now + PAUSE_NS;
		if (rc > 0 && p)
			take(s, p, &answer);
		if (rc == -ETIMEDOUT && p)
			p->holds_hung = true;
		else if (p && !p->holds_due)
			look_at(s, p, now + (h->more ? PAUSE_NS :
					     again > AGAIN_NS ? again
							      : AGAIN_NS));
	}
	str_release(&answer);
}

bool holds_work(struct source *s, uint64_t deadline)
{
	const struct holds *h = s->holds;
	uint64_t now = clock_ns();

	(void)deadline;
	if (h->due > now)
		return false;
	if (h->pid) {
		wait_for(s);
		return true;
	}
	for (size_t i = 0; i < s->procs.n; i++) {
		struct sproc *p = s->procs.v[i];

		if (is_due(s, p) && p->holds_due <= now &&
		    p->map.phase != MAP_EMIT) {
			begin(s, p);
			return true;
		}
	}
	return false;
}
