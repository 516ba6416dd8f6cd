/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/owner/owners.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "source/sample/owner/origin.h"

void sregion_set_holder(struct sregion *r, const struct owner *o)
{
	void *code;

	if (owner_same(&r->holder, o))
		return;
	code = o->code.len ? xmemdup(o->code.data, o->code.len) : NULL;
	free(r->code);
	r->code = code;
	r->holder = *o;
	r->holder.code.data = code;
	r->news = true;
}

static bool is_file(const struct sregion *r)
{
	return r->kind == KIND_PROGRAM || r->kind == KIND_LIBRARY;
}

static struct bytes file_name(const struct sregion *r)
{
	const char *slash = memrchr(r->name, '/', r->name_len);
	const char *p = slash ? slash + 1 : r->name;

	return (struct bytes){ p, (size_t)(r->name + r->name_len - p) };
}

/* True if r is the zero-filled memory (bss) after the data of a file. */
static bool is_bss(const struct sregion *below, const struct sregion *r)
{
	return below && below->end == r->start && is_file(below) &&
	       below->perm & PERM_W && r->perm & PERM_W &&
	       r->kind == KIND_ANON;
}

static struct owner by_place(const struct classify *c,
			     const struct sregion *below,
			     const struct sregion *r)
{
	struct owner o = { .whose = WHOSE_UNKNOWN };

	switch (r->kind) {
	case KIND_HEAP:
		o.whose = WHOSE_HEAP;
		break;
	case KIND_STACK:
		o.whose = WHOSE_STACK;
		o.tid = c->pid;
		break;
	case KIND_THREAD_STACK:
	case KIND_GUARD:
		o.whose = r->owner > 0 ? WHOSE_STACK : WHOSE_UNKNOWN;
		o.tid = (pid_t)r->owner;
		break;
	case KIND_ARENA:
	case KIND_ARENA_RESERVE:
		o.whose = WHOSE_ARENA;
		o.tid = (pid_t)r->owner;
		o.guessed = true;
		break;
	default:
		if (!is_bss(below, r))
			break;
		o.whose = WHOSE_LOADER;
		o.code = file_name(below);
		o.guessed = true;
		break;
	}
	return o;
}

/* Adds the owner found in memory.  For an arena, the thread that allocates from
 * it now replaces the thread that created it. */
static void add_found(struct owner *o, const struct owner *found)
{
	if (o->whose == found->whose) {
		o->arena = found->arena;
		if (found->tid && (o->whose == WHOSE_ARENA || !o->tid))
			o->tid = found->tid;
	} else if (!o->whose) {
		*o = *found;
	} else if (o->whose == WHOSE_LOADER && found->whose) {
		/* The kernel merged adjacent mappings of two different
		 * owners. */
		o->others++;
	}
}

/* Returns the owner found in memory that applies to r.  The reserve of an arena
 * has the owner of the arena below; the guard of a stack has the owner of the
 * stack above. */
static const struct owner *found_of(const struct sregion *below,
				    const struct sregion *r,
				    const struct sregion *above)
{
	if (r->kind == KIND_ARENA_RESERVE && below &&
	    below->kind == KIND_ARENA && below->end == r->start)
		return &below->found;
	if (r->kind == KIND_RESERVE && above && above->start == r->end &&
	    above->found.whose == WHOSE_STACK &&
	    r->end - r->start <= GUARD_MAX)
		return &above->found;
	return &r->found;
}

/* True if the call confirms the owner o: libc or the loader made the call, for
 * a purpose that the region's memory or position shows. */
static bool agree(const struct owner *o, const struct owner *asked)
{
	switch (o->whose) {
	case WHOSE_ARENA:
	case WHOSE_MALLOC:
		return asked->whose == WHOSE_MALLOC;
	case WHOSE_STACK:
		return asked->whose == WHOSE_STACK;
	case WHOSE_TLS:
		return asked->whose == WHOSE_TLS ||
		       asked->whose == WHOSE_LOADER;
	case WHOSE_LOADER:
		return asked->whose == WHOSE_LOADER;
	default:
		return false;
	}
}

/* Adds the owner that the call has shown.  It overrides other owners, unless
 * the kernel names the region. */
static void add_asked(struct owner *o, const struct owner *asked,
		      bool whole)
{
	if (!asked->whose)
		return;
	if (o->whose && agree(o, asked)) {
		o->guessed = false;
		if (o->whose != WHOSE_LOADER || asked->others > o->others)
			o->others = asked->others;
		if (o->whose == WHOSE_MALLOC)
			o->code = asked->code;
	} else if (!o->whose || (o->guessed && whole)) {
		*o = *asked;
	} else if (o->guessed) {
		o->others++;
	}
}

static bool is_memory(const struct sregion *r)
{
	return !r->inode || r->kind == KIND_SHARED_ANON;
}

void owners_decide(const struct classify *c)
{
	sregions *v = c->regions;
	size_t end = v->n - (c->above && v->n);

	for (size_t i = c->below; i < end; i++) {
		const struct sregion *below = i ? v->v[i - 1] : NULL;
		struct owner o = by_place(c, below, v->v[i]);

		add_found(&o, found_of(below, v->v[i], i + 1 < v->n ?
				       v->v[i + 1] : NULL));
		if (c->asked && is_memory(v->v[i])) {
			uint64_t size = v->v[i]->end - v->v[i]->start, bytes;
			struct owner asked = origin_largest(c->asked,
							    v->v[i]->start,
							    v->v[i]->end,
							    &bytes);

			add_asked(&o, &asked, bytes >= size / 2);
		}
		sregion_set_holder(v->v[i], &o);
	}
}
