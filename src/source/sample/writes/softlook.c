/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/writes/softlook.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "parse/proc/stat.h"
#include "source/sample/writes/writes.h"
#include "sys/loop.h"
#include "sys/pages/softdirty.h"
#include "sys/proc/root.h"

/* Maximum size of a tracked region, because each pagemap entry must be read. */
#define SOFT_DIRTY_MAX (64ull << 30)
/* While faults occur, the bits are read again for PATIENCE_NS, and at least
 * TRIES times. */
#define PATIENCE_NS (300 * NS_PER_MS)
#define TRIES 5
#define STAT_MAX 4096

void softlook_release(struct softlook *l)
{
	pageset_release(&l->found);
	vec_release(&l->known);
	vec_release(&l->whole);
}

/* Reads the number of faults of all threads, including exited threads. */
static int read_faults(struct sampler *s, const struct sproc *p, uint64_t *out)
{
	struct str *text = &s->scratch;
	struct stat_info st;
	int r = procroot_readf(s->host->proc, text, STAT_MAX, "%d/stat",
			       (int)p->pid);

	if (r < 0)
		return r;
	if (!stat_parse((struct bytes){ text->data, text->len }, &st))
		return -ESRCH;
	*out = st.minflt + st.majflt;
	return 0;
}

static int reset(struct sampler *s, const struct sproc *p)
{
	int fd = procroot_openf(s->host->proc, O_WRONLY, "%d/clear_refs",
				(int)p->pid);
	int r;

	if (fd < 0)
		return fd;
	r = softdirty_reset(fd);
	close(fd);
	return r;
}

/* --- regions ------------------------------------------------------------- */

void softlook_regions(struct sproc *p)
{
	for (size_t i = 0; i < p->regions.n; i++) {
		struct sregion *r = p->regions.v[i];

		r->tracked = writes_private(r) &&
			     r->end - r->start <= SOFT_DIRTY_MAX;
	}
}

/* Stores the regions that are tracked from this reset on. */
static void remember(struct sproc *p)
{
	struct softlook *l = &p->writes->soft;

	vec_clear(&l->known);
	for (size_t i = 0; i < p->regions.n; i++) {
		const struct sregion *r = p->regions.v[i];

		if (r->tracked)
			*vec_push(&l->known) = (struct page_range){
				r->start, r->end,
			};
	}
}

int softlook_reset(struct sampler *s, struct sproc *p)
{
	int r = softdirty_probe();

	if (r == 0)
		r = reset(s, p);
	if (r < 0)
		return r;
	p->writes->soft.found.page = s->page_size;
	softlook_regions(p);
	remember(p);
	return 0;
}

/* Restarts the pass at the first region.  The pages found so far stay valid,
 * because no bits were reset. */
static void anew(struct sproc *p)
{
	struct writes *w = p->writes;

	w->at = 0;
	w->pos = 0;
	vec_clear(&w->soft.whole);
	w->soft.part = false;
	softlook_regions(p);
}

int softlook_begin(struct sampler *s, struct sproc *p)
{
	struct softlook *l = &p->writes->soft;

	pageset_release(&l->found);
	l->found.page = s->page_size;
	l->tries = 0;
	anew(p);
	return read_faults(s, p, &l->faults);
}

/* --- reading the bits ---------------------------------------------------- */

static void find(void *arg, uint64_t start, uint64_t end)
{
	struct softlook *l = arg;

	pageset_add(&l->found, start, end);
}

static void nothing(void *arg, uint64_t start, uint64_t end)
{
	(void)arg;
	(void)start;
	(void)end;
}

/* Checks the page after the region, which belongs to it if the region has grown
 * since the map was read. */
static int look_behind(struct sampler *s, struct sproc *p, size_t i)
{
	const struct sregion *r = p->regions.v[i];
	struct writes *w = p->writes;

	if (i + 1 < p->regions.n && p->regions.v[i + 1]->start == r->end)
		return 0;
	return softdirty_scan(w->pagemap, r->end, r->end + s->page_size,
			      nothing, NULL, &w->soft.part);
}

static void region_done(struct writes *w, const struct sregion *r)
{
	if (w->soft.part)
		*vec_push(&w->soft.whole) = (struct page_range){ r->start,
								 r->end };
	w->soft.part = false;
	w->pos = r->end;
	w->at++;
}

/* Reads the bits of a window: a part of one region. */
static int read_window(struct sampler *s, struct sproc *p)
{
	struct writes *w = p->writes;
	const struct sregion *r = p->regions.v[w->at];
	uint64_t from = w->pos > r->start ? w->pos : r->start;
	uint64_t to = r->end - from > SOFTDIRTY_WINDOW
				? from + SOFTDIRTY_WINDOW : r->end;
	int e = 0;

	if (r->tracked)
		e = softdirty_scan(w->pagemap, from, to, find, &w->soft,
				   &w->soft.part);
	if (e == 0 && r->tracked && to == r->end)
		e = look_behind(s, p, w->at);
	w->pos = to;
	if (!r->tracked || to == r->end)
		region_done(w, r);
	return e;
}

/* --- reporting ----------------------------------------------------------- */

struct soft_telling {
	struct softlook *l;
	uint64_t page;
	void (*fn)(void *arg, uint64_t start, uint64_t end);
	void *arg;
	size_t at, whole_at;		/* index in `known`, and in `whole` */
	bool whole;
};

/* Handles written pages of a mapping that has grown: reports those of the new
 * part as written, and counts the others as missed. */
static void tell_new(struct soft_telling *t, uint64_t start, uint64_t end)
{
	struct softlook *l = t->l;

	while (start < end) {
		const struct page_range *k = t->at < l->known.n
						     ? &l->known.v[t->at]
						     : NULL;
		uint64_t to;

		if (k && k->end <= start) {
			t->at++;
			continue;
		}
		to = !k || k->start >= end ? end :
		     k->start > start ? k->start :
		     k->end < end ? k->end : end;
		if (k && k->start <= start)
			l->missed += (to - start) / t->page;
		else
			t->fn(t->arg, start, to);
		start = to;
	}
}

static void tell(void *arg, uint64_t start, uint64_t end)
{
	struct soft_telling *t = arg;

	if (t->whole)
		tell_new(t, start, end);
	else
		t->fn(t->arg, start, end);
}

/* True if a part of r is in `whole`.  r may have grown since, as a stack does
 * downwards. */
static bool is_whole(struct soft_telling *t, const struct sregion *r)
{
	const struct softlook *l = t->l;

	while (t->whole_at < l->whole.n &&
	       l->whole.v[t->whole_at].end <= r->start)
		t->whole_at++;
	return t->whole_at < l->whole.n &&
	       l->whole.v[t->whole_at].start < r->end;
}

static void tell_all(const struct sproc *p, struct soft_telling *t)
{
	for (size_t i = 0; i < p->regions.n; i++) {
		const struct sregion *r = p->regions.v[i];

		t->whole = is_whole(t, r);
		if (r->tracked)
			pageset_each(&t->l->found, r->start, r->end, tell, t);
	}
}

/* --- look ---------------------------------------------------------------- */

/* True if the bits must be read again, because the writes may cease. */
static bool goes_on(struct writes *w)
{
	return ++w->soft.tries < TRIES ||
	       clock_ns() - w->begun_ns < PATIENCE_NS;
}

int softlook_step(struct sampler *s, struct sproc *p, uint64_t deadline,
		  void (*fn)(void *arg, uint64_t start, uint64_t end),
		  void *arg)
{
	struct writes *w = p->writes;
	struct softlook *l = &w->soft;
	struct soft_telling t = { .l = l, .page = s->page_size, .fn = fn,
				  .arg = arg };
	uint64_t faults;
	int r = 0;

	while (r == 0 && w->at < p->regions.n) {
		r = read_window(s, p);
		if (clock_ns() >= deadline)
			return r;
	}
	if (r == 0)
		r = read_faults(s, p, &faults);
	if (r == 0 && faults != l->faults && goes_on(w)) {
		l->faults = faults;
		anew(p);
		return 0;
	}
	if (r == 0)
		r = reset(s, p);
	if (r == 0)
		r = read_faults(s, p, &faults);
	if (r < 0)
		return r;
	l->missed += faults - l->faults;
	tell_all(p, &t);
	remember(p);
	return 1;
}
