/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/space_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sys/loop.h"
#include "sys/procmap.h"
#include "sys/procroot.h"

/* The kernel hands out about one page of text a call, whatever is asked. */
#define CHUNK 32768
/* How often the clock is looked at. */
#define PARSE_STRIDE 256
/* A map that changed while it was read is read again, so often. */
#define TORN_MAX 2

static void map_fail(struct source *s, struct sproc *p, int rc)
{
	map_end(p);
	p->map_totals.known = false;
	/* Gone is no news: the tracer tells of its end. */
	if (rc == -ENOENT || rc == -ESRCH)
		p->gone = true;
	else
		sample_unreadable(s, p, FILE_MAPS, -rc);
}

void map_begin(struct source *s, struct sproc *p)
{
	struct map_job *j = &p->map;
	int fd;

	p->whole = false;
	vec_clear(&p->changes);
	p->map_totals = totals_read(s, p);
	p->map_took_ns = 0;
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
	p->map_totals.known = false;
	p->via = 0;
	snprintf(dir, sizeof dir, "%d/task", (int)p->pid);
	if (procroot_each_pid(s->host->proc, dir, try_stand_in, &st) == 1)
		sproc_stale(s, p, true);
	else
		p->gone = true;
}

void map_read(struct source *s, struct sproc *p, uint64_t deadline)
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

static struct sregion *new_region(struct source *s, const struct sproc *p,
				  const struct maps_entry *e)
{
	int fd = e->escaped ? sproc_open(s, p, "maps") : -1;
	struct sregion *r = sregion_new(e, &s->scratch, fd);

	if (fd >= 0)
		close(fd);
	return r;
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
	r = new_region(s, p, &e);
	r->line = hash;
	*vec_push(&j->next) = r;
	*vec_push(&j->from) = -1;
	j->sysv |= sysv_named(&e);
	p->wide |= e.end > 1ull << 32;
	while (j->old_at < old->n && old->v[j->old_at]->start <= e.start)
		j->old_at++;
}

bool map_parse(struct source *s, struct sproc *p, uint64_t deadline)
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
