/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns records into changes, and applies these to the sets of live blocks. */
#include <config.h>

#include "source/heap/heap_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "source/stack/names.h"
#include "sys/loop.h"

/* Maximum number of lines that wait for names.  Older lines are logged without
 * names. */
#define LINES_MAX (1u << 20)
#define LINES_MORE 64u
/* Maximum number of wrong frees logged for a process, except in logs of all
 * calls. */
#define WRONGS_MAX 100u

/* ---- changes ------------------------------------------------------------ */

uint64_t heap_time(const struct heap_source *s, uint64_t ticks)
{
	uint64_t ns = heapclock_ns(heappool_clock(s->pool), ticks);

	return ns > s->host->start_ns ? ns - s->host->start_ns : 0;
}

/* A return address is after its call, so addr - 1 is inside the call. */
static uint64_t key_of(struct heap_source *s, struct heap_proc *p,
		       uint64_t addr)
{
	if (!heap_modules_has(&p->modules, addr - 1))
		(void)heap_modules_read_again(&p->modules, s->host->proc, p->pid,
					      s->names);
	return heap_modules_key(&p->modules, addr - 1);
}

static void ask_name(struct heap_source *s, uint64_t key)
{
	const char *function;
	uint64_t offset;
	uint32_t file;

	heap_modules_place(key, &file, &offset);
	(void)names_get(s->names, file, offset, &function);
}

/* Requests names before their file is unmapped: it may be removed
 * afterwards. */
static void ask_names(struct heap_source *s, struct heap_proc *p)
{
	for (uint32_t i = 0; i < live_sites(p->live); i++) {
		const struct live_site *l = live_get(p->live, i);

		if (!l->blocks)
			continue;
		ask_name(s, l->caller);
		for (uint32_t j = 0; j < l->n_frames; j++)
			ask_name(s, l->frames[j]);
	}
	s->names_wanted = true;
}

static void put_addresses(struct heap_proc *p, uint32_t site, uint64_t caller,
			  const uint64_t *frames, unsigned n)
{
	bool new = site >= p->places.n;
	struct heap_place *at = new ? vec_push(&p->places) : &p->places.v[site];

	if (new)
		at->frames = p->frames.n;
	at->caller = caller;
	for (unsigned i = 0; i < n; i++)
		*(new ? vec_push(&p->frames) : &p->frames.v[at->frames + i]) =
			frames[i];
}

static uint32_t find_site(struct heap_source *s, struct heap_proc *p,
			  uint64_t caller, const uint64_t *frames, unsigned n)
{
	uint64_t key = key_of(s, p, caller), keys[HEAP_FRAMES_MAX];
	uint32_t site;

	for (unsigned i = 0; i < n; i++)
		keys[i] = key_of(s, p, frames[i]);
	site = live_site(p->live, key, keys, n);
	if (!p->places.n)
		put_addresses(p, 0, 0, NULL, 0);
	if (!site)
		return 0;
	/* A line to be logged for this new site needs its name. */
	if (s->each && site >= p->places.n)
		ask_name(s, key);
	put_addresses(p, site, caller, frames, n);
	return site;
}

/* Tries a cache: most calls come from a site that was used a moment ago. */
static uint32_t recent_site(struct heap_source *s, struct heap_proc *p,
			    uint64_t caller, const uint64_t *frames, unsigned n)
{
	uint64_t hash = caller ^ caller >> 6;
	const struct heap_place *at;
	uint32_t *site;

	for (unsigned i = 0; i < n; i++)
		hash = (hash << 5 | hash >> 59) + frames[i];
	site = &p->recent[(hash ^ hash >> 32) % HEAP_RECENT];
	at = *site ? &p->places.v[*site] : NULL;
	if (!at || at->caller != caller ||
	    live_get(p->live, *site)->n_frames != n ||
	    (n && memcmp(&p->frames.v[at->frames], frames,
			 n * sizeof *frames) != 0))
		*site = find_site(s, p, caller, frames, n);
	return *site;
}

static void modules_until(struct heap_source *s, struct heap_proc *p,
			  uint64_t ticks)
{
	if (!p->modules.later.n || p->modules.later.v[0].ticks > ticks)
		return;
	if (heap_modules_ends(&p->modules, ticks))
		ask_names(s, p);
	(void)heap_modules_until(&p->modules, ticks);
	memset(p->recent, 0, sizeof p->recent);
}

static void fork_now(struct heap_source *s, const struct heap_change *c)
{
	struct heap_proc *parent = heap_proc_at(s, c->pid, c->ticks);
	struct heap_proc *child = heap_proc_at(s, (pid_t)c->addr, c->ticks);

	if (!parent || !child || child == parent)
		return;
	live_delete(child->live);
	child->live = live_fork(parent->live);
	vec_clear(&child->places);
	for (size_t i = 0; i < parent->places.n; i++)
		*vec_push(&child->places) = parent->places.v[i];
	vec_clear(&child->frames);
	for (size_t i = 0; i < parent->frames.n; i++)
		*vec_push(&child->frames) = parent->frames.v[i];
	modules_until(s, parent, c->ticks);
	heap_modules_copy(&child->modules, &parent->modules);
	child->here |= parent->here;
	memset(child->recent, 0, sizeof child->recent);
}

static uint32_t site_of(struct heap_source *s, struct heap_proc *p,
			const struct heap_change *c, const uint64_t *frames)
{
	return recent_site(s, p, c->caller, c->n_frames ? frames + c->frames :
			   NULL, c->n_frames);
}

static pid_t seen_tid(const struct heap_proc *p, pid_t tid)
{
	return tid == p->ns_pid ? p->pid : tid;
}

static void add_line(struct heap_source *s, struct heap_proc *p,
		     const struct heap_change *c, const struct live_block *b,
		     uint32_t site, enum heap_wrong wrong)
{
	if (s->lines.n - s->lines_told >= LINES_MAX)
		heap_log_lines(s, LINES_MORE);
	*vec_push(&s->lines) = (struct heap_line){
		.proc = p, .time_ns = heap_time(s, c->ticks), .addr = c->addr,
		.size = b->size, .site = site, .op = c->op,
		.tid = seen_tid(p, c->tid), .wrong = (uint8_t)wrong,
		.doubt = wrong != HEAP_RIGHT,
		.quiet = wrong && !s->each && p->wrongs >= WRONGS_MAX,
	};
	p->doubts += wrong != HEAP_RIGHT;
}

void heap_doubts_end(struct heap_source *s, struct heap_proc *p, pid_t tid,
		     bool taken)
{
	for (size_t i = s->lines.n; p->doubts && i-- > s->lines_told;) {
		struct heap_line *l = &s->lines.v[i];

		if (l->proc != p || !l->doubt || (tid && l->tid != tid))
			continue;
		l->doubt = false;
		p->doubts--;
		live_count_wrong(p->live, taken ? HEAP_RIGHT :
				 (enum heap_wrong)l->wrong);
		l->quiet |= taken && !s->each;
		if (taken)
			l->wrong = HEAP_RIGHT;
		else
			p->wrongs += !l->quiet;
	}
}

/* Prepares p for its next record, of thread tid and time `ticks`. */
static void come_to(struct heap_source *s, struct heap_proc *p, pid_t tid,
		    uint64_t ticks)
{
	if (p->doubts)
		heap_doubts_end(s, p, seen_tid(p, tid), true);
	modules_until(s, p, ticks);
}

static struct live_block block_of(const struct heap_change *c, uint32_t site)
{
	return (struct live_block){ .addr = c->addr, .size = c->size,
				    .time = c->ticks, .site = site,
				    .thread = (uint16_t)c->tid };
}

static void apply(struct heap_source *s, struct heap_proc *p,
		  const struct heap_change *c, const uint64_t *frames)
{
	struct live_block b;
	enum heap_wrong wrong = HEAP_RIGHT;
	uint32_t site = 0;

	come_to(s, p, c->tid, c->ticks);
	/* A log of all calls also has the caller of each free. */
	if (c->op == HEAP_OP_ALLOC || s->each)
		site = site_of(s, p, c, frames);
	b = block_of(c, site);
	if (c->op == HEAP_OP_ALLOC)
		live_alloc(p->live, &b, c->realloc);
	else
		wrong = live_release(p->live, &b, &b);
	if (wrong && !s->each)
		add_line(s, p, c, &b, site_of(s, p, c, frames), wrong);
	else if (s->each)
		add_line(s, p, c, &b, site, wrong);
}

/* Applies c[0] and c[1] at once, if they allocate and free one block. */
static bool pass(struct heap_source *s, struct heap_proc *p,
		 const struct heap_change *c, const uint64_t *frames)
{
	struct live_block b;

	if (c->op != HEAP_OP_ALLOC || c[1].op != HEAP_OP_FREE ||
	    c[1].addr != c->addr || c[1].pid != c->pid || s->each)
		return false;
	come_to(s, p, c->tid, c->ticks);
	b = block_of(c, site_of(s, p, c, frames));
	return live_pass(p->live, &b, c->realloc);
}

static bool is_of(const struct heap_proc *p, const struct heap_change *c)
{
	return p->pid == c->pid && heap_proc_lived_at(p, c->ticks);
}

void heap_apply(struct heap_source *s, const struct heap_change *c, size_t n,
		const uint64_t *frames)
{
	const struct heap_change *end = c + n;
	struct heap_proc *p = NULL;

	for (; c < end; c++) {
		if (c->op == HEAP_FORKED) {
			fork_now(s, c);
			p = NULL;
			continue;
		}
		if (!p || !is_of(p, c))
			p = heap_proc_at(s, c->pid, c->ticks);
		if (!p) {
			s->strangers++;
			continue;
		}
		p->wrote = true;
		if (c + 1 < end && pass(s, p, c, frames))
			c++;
		else
			apply(s, p, c, frames);
	}
}

/* ---- records ------------------------------------------------------------ */

/* True if all records come from one thread, so they are in order.  Valid when
 * records are read: by then every thread that they depend on is counted. */
static bool is_alone(const struct heap_source *s)
{
	return heappool_writers(s->pool) <= 1 && !s->forked;
}

void heap_apply_held(struct heap_source *s)
{
	if (!s->holds)
		return;
	s->holds = false;
	heap_apply(s, s->held, 1, s->frames.v);
	vec_clear(&s->frames);
}

static void keep_frames(struct heap_source *s, struct heap_change *c,
			const struct heapring_record *r)
{
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

/* Limits a time to now: a change in the future would never be applied, and its
 * batch would never be freed. */
static uint64_t not_later(struct heap_source *s, uint64_t ticks)
{
	if (ticks <= s->now)
		return ticks;
	s->now = heapclock_now(heappool_clock(s->pool));
	return ticks < s->now ? ticks : s->now;
}

static void take(struct heap_source *s, const struct heap_owner *owner,
		 const struct heapring_record *r, unsigned op, uint64_t addr,
		 uint64_t ticks)
{
	bool next = s->holds && op == HEAP_OP_FREE && !s->each &&
		    addr == s->held->addr;
	struct heap_change c;

	if (!is_alone(s)) {
		heap_apply_held(s);
		fill_in(&c, owner, r, op, addr, not_later(s, ticks));
		c.n_frames = (uint16_t)r->n_frames;
		heap_change_add(s, &c, r->frames);
	} else if (next) {
		/* Usually the next record frees the block. */
		s->holds = false;
		fill_in(&s->held[1], owner, r, op, addr, ticks);
		heap_apply(s, s->held, 2, s->frames.v);
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

/* Applies the allocation and the free of a record.  If it returns false, the
 * caller must apply them. */
static bool pass_record(struct heap_source *s, const struct heap_owner *owner,
			const struct heapring_record *r)
{
	struct heap_proc *p;
	struct live_block b;

	if (s->each || !is_alone(s))
		return false;
	heap_apply_held(s);
	p = heap_proc_at(s, owner->pid, r->time);
	if (!p)
		return false;
	p->wrote = true;
	come_to(s, p, owner->tid, r->time);
	b = (struct live_block){
		.addr = r->addr, .size = r->size, .time = r->time,
		.site = recent_site(s, p, r->caller, r->frames, r->n_frames),
		.thread = (uint16_t)owner->tid,
	};
	return live_pass(p->live, &b, false);
}

/* The process reports a newly loaded file.  Applies older changes first: later
 * records may be from the new file. */
static void take_object(struct heap_source *s, const struct heap_owner *owner,
			const struct heapring_record *r)
{
	struct heap_module at = { .start = r->size, .end = r->caller };
	char path[HEAP_PATH_WORDS * sizeof *r->frames + 1] = "";
	struct heap_proc *p;

	heap_apply_held(s);
	p = heap_proc_at(s, owner->pid, r->time);
	if (!p)
		return;
	memcpy(path, r->frames, r->n_frames * sizeof *r->frames);
	heap_modules_object(&p->modules, at, *path ? path : NULL, r->time,
			    s->host->proc, p->pid, s->names);
}

void heap_record(void *arg, const struct heap_owner *owner,
		 const struct heapring_record *r)
{
	struct heap_source *s = arg;
	struct heap_owner known;

	if (s->namespaced) {
		known = *owner;
		known.pid = heap_proc_writer(s, owner, r->time);
		owner = &known;
	}
	s->records += r->passed ? 2 : 1;
	if (r->op == HEAP_SAY && r->addr == HEAP_SAYS_OBJECT) {
		take_object(s, owner, r);
		return;
	}
	if (r->op == HEAP_SAY) {
		heap_info_record(s, heap_proc_at(s, owner->pid, r->time), r);
		return;
	}
	/* Ignore these calls: another source reports them. */
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

/* Copies the state of the parent that is known now to the child.  Records of
 * the parent may still be unread: fork_now() copies their effect later. */
static void copy_proc(struct heap_source *s, pid_t parent, pid_t child,
		      pid_t ns_pid)
{
	const struct heap_proc *from = heap_proc_find(s, parent);
	struct heap_proc *to = heap_proc_begin(s, child);

	to->ns_pid = ns_pid;
	s->namespaced |= ns_pid != 0;
	if (!from || from == to)
		return;
	/* Needed for the child's own calls.  fork_now() copies the other fields
	 * when all changes of the parent from before the fork are applied. */
	to->modules.root = from->modules.root;
	to->info.walled = from->info.walled;
	heap_unwatched_fork(to, from);
}

void heap_forked(struct heap_source *s, pid_t parent, pid_t child, pid_t ns_pid)
{
	struct heap_change c = {
		.addr = (uint64_t)child, .pid = parent, .op = HEAP_FORKED,
	};

	copy_proc(s, parent, child, ns_pid);
	c.ticks = heapclock_now(heappool_clock(s->pool));
	heap_change_add(s, &c, NULL);
	s->forked = true;
	/* The child is stopped until this function returns: its records are
	 * newer. */
	heappool_tick(s->pool);
}
