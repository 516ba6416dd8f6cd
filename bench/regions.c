/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * regions: the engine's own refresh of a child with 60,000 regions, compared
 * with reading its maps file. In each of argv[1] rounds it reads the file; does
 * a full refresh; has the child change 100 regions, reports each change as the
 * tracer would, and refreshes; has the child undo the changes, without reports,
 * and does a full refresh. Prints a line for each:
 *
 *	WAY WALL CPU	in microseconds
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
#include <unistd.h>

#include "event/call.h"
#include "source/sample/core/sample.h"
#include "source/target.h"
#include "sys/loop.h"
#include "sys/proc/root.h"
#include "tools.h"

#define REGIONS 60000ul
#define CHANGES 100

static struct source_host host;
static struct target target;
static uint64_t emitted;

static void on_event(void *arg, const struct event *ev)
{
	(void)arg;
	emitted += ev->kind == EV_REGION && ev->u.region.op != REGION_SYNC;
}

/* --- the child ------------------------------------------------------------ */

static char *area;
static int turns[2], dones[2];

/* Every second page is writable, so every page is a region. */
static int page_prot(size_t i)
{
	return i % 2 ? PROT_READ : PROT_READ | PROT_WRITE;
}

/* Unmaps page k of the changed pages, or restores it. */
static bool change(size_t k, bool back)
{
	size_t i = 100 + k * (REGIONS - 200) / CHANGES;
	char *at = area + i * PAGE;

	if (!back)
		return munmap(at, PAGE) == 0;
	return mmap(at, PAGE, page_prot(i), MAP_PRIVATE | MAP_ANONYMOUS |
		    MAP_FIXED_NOREPLACE, -1, 0) == at;
}

static void child_run(void)
{
	char c;

	for (size_t i = 0; i < REGIONS; i += 2)
		if (mprotect(area + i * PAGE, PAGE, page_prot(i)))
			_exit(1);
	for (bool back = false;; back = !back) {
		if (write(dones[1], "", 1) != 1 || read(turns[0], &c, 1) != 1)
			_exit(2);
		for (size_t k = 0; k < CHANGES; k++)
			if (!change(k, back))
				_exit(3);
	}
}

static void child_wait(void)
{
	char c;

	if (read(dones[0], &c, 1) != 1) {
		fprintf(stderr, "regions: the child could not continue\n");
		exit(1);
	}
}

static void child_changes(void)
{
	if (write(turns[1], "", 1) != 1)
		die("write");
	child_wait();
}

static pid_t child_start(void)
{
	pid_t pid;

	area = mmap(NULL, REGIONS * PAGE, PROT_READ,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (area == MAP_FAILED || pipe(turns) || pipe(dones))
		die("regions");
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(turns[1]);
		child_run();
	}
	if (pid < 0)
		die("fork");
	close(dones[1]);
	munmap(area, REGIONS * PAGE);
	child_wait();
	return pid;
}

/* --- three ways ----------------------------------------------------------- */

static void read_maps(pid_t pid)
{
	char path[64], buf[32768];
	int fd;

	snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		die(path);
	while (read(fd, buf, sizeof buf) > 0)
		;
	close(fd);
}

/* As the engine's loop does it, but without interruption. */
static void refresh(struct source *s, struct sproc *p)
{
	do {
		if (!space_work(s, p, clock_ns() + NS_PER_S))
			break;
	} while (p->map.phase != MAP_IDLE);
}

/* The events that the tracer sends for each change. */
static void send_events(struct source *s, pid_t pid)
{
	for (size_t k = 0; k < CHANGES; k++) {
		size_t i = 100 + k * (REGIONS - 200) / CHANGES;
		struct event ev = host_event(&host, 't', EV_CALL, pid, pid);

		ev.u.call.call = CALL_MUNMAP;
		ev.u.call.phase = PHASE_WHOLE;
		ev.u.call.args[0] = (uintptr_t)area + i * PAGE;
		ev.u.call.args[1] = PAGE;
		sample_source.event(s, &ev);
	}
}

static void check_emitted(void)
{
	if (emitted != CHANGES) {
		fprintf(stderr, "regions: %lu events for %d changes\n",
			(unsigned long)emitted, CHANGES);
		exit(1);
	}
}

static void measure_way(const char *way, struct source *s, struct sproc *p)
{
	double cpu = us_of(CLOCK_THREAD_CPUTIME_ID);
	double wall = us_of(CLOCK_MONOTONIC);

	emitted = 0;
	if (!strcmp(way, "maps"))
		read_maps(p->pid);
	else
		refresh(s, p);
	wall = us_of(CLOCK_MONOTONIC) - wall;
	cpu = us_of(CLOCK_THREAD_CPUTIME_ID) - cpu;
	printf("%s %.1f %.1f\n", way, wall, cpu);
	fflush(stdout);
}

static struct source *source_start(pid_t pid)
{
	struct source *s;
	struct event ev;
	struct err err;

	if (procroot_open((struct procroot **)&host.proc, "/proc", &err) < 0)
		die("/proc");
	host.loop = loop_new();
	host.target = &target;
	host.emit = on_event;
	host.start_ns = clock_ns();
	host.period_ns = NS_PER_S;
	host.wants.regions = true;
	if (sample_source.open(&s, &host, &err) < 0)
		die("open");
	ev = host_event(&host, 't', EV_PROCESS, pid, pid);
	ev.u.process.op = PROCESS_ATTACH;
	ev.u.process.child = ev.u.process.child_pid = pid;
	sample_source.event(s, &ev);
	return s;
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 5;
	pid_t pid = child_start();
	struct source *s = source_start(pid);
	struct sproc *p = sproc_find(s, pid);

	refresh(s, p);
	for (int r = 0; next_round(r, rounds); r++) {
		measure_way("maps", s, p);
		sproc_stale(s, p, true);
		measure_way("full", s, p);
		child_changes();
		send_events(s, pid);
		measure_way("changes", s, p);
		check_emitted();
		child_changes();
		sproc_stale(s, p, true);
		measure_way("changed", s, p);
		check_emitted();
	}
	sample_source.close(s);
	loop_free(host.loop);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	return 0;
}
