/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/own/limits.h"

#include <fcntl.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

static const char oom_file[] = "/proc/self/oom_score_adj";

/* Lowest OOM score adjustment to try.  A process without CAP_SYS_RESOURCE
 * cannot set a value below the one that a process with this capability has set
 * last. */
#define OOM_LEAST (-1000)
#define OOM_STEP 100
/* The usual limit of the main thread's stack, in bytes. */
#define STACK (8ul << 20)

#define NS_PER_S 1000000000ull
/* A CPU time limit above this counts as unlimited. */
#define CPU_MAX_S 1000000000ull
#define AFTER_S 3600ull
/* CPU time that is reserved for detaching and closing the log: a fifth of the
 * limit, at most a second. */
#define LEAVING_SHARE 5
#define LEAVING_NS NS_PER_S

struct own_limit {
	int resource;
	struct rlimit given;
	bool raised;
};

static struct own_limit limits[] = {
	{ .resource = RLIMIT_CPU }, { .resource = RLIMIT_RTTIME },
	{ .resource = RLIMIT_AS }, { .resource = RLIMIT_DATA },
	{ .resource = RLIMIT_STACK }, { .resource = RLIMIT_NOFILE },
	{ .resource = RLIMIT_NPROC }, { .resource = RLIMIT_MEMLOCK },
	{ .resource = RLIMIT_SIGPENDING },
};

enum { N_LIMITS = sizeof limits / sizeof *limits };

/* OOM score adjustment that the process was started with; "" until
 * oom_read(). */
static char oom_given[16];

static void raise_one(struct own_limit *l)
{
	struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY }, soft;

	if (getrlimit((__rlimit_resource_t)l->resource, &l->given) < 0)
		return;
	soft = (struct rlimit){ l->given.rlim_max, l->given.rlim_max };
	/* The kernel has a separate maximum for descriptors. */
	if (l->resource == RLIMIT_NOFILE)
		all = soft;
	/* Set no unlimited stack size: AddressSanitizer, for example, uses the
	 * whole limit as stack. */
	if (l->resource == RLIMIT_STACK) {
		all.rlim_cur = STACK;
		soft.rlim_cur = STACK < soft.rlim_max ? STACK : soft.rlim_max;
	}
	l->raised =
		setrlimit((__rlimit_resource_t)l->resource, &all) == 0 ||
		setrlimit((__rlimit_resource_t)l->resource, &soft) == 0;
}

void own_limits_raise(void)
{
	for (int i = 0; i < N_LIMITS; i++)
		raise_one(&limits[i]);
}

static void oom_write(const char *value)
{
	int fd = open(oom_file, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	(void)!write(fd, value, strlen(value));
	close(fd);
}

void own_limits_oom_restore(void)
{
	if (oom_given[0])
		oom_write(oom_given);
}

void own_limits_restore(void)
{
	for (int i = 0; i < N_LIMITS; i++)
		if (limits[i].raised)
			setrlimit((__rlimit_resource_t)limits[i].resource,
				  &limits[i].given);
	own_limits_oom_restore();
}

static bool is_finite(int resource)
{
	struct rlimit now;

	return getrlimit((__rlimit_resource_t)resource, &now) == 0 &&
	       now.rlim_max != RLIM_INFINITY;
}

bool own_limits_may_kill(void)
{
	int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;

	return is_finite(RLIMIT_CPU) ||
	       ((policy == SCHED_FIFO || policy == SCHED_RR) &&
		is_finite(RLIMIT_RTTIME));
}

/* Returns the CPU time left before the limit, as the kernel counts it:
 * ITIMER_PROF uses the same clock.  The timer never expires, and children do
 * not inherit it. */
static uint64_t cpu_left(uint64_t limit_s)
{
	const struct itimerval count = {
		.it_value.tv_sec = (time_t)(limit_s + AFTER_S),
	};
	struct itimerval left;
	uint64_t us;

	if (getitimer(ITIMER_PROF, &left) < 0 ||
	    (!left.it_value.tv_sec && setitimer(ITIMER_PROF, &count, NULL)))
		return UINT64_MAX;
	if (!left.it_value.tv_sec)
		left = count;
	us = (uint64_t)left.it_value.tv_sec * 1000000 +
	     (uint64_t)left.it_value.tv_usec;
	us -= us < AFTER_S * 1000000 ? us : AFTER_S * 1000000;
	return us * 1000;
}

uint64_t own_limits_cpu_wait(void)
{
	uint64_t left, enough;
	struct rlimit now;

	if (getrlimit(RLIMIT_CPU, &now) < 0 || now.rlim_max > CPU_MAX_S)
		return UINT64_MAX;
	left = cpu_left(now.rlim_max);
	enough = now.rlim_max * NS_PER_S / LEAVING_SHARE;
	if (enough > LEAVING_NS)
		enough = LEAVING_NS;
	return left == UINT64_MAX ? left : left > enough ? left - enough : 0;
}

/* Reads the value for own_limits_oom_restore(), at the first call only. */
static bool oom_read(void)
{
	int fd = oom_given[0] ? -1 : open(oom_file, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd >= 0) {
		n = read(fd, oom_given, sizeof oom_given - 1);
		oom_given[n > 0 ? n : 0] = '\0';
		close(fd);
	}
	return oom_given[0];
}

void own_limits_oom_last(void)
{
	char value[16];
	int fd, n, given;

	if (!oom_read() || (fd = open(oom_file, O_WRONLY | O_CLOEXEC)) < 0)
		return;
	given = atoi(oom_given);
	for (int v = OOM_LEAST; v < given; v += OOM_STEP) {
		n = snprintf(value, sizeof value, "%d", v);
		if (write(fd, value, (size_t)n) == n)
			break;
	}
	close(fd);
}
