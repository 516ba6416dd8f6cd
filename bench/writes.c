/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * writes: the time of a program that writes to one page in ten of 256 MiB,
 * repeatedly, for about a third of a second. It runs without write tracking,
 * with the engine's own scan, and with a bare PAGEMAP_SCAN of all of it, which
 * is the cheapest scan possible: in either case, each page that is written
 * again costs the program a fault. Scans come ten times per second of the
 * program's CPU time, so that a busy machine does not cause more scans for the
 * same work. Each way takes its turn in each of argv[1] rounds. Prints a line
 * for each:
 *
 *	WAY WALL CPU	the program's, in microseconds; LOOK: of one scan
 *
 * Prints nothing if the kernel cannot track writes (before Linux 6.7).
 */
#include <config.h>

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sys/pages/scan_kernel.h"
#include "sys/pages/uffd.h"
#include "sys/pages/writes.h"
#include "tools.h"

#define SIZE (256ul << 20)
#define HOT 10			/* one page in HOT is written */
#define HOT_PAGES ((SIZE / PAGE + HOT - 1) / HOT)
#define SOME_PASSES 20
#define TURN_US 3e5
#define PERIOD_NS 100000000

struct shared {
	_Atomic int turn, done;
	int uffd;
	double wall, cpu;
};

/* --- the child ------------------------------------------------------------ */

static void write_pages(volatile char *area, struct shared *sh, int passes)
{
	double cpu = us_of(CLOCK_THREAD_CPUTIME_ID);
	double wall = us_of(CLOCK_MONOTONIC);

	for (int pass = 0; pass < passes; pass++)
		for (size_t i = 0; i < SIZE; i += HOT * PAGE)
			area[i]++;
	sh->wall = us_of(CLOCK_MONOTONIC) - wall;
	sh->cpu = us_of(CLOCK_THREAD_CPUTIME_ID) - cpu;
}

static _Noreturn void child(char *area, struct shared *sh)
{
	int passes;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sh->uffd = (int)syscall(SYS_userfaultfd, UFFD_FLAGS);
	for (size_t i = 0; i < SIZE; i += PAGE)
		area[i] = 1;
	write_pages(area, sh, SOME_PASSES);
	passes = (int)(SOME_PASSES * TURN_US / sh->cpu) + 1;
	for (int turn = 1;; turn++) {
		atomic_store(&sh->done, turn);
		while (atomic_load(&sh->turn) < turn)
			usleep(1000);
		write_pages(area, sh, passes);
	}
}

/* --- the scanner ---------------------------------------------------------- */

static void on_written(void *arg, uint64_t start, uint64_t end)
{
	*(size_t *)arg += (end - start) / PAGE;
}

/* Returns the number of pages written since the last scan. */
static size_t scan_written(int pagemap, const char *area)
{
	struct writescan w;
	size_t pages = 0;
	int rc;

	writescan_begin(&w, pagemap, (uintptr_t)area, (uintptr_t)area + SIZE);
	while ((rc = writescan_step(&w, SLICE_NS, on_written, &pages)) == 0)
		;
	writescan_end(&w);
	if (rc < 0)
		die("writescan");
	return pages;
}

/* The call that writescan.c makes, without its pauses. */
static size_t bare_scan_written(int pagemap, const char *area)
{
	static struct scan_range vec[SIZE / PAGE];
	struct scan_arg arg = {
		.size = sizeof arg, .flags = SCAN_WP_MATCHING,
		.start = (uintptr_t)area, .end = (uintptr_t)area + SIZE,
		.vec = (uintptr_t)vec, .vec_len = SIZE / PAGE,
		.category_inverted = CAT_ZERO,
		.category_mask = CAT_WPALLOWED | CAT_WRITTEN | CAT_ZERO,
		.category_anyof_mask = CAT_PRESENT | CAT_SWAPPED,
		.return_mask = CAT_WRITTEN,
	};
	size_t pages = 0;
	int n = ioctl(pagemap, IOC_PAGEMAP_SCAN, &arg);

	if (n < 0)
		die("PAGEMAP_SCAN");
	for (int i = 0; i < n; i++)
		pages += (vec[i].end - vec[i].start) / PAGE;
	return pages;
}

enum way { UNTRACKED, TRACKED, BARE, WAYS };
static const char *const ways[] = { "untracked", "tracked", "bare" };
static const char *const looks_of[] = { "", "look", "look-bare" };

static size_t scan_by(enum way way, int pagemap, const char *area)
{
	return way == BARE ? bare_scan_written(pagemap, area)
			   : scan_written(pagemap, area);
}

static void await(struct shared *sh, int turn, clockid_t clock, int pagemap,
		  const char *area, enum way way)
{
	uint64_t next = ns_of(clock) + PERIOD_NS, most = 0;
	double cpu = 0;
	unsigned looks = 0;

	while (atomic_load(&sh->done) <= turn) {
		usleep(500);
		if (way == UNTRACKED || ns_of(clock) < next)
			continue;
		cpu -= us_of(CLOCK_THREAD_CPUTIME_ID);
		size_t pages = scan_by(way, pagemap, area);
		cpu += us_of(CLOCK_THREAD_CPUTIME_ID);
		next += PERIOD_NS;
		most = pages > most ? pages : most;
		looks++;
	}
	if (way == UNTRACKED)
		return;
	if (most != HOT_PAGES)
		die("a scan reported other pages than were written");
	printf("%s %.1f %.1f\n", looks_of[way], cpu / looks, cpu / looks);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 5, fd, pagemap, turn = 0;
	struct shared *sh = mmap(NULL, sizeof *sh, PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	char *area = map_area(SIZE);
	uint64_t at = (uintptr_t)area;
	clockid_t clock;
	pid_t pid;

	if (uffd_probe() < 0)
		return 0;
	pid = fork();
	if (pid == 0)
		child(area, sh);
	while (!atomic_load(&sh->done)) {
		if (pid < 0 || waitpid(pid, NULL, WNOHANG) == pid)
			die("child");
		usleep(10000);
	}
	fd = (int)syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, pid, 0),
			  sh->uffd, 0);
	pagemap = open_of(pid, "pagemap");
	if (fd < 0 || uffd_begin(fd) < 0 || clock_getcpuclockid(pid, &clock))
		die("userfaultfd");
	for (int i = 0; i % WAYS || next_round(i / WAYS, rounds); i++) {
		enum way way = (enum way)(i % WAYS);

		if (way != UNTRACKED && uffd_register(fd, at, at + SIZE) < 0)
			die("register");
		if (way != UNTRACKED)	/* the first scan reports all */
			(void)scan_by(way, pagemap, area);
		atomic_store(&sh->turn, ++turn);
		await(sh, turn, clock, pagemap, area, way);
		if (way != UNTRACKED && uffd_unregister(fd, at, at + SIZE) < 0)
			die("unregister");
		printf("%s %.1f %.1f\n", ways[way], sh->wall, sh->cpu);
		fflush(stdout);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	return 0;
}
