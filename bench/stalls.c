/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stalls: how long a program waits in its own mmap and munmap while 2 GiB of
 * it are looked at 20 times a second: not at all, by the engine's page scan,
 * by smaps.  Each way takes its turn in each of argv[1] rounds:
 *
 *	WAY WORST	in microseconds, of one turn of a second
 */
#include <config.h>

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
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
#define SIZE (2ul << 30)
#define TURN_US 1000000
#define PERIOD_US 50000
#define PAUSE_NS 50000
#define SLICE_NS 2000000

struct shared {
	_Atomic bool ready;
	_Atomic uint64_t worst;		/* ns, since it was last set to 0 */
};

static _Noreturn void die(const char *what)
{
	perror(what);
	exit(1);
}

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

/* --- the child -------------------------------------------------------------- */

static void map_and_unmap(struct shared *sh)
{
	struct timespec pause = { .tv_nsec = PAUSE_NS };

	for (;;) {
		uint64_t begin = now_ns(), took;
		char *at = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		munmap(at, PAGE);
		took = now_ns() - begin;
		if (took > atomic_load(&sh->worst))
			atomic_store(&sh->worst, took);
		nanosleep(&pause, NULL);
	}
}

static pid_t child_start(char *area, struct shared *sh)
{
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (pid > 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (size_t i = 0; i < SIZE; i += PAGE)
		area[i] = 1;
	atomic_store(&sh->ready, true);
	map_and_unmap(sh);
	_exit(0);
}

/* --- who looks ---------------------------------------------------------------- */

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

static void on_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	(void)cats;
	*(uint64_t *)arg += (end - start) / PAGE;
}

static void scan(struct pagescanner *sc, pid_t pid, const char *area)
{
	int pagemap = open_of(pid, "pagemap"), maps = open_of(pid, "maps");
	struct pagescan s;
	uint64_t pages = 0;
	int rc;

	pagescan_begin(&s, sc, pagemap, maps, (uintptr_t)area,
		       (uintptr_t)area + SIZE);
	while ((rc = pagescan_step(&s, SLICE_NS, on_run, &pages)) == 0)
		pagescan_pause();
	close(pagemap);
	close(maps);
	if (rc < 0 || pages != SIZE / PAGE)
		die("scan");
}

static void read_smaps(pid_t pid)
{
	int fd = open_of(pid, "smaps");
	char buf[32768];

	while (read(fd, buf, sizeof buf) > 0)
		;
	close(fd);
}

static const char *const ways[] = { "unobserved", "heatmap", "smaps" };

static void turn(size_t way, struct shared *sh, struct pagescanner *sc,
		 pid_t pid, const char *area)
{
	uint64_t begin = now_ns(), next = begin;

	atomic_store(&sh->worst, 0);
	while (now_ns() < begin + TURN_US * 1000ull) {
		if (way == 1)
			scan(sc, pid, area);
		else if (way == 2)
			read_smaps(pid);
		next += PERIOD_US * 1000ull;
		if (next > now_ns())
			usleep((useconds_t)((next - now_ns()) / 1000));
	}
	printf("%s %.1f\n", ways[way], (double)atomic_load(&sh->worst) / 1e3);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 9;
	struct shared *sh = mmap(NULL, sizeof *sh, PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	char *area = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE |
			  MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	struct pagescanner *sc = pagescanner_new();
	pid_t pid;

	if (sh == MAP_FAILED || area == MAP_FAILED)
		die("mmap");
	madvise(area, SIZE, MADV_NOHUGEPAGE);
	pid = child_start(area, sh);
	while (!atomic_load(&sh->ready)) {
		if (waitpid(pid, NULL, WNOHANG) == pid) {
			fprintf(stderr, "stalls: the child has no memory\n");
			return 1;
		}
		usleep(10000);
	}
	for (int r = 0; r < rounds; r++)
		for (size_t way = 0; way < sizeof ways / sizeof *ways; way++)
			turn(way, sh, sc, pid, area);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	pagescanner_free(sc);
	return 0;
}
