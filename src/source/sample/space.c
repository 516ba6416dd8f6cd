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

void sregions_release(sregions *v)
{
	for (size_t i = 0; i < v->n; i++)
		free(v->v[i].name);
	vec_release(v);
}

struct sregion *sregions_find(const sregions *v, uint64_t addr)
{
	size_t lo = 0, hi = v->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (v->v[mid].end <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < v->n && v->v[lo].start <= addr ? &v->v[lo] : NULL;
}

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

static void map_end(struct map_job *j)
{
	if (j->fd >= 0)
		close(j->fd);
	j->fd = -1;
	str_release(&j->text);
	vec_release(&j->entries);
	sregions_release(&j->next);
	vec_release(&j->from);
	vec_release(&j->kept);
	j->phase = MAP_IDLE;
	j->pass = 0;
	j->at = 0;
}

void space_drop(struct source *s, struct sproc *p)
{
	map_end(&p->map);
	p->map.torn = 0;
	if (s->round.proc == p)
		round_stop(s);
	sregions_release(&p->regions);
	p->synced = false;
	p->again = false;
}

static void map_fail(struct source *s, struct sproc *p, int rc)
{
	map_end(&p->map);
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

	map_end(&p->map);
	p->via = 0;
	snprintf(dir, sizeof dir, "%d/task", (int)p->pid);
	if (procroot_each_pid(s->host->proc, dir, try_stand_in, &st) == 1)
		p->map_due = clock_ns();
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

/* False when the deadline came first. */
static bool map_parse(struct sproc *p, uint64_t deadline)
{
	struct map_job *j = &p->map;
	struct maps_entry e;
	bool torn = false;

	while (maps_next(&j->rest, &e, NULL)) {
		struct maps_entry *last = j->entries.n
			? &j->entries.v[j->entries.n - 1] : NULL;

		/* Lines of two moments: the map moved between two reads. */
		if (last && e.start < last->end) {
			torn = true;
			continue;
		}
		*vec_push(&j->entries) = e;
		j->sysv |= sysv_named(&e);
		p->wide |= e.end > 1ull << 32;
		if (j->entries.n % PARSE_STRIDE == 0 &&
		    clock_ns() >= deadline)
			return false;
	}
	if (torn && j->torn++ < TORN_MAX)
		p->map_due = clock_ns();
	else if (!torn)
		j->torn = 0;
	return true;
}

/* --- from entries to regions --------------------------------------------- */

static void region_of_entry(const struct maps_entry *e, struct sregion *r,
			    struct str *name)
{
	*r = (struct sregion){
		.start = e->start, .end = e->end, .offset = e->offset,
		.dev = e->dev, .inode = e->inode, .perm = e->perm,
		.rss = EV_UNKNOWN, .pss = EV_UNKNOWN, .swap = EV_UNKNOWN,
	};
	if (!e->raw.len)
		return;
	str_clear(name);
	maps_name(name, e);
	r->name_len = name->len;
	r->name = xmemdup(name->data, name->len + 1);
}

static void carry_over(const struct sregion *old, struct sregion *r)
{
	r->kind = old->kind;
	r->owner = old->owner;
	r->rss = old->rss;
	r->swap = old->swap;
	r->vmflags = old->vmflags;
	r->hugetlb = old->hugetlb;
	if (r->start == old->start && r->end == old->end) {
		r->pages_hash = old->pages_hash;
		r->again = old->again;
	}
}

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

static void map_compare(struct source *s, struct sproc *p)
{
	struct map_job *j = &p->map;
	struct classify c = {
		.regions = &j->next, .pid = p->pid,
		.exe = { p->exe.data, p->exe.len },
		.tasks = p->tasks.v, .n_tasks = p->tasks.n,
		.calls = p->calls,
		.n_calls = p->n_calls < SPROC_CALLS ? p->n_calls
						    : SPROC_CALLS,
		.sysv = s->sysv, .wide = p->wide,
	};

	vec_reserve(&j->next, j->entries.n);
	for (size_t i = 0; i < j->entries.n; i++)
		region_of_entry(&j->entries.v[i], vec_push(&j->next),
				&s->scratch);
	vec_reserve(&j->from, j->next.n + 1);
	vec_reserve(&j->kept, p->regions.n + 1);
	diff_match(&p->regions, &j->next, j->from.v, j->kept.v);
	for (size_t i = 0; i < j->next.n; i++)
		if (j->from.v[i] >= 0)
			carry_over(&p->regions.v[j->from.v[i]],
				   &j->next.v[i]);
	if (j->sysv)
		read_sysv(s);
	forget_stacks(p);
	classify_regions(&c);
	vec_release(&j->entries);
	str_release(&j->text);
	j->sysv = false;
	j->phase = MAP_EMIT;
	j->pass = 0;
	j->at = 0;
}

/* --- what differs, in an order that never overlaps ----------------------- */

enum { PASS_REMOVE, PASS_SHRINK, PASS_GROW, PASS_ADD, PASSES };

static bool emit_one(struct source *s, struct sproc *p, size_t i)
{
	struct map_job *j = &p->map;
	const struct sregion *r, *old;
	uint8_t flags = p->synced ? 0 : EVF_SYNTHETIC;

	if (j->pass == PASS_REMOVE) {
		if (j->kept.v[i])
			return false;
		r = &p->regions.v[i];
		space_emit(s, p, REGION_REMOVE, r, r->start, flags);
		return true;
	}
	r = &j->next.v[i];
	if (j->from.v[i] < 0) {
		if (j->pass == PASS_ADD)
			space_emit(s, p, REGION_ADD, r, r->start, flags);
		return j->pass == PASS_ADD;
	}
	old = &p->regions.v[j->from.v[i]];
	if (j->pass == PASS_ADD || !diff_differs(old, r) ||
	    (r->end - r->start > old->end - old->start) !=
		    (j->pass == PASS_GROW))
		return false;
	space_emit(s, p, REGION_CHANGE, r, old->start, flags);
	return true;
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

static void map_finish(struct source *s, struct sproc *p)
{
	struct map_job *j = &p->map;
	sregions old = { p->regions.v, p->regions.n, p->regions.cap };
	bool first = !p->synced, added = false;

	for (size_t i = 0; i < j->next.n && !added; i++)
		added = j->from.v[i] < 0;

	round_regions(s, p, &j->next);
	p->regions.v = j->next.v;
	p->regions.n = j->next.n;
	p->regions.cap = j->next.cap;
	j->next.v = NULL;
	j->next.n = j->next.cap = 0;
	sregions_release(&old);
	map_end(j);
	p->synced = true;
	p->gone = false;
	p->urgent = false;
	detail_regions(s, p);
	/* To be told again: this is not all of it yet. */
	if (!p->again)
		space_emit(s, p, REGION_SYNC, NULL, 0, 0);
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
		p->regions.v[i].again = true;
	for (size_t i = 0; i < p->map.next.n; i++)
		p->map.next.v[i].again = true;
	p->round_due = clock_ns();
}

static void again_emit(struct source *s, struct sproc *p, uint64_t deadline)
{
	while (p->again_at < p->regions.n) {
		const struct sregion *r = &p->regions.v[p->again_at++];

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
		map_begin(s, p);
	}
	if (j->phase == MAP_READ)
		map_read(s, p, deadline);
	if (j->phase == MAP_PARSE && map_parse(p, deadline))
		map_compare(s, p);
	if (j->phase == MAP_EMIT && map_emit(s, p, deadline))
		map_finish(s, p);
	return true;
}
