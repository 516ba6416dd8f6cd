/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/proc/figures.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#ifdef HAVE_LIBPROC2
#include "late/proc2.h"
#else
#include <proc/sysinfo.h>
#endif

#include "base/alloc.h"
#include "sys/proc/root.h"
#include "sys/proc/text.h"

struct procps {
	const struct procroot *root;
	bool opened;
#ifdef HAVE_LIBPROC2
	struct meminfo_info *meminfo;	/* NULL: /proc/meminfo is used
					 * instead */
#endif
};

#ifdef HAVE_LIBPROC2

/*
 * The results have the order of these lists.  procps_meminfo_select() always
 * reads the file, procps_meminfo_get() at most once a second.  The code uses
 * head[i].result and not the library's macros, since their arguments changed in
 * 4.0.5. All values are in KiB, except the numbers of huge pages.
 */
#define SYSTEM_ITEMS(X) \
	X(MEMINFO_MEM_TOTAL, total) X(MEMINFO_MEM_FREE, free) \
	X(MEMINFO_MEM_AVAILABLE, available) X(MEMINFO_MEM_USED, used) \
	X(MEMINFO_MEM_BUFFERS, buffers) X(MEMINFO_MEM_CACHED, cached) \
	X(MEMINFO_MEM_SHARED, shmem) X(MEMINFO_MEM_SLAB, slab) \
	X(MEMINFO_MEM_PAGE_TABLES, page_tables) \
	X(MEMINFO_MEM_KERNEL_STACK, kernel_stack) \
	X(MEMINFO_MEM_ANON, anon) X(MEMINFO_MEM_DIRTY, dirty) \
	X(MEMINFO_MEM_WRITEBACK, writeback) \
	X(MEMINFO_MEM_COMMITTED_AS, commit) \
	X(MEMINFO_MEM_COMMIT_LIMIT, commit_limit) \
	X(MEMINFO_SWAP_TOTAL, swap_total) X(MEMINFO_SWAP_FREE, swap_free) \
	X(MEMINFO_MEM_HUGE_TOTAL, huge_total) \
	X(MEMINFO_MEM_HUGE_FREE, huge_free) \
	X(MEMINFO_MEM_HUGE_SIZE, huge_size)

enum {
#define X(item, member) SYS_##member,
	SYSTEM_ITEMS(X)
#undef X
	SYS_ITEMS
};

static void backend_open(struct procps *p)
{
	if (!procroot_is_live(p->root))
		return;
	if (LATE_LOAD(proc2, NULL) < 0 ||
	    procps_meminfo_new(&p->meminfo) < 0)
		p->meminfo = NULL;
}

static void backend_close(struct procps *p)
{
	if (p->meminfo)
		procps_meminfo_unref(&p->meminfo);
}

static int backend_system(struct procps *p, struct sys_memory *out)
{
	static enum meminfo_item items[SYS_ITEMS] = {
#define X(item, member) [SYS_##member] = item,
		SYSTEM_ITEMS(X)
#undef X
	};
	struct meminfo_stack *st;

	st = p->meminfo ? procps_meminfo_select(p->meminfo, items, SYS_ITEMS)
			: NULL;
	if (!st || st->head[SYS_total].result.ul_int == 0)
		return -EIO;
#define X(item, member) \
	out->member = (uint64_t)st->head[SYS_##member].result.ul_int << 10;
	SYSTEM_ITEMS(X)
#undef X
	/* Undo the conversion to bytes for these two, which are numbers of
	 * pages. */
	out->huge_total = (out->huge_total >> 10) * out->huge_size;
	out->huge_free = (out->huge_free >> 10) * out->huge_size;
	return 0;
}

#define BACKEND_NAME "libproc2"
static bool backend_works(const struct procps *p)
{
	return p->meminfo;
}

#else

static void backend_open(struct procps *p)
{
	(void)p;
}

static void backend_close(struct procps *p)
{
	(void)p;
}

/* Version for libprocps (3.3), which provides only these values, as global
 * variables in KiB. */
static int backend_system(struct procps *p, struct sys_memory *out)
{
	int rc;

	if (!procroot_is_live(p->root))
		return -EIO;
	rc = proctext_system(p->root, out);
	if (rc < 0)
		return rc;
	meminfo();
	out->total = (uint64_t)kb_main_total << 10;
	out->free = (uint64_t)kb_main_free << 10;
	out->available = (uint64_t)kb_main_available << 10;
	out->buffers = (uint64_t)kb_main_buffers << 10;
	out->shmem = (uint64_t)kb_main_shared << 10;
	out->slab = (uint64_t)kb_slab << 10;
	out->swap_total = (uint64_t)kb_swap_total << 10;
	out->swap_free = (uint64_t)kb_swap_free << 10;
	out->used = out->total - out->available;
	return 0;
}

#define BACKEND_NAME "libprocps"
static bool backend_works(const struct procps *p)
{
	return procroot_is_live(p->root);
}

#endif

struct procps *procps_new(const struct procroot *root)
{
	struct procps *p = xcalloc(1, sizeof *p);

	p->root = root;
	return p;
}

/* Opens the library, at the first query: a log without values of the machine
 * does not need it. */
static void open_backend(struct procps *p)
{
	if (!p->opened)
		backend_open(p);
	p->opened = true;
}

void procps_free(struct procps *p)
{
	if (!p)
		return;
	backend_close(p);
	free(p);
}

int procps_system(struct procps *p, struct sys_memory *out)
{
	struct sys_memory m;

	proctext_unknown_system(&m);
	open_backend(p);
	if (backend_system(p, &m) == 0) {
		*out = m;
		return 0;
	}
	return proctext_system(p->root, out);
}

const char *procps_backend(struct procps *p)
{
	open_backend(p);
	return backend_works(p) ? BACKEND_NAME : "/proc/meminfo";
}
