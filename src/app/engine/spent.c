/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine/spent.h"

#include <string.h>
#include <time.h>

#include "sys/loop.h"

#define MILLION 1000000u

static uint64_t cpu_ns(void)
{
	struct timespec ts = { 0 };

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

void spent_init(struct spent *s)
{
	*s = (struct spent){ .who = -1, .since_ns = clock_ns(),
			     .taken_ns = clock_ns(),
			     .taken_cpu_ns = cpu_ns() };
}

static int change(struct spent *s, int who)
{
	uint64_t now = clock_ns();
	int was = s->who;

	if (was >= 0)
		s->ns[was] += now - s->since_ns;
	s->since_ns = now;
	s->who = who;
	return was;
}

int spent_begin(struct spent *s, int who)
{
	return change(s, who);
}

void spent_end(struct spent *s, int was)
{
	(void)change(s, was);
}

void spent_share(struct spent *s, uint64_t wall_ns, uint64_t used_ns,
		 uint64_t out[SPENT_MAX])
{
	double sum = 0, scale = 1;

	for (int i = 0; i < SPENT_MAX; i++)
		sum += (double)s->ns[i];
	if (sum > (double)used_ns)
		scale = (double)used_ns / sum;
	for (int i = 0; i < SPENT_MAX; i++)
		out[i] = wall_ns ? (uint64_t)((double)s->ns[i] * scale *
					      MILLION / (double)wall_ns + 0.5)
				 : 0;
	memset(s->ns, 0, sizeof s->ns);
}

void spent_take(struct spent *s, uint64_t out[SPENT_MAX])
{
	uint64_t now, cpu = cpu_ns();

	/* Charge the current source for the time until now. */
	(void)change(s, s->who);
	now = s->since_ns;
	spent_share(s, now - s->taken_ns, cpu - s->taken_cpu_ns, out);
	s->taken_ns = now;
	s->taken_cpu_ns = cpu;
}
