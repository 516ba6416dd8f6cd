/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Looks while a task stands still: at a call, before a signal is delivered, or
 * before its process ends.  What a memory call is about is looked at first;
 * then, as long as such looks take no more than a part of the time, all else of
 * the process that may have changed.
 */
#include <config.h>

#include "source/contents/capture.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "event/advice.h"
#include "event/call.h"
#include "event/wire/handover.h"
#include "sys/loop.h"
#include "sys/reader/process.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

/* What is beside the call may take a third of the time, and so much at once; and
 * as much what the call is about where that takes long.  It is not begun with
 * less. */
#define CREDIT_SHARE 3
/* Of the time that the program does not have the CPU: it sleeps, or others have
 * it, whom it is taken from. */
#define CREDIT_IDLE 20
#define CREDIT_MIN ((int64_t)NS_PER_MS)
#define DEAR_NS (NS_PER_MS / 2)
/* What has not been looked at yet is all there, for all one knows. */
#define BYTES_A_NS 2
/* A map that takes longer is not read again while a task waits. */
#define MAP_NS (3 * NS_PER_MS)

/* Where others want the CPU, whoever is let go may have to wait for it, too. */
#define HURRY_NS (2 * NS_PER_MS)
/* Where they get it, somebody who has had it for longer loses it, for many times
 * as long, in the middle of a stop. */
#define HURRY_ORDINARY_NS NS_PER_MS

/* There it is not looked at by time while it is in the call: that holds the lock
 * of its memory and waits for the CPU, and who waits for the lock hears of no
 * other stop.  A call that takes longer may be one that sleeps. */
#define CALL_NS (20 * NS_PER_MS)

/* A vfork child may vfork. */
#define LENDERS_MAX 8

/* What a call is about, and whether that goes. */
struct about {
	struct page_range range[2];
	bool advised;		/* the ranges are process_madvise's */
	bool goes;
};

static struct page_range from(uint64_t start, uint64_t size)
{
	struct page_range r = { .start = start };

	if (__builtin_add_overflow(start, size, &r.end))
		r.end = USER_END;
	return r;
}

static struct about about_of(const struct contents_process *p,
			     const struct ev_call *c)
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
		of.goes = advice_does(c) == ADVICE_DROPS;
		break;
	case CALL_PROCESS_MADVISE:
		of.advised = advice_pid(c, p->pid) == p->pid;
		of.goes = of.advised && advice_does(c) == ADVICE_DROPS;
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

/* Nobody writes there. */
static bool is_constant(const struct region_seen *r)
{
	return !(r->map.perm & (PROCMAP_W | PROCMAP_SHARED)) &&
	       r->object->number;
}

/* --- one stop --------------------------------------------------------------------- */

struct visit {
	struct contents_source *s;
	struct contents_process *p;
	const struct fact_stopped *what;
	struct about about;
	uint64_t until;
	bool rest;		/* the pass that looks at what is beside it */
	bool handover;		/* another task may see it next */
	bool all;		/* everything is concerned: it goes */
};

/* The CPU time of the process since the last stop of it. */
static uint64_t ran_ns(struct contents_process *p)
{
	struct timespec t = { 0 };
	uint64_t was = p->ran_ns;
	clockid_t clock;

	if (clock_getcpuclockid(p->pid, &clock) == 0 &&
	    clock_gettime(clock, &t) == 0)
		p->ran_ns = (uint64_t)t.tv_sec * NS_PER_S +
			    (uint64_t)t.tv_nsec;
	return p->ran_ns > was ? p->ran_ns - was : 0;
}

static void earn(struct capture *c, struct contents_process *p)
{
	uint64_t now = clock_ns(), from = c->credit_at_ns + c->worked_ns;
	uint64_t all = now > from ? now - from : 0, ran = ran_ns(p);
	int64_t more;

	if (ran > all)
		ran = all;
	more = (int64_t)(ran / CREDIT_SHARE + (all - ran) / CREDIT_IDLE);
	c->credit_ns = c->credit_ns + more < CREDIT_MAX ? c->credit_ns + more
							: CREDIT_MAX;
	c->dear_ns = c->dear_ns + more < CREDIT_MAX ? c->dear_ns + more
						    : CREDIT_MAX;
}

static void put_off(struct object *o)
{
	o->missed++;
	o->due_ns = clock_ns();
	o->stop = 0;
}

static bool finish_look(struct contents_source *s, uint64_t until)
{
	s->capture->look.patient = true;
	if (look_step(s, until))
		return true;
	s->capture->look.patient = false;
	return false;
}

/* Puts the look that is under way aside, and back. */
static void change_looks(struct capture *c)
{
	struct object_reading was = c->look;

	c->look = c->aside;
	c->aside = was;
}

/* What is under way and for later waits, unless it has to come to its end. */
static bool make_way(const struct visit *v, const struct object *o)
{
	struct capture *c = v->s->capture;

	if (c->look.object && c->look.object != o && !v->rest &&
	    !c->look.reading && !c->aside.object)
		change_looks(c);
	return !c->look.object || finish_look(v->s, v->until);
}

static bool goes_whole(const struct visit *v, const struct region_seen *r)
{
	const struct page_range *at = &v->about.range[0];

	return v->all || (v->about.goes && at->start <= r->map.start &&
			  at->end >= r->map.end);
}

static uint64_t cost_of(const struct region_seen *r)
{
	uint64_t all = r->length / BYTES_A_NS;

	if (r->object->cost_ns)
		return r->object->cost_ns;
	return all < CAPTURE_STOP_NS ? all : CAPTURE_STOP_NS;
}

/* Others have it as well: it can be looked at when this one is gone. */
static bool stays(const struct region_seen *r)
{
	const struct object *o = r->object;

	for (size_t i = 0; i < o->viewers.n; i++)
		if (o->viewers.v[i]->pid != r->pid)
			return true;
	return false;
}

/* It takes long, and such have taken their part of the time; or it need not be
 * now. */
static bool is_too_dear(const struct visit *v, const struct region_seen *r)
{
	uint64_t cost = cost_of(r);

	if (v->rest)
		return v->handover && cost > DEAR_NS &&
		       v->s->capture->credit_ns < (int64_t)cost;
	if (v->all && cost > DEAR_NS && stays(r))
		return true;
	return !goes_whole(v, r) && cost > DEAR_NS &&
	       v->s->capture->dear_ns < (int64_t)cost;
}

static enum frame_cause cause_of(const struct visit *v)
{
	if (v->what->cause != FRAME_CALL || v->rest || !v->about.goes)
		return v->what->cause;
	return FRAME_UNMAP;
}

static void visit_object(struct visit *v, struct region_seen *r)
{
	struct contents_source *s = v->s;
	struct object *o = r->object;

	if (capture_late(s, v->until) || is_too_dear(v, r) || !capture_has_room(s)) {
		put_off(o);
		return;
	}
	if (!make_way(v, o)) {
		o->missed += o != s->capture->look.object;
		return;
	}
	look_begin(s, o, r, cause_of(v), v->what->cause == FRAME_CALL ?
		   call_of(v->what->call)->name : NULL);
	/* What goes cannot be looked at afterwards. */
	if (!finish_look(s, v->until)) {
		if (v->all || (!v->rest && v->about.goes))
			look_cut(s);
		else
			o->missed++;
	}
	if (!v->rest && o->cost_ns > DEAR_NS)
		s->capture->dear_ns -= (int64_t)o->cost_ns;
}

/* The regions of [start, end). */
static void visit_range(struct visit *v, uint64_t start, uint64_t end)
{
	const struct capture *c = v->s->capture;
	size_t i = vec_lower(&v->p->regions, r, (*r)->map.end <= start);

	for (; i < v->p->regions.n; i++) {
		struct region_seen *r = v->p->regions.v[i];
		struct object *o = r->object;

		if (r->map.start >= end)
			break;
		if (!o || o->parked || o->stop == c->stop ||
		    (o->limit && o->captured >= o->limit))
			continue;
		o->stop = c->stop;
		if (!v->rest || !is_constant(r))
			visit_object(v, r);
	}
}

static void visit_concerned(struct visit *v)
{
	if (v->all)
		visit_range(v, 0, USER_END);
	for (int i = 0; !v->all && i < 2; i++)
		visit_range(v, v->about.range[i].start, v->about.range[i].end);
	for (size_t i = 0; v->about.advised &&
	     advice_range(v->what->call, i, &v->about.range[0]); i++)
		visit_range(v, v->about.range[0].start, v->about.range[0].end);
	if (v->s->capture->aside.object)
		change_looks(v->s->capture);
}

static void visit_rest(struct visit *v)
{
	struct capture *c = v->s->capture;
	uint64_t begun = clock_cpu_ns(), now = clock_ns();

	v->rest = true;
	if (!v->handover && now + (uint64_t)c->credit_ns < v->until)
		v->until = now + (uint64_t)c->credit_ns;
	visit_range(v, 0, USER_END);
	c->credit_ns -= (int64_t)(clock_cpu_ns() - begun);
	if (c->credit_ns < -CREDIT_MAX)
		c->credit_ns = -CREDIT_MAX;
}

/* So much CPU time is had for a stop; 0: all that it may take. */
static uint64_t hurry(struct contents_source *s)
{
	struct rivals *r = &s->capture->rivals;

	if (s->host->capture->stop_ns || !rivals_here(r))
		return 0;
	return clock_cpu_ns() + (r->waits ? HURRY_ORDINARY_NS : HURRY_NS);
}

/* Who has the memory of a process: vfork lends it. */
static struct contents_process *holder(const struct contents_source *s,
				       pid_t pid)
{
	struct contents_process *p = proc_find(s, pid);

	for (int i = 0; p && p->borrowed && i < LENDERS_MAX; i++)
		p = proc_find(s, p->ppid);
	return p && !p->borrowed ? p : NULL;
}

static void visit(struct contents_source *s, struct contents_process *p,
		  const struct fact_stopped *what)
{
	struct visit v = { .s = s, .p = p, .what = what };
	struct capture *c = s->capture;
	bool rest, memory;

	v.until = capture_stop_end(s);
	/* What is borrowed, or another's, stays. */
	if (p->pid == what->pid) {
		p->via = what->tid;
		v.all = what->cause == FRAME_EXEC || what->cause == FRAME_EXIT;
	}
	memory = what->cause == FRAME_CALL &&
		 what->call->call != CALL_OTHER;
	proc_refresh(s, p, (v.all && p->took_ns < MAP_NS) || !p->regions.n);
	if (memory)
		v.about = about_of(p, what->call);
	earn(c, p);
	c->stop++;
	c->hurry_ns = hurry(s);
	v.handover = s->host->capture->at_calls && what->call &&
		     is_handover(call_of(what->call)->name);
	rest = !v.all && (v.handover || c->credit_ns >= CREDIT_MIN);
	c->skips += !v.all && !rest;
	visit_concerned(&v);
	if (rest)
		visit_rest(&v);
	c->credit_at_ns = clock_ns();
	if (c->hurry_ns && memory) {
		c->call_until_ns = c->credit_at_ns + CALL_NS;
		c->calling = what->tid;
	}
	c->hurry_ns = 0;
	c->worked_ns = 0;
}

/* process_vm_readv, process_vm_writev: whose memory the call is about to read
 * or to overwrite, by the caller's name for it. */
static struct contents_process *peer(const struct contents_source *s,
				     const struct fact_stopped *what)
{
	static const char prefix[] = "process_vm_";

	if (what->cause != FRAME_CALL || what->call->call != CALL_OTHER ||
	    strncmp(call_of(what->call)->name, prefix, sizeof prefix - 1) != 0)
		return NULL;
	return holder(s, (pid_t)what->call->args[0]);
}

void stops_visit(struct contents_source *s, const struct fact_stopped *what)
{
	struct contents_process *own, *other;

	if (!capture_on(s))
		return;
	own = holder(s, what->pid);
	other = peer(s, what);
	if (own)
		visit(s, own, what);
	if (other && other != own)
		visit(s, other, what);
}
