/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks whether the CPU is contended.  If so, mmtop is preempted after some
 * milliseconds, and a task that is stopped for a scan has to wait until mmtop
 * runs again.  Once resumed, the task itself waits for the CPU, too.
 */
#include <config.h>

#include "source/contents/capture.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "sys/loop.h"

/* The CPU counts as contended above this average wait per time slice. */
#define WAIT_NS (NS_PER_MS / 2)
#define TURNS 8
#define AGAIN_NS (5 * NS_PER_MS)

/* Reads a small file of /proc, and leaves the file open. */
static const char *look(int *fd, const char *path, char *text, size_t size)
{
	ssize_t n;

	if (!*fd)
		*fd = open(path, O_RDONLY | O_CLOEXEC);
	n = *fd > 0 ? pread(*fd, text, size - 1, 0) : 0;
	text[n > 0 ? n : 0] = '\0';
	return text;
}

/* True if this thread waits for the CPU, according to its schedstat.  A thread
 * with high priority seldom waits, so are_many() checks the other programs. */
static bool is_waited_for(struct contention *r)
{
	uint64_t waited, turns;
	char text[96];

	if (sscanf(look(&r->own, "/proc/thread-self/schedstat", text,
			sizeof text),
		   "%*u %" SCNu64 " %" SCNu64, &waited, &turns) != 2 ||
	    turns < r->turns + TURNS)
		return r->waits;
	r->waits = (waited - r->waited_ns) / (turns - r->turns) > WAIT_NS;
	r->waited_ns = waited;
	r->turns = turns;
	return r->waits;
}

/* True if two checks in a row find more runnable tasks (this thread included)
 * than CPUs.  A single check may find more by chance. */
static bool are_many(struct contention *r)
{
	bool was = r->many || !r->asked;
	long running;
	char text[96];

	if (!r->asked)
		r->cpus = sysconf(_SC_NPROCESSORS_ONLN);
	r->asked = true;
	r->many = sscanf(look(&r->load, "/proc/loadavg", text, sizeof text),
			 "%*s %*s %*s %ld/", &running) == 1 &&
		  running > r->cpus;
	return r->many && was;
}

bool cpu_contended(struct contention *r)
{
	uint64_t now = clock_ns();

	if (now < r->again_ns)
		return r->here;
	r->again_ns = now + AGAIN_NS;
	r->here = are_many(r);
	r->here |= is_waited_for(r);
	return r->here;
}

void contention_release(struct contention *r)
{
	if (r->own > 0)
		close(r->own);
	if (r->load > 0)
		close(r->load);
}
