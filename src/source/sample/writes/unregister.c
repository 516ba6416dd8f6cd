/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/writes/unregister.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/sample/writes/writecall.h"
#include "source/sample/writes/writes.h"
#include "sys/loop.h"
#include "sys/pages/scan.h"
#include "sys/pages/uffd.h"

/* Size of the window that is unregistered in one step.  The step blocks the
 * target's mmap(): for about 20 us if the window is populated, else hardly at
 * all. */
#define WINDOW (16ull << 20)
/* Maximum window, for reservations of terabytes: windows grow while steps are
 * quick. */
#define WINDOW_MAX (4ull << 30)
/* Only larger areas are unregistered in parts: the parts of an area that was
 * never written would stay separate areas. */
#define WHOLE_MAX (1ull << 30)
#define QUICK_NS 50000
/* Maximum time for which unregister_now() stops a program. */
#define STILL_NS 200000000ull

struct unregister {
	pid_t pid;
	struct areas areas;
	page_ranges ranges;
	size_t at;
	bool cuts;		/* the range at `at` is unregistered in parts */
	uint64_t window;	/* size of the next step, in bytes */
};

void unregister_begin(struct sampler *s, struct sproc *p)
{
	struct unregister *u = xcalloc(1, sizeof *u);

	u->pid = p->pid;
	u->areas = (struct areas){ p->writes->uffd, p->writes->maps };
	p->writes->uffd = p->writes->maps = -1;
	u->window = WINDOW;
	/* The sampler's regions lack memory that a call has mapped, and
	 * writecall() has registered, since the last pass.  Without this list
	 * it would stay registered while any process has a copy of the
	 * descriptor. */
	areas_list(&u->areas, &u->ranges);
	*vec_push(&s->unregisters) = u;
	sample_due(s, clock_ns());
}

bool unregister_areas(const struct sampler *s, pid_t pid, size_t i,
		      struct areas *out)
{
	for (size_t k = 0; k < s->unregisters.n; k++)
		if (s->unregisters.v[k]->pid == pid && i-- == 0) {
			*out = s->unregisters.v[k]->areas;
			return true;
		}
	return false;
}

static void unregister_free(struct sampler *s, size_t i)
{
	struct unregister *u = s->unregisters.v[i];

	close(u->areas.uffd);
	close(u->areas.maps);
	vec_release(&u->ranges);
	free(u);
	vec_remove(&s->unregisters, i);
}

static void unregister_step(struct sampler *s)
{
	struct unregister *u = s->unregisters.v[0];
	struct page_range *r;
	uint64_t to, begin = clock_ns();

	if (u->at >= u->ranges.n) {
		unregister_free(s, 0);
		return;
	}
	r = &u->ranges.v[u->at];
	if (r->end - r->start > WHOLE_MAX)
		u->cuts = true;
	to = u->cuts && r->end - r->start > u->window ? r->start + u->window
						      : r->end;
	/* Errors for unmapped memory do not matter.  After ESRCH, the address
	 * space no longer exists, and nothing is left to unregister. */
	if (uffd_unregister(u->areas.uffd, r->start, to) == -ESRCH)
		u->at = u->ranges.n;
	if (clock_ns() - begin >= QUICK_NS)
		u->window = WINDOW;
	else if (u->window < WINDOW_MAX)
		u->window *= 2;
	r->start = to;
	if (r->start == r->end) {
		u->at++;
		u->cuts = false;
	}
}

void unregister_now(struct sampler *s)
{
	uint64_t deadline = clock_ns() + STILL_NS;

	while (s->unregisters.n) {
		/* When the time is over, the close of the descriptor
		 * unregisters the rest. */
		if (clock_ns() > deadline)
			s->unregisters.v[0]->at = s->unregisters.v[0]->ranges.n;
		else
			pagescan_pause();
		unregister_step(s);
	}
}

void unregister_close(struct sampler *s)
{
	while (s->unregisters.n)
		unregister_free(s, 0);
	vec_release(&s->unregisters);
}

bool unregister_work(struct sampler *s, uint64_t deadline)
{
	if (!s->unregisters.n)
		return false;
	do {
		unregister_step(s);
		pagescan_pause();
	} while (s->unregisters.n && clock_ns() < deadline);
	return true;
}
