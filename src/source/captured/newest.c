/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the newest process, object or region in the index.  The index is a
 * tree, because a hostile file may need lookups in any order, and could make
 * hashes collide.
 */
#include <config.h>

#include "source/captured/private.h"

#include <search.h>
#include <stdlib.h>

#include "base/alloc.h"

#define COMPARE(a, b) do { \
		if ((a) != (b)) \
			return (a) < (b) ? -1 : 1; \
	} while (0)

static int by_key(const void *x, const void *y)
{
	const struct captured_key *a = x, *b = y;

	COMPARE(a->kind, b->kind);
	COMPARE(a->file, b->file);
	COMPARE(a->id, b->id);
	COMPARE(a->start, b->start);
	return 0;
}

struct captured_newest *captured_newest(const struct captured *c,
					const struct captured_key *key)
{
	struct captured_newest *const *found = tfind(key, &c->newest, by_key);

	return found ? *found : NULL;
}

struct captured_newest *captured_newest_of(struct captured *c,
					   const struct captured_key *key)
{
	struct captured_newest **found = tsearch(key, &c->newest, by_key);

	if (!found)
		abort();
	if ((const void *)*found == (const void *)key) {
		*found = xcalloc(1, sizeof **found);
		(*found)->key = *key;
	}
	return *found;
}

void captured_drop_newest(struct captured *c)
{
	while (c->newest) {
		struct captured_newest *n =
			*(struct captured_newest **)c->newest;

		tdelete(n, &c->newest, by_key);
		vec_release(&n->at);
		free(n);
	}
}
