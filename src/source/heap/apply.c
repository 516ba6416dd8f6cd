/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records become changes, and these the live sets of their processes. */
#include <config.h>

#include "source/heap/heap_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "source/stack/names.h"
#include "sys/loop.h"

/* Lines that wait for names: then they go without. */
#define LINES_MAX (1u << 20)
/* Wrong frees are told to every log, so many of a process. */
#define WRONGS_MAX 100u

/* Of a second: longer than a processor reads ahead. */
#define SLACK 500000u

/* ---- processes ---------------------------------------------------------- */

struct heap_proc *heap_proc_find(struct source *s, pid_t pid)
{
	/* The newest write the most. */
	for (size_t i = s->procs.n; i-- > 0;)
		if (s->procs.v[i]->pid == pid)
			return s->procs.v[i];
	return NULL;
}

struct heap_proc *heap_proc_writer(struct source *s, pid_t number)
{
	struct heap_proc *found = NULL;

	if (!s->namespaced)
		return heap_proc_find(s, number);
	for (size_t i = 0; i < s->procs.n; i++) {
		struct heap_proc *p = s->procs.v[i];

		if (heap_proc_number(p) != number)
			continue;
		if (found)
			return NULL;
		found = p;
	}
	return found;
}

/* Of a struct heap_change. */
static struct heap_proc *proc_of(struct source *s, pid_t pid)
{
	return pid < 0 ? heap_proc_writer(s, -pid) : heap_proc_find(s, pid);
}

/* A record's process, as struct heap_change has it. */
static pid_t writer_of(struct source *s, const struct heap_owner *owner)
{
	pid_t found = 0;

	for (size_t i = 0; i < s->procs.n; i++) {
		const struct heap_proc *p = s->procs.v[i];

		if (heap_proc_number(p) != owner->pid || !p->image ||
		    p->image != owner->image)
			continue;
		if (found)
			return -owner->pid;
		found = p->pid;
	}
	return found ? found : -owner->pid;
}

struct heap_proc *heap_proc_begin(struct source *s, pid_t pid)
{
	struct heap_proc *p = heap_proc_find(s, pid);

	if (p)
		return p;
	p = xcalloc(1, sizeof *p);
	p->pid = pid;
	p->live = live_new();
	live_slack(p->live, heapclock_second(heappool_clock(s->pool)) / SLACK);
	p->wants_maps = true;
	p->freed = p->spare = EV_UNKNOWN;
	p->exe = (struct str)STR_INIT;
	p->info.asked_ns = clock_ns();
	*vec_push(&s->procs) = p;
	return p;
}

void heap_proc_free(struct heap_proc *p)
{
	live_delete(p->live);
	heap_modules_release(&p->modules);
	str_release(&p->exe);
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
		p->ended = heapclock_now(heappool_clock(s->pool));
		*vec_push(&s->gone) = p;
	}
}

/* ---- changes ------------------------------------------------------------ */

uint64_t heap_time(const struct source *s, uint64_t ticks)
{
	uint64_t ns = heapclock_ns(heappool_clock(s->pool), ticks);

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
	child->info.walled = parent->info.walled;
	child->ns_pid = (pid_t)c->size;
	heap_unwatched_fork(child, parent);
	memset(child->recent, 0, sizeof child->recent);
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

static uint32_t find_site(struct source *s, struct heap_proc *p,
			  uint64_t caller, const uint64_t *frames, unsigned n)
{
	uint32_t site = live_site(p->live, caller, frames, n);

	while (p->places.n < live_sites(p->live))
		find_places(s, p, (uint32_t)p->places.n);
	return site;
}

/* Most calls are from where others were a moment ago. */
static uint32_t recent_site(struct source *s, struct heap_proc *p,
			    uint64_t caller, const uint64_t *frames, unsigned n)
{
	uint64_t hash = caller ^ caller >> 6;
	const struct live_site *l;
	uint32_t *site;

	for (unsigned i = 0; i < n; i++)
		hash = (hash << 5 | hash >> 59) + frames[i];
	site = &p->recent[(hash ^ hash >> 32) % HEAP_RECENT];
	l = *site ? live_get(p->live, *site) : NULL;
	if (!l || l->caller != caller || l->n_frames != n ||
	    (n && memcmp(l->frames, frames, n * sizeof *frames) != 0))
		*site = find_site(s, p, caller, frames, n);
	return *site;
}

static uint32_t site_of(struct source *s, struct heap_proc *p,
			const struct heap_change *c)
{
	return recent_site(s, p, c->caller, s->frames.v + c->frames,
			   c->n_frames);
}

static void add_line(struct source *s, struct heap_proc *p,
		     const struct heap_change *c, const struct live_block *b,
		     uint32_t site, enum heap_wrong wrong)
{
	if (s->lines.n >= LINES_MAX)
		heap_say(s, true);
	*vec_push(&s->lines) = (struct heap_line){
		.proc = p, .time_ns = heap_time(s, c->ticks), .addr = c->addr,
		.size = b->size, .site = site, .op = c->op,
		.tid = c->tid == p->ns_pid ? p->pid : c->tid,
		.wrong = (uint8_t)wrong,
	};
}

static struct live_block block_of(const struct heap_change *c, uint32_t site)
{
	return (struct live_block){ .addr = c->addr, .size = c->size,
				    .time = c->ticks, .site = site,
				    .thread = (uint16_t)c->tid };
}

static void apply(struct source *s, struct heap_proc *p,
		  const struct heap_change *c)
{
	struct live_block b;
	enum heap_wrong wrong = HEAP_RIGHT;
	uint32_t site = 0;

	/* Of who gives back a log wants to know who that is. */
	if (c->op == HEAP_OP_ALLOC || s->each)
		site = site_of(s, p, c);
	b = block_of(c, site);
	if (c->op == HEAP_OP_ALLOC)
		live_alloc(p->live, &b, c->realloc);
	else
		wrong = live_release(p->live, &b, &b);
	if (wrong && !s->each && p->wrongs++ < WRONGS_MAX)
		add_line(s, p, c, &b, site_of(s, p, c), wrong);
	else if (s->each)
		add_line(s, p, c, &b, site, wrong);
}

/* The second gives back what the first got. */
static bool pass(struct source *s, struct heap_proc *p,
		 const struct heap_change *c)
{
	struct live_block b;

	if (c->op != HEAP_OP_ALLOC || c[1].op != HEAP_OP_FREE ||
	    c[1].addr != c->addr || c[1].pid != c->pid || s->each)
		return false;
	b = block_of(c, site_of(s, p, c));
	return live_pass(p->live, &b, c->realloc);
}

void heap_apply(struct source *s, const struct heap_change *c, size_t n)
{
	const struct heap_change *end = c + n;
	struct heap_proc *p = NULL;

	for (; c < end; c++) {
		if (c->op == HEAP_FORKED) {
			fork_now(s, c);
			p = NULL;
			continue;
		}
		if (!p || p->pid != c->pid)
			p = proc_of(s, c->pid);
		if (!p) {
			s->strangers++;
			continue;
		}
		p->wrote = true;
		if (c + 1 < end && pass(s, p, c))
			c++;
		else
			apply(s, p, c);
	}
}

/* ---- records ------------------------------------------------------------ */

/* One thread's are in order, and nothing else is waited for.  Asked when they are
 * read: whoever they depend on had been counted. */
static bool is_alone(const struct source *s)
{
	return heappool_writers(s->pool) <= 1 && !s->forked;
}

void heap_apply_held(struct source *s)
{
	if (!s->holds)
		return;
	s->holds = false;
	heap_apply(s, s->held, 1);
	vec_clear(&s->frames);
}

static void keep_frames(struct source *s, struct heap_change *c,
			const struct heapring_record *r)
{
	c->frames = (uint32_t)s->frames.n;
	c->n_frames = (uint16_t)r->n_frames;
	for (unsigned i = 0; i < r->n_frames; i++)
		*vec_push(&s->frames) = r->frames[i];
}

static void fill_in(struct heap_change *c, const struct heap_owner *owner,
		    const struct heapring_record *r, unsigned op, uint64_t addr,
		    uint64_t ticks)
{
	c->ticks = ticks;
	c->addr = addr;
	c->size = op == HEAP_OP_ALLOC ? r->size : 0;
	c->caller = r->caller;
	c->pid = owner->pid;
	c->tid = owner->tid;
	c->frames = c->n_frames = 0;
	c->op = (uint8_t)op;
	c->realloc = r->old != 0;
}

static void take(struct source *s, const struct heap_owner *owner,
		 const struct heapring_record *r, unsigned op, uint64_t addr,
		 uint64_t ticks)
{
	bool next = s->holds && op == HEAP_OP_FREE && !s->each &&
		    addr == s->held->addr;
	struct heap_change *c;

	if (!is_alone(s)) {
		heap_apply_held(s);
		c = heap_change_add(s, ticks);
		fill_in(c, owner, r, op, addr, ticks);
		keep_frames(s, c, r);
	} else if (next) {
		/* Most of what is got is given back next. */
		s->holds = false;
		fill_in(&s->held[1], owner, r, op, addr, ticks);
		heap_apply(s, s->held, 2);
		vec_clear(&s->frames);
	} else {
		heap_apply_held(s);
		fill_in(s->held, owner, r, op, addr, ticks);
		keep_frames(s, s->held, r);
		s->holds = true;
		if (op != HEAP_OP_ALLOC)
			heap_apply_held(s);
	}
}

/* Got and given back by one record.  False: it has to be gone through. */
static bool pass_record(struct source *s, const struct heap_owner *owner,
			const struct heapring_record *r)
{
	struct heap_proc *p;
	struct live_block b;

	if (s->each || !is_alone(s))
		return false;
	heap_apply_held(s);
	p = proc_of(s, owner->pid);
	if (!p)
		return false;
	p->wrote = true;
	b = (struct live_block){
		.addr = r->addr, .size = r->size, .time = r->time,
		.site = recent_site(s, p, r->caller, r->frames, r->n_frames),
		.thread = (uint16_t)owner->tid,
	};
	return live_pass(p->live, &b, false);
}

void heap_record(void *arg, const struct heap_owner *owner,
		 const struct heapring_record *r)
{
	struct source *s = arg;
	struct heap_owner known;

	if (s->namespaced) {
		known = *owner;
		known.pid = writer_of(s, owner);
		owner = &known;
	}
	s->records += r->passed ? 2 : 1;
	if (r->op == HEAP_SAY) {
		heap_info_record(s, proc_of(s, owner->pid), r);
		return;
	}
	/* Calls of the kernel are told by who sees them. */
	if (r->op == HEAP_MMAP || r->op == HEAP_MUNMAP || r->op == HEAP_MREMAP)
		return;
	if (r->passed && pass_record(s, owner, r))
		return;
	if (r->old)
		take(s, owner, r, HEAP_OP_FREE, r->old, r->began);
	if (r->op == HEAP_FREE_BLOCK)
		take(s, owner, r, HEAP_OP_FREE, r->addr, r->time);
	else if (r->addr)
		take(s, owner, r, HEAP_OP_ALLOC, r->addr, r->time);
	if (r->passed)
		take(s, owner, r, HEAP_OP_FREE, r->addr, r->time);
}

/* Its records are known by that at once, whatever has to be applied before. */
static void begin_inside(struct source *s, pid_t parent, pid_t child,
			 pid_t ns_pid)
{
	const struct heap_proc *from = heap_proc_find(s, parent);
	struct heap_proc *p = heap_proc_begin(s, child);

	p->ns_pid = ns_pid;
	p->image = from ? from->image : 0;
}

void heap_forked(struct source *s, pid_t parent, pid_t child, pid_t ns_pid)
{
	uint64_t now = heapclock_now(heappool_clock(s->pool));

	*heap_change_add(s, now) = (struct heap_change){
		.ticks = now, .addr = (uint64_t)child, .size = (uint64_t)ns_pid,
		.pid = parent, .op = HEAP_FORKED,
	};
	if (ns_pid) {
		s->namespaced = true;
		begin_inside(s, parent, child, ns_pid);
	}
	s->forked = true;
	/* It waits for this: what it writes then is newer. */
	heappool_tick(s->pool);
}
