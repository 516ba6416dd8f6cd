/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * scans: the engine's own page scans of a child with known pages, compared with
 * three other ways. One reads the same range of its pagemap file. One is a
 * single bare PAGEMAP_SCAN of the range: no scan can be cheaper, but it never
 * pauses, so the child's mmap() waits until it is done. One makes bare calls in
 * the windows and with the pauses of the engine, which keep that wait short.
 * The cost of one pause is measured, too. Every way takes its turn in each of
 * argv[1] rounds, for all ranges or for those named by the following arguments.
 * Prints a line for each turn:
 *
 *	RANGE WAY WALL CPU	in microseconds
 *
 * The pagemap of 1 TiB is read only once, as that takes seconds. The 8 GiB
 * range is skipped if less than 14 GiB are available.
 */
#include <config.h>

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sys/pages/scan.h"
#include "sys/pages/scan_kernel.h"
#include "tools.h"

#define GIB (1ul << 30)
#define TIB (1ul << 40)
#define TOUCHED 1000
#define PAUSES 64
/* The largest number of ranges that a half-populated GiB can have. */
#define MOST_RANGES (GIB / PAGE)

struct area {
	const char *name;
	size_t size;
	enum { DENSE, HUGE, HALF, CLUSTERED, SPREAD } how;
	char *at;
	size_t pages;		/* resident */
};

static struct area areas[] = {
	{ .name = "8-GiB-dense", .size = 8 * GIB, .how = DENSE },
	{ .name = "1-GiB-dense", .size = GIB, .how = DENSE },
	/* In huge pages, as the kernel backs a heap when it can. */
	{ .name = "1-GiB-huge", .size = GIB, .how = HUGE },
	{ .name = "1-GiB-half", .size = GIB, .how = HALF },
	{ .name = "1-TiB-clustered", .size = TIB, .how = CLUSTERED },
	{ .name = "1-TiB-spread", .size = TIB, .how = SPREAD },
	{ .name = "20-TiB-clustered", .size = 20 * TIB, .how = CLUSTERED },
	{ .name = "20-TiB-spread", .size = 20 * TIB, .how = SPREAD },
};
#define AREAS (sizeof areas / sizeof *areas)

static unsigned long available_kb(void)
{
	char line[128];
	unsigned long kb = 0;
	FILE *f = fopen("/proc/meminfo", "re");

	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "MemAvailable: %lu", &kb) == 1)
			break;
	if (f)
		fclose(f);
	return kb;
}

static void area_touch(struct area *a)
{
	size_t n = a->size / PAGE, step = n / TOUCHED;
	uint64_t seed = 1;

	if (a->how == HUGE)
		madvise(a->at, a->size, MADV_HUGEPAGE);
	for (size_t i = 0; i < n && a->how <= HALF; i++) {
		if (a->how == HALF && !of_half(&seed))
			continue;
		a->at[i * PAGE] = 1;
		a->pages++;
	}
	if (a->how <= HALF)
		return;
	a->pages = TOUCHED;
	for (size_t i = 0; i < TOUCHED; i++)
		a->at[(a->how == SPREAD ? i * step : n / 2 + i) * PAGE] = 1;
}

/* --- four ways ------------------------------------------------------------ */

/* In large pieces, as an efficient program reads it. */
static void read_pagemap(int pagemap, const struct area *a)
{
	static uint64_t entries[65536];
	uint64_t at = (uintptr_t)a->at / PAGE * 8, end = at + a->size / PAGE * 8;

	while (at < end) {
		size_t want = end - at < sizeof entries ? end - at
							: sizeof entries;
		ssize_t n = pread(pagemap, entries, want, (off_t)at);

		if (n <= 0)
			die("pagemap");
		at += (size_t)n;
	}
}

/* True if the scan asks for absent pages, which is cheaper on a dense range. */
static bool of_absent(const struct area *a)
{
	return a->how == DENSE;
}

/* One bare call from *at on, for at most `most` pages (0: no limit). Returns
 * the number of pages reported and moves *at to where the call stopped. */
static size_t bare_scan(int pagemap, const struct area *a, uint64_t *at,
			uint64_t end, uint64_t most)
{
	static struct scan_range *vec;
	struct scan_arg arg = {
		.size = sizeof arg, .start = *at, .end = end,
		.vec_len = MOST_RANGES, .max_pages = most,
		.category_inverted = of_absent(a) ? CAT_PRESENT : 0,
		.category_anyof_mask = CAT_PRESENT | CAT_SWAPPED,
		.return_mask = CAT_PRESENT | CAT_SWAPPED | CAT_ZERO | CAT_HUGE,
	};
	size_t pages = 0;
	int n;

	if (!vec)
		vec = calloc(MOST_RANGES, sizeof *vec);
	arg.vec = (uintptr_t)vec;
	n = ioctl(pagemap, IOC_PAGEMAP_SCAN, &arg);
	if (n < 0)
		die("PAGEMAP_SCAN");
	for (int i = 0; i < n; i++)
		pages += (vec[i].end - vec[i].start) / PAGE;
	*at = most && pages >= most ? vec[n - 1].end : end;
	return pages;
}

static size_t whole(int pagemap, const struct area *a)
{
	uint64_t at = (uintptr_t)a->at;
	size_t pages = bare_scan(pagemap, a, &at, at + a->size, 0);

	return of_absent(a) ? a->size / PAGE - pages : pages;
}

static size_t paced(int pagemap, const struct area *a)
{
	uint64_t at = (uintptr_t)a->at, end = at + a->size;
	uint64_t rested = ns_of(CLOCK_MONOTONIC);
	size_t pages = 0;

	while (at < end) {
		uint64_t to = of_absent(a) && end - at > PAGESCAN_DENSE
				? at + PAGESCAN_DENSE : end;

		pages += bare_scan(pagemap, a, &at, to,
				   of_absent(a) ? 0 : PAGESCAN_SPARSE / PAGE);
		if (at < end &&
		    ns_of(CLOCK_MONOTONIC) - rested >= PAGESCAN_WALK_NS) {
			pagescan_pause();
			rested = ns_of(CLOCK_MONOTONIC);
		}
	}
	return of_absent(a) ? a->size / PAGE - pages : pages;
}

static const char *const ways[] = { "pagemap", "ioctl", "paced", "scan" };
enum way { PAGEMAP, IOCTL, PACED, SCAN };

static void turn(struct pagescanner *sc, int pagemap, int maps,
		 const struct area *a, enum way way)
{
	double cpu = us_of(CLOCK_THREAD_CPUTIME_ID);
	double wall = us_of(CLOCK_MONOTONIC);
	size_t pages = a->pages;

	if (way == PAGEMAP)
		read_pagemap(pagemap, a);
	else if (way == IOCTL)
		pages = whole(pagemap, a);
	else if (way == PACED)
		pages = paced(pagemap, a);
	else
		pages = scan_all(sc, pagemap, maps, a->at, a->size);
	wall = us_of(CLOCK_MONOTONIC) - wall;
	cpu = us_of(CLOCK_THREAD_CPUTIME_ID) - cpu;
	if (pages != a->pages)
		die("the scan reported a wrong number of pages");
	printf("%s %s %.1f %.1f\n", a->name, ways[way], wall, cpu);
	fflush(stdout);
}

/* A pause is one timer, which costs far more on a virtual machine than on a
 * real one. */
static void pause_cost(void)
{
	double cpu = us_of(CLOCK_THREAD_CPUTIME_ID);
	double wall = us_of(CLOCK_MONOTONIC);

	for (int i = 0; i < PAUSES; i++)
		pagescan_pause();
	wall = us_of(CLOCK_MONOTONIC) - wall;
	cpu = us_of(CLOCK_THREAD_CPUTIME_ID) - cpu;
	printf("pause one %.1f %.1f\n", wall / PAUSES, cpu / PAUSES);
}

/* --- the scanned child ---------------------------------------------------- */

static pid_t child_start(void)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (size_t i = 0; i < AREAS; i++)
			if (areas[i].at)
				area_touch(&areas[i]);
		raise(SIGSTOP);
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, WUNTRACED) != pid ||
	    !WIFSTOPPED(status)) {
		fprintf(stderr, "scans: the child cannot map its memory\n");
		exit(1);
	}
	return pid;
}

static bool is_selected(const struct area *a, char **names)
{
	if (a->size == 8 * GIB && available_kb() <= 14ul << 20)
		return false;
	for (char **n = names; *n; n++)
		if (!strcmp(*n, a->name))
			return true;
	return !*names;
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 5, pagemap, maps;
	struct pagescanner *sc = pagescanner_new();
	pid_t pid;

	for (size_t i = 0; i < AREAS; i++)
		if (is_selected(&areas[i], argc > 2 ? argv + 2 : argv + argc))
			areas[i].at = map_area(areas[i].size);
	pid = child_start();
	pagemap = open_of(pid, "pagemap");
	maps = open_of(pid, "maps");
	for (size_t i = 0; i < AREAS; i++)	/* follows from the way the
						 * child touched them */
		if (areas[i].at && areas[i].how != HALF)
			areas[i].pages = areas[i].how < HALF
				? areas[i].size / PAGE : TOUCHED;
	for (int r = 0; next_round(r, rounds); r++) {
		pause_cost();
		for (size_t i = 0; i < AREAS; i++) {
			if (!areas[i].at)
				continue;
			if (areas[i].how == HALF && !areas[i].pages)
				areas[i].pages = scan_all(sc, pagemap, maps,
							  areas[i].at,
							  areas[i].size);
			turn(sc, pagemap, maps, &areas[i], SCAN);
			turn(sc, pagemap, maps, &areas[i], IOCTL);
			if (areas[i].how == DENSE || areas[i].how == HALF)
				turn(sc, pagemap, maps, &areas[i], PACED);
			/* Reading 2 GiB of empty pagemap takes seconds: do it
			 * once. */
			if (areas[i].size <= 8 * GIB ||
			    (areas[i].size == TIB && r == 0 &&
			     areas[i].how == SPREAD))
				turn(sc, pagemap, maps, &areas[i], PAGEMAP);
		}
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	pagescanner_free(sc);
	return 0;
}
