/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Creates, frees, finds and emits single regions.
 */
#include <config.h>

#include "source/sample/core/sample.h"

#include <stdlib.h>
#include <string.h>

#include "source/region_name.h"
#include "source/sample/maps/classify.h"
#include "source/sample/maps/diff.h"
#include "source/sample/maps/space.h"
#include "source/sample/owner/owners.h"

void sregion_free(struct sregion *r)
{
	if (!r)
		return;
	free(r->name);
	free(r->code);
	free(r);
}

void sregions_release(sregions *v)
{
	for (size_t i = 0; i < v->n; i++)
		sregion_free(v->v[i]);
	vec_release(v);
}

size_t sregions_index(const sregions *v, uint64_t addr)
{
	return vec_lower(v, r, (*r)->end <= addr);
}

struct sregion *sregions_find(const sregions *v, uint64_t addr)
{
	size_t i = sregions_index(v, addr);

	return i < v->n && v->v[i]->start <= addr ? v->v[i] : NULL;
}

struct sregion *sregion_new(const struct maps_entry *e, struct str *name,
			    int maps_fd)
{
	struct sregion *r = xcalloc(1, sizeof *r);

	*r = (struct sregion){
		.start = e->start, .end = e->end, .offset = e->offset,
		.dev = e->dev, .inode = e->inode, .perm = e->perm,
		.rss = EV_UNKNOWN, .pss = EV_UNKNOWN, .swap = EV_UNKNOWN,
	};
	if (!e->raw.len)
		return r;
	str_clear(name);
	region_name(name, e, maps_fd);
	r->name_len = name->len;
	r->name = xmemdup(name->data, name->len + 1);
	return r;
}

void sregion_carry_over(const struct sregion *old, struct sregion *r)
{
	r->kind = old->kind;
	r->owner = old->owner;
	r->key = old->key;
	r->attaches = old->attaches;
	if (r->start == old->start) {
		r->found = old->found;
		r->found_rss = old->found_rss;
		/* The header of an arena stays at its start when the arena
		 * grows, so it need not be read again. */
		r->peeked = old->peeked && (r->end == old->end ||
					    r->found.whose == WHOSE_ARENA);
	}
	sregion_set_holder(r, &old->holder);
	r->news = false;
	r->rss = old->rss;
	r->swap = old->swap;
	r->vmflags = old->vmflags;
	r->hugetlb = old->hugetlb;
	r->identified = old->identified;
	r->has_generation = old->has_generation;
	r->generation = old->generation;
	r->build_id_len = old->build_id_len;
	memcpy(r->build_id, old->build_id, sizeof r->build_id);
	if (diff_same_name(old, r))
		r->disk = old->disk;
	r->hung = old->hung;
	if (r->start == old->start && r->end == old->end) {
		r->pages_hash = old->pages_hash;
		r->tracked = old->tracked;
		r->again = old->again;
	}
}

void sproc_renames(struct sproc *p, const struct sregion *old,
		   const struct sregion *r)
{
	if (diff_same_name(old, r) || !r->name_len || !old->name_len ||
	    old->name_len != p->exe.len ||
	    memcmp(old->name, p->exe.data, p->exe.len))
		return;
	str_clear(&p->exe);
	str_add(&p->exe, r->name, r->name_len);
}

/* --- hashes --------------------------------------------------------------- */

__extension__ typedef unsigned __int128 wide_uint;

static uint64_t mix(uint64_t a, uint64_t b)
{
	wide_uint m = (wide_uint)a * b;

	return (uint64_t)m ^ (uint64_t)(m >> 64);
}

static uint64_t load(const char *p, size_t n)
{
	uint64_t v = 0;

	memcpy(&v, p, n < sizeof v ? n : sizeof v);
	return v;
}

uint64_t line_hash(const uint64_t key[2], const char *p, size_t n)
{
	uint64_t h = key[0] ^ n;

	for (; n > 16; n -= 16, p += 16)
		h = mix(load(p, 8) ^ key[1], load(p + 8, 8) ^ h);
	h = mix(load(p, n) ^ key[1], (n > 8 ? load(p + 8, n - 8) : 0) ^ h);
	return mix(h ^ key[0], key[1]) | 1;
}

uint64_t tasks_hash(const struct sproc *p)
{
	uint64_t h = p->tasks.n * 2 + p->wide;

	for (size_t i = 0; i < p->tasks.n; i++) {
		h = (h ^ (uint64_t)p->tasks.v[i].tid) * 0x9e3779b97f4a7c15;
		h = (h ^ p->tasks.v[i].stack) * 0x9e3779b97f4a7c15;
		h ^= h >> 29;
	}
	return h;
}

/* --- classifying and emitting --------------------------------------------- */

struct classify classify_of(const struct sampler *s, const struct sproc *p,
			    sregions *v)
{
	return (struct classify){
		.regions = v, .pid = p->pid,
		.exe = { p->exe.data, p->exe.len },
		.tasks = p->tasks.v, .n_tasks = p->tasks.n,
		.calls = p->calls,
		.n_calls = p->n_calls < SPROC_CALLS ? p->n_calls
						    : SPROC_CALLS,
		.asked = &p->asked.list, .sysv = s->sysv, .wide = p->wide,
	};
}

bool region_tell(struct sampler *s, const struct sproc *p,
		 enum region_pass pass, const struct sregion *old,
		 const struct sregion *r, uint8_t flags)
{
	if (pass == PASS_REMOVE) {
		if (old && !r)
			space_emit(s, p, REGION_REMOVE, old, old->start,
				   flags);
		return old && !r;
	}
	if (!old) {
		if (pass == PASS_ADD)
			space_emit(s, p, REGION_ADD, r, r->start, flags);
		return pass == PASS_ADD;
	}
	if (pass == PASS_ADD ||
	    !(old == r ? r->news : diff_differs(old, r)) ||
	    (r->end - r->start > old->end - old->start) !=
		    (pass == PASS_GROW))
		return false;
	space_emit(s, p, REGION_CHANGE, r, old->start, flags);
	return true;
}

struct classify classify_part(const struct sampler *s, const struct sproc *p,
			      const sregions *v, size_t from, size_t to,
			      sregions *part)
{
	struct classify c;
	size_t begin = from - (from > 0);

	*part = (sregions){ v->v + begin, to + (to < v->n) - begin, 0 };
	c = classify_of(s, p, part);
	c.below = from > 0;
	c.above = to < v->n;
	return c;
}

void owners_tell(struct sampler *s, struct sproc *p, uint64_t start,
		 uint64_t end)
{
	const sregions *v = &p->regions;
	size_t from = sregions_index(v, start), to = from;
	struct classify c;
	sregions part;

	while (to < v->n && v->v[to]->start < end)
		to++;
	from -= from > 0;
	to += to < v->n;
	c = classify_part(s, p, v, from, to, &part);
	owners_decide(&c);
	s->work.decided += part.n;
	for (size_t i = 0; i < part.n; i++) {
		struct sregion *r = part.v[i];

		if (r->news)
			space_emit(s, p, REGION_CHANGE, r, r->start, 0);
		r->news = false;
	}
}
