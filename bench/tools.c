/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "tools.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "sys/pages/scan.h"

_Noreturn void die(const char *what)
{
	perror(what);
	exit(1);
}

uint64_t ns_of(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

double us_of(clockid_t clock)
{
	return (double)ns_of(clock) / 1e3;
}

bool next_round(int done, int rounds)
{
	static double since;
	const char *seconds = getenv("BENCH_SECONDS");
	double now = us_of(CLOCK_MONOTONIC);

	if (!done)
		since = now;
	return done < rounds &&
	       (!done || !seconds || now - since < atof(seconds) * 1e6);
}

int open_of(pid_t pid, const char *file)
{
	char path[64];
	int fd;

	snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		die(path);
	return fd;
}

char *map_area(size_t size)
{
	char *p = mmap(NULL, size + 2 * PAGE, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED || mprotect(p + PAGE, size, PROT_READ | PROT_WRITE))
		die("mmap");
	/* Huge pages would make the scan too cheap. */
	madvise(p + PAGE, size, MADV_NOHUGEPAGE);
	return p + PAGE;
}

int of_half(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return !(*seed >> 63);
}

static void on_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	if (cats & PAGE_PRESENT)
		*(size_t *)arg += (end - start) / PAGE;
}

size_t scan_all(struct pagescanner *sc, int pagemap, int maps,
		const char *at, size_t size)
{
	struct pagescan s;
	size_t pages = 0;
	int rc;

	pagescan_begin(&s, sc, pagemap, maps, (uintptr_t)at,
		       (uintptr_t)at + size);
	while ((rc = pagescan_step(&s, SLICE_NS, on_run, &pages)) == 0)
		pagescan_pause();
	if (rc < 0)
		die("scan");
	return pages;
}
