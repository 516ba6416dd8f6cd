/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/unregister.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/sample/writes.h"
#include "sys/loop.h"
#include "sys/pagescan.h"
#include "sys/uffd.h"

/* Unregistering holds up the target's mmap() for as long as it takes: some
 * 20 us where it is populated, nothing to speak of where it is not. */
#define WINDOW (16ull << 20)
/* Of a reservation of terabytes more at a time, as long as it is quick. */
#define WINDOW_MAX (4ull << 30)
#define QUICK_NS 50000
/* So long a program stands still for it. */
#define STILL_NS 200000000ull

struct unregister {
	int uffd;
	VEC(struct page_range) ranges;
	size_t at;
	uint64_t window;	/* bytes, of the next step */
};

void unregister_begin(struct source *s, struct sproc *p)
{
	struct unregister *u = xcalloc(1, sizeof *u);

	u->uffd = p->writes->uffd;
	u->window = WINDOW;
	for (size_t i = 0; i < p->regions.n; i++) {
		const struct sregion *r = p->regions.v[i];

		if (r->tracked)
			*vec_push(&u->ranges) = (struct page_range){
				r->start, r->end,
			};
	}
	*vec_push(&s->unregisters) = u;
	sample_due(s, clock_ns());
}

static void unregister_free(struct source *s, size_t i)
{
	struct unregister *u = s->unregisters.v[i];

	close(u->uffd);
	vec_release(&u->ranges);
	free(u);
	vec_remove(&s->unregisters, i);
}

/* One window of it. */
static void unregister_step(struct source *s)
{
	struct unregister *u = s->unregisters.v[0];
	struct page_range *r;
	uint64_t to, begin = clock_ns();

	if (u->at >= u->ranges.n) {
		unregister_free(s, 0);
		return;
	}
	r = &u->ranges.v[u->at];
	to = r->end - r->start > u->window ? r->start + u->window : r->end;
	/* What was unmapped meanwhile is no matter; where all of it is gone
	 * there is nothing left to do. */
	if (uffd_unregister(u->uffd, r->start, to) == -ESRCH)
		u->at = u->ranges.n;
	if (clock_ns() - begin >= QUICK_NS)
		u->window = WINDOW;
	else if (u->window < WINDOW_MAX)
		u->window *= 2;
	r->start = to;
	if (r->start == r->end)
		u->at++;
}

void unregister_now(struct source *s)
{
	uint64_t deadline = clock_ns() + STILL_NS;

	while (s->unregisters.n) {
		/* The close takes out what is left. */
		if (clock_ns() > deadline)
			s->unregisters.v[0]->at = s->unregisters.v[0]->ranges.n;
		else
			pagescan_pause();
		unregister_step(s);
	}
}

void unregister_close(struct source *s)
{
	while (s->unregisters.n) {
		unregister_step(s);
		pagescan_pause();
	}
	vec_release(&s->unregisters);
}

bool unregister_work(struct source *s, uint64_t deadline)
{
	if (!s->unregisters.n)
		return false;
	do {
		unregister_step(s);
		pagescan_pause();
	} while (s->unregisters.n && clock_ns() < deadline);
	return true;
}
