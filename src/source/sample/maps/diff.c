/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/maps/diff.h"

#include <string.h>

bool diff_same_name(const struct sregion *a, const struct sregion *b)
{
	return a->name_len == b->name_len &&
	       (!a->name_len || !memcmp(a->name, b->name, a->name_len));
}

/* True if the name of the region may change: a file can be renamed, removed or
 * replaced, and prctl(2) can name anonymous memory. */
static bool is_given(const struct sregion *r)
{
	if (r->inode && r->name_len && r->name[0] == '/')
		return true;
	return !r->name_len || !strncmp(r->name, "[anon", 5);
}

static bool same_mapping(const struct sregion *a, const struct sregion *b)
{
	if (a->dev != b->dev || a->inode != b->inode ||
	    ((a->perm ^ b->perm) & PERM_SHARED) ||
	    (!diff_same_name(a, b) && !(is_given(a) && is_given(b))))
		return false;
	/* The offset of anonymous memory has no meaning. */
	return a->inode == 0 || a->start - a->offset == b->start - b->offset;
}

/* Matches regions that start (or, if `ends`, end) at the same address. */
static void match(const sregions *old, const sregions *next, int32_t *from,
		  bool *kept, bool ends)
{
	size_t o = 0;

	for (size_t i = 0; i < next->n; i++) {
		const struct sregion *r = next->v[i];
		uint64_t at = ends ? r->end : r->start;

		if (from[i] >= 0) {
			o = (size_t)from[i] + 1;
			continue;
		}
		while (o < old->n && (ends ? old->v[o]->end
					   : old->v[o]->start) < at)
			o++;
		if (o < old->n && !kept[o] &&
		    (ends ? old->v[o]->end : old->v[o]->start) == at &&
		    same_mapping(old->v[o], r)) {
			from[i] = (int32_t)o;
			kept[o] = true;
		}
	}
}

void diff_match(const sregions *old, const sregions *next, int32_t *from,
		bool *kept)
{
	match(old, next, from, kept, false);
	match(old, next, from, kept, true);
}

bool diff_differs(const struct sregion *a, const struct sregion *b)
{
	return a->start != b->start || a->end != b->end ||
	       a->perm != b->perm || a->offset != b->offset ||
	       a->kind != b->kind || a->owner != b->owner ||
	       a->key != b->key || a->attaches != b->attaches ||
	       a->identified != b->identified || !diff_same_name(a, b) ||
	       !owner_same(&a->holder, &b->holder);
}
