/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Records of several threads come in no order.  What is read of one thread may
 * depend on what another did a moment before, whose record was not there yet
 * when its chunk was looked at: so what is newer than the oldest look waits.
 */
#include <config.h>

#include "source/heap/heap_private.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "source/stack/names.h"
#include "sys/loop.h"

/* Lines that wait for names: then they go without. */
#define LINES_MAX (1u << 20)
/* Wrong frees are told to every log, so many of a process. */
#define WRONGS_MAX 100u

/* ---- processes ---------------------------------------------------------- */

struct heap_proc *heap_proc_find(struct source *s, pid_t pid)
{
	/* The newest write the most. */
	for (size_t i = s->procs.n; i-- > 0;)
		if (s->procs.v[i]->pid == pid)
			return s->procs.v[i];
	return NULL;
}

struct heap_proc *heap_proc_begin(struct source *s, pid_t pid)
{
	struct heap_proc *p = heap_proc_find(s, pid);

	if (p)
		return p;
	p = xcalloc(1, sizeof *p);
	p->pid = pid;
	p->live = live_new();
	p->wants_maps = true;
	p->freed = p->spare = EV_UNKNOWN;
	*vec_push(&s->procs) = p;
	return p;
}

void heap_proc_free(struct heap_proc *p)
{
	live_delete(p->live);
	heap_modules_release(&p->modules);
	vec_release(&p->places);
	vec_release(&p->frame_places);
	free(p);
}

void heap_proc_end(struct source *s, pid_t pid, bool leaves)
{
	for (size_t i = s->procs.n; i-- > 0;) {
		struct heap_proc *p = s->procs.v[i];

		if (p->pid != pid)
			continue;
		vec_remove(&s->procs, i);
		p->leaves = leaves;
		p->ended = heappool_now(s->pool);
		*vec_push(&s->gone) = p;
	}
}

/* ---- records ------------------------------------------------------------ */

static struct heap_change *add(struct source *s, pid_t pid, pid_t tid,
			       unsigned op, uint64_t ticks)
{
	struct heap_change *c = vec_push(&s->changes);

	*c = (struct heap_change){ .ticks = ticks, .order = s->changes.n,
				   .pid = pid, .tid = tid, .op = (uint8_t)op };
	return c;
}

static void add_block(struct source *s, const struct heap_owner *owner,
		      const struct heapring_record *r, unsigned op,
		      uint64_t addr, uint64_t ticks)
{
	struct heap_change *c = add(s, owner->pid, owner->tid, op, ticks);

	c->addr = addr;
	c->size = op == HEAP_OP_ALLOC ? r->size : 0;
	c->caller = r->caller;
	c->realloc = r->old != 0;
	c->frames = s->frames.n;
	c->n_frames = (uint16_t)r->n_frames;
	for (unsigned i = 0; i < r->n_frames; i++)
		*vec_push(&s->frames) = r->frames[i];
}

void heap_record(void *arg, const struct heap_owner *owner,
		 const struct heapring_record *r, uint64_t time_ns)
{
	struct source *s = arg;

	(void)time_ns;
	s->records++;
	/* Calls of the kernel are told by who sees them. */
	if (r->op == HEAP_MMAP || r->op == HEAP_MUNMAP || r->op == HEAP_MREMAP)
		return;
	if (r->old)
		add_block(s, owner, r, HEAP_OP_FREE, r->old, r->began);
	if (r->op == HEAP_FREE_BLOCK)
		add_block(s, owner, r, HEAP_OP_FREE, r->addr, r->time);
	else if (r->addr)
		add_block(s, owner, r, HEAP_OP_ALLOC, r->addr, r->time);
}

void heap_forked(struct source *s, pid_t parent, pid_t child)
{
	struct heap_change *c = add(s, parent, 0, HEAP_FORKED,
				    heappool_now(s->pool));

	c->addr = (uint64_t)child;
}

/* ---- changes ------------------------------------------------------------ */

uint64_t heap_time(const struct source *s, uint64_t ticks)
{
	uint64_t ns = heappool_ns(s->pool, ticks);

	return ns > s->host->start_ns ? ns - s->host->start_ns : 0;
}

static void fork_now(struct source *s, const struct heap_change *c)
{
	struct heap_proc *parent = heap_proc_find(s, c->pid);
	struct heap_proc *child = heap_proc_begin(s, (pid_t)c->addr);

	if (!parent || child == parent)
		return;
	live_delete(child->live);
	child->live = live_fork(parent->live);
	heap_modules_copy(&child->modules, &parent->modules);
	vec_clear(&child->places);
	for (size_t i = 0; i < parent->places.n; i++)
		*vec_push(&child->places) = parent->places.v[i];
	vec_clear(&child->frame_places);
	for (size_t i = 0; i < parent->frame_places.n; i++)
		*vec_push(&child->frame_places) = parent->frame_places.v[i];
	child->wants_maps = parent->wants_maps;
}

static void find_place(struct source *s, struct heap_proc *p, uint64_t caller,
		       struct heap_place *out)
{
	*out = (struct heap_place){ .file = UINT32_MAX };
	/* What is returned to lies behind the call. */
	if (!heap_modules_find(&p->modules, caller - 1, &out->file,
			       &out->offset) && p->wants_maps) {
		heap_modules_read(&p->modules, s->host->proc, p->pid,
				  s->names);
		p->wants_maps = false;
		if (!heap_modules_find(&p->modules, caller - 1, &out->file,
				       &out->offset))
			out->file = UINT32_MAX;
	}
}

static void find_places(struct source *s, struct heap_proc *p, uint32_t site)
{
	const struct live_site *l = live_get(p->live, site);
	struct heap_place *at = vec_push(&p->places);
	const char *function;

	find_place(s, p, l->caller, at);
	at->frames = (uint32_t)p->frame_places.n;
	for (uint32_t i = 0; i < l->n_frames; i++)
		find_place(s, p, l->frames[i], vec_push(&p->frame_places));
	/* Its lines will wait for it. */
	if (s->each)
		(void)names_get(s->names, at->file, at->offset, &function);
}

static uint32_t site_of(struct source *s, struct heap_proc *p,
			const struct heap_change *c)
{
	uint32_t site = live_site(p->live, c->caller,
				  s->frames.v + c->frames, c->n_frames);

	while (p->places.n < live_sites(p->live))
		find_places(s, p, (uint32_t)p->places.n);
	return site;
}

static void add_line(struct source *s, struct heap_proc *p,
		     const struct heap_change *c, const struct live_block *b,
		     uint32_t site, enum heap_wrong wrong)
{
	if (s->lines.n >= LINES_MAX)
		heap_say(s, true);
	*vec_push(&s->lines) = (struct heap_line){
		.proc = p, .time_ns = heap_time(s, c->ticks), .addr = c->addr,
		.size = b->size, .tid = c->tid, .site = site, .op = c->op,
		.wrong = (uint8_t)wrong,
	};
}

static void apply(struct source *s, const struct heap_change *c)
{
	struct heap_proc *p;
	struct live_block b;
	enum heap_wrong wrong = HEAP_RIGHT;
	uint32_t site = 0;

	if (c->op == HEAP_FORKED) {
		fork_now(s, c);
		return;
	}
	p = heap_proc_find(s, c->pid);
	if (!p) {
		s->strangers++;
		return;
	}
	p->wrote = true;
	/* Of who gives back a log wants to know who that is. */
	if (c->op == HEAP_OP_ALLOC || s->each)
		site = site_of(s, p, c);
	b = (struct live_block){ .addr = c->addr, .size = c->size,
				 .time = c->ticks, .site = site };
	if (c->op == HEAP_OP_ALLOC)
		live_alloc(p->live, &b, c->realloc);
	else
		wrong = live_release(p->live, c->addr, c->ticks, &b);
	if (wrong && !s->each && p->wrongs++ < WRONGS_MAX)
		add_line(s, p, c, &b, site_of(s, p, c), wrong);
	else if (s->each)
		add_line(s, p, c, &b, site, wrong);
}

static int by_time(const void *a, const void *b)
{
	const struct heap_change *x = a, *y = b;

	if (x->ticks != y->ticks)
		return x->ticks < y->ticks ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Those that wait are few: of the time of one look. */
static void keep_rest(struct source *s, size_t from)
{
	VEC(uint64_t) frames = VEC_INIT;
	size_t n = 0;

	for (size_t i = from; i < s->changes.n; i++) {
		struct heap_change c = s->changes.v[i];
		size_t at = frames.n;

		for (size_t j = 0; j < c.n_frames; j++)
			*vec_push(&frames) = s->frames.v[c.frames + j];
		c.frames = at;
		c.order = ++n;
		s->changes.v[n - 1] = c;
	}
	s->changes.n = n;
	vec_clear(&s->frames);
	for (size_t i = 0; i < frames.n; i++)
		*vec_push(&s->frames) = frames.v[i];
	vec_release(&frames);
}

void heap_apply(struct source *s, uint64_t until)
{
	size_t i = 0;

	if (!s->changes.n)
		return;
	qsort(s->changes.v, s->changes.n, sizeof *s->changes.v, by_time);
	while (i < s->changes.n && s->changes.v[i].ticks <= until)
		apply(s, &s->changes.v[i++]);
	keep_rest(s, i);
}
