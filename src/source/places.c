/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/places.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/vec.h"
#include "event/event.h"
#include "parse/proc/maps.h"
#include "sys/loop.h"
#include "sys/proc/map.h"
#include "sys/proc/root.h"

/* Maximum number of processes of which the maps are open at the same time. */
#define OPEN_MAX 16
/* If a cache has more regions, places_stale() clears it. */
#define PLACES_MAX 4096
/* Reading a whole map as text is slow.  It is repeated only after TEXT_PAUSE
 * times the duration of the last read. */
#define TEXT_PAUSE 10
#define TEXT_MAX (64u << 20)
#define NAME_MAX_ASKED 4096

struct map {
	pid_t pid;		/* 0: free entry */
	int fd;
	bool whole;		/* was read as text, so the cache is complete */
	uint64_t read_ns;	/* time of the last read as text */
	bool gone;		/* unmapped: only cached regions are returned */
	uint64_t cost_ns;	/* duration of the last read as text */
	VEC(struct place) v;	/* sorted by start */
};

struct places {
	const struct procroot *proc;
	struct map maps[OPEN_MAX];
	unsigned next;		/* index of the next map to evict */
	bool hurry;
	struct map *last;
};

static void map_clear(struct map *m)
{
	for (size_t i = 0; i < m->v.n; i++)
		free(m->v.v[i].name);
	vec_clear(&m->v);
	m->whole = false;
}

static void map_release(struct map *m)
{
	map_clear(m);
	vec_release(&m->v);
	if (m->pid && m->fd >= 0)
		close(m->fd);
	m->pid = 0;
	m->gone = false;
}

struct places *places_new(const struct procroot *proc)
{
	struct places *p = xcalloc(1, sizeof *p);

	p->proc = proc;
	return p;
}

void places_free(struct places *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < OPEN_MAX; i++)
		map_release(&p->maps[i]);
	free(p);
}

void places_force_query(struct places *p)
{
	p->hurry = true;
}

void places_stale(struct places *p)
{
	p->hurry = false;
	for (size_t i = 0; i < OPEN_MAX; i++) {
		struct map *m = &p->maps[i];

		if (m->v.n > PLACES_MAX && !m->whole)
			map_clear(m);
		for (size_t k = 0; k < m->v.n; k++)
			m->v.v[k].old = true;
	}
}

void places_gone(struct places *p, pid_t pid)
{
	for (size_t i = 0; i < OPEN_MAX; i++)
		if (p->maps[i].pid == pid)
			p->maps[i].gone = true;
}

void places_forget(struct places *p, pid_t pid)
{
	for (size_t i = 0; i < OPEN_MAX; i++)
		if (p->maps[i].pid == pid)
			map_release(&p->maps[i]);
	p->last = NULL;
}

static struct map *map_of(struct places *p, pid_t pid)
{
	if (p->last && p->last->pid == pid)
		return p->last;
	for (size_t i = 0; i < OPEN_MAX; i++)
		if (p->maps[i].pid == pid)
			return p->last = &p->maps[i];
	p->last = &p->maps[p->next++ % OPEN_MAX];
	map_release(p->last);
	p->last->pid = pid;
	p->last->fd = procroot_openf(p->proc, O_RDONLY, "%d/maps", (int)pid);
	return p->last;
}

/* Returns the index of the first region that ends above addr. */
static size_t map_index(const struct map *m, uint64_t addr)
{
	return vec_lower(&m->v, p, p->end <= addr);
}

static const struct place *map_find(const struct map *m, uint64_t addr)
{
	size_t i = map_index(m, addr);

	return i < m->v.n && m->v.v[i].start <= addr ? &m->v.v[i] : NULL;
}

static int ask(struct map *m, uint64_t addr)
{
	struct procmap found;
	char name[NAME_MAX_ASKED];
	int ret = m->fd < 0 ? -ESRCH :
		  procmap_query(m->fd, addr, false, &found, name, sizeof name);

	/* The query fails if the name is too long: query without the name. */
	if (ret == -ENAMETOOLONG) {
		name[0] = '\0';
		ret = procmap_query(m->fd, addr, false, &found, NULL, 0);
	}
	if (ret < 0)
		return ret;
	/* The region may have grown: remove the cached regions that it now
	 * contains. */
	for (size_t i = map_index(m, found.start);
	     i < m->v.n && m->v.v[i].start < found.end;) {
		free(m->v.v[i].name);
		vec_remove(&m->v, i);
	}
	*vec_insert(&m->v, map_index(m, found.start)) = (struct place){
		.start = found.start, .end = found.end,
		.offset = found.offset, .name = xstrdup(name),
	};
	return 0;
}

static void read_text(struct places *p, struct map *m)
{
	struct str text = STR_INIT, name = STR_INIT;
	struct maps_entry e;
	struct scan scan;

	map_clear(m);
	m->whole = true;
	m->cost_ns = clock_ns();
	if (procroot_readf(p->proc, &text, TEXT_MAX, "%d/maps",
			   (int)m->pid) == 0) {
		scan = scan_of(text.data, text.len);
		while (maps_next(&scan, &e, NULL)) {
			str_clear(&name);
			maps_name(&name, &e);
			*vec_push(&m->v) = (struct place){
				.start = e.start, .end = e.end,
				.offset = e.offset,
				.name = xstrdup(name.data),
			};
		}
	}
	m->read_ns = clock_ns();
	m->cost_ns = m->read_ns - m->cost_ns;
	str_release(&name);
	str_release(&text);
}

/*
 * True if the text must be read again.  If an address was touched before the
 * last read and is not in the text, it is no longer mapped, and another read
 * does not help.  If it was touched after the last read, it is in a new region,
 * which may be unmapped soon.
 */
static bool is_worth_reading(const struct places *p, const struct map *m,
			     const struct place *found, uint64_t time_ns)
{
	uint64_t ago = clock_ns() - m->read_ns;

	if (!m->whole)
		return true;
	if (found)
		return ago >= TEXT_PAUSE * m->cost_ns;
	return time_ns > m->read_ns - m->cost_ns &&
	       (p->hurry || ago >= m->cost_ns);
}

const struct place *places_find(struct places *p, pid_t pid, uint64_t addr,
				uint64_t time_ns)
{
	struct map *m = map_of(p, pid);
	const struct place *found = map_find(m, addr);
	int ret = 0;

	if (m->gone || (found && !found->old))
		return found;
	if (!m->whole)
		ret = ask(m, addr);
	/* If nothing is mapped any more, the cached region is the best
	 * answer. */
	if (ret < 0 && ret != -ENOTTY) {
		m->gone = ret == -ESRCH;
		return found;
	}
	if (m->whole || ret == -ENOTTY) {
		if (!is_worth_reading(p, m, found, time_ns))
			return found;
		read_text(p, m);
	}
	return map_find(m, addr);
}

void places_name_fault(struct places *p, struct event *ev, uint64_t time_ns)
{
	struct ev_fault *f = &ev->u.fault;
	const struct place *at = places_find(p, ev->pid, f->addr, time_ns);

	if (!at)
		return;
	f->region_start = at->start;
	f->region_end = at->end;
	f->region_name = bytes_of(at->name);
}
