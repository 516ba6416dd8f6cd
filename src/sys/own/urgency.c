/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/own/urgency.h"

#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Nice values count within an autogroup only (sched(7)): every session is one,
 * so that nice -19 next to many busy threads of another session still waits for
 * hundreds of ms.  A real-time task waits for none of them. */
#define PRIORITY 1
#define NICE (-19)
/* An ordinary one that takes the CPU for no longer at a time may interrupt who
 * has it: Linux 6.12; before that it changes nothing. */
#define SLICE_NS 500000u

/* SCHED_FLAG_RESET_ON_FORK of linux/sched.h, which <sched.h> does not go
 * with. */
#define RESET_ON_FORK 1u

/* As the kernel's struct sched_attr, which newer C libraries have, too. */
struct attributes {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime_ns, deadline_ns, period_ns;
};

static bool set_realtime(pid_t tid)
{
	struct attributes a = {
		.size = sizeof a, .policy = SCHED_RR,
		.flags = RESET_ON_FORK, .priority = PRIORITY,
	};

	return syscall(SYS_sched_setattr, tid, &a, 0) == 0;
}

static bool set_nice(pid_t tid, int nice, uint64_t slice_ns)
{
	struct attributes a = {
		.size = sizeof a, .policy = SCHED_OTHER,
		.flags = RESET_ON_FORK, .nice = nice, .runtime_ns = slice_ns,
	};

	return syscall(SYS_sched_setattr, tid, &a, 0) == 0;
}

static bool is_like_others(pid_t tid)
{
	struct attributes a = { .size = sizeof a };

	return syscall(SYS_sched_getattr, tid, &a, sizeof a, 0) == 0 &&
	       a.policy == SCHED_OTHER && a.nice == 0;
}

static void ask(struct urgency *u)
{
	u->asked = true;
	u->may = is_like_others(u->tid);
	u->realtime = u->may && set_realtime(u->tid);
	/* What costs nobody anything may stay. */
	if (u->may && !u->realtime && !set_nice(u->tid, NICE, SLICE_NS)) {
		set_nice(u->tid, 0, SLICE_NS);
		u->may = false;
	}
}

void urgency_prompt(void)
{
	if (is_like_others(0))
		set_nice(0, 0, SLICE_NS);
}

static void set(const struct urgency *u, bool on)
{
	if (!on)
		set_nice(u->tid, 0, SLICE_NS);
	else if (u->realtime)
		set_realtime(u->tid);
	else
		set_nice(u->tid, NICE, SLICE_NS);
}

void urgency_set(struct urgency *u, bool on)
{
	if (on && !u->asked)
		ask(u);
	else if (u->may && on != u->on)
		set(u, on);
	u->on = on;
}

/* Runnable threads per CPU.  Each runs for some ms at a time. */
#define CROWD 4

bool cpu_is_crowded(void)
{
	char text[64] = "";
	long running = 0, cpus = sysconf(_SC_NPROCESSORS_ONLN);
	int fd = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	/* proc_loadavg(5): three averages, running/all. */
	if (read(fd, text, sizeof text - 1) < 0 ||
	    sscanf(text, "%*s %*s %*s %ld/", &running) != 1)
		running = 0;
	close(fd);
	return running > CROWD * cpus;
}
