/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/diff.h"

#include <string.h>

static bool same_mapping(const struct sregion *a, const struct sregion *b)
{
	if (a->dev != b->dev || a->inode != b->inode ||
	    ((a->perm ^ b->perm) & PERM_SHARED) ||
	    a->name_len != b->name_len ||
	    (a->name_len && memcmp(a->name, b->name, a->name_len) != 0))
		return false;
	/* Anonymous memory has an offset that means nothing. */
	return a->inode == 0 || a->start - a->offset == b->start - b->offset;
}

void diff_match(const sregions *old, const sregions *next, int32_t *from,
		bool *kept)
{
	size_t o = 0;

	memset(kept, 0, old->n * sizeof *kept);
	for (size_t i = 0; i < next->n; i++) {
		const struct sregion *r = &next->v[i];

		from[i] = -1;
		while (o < old->n && old->v[o].start < r->start)
			o++;
		if (o < old->n && old->v[o].start == r->start &&
		    same_mapping(&old->v[o], r)) {
			from[i] = (int32_t)o;
			kept[o] = true;
		}
	}
	o = 0;
	for (size_t i = 0; i < next->n; i++) {
		const struct sregion *r = &next->v[i];

		if (from[i] >= 0)
			continue;
		while (o < old->n && old->v[o].end < r->end)
			o++;
		if (o < old->n && !kept[o] && old->v[o].end == r->end &&
		    same_mapping(&old->v[o], r)) {
			from[i] = (int32_t)o;
			kept[o] = true;
		}
	}
}

bool diff_differs(const struct sregion *a, const struct sregion *b)
{
	return a->start != b->start || a->end != b->end ||
	       a->perm != b->perm || a->offset != b->offset ||
	       a->kind != b->kind || a->owner != b->owner ||
	       a->key != b->key || a->attaches != b->attaches;
}
