/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * scans: the engine's own page scans of a child whose pages are known, beside
 * reading the same range of its pagemap file.  Every way takes its turn in
 * each of argv[1] rounds, of all ranges or of those that are named after it;
 * a line for each turn:
 *
 *	RANGE WAY WALL CPU	in microseconds
 *
 * 1 TiB is read once, as that takes seconds.  The 8 GiB are left out where less than 14 GiB are free.
 */
#include <config.h>

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sys/pagescan.h"

#define PAGE 4096ul
#define GIB (1ul << 30)
#define TIB (1ul << 40)
#define TOUCHED 1000
/* As the engine has it: what one turn of its loop may take. */
#define SLICE_NS 2000000

struct area {
	const char *name;
	size_t size;
	enum { DENSE, HALF, CLUSTERED, SPREAD } how;
	char *at;
	size_t pages;		/* resident */
};

static struct area areas[] = {
	{ .name = "8-GiB-dense", .size = 8 * GIB, .how = DENSE },
	{ .name = "1-GiB-dense", .size = GIB, .how = DENSE },
	{ .name = "1-GiB-half", .size = GIB, .how = HALF },
	{ .name = "1-TiB-clustered", .size = TIB, .how = CLUSTERED },
	{ .name = "1-TiB-spread", .size = TIB, .how = SPREAD },
	{ .name = "20-TiB-clustered", .size = 20 * TIB, .how = CLUSTERED },
	{ .name = "20-TiB-spread", .size = 20 * TIB, .how = SPREAD },
};
#define AREAS (sizeof areas / sizeof *areas)

static _Noreturn void die(const char *what)
{
	perror(what);
	exit(1);
}

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

static void area_map(struct area *a)
{
	/* Room on both sides, so that no two become one region. */
	char *p = mmap(NULL, a->size + 2 * PAGE, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		die(a->name);
	a->at = p + PAGE;
	if (mprotect(a->at, a->size, PROT_READ | PROT_WRITE))
		die(a->name);
	/* Small pages: huge ones would make it too easy. */
	madvise(a->at, a->size, MADV_NOHUGEPAGE);
}

static void area_touch(struct area *a)
{
	size_t n = a->size / PAGE, step = n / TOUCHED;
	uint64_t seed = 1;

	for (size_t i = 0; i < n && a->how <= HALF; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		if (a->how == HALF && seed >> 63)
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

/* --- two ways ------------------------------------------------------------- */

static double us(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (double)ts.tv_sec * 1e6 + (double)ts.tv_nsec / 1e3;
}

static void on_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	if (cats & PAGE_PRESENT)
		*(size_t *)arg += (end - start) / PAGE;
}

static size_t scan(struct pagescanner *sc, int pagemap, int maps,
		   const struct area *a)
{
	struct pagescan s;
	size_t pages = 0;
	int rc;

	pagescan_begin(&s, sc, pagemap, maps, (uintptr_t)a->at,
		       (uintptr_t)a->at + a->size);
	while ((rc = pagescan_step(&s, SLICE_NS, on_run, &pages)) == 0)
		;
	if (rc < 0)
		die("scan");
	return pages;
}

/* As a program does that has read the manual: in large pieces. */
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

static void turn(struct pagescanner *sc, int pagemap, int maps,
		 const struct area *a, bool scanned)
{
	double cpu = us(CLOCK_THREAD_CPUTIME_ID), wall = us(CLOCK_MONOTONIC);

	if (!scanned)
		read_pagemap(pagemap, a);
	else if (scan(sc, pagemap, maps, a) != a->pages)
		die("a scan told other pages than there are");
	wall = us(CLOCK_MONOTONIC) - wall;
	cpu = us(CLOCK_THREAD_CPUTIME_ID) - cpu;
	printf("%s %s %.1f %.1f\n", a->name, scanned ? "scan" : "pagemap",
	       wall, cpu);
	fflush(stdout);
}

/* --- the child that is looked at ------------------------------------------- */

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
		fprintf(stderr, "scans: the child has no memory\n");
		exit(1);
	}
	return pid;
}

static int open_of(pid_t pid, const char *file)
{
	char path[64];
	int fd;

	snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		die(path);
	return fd;
}

static bool wanted(const struct area *a, char **names)
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
		if (wanted(&areas[i], argc > 2 ? argv + 2 : argv + argc))
			area_map(&areas[i]);
	pid = child_start();
	pagemap = open_of(pid, "pagemap");
	maps = open_of(pid, "maps");
	for (size_t i = 0; i < AREAS; i++)	/* as the child counted */
		if (areas[i].at && areas[i].how != HALF)
			areas[i].pages = areas[i].how == DENSE
				? areas[i].size / PAGE : TOUCHED;
	for (int r = 0; r < rounds; r++)
		for (size_t i = 0; i < AREAS; i++) {
			if (!areas[i].at)
				continue;
			if (areas[i].how == HALF && !areas[i].pages)
				areas[i].pages = scan(sc, pagemap, maps,
						      &areas[i]);
			turn(sc, pagemap, maps, &areas[i], true);
			/* Reading 2 GiB of nothing takes seconds: once. */
			if (areas[i].size <= 8 * GIB ||
			    (areas[i].size == TIB && r == 0 &&
			     areas[i].how == SPREAD))
				turn(sc, pagemap, maps, &areas[i], false);
		}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	pagescanner_free(sc);
	return 0;
}
