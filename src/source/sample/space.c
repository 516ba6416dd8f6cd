/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/space_private.h"

#include <string.h>
#include <unistd.h>

#include "source/sample/claims.h"
#include "source/sample/classify.h"
#include "source/sample/diff.h"
#include "source/sample/disk.h"
#include "source/sample/holds.h"
#include "source/sample/identity.h"
#include "source/sample/vmflags.h"
#include "source/sample/writes.h"
#include "sys/loop.h"
#include "sys/procroot.h"

/* How often the clock is looked at. */
#define EMIT_STRIDE 64
#define QUICK_ROUND_NS (5 * NS_PER_MS)

/* --- telling ------------------------------------------------------------- */

void space_emit(struct source *s, const struct sproc *p, enum region_op op,
		const struct sregion *r, uint64_t old_start, uint8_t flags)
{
	struct event ev = sample_event(s, EV_REGION, p->pid, 0);
	struct str vmflags = STR_INIT;

	if (!s->host->want_regions)
		return;
	ev.flags = flags;
	ev.u.region.op = op;
	if (r) {
		vmflags_text(&vmflags, r->vmflags);
		ev.u.region = (struct ev_region){
			.op = op, .old_start = old_start,
			.start = r->start, .end = r->end, .perm = r->perm,
			.offset = r->offset, .dev = r->dev,
			.inode = r->inode, .kind = r->kind,
			.owner = r->owner, .key = r->key,
			.attaches = r->attaches, .rss = r->rss,
			.pss = r->pss, .swap = r->swap,
			.vmflags = { vmflags.data, vmflags.len },
			.name = { r->name, r->name_len },
			.has_generation = r->has_generation,
			.generation = r->generation,
			.build_id = { r->build_id, r->build_id_len },
			.disk = r->disk,
			.own_root = p->own_root && disk_is_file(r),
		};
		owner_put(&ev.u.region, &r->holder);
	}
	sample_emit(s, &ev);
	str_release(&vmflags);
}

/* --- the job ------------------------------------------------------------- */

/* Whether next[i] is the old region itself. */
static bool is_shared(const struct sproc *p, size_t i)
{
	const struct map_job *j = &p->map;

	return j->from.v[i] >= 0 &&
	       p->regions.v[j->from.v[i]] == j->next.v[i];
}

void map_end(struct sproc *p)
{
	struct map_job *j = &p->map;

	if (j->fd >= 0)
		close(j->fd);
	j->fd = -1;
	str_release(&j->text);
	for (size_t i = 0; i < j->next.n; i++)
		if (!is_shared(p, i))
			sregion_free(j->next.v[i]);
	vec_release(&j->next);
	vec_release(&j->from);
	vec_release(&j->kept);
	j->phase = MAP_IDLE;
	j->old_at = j->differing = j->at = 0;
	j->pass = 0;
	j->sysv = j->overlap = j->same = false;
}

void space_drop(struct source *s, struct sproc *p)
{
	map_end(p);
	p->map.torn = 0;
	vec_clear(&p->changes);
	if (s->round.proc == p)
		round_stop(s);
	sregions_release(&p->regions);
	p->synced = false;
	p->again = false;
}

/* --- what was which ------------------------------------------------------- */

static void read_sysv(struct source *s)
{
	struct str *text = &s->scratch;
	struct sysv_segment seg;
	struct scan rest;

	vec_clear(&s->sysv->segments);
	if (procroot_readf(s->host->proc, text, TEXT_MAX, "sysvipc/shm") < 0)
		return;
	rest = scan_of(text->data, text->len);
	while (sysvipc_next(&rest, &seg))
		*vec_push(&s->sysv->segments) = seg;
}

/* A stack that is not mapped any more is forgotten; but the map may be older than
 * the thread. */
static void forget_stacks(struct sproc *p)
{
	for (size_t i = 0; i < p->tasks.n; i++) {
		struct stask *t = &p->tasks.v[i];

		if (t->stack && t->stack_ns < p->map_read_ns &&
		    !sregions_find(&p->map.next, t->stack))
			t->stack = 0;
	}
}

static bool is_same(const struct sproc *p)
{
	const struct map_job *j = &p->map;

	return !j->differing && j->next.n == p->regions.n && !j->sysv &&
	       p->tasks_seen == tasks_hash(p) && p->synced;
}

static void map_match(struct sproc *p)
{
	struct map_job *j = &p->map;

	vec_reserve(&j->kept, p->regions.n + 1);
	memset(j->kept.v, 0, p->regions.n * sizeof *j->kept.v);
	for (size_t i = 0; i < j->next.n; i++)
		if (j->from.v[i] >= 0)
			j->kept.v[j->from.v[i]] = true;
	diff_match(&p->regions, &j->next, j->from.v, j->kept.v);
	for (size_t i = 0; i < j->next.n; i++) {
		if (j->from.v[i] < 0 || is_shared(p, i))
			continue;
		sregion_carry_over(p->regions.v[j->from.v[i]], j->next.v[i]);
		sproc_renames(p, p->regions.v[j->from.v[i]], j->next.v[i]);
	}
}

static void map_compare(struct source *s, struct sproc *p)
{
	struct map_job *j = &p->map;
	struct classify c;

	str_release(&j->text);
	if (!j->overlap)
		claims_judge(s, p, &j->next);
	forget_stacks(p);
	j->phase = MAP_EMIT;
	j->pass = PASSES;
	j->at = 0;
	j->same = is_same(p) && !identity_waits(s, p);
	if (j->same)
		return;
	map_match(p);
	identity_give(s, p, &j->next, true);
	if (j->sysv)
		read_sysv(s);
	c = classify_of(s, p, &j->next);
	classify_regions(&c);
	p->tasks_seen = tasks_hash(p);
	j->pass = PASS_REMOVE;
}

/* --- what differs, in an order that never overlaps ----------------------- */

static bool emit_one(struct source *s, struct sproc *p, size_t i)
{
	struct map_job *j = &p->map;
	uint8_t flags = p->synced ? 0 : EVF_SYNTHETIC;

	if (j->pass == PASS_REMOVE)
		return !j->kept.v[i] &&
		       region_tell(s, p, j->pass, p->regions.v[i], NULL,
				   flags);
	return region_tell(s, p, j->pass, j->from.v[i] < 0 ? NULL :
			   p->regions.v[j->from.v[i]], j->next.v[i], flags);
}

static bool map_emit(struct source *s, struct sproc *p, uint64_t deadline)
{
	struct map_job *j = &p->map;
	size_t emitted = 0;

	for (; j->pass < PASSES; j->pass++, j->at = 0) {
		size_t n = j->pass == PASS_REMOVE ? p->regions.n : j->next.n;

		while (j->at < n) {
			if (!emit_one(s, p, j->at++))
				continue;
			if (++emitted % EMIT_STRIDE == 0 &&
			    clock_ns() >= deadline)
				return false;
		}
	}
	return true;
}

static void space_told(struct source *s, struct sproc *p)
{
	p->gone = false;
	p->urgent = false;
	/* To be told again: this is not all of it yet. */
	if (!p->again)
		space_emit(s, p, REGION_SYNC, NULL, 0, 0);
}

static void map_finish(struct source *s, struct sproc *p)
{
	struct map_job *j = &p->map;
	bool added = false;
	sregions next = { j->next.v, j->next.n, j->next.cap };

	if (j->same) {
		vec_clear(&j->next);
		map_end(p);
		space_told(s, p);
		return;
	}
	/* Of the old ones those are left that are in the new map no more. */
	for (size_t i = 0; i < next.n; i++) {
		added |= j->from.v[i] < 0;
		j->next.v[i]->news = false;
	}
	round_regions(s, p, &next);
	for (size_t i = 0; i < next.n; i++)
		if (is_shared(p, i))
			p->regions.v[j->from.v[i]] = NULL;
	j->next.v = NULL;
	j->next.n = j->next.cap = 0;
	map_end(p);
	space_replace(s, p, &next, added);
}

void space_replace(struct source *s, struct sproc *p, sregions *next,
		   bool added)
{
	bool first = !p->synced;

	sregions_release(&p->regions);
	p->regions.v = next->v;
	p->regions.n = next->n;
	p->regions.cap = next->cap;
	p->synced = true;
	p->round_totals.known = false;
	/* What moved is not in the round that is under way. */
	if (s->round.proc == p)
		s->round.totals.known = false;
	if (s->round.left.pid == p->pid)
		s->round.left.totals.known = false;
	detail_regions(s, p);
	writes_regions(s, p);
	if (first || added)
		disk_look(s, p);
	holds_look(s, p);
	space_told(s, p);
	/* What is new has no RSS yet: look, where looking is cheap. */
	if (first || (added && p->round_ns < QUICK_ROUND_NS))
		round_now(p);
}

/* --- once more ------------------------------------------------------------ */

void space_again(struct source *s, struct sproc *p)
{
	if (!s->host->want_regions ||
	    (!p->synced && p->map.phase != MAP_EMIT))
		return;		/* nothing was told: all of it will be */
	p->again = true;
	p->again_at = 0;
	for (size_t i = 0; i < p->regions.n; i++)
		p->regions.v[i]->again = true;
	for (size_t i = 0; i < p->map.next.n; i++)
		p->map.next.v[i]->again = true;
	round_now(p);
}

static void again_emit(struct source *s, struct sproc *p, uint64_t deadline)
{
	while (p->again_at < p->regions.n) {
		const struct sregion *r = p->regions.v[p->again_at++];

		space_emit(s, p, REGION_ADD, r, r->start,
			   EVF_SYNTHETIC | EVF_AGAIN);
		if (p->again_at % EMIT_STRIDE == 0 && clock_ns() >= deadline)
			return;
	}
	p->again = false;
	space_emit(s, p, REGION_SYNC, NULL, 0, EVF_AGAIN);
}

/* Due by the time alone, and nothing has moved: it is what it was. */
static bool map_rests(struct source *s, struct sproc *p)
{
	struct totals now;

	if (!p->map_by_time || !p->synced || !sample_may_rest(s) ||
	    p->changes.n || identity_waits(s, p) || claims_wait(s, p) ||
	    p->tasks_seen != tasks_hash(p))
		return false;
	now = totals_read(s, p);
	return totals_same_map(&now, &p->map_totals) &&
	       !totals_stale(s, &p->map_totals, p->map_took_ns);
}

bool space_work(struct source *s, struct sproc *p, uint64_t deadline)
{
	struct map_job *j = &p->map;
	uint64_t begin = clock_ns();

	if (p->again && j->phase != MAP_EMIT) {
		again_emit(s, p, deadline);
		return true;
	}
	if (j->phase == MAP_IDLE) {
		p->map_due = 0;
		if (map_rests(s, p)) {
			p->whole = false;
			space_told(s, p);
			return true;
		}
		if (patch_work(s, p))
			return true;
		map_begin(s, p);
	}
	if (j->phase == MAP_READ)
		map_read(s, p, deadline);
	if (j->phase == MAP_PARSE && map_parse(s, p, deadline))
		map_compare(s, p);
	if (j->phase == MAP_EMIT && map_emit(s, p, deadline))
		map_finish(s, p);
	p->map_took_ns += clock_ns() - begin;
	return true;
}
