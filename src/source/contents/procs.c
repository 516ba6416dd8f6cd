/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/contents/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/contents/kinds.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

/* Maximum number of processes for which files are open. */
#define OPEN_MAX 64
/* If there are more stale ranges than this, the whole region list is read. */
#define STALE_MAX 16

/* --- processes ------------------------------------------------------------ */

static size_t index_of(const struct capture *c, pid_t pid)
{
	return vec_lower(&c->procs, p, (*p)->pid < pid);
}

struct contents_process *proc_find(const struct contents_source *s, pid_t pid)
{
	const struct capture *c = s->capture;
	size_t i = index_of(c, pid);

	return i < c->procs.n && c->procs.v[i]->pid == pid ? c->procs.v[i]
							   : NULL;
}

struct contents_process *proc_add(struct contents_source *s, pid_t pid)
{
	struct contents_process *p = proc_find(s, pid);

	if (p)
		return p;
	p = xcalloc(1, sizeof *p);
	p->pid = pid;
	p->maps = p->mem = p->pagemap = -1;
	p->exe = p->argv = (struct str)STR_INIT;
	*vec_insert(&s->capture->procs, index_of(s->capture, pid)) = p;
	return p;
}

static void close_files(struct contents_process *p)
{
	int *fds[] = { &p->maps, &p->mem, &p->pagemap };

	for (size_t i = 0; i < 3; i++) {
		if (*fds[i] >= 0)
			close(*fds[i]);
		*fds[i] = -1;
	}
}

static void region_free(struct region_seen *r)
{
	free(r->name);
	free(r);
}

static void region_gone(struct contents_source *s, struct region_seen *r)
{
	choose_none(s, r);
	region_free(r);
}

void proc_forget_space(struct contents_source *s, struct contents_process *p)
{
	for (size_t i = 0; i < p->regions.n; i++)
		region_gone(s, p->regions.v[i]);
	vec_clear(&p->regions);
	vec_clear(&p->stale);
	vec_clear(&p->forced);
	p->n_flags = 0;
	p->due_ns = 0;
	close_files(p);
}

void proc_remove(struct contents_source *s, struct contents_process *p)
{
	size_t i = index_of(s->capture, p->pid);

	proc_forget_space(s, p);
	vec_remove(&s->capture->procs, i);
	vec_release(&p->regions);
	vec_release(&p->stale);
	vec_release(&p->forced);
	str_release(&p->exe);
	str_release(&p->argv);
	free(p);
}

static void make_room(struct contents_source *s,
		      const struct contents_process *keep)
{
	const struct capture *c = s->capture;
	size_t n = 0;

	for (size_t i = 0; i < c->procs.n; i++)
		n += c->procs.v[i]->maps >= 0;
	/* Close no files during a scan, which uses them. */
	for (size_t i = 0; n >= OPEN_MAX && !c->look.object && !c->aside.object &&
	     i < c->procs.n; i++)
		if (c->procs.v[i] != keep)
			close_files(c->procs.v[i]);
}

static int open_file(const struct contents_source *s,
		     const struct contents_process *p, const char *file)
{
	return procroot_openf(s->host->proc, O_RDONLY, "%d/task/%d/%s",
			      (int)p->pid, (int)(p->via ? p->via : p->pid),
			      file);
}

int proc_open(struct contents_source *s, struct contents_process *p)
{
	int e = 0;

	if (p->maps >= 0)
		return 0;
	if (p->borrowed)
		return -ESRCH;
	make_room(s, p);
	p->maps = open_file(s, p, "maps");
	p->mem = open_file(s, p, "mem");
	p->pagemap = open_file(s, p, "pagemap");
	if (p->maps < 0)
		e = p->maps;
	else if (p->mem < 0)
		e = p->mem;
	else if (p->pagemap < 0)
		e = p->pagemap;
	if (e < 0)
		close_files(p);
	return e;
}

/* --- reading the region list ---------------------------------------------- */

static size_t region_index(const struct contents_process *p, uint64_t addr)
{
	return vec_lower(&p->regions, r, (*r)->map.end <= addr);
}

struct region_seen *proc_region(const struct contents_process *p, uint64_t addr)
{
	size_t i = region_index(p, addr);

	return i < p->regions.n && p->regions.v[i]->map.start <= addr
		? p->regions.v[i] : NULL;
}

void proc_stale(struct contents_process *p, uint64_t start, uint64_t end)
{
	if (p->stale.n == STALE_MAX) {
		vec_clear(&p->stale);
		start = 0;
		end = USER_END;
	}
	*vec_push(&p->stale) = (struct page_range){ start, end };
}

void proc_unmapped(struct contents_source *s, struct contents_process *p,
		   uint64_t start, uint64_t end)
{
	size_t i = region_index(p, start), n = i;

	proc_stale(p, start, end);
	while (n < p->regions.n && p->regions.v[n]->map.start >= start &&
	       p->regions.v[n]->map.end <= end)
		region_gone(s, p->regions.v[n++]);
	/* A vfork() child has no regions of its own: it uses its parent's. */
	if (n == i)
		return;
	memmove(p->regions.v + i, p->regions.v + n,
		(p->regions.n - n) * sizeof *p->regions.v);
	p->regions.n -= n - i;
}

void proc_moved(struct contents_source *s, struct contents_process *p,
		uint64_t from, uint64_t to, uint64_t size)
{
	struct region_seen *r = proc_region(p, from);
	size_t i;

	if (!r || r->map.start != from || to % s->page_size ||
	    proc_region(p, to))
		return;
	look_cut(s);
	vec_remove(&p->regions, region_index(p, from));
	if (r->told)
		choose_tell(s, r, REGION_REMOVE);
	r->bias += from / s->page_size - to / s->page_size;
	r->map.end = to + size;
	r->map.start = to;
	r->told = false;
	/* The new address range is not tracked, so compare all pages. */
	if (r->object)
		r->object->all_ns = 0;
	i = region_index(p, to);
	*vec_insert(&p->regions, i) = r;
}

/* True if the known region r may have become m.  The region may have grown,
 * at the end or, if it is a stack, at the start; its permissions may have
 * changed. */
static bool goes_on(const struct region_seen *r, const struct procmap *m)
{
	const struct procmap *w = &r->map;

	return w->dev == m->dev && w->inode == m->inode &&
	       !((w->perm ^ m->perm) & PROCMAP_SHARED) &&
	       ((w->start == m->start &&
		 (!m->inode || w->offset == m->offset)) ||
		(w->end == m->end && !m->inode));
}

static bool is_same(const struct region_seen *r, const struct layout_region *l)
{
	return !memcmp(&r->map, &l->map, sizeof r->map) &&
	       !strcmp(r->name, l->name);
}

static struct region_seen *region_new(struct contents_process *p, size_t i)
{
	struct region_seen *r = xcalloc(1, sizeof *r);

	r->pid = p->pid;
	r->name = xstrdup("");
	*vec_insert(&p->regions, i) = r;
	return r;
}

/* Updates the region r from an entry of the region list. */
static void take(struct contents_source *s, struct contents_process *p,
		 struct region_seen *r, const struct layout_region *l,
		 const struct kind_of *kind)
{
	if (s->capture->look.object &&
	    s->capture->look.object == r->object)
		look_cut(s);
	r->map = l->map;
	free(r->name);
	r->name = xstrdup(l->name);
	r->kind = kind->kind;
	r->owner = kind->owner;
	r->holder = kind->holder;
	r->tame = choose_tame(s, &r->map);
	choose_region(s, p, r);
}

/* Replaces the known regions in [start, end) with those of the region list. */
static void replace(struct contents_source *s, struct contents_process *p,
		    const layout *now, uint64_t start, uint64_t end,
		    struct kind_of *kinds)
{
	size_t at = region_index(p, start);

	for (size_t i = 0; i < now->n; i++) {
		const struct layout_region *l = &now->v[i];
		struct region_seen *r = NULL;

		while (at < p->regions.n &&
		       p->regions.v[at]->map.start < l->map.end) {
			r = p->regions.v[at];
			if (goes_on(r, &l->map))
				break;
			region_gone(s, r);
			vec_remove(&p->regions, at);
			r = NULL;
		}
		if (!r)
			r = region_new(p, at);
		if (r->undecided || !is_same(r, l))
			take(s, p, r, l, &kinds[i]);
		at++;
	}
	while (at < p->regions.n && p->regions.v[at]->map.start < end) {
		region_gone(s, p->regions.v[at]);
		vec_remove(&p->regions, at);
	}
}

static void read_part(struct contents_source *s, struct contents_process *p,
		      uint64_t start, uint64_t end)
{
	layout now = VEC_INIT;
	struct kind_of *kinds;

	if (layout_read(s, p->pid, p->maps, start, end, &now) < 0)
		return;
	kinds = xcalloc(now.n + 1, sizeof *kinds);
	for (size_t i = 0; i < now.n; i++)
		kinds[i] = (struct kind_of){ .map = &now.v[i].map,
					     .name = now.v[i].name };
	kinds_of(p->pid, (struct bytes){ p->exe.data, p->exe.len }, kinds,
		 now.n);
	replace(s, p, &now, start, end, kinds);
	free(kinds);
	layout_release(&now);
}

void proc_refresh(struct contents_source *s, struct contents_process *p,
		  bool whole)
{
	uint64_t begun = clock_ns();

	if ((!whole && !p->stale.n) || proc_open(s, p) < 0)
		return;
	s->capture->partly = false;
	if (whole) {
		read_part(s, p, 0, USER_END);
		p->took_ns = clock_ns() - begun;
	}
	s->capture->partly = !whole;
	for (size_t i = 0; !whole && i < p->stale.n; i++) {
		struct page_range r = p->stale.v[i];

		/* The kernel may have merged the range with its neighbours, so
		 * read those, too. */
		read_part(s, p, r.start ? r.start - 1 : 0, r.end + 1);
	}
	vec_clear(&p->stale);
}
