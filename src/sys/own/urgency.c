/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/own/urgency.h"

#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Nice values count only within an autogroup, which is usually a session
 * (sched(7)): a thread at nice -19 can wait hundreds of ms for busy threads of
 * another session.  So a real-time priority is tried first: autogroups do not
 * affect it. */
#define PRIORITY 1
#define NICE (-19)
/* Time slice of a normal thread.  If it is shorter than that of the running
 * thread, the thread may preempt it (Linux 6.12).  Earlier kernels ignore the
 * value. */
#define SLICE_NS 500000u

/* SCHED_FLAG_RESET_ON_FORK of linux/sched.h; that header conflicts with
 * <sched.h>. */
#define RESET_ON_FORK 1u

/* The kernel's struct sched_attr.  It has another name here, since newer C
 * libraries define it. */
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
	/* The short slice stays set: it takes no CPU time from other
	 * threads. */
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

/* Runnable threads per CPU that count as contention; each runs for some ms at a
 * time. */
#define CROWD 4

bool cpu_is_contended(void)
{
	char text[64] = "";
	long running = 0, cpus = sysconf(_SC_NPROCESSORS_ONLN);
	int fd = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	/* Format of proc_loadavg(5): three averages, then running/all
	 * threads. */
	if (read(fd, text, sizeof text - 1) < 0 ||
	    sscanf(text, "%*s %*s %*s %ld/", &running) != 1)
		running = 0;
	close(fd);
	return running > CROWD * cpus;
}
