/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include <config.h>

#include "source/sample/writes/writecall.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "event/call.h"
#include "parse/proc/maps.h"
#include "source/sample/core/procs.h"
#include "source/sample/writes/unregister.h"
#include "source/sample/writes/writes.h"
#include "sys/loop.h"
#include "sys/pages/uffd.h"
#include "sys/proc/map.h"

/* Of include/uapi/asm-generic/mman-common.h: not in every libc. */
#define ADVICE_COLLAPSE 25
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif
#define USER_END (1ull << 63)
#define TEXT_MAX (256u << 20)
/* About 5 us each: further areas of a program are skipped. */
#define EDGES_MAX 1000
#define FIXED (MAP_FIXED | MAP_FIXED_NOREPLACE)

/* --- areas -------------------------------------------------------------------- */

static int read_maps(int maps, struct str *text, struct scan *rest)
{
	int r = lseek(maps, 0, SEEK_SET) < 0 ? -errno
		: str_read(text, maps, TEXT_MAX);

	*rest = scan_of(text->data, text->len);
	return r;
}

static bool is_private(uint64_t inode, bool shared)
{
	return !inode && !shared;
}

void areas_list(const struct areas *a, page_ranges *out)
{
	struct str text = STR_INIT;
	struct maps_entry e;
	struct scan rest;
	int r = read_maps(a->maps, &text, &rest);

	while (r == 0 && maps_next(&rest, &e, NULL))
		if (is_private(e.inode, e.perm & PERM_SHARED) &&
		    e.end < USER_END)
			*vec_push(out) = (struct page_range){ e.start, e.end };
	str_release(&text);
}

/* Where the kernel has no PROCMAP_QUERY. */
static int next_by_text(int maps, uint64_t addr, struct procmap *m)
{
	struct str text = STR_INIT;
	struct maps_entry e;
	struct scan rest;
	int r = read_maps(maps, &text, &rest);

	if (r == 0)
		r = -ENOENT;
	while (r == -ENOENT && maps_next(&rest, &e, NULL)) {
		if (e.end <= addr)
			continue;
		*m = (struct procmap){
			.start = e.start, .end = e.end, .inode = e.inode,
			.perm = e.perm & PERM_SHARED ? PROCMAP_SHARED : 0,
		};
		r = 0;
	}
	str_release(&text);
	return r;
}

/* The first area that ends after addr. */
static bool next_area(const struct areas *a, uint64_t addr, struct procmap *m)
{
	int r = procmap_query(a->maps, addr, true, m, NULL, 0);

	if (r == -ENOTTY)
		r = next_by_text(a->maps, addr, m);
	return r == 0 && m->end < USER_END;
}

static bool registers(const struct procmap *m)
{
	return is_private(m->inode, m->perm & PROCMAP_SHARED);
}

static void each_area(const struct areas *a, uint64_t start, uint64_t end,
		      int (*fn)(int fd, uint64_t start, uint64_t end))
{
	struct procmap m;

	for (; start < end && next_area(a, start, &m) && m.start < end;
	     start = m.end)
		if (registers(&m))
			/* Fails for the vdso and for unmapped memory. */
			(void)!fn(a->uffd, m.start, m.end);
}

void areas_register(const struct areas *a, uint64_t start, uint64_t end)
{
	each_area(a, start, end, uffd_register);
}

void areas_unregister(const struct areas *a, uint64_t start, uint64_t end)
{
	each_area(a, start, end, uffd_unregister);
}

void areas_bounds(const struct areas *a, uint64_t addr, uint64_t *start,
		  uint64_t *end)
{
	struct procmap m;

	*start = *end = 0;
	if (next_area(a, addr, &m) && m.start <= addr && registers(&m)) {
		*start = m.start;
		*end = m.end;
	}
}

/* --- calls -------------------------------------------------------------------- */

struct range {
	uint64_t start, end;
};

static struct range range_of(const struct sampler *s, uint64_t start,
			     uint64_t size)
{
	uint64_t page = s->page_size;
	struct range r = { start - start % page, 0 };

	if (__builtin_add_overflow(start, size, &r.end) ||
	    r.end > USER_END - page)
		r.end = USER_END - page;
	r.end += (page - r.end % page) % page;
	return r;
}

static bool is_collapse(const struct ev_call *c)
{
	return c->call == CALL_MADVISE && c->args[2] == ADVICE_COLLAPSE;
}

static bool spans_several(const struct areas *a, const struct range *r)
{
	struct procmap m;

	return next_area(a, r->start, &m) && m.end < r->end;
}

/* Pages that the call itself allocates are registered too late. */
static bool fills(const struct ev_call *c)
{
	return c->args[3] & (MAP_POPULATE | MAP_LOCKED);
}

static bool is_mmap(const struct ev_call *c)
{
	return c->call == CALL_MMAP || c->call == CALL_MMAP2 ||
	       c->call == CALL_OLD_MMAP;
}

/* Where the kernel chooses the place, each area may be the neighbour: their
 * outermost pages are unregistered, which costs little. */
static void free_edges(const struct sampler *s, const struct areas *a)
{
	uint64_t at = 0;
	struct procmap m;

	for (int i = 0; i < EDGES_MAX && next_area(a, at, &m); i++) {
		at = m.end;
		if (!registers(&m))
			continue;
		(void)!uffd_unregister(a->uffd, m.start,
				       m.start + s->page_size);
		(void)!uffd_unregister(a->uffd, m.end - s->page_size, m.end);
	}
}

/* Memory that must be unregistered for the call, or that it may merge with. */
static struct range needs_free(const struct sampler *s, const struct areas *a,
			       const struct ev_call *c)
{
	struct range r = range_of(s, c->args[0], c->args[1]);

	if (is_collapse(c) ||
	    (c->call == CALL_MREMAP && spans_several(a, &r)))
		return r;
	if (is_mmap(c) && fills(c) && c->args[3] & FIXED &&
	    r.start >= s->page_size)
		return (struct range){ r.start - s->page_size,
				       r.end + s->page_size };
	return (struct range){ 0, 0 };
}

/* The memory that the call mapped, or may have unregistered. */
static struct range mapped_by(const struct sampler *s, const struct ev_call *c)
{
	uint64_t result = (uint64_t)c->result;

	if (c->error)
		return range_of(s, c->args[0], c->args[1]);
	if (is_mmap(c))
		return range_of(s, result, c->args[1]);
	if (c->call == CALL_MREMAP)
		return range_of(s, result, c->args[2]);
	if (c->call == CALL_BRK)
		return range_of(s, result - s->page_size, s->page_size);
	return range_of(s, c->args[0], c->args[1]);
}

/* With one page on either side: the mapping may be separate from both. */
static void settle(const struct sampler *s, const struct areas *a,
		   const struct range *r, bool tracks)
{
	uint64_t start = r->start < s->page_size ? 0 : r->start - s->page_size;

	(tracks ? areas_register : areas_unregister)(a, start,
						     r->end + s->page_size);
}

/* Perhaps because part of its memory was registered. */
static bool has_failed(const struct ev_call *c)
{
	return (c->call == CALL_MREMAP && c->error == EFAULT) ||
	       (is_collapse(c) && c->error == EINVAL);
}

static bool at_exit(const struct sampler *s, const struct areas *a,
		    const struct ev_call *c, bool tracks)
{
	struct range r = mapped_by(s, c);
	struct range old = range_of(s, c->args[0], c->args[1]);

	if (has_failed(c)) {
		areas_unregister(a, old.start, old.end);
		return true;
	}
	if (c->call == CALL_OTHER ||
	    (is_mmap(c) && fills(c) && !(c->args[3] & FIXED)))
		r = (struct range){ s->page_size, USER_END - s->page_size };
	settle(s, a, &r, tracks);
	if (c->call == CALL_MREMAP && !c->error)
		settle(s, a, &old, tracks);
	return false;
}

static bool at_call(struct sampler *s, const struct fact_call *what,
		    const struct areas *a, bool tracks)
{
	struct range r;

	if (what->phase == PHASE_EXIT)
		return at_exit(s, a, what->call, tracks);
	r = needs_free(s, a, what->call);
	areas_unregister(a, r.start, r.end);
	if (is_mmap(what->call) && fills(what->call) && !r.end)
		free_edges(s, a);
	return false;
}

/* Until the last such call is over no look registers anything. */
static void count(struct writes *w, const struct fact_call *what)
{
	const struct ev_call *c = what->call;

	if (!(is_mmap(c) && fills(c)) && !is_collapse(c) &&
	    c->call != CALL_MREMAP)
		return;
	if (what->phase == PHASE_EXIT)
		w->free_calls -= w->free_calls > 0;
	else if (!w->free_calls++)
		w->free_ns = clock_ns();
}

/* Includes calls that change only permissions: the area merges with its
 * neighbour, which may not be registered yet.  CALL_OTHER: see
 * FACT_TRACKED_CALL. */
static bool concerns(const struct ev_call *c)
{
	switch (c->call) {
	case CALL_MMAP:
	case CALL_MMAP2:
	case CALL_OLD_MMAP:
	case CALL_MREMAP:
	case CALL_BRK:
	case CALL_MPROTECT:
	case CALL_PKEY_MPROTECT:
	case CALL_OTHER:
		return true;
	default:
		return is_collapse(c);
	}
}

bool writecall(struct sampler *s, const struct fact_call *what)
{
	const struct ev_call *c = what->call;
	struct sproc *p = sproc_find(s, what->pid);
	bool again = false, ending = false;
	struct areas a;

	if (!concerns(c))
		return false;
	if (p && p->writes)
		count(p->writes, what);
	/* A call that starts meanwhile registers nothing until this one is
	 * over. */
	for (size_t i = 0; unregister_areas(s, what->pid, i, &a); i++) {
		again |= at_call(s, what, &a, false);
		ending = true;
	}
	if (ending)
		return again;
	/* The tracking has ended since the call was made. */
	if (!p || !p->writes || p->writes->uffd < 0)
		return what->phase == PHASE_EXIT && has_failed(c);
	a = (struct areas){ p->writes->uffd, p->writes->maps };
	return at_call(s, what, &a, true);
}
