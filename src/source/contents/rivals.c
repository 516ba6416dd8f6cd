/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether others want the CPU.  Somebody who has it for some milliseconds then
 * loses it to them, and whoever waits for him waits for all of that; and who is
 * let go waits for it once more.
 */
#include <config.h>

#include "source/contents/capture.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "sys/loop.h"

/* It has to be waited for so long each time. */
#define WAIT_NS (NS_PER_MS / 2)
#define TURNS 8
#define AGAIN_NS (5 * NS_PER_MS)

/* What is in a small file of /proc that is kept open. */
static const char *look(int *fd, const char *path, char *text, size_t size)
{
	ssize_t n;

	if (!*fd)
		*fd = open(path, O_RDONLY | O_CLOEXEC);
	n = *fd > 0 ? pread(*fd, text, size - 1, 0) : 0;
	text[n > 0 ? n : 0] = '\0';
	return text;
}

/* By what the kernel counts of this thread, which may be one that seldom
 * waits. */
static bool is_waited_for(struct rivals *r)
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

/* There are more who want one than there are; this thread is one of them.  Once
 * is chance. */
static bool are_many(struct rivals *r)
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

bool rivals_here(struct rivals *r)
{
	uint64_t now = clock_ns();

	if (now < r->again_ns)
		return r->here;
	r->again_ns = now + AGAIN_NS;
	r->here = are_many(r);
	r->here |= is_waited_for(r);
	return r->here;
}

void rivals_release(struct rivals *r)
{
	if (r->own > 0)
		close(r->own);
	if (r->load > 0)
		close(r->load);
}
