/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/sample.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "source/sample/classify.h"
#include "source/sample/diff.h"
#include "source/sample/vmflags.h"
#include "source/sample/writes.h"
#include "sys/loop.h"
#include "sys/procmap.h"
#include "sys/procroot.h"

/* The kernel hands out about one page of text a call, whatever is asked. */
#define CHUNK 32768
#define TEXT_MAX (256u << 20)
/* How often the clock is looked at. */
#define PARSE_STRIDE 256
#define EMIT_STRIDE 64
/* A map that changed while it was read is read again, so often. */
#define TORN_MAX 2
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
		};
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

static void map_end(struct sproc *p)
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

static void map_fail(struct source *s, struct sproc *p, int rc)
{
	map_end(p);
	/* Gone is no news: the tracer tells of its end. */
	if (rc == -ENOENT || rc == -ESRCH)
		p->gone = true;
	else
		sample_unreadable(s, p, FILE_MAPS, -rc);
}

static void map_begin(struct source *s, struct sproc *p)
{
	struct map_job *j = &p->map;
	int fd;

	p->whole = false;
	vec_clear(&p->changes);
	if (!p->exe_read) {
		struct str exe = STR_INIT;

		if (procroot_linkf(s->host->proc, &exe, "%d/exe",
				   (int)(p->via ? p->via : p->pid)) == 0) {
			str_release(&p->exe);
			p->exe = exe;
			p->exe_read = true;
		}
	}
	fd = sproc_open(s, p, "maps");
	if (fd < 0) {
		map_fail(s, p, fd);
		return;
	}
	j->fd = fd;
	j->phase = MAP_READ;
	p->map_read_ns = clock_ns();
}

/* The leader has ended before its threads: one of them stands in. */
struct stand_in {
	struct source *s;
	struct sproc *p;
};

static int try_stand_in(void *arg, pid_t tid)
{
	struct stand_in *st = arg;
	char c;
	int fd;

	if (tid == st->p->pid)
		return 0;
	fd = procroot_openf(st->s->host->proc, O_RDONLY, "%d/task/%d/maps",
			    (int)st->p->pid, (int)tid);
	if (fd < 0)
		return 0;
	if (read(fd, &c, 1) == 1)
		st->p->via = tid;
	close(fd);
	return st->p->via != 0;
}

/* Nothing in the map: a zombie, which tells nothing (and not "empty"). */
static void map_empty(struct source *s, struct sproc *p)
{
	struct stand_in st = { s, p };
	char dir[32];

	map_end(p);
	p->via = 0;
	snprintf(dir, sizeof dir, "%d/task", (int)p->pid);
	if (procroot_each_pid(s->host->proc, dir, try_stand_in, &st) == 1)
		sproc_stale(s, p, true);
	else
		p->gone = true;
}

static void map_read(struct source *s, struct sproc *p, uint64_t deadline)
{
	struct map_job *j = &p->map;
	char buf[CHUNK];

	do {
		ssize_t n = read(j->fd, buf, sizeof buf);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			map_fail(s, p, -errno);
			return;
		}
		if (n == 0 || j->text.len > TEXT_MAX) {
			if (!j->text.len) {
				map_empty(s, p);
				return;
			}
			/* Half a map looks whole when its owner ended or
			 * went on by exec meanwhile. */
			if (!procmap_alive(j->fd)) {
				map_fail(s, p, -ESRCH);
				return;
			}
			close(j->fd);
			j->fd = -1;
			j->rest = scan_of(j->text.data, j->text.len);
			j->phase = MAP_PARSE;
			return;
		}
		str_add(&j->text, buf, (size_t)n);
	} while (clock_ns() < deadline);
}

static bool sysv_named(const struct maps_entry *e)
{
	return e->raw.len > 5 && memcmp(e->raw.data, "/SYSV", 5) == 0;
}

/* A region that patch.c made has had no line yet. */
static bool is_line_of(const struct sregion *r, const struct maps_entry *e)
{
	return !r->line && r->start == e->start && r->end == e->end &&
	       r->perm == e->perm && r->offset == e->offset &&
	       r->dev == e->dev && r->inode == e->inode &&
	       maps_name_is(e, r->name, r->name_len);
}

static void keep_old(struct map_job *j, struct sregion *r)
{
	*vec_push(&j->next) = r;
	*vec_push(&j->from) = (int32_t)j->old_at++;
	j->sysv |= r->kind == KIND_SYSV;
}

/* The next region: the old one where its line is the same. */
static void line_region(struct source *s, struct sproc *p, struct scan line)
{
	struct map_job *j = &p->map;
	const sregions *old = &p->regions;
	uint64_t hash = line_hash(s->key, line.p, (size_t)(line.end - line.p));
	uint64_t last = j->next.n ? j->next.v[j->next.n - 1]->end : 0;
	struct sregion *r = j->old_at < old->n ? old->v[j->old_at] : NULL;
	struct maps_entry e;

	if (r && r->line == hash && r->start >= last) {
		keep_old(j, r);
		return;
	}
	if (!maps_line(line, &e))
		return;
	if (r && r->start >= last && is_line_of(r, &e)) {
		r->line = hash;
		keep_old(j, r);
		return;
	}
	j->differing++;
	/* Lines of two moments: the map moved between two reads. */
	if (e.start < last) {
		j->overlap = true;
		return;
	}
	r = sregion_new(&e, &s->scratch);
	r->line = hash;
	*vec_push(&j->next) = r;
	*vec_push(&j->from) = -1;
	j->sysv |= sysv_named(&e);
	p->wide |= e.end > 1ull << 32;
	while (j->old_at < old->n && old->v[j->old_at]->start <= e.start)
		j->old_at++;
}

/* False when the deadline came first. */
static bool map_parse(struct source *s, struct sproc *p, uint64_t deadline)
{
	struct map_job *j = &p->map;
	struct scan line;

	vec_reserve(&j->next, p->regions.n + 1);
	vec_reserve(&j->from, p->regions.n + 1);
	while (scan_line(&j->rest, &line)) {
		line_region(s, p, line);
		if (j->next.n % PARSE_STRIDE == 0 && clock_ns() >= deadline)
			return false;
	}
	if (j->overlap && j->torn++ < TORN_MAX)
		sproc_stale(s, p, true);
	else if (!j->overlap)
		j->torn = 0;
	return true;
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

/* A stack that is not mapped any more is forgotten. */
static void forget_stacks(struct sproc *p)
{
	for (size_t i = 0; i < p->tasks.n; i++) {
		struct stask *t = &p->tasks.v[i];

		if (t->stack && !sregions_find(&p->map.next, t->stack))
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
	for (size_t i = 0; i < j->next.n; i++)
		if (j->from.v[i] >= 0 && !is_shared(p, i))
			sregion_carry_over(p->regions.v[j->from.v[i]],
					   j->next.v[i]);
}

static void map_compare(struct source *s, struct sproc *p)
{
	struct map_job *j = &p->map;
	struct classify c = classify_of(s, p, &j->next);

	str_release(&j->text);
	forget_stacks(p);
	j->phase = MAP_EMIT;
	j->pass = PASSES;
	j->at = 0;
	j->same = is_same(p);
	if (j->same)
		return;
	map_match(p);
	if (j->sysv)
		read_sysv(s);
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
	detail_regions(s, p);
	writes_regions(s, p);
	space_told(s, p);
	/* What is new has no RSS yet: look, where looking is cheap. */
	if (first || (added && p->round_ns < QUICK_ROUND_NS))
		p->round_due = clock_ns();
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
	p->round_due = clock_ns();
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

bool space_work(struct source *s, struct sproc *p, uint64_t deadline)
{
	struct map_job *j = &p->map;

	if (p->again && j->phase != MAP_EMIT) {
		again_emit(s, p, deadline);
		return true;
	}
	if (j->phase == MAP_IDLE) {
		p->map_due = 0;
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
	return true;
}
