/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "samemodel.h"

#include <inttypes.h>
#include <string.h>

static bool same_pages(const struct pages *a, const struct pages *b)
{
	if (a->page_size != b->page_size)
		return false;
	return !a->page_size ||
	       (a->start == b->start && a->end == b->end &&
		a->scanned == b->scanned && a->bin_pages == b->bin_pages &&
		a->n == b->n && a->resident == b->resident &&
		a->swapped == b->swapped &&
		!memcmp(a->bins, b->bins, a->n * sizeof *a->bins));
}

static void describe(struct str *out, const struct region *r)
{
	str_addf(out, " %" PRIx64 "-%" PRIx64 " %s rss %" PRId64 " swap %"
		 PRId64 " pages %" PRIx64 "-%" PRIx64 "-%" PRIx64
		 " resident %" PRId64 " bins of %" PRIu64,
		 r->start, r->end, r->name, (int64_t)r->rss, (int64_t)r->swap,
		 r->pages.start, r->pages.scanned, r->pages.end,
		 (int64_t)r->pages.resident, r->pages.bin_pages);
	if (r->pages.n)
		str_addf(out, " %u %u %u %u", r->pages.bins[0].resident,
			 r->pages.bins[0].swapped, r->pages.bins[0].zero,
			 r->pages.bins[0].huge);
}

static bool same_region(const struct region *a, const struct region *b,
			struct str *why)
{
	const char *what = NULL;

	if (a->start != b->start || a->end != b->end)
		what = "bounds";
	else if (a->perm != b->perm || a->kind != b->kind ||
		 a->owner != b->owner || a->key != b->key ||
		 a->attaches != b->attaches)
		what = "kind or permission";
	else if (!owner_same(&a->holder, &b->holder))
		what = "owner";
	else if (a->offset != b->offset || a->dev != b->dev ||
		 a->inode != b->inode || strcmp(a->name, b->name) != 0 ||
		 strcmp(a->vmflags, b->vmflags) != 0)
		what = "identity";
	else if (a->rss != b->rss || a->swap != b->swap)
		what = "figures";
	else if (!same_pages(&a->pages, &b->pages))
		what = "pages";
	if (!what)
		return true;
	str_addf(why, "%s of", what);
	describe(why, a);
	str_adds(why, " and");
	describe(why, b);
	return false;
}

/* The next region that is not removed, or NULL. */
static const struct region *next_live(const struct space *s, size_t *i)
{
	while (*i < s->regions.n)
		if (!s->regions.v[(*i)++]->removed_ns)
			return s->regions.v[*i - 1];
	return NULL;
}

static bool same_space(const struct space *a, const struct space *b,
		       struct str *why)
{
	size_t i = 0, k = 0;

	for (;;) {
		const struct region *x = next_live(a, &i);
		const struct region *y = next_live(b, &k);

		if (!x && !y)
			return true;
		if (!x || !y) {
			str_addf(why, "only one model has %" PRIx64,
				 x ? x->start : y->start);
			return false;
		}
		if (!same_region(x, y, why))
			return false;
	}
}

static bool same_tasks(const struct process *a, const struct process *b,
		       struct str *why)
{
	if (a->tasks.n != b->tasks.n) {
		str_addf(why, "%zu and %zu tasks", a->tasks.n, b->tasks.n);
		return false;
	}
	for (size_t i = 0; i < a->tasks.n; i++) {
		const struct task *x = &a->tasks.v[i], *y = &b->tasks.v[i];

		if (x->tid != y->tid || strcmp(x->comm, y->comm) != 0 ||
		    !x->open_row != !y->open_row) {
			str_addf(why, "task %d %s%s and %d %s%s", x->tid,
				 x->comm, x->open_row ? " in a call" : "",
				 y->tid, y->comm,
				 y->open_row ? " in a call" : "");
			return false;
		}
	}
	return true;
}

static bool same_process(const struct process *a, const struct process *b,
			 struct str *why)
{
	str_addf(why, "%d: ", a->pid);
	if (!b || b->ended || a->start != b->start) {
		str_adds(why, "only one model has it");
		return false;
	}
	if (strcmp(a->comm, b->comm) != 0 || strcmp(a->exe, b->exe) != 0 ||
	    strcmp(a->argv, b->argv) != 0) {
		str_addf(why, "names %s %s and %s %s", a->comm, a->exe,
			 b->comm, b->exe);
		return false;
	}
	if (memcmp(&a->usage, &b->usage, sizeof a->usage) != 0) {
		str_adds(why, "usage");
		return false;
	}
	if (!same_tasks(a, b, why) || !same_space(&a->space, &b->space, why))
		return false;
	str_clear(why);
	return true;
}

static size_t living(const struct model *m)
{
	size_t n = 0;

	for (size_t i = 0; i < m->processes.n; i++)
		n += !m->processes.v[i]->ended;
	return n;
}

bool same_model(const struct model *a, const struct model *b,
		struct str *why)
{
	str_clear(why);
	for (size_t i = 0; i < a->processes.n; i++) {
		const struct process *p = a->processes.v[i];

		if (!p->ended &&
		    !same_process(p, model_process(b, p->pid), why))
			return false;
	}
	if (living(a) == living(b))
		return true;
	str_addf(why, "%zu and %zu processes", living(a), living(b));
	return false;
}
