/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/heap/live.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/vec.h"

#define BLOCKS_LEAST 256u
#define SITES_LEAST 64u
/* Size of the table of freed addresses, a hash table without chains, to detect
 * double frees. */
#define FREED 4096u

struct live {
	/* Blocks: an open-addressing hash table by address; an entry with addr
	 * 0 is free. */
	struct live_block *table;
	uint32_t cap, n;		/* cap: size of the table, a power of
					 * two; n: entries in use */
	/* Sites by number.  heads[hash] is the number of the first site in a
	 * hash chain; 0: the chain is empty. */
	VEC(struct live_site) sites;
	uint32_t *heads, n_heads;
	uint64_t *freed;		/* NULL: no block has been freed yet */
	uint64_t size, blocks, peak, peak_time, peaks, slack;
	struct live_faults faults;
	bool lost;
};

static uint64_t mix(uint64_t n)
{
	n ^= n >> 33;
	n *= UINT64_C(0xff51afd7ed558ccd);
	n ^= n >> 33;
	n *= UINT64_C(0xc4ceb9fe1a85ec53);
	return n ^ n >> 33;
}

unsigned live_class(uint64_t size)
{
	unsigned class = 0;

	for (size >>= 4; size && class + 1 < HEAP_CLASSES; size >>= 1)
		class++;
	return class;
}

/* ---- creating and freeing ----------------------------------------------- */

struct live *live_new(void)
{
	struct live *l = xcalloc(1, sizeof *l);

	l->cap = BLOCKS_LEAST;
	l->table = xcalloc(l->cap, sizeof *l->table);
	l->n_heads = SITES_LEAST;
	l->heads = xcalloc(l->n_heads, sizeof *l->heads);
	*vec_push(&l->sites) = (struct live_site){ .resident = EV_UNKNOWN };
	return l;
}

static void *copy_of(const void *p, size_t n, size_t size)
{
	void *to = p ? xreallocarray(NULL, n ? n : 1, size) : NULL;

	if (p && n)
		memcpy(to, p, n * size);
	return to;
}

static void inherit(struct live_site *s)
{
	s->frames = copy_of(s->frames, s->n_frames, sizeof *s->frames);
	s->inherited = s->size;
	s->inherited_blocks = s->blocks;
	s->allocs = s->frees = s->reallocs = s->bytes = 0;
	s->peak = s->at_peak = s->size;
	s->peak_seen = 0;
	s->changed = 1;
}

struct live *live_fork(const struct live *parent)
{
	struct live *l = xcalloc(1, sizeof *l);

	*l = *parent;
	l->table = copy_of(parent->table, parent->cap, sizeof *l->table);
	l->heads = copy_of(parent->heads, parent->n_heads, sizeof *l->heads);
	l->freed = copy_of(parent->freed, FREED, sizeof *l->freed);
	l->sites.v = copy_of(parent->sites.v, parent->sites.cap,
			     sizeof *l->sites.v);
	for (size_t i = 0; i < l->sites.n; i++)
		inherit(&l->sites.v[i]);
	for (uint32_t i = 0; i < l->cap; i++)
		l->table[i].inherited = true;
	l->peak = l->size;
	l->peaks = 0;
	l->faults = (struct live_faults){ 0 };
	return l;
}

void live_delete(struct live *l)
{
	if (!l)
		return;
	for (size_t i = 0; i < l->sites.n; i++)
		free(l->sites.v[i].frames);
	vec_release(&l->sites);
	free(l->heads);
	free(l->freed);
	free(l->table);
	free(l);
}

/* ---- sites -------------------------------------------------------------- */

static uint32_t hash_site(uint64_t caller, const uint64_t *frames, unsigned n)
{
	uint64_t h = mix(caller);

	for (unsigned i = 0; i < n; i++)
		h = mix(h ^ frames[i]);
	return (uint32_t)h;
}

static uint32_t *head_of(struct live *l, const struct live_site *s)
{
	return &l->heads[hash_site(s->caller, s->frames, s->n_frames) &
			 (l->n_heads - 1)];
}

static void grow_heads(struct live *l)
{
	free(l->heads);
	l->n_heads *= 2;
	l->heads = xcalloc(l->n_heads, sizeof *l->heads);
	for (uint32_t i = 1; i < l->sites.n; i++) {
		uint32_t *head = head_of(l, &l->sites.v[i]);

		l->sites.v[i].next = *head;
		*head = i;
	}
}

uint32_t live_site(struct live *l, uint64_t caller, const uint64_t *frames,
		   unsigned n)
{
	uint32_t hash = hash_site(caller, frames, n);
	uint32_t *head = &l->heads[hash & (l->n_heads - 1)];
	uint32_t id = (uint32_t)l->sites.n;
	struct live_site *s;

	for (uint32_t i = *head; i; i = s->next) {
		s = &l->sites.v[i];
		if (s->caller == caller && s->n_frames == n &&
		    (!n || !memcmp(s->frames, frames, n * sizeof *frames)))
			return i;
	}
	if (id >= LIVE_SITES_MAX)
		return 0;
	s = vec_push(&l->sites);
	*s = (struct live_site){
		.id = id, .caller = caller, .n_frames = n, .next = *head,
		.frames = n ? copy_of(frames, n, sizeof *frames) : NULL,
		.resident = EV_UNKNOWN, .peak_seen = l->peaks,
	};
	*head = id;
	if (l->sites.n > l->n_heads)
		grow_heads(l);
	return id;
}

struct live_site *live_get(struct live *l, uint32_t site)
{
	return &l->sites.v[site < l->sites.n ? site : 0];
}

uint32_t live_sites(const struct live *l)
{
	return (uint32_t)l->sites.n;
}

/* ---- blocks ------------------------------------------------------------- */

static uint32_t place_from(const struct live *l, uint64_t hash, uint64_t addr)
{
	uint32_t i = (uint32_t)hash & (l->cap - 1);

	while (l->table[i].addr && l->table[i].addr != addr)
		i = (i + 1) & (l->cap - 1);
	return i;
}

static uint32_t place_of(const struct live *l, uint64_t addr)
{
	return place_from(l, mix(addr), addr);
}

static void grow(struct live *l)
{
	struct live_block *old = l->table;
	uint32_t cap = l->cap;

	l->cap *= 2;
	l->table = xcalloc(l->cap, sizeof *l->table);
	for (uint32_t i = 0; i < cap; i++)
		if (old[i].addr)
			l->table[place_of(l, old[i].addr)] = old[i];
	free(old);
}

/* Removes entry i, and moves later entries to fill the gap, so that lookups
 * still find them. */
static void take_out(struct live *l, uint32_t i)
{
	uint32_t mask = l->cap - 1;

	for (uint32_t j = (i + 1) & mask; l->table[j].addr; j = (j + 1) & mask) {
		uint32_t home = (uint32_t)mix(l->table[j].addr) & mask;

		/* No entry may move to an index before that of its hash. */
		if (((j - home) & mask) < ((j - i) & mask))
			continue;
		l->table[i] = l->table[j];
		i = j;
	}
	l->table[i].addr = 0;
	l->n--;
}

/* Returns the site for a change.  If the site is unchanged since the last peak,
 * first saves its size, which is still that at the peak. */
static struct live_site *change_site(struct live *l, uint32_t id)
{
	struct live_site *s = &l->sites.v[id];

	if (s->peak_seen != l->peaks) {
		s->at_peak = s->size;
		s->peak_seen = l->peaks;
	}
	s->changed = 1;
	return s;
}

uint64_t live_at_peak(const struct live *l, const struct live_site *s)
{
	return s->peak_seen == l->peaks ? s->at_peak : s->size;
}

static void end_block(struct live *l, uint32_t place)
{
	const struct live_block *b = &l->table[place];
	struct live_site *s = change_site(l, b->site);

	s->size -= b->size;
	s->blocks--;
	s->frees++;
	s->classes[live_class(b->size)]--;
	if (b->inherited) {
		s->inherited -= b->size;
		s->inherited_blocks--;
	}
	l->size -= b->size;
	l->blocks--;
	take_out(l, place);
}

void live_alloc(struct live *l, const struct live_block *block, bool realloc)
{
	struct live_site *s;
	uint32_t at = place_of(l, block->addr);
	bool owed = l->table[at].addr != 0;

	if (!block->addr)
		return;
	if (owed)
		end_block(l, at);
	s = change_site(l, block->site < l->sites.n ? block->site : 0);
	s->allocs++;
	s->reallocs += realloc;
	/* The limit of 2^48 bytes a block keeps all sums of sizes below
	 * 2^64. */
	if (l->n >= LIVE_BLOCKS_MAX || block->size >> 48) {
		l->faults.missed++;
		return;
	}
	if (4 * (l->n + 1) > 3 * l->cap)
		grow(l);
	at = place_of(l, block->addr);
	l->table[at] = *block;
	l->table[at].site = s->id;
	l->table[at].owed = owed;
	l->n++;
	s->bytes += block->size;
	s->size += block->size;
	s->blocks++;
	s->classes[live_class(block->size)]++;
	if (s->size > s->peak)
		s->peak = s->size;
	l->size += block->size;
	l->blocks++;
	if (l->size > l->peak) {
		l->peak = l->size;
		l->peak_time = block->time;
		l->peaks++;
	}
}

static enum heap_wrong judge(struct live *l, uint64_t addr)
{
	if (l->lost || l->faults.missed)
		return HEAP_RIGHT;
	return l->freed && l->freed[mix(addr) % FREED] == addr ? HEAP_DOUBLE :
	       HEAP_FOREIGN;
}

void live_count_wrong(struct live *l, enum heap_wrong wrong)
{
	if (wrong == HEAP_DOUBLE)
		l->faults.doubles++;
	else
		l->faults.foreign++;
}

/* True if another thread has already allocated the address again. */
static bool is_late(const struct live *l, struct live_block *b,
		    const struct live_block *given)
{
	if (b->time > given->time)
		return true;
	if (!b->owed || b->thread == given->thread ||
	    given->time - b->time > l->slack)
		return false;
	b->owed = false;
	return true;
}

static void note_freed(struct live *l, uint64_t hash, uint64_t addr)
{
	if (!l->freed)
		l->freed = xcalloc(FREED, sizeof *l->freed);
	l->freed[hash % FREED] = addr;
}

enum heap_wrong live_release(struct live *l, const struct live_block *given,
			     struct live_block *out)
{
	const struct live_block g = *given;
	uint32_t at = place_of(l, g.addr);

	*out = (struct live_block){ .addr = g.addr, .size = EV_UNKNOWN };
	if (!g.addr)
		return HEAP_RIGHT;
	if (!l->table[at].addr)
		return judge(l, g.addr);
	if (is_late(l, &l->table[at], &g))
		return HEAP_RIGHT;
	*out = l->table[at];
	end_block(l, at);
	note_freed(l, mix(g.addr), g.addr);
	return HEAP_RIGHT;
}

bool live_pass(struct live *l, const struct live_block *block, bool realloc)
{
	uint32_t id = block->site < l->sites.n ? block->site : 0;
	struct live_site *s = &l->sites.v[id];
	uint64_t hash = mix(block->addr);

	/* At a new peak, or if the two separate steps would have another
	 * result, the caller must do these steps. */
	if (!block->addr || block->size >> 48 || l->n >= LIVE_BLOCKS_MAX ||
	    l->table[place_from(l, hash, block->addr)].addr ||
	    s->size + block->size > s->peak ||
	    l->size + block->size > l->peak)
		return false;
	s = change_site(l, id);
	s->allocs++;
	s->frees++;
	s->reallocs += realloc;
	s->bytes += block->size;
	note_freed(l, hash, block->addr);
	return true;
}

void live_slack(struct live *l, uint64_t time)
{
	l->slack = time;
}

void live_lost(struct live *l, uint64_t n)
{
	l->lost |= n > 0;
}

/* ---- sums --------------------------------------------------------------- */

void live_total(struct live *l, struct live_site *out)
{
	bool known = true;

	*out = (struct live_site){ .size = l->size, .blocks = l->blocks,
				   .peak = l->peak };
	for (size_t i = 0; i < l->sites.n; i++) {
		const struct live_site *s = &l->sites.v[i];

		out->allocs += s->allocs;
		out->frees += s->frees;
		out->reallocs += s->reallocs;
		out->bytes += s->bytes;
		out->inherited += s->inherited;
		out->inherited_blocks += s->inherited_blocks;
		known &= s->resident != EV_UNKNOWN || !s->blocks;
		out->resident += s->resident != EV_UNKNOWN ? s->resident : 0;
		for (unsigned j = 0; j < HEAP_AGES; j++)
			out->ages[j] += s->ages[j];
		for (unsigned j = 0; j < HEAP_CLASSES; j++)
			out->classes[j] += s->classes[j];
	}
	if (!known)
		out->resident = EV_UNKNOWN;
}

struct live_faults live_faults(const struct live *l)
{
	struct live_faults f = l->faults;

	f.peak_time = l->peak_time;
	return f;
}

static unsigned age_of(uint64_t seconds)
{
	unsigned age = 0;

	for (; seconds && age + 1 < HEAP_AGES; seconds >>= 1)
		age++;
	return age;
}

void live_count_ages(struct live *l, uint64_t now, uint64_t second)
{
	for (size_t i = 0; i < l->sites.n; i++)
		memset(l->sites.v[i].ages, 0, sizeof l->sites.v[i].ages);
	for (uint32_t i = 0; i < l->cap; i++) {
		const struct live_block *b = &l->table[i];

		if (b->addr)
			l->sites.v[b->site].ages[age_of(
				now > b->time ? (now - b->time) / second : 0)]
				+= b->size;
	}
}

void live_each(struct live *l, void (*fn)(void *arg, const struct live_block *b),
	       void *arg)
{
	for (uint32_t i = 0; i < l->cap; i++)
		if (l->table[i].addr)
			fn(arg, &l->table[i]);
}
