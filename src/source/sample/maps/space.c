/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/maps/space_private.h"

#include <unistd.h>

#include "source/sample/maps/map_check.h"
#include "source/sample/maps/classify.h"
#include "source/sample/files/disk.h"
#include "source/sample/maps/edits.h"
#include "source/sample/maps/space.h"
#include "source/sample/owner/memscan.h"
#include "source/sample/maps/identity.h"
#include "source/sample/maps/quiet.h"
#include "source/sample/maps/vmflags.h"
#include "source/sample/pages/pages.h"
#include "source/sample/writes/writes.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

/* Number of regions emitted between two checks of the clock. */
#define EMIT_STRIDE 64
#define QUICK_ROUND_NS (5 * NS_PER_MS)
/* Maximum size of a text that is stored for comparison with the next text. */
#define TEXT_KEPT (16u << 20)

/* --- emitting ------------------------------------------------------------ */

void space_emit(struct sampler *s, const struct sproc *p, enum region_op op,
		const struct sregion *r, uint64_t old_start, uint8_t flags)
{
	struct event ev = sample_event(s, EV_REGION, p->pid, 0);
	struct str vmflags = STR_INIT;

	if (!s->host->wants.regions)
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

/* --- job ----------------------------------------------------------------- */

static void text_spare(struct sampler *s, struct str *text)
{
	if (text->cap <= s->spare_text.cap || text->cap > TEXT_KEPT) {
		str_release(text);
		return;
	}
	str_release(&s->spare_text);
	s->spare_text = *text;
	str_clear(&s->spare_text);
	*text = (struct str)STR_INIT;
}

void map_end(struct sampler *s, struct sproc *p)
{
	struct map_job *j = &p->map;

	if (j->fd >= 0)
		close(j->fd);
	j->fd = -1;
	text_spare(s, &j->text);
	edits_release(p);
	j->phase = MAP_IDLE;
	j->pos = j->known_pos = j->old_at = 0;
	j->last_end = 0;
	j->overlap = j->loose = false;
}

void space_drop(struct sampler *s, struct sproc *p)
{
	map_end(s, p);
	text_spare(s, &p->map.known);
	p->map.torn = 0;
	vec_clear(&p->map.changes);
	if (s->round.proc == p)
		round_stop(s);
	sregions_release(&p->regions);
	vec_clear(&p->round.recount);
	p->quiet.size = 0;
	p->synced = false;
	p->map.again = false;
}

/* --- differences --------------------------------------------------------- */

static void read_sysv(struct sampler *s)
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

/* Forgets the stacks of threads that are no longer mapped, unless the map is
 * older than the stack pointer. */
static void forget_stacks(struct sproc *p)
{
	for (size_t i = 0; i < p->tasks.n; i++) {
		struct stask *t = &p->tasks.v[i];

		if (t->stack && t->stack_ns < p->map.read_ns &&
		    !sregions_find(&p->regions, t->stack))
			t->stack = 0;
	}
}

/* Finds kinds and owners when the edits are complete. */
static void map_decide(struct sampler *s, struct sproc *p)
{
	struct map_job *j = &p->map;

	if (p->map.named_by.tasks != tasks_hash(p))
		edits_touch_stacks(p);
	if (p->sysv)
		read_sysv(s);
	if (j->edits.list.n || p->sysv || identity_waits(s, p) || !p->synced)
		edits_decide(s, p);
	j->phase = MAP_EMIT;
}

static void keep_text(struct map_job *j)
{
	struct str known = j->known;

	j->known = j->text;
	j->text = known;
	if (j->loose || j->known.len > TEXT_KEPT)
		str_release(&j->known);
}

static void space_told(struct sampler *s, struct sproc *p)
{
	p->gone = false;
	p->map.urgent = false;
	/* While regions are emitted once more, the map is not complete. */
	if (!p->map.again)
		space_emit(s, p, REGION_SYNC, NULL, 0, 0);
}

/* Reports new and changed regions to the rounds and to the readers of memory
 * and files.  Returns true if any region is new. */
static bool note_fresh(struct sampler *s, struct sproc *p)
{
	const struct edits *e = &p->map.edits;
	bool added = false, files = false;

	if (!p->synced)
		memscan_look(s, p);
	for (size_t k = 0; k < e->fresh.n; k++) {
		if (p->synced)
			memscan_fresh(s, p, e->fresh.v[k]);
		added |= e->from.v[k] < 0;
		files |= e->from.v[k] < 0 && disk_is_file(e->fresh.v[k]);
		round_recount(s, p, e->fresh.v[k]);
	}
	if (files || !p->synced)
		disk_look(s, p);
	return added;
}

static void map_changed(struct sampler *s, struct sproc *p)
{
	bool first = !p->synced, added = note_fresh(s, p);

	round_regions(s, p, &p->map.edits.next);
	edits_apply(s, p);
	p->synced = true;
	if (s->round.left.pid == p->pid)
		s->round.left.totals.known = false;
	detail_regions(s, p);
	writes_regions(s, p);
	/* New regions have no RSS yet: count their pages now if that is
	 * cheap. */
	if (first)
		round_now(p);
	else if (added && (p->round.took_ns < QUICK_ROUND_NS ||
			   round_is_partial(s, p)))
		round_added(p);
}

static void map_finish(struct sampler *s, struct sproc *p)
{
	struct map_job *j = &p->map;
	bool whole = j->text.len > 0;

	if (!edits_none(&j->edits) || !p->synced)
		map_changed(s, p);
	if (whole) {
		keep_text(j);
		if (!j->overlap)
			claims_judge(s, p, &p->regions);
		forget_stacks(p);
	} else {
		claims_confirm(s, p, &p->regions);
	}
	map_end(s, p);
	space_told(s, p);
}

/* --- emitting once more --------------------------------------------------- */

void space_again(struct sampler *s, struct sproc *p)
{
	if (!s->host->wants.regions ||
	    (!p->synced && p->map.phase != MAP_EMIT))
		return;		/* no region was emitted yet, so all will be */
	p->map.again = true;
	p->map.again_at = 0;
	for (size_t i = 0; i < p->regions.n; i++)
		p->regions.v[i]->again = true;
	for (size_t i = 0; i < p->map.edits.fresh.n; i++)
		p->map.edits.fresh.v[i]->again = true;
	round_now(p);
}

static void again_emit(struct sampler *s, struct sproc *p, uint64_t deadline)
{
	while (p->map.again_at < p->regions.n) {
		const struct sregion *r = p->regions.v[p->map.again_at++];

		space_emit(s, p, REGION_ADD, r, r->start,
			   EVF_SYNTHETIC | EVF_AGAIN);
		if (p->map.again_at % EMIT_STRIDE == 0 &&
		    clock_ns() >= deadline)
			return;
	}
	p->map.again = false;
	space_emit(s, p, REGION_SYNC, NULL, 0, EVF_AGAIN);
}

/* Starts a read of the whole map or of its changes, or only classifies the
 * regions again. */
static void work_begin(struct sampler *s, struct sproc *p)
{
	bool period = p->map.period;

	p->map.due = 0;
	p->map.period = false;
	p->map.whole |= period && !map_is_quiet(s, p);
	if (p->map.whole || !p->synced ||
	    (p->map.changes.n && !patch_ask(s, p))) {
		map_begin(s, p);
		return;
	}
	if (p->map.changes.n) {
		vec_clear(&p->map.changes);
		/* The stored text does not match the patched regions. */
		str_clear(&p->map.known);
		p->map.read_ns = p->quiet.patched_ns = clock_ns();
	}
	map_decide(s, p);
}

bool space_work(struct sampler *s, struct sproc *p, uint64_t deadline)
{
	struct map_job *j = &p->map;
	uint64_t begin = clock_ns();

	if (p->map.again && j->phase != MAP_EMIT) {
		again_emit(s, p, deadline);
		return true;
	}
	if (j->phase == MAP_IDLE)
		work_begin(s, p);
	if (j->phase == MAP_READ)
		map_read(s, p, deadline);
	if (j->phase == MAP_PARSE && map_parse(s, p, deadline))
		map_decide(s, p);
	if (j->text.len)
		p->map.took_ns += clock_ns() - begin;
	if (j->phase == MAP_EMIT && edits_emit(s, p, deadline))
		map_finish(s, p);
	return true;
}
