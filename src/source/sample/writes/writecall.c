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
#include "sys/pages/writes.h"
#include "sys/proc/map.h"

/* Defined in include/uapi/asm-generic/mman-common.h, but not in every libc. */
#define ADVICE_COLLAPSE 25
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif
#define USER_END (1ull << 63)
#define TEXT_MAX (256u << 20)
/* Maximum number of areas to unregister for one call, at about 7 us each. */
#define EDGES_MAX 1000
/* Maximum CPU time of one call for the search for areas without pages, and the
 * bytes that one scan covers: after a quick scan, the next one covers more.  It
 * is not the time of a clock: an area that is not found, because other programs
 * had the CPU, would be split. */
#define UNTOUCHED_NS (5 * NS_PER_MS)
#define SPAN_FIRST (64ull << 20)
#define SPAN_MAX (1ull << 50)
#define SPAN_FAST_NS 50000
#define FIXED (MAP_FIXED | MAP_FIXED_NOREPLACE)

/* --- areas --------------------------------------------------------------- */

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

bool areas_find(struct area_walk *w, uint64_t addr, struct procmap *m)
{
	struct maps_entry e;
	int r = w->by_text ? -ENOTTY
		: procmap_query(w->areas.maps, addr, true, m, NULL, 0);

	if (r != -ENOTTY)
		return r == 0 && m->end < USER_END;
	if (!w->by_text && read_maps(w->areas.maps, &w->text, &w->rest) < 0)
		return false;
	w->by_text = true;
	if (addr < w->at.start) {
		w->rest = scan_of(w->text.data, w->text.len);
		w->at.end = 0;
	}
	while (w->at.end <= addr) {
		if (!maps_next(&w->rest, &e, NULL))
			return false;
		w->at = (struct procmap){
			.start = e.start, .end = e.end, .inode = e.inode,
			.perm = e.perm & PERM_SHARED ? PROCMAP_SHARED : 0,
		};
	}
	*m = w->at;
	return m->end < USER_END;
}

static bool registers(const struct procmap *m)
{
	return is_private(m->inode, m->perm & PROCMAP_SHARED);
}

static void each_area(const struct areas *a, uint64_t start, uint64_t end,
		      int (*fn)(int fd, uint64_t start, uint64_t end))
{
	struct area_walk w = area_walk(a);
	struct procmap m;

	for (; start < end && areas_find(&w, start, &m) && m.start < end;
	     start = m.end)
		if (registers(&m))
			/* Fails for the vdso and for unmapped memory, which
			 * does not matter. */
			(void)!fn(a->uffd, m.start, m.end);
	str_release(&w.text);
}

void areas_register(const struct areas *a, uint64_t start, uint64_t end)
{
	each_area(a, start, end, uffd_register);
}

void areas_unregister(const struct areas *a, uint64_t start, uint64_t end)
{
	each_area(a, start, end, uffd_unregister);
}

void areas_bounds(struct area_walk *w, uint64_t addr, uint64_t *start,
		  uint64_t *end)
{
	struct procmap m;

	*start = *end = 0;
	if (areas_find(w, addr, &m) && m.start <= addr && registers(&m)) {
		*start = m.start;
		*end = m.end;
	}
}

/* --- calls --------------------------------------------------------------- */

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
	struct area_walk w = area_walk(a);
	struct procmap m;
	bool several = areas_find(&w, r->start, &m) && m.end < r->end;

	str_release(&w.text);
	return several;
}

/* True if the call itself allocates pages, which are then registered too
 * late. */
static bool fills(const struct ev_call *c)
{
	return c->args[3] & (MAP_POPULATE | MAP_LOCKED);
}

static bool is_mmap(const struct ev_call *c)
{
	return c->call == CALL_MMAP || c->call == CALL_MMAP2 ||
	       c->call == CALL_OLD_MMAP;
}

/* True if the area has no page.  False if that takes too long to find out: the
 * walk of empty page tables of tens of gigabytes takes milliseconds. */
static bool is_untouched(int pagemap, const struct procmap *m,
			 uint64_t deadline)
{
	uint64_t at = m->start, span = SPAN_FIRST;
	int found = 0;

	while (found == 0 && at < m->end && clock_cpu_ns() < deadline) {
		uint64_t begin = clock_cpu_ns();
		uint64_t to = m->end - at > span ? at + span : m->end;

		found = writescan_any(pagemap, at, to);
		at = to;
		if (clock_cpu_ns() - begin < SPAN_FAST_NS && span < SPAN_MAX)
			span *= 4;
	}
	return found == 0 && at >= m->end;
}

/*
 * Used if the kernel chooses the address of a mapping, so that each area may
 * become its neighbour.  Unregisters the first and the last page of each area,
 * which costs little.  An area without pages has no anon_vma yet: its parts
 * would get different ones if it is written to during the call.  So such an
 * area is unregistered as a whole.
 *
 * Returns the end of the last area.
 */
static uint64_t free_edges(struct sampler *s, pid_t pid,
			   const struct areas *a)
{
	const struct sproc *p = sproc_find(s, pid);
	int pagemap = p ? sproc_open(s, p, "pagemap") : -1;
	uint64_t at = 0, deadline = clock_cpu_ns() + UNTOUCHED_NS;
	struct area_walk w = area_walk(a);
	struct procmap m;

	for (int i = 0; i < EDGES_MAX && areas_find(&w, at, &m); i++) {
		at = m.end;
		if (!registers(&m))
			continue;
		if (is_untouched(pagemap, &m, deadline)) {
			(void)!uffd_unregister(a->uffd, m.start, m.end);
			continue;
		}
		(void)!uffd_unregister(a->uffd, m.start,
				       m.start + s->page_size);
		(void)!uffd_unregister(a->uffd, m.end - s->page_size, m.end);
	}
	str_release(&w.text);
	if (pagemap >= 0)
		close(pagemap);
	return at;
}

/* Returns the memory to unregister at the call's entry: memory that must be
 * unregistered for the call, or with which its mapping may merge. */
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

/* Returns the memory that the call has mapped, or, after an error, the memory
 * that may have been unregistered at its entry. */
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

/* Registers the range, and one page on either side, because the mapping may be
 * separate from both neighbours. */
static void settle(const struct sampler *s, const struct areas *a,
		   const struct range *r, bool tracks)
{
	uint64_t start = r->start < s->page_size ? 0 : r->start - s->page_size;

	(tracks ? areas_register : areas_unregister)(a, start,
						     r->end + s->page_size);
}

/* True if the call may have failed because part of its memory was
 * registered. */
static bool has_failed(const struct ev_call *c)
{
	return (c->call == CALL_MREMAP && c->error == EFAULT) ||
	       (is_collapse(c) && c->error == EINVAL);
}

static bool maps_anywhere(const struct ev_call *c)
{
	return c->call == CALL_OTHER ||
	       (is_mmap(c) && fills(c) && !(c->args[3] & FIXED));
}

/*
 * Registers the memory that the call has mapped, and the areas that its entry
 * has unregistered; not all areas, since there may be 65,000, and the call
 * waits.  While another call runs that
 * needs unregistered memory, that memory is instead unregistered, so that it can
 * merge with its neighbours; the last of these calls registers everything.
 * `w`: NULL if the tracking ends.
 */
static bool at_exit(const struct sampler *s, const struct areas *a,
		    const struct ev_call *c, struct writes *w)
{
	const struct range everything = { s->page_size,
					  USER_END - s->page_size };
	struct range old = range_of(s, c->args[0], c->args[1]);
	struct range r = mapped_by(s, c);
	bool tracks = w && !w->free_calls.n;
	bool all = c->call == CALL_OTHER || (tracks && w->postponed);

	if (has_failed(c)) {
		areas_unregister(a, old.start, old.end);
		return true;
	}
	if (w)
		w->postponed = !tracks;
	if (maps_anywhere(c) && w && !tracks)
		return false;
	settle(s, a, all ? &everything : &r, tracks);
	if (c->call == CALL_MREMAP && !c->error && !all)
		settle(s, a, &old, tracks);
	if (tracks && !all)
		areas_register(a, 0, w->freed);
	if (tracks)
		w->freed = 0;
	return false;
}

static void free_begin(struct writes *w, pid_t tid)
{
	if (!w->free_calls.n)
		w->free_ns = clock_ns();
	*vec_push(&w->free_calls) = tid;
}

static void free_end(struct sampler *s, struct writes *w, pid_t tid)
{
	size_t before = w->free_calls.n;

	for (size_t i = before; i-- > 0;)
		if (w->free_calls.v[i] == tid)
			vec_remove(&w->free_calls, i);
	if (before && !w->free_calls.n)
		sample_due(s, w->due);
}

static bool at_call(struct sampler *s, const struct fact_call *what,
		    const struct areas *a, struct writes *w)
{
	struct range r;
	uint64_t freed;
	bool edges;

	if (what->phase == PHASE_EXIT) {
		if (w)
			free_end(s, w, what->tid);
		return at_exit(s, a, what->call, w);
	}
	r = needs_free(s, a, what->call);
	edges = is_mmap(what->call) && fills(what->call) && !r.end;
	if (w && (r.end || edges))
		free_begin(w, what->tid);
	areas_unregister(a, r.start, r.end);
	freed = edges ? free_edges(s, what->pid, a) : 0;
	if (w && freed > w->freed)
		w->freed = freed;
	return false;
}

/* True for calls that map memory or change its permissions.  Permissions count,
 * because an area with new ones may merge with a neighbour that is not
 * registered yet.  For CALL_OTHER see FACT_TRACKED_CALL. */
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
	/* While memory of the process is being unregistered, calls register
	 * nothing. */
	for (size_t i = 0; unregister_areas(s, what->pid, i, &a); i++) {
		again |= at_call(s, what, &a, NULL);
		ending = true;
	}
	if (ending)
		return again;
	/* The tracking has ended since the call started. */
	if (!p || !p->writes || p->writes->uffd < 0)
		return what->phase == PHASE_EXIT && has_failed(c);
	a = (struct areas){ p->writes->uffd, p->writes->maps };
	return at_call(s, what, &a, p->writes);
}
