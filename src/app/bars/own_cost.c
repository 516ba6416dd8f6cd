/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/bars/own_cost.h"

#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "sys/loop.h"

/* It is asked once a second, a moment sooner or later. */
#define PERIOD_NS 800000000ull

static uint64_t cpu_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* The second number of statm, in bytes; 0 when it cannot be read. */
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

void own_cost_add(struct own_cost *c, struct ev_status *status)
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
	/* 0: the engine does not know its own yet. */
	if (status->own_rss)
		status->own_rss += c->rss;
}
