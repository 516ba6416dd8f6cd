/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scans while a task is stopped: at a call, before a signal is delivered, or
 * before its process ends.  The ranges of a memory call are scanned first.  All
 * other memory of the process that may have changed is scanned next, but only
 * while such scans stay within a share of the time.
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

/* Scans outside the ranges of a call may take a third of the time for which the
 * process runs.  Unused time is a credit; the scans start only if it is at
 * least CREDIT_MIN.  Scans of the call's ranges that take longer than DEAR_NS
 * have a second budget of the same size. */
#define CREDIT_SHARE 3
/* Scans may also take a twentieth of the time for which the process does not
 * run, as it sleeps or other programs need the CPU. */
#define CREDIT_IDLE 20
#define CREDIT_MIN ((int64_t)NS_PER_MS)
#define DEAR_NS (NS_PER_MS / 2)
/* Speed that is assumed for the first scan of an object, in bytes per ns, as if
 * all its pages were present. */
#define BYTES_A_NS 2
/* At a stop, the whole region list is not read if its last full read took
 * longer than this. */
#define MAP_NS (3 * NS_PER_MS)

/* CPU time for a stop while the CPU is contended.  It is short, as the resumed
 * task may have to wait for a CPU, too. */
#define HURRY_NS (2 * NS_PER_MS)
/* CPU time for a stop if mmtop, too, has to wait for the CPU.  In a longer
 * stop, mmtop would be preempted for many times as long. */
#define HURRY_ORDINARY_NS NS_PER_MS

/* While the CPU is contended, timed scans wait until a memory call has
 * returned.  The call holds the mmap lock while it waits for the CPU, and
 * mmtop, blocked on that lock, would miss other stops.  The limit of the wait
 * is CALL_NS, as a longer call may be sleeping. */
#define CALL_NS (20 * NS_PER_MS)

/* Maximum depth of nested vforks: a vfork child may call vfork, too. */
#define LENDERS_MAX 8

/* The address ranges of a call, and whether the call removes their contents. */
struct about {
	struct page_range range[2];
	bool advised;		/* process_madvise: has more ranges */
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

/* True if a stored region cannot change: it is private and not writable. */
static bool is_constant(const struct region_seen *r)
{
	return !(r->map.perm & (PROCMAP_W | PROCMAP_SHARED)) &&
	       r->object->number;
}

/* --- one stop ------------------------------------------------------------- */

struct visit {
	struct contents_source *s;
	struct contents_process *p;
	const struct fact_stopped *what;
	struct about about;
	uint64_t until;
	bool rest;		/* scans outside the call's ranges */
	bool handover;		/* is_handover(): the call may hand data to
				 * another task */
	bool all;		/* the whole address space is about to be
				 * removed */
};

/* Returns the CPU time of the process since its last stop. */
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

/* Swaps the running scan and the suspended one. */
static void swap_scans(struct capture *c)
{
	struct object_reading was = c->look;

	c->look = c->aside;
	c->aside = was;
}

/* Makes it possible to start a scan of o: suspends the running scan, or
 * completes it.  Returns false if a scan is still running. */
static bool make_way(const struct visit *v, const struct object *o)
{
	struct capture *c = v->s->capture;

	if (c->look.object && c->look.object != o && !v->rest &&
	    !c->look.reading && !c->aside.object)
		swap_scans(c);
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

/* True if another process maps the object, too: it can be scanned later. */
static bool stays(const struct region_seen *r)
{
	const struct object *o = r->object;

	for (size_t i = 0; i < o->viewers.n; i++)
		if (o->viewers.v[i]->pid != r->pid)
			return true;
	return false;
}

/* True if the scan is slow, and either its budget is used up or it can be done
 * later. */
static bool is_too_slow(const struct visit *v, const struct region_seen *r)
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

	if (capture_late(s, v->until) || is_too_slow(v, r) ||
	    !capture_has_room(s)) {
		put_off(o);
		return;
	}
	if (!make_way(v, o)) {
		o->missed += o != s->capture->look.object;
		return;
	}
	look_begin(s, o, r, cause_of(v), v->what->cause == FRAME_CALL ?
		   call_of(v->what->call)->name : NULL);
	/* If the memory is about to be removed, store the pages read so far. */
	if (!finish_look(s, v->until)) {
		if (v->all || (!v->rest && v->about.goes))
			look_cut(s);
		else
			o->missed++;
	}
	if (!v->rest && o->cost_ns > DEAR_NS)
		s->capture->dear_ns -= (int64_t)o->cost_ns;
}

/* Scans the objects whose regions overlap [start, end). */
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
		swap_scans(v->s->capture);
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

/* Returns the time of clock_cpu_ns() at which the stop ends; 0: no limit. */
static uint64_t hurry(struct contents_source *s)
{
	struct contention *r = &s->capture->contention;

	if (s->host->capture->stop_ns || !cpu_contended(r))
		return 0;
	return clock_cpu_ns() + (r->waits ? HURRY_ORDINARY_NS : HURRY_NS);
}

/* Returns the process that owns the memory that pid uses: a vfork() child uses
 * the memory of its parent. */
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
	/* An exec or exit ends only the memory of the process itself, not
	 * memory that the process borrowed or that it accesses in another
	 * process. */
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

/* Returns the process that process_vm_readv or process_vm_writev reads or
 * writes. args[0] is the pid of that process as the caller sees it. */
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
