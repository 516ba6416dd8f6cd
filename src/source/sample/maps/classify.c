/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/maps/classify.h"

#include <string.h>

#include "source/sample/owner/owners.h"

/* Size of an arena: HEAP_MAX_SIZE in glibc, twice
 * DEFAULT_MMAP_THRESHOLD_MAX. */
#define ARENA_SIZE (64ull << 20)
#define ARENA_SIZE_32 (1ull << 20)

#define DELETED " (deleted)"

static bool begins(const struct sregion *r, const char *text)
{
	size_t n = strlen(text);

	return r->name_len >= n && memcmp(r->name, text, n) == 0;
}

static bool name_is(const struct sregion *r, const char *text)
{
	return r->name_len == strlen(text) && begins(r, text);
}

static bool same_name(const struct sregion *r, struct bytes name)
{
	return r->name_len == name.len && name.len &&
	       memcmp(r->name, name.data, name.len) == 0;
}

static bool same_file(const struct sregion *a, const struct sregion *b)
{
	return a->dev == b->dev && a->inode == b->inode && a->inode;
}

/* True if the last component of the region's name is like "libfoo.so" or
 * "libfoo.so.1.2". */
static bool named_so(const struct sregion *r)
{
	const char *slash = memrchr(r->name, '/', r->name_len);
	const char *p = slash ? slash : r->name;
	const char *end = r->name + r->name_len;

	while ((p = memmem(p, (size_t)(end - p), ".so", 3))) {
		p += 3;
		if (p == end || *p == '.' || *p == ' ')
			return true;
	}
	return false;
}

static bool is_anon(const struct sregion *r)
{
	return r->inode == 0 && !(r->perm & PERM_SHARED) &&
	       (r->name_len == 0 || begins(r, "[anon:"));
}

static bool no_access(const struct sregion *r)
{
	return !(r->perm & (PERM_R | PERM_W | PERM_X));
}

static enum region_kind bracket_kind(const struct sregion *r)
{
	if (name_is(r, "[heap]"))
		return KIND_HEAP;
	if (begins(r, "[stack"))
		return KIND_STACK;
	if (name_is(r, "[vdso]") || begins(r, "[vvar") ||
	    name_is(r, "[vsyscall]") || name_is(r, "[vectors]") ||
	    name_is(r, "[sigpage]"))
		return KIND_VDSO;
	if (begins(r, "[anon_shmem:"))
		return KIND_SHARED_ANON;
	if (begins(r, "[anon:"))
		return no_access(r) ? KIND_RESERVE : KIND_ANON;
	return KIND_SPECIAL;
}

static enum region_kind file_kind(const struct classify *c,
				  const struct sregion *r)
{
	if (same_name(r, c->exe))
		return KIND_PROGRAM;
	if (begins(r, "/dev/zero" DELETED))
		return KIND_SHARED_ANON;
	if (begins(r, "/anon_hugepage"))
		return r->perm & PERM_SHARED ? KIND_SHARED_ANON : KIND_ANON;
	if (begins(r, "/memfd:"))
		return KIND_MEMFD;
	if (begins(r, "/SYSV") && r->name_len >= 13)
		return KIND_SYSV;
	if (begins(r, "/dev/shm/"))
		return KIND_POSIX_SHM;
	if (named_so(r))
		return KIND_LIBRARY;
	return KIND_FILE;
}

/* Returns the kind according to the region's own line in the map. */
static enum region_kind line_kind(const struct classify *c,
				  const struct sregion *r)
{
	if (r->name_len == 0) {
		if (r->perm & PERM_SHARED)
			return KIND_SHARED_ANON;
		return no_access(r) ? KIND_RESERVE : KIND_ANON;
	}
	if (r->name[0] == '[')
		return bracket_kind(r);
	if (r->name[0] == '/')
		return file_kind(c, r);
	/* anon_inode:, socket:, pipe:, or an unreachable path */
	return memchr(r->name, ':', r->name_len) ? KIND_SPECIAL : KIND_FILE;
}

static void sysv_facts(const struct classify *c, struct sregion *r)
{
	struct scan s = scan_of(r->name, r->name_len);
	uint64_t key;

	r->owner = (int64_t)r->inode;
	r->key = scan_text(&s, "/SYSV") && scan_u64(&s, 16, &key)
			? key : EV_UNKNOWN;
	r->attaches = EV_UNKNOWN;
	for (size_t i = 0; c->sysv && i < c->sysv->segments.n; i++) {
		const struct sysv_segment *seg = &c->sysv->segments.v[i];

		/* Compare the key, too: the segment may be in another IPC
		 * namespace. */
		if (seg->id == r->inode && seg->key == r->key)
			r->attaches = seg->attaches;
	}
}

bool classify_attaches(const struct classify *c, struct sregion *r)
{
	uint64_t was = r->attaches;

	if (r->kind != KIND_SYSV)
		return false;
	sysv_facts(c, r);
	r->news |= r->attaches != was;
	return r->news;
}

/* If a file has an executable mapping, all its parts are a library. */
static void library_runs(sregions *v)
{
	for (size_t i = 0, j; i < v->n; i = j) {
		bool exec = false;

		for (j = i; j < v->n && same_file(v->v[i], v->v[j]); j++)
			exec |= v->v[j]->kind == KIND_FILE &&
				(v->v[j]->perm & PERM_X);
		for (size_t k = i; exec && k < j; k++)
			v->v[k]->kind = KIND_LIBRARY;
		j = j == i ? i + 1 : j;
	}
}

static bool stack_like(const struct sregion *r)
{
	return is_anon(r) && (r->perm & PERM_R) && (r->perm & PERM_W);
}

static void guard_below(sregions *v, size_t i)
{
	struct sregion *below = i ? v->v[i - 1] : NULL;

	if (!below || !is_anon(below) || !no_access(below) ||
	    below->end != v->v[i]->start ||
	    below->end - below->start > GUARD_MAX)
		return;
	below->kind = KIND_GUARD;
	below->owner = v->v[i]->owner;
}

static bool has_guard(const sregions *v, size_t i)
{
	return i && is_anon(v->v[i - 1]) && no_access(v->v[i - 1]) &&
	       v->v[i - 1]->end == v->v[i]->start;
}

/*
 * Finds the anonymous regions that contain a thread's stack pointer.  A region
 * with the stack pointers of two threads is not a stack: some runtimes allocate
 * small stacks in a heap of their own.  For the main thread, the region must
 * have a guard, since a thread may have forked the process.
 */
static void thread_stacks(const struct classify *c)
{
	sregions *v = c->regions;

	for (size_t i = 0; i < c->n_tasks; i++) {
		const struct stask *t = &c->tasks[i];
		struct sregion *r = t->stack ? sregions_find(v, t->stack)
					     : NULL;

		if (!r || !stack_like(r))
			continue;
		if (r->owner && r->owner != t->tid) {
			r->kind = KIND_ANON;
			r->owner = -1;
		} else if (t->tid != c->pid ||
			   has_guard(v, sregions_index(v, t->stack))) {
			r->kind = KIND_THREAD_STACK;
			r->owner = t->tid;
		}
	}
	for (size_t i = 0; i < v->n; i++) {
		if (v->v[i]->owner == -1 && v->v[i]->kind == KIND_ANON)
			v->v[i]->owner = 0;
		if (v->v[i]->kind == KIND_THREAD_STACK)
			guard_below(v, i);
	}
}

/* Values of a region before it is classified. */
struct was {
	int64_t owner;
	uint64_t key, attaches;
	uint8_t kind;
};

static pid_t maker(const struct classify *c, uint64_t addr)
{
	for (size_t i = 0; i < c->n_calls; i++)
		if (c->calls[i].addr == addr)
			return c->calls[i].tid;
	return 0;
}

/*
 * Finds the malloc arenas of glibc.  An arena starts at a 64 MiB boundary.  It
 * is readable and writable up to its current size, and inaccessible from there
 * to the next boundary.
 */
static void arenas(const struct classify *c, const struct was *was)
{
	uint64_t size = c->wide ? ARENA_SIZE : ARENA_SIZE_32;
	sregions *v = c->regions;

	for (size_t i = 0; i < v->n; i++) {
		struct sregion *r = v->v[i];
		struct sregion *rest = i + 1 < v->n ? v->v[i + 1] : NULL;

		if (r->kind != KIND_ANON || !stack_like(r) ||
		    r->start % size || r->end - r->start > size)
			continue;
		if (rest && (rest->kind != KIND_RESERVE ||
			     rest->start != r->end ||
			     rest->end != r->start + size))
			rest = NULL;
		if (!rest && !(was[i].kind == KIND_ARENA &&
			       r->end == r->start + size))
			continue;
		r->kind = KIND_ARENA;
		r->owner = was[i].kind == KIND_ARENA && was[i].owner
				? was[i].owner : maker(c, r->start);
		if (rest) {
			rest->kind = KIND_ARENA_RESERVE;
			rest->owner = r->owner;
		}
	}
}

static void restore(struct sregion *r, const struct was *was)
{
	r->kind = was->kind;
	r->owner = was->owner;
	r->key = was->key;
	r->attaches = was->attaches;
}

void classify_regions(const struct classify *c)
{
	sregions *v = c->regions;
	struct was *was = xcalloc(v->n + 1, sizeof *was);

	for (size_t i = 0; i < v->n; i++) {
		struct sregion *r = v->v[i];

		was[i] = (struct was){ r->owner, r->key, r->attaches,
				       r->kind };
		r->kind = (uint8_t)line_kind(c, r);
		r->owner = 0;
		r->key = r->attaches = 0;
		if (r->kind == KIND_SYSV)
			sysv_facts(c, r);
	}
	library_runs(v);
	thread_stacks(c);
	arenas(c, was);
	if (c->below && v->n)
		restore(v->v[0], &was[0]);
	if (c->above && v->n)
		restore(v->v[v->n - 1], &was[v->n - 1]);
	for (size_t i = 0; i < v->n; i++) {
		const struct sregion *r = v->v[i];

		v->v[i]->news |= r->kind != was[i].kind ||
				 r->owner != was[i].owner ||
				 r->key != was[i].key ||
				 r->attaches != was[i].attaches;
	}
	owners_decide(c);
	free(was);
}
