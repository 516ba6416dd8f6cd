/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/owner/memscan_job.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/vec.h"
#include "event/event.h"
#include "parse/heap/glibc.h"
#include "sys/pages/present.h"

#define LIMIT_NS 500000000ull
#define LIMITS 4
/* BLOCKS_MAX (in a region) and BLOCKS_ALL (in all) limit the reads of block
 * headers.  Regions of up to SMALL bytes are searched for a thread descriptor;
 * of larger regions, the last TAIL bytes are searched. */
#define BLOCKS_MAX 1024
#define BLOCKS_ALL 32768
#define SMALL 65536u
#define TAIL 16384u
/* Alignment of thread descriptors, also in 32-bit programs. */
#define HEAD_STEP 16
#define ARENAS_MAX 512

struct thread {
	uint64_t at, start;	/* address of the thread's descriptor (struct
				 * pthread); start of its region */
	int32_t tid;
};

struct memscan_look {
	struct memscan_request ask;
	const struct memscan_region *regions;
	const int32_t *tids;
	int mem, pagemap;
	uint64_t page_at;	/* address of `page` in the process; 0: none */
	char page[65536];
	unsigned heads;		/* number of reads of block headers */
	struct memscan_answer *answers;
	uint64_t *heap_of;	/* for each region, the address of its arena; 0:
				 * none */
	VEC(uint64_t) arenas;	/* addresses of the arenas, without
				 * duplicates */
	VEC(struct thread) threads;
};

/* --- reading ------------------------------------------------------------- */

static bool have_page(struct memscan_look *l, uint64_t at)
{
	if (l->page_at == at)
		return true;
	l->page_at = 0;
	if (present_read(l->mem, l->pagemap, at, l->page, l->ask.page_size) !=
	    (ssize_t)l->ask.page_size)
		return false;
	l->page_at = at;
	return true;
}

/* Reads n bytes.  Returns false if any of them is not resident. */
static bool peek(struct memscan_look *l, uint64_t at, void *to, size_t n)
{
	char *p = to;

	while (n) {
		size_t in = at % l->ask.page_size;
		size_t part = l->ask.page_size - in;

		if (part > n)
			part = n;
		if (!have_page(l, at - in))
			return false;
		memcpy(p, l->page + in, part);
		p += part;
		at += part;
		n -= part;
	}
	return true;
}

static uint64_t peek_word(struct memscan_look *l, uint64_t at)
{
	uint64_t v = 0;
	uint32_t narrow = 0;

	if (l->ask.wide)
		return peek(l, at, &v, sizeof v) ? v : 0;
	return peek(l, at, &narrow, sizeof narrow) ? narrow : 0;
}

/* --- single regions ------------------------------------------------------ */

static size_t arena_index(const struct memscan_look *l, uint64_t arena)
{
	size_t i = 0;

	while (i < l->arenas.n && l->arenas.v[i] != arena)
		i++;
	return i;
}

static bool look_for_heap(struct memscan_look *l, size_t i)
{
	const struct memscan_region *r = &l->regions[i];
	char bytes[GLIBC_HEAP_BYTES];
	uint64_t arena;

	if (r->start % GLIBC_HEAP_MAX(l->ask.wide) ||
	    !peek(l, r->start, bytes, sizeof bytes) ||
	    !glibc_heap(bytes, sizeof bytes, r->start, l->ask.wide, &arena))
		return false;
	l->answers[i].whose = WHOSE_ARENA;
	l->heap_of[i] = arena;
	if (l->arenas.n < ARENAS_MAX && arena_index(l, arena) == l->arenas.n)
		*vec_push(&l->arenas) = arena;
	return true;
}

/* The kernel merges malloc blocks with each other and with other mappings.  So
 * the owner is malloc if blocks make up at least half of the region. */
static bool look_for_blocks(struct memscan_look *l, size_t i)
{
	const struct memscan_region *r = &l->regions[i];
	char bytes[GLIBC_BLOCK_BYTES];
	uint64_t size, blocks = 0;

	for (uint64_t n = 0, at = r->start; n < BLOCKS_MAX && at < r->end &&
					    l->heads < BLOCKS_ALL; n++) {
		l->heads++;
		size = peek(l, at, bytes, sizeof bytes) ?
		       glibc_block(bytes, sizeof bytes, r->end - at,
				   l->ask.wide) : 0;
		blocks += size;
		at += size ? size : l->ask.page_size;
	}
	if (blocks < (r->end - r->start) / 2 || !blocks)
		return false;
	l->answers[i].whose = WHOSE_MALLOC;
	l->answers[i].partly = blocks < r->end - r->start;
	return true;
}

static bool is_tid(const struct memscan_look *l, pid_t tid)
{
	for (uint32_t i = 0; i < l->ask.tids; i++)
		if (l->tids[i] == tid)
			return true;
	return false;
}

static bool is_head(struct memscan_look *l, size_t i, uint64_t at)
{
	const struct memscan_region *r = &l->regions[i];
	char bytes[GLIBC_THREAD_BYTES];
	pid_t tid;

	if (peek_word(l, at) != at || !peek(l, at, bytes, sizeof bytes) ||
	    !glibc_thread(bytes, sizeof bytes, at, l->ask.wide, &tid))
		return false;
	if (tid ? !is_tid(l, tid) : !r->guarded)
		return false;
	l->answers[i].whose = tid == l->ask.pid ? WHOSE_TLS : WHOSE_STACK;
	l->answers[i].tid = tid;
	if (tid)
		*vec_push(&l->threads) = (struct thread){ at, r->start, tid };
	return true;
}

/* Searches backwards: the descriptor is at the end of a thread's stack. */
static void look_for_thread(struct memscan_look *l, size_t i)
{
	const struct memscan_region *r = &l->regions[i];
	uint64_t size = r->end - r->start;
	uint64_t low = size <= SMALL ? r->start : r->end - TAIL;
	uint64_t at = r->end;

	while (at >= low + HEAD_STEP) {
		at -= HEAD_STEP;
		/* Skip the page if it is not resident. */
		if (!have_page(l, at - at % l->ask.page_size))
			at -= at % l->ask.page_size;
		else if (is_head(l, i, at))
			return;
	}
}

/* --- arenas and threads -------------------------------------------------- */

/* Finds the arena from which a thread allocates: the thread's static TLS points
 * to it. */
static size_t arena_of(struct memscan_look *l, const struct thread *t)
{
	size_t step = l->ask.wide ? 8 : 4;
	uint64_t low = t->at - t->start > GLIBC_TLS_MAX
			? t->at - GLIBC_TLS_MAX : t->start;

	for (uint64_t at = t->at; at >= low + step;) {
		size_t i;

		at -= step;
		i = arena_index(l, peek_word(l, at));
		if (i < l->arenas.n)
			return i;
	}
	return l->arenas.n;
}

static void join_arenas(struct memscan_look *l)
{
	size_t n = l->arenas.n;
	uint64_t *next = xcalloc(n + 1, sizeof *next);
	uint32_t *number = xcalloc(n + 1, sizeof *number);
	int32_t *tid = xcalloc(n + 1, sizeof *tid);

	for (size_t i = 0; i < n; i++)
		next[i] = peek_word(l, glibc_next(l->arenas.v[i],
						  l->ask.wide));
	glibc_ages(l->arenas.v, next, number, n);
	for (size_t k = 0; n && k < l->threads.n; k++) {
		size_t i = arena_of(l, &l->threads.v[k]);

		/* -1: several threads use the arena. */
		tid[i] = tid[i] ? -1 : l->threads.v[k].tid;
	}
	for (uint32_t i = 0; i < l->ask.regions; i++) {
		size_t k = l->heap_of[i] ? arena_index(l, l->heap_of[i]) : n;

		if (k == n)
			continue;
		l->answers[i].arena = number[k];
		l->answers[i].tid = tid[k] > 0 ? tid[k] : 0;
	}
	free(next);
	free(number);
	free(tid);
}

/* --- job ----------------------------------------------------------------- */

static bool is_sound(const struct reader_work *w,
		     const struct memscan_request *a)
{
	return w->n >= sizeof *a && a->regions <= HOLDS_REGIONS &&
	       a->tids <= HOLDS_TIDS && a->page_size >= 4096 &&
	       a->page_size <= 65536 &&
	       w->n == sizeof *a + a->regions * sizeof(struct memscan_region) +
			       a->tids * sizeof(int32_t);
}

static void run(const struct reader_work *w, struct str *out)
{
	struct memscan_look *l = xcalloc(1, sizeof *l);
	const char *at = w->ask;
	void *copy = xmemdup(w->ask, w->n);

	if (w->n >= sizeof l->ask)
		memcpy(&l->ask, at, sizeof l->ask);
	if (!is_sound(w, &l->ask))
		goto out;
	/* The request may be unaligned, so use an aligned copy. */
	l->regions = (const void *)((const char *)copy + sizeof l->ask);
	l->tids = (const void *)(l->regions + l->ask.regions);
	l->mem = w->mem;
	l->pagemap = w->pagemap;
	l->answers = xcalloc(l->ask.regions + 1, sizeof *l->answers);
	l->heap_of = xcalloc(l->ask.regions + 1, sizeof *l->heap_of);
	for (uint32_t i = 0; l->pagemap >= 0 && i < l->ask.regions; i++)
		if (!look_for_heap(l, i) && !look_for_blocks(l, i))
			look_for_thread(l, i);
	join_arenas(l);
	str_add(out, l->answers, l->ask.regions * sizeof *l->answers);
	free(l->answers);
	free(l->heap_of);
	vec_release(&l->arenas);
	vec_release(&l->threads);
out:
	free(copy);
	free(l);
}

const struct reader_job memscan_job = {
	.run = run, .limit_ns = LIMIT_NS, .limits = LIMITS, .memory = true,
};
