/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stalls: how long a program waits in its own mmap and munmap while 2 GiB of
 * its memory are scanned 20 times a second: without a scan, with the engine's
 * page scan of fully resident memory and of memory with a random half resident,
 * and with smaps. Each way takes its turn in each of argv[1] rounds:
 *
 *	WAY WORST OFTEN SLEPT OTHERS
 *
 * WORST: the longest wait in a turn of one second, in microseconds. OFTEN:
 * waits of more than 100 us, of 1,000. SLEPT: of 1,000, how often the program
 * slept on the lock that the scan held; only the scan causes this. OTHERS: the
 * CPU time of other processes in that time, in percent: waiting for a CPU takes
 * longer than waiting for any lock.
 */
#include <config.h>

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sys/pages/scan.h"
#include "tools.h"

#define SIZE (2ul << 30)
#define TURN_US 1000000
#define PERIOD_US 50000
#define PAUSE_NS 50000
#define LONG_NS 100000

struct shared {
	_Atomic bool ready;
	_Atomic uint64_t worst;		/* ns; since it was last set to 0 */
	_Atomic uint64_t times, longer, slept;
};

/* --- the child ------------------------------------------------------------ */

static long sleeps(void)
{
	struct rusage ru;

	getrusage(RUSAGE_SELF, &ru);
	return ru.ru_nvcsw;
}

static void map_and_unmap(struct shared *sh)
{
	struct timespec pause = { .tv_nsec = PAUSE_NS };

	for (;;) {
		long slept = sleeps();
		uint64_t begin = ns_of(CLOCK_MONOTONIC), took;
		char *at = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		munmap(at, PAGE);
		took = ns_of(CLOCK_MONOTONIC) - begin;
		if (took > atomic_load(&sh->worst))
			atomic_store(&sh->worst, took);
		atomic_fetch_add(&sh->times, 1);
		if (took > LONG_NS)
			atomic_fetch_add(&sh->longer, 1);
		if (sleeps() != slept)
			atomic_fetch_add(&sh->slept, 1);
		nanosleep(&pause, NULL);
	}
}

static pid_t child_start(char *dense, char *half, struct shared *sh)
{
	uint64_t seed = 1;
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (pid > 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (size_t i = 0; i < SIZE; i += PAGE) {
		dense[i] = 1;
		if (of_half(&seed))
			half[i] = 1;
	}
	atomic_store(&sh->ready, true);
	map_and_unmap(sh);
	_exit(0);
}

/* --- the scanner ---------------------------------------------------------- */

static void scan(struct pagescanner *sc, pid_t pid, const char *area)
{
	int pagemap = open_of(pid, "pagemap"), maps = open_of(pid, "maps");

	if (!scan_all(sc, pagemap, maps, area, SIZE))
		die("scan");
	close(pagemap);
	close(maps);
}

static void read_smaps(pid_t pid)
{
	int fd = open_of(pid, "smaps");
	char buf[32768];

	while (read(fd, buf, sizeof buf) > 0)
		;
	close(fd);
}

/* CPU time in seconds: idle since boot, and used by these two processes. */
static double cpu_idle(void)
{
	unsigned long long idle, wait;
	FILE *f = fopen("/proc/stat", "re");

	if (!f || fscanf(f, "cpu %*u %*u %*u %llu %llu", &idle, &wait) != 2)
		die("/proc/stat");
	fclose(f);
	return (double)(idle + wait) / (double)sysconf(_SC_CLK_TCK);
}

static double cpu_used(pid_t child)
{
	clockid_t clock;

	if (clock_getcpuclockid(child, &clock))
		die("clock_getcpuclockid");
	return (us_of(CLOCK_PROCESS_CPUTIME_ID) + us_of(clock)) / 1e6;
}

static double of_thousand(uint64_t n, const struct shared *sh)
{
	return (double)n * 1000 / (double)(atomic_load(&sh->times) + 1);
}

enum way { UNOBSERVED, HEATMAP, HALF, SMAPS, WAYS };
static const char *const ways[] = { "unobserved", "heatmap", "heatmap-half",
				    "smaps" };

static void turn(enum way way, struct shared *sh, struct pagescanner *sc,
		 pid_t pid, char *const area[WAYS])
{
	uint64_t begin = ns_of(CLOCK_MONOTONIC), next = begin, now;
	double all, nobody = cpu_idle(), ours = cpu_used(pid);

	atomic_store(&sh->worst, 0);
	atomic_store(&sh->times, 0);
	atomic_store(&sh->longer, 0);
	atomic_store(&sh->slept, 0);
	while (ns_of(CLOCK_MONOTONIC) < begin + TURN_US * 1000ull) {
		if (way == SMAPS)
			read_smaps(pid);
		else if (area[way])
			scan(sc, pid, area[way]);
		next += PERIOD_US * 1000ull;
		now = ns_of(CLOCK_MONOTONIC);
		if (next > now)
			usleep((useconds_t)((next - now) / 1000));
	}
	all = (double)(ns_of(CLOCK_MONOTONIC) - begin) / 1e9 *
	      (double)sysconf(_SC_NPROCESSORS_ONLN);
	ours = cpu_used(pid) - ours;
	nobody = cpu_idle() - nobody;
	printf("%s %.1f %.3f %.3f %.1f\n", ways[way],
	       (double)atomic_load(&sh->worst) / 1e3,
	       of_thousand(atomic_load(&sh->longer), sh),
	       of_thousand(atomic_load(&sh->slept), sh),
	       all > ours + nobody ? (all - ours - nobody) / all * 100 : 0.0);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 9;
	struct shared *sh = mmap(NULL, sizeof *sh, PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	char *area[WAYS] = { [HEATMAP] = map_area(SIZE),
			     [HALF] = map_area(SIZE) };
	struct pagescanner *sc = pagescanner_new();
	pid_t pid;

	if (sh == MAP_FAILED)
		die("mmap");
	pid = child_start(area[HEATMAP], area[HALF], sh);
	while (!atomic_load(&sh->ready)) {
		if (waitpid(pid, NULL, WNOHANG) == pid) {
			fprintf(stderr,
				"stalls: the child cannot map its memory\n");
			return 1;
		}
		usleep(10000);
	}
	for (int r = 0; next_round(r, rounds); r++)
		for (enum way way = 0; way < WAYS; way++)
			turn(way, sh, sc, pid, area);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	pagescanner_free(sc);
	return 0;
}
