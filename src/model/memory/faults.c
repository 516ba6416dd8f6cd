/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "model/memory/faults.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/alloc.h"
#include "model/copy.h"
#include "model/fold.h"

#define WAITING_MAX 1024

static struct faults *faults_new(void)
{
	return xcalloc(1, sizeof(struct faults));
}

void faults_free(struct faults *f)
{
	if (!f)
		return;
	for (size_t i = 0; i < f->blocks.n; i++)
		free(f->blocks.v[i]);
	vec_release(&f->blocks);
	vec_release(&f->waiting);
	for (size_t i = 0; i < f->modules.n; i++)
		free(f->modules.v[i].name);
	vec_release(&f->modules);
	for (size_t i = 0; i < f->symbols.n; i++)
		free(f->symbols.v[i].function);
	vec_release(&f->symbols);
	free(f);
}

struct faults *copied_faults(struct copying *c, const struct faults *from)
{
	struct faults *f = copied(c, from, sizeof *f);

	copy_vec(c, &f->blocks);
	for (size_t i = 0; i < f->blocks.n; i++)
		f->blocks.v[i] = copied(c, f->blocks.v[i],
					sizeof *f->blocks.v[i]);
	copy_vec(c, &f->waiting);
	copy_vec(c, &f->modules);
	for (size_t i = 0; i < f->modules.n; i++)
		f->modules.v[i].name = copied_text(c, f->modules.v[i].name);
	copy_vec(c, &f->symbols);
	for (size_t i = 0; i < f->symbols.n; i++)
		f->symbols.v[i].function =
			copied_text(c, f->symbols.v[i].function);
	return f;
}

/* --- pages --------------------------------------------------------------- */

static uint64_t block_bytes(const struct faults *f)
{
	return FAULT_BLOCK_PAGES * f->page_size;
}

/* Index of the first block with an end above addr. */
static size_t block_index(const struct faults *f, uint64_t addr)
{
	uint64_t last = block_bytes(f) - 1;

	return vec_lower(&f->blocks, b, (*b)->start + last < addr);
}

static int by_age(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Drops the half of the blocks with the oldest last faults. */
static void blocks_forget(struct faults *f)
{
	uint64_t *age = xreallocarray(NULL, f->blocks.n, sizeof *age);
	size_t n = f->blocks.n, kept = 0, drop = n / 2;
	uint64_t middle;

	for (size_t i = 0; i < n; i++)
		age[i] = f->blocks.v[i]->last_ns;
	qsort(age, n, sizeof *age, by_age);
	middle = age[drop];
	free(age);
	for (size_t i = 0; i < n; i++) {
		struct fault_block *b = f->blocks.v[i];

		if (drop && b->last_ns <= middle) {
			free(b);
			drop--;
		} else {
			f->blocks.v[kept++] = b;
		}
	}
	f->blocks.n = kept;
	f->forgot = true;
}

static struct fault_block *block_at(struct faults *f, uint64_t start)
{
	size_t i = block_index(f, start);
	struct fault_block *b;

	if (i < f->blocks.n && f->blocks.v[i]->start == start)
		return f->blocks.v[i];
	if (f->blocks.n == FAULT_BLOCKS_MAX) {
		blocks_forget(f);
		i = block_index(f, start);
	}
	b = xcalloc(1, sizeof *b);
	b->start = start;
	*vec_insert(&f->blocks, i) = b;
	return b;
}

static void blocks_add(struct faults *f, const struct ev_fault *ef,
		       uint64_t time_ns)
{
	struct fault_block *b = block_at(f, ef->start);

	b->touched |= ef->touched;
	if (time_ns > b->last_ns)
		b->last_ns = time_ns;
	for (unsigned i = 0; i < FAULT_BLOCK_PAGES; i++)
		if (ef->touched >> i & 1 && time_ns > b->page_ns[i])
			b->page_ns[i] = time_ns;
}

/* Bit mask of the pages of block b that lie in [start, end). */
static uint64_t bits_in(const struct faults *f, const struct fault_block *b,
			uint64_t start, uint64_t end)
{
	uint64_t bits = UINT64_MAX;
	uint64_t pages = (end - b->start) / f->page_size;

	if (start > b->start)
		bits &= UINT64_MAX << (start - b->start) / f->page_size;
	if (pages < FAULT_BLOCK_PAGES)
		bits &= ~(UINT64_MAX << pages);
	return bits;
}

uint64_t faults_newest(const struct faults *f, uint64_t start, uint64_t end)
{
	uint64_t newest = 0;

	if (!f || !f->page_size)
		return 0;
	for (size_t i = block_index(f, start);
	     i < f->blocks.n && f->blocks.v[i]->start < end; i++) {
		const struct fault_block *b = f->blocks.v[i];
		uint64_t bits;

		if (b->last_ns <= newest)
			continue;
		bits = b->touched & bits_in(f, b, start, end);
		for (unsigned k = 0; bits; k++, bits >>= 1)
			if (bits & 1 && b->page_ns[k] > newest)
				newest = b->page_ns[k];
	}
	return newest;
}

uint64_t faults_touched(const struct faults *f, uint64_t start, uint64_t end)
{
	uint64_t n = 0;

	if (!f || !f->page_size)
		return 0;
	for (size_t i = block_index(f, start);
	     i < f->blocks.n && f->blocks.v[i]->start < end; i++) {
		const struct fault_block *b = f->blocks.v[i];

		n += (unsigned)__builtin_popcountll(b->touched &
						    bits_in(f, b, start, end));
	}
	return n;
}

void faults_unmap(struct faults *f, uint64_t start, uint64_t end)
{
	size_t i, from, kept;

	if (!f || !f->page_size)
		return;
	kept = from = block_index(f, start);
	for (i = from; i < f->blocks.n && f->blocks.v[i]->start < end; i++) {
		struct fault_block *b = f->blocks.v[i];

		b->touched &= ~bits_in(f, b, start, end);
		if (b->touched)
			f->blocks.v[kept++] = b;
		else
			free(b);
	}
	if (kept == i)
		return;
	memmove(&f->blocks.v[kept], &f->blocks.v[i],
		(f->blocks.n - i) * sizeof *f->blocks.v);
	f->blocks.n -= i - kept;
}

/* --- code ---------------------------------------------------------------- */

const struct fault_module *faults_module(const struct faults *f,
					 uint16_t module)
{
	return f && module && module <= f->modules.n
		? &f->modules.v[module - 1] : NULL;
}

static bool module_same(const struct fault_module *a,
			const struct fault_module *b)
{
	return a->dev == b->dev && a->inode == b->inode &&
	       (a->generation == b->generation || !a->generation ||
		!b->generation) &&
	       a->start - a->offset == b->start - b->offset;
}

/* Returns the number of module m; adds it if it is new, with a copy of m->name.
 * Returns 0 if there is no room. */
static uint16_t module_add(struct faults *f, const struct fault_module *m)
{
	struct fault_module *at;

	for (size_t i = f->modules.n; i-- > 0;) {
		at = &f->modules.v[i];
		if (!module_same(at, m) || at->start > m->start ||
		    at->end < m->end)
			continue;
		if (m->mapped_ns > at->mapped_ns)
			at->mapped_ns = m->mapped_ns;
		return (uint16_t)(i + 1);
	}
	if (f->modules.n == FAULT_MODULES_MAX)
		return 0;
	at = vec_push(&f->modules);
	*at = *m;
	at->name = xstrdup(m->name);
	return (uint16_t)f->modules.n;
}

/* Returns the number of the newest module that contains `ip` and that perf
 * recorded after the maps file was read; 0: none.  Older records are less
 * recent than the region list. */
static uint16_t module_recorded(const struct space *s, uint64_t ip)
{
	const struct faults *f = s->faults;
	uint16_t newest = 0;
	uint64_t since = s->synced_ns;

	for (size_t i = 0; i < f->modules.n; i++) {
		const struct fault_module *m = &f->modules.v[i];

		if (m->start <= ip && ip < m->end && m->mapped_ns > since) {
			since = m->mapped_ns;
			newest = (uint16_t)(i + 1);
		}
	}
	return newest;
}

static uint16_t module_of(const struct space *s, uint64_t ip)
{
	const struct region *r = space_find(s, ip);
	uint16_t recorded = module_recorded(s, ip);

	if (recorded || !r || !r->inode)
		return recorded;
	return module_add(s->faults, &(struct fault_module){
		.start = r->start, .end = r->end, .offset = r->offset,
		.dev = r->dev, .inode = r->inode,
		.generation = r->has_generation ? r->generation : 0,
		.name = r->name });
}

void faults_map(struct space *s, const struct event *ev)
{
	const struct ev_map *em = &ev->u.map;
	struct fault_module m = {
		.start = em->addr, .end = em->addr + em->len,
		.offset = em->pgoff, .dev = em->dev, .inode = em->inode,
		.generation = em->generation == EV_UNKNOWN ? 0 : em->generation,
		.mapped_ns = ev->time_ns,
	};

	if (!s->faults || em->prot == EV_UNKNOWN || !(em->prot & PROT_EXEC) ||
	    em->addr + em->len < em->addr || em->inode == EV_UNKNOWN ||
	    !em->inode)
		return;
	m.name = bytes_copy(&em->filename, PATH_MAX);
	(void)module_add(s->faults, &m);
	free(m.name);
}

const struct fault_symbol *faults_symbol(const struct faults *f, uint64_t ip,
					 uint16_t module)
{
	for (size_t i = 0; f && i < f->symbols.n; i++)
		if (f->symbols.v[i].ip == ip && f->symbols.v[i].module == module)
			return &f->symbols.v[i];
	return NULL;
}

void fold_symbol(struct model *m, const struct event *ev)
{
	const struct ev_symbol *es = &ev->u.symbol;
	struct process *p = model_process(m, ev->pid);
	struct faults *f = p ? p->space.faults : NULL;
	uint16_t module = f ? module_of(&p->space, es->ip) : 0;

	if (!f || faults_symbol(f, es->ip, module))
		return;
	if (f->symbols.n == FAULT_SYMBOLS_MAX) {
		free(f->symbols.v[0].function);
		vec_remove(&f->symbols, 0);
	}
	*vec_push(&f->symbols) = (struct fault_symbol){
		.ip = es->ip, .module = module,
		.function = bytes_copy(&es->function, PATH_MAX),
	};
}

/* --- counts -------------------------------------------------------------- */

static void codes_add(struct fault_code *codes, size_t max,
		      const struct ev_fault *ef, uint16_t module)
{
	size_t i = 0;

	while (i + 1 < max && codes[i].count &&
	       (codes[i].ip != ef->ip || codes[i].module != module ||
		codes[i].kernel != (ef->kernel != 0)))
		i++;
	codes[i].ip = ef->ip;
	codes[i].module = module;
	codes[i].kernel = ef->kernel != 0;
	codes[i].count += ef->minor + ef->major;
	for (; i && codes[i].count > codes[i - 1].count; i--) {
		struct fault_code up = codes[i];

		codes[i] = codes[i - 1];
		codes[i - 1] = up;
	}
}

/* Converts a FAULT event, without its names. */
static struct fault_one one_of(const struct event *ev)
{
	return (struct fault_one){
		.time_ns = ev->time_ns, .tid = ev->tid, .source = ev->source,
		.also = ev->flags & EVF_ALSO, .fault = ev->u.fault,
	};
}

static void last_take(struct fault_last *last, const struct fault_one *one)
{
	const struct ev_fault *ef = &one->fault;

	if (one->time_ns < last->time_ns)
		return;
	*last = (struct fault_last){
		.time_ns = one->time_ns ? one->time_ns : 1, .addr = ef->addr,
		.ip = ef->ip, .tid = one->tid, .module = one->module,
		.kernel = ef->kernel != 0,
		.major = ef->major != 0, .source = one->source,
		.also = one->also,
	};
}

/* Starts a rate with the value 0 half a second ago. */
static void rate_begin(struct rate *r, uint64_t now_ns)
{
	rate_add(r, now_ns > HALF_SECOND ? now_ns - HALF_SECOND : 0, 0);
}

static void region_take(struct region *r, const struct fault_one *one,
			uint64_t now_ns)
{
	const struct ev_fault *ef = &one->fault;
	struct region_faults *rf = r->faults;

	if (!rf) {
		rf = r->faults = xcalloc(1, sizeof *rf);
		rate_begin(&rf->rate, now_ns);
	}
	rf->minor += ef->minor;
	rf->major += ef->major;
	rate_add(&rf->rate, now_ns, rf->minor + rf->major);
	last_take(&rf->last, one);
	codes_add(rf->codes, FAULT_REGION_CODES, ef, one->module);
}

/* Counts the faults of `at` for the region of its newest fault. */
static void place(struct model *m, struct process *p,
		  const struct fault_one *at)
{
	struct faults *f = p->space.faults;
	struct region *r = space_find(&p->space, at->fault.addr);
	const struct fault_one one = *at;

	if (r) {
		region_take(r, &one, m->now_ns);
		return;
	}
	if (p->ended || model_is_system_wide(m) ||
	    f->waiting.n == WAITING_MAX) {
		f->homeless += one.fault.minor + one.fault.major;
		return;
	}
	*vec_push(&f->waiting) = one;
}

void faults_sync(struct space *s, uint64_t time_ns)
{
	struct faults *f = s->faults;
	size_t kept = 0;

	for (size_t i = 0; f && i < f->waiting.n; i++) {
		struct fault_one w = f->waiting.v[i];
		struct region *r = space_find(s, w.fault.addr);

		if (r)
			region_take(r, &w, time_ns);
		else if (w.time_ns > time_ns)
			f->waiting.v[kept++] = w;
		else
			f->homeless += w.fault.minor + w.fault.major;
	}
	if (f)
		f->waiting.n = kept;
}

void faults_settle(struct space *s, uint64_t time_ns)
{
	if (!s->faults)
		return;
	rate_add(&s->faults->rate, time_ns,
		 s->faults->minor + s->faults->major);
	for (size_t i = 0; i < s->regions.n; i++) {
		struct region_faults *rf = s->regions.v[i]->faults;

		if (rf)
			rate_add(&rf->rate, time_ns, rf->minor + rf->major);
	}
}

/* --- events -------------------------------------------------------------- */

static bool makes_sense(const struct ev_fault *ef, const struct faults *f)
{
	uint64_t n = ef->minor + ef->major;

	if (!n || n < ef->minor)
		return false;
	if (!ef->touched)
		return true;
	return ef->step >= 512 && ef->step <= UINT64_C(1) << 30 &&
	       !(ef->step & (ef->step - 1)) &&
	       !(ef->start & (ef->step * FAULT_BLOCK_PAGES - 1)) &&
	       (!f || !f->page_size || f->page_size == ef->step);
}

void fold_fault(struct model *m, const struct event *ev)
{
	const struct ev_fault *ef = &ev->u.fault;
	struct process *p = model_process(m, ev->pid);
	struct fault_one one = one_of(ev);
	struct faults *f;

	/* Single faults are for logs; the same faults are reported again in a
	 * sum. */
	if (ev->flags & EVF_EACH)
		return;
	if (!makes_sense(ef, p ? p->space.faults : NULL)) {
		model_drop(m);
		return;
	}
	m->faults_total += ef->minor + ef->major;
	/* The fault was in the program before an exec, or was reported after
	 * the end of the process. */
	if (!p || ev->time_ns < p->space.execed_ns ||
	    (p->ended && ev->time_ns > p->ended_ns))
		return;
	f = p->space.faults;
	if (!f) {
		f = p->space.faults = faults_new();
		rate_begin(&f->rate, m->now_ns);
	}
	one.module = ef->kernel ? 0 : module_of(&p->space, ef->ip);
	f->minor += ef->minor;
	f->major += ef->major;
	rate_add(&f->rate, m->now_ns, f->minor + f->major);
	last_take(&f->last, &one);
	codes_add(f->codes, FAULT_CODES, ef, one.module);
	if (ef->touched) {
		f->page_size = ef->step;
		blocks_add(f, ef, ev->time_ns);
	} else {
		f->pageless += ef->minor + ef->major;
	}
	place(m, p, &one);
}
