/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/bars/own_overhead.h"

#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "sys/loop.h"

/* Minimum time between two measurements, in ns.  In between, the last results
 * are used again. */
#define PERIOD_NS 800000000ull

static uint64_t cpu_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* Returns the RSS in bytes, from the second number in /proc/self/statm; 0 if
 * the file cannot be read. */
static uint64_t rss(void)
{
	int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	char buf[128], *end = buf;
	ssize_t n = fd < 0 ? 0 : read(fd, buf, sizeof buf - 1);

	if (fd >= 0)
		close(fd);
	buf[n > 0 ? n : 0] = '\0';
	(void)strtoull(buf, &end, 10);
	return strtoull(end, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

void own_overhead_add(struct own_overhead *c, struct ev_status *status)
{
	uint64_t now = clock_ns(), cpu;

	if (now - c->at_ns >= PERIOD_NS) {
		cpu = cpu_ns();
		if (c->at_ns)
			c->cpu = (cpu - c->cpu_ns) * 1000 / (now - c->at_ns);
		c->at_ns = now;
		c->cpu_ns = cpu;
		c->rss = rss();
	}
	status->own_cpu += c->cpu;
	/* own_rss is 0 until the engine knows its own RSS; a sum would be
	 * wrong. */
	if (status->own_rss)
		status->own_rss += c->rss;
}
