/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * keys: the time from a key press until the real mmtop has drawn the screen
 * that the key changes, on terminals of 120x40 and 237x70. mmtop is attached to
 * a process with 65,000 regions and 64 GiB mapped, one page in 512 resident,
 * and to a process with 500 children.
 *
 *	keys MMTOP [KEYS]
 *
 * Keys are sent at random moments, so some coincide with a refresh. The time
 * ends with the last byte that mmtop writes for the key. The CPU time of the
 * drawing process is shown next to it: the difference grows with the load of
 * the machine. Prints a line for each screen, and whether 95 of 100 keys meet
 * the goal.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools.h"

#define REGIONS 65000ul
#define LARGE (64ul << 30)
#define LARGE_AT 0x200000000000ul	/* the address that `:go` is given */
#define STEP 512ul			/* one resident page in 512: the first
					 * page of each huge page */
#define PROMISED_MS 50.0
/* Output is complete after QUIET_MS of silence. A key without output for
 * NOTHING_MS had no effect. */
#define QUIET_MS 8
#define NOTHING_MS 1000

#define CHILDREN 500
#define SCENES_MAX 5

struct scene {
	const char *name;		/* NULL ends the list */
	const char *open;		/* keys that open the scene */
	/* Sent one at a time, repeatedly. Each key must change the screen:
	 * otherwise the next tick of the clock would be timed. */
	const char *keys;
};

/* --- the target ----------------------------------------------------------- */

/* Neighbouring pages differ in protection, so each page is a region. */
static void hold_memory(int ready)
{
	const int rw = PROT_READ | PROT_WRITE;
	char *small = mmap(NULL, REGIONS * PAGE, rw,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *large = mmap((void *)LARGE_AT, LARGE, rw, MAP_PRIVATE |
			   MAP_ANONYMOUS | MAP_NORESERVE |
			   MAP_FIXED_NOREPLACE, -1, 0);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (small == MAP_FAILED || large != (char *)LARGE_AT)
		_exit(1);
	madvise(large, LARGE, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < REGIONS; i += 2)
		if (mprotect(small + i * PAGE, PAGE, PROT_READ) < 0)
			break;
	for (size_t i = 0; i < LARGE / PAGE; i += STEP)
		large[i * PAGE] = 1;
	if (write(ready, "", 1) != 1)
		_exit(1);
	for (;;)
		pause();
}

static void hold_children(int ready)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (int i = 0; i < CHILDREN; i++) {
		pid_t pid = fork();

		if (pid < 0)
			_exit(1);
		if (pid)
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			pause();
	}
	if (write(ready, "", 1) != 1)
		_exit(1);
	for (;;)
		pause();
}

/* The targets, and the scenes that are measured on each. */
static const struct target {
	void (*hold)(int ready);
	struct scene scenes[SCENES_MAX];
} targets[] = {
	{ hold_memory, {
		{ "regions", "1", "jjjjjjjkkkk" },
		{ "find", "/", "ano\177\177\177heap\177\177\177\177" },
		{ "whole space", "\0332aa-", "jjjjkkkk" },
		{ "64 GiB", ":go 200000000000\ra", "jjjjkkkk" },
		{ "64 GiB, zoom", "", "++++----" },
	} },
	{ hold_children, { { "500 processes", "5", "jjjjkkkk" } } },
};

static pid_t start_target(const struct target *t)
{
	int ready[2];
	char byte;
	pid_t pid;

	if (pipe(ready) < 0)
		die("pipe");
	pid = fork();
	if (pid < 0)
		die("fork");
	if (pid == 0)
		t->hold(ready[1]);
	close(ready[1]);
	if (read(ready[0], &byte, 1) != 1)
		die("the target cannot map its memory");
	close(ready[0]);
	return pid;
}

/* --- the screen ----------------------------------------------------------- */

static pid_t start_screen(const char *mmtop, pid_t target, int rows, int cols,
			  int *fd)
{
	struct winsize ws = { .ws_row = (unsigned short)rows,
			      .ws_col = (unsigned short)cols };
	char arg[16];
	pid_t pid = forkpty(fd, NULL, NULL, &ws);

	if (pid < 0)
		die("forkpty");
	if (pid == 0) {
		snprintf(arg, sizeof arg, "%d", (int)target);
		setenv("TERM", "xterm-256color", 1);
		setenv("LC_ALL", "C.UTF-8", 1);
		execl(mmtop, mmtop, "-f", "-p", arg, (char *)NULL);
		_exit(127);
	}
	fcntl(*fd, F_SETFL, O_NONBLOCK);
	return pid;
}

/* Reads output until none has come for `quiet` ms (`first` ms before the first
 * byte). Returns the time of the last byte, 0 if there was none. */
static uint64_t drain(int fd, int first, int quiet)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	static char buf[65536];
	uint64_t last = 0;

	while (poll(&p, 1, last ? quiet : first) > 0) {
		ssize_t n = read(fd, buf, sizeof buf);

		if (n <= 0 && errno != EAGAIN)
			die("mmtop exited");
		last = ns_of(CLOCK_MONOTONIC);
	}
	return last;
}

static void settle(int fd, uint64_t ns)
{
	uint64_t until = ns_of(CLOCK_MONOTONIC) + ns;

	while (ns_of(CLOCK_MONOTONIC) < until)
		drain(fd, 20, 20);
}

/* CPU time of the process that draws. */
static uint64_t cpu_of(pid_t pid)
{
	char text[64] = "";
	int fd = open_of(pid, "schedstat");

	if (read(fd, text, sizeof text - 1) < 0)
		die("schedstat");
	close(fd);
	return strtoull(text, NULL, 10);
}

static void type(int fd, const char *keys, size_t n)
{
	if (write(fd, keys, n) != (ssize_t)n)
		die("type");
}

/* --- measuring ------------------------------------------------------------ */

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* A random pause between keys in nanoseconds, 60 to 200 ms. */
static uint64_t odd_moment(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return 60000000 + (*seed >> 33) % 140000000;
}

struct times {
	double *v;
	size_t n;
};

/* The `share` percentile of the times, in milliseconds. */
static double percentile(const struct times *t, size_t share)
{
	size_t i = t->n * share / 100;

	return t->n ? t->v[i < t->n ? i : t->n - 1] : 0;
}

static void sort(struct times *t)
{
	qsort(t->v, t->n, sizeof *t->v, compare);
}

/* Adds a row in the format of bench/result. */
static void add_row(const struct scene *s, const struct times *wall, int rows,
		    int cols, bool kept)
{
	const char *path = getenv("BENCH_RESULTS");
	FILE *f = path ? fopen(path, "ae") : NULL;

	if (!f)
		return;
	fprintf(f, "key to screen, %s, %dx%d\t%.1f\tms\t-\t-\t-\t%.1f\t%.1f\t"
		"<= %.0f\t%s\n", s->name, cols, rows, percentile(wall, 95),
		percentile(wall, 0), percentile(wall, 100), PROMISED_MS,
		kept ? "met" : "NOT MET");
	fclose(f);
}

static bool report(const struct scene *s, struct times *wall,
		   struct times *cpu, int rows, int cols)
{
	bool kept;

	sort(wall);
	sort(cpu);
	kept = wall->n && percentile(wall, 95) <= PROMISED_MS;
	printf("%-14s %5dx%-4d %5zu %8.1f %8.1f %8.1f %8.1f %8.1f  %s\n",
	       s->name, cols, rows, wall->n, percentile(wall, 50),
	       percentile(wall, 95), percentile(wall, 100), percentile(cpu, 50),
	       percentile(cpu, 95), kept ? "met" : "NOT MET");
	fflush(stdout);
	add_row(s, wall, rows, cols, kept);
	return kept;
}

static bool measure(int fd, pid_t pid, const struct scene *s, size_t n,
		    int rows, int cols)
{
	struct times wall = { calloc(n, sizeof(double)), 0 };
	struct times cpu = { calloc(n, sizeof(double)), 0 };
	uint64_t seed = 1, begin, end, used;
	bool kept;

	for (const char *k = s->open; *k; k++) {
		type(fd, k, 1);
		settle(fd, 300000000);
	}
	settle(fd, 3000000000);
	for (size_t i = 0; i < n; i++) {
		settle(fd, odd_moment(&seed));
		used = cpu_of(pid);
		begin = ns_of(CLOCK_MONOTONIC);
		type(fd, &s->keys[i % strlen(s->keys)], 1);
		end = drain(fd, NOTHING_MS, QUIET_MS);
		if (!end)
			continue;
		wall.v[wall.n++] = (double)(end - begin) / 1e6;
		cpu.v[cpu.n++] = (double)(cpu_of(pid) - used) / 1e6;
	}
	kept = report(s, &wall, &cpu, rows, cols);
	free(wall.v);
	free(cpu.v);
	return kept;
}

static bool run(const char *mmtop, const struct target *t, pid_t target,
		size_t n, int rows, int cols)
{
	bool kept = true;
	int fd;
	pid_t pid = start_screen(mmtop, target, rows, cols, &fd);

	settle(fd, 5000000000);
	for (size_t i = 0; i < SCENES_MAX && t->scenes[i].name; i++)
		kept &= measure(fd, pid, &t->scenes[i], n, rows, cols);
	/* mmtop accepts an answer only after a pause without keys. */
	type(fd, "q", 1);
	settle(fd, 500000000);
	type(fd, "y", 1);
	close(fd);
	waitpid(pid, NULL, 0);
	return kept;
}

int main(int argc, char **argv)
{
	long n = argc > 2 ? atol(argv[2]) : 60;
	bool kept = true;

	if (argc < 2 || n < 1) {
		fprintf(stderr, "Usage: keys MMTOP [KEYS]\n");
		return 2;
	}
	printf("time from a key to its screen: 65,000 regions, 64 GiB mapped, "
	       "500 processes; ms, goal: 95 of 100 within %.0f\n",
	       PROMISED_MS);
	printf("%-14s %10s %5s %8s %8s %8s %8s %8s\n", "screen", "terminal",
	       "keys", "median", "95%", "most", "CPU", "CPU 95%");
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
		const struct target *t = &targets[i];
		pid_t target = start_target(t);

		kept &= run(argv[1], t, target, (size_t)n, 40, 120);
		kept &= run(argv[1], t, target, (size_t)n, 70, 237);
		kill(target, SIGKILL);
		waitpid(target, NULL, 0);
	}
	return kept ? 0 : 1;
}
