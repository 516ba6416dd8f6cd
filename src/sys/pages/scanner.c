/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/pages/scan_kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fault.h"

/* Bits of a pagemap entry: Documentation/admin-guide/mm/pagemap.rst. */
#define PM_PRESENT (1ull << 63)
#define PM_SWAP (1ull << 62)
#define PM_FILE (1ull << 61)
#define PM_GUARD (1ull << 58)
#define PM_EXCLUSIVE (1ull << 56)
#define PM_FRAME ((1ull << 55) - 1)

/*
 * If the user may see frame numbers, a swap entry has its type in the frame
 * bits (include/linux/swapops.h).  The highest types are not swap. 31 is a
 * marker in an empty entry (guard, userfaultfd). 23 to 30 are pages in memory
 * that are under migration, on a device, or broken; RSS counts these.
 */
#define SWAP_TYPE 31
#define SWAP_NO_DEVICE 23
#define SWAP_MARKER 31

static bool has_swap(void)
{
	struct sysinfo si;

	return sysinfo(&si) < 0 || si.totalswap;
}

static unsigned swap_cats(uint64_t entry)
{
	unsigned type = entry & SWAP_TYPE;

	if (entry & PM_GUARD)
		return 0;
	if (!(entry & PM_FRAME))
		return has_swap() ? PAGE_SWAPPED : 0;
	if (type == SWAP_MARKER)
		return 0;
	return type >= SWAP_NO_DEVICE ? PAGE_PRESENT : PAGE_SWAPPED;
}

unsigned pagemap_entry(uint64_t entry, bool *exclusive, uint64_t *frame)
{
	bool present = entry & PM_PRESENT;

	*exclusive = present && (entry & PM_EXCLUSIVE);
	*frame = present ? entry & PM_FRAME : 0;
	if (present)
		return PAGE_PRESENT;
	return entry & PM_SWAP ? swap_cats(entry) : 0;
}

bool pagemap_entry_is_file(uint64_t entry)
{
	return (entry & PM_PRESENT) && (entry & PM_FILE);
}

int pagescan_call(struct pagescanner *sc, int fd, uint64_t start,
		  uint64_t end, const struct scan_ask *ask)
{
	struct scan_arg arg = {
		.size = sizeof arg,
		.start = start, .end = end,
		.vec = (uintptr_t)sc->vec, .vec_len = ask->max_ranges,
		.max_pages = ask->max_pages,
		.category_inverted = ask->inverted,
		.category_anyof_mask = ask->anyof,
		.return_mask = CAT_PRESENT | CAT_SWAPPED | CAT_ZERO |
			       CAT_HUGE | (sc->guard ? CAT_GUARD : 0),
	};
	int n = ioctl(fd, IOC_PAGEMAP_SCAN, &arg);

	return n < 0 ? -errno : n;
}

/* --- probe of the kernel on mmtop's own pages ---------------------------- */

static void probe_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	unsigned *seen = arg;

	if (start < end)
		*seen |= cats;
}

static uint64_t frame_at(struct pagescanner *sc, int fd, const void *p)
{
	uint64_t entry, frame;
	bool exclusive;

	if (pread(fd, &entry, sizeof entry,
		  (off_t)((uintptr_t)p / sc->page * sizeof entry)) !=
	    sizeof entry)
		return 0;
	return pagemap_entry(entry, &exclusive, &frame) ? frame : 0;
}

/* Finds the frame of the zero page: anonymous pages that were only read map it,
 * except in kernels without a zero page. */
static void probe_zero_frame(struct pagescanner *sc, int fd)
{
	char *p = mmap(NULL, 2 * sc->page, PROT_READ,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t frame;

	if (p == MAP_FAILED)
		return;
	(void)*(volatile char *)p;
	(void)*(volatile char *)(p + sc->page);
	frame = frame_at(sc, fd, p);
	if (frame == frame_at(sc, fd, p + sc->page))
		sc->zero_frame = frame;
	munmap(p, 2 * sc->page);
}

/* Tests if the scan reports a large page of zeros as such, and sets huge_zero.
 * Does nothing if the kernel provides no large page. */
static void probe_huge_zero(struct pagescanner *sc, int fd)
{
	size_t size = 2 * PAGESCAN_HUGE;
	char *p = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS,
		       -1, 0);
	struct pagescan s;
	unsigned seen = 0;
	char *huge;

	if (p == MAP_FAILED)
		return;
	huge = (char *)(((uintptr_t)p + PAGESCAN_HUGE - 1) &
			~(PAGESCAN_HUGE - 1));
	if (madvise(huge, PAGESCAN_HUGE, MADV_HUGEPAGE) == 0) {
		(void)*(volatile char *)huge;
		pagescan_begin(&s, sc, fd, -1, (uintptr_t)huge,
			       (uintptr_t)huge + PAGESCAN_HUGE);
		if (pagescan_step(&s, 1000000, probe_run, &seen) == 1 &&
		    (seen & PAGE_HUGE))
			sc->huge_zero = (seen & PAGE_ZERO) &&
					!fault_on("no-huge-zero");
	}
	munmap(p, size);
}

static void probe_ioctl(struct pagescanner *sc, int fd)
{
	const struct scan_ask ask = { .anyof = CAT_PRESENT, .max_ranges = 1 };
	uint64_t at = (uintptr_t)sc & ~(sc->page - 1);

	if (fault_on("no-pagemap-scan"))
		return;
	sc->guard = true;
	sc->ioctl = pagescan_call(sc, fd, at, at + sc->page, &ask) >= 0;
	if (sc->ioctl)
		return;
	sc->guard = false;
	sc->ioctl = pagescan_call(sc, fd, at, at + sc->page, &ask) >= 0;
}

struct pagescanner *pagescanner_new(void)
{
	return xcalloc(1, sizeof(struct pagescanner));
}

void pagescanner_ready(struct pagescanner *sc)
{
	int fd;

	if (sc->window)
		return;
	fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	sc->page = (uint64_t)sysconf(_SC_PAGESIZE);
	sc->window = PAGESCAN_WINDOW / sc->page;
	/* Not zeroed, since a scan of a small process touches only few pages of
	 * these arrays. */
	sc->vec = xmalloc((sc->window + 1) * sizeof *sc->vec);
	sc->entries = xmalloc(sc->window * sizeof *sc->entries);
	sc->huge_zero = true;
	if (fd < 0)
		return;
	probe_ioctl(sc, fd);
	probe_zero_frame(sc, fd);
	if (sc->ioctl)
		probe_huge_zero(sc, fd);
	close(fd);
}

void pagescanner_free(struct pagescanner *sc)
{
	if (!sc)
		return;
	free(sc->vec);
	free(sc->entries);
	free(sc);
}

bool pagescanner_knows_zero(struct pagescanner *sc)
{
	pagescanner_ready(sc);
	return sc->ioctl || sc->zero_frame;
}

bool pagescanner_knows_huge(struct pagescanner *sc)
{
	pagescanner_ready(sc);
	return sc->ioctl;
}

bool pagescanner_skips_holes(struct pagescanner *sc)
{
	pagescanner_ready(sc);
	return sc->ioctl;
}
