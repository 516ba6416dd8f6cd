/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/pages/softdirty.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/fault.h"

/* Bits of a pagemap entry: Documentation/admin-guide/mm/soft-dirty.rst. */
#define PM_SOFT_DIRTY (1ull << 55)
#define PM_THERE (3ull << 62)		/* the page is present or swapped */
#define ENTRIES 512

int softdirty_reset(int clear_refs)
{
	return pwrite(clear_refs, "4", 1, 0) == 1 ? 0 : -errno;
}

int softdirty_scan(int pagemap, uint64_t start, uint64_t end,
		   writescan_fn *fn, void *arg, bool *whole)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), run = 0;
	uint64_t entries[ENTRIES];
	bool in = false;

	while (start < end) {
		uint64_t want = (end - start) / page;
		ssize_t n;

		want = want < ENTRIES ? want : ENTRIES;
		n = pread(pagemap, entries, want * sizeof *entries,
			  (off_t)(start / page * sizeof *entries));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : 0;
		for (size_t i = 0; i < (size_t)n / sizeof *entries; i++) {
			bool dirty = entries[i] & PM_SOFT_DIRTY;
			bool on = dirty && entries[i] & PM_THERE;

			*whole |= dirty && !on;
			if (on && !in)
				run = start;
			else if (!on && in)
				fn(arg, run, start);
			in = on;
			start += page;
		}
	}
	if (in)
		fn(arg, run, start);
	return 0;
}

/* --- probe of the kernel -------------------------------------------------- */

static void seen(void *arg, uint64_t start, uint64_t end)
{
	uint64_t *bytes = arg;

	*bytes += end - start;
}

/* Tests the bits on one page: writes to it, resets the bits, and writes to it
 * again. */
static int try_page(int pagemap, int refs, volatile char *p, size_t page)
{
	uint64_t at = (uintptr_t)p, before = 0, after = 0;
	bool whole = false;
	int r;

	p[0] = 1;
	r = softdirty_reset(refs);
	if (r == 0)
		r = softdirty_scan(pagemap, at, at + page, seen, &before,
				   &whole);
	p[0] = 2;
	if (r == 0)
		r = softdirty_scan(pagemap, at, at + page, seen, &after, &whole);
	if (r < 0)
		return r;
	return !before && after == page ? 0 : -EOPNOTSUPP;
}

int softdirty_probe(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	int pagemap, refs, r;
	void *p;

	if (fault_on("no-soft-dirty"))
		return -EOPNOTSUPP;
	pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	refs = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
	p = mmap(NULL, page, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (pagemap < 0 || refs < 0 || p == MAP_FAILED)
		r = -errno;
	else
		r = try_page(pagemap, refs, p, page);
	if (p != MAP_FAILED)
		munmap(p, page);
	if (pagemap >= 0)
		close(pagemap);
	if (refs >= 0)
		close(refs);
	return r;
}
