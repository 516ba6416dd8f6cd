/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/heap/clock.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "sys/loop.h"

/* Uses the initial time namespace, since each watched program may be in another
 * one. */
static uint64_t kernel_now(void)
{
	return clock_ns() - clock_of_kernel(0);
}

static uint64_t counter_now(void)
{
#if defined __x86_64__
	uint32_t low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	return (uint64_t)high << 32 | low;
#elif defined __aarch64__
	uint64_t n;

	__asm__ volatile("isb; mrs %0, cntvct_el0" : "=r"(n));
	return n;
#else
	return kernel_now();
#endif
}

/* True if the kernel uses the counter as its clock source, or could.  Then the
 * counter is the same on all processors, and runs while they sleep. */
static bool counter_is_good(void)
{
#if defined __x86_64__
	static const char name[] = "/sys/devices/system/clocksource/"
				   "clocksource0/available_clocksource";
	char text[256];
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);

	if (fd >= 0)
		close(fd);
	if (n <= 0)
		return false;
	text[n] = '\0';
	return strstr(text, "tsc") != NULL;
#elif defined __aarch64__
	return true;
#else
	return false;
#endif
}

void heapclock_init(struct heapclock *c)
{
	c->counts = counter_is_good();
	heapclock_read(c);
	c->tick0 = c->tick1;
	c->ns0 = c->ns1;
}

void heapclock_read(struct heapclock *c)
{
	c->ns1 = clock_ns();
	c->tick1 = heapclock_now(c);
}

uint64_t heapclock_ns(const struct heapclock *c, uint64_t ticks)
{
	double rate;

	if (!c->counts)
		return clock_of_kernel(ticks);
	if (c->tick1 <= c->tick0)
		return ticks;
	rate = (double)(c->ns1 - c->ns0) / (double)(c->tick1 - c->tick0);
	/* Do not extrapolate: limit the time to those of the first and last
	 * reading. */
	if (ticks >= c->tick1)
		return c->ns1;
	if (ticks <= c->tick0)
		return c->ns0;
	return c->ns1 - (uint64_t)((double)(c->tick1 - ticks) * rate);
}

uint64_t heapclock_now(const struct heapclock *c)
{
	return c->counts ? counter_now() : kernel_now();
}

uint64_t heapclock_second(const struct heapclock *c)
{
	double rate = c->counts && c->ns1 > c->ns0 ?
		      (double)(c->tick1 - c->tick0) / (double)(c->ns1 - c->ns0)
		      : 1;
	double second = rate * 1e9;

	return second >= 1 ? (uint64_t)second : 1;
}
