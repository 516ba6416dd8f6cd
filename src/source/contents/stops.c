/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Looks while a task stands still: in front of a call that concerns memory, or
 * of its process' end.  What the call is about is looked at first; then, as
 * long as such looks take no more than a part of the time, all else of the
 * process that may have changed.
 */
#include <config.h>

#include "source/contents/capture.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "event/call.h"
#include "sys/loop.h"
#include "sys/reader.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

/* What is beside the call may take a third of the time, and so much at once. */
#define CREDIT_SHARE 3
#define CREDIT_MAX (100 * NS_PER_MS)

/* What a call is about, and whether that goes. */
struct about {
	struct page_range range[2];
	bool goes;
};

static struct page_range from(uint64_t start, uint64_t size)
{
	struct page_range r = { .start = start };

	if (__builtin_add_overflow(start, size, &r.end))
		r.end = USER_END;
	return r;
}

static struct about about_of(const struct proc *p, const struct ev_call *c)
{
	const uint64_t *a = c->args;
	const struct region_seen *r;
	struct about of = { .goes = false };

	switch (c->call) {
	case CALL_MUNMAP:
		of.goes = true;
		/* fall through */
	case CALL_MSYNC: case CALL_MPROTECT: case CALL_PKEY_MPROTECT:
	case CALL_MLOCK: case CALL_MLOCK2: case CALL_MUNLOCK:
	case CALL_MBIND: case CALL_REMAP_FILE_PAGES:
		of.range[0] = from(a[0], a[1]);
		break;
	case CALL_MADVISE:
		of.range[0] = from(a[0], a[1]);
		of.goes = a[2] == MADV_DONTNEED || a[2] == MADV_REMOVE ||
			  a[2] == MADV_FREE;
		break;
	case CALL_MREMAP:
		of.range[0] = from(a[0], a[1]);
		if (a[3] & MREMAP_FIXED)
			of.range[1] = from(a[4], a[2]);
		of.goes = true;
		break;
	case CALL_MMAP: case CALL_MMAP2: case CALL_OLD_MMAP:
		if (!(a[3] & MAP_FIXED) || a[3] & MAP_FIXED_NOREPLACE)
			break;
		of.range[0] = from(a[0], a[1]);
		of.goes = true;
		break;
	case CALL_SHMDT:
		r = proc_region(p, a[0]);
		of.range[0] = from(a[0], r ? r->map.end - a[0] : 1);
		of.goes = true;
		break;
	case CALL_BRK:
		r = a[0] ? proc_region(p, a[0]) : NULL;
		of.range[0] = from(a[0], r ? r->map.end - a[0] : 0);
		of.goes = true;
		break;
	default:
		break;
	}
	return of;
}

static bool concerns(const struct about *of, const struct region_seen *r)
{
	for (int i = 0; i < 2; i++)
		if (of->range[i].start < r->map.end &&
		    r->map.start < of->range[i].end)
			return true;
	return false;
}

/* Nobody writes there. */
static bool is_constant(const struct region_seen *r)
{
	return !(r->map.perm & (PROCMAP_W | PROCMAP_SHARED)) &&
	       r->object->number;
}

/* --- one stop --------------------------------------------------------------------- */

struct visit {
	struct source *s;
	struct proc *p;
	const struct stopping *what;
	struct about about;
	uint64_t until;
	bool rest;		/* the pass that looks at what is beside it */
	bool all;		/* everything is concerned: it goes */
};

static void earn(struct capture *c)
{
	uint64_t now = clock_ns();

	c->credit_ns += (now - c->credit_at_ns) / CREDIT_SHARE;
	if (c->credit_ns > CREDIT_MAX)
		c->credit_ns = CREDIT_MAX;
	c->credit_at_ns = now;
}

static void put_off(struct object *o)
{
	o->missed++;
	o->due_ns = clock_ns();
	o->stop = 0;
}

/* The look that is under way comes to its end first. */
static bool finish_look(struct source *s, uint64_t until)
{
	s->capture->look.patient = true;
	if (look_step(s, until))
		return true;
	s->capture->look.patient = false;
	return false;
}

static enum frame_cause cause_of(const struct visit *v, bool concerned)
{
	if (v->what->cause != FRAME_CALL || !concerned || !v->about.goes)
		return v->what->cause;
	return FRAME_UNMAP;
}

static void visit_region(struct visit *v, struct region_seen *r)
{
	struct capture *c = v->s->capture;
	struct object *o = r->object;
	bool concerned = v->all || concerns(&v->about, r);

	if (o->parked || o->stop == c->stop || concerned == v->rest ||
	    (o->limit && o->captured >= o->limit))
		return;
	o->stop = c->stop;
	if (v->rest && is_constant(r))
		return;
	if (clock_ns() >= v->until || (v->rest && !c->credit_ns) ||
	    !capture_has_room(v->s)) {
		put_off(o);
		return;
	}
	look_begin(v->s, o, r, cause_of(v, concerned),
		   v->what->call ? call_of(v->what->call)->name : NULL);
	if (finish_look(v->s, v->until))
		return;
	/* What goes cannot be looked at afterwards. */
	if (v->all || (concerned && v->about.goes))
		look_cut(v->s);
	else
		o->missed++;
}

static void visit_all(struct visit *v)
{
	uint64_t begun = clock_ns(), spent;
	struct capture *c = v->s->capture;

	for (size_t i = 0; i < v->p->regions.n; i++) {
		struct region_seen *r = v->p->regions.v[i];

		if (!r->object)
			continue;
		/* One is under way that is for later. */
		if (c->look.object && !finish_look(v->s, v->until)) {
			if (r->object != c->look.object)
				r->object->missed++;
			continue;
		}
		visit_region(v, r);
	}
	spent = clock_ns() - begun;
	if (v->rest)
		c->credit_ns -= spent < c->credit_ns ? spent : c->credit_ns;
}

void contents_stopping(struct source *s, const struct stopping *what)
{
	struct proc *p = s && capture_on(s) ? proc_find(s, what->pid) : NULL;
	struct visit v = { .s = s, .p = p, .what = what };

	if (!p || p->borrowed)
		return;
	p->via = what->tid;
	v.until = capture_stop_end(s);
	if (what->cause == FRAME_CALL)
		v.about = about_of(p, what->call);
	v.all = what->cause != FRAME_CALL;
	earn(s->capture);
	proc_refresh(s, p, v.all || !p->regions.n);
	s->capture->stop++;
	visit_all(&v);
	v.rest = true;
	if (!v.all)
		visit_all(&v);
}
