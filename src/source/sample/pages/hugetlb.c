/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/pages/hugetlb.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "parse/proc/maps.h"
#include "parse/proc/mountinfo.h"
#include "sys/proc/map.h"
#include "sys/proc/root.h"

#define TEXT_MAX (1u << 20)
#define HUGE_SHIFT 26	/* MAP_HUGE_SHIFT */

struct hugetlb_devs {
	struct procroot *proc;
	bool known;
	VEC(uint64_t) devs;
};

struct hugetlb_devs *hugetlb_new(struct procroot *proc)
{
	struct hugetlb_devs *h = xcalloc(1, sizeof *h);

	h->proc = proc;
	return h;
}

void hugetlb_free(struct hugetlb_devs *h)
{
	if (!h)
		return;
	vec_release(&h->devs);
	free(h);
}

static void add_mounts(struct hugetlb_devs *h, struct str *text)
{
	struct mount_entry m;
	struct scan rest;

	if (procroot_readf(h->proc, text, TEXT_MAX, "self/mountinfo") < 0)
		return;
	rest = scan_of(text->data, text->len);
	while (mountinfo_next(&rest, &m))
		if (bytes_equal(m.fstype, "hugetlbfs"))
			*vec_push(&h->devs) = m.dev;
}

/* Adds the device of the kernel's internal hugetlbfs mount for a page size;
 * each size has its own mount. */
static void add_size(struct hugetlb_devs *h, struct str *text, int log2_size)
{
	size_t size = (size_t)1 << log2_size;
	void *p = mmap(NULL, size, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB |
			       MAP_NORESERVE |
			       (int)((unsigned)log2_size << HUGE_SHIFT),
		       -1, 0);
	struct maps_entry e;
	struct scan rest;

	if (p == MAP_FAILED)
		return;
	if (procroot_readf(h->proc, text, TEXT_MAX, "self/maps") == 0) {
		rest = scan_of(text->data, text->len);
		while (maps_next(&rest, &e, NULL))
			if (e.start == (uintptr_t)p)
				*vec_push(&h->devs) = e.dev;
	}
	munmap(p, size);
}

static void learn(struct hugetlb_devs *h)
{
	struct str text = STR_INIT;

	h->known = true;
	if (!procroot_is_live(h->proc))
		return;
	add_mounts(h, &text);
	for (int log2_size = 16; log2_size <= 34; log2_size++)
		add_size(h, &text, log2_size);
	str_release(&text);
}

bool hugetlb_region(struct hugetlb_devs *h, const struct sregion *r,
		    int maps_fd, uint64_t page_size)
{
	struct procmap map;

	if (!r->inode)
		return false;
	if (maps_fd >= 0 &&
	    procmap_query(maps_fd, r->start, false, &map, NULL, 0) == 0)
		return map.page_size > page_size;
	if (!h->known)
		learn(h);
	for (size_t i = 0; i < h->devs.n; i++)
		if (h->devs.v[i] == r->dev)
			return true;
	return false;
}
