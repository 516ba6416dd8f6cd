/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sample-run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "../../support/slow.h"
#include "sys/loop.h"
#include "sys/pages/scan.h"
#include "sys/proc/root.h"

#define SLICE_NS 2000000u
#define TURN_NS 100000000ull

static void copy(char *to, size_t size, struct bytes from)
{
	size_t n = from.len < size - 1 ? from.len : size - 1;

	if (n)
		memcpy(to, from.data, n);
	to[n] = '\0';
}

static size_t seen_index(struct sample_run *r, uint64_t start)
{
	return vec_lower(&r->seen, e, e->start < start);
}

static void seen_drop(struct sample_run *r, uint64_t start)
{
	size_t i = seen_index(r, start);

	if (i < r->seen.n && r->seen.v[i].start == start)
		vec_remove(&r->seen, i);
	else
		r->overlaps++;
}

static void seen_set(struct seen *s, const struct ev_region *er)
{
	*s = (struct seen){
		.start = er->start, .end = er->end, .rss = er->rss,
		.pss = er->pss, .swap = er->swap, .kind = er->kind,
		.perm = er->perm, .key = er->key, .attaches = er->attaches,
		.owner = er->owner,
	};
	copy(s->name, sizeof s->name, er->name);
	copy(s->vmflags, sizeof s->vmflags, er->vmflags);
}

static void seen_check(struct sample_run *r, size_t i)
{
	const struct seen *s = &r->seen.v[i];

	if ((i + 1 < r->seen.n && s[1].start < s->end) ||
	    (i > 0 && s[-1].end > s->start))
		r->overlaps++;
}

static void seen_add(struct sample_run *r, const struct ev_region *er)
{
	size_t i = seen_index(r, er->start);

	seen_set(vec_insert(&r->seen, i), er);
	seen_check(r, i);
}

static void seen_change(struct sample_run *r, const struct ev_region *er)
{
	size_t i = seen_index(r, er->old_start);

	if (er->start == er->old_start && i < r->seen.n &&
	    r->seen.v[i].start == er->start) {
		seen_set(&r->seen.v[i], er);
		seen_check(r, i);
		return;
	}
	seen_drop(r, er->old_start);
	seen_add(r, er);
}

static void on_region(struct sample_run *r, const struct ev_region *er)
{
	r->ops[er->op]++;
	switch (er->op) {
	case REGION_REMOVE:
		seen_drop(r, er->start);
		break;
	case REGION_CHANGE:
		seen_change(r, er);
		break;
	case REGION_ADD:
		seen_add(r, er);
		break;
	case REGION_SYNC:
		r->syncs++;
		break;
	}
}

static void on_pages(struct sample_run *r, const struct ev_pages *ep)
{
	const struct page_bin *bins = ep->bins.data;

	r->pages++;
	if (ep->detail != PAGES_OF_FOCUS)
		return;
	r->details++;
	r->detail = *ep;
	vec_clear(&r->bins);
	for (size_t i = 0; i < ep->bins.len / sizeof *bins; i++)
		*vec_push(&r->bins) = bins[i];
}

static void on_event(void *arg, const struct event *ev)
{
	struct sample_run *r = arg;

	r->events++;
	if (r->tap)
		r->tap(r->tap_arg, ev);
	if (ev->flags & EVF_AGAIN) {
		r->again++;
		return;
	}
	switch (ev->kind) {
	case EV_REGION:
		on_region(r, &ev->u.region);
		break;
	case EV_PAGES:
		on_pages(r, &ev->u.pages);
		break;
	case EV_USAGE:
		r->usages++;
		r->usage = ev->u.usage;
		break;
	case EV_TASK:
		r->tasks++;
		break;
	case EV_SYSTEM:
		r->systems++;
		r->system = ev->u.system;
		break;
	case EV_NOTE:
		r->notes++;
		r->note = ev->u.note;
		break;
	default:
		break;
	}
}

void sample_run_process(struct sample_run *r, enum process_op op, pid_t pid,
			pid_t child)
{
	struct event ev = host_event(&r->host, 't', EV_PROCESS, pid, pid);

	ev.u.process.op = op;
	ev.u.process.child = ev.u.process.child_pid = child;
	ev.u.process.gone = op == PROCESS_EXIT;
	sample_source.event(r->src, &ev);
}

void sample_run_snapshot(struct sample_run *r, enum snapshot_op op)
{
	struct event ev = host_event(&r->host, 't', EV_SNAPSHOT, 0, 0);

	ev.u.snapshot.op = op;
	sample_source.event(r->src, &ev);
}

void sample_run_request(struct sample_run *r, enum request_op op, pid_t pid,
			uint64_t a, uint64_t b)
{
	struct request req = { .op = op, .pid = pid, .a = a, .b = b };

	if (sample_source.request(r->src, &req) < 0)
		abort();
}

void sample_run_init(struct sample_run *r, const char *prefix, pid_t pid)
{
	struct err err;
	void *state;

	memset(r, 0, sizeof *r);
	if (procroot_open(&r->proc, prefix, &err) < 0)
		abort();
	r->loop = loop_new();
	r->slice_ns = SLICE_NS;
	r->pid = pid;
	r->target.follow = true;
	r->host = (struct source_host){
		.loop = r->loop, .proc = r->proc, .target = &r->target,
		.emit = on_event, .emit_arg = r, .start_ns = clock_ns(),
		.period_ns = 100000000, .wants.regions = true,
		.wants.pages = true, .wants.usage = true,
		.wants.system = true,
	};
	if (sample_source.open(&state, &r->host, &err) < 0)
		abort();
	r->src = state;
	sample_run_process(r, PROCESS_ATTACH, pid, pid);
}

void sample_run_release(struct sample_run *r)
{
	sample_source.close(r->src);
	loop_free(r->loop);
	procroot_free(r->proc);
	vec_release(&r->seen);
	vec_release(&r->bins);
}

bool sample_run_until(struct sample_run *r, bool (*done)(void *arg),
		      void *arg)
{
	uint64_t end = clock_ns() + DEADLINE_NS;

	for (;;) {
		unsigned before = r->events;
		bool more = sample_source.drain(r->src, r->slice_ns);

		if (r->events - before > r->most)
			r->most = r->events - before;
		if (done(arg))
			return true;
		if (clock_ns() > end)
			return false;
		loop_turn(r->loop, more ? 0 : TURN_NS);
	}
}

bool sample_run_whole(void *arg)
{
	struct sample_run *r = arg;

	for (size_t i = 0; i < r->seen.n; i++)
		if (r->seen.v[i].rss == EV_UNKNOWN)
			return false;
	return r->syncs > 0;
}

bool sample_run_skips_holes(void)
{
	struct pagescanner *sc = pagescanner_new();
	bool skips = pagescanner_skips_holes(sc);

	pagescanner_free(sc);
	return skips;
}

struct seen *sample_run_at(struct sample_run *r, uint64_t addr)
{
	for (size_t i = 0; i < r->seen.n; i++)
		if (r->seen.v[i].start <= addr && addr < r->seen.v[i].end)
			return &r->seen.v[i];
	return NULL;
}

void sample_run_kind_at(struct sample_run *r, uint64_t addr,
			enum region_kind kind, int64_t owner)
{
	struct seen *s = sample_run_at(r, addr);

	if (!s)
		fail_msg("no region at %lx", (unsigned long)addr);
	if (s->kind != kind || s->owner != owner)
		fail_msg("%lx is %s of %ld, not %s of %ld",
			 (unsigned long)addr, region_kind_name(s->kind),
			 (long)s->owner, region_kind_name(kind),
			 (long)owner);
}
