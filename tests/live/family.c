/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "family.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "live.h"

#define WHY_MAX 128

void family_init(struct family *f)
{
	if (sched_getaffinity(0, sizeof f->cpus, &f->cpus))
		bail("sched_getaffinity");
}

static pid_t parent_of(pid_t pid)
{
	return (pid_t)status_field(pid, "PPid");
}

/* Lists the numeric names of a directory of /proc. */
static size_t numbers(const char *path, pid_t *out, size_t max)
{
	DIR *d = opendir(path);
	struct dirent *e;
	size_t n = 0;

	while (d && n < max && (e = readdir(d))) {
		pid_t pid = (pid_t)strtol(e->d_name, NULL, 10);

		if (pid > 0)
			out[n++] = pid;
	}
	if (d)
		closedir(d);
	return n;
}

size_t family_list(pid_t pid, pid_t out[static FAMILY_MAX])
{
	static pid_t all[32768], parent[32768];
	size_t n_all = numbers("/proc", all, 32768), n = 1;

	for (size_t i = 0; i < n_all; i++)
		parent[i] = parent_of(all[i]);
	out[0] = pid;
	for (size_t at = 0; at < n; at++)
		for (size_t i = 0; i < n_all && n < FAMILY_MAX; i++)
			if (parent[i] == out[at])
				out[n++] = all[i];
	return n;
}

static bool task_is_free(const struct family *f, pid_t pid, pid_t tid,
			 char *why)
{
	char state = task_state(tid);
	cpu_set_t cpus;
	long tracer;

	if (!state || state == 'Z' || state == 'X')
		return true;
	/* Read before the state is checked again: a task that has just exited
	 * has no status. */
	tracer = status_field(tid, "TracerPid");
	if (tracer > 0) {
		snprintf(why, WHY_MAX, "%d/%d is traced by %ld", pid, tid,
			 tracer);
		return false;
	}
	if (state == 't' || state == 'T') {
		snprintf(why, WHY_MAX, "%d/%d is in state %c", pid, tid, state);
		return false;
	}
	if (sched_getaffinity(tid, sizeof cpus, &cpus) == 0 &&
	    !CPU_EQUAL(&cpus, &f->cpus)) {
		snprintf(why, WHY_MAX, "%d/%d may run on %d CPUs, not %d", pid,
			 tid, CPU_COUNT(&cpus), CPU_COUNT(&f->cpus));
		return false;
	}
	return true;
}

struct wanted {
	const struct family *f;
	pid_t pid;
	char why[WHY_MAX];
};

static bool is_free(void *arg)
{
	static pid_t tids[4096];
	struct wanted *w = arg;
	pid_t pids[FAMILY_MAX];
	size_t n = family_list(w->pid, pids);

	for (size_t i = 0; i < n; i++) {
		char path[64];
		size_t n_tids;

		snprintf(path, sizeof path, "/proc/%d/task", pids[i]);
		n_tids = numbers(path, tids, 4096);
		for (size_t j = 0; j < n_tids; j++)
			if (!task_is_free(w->f, pids[i], tids[j], w->why))
				return false;
	}
	return true;
}

bool family_is_free(const struct family *f, pid_t pid)
{
	struct wanted w = { .f = f, .pid = pid };

	if (wait_for(is_free, &w))
		return true;
	diag("%s", w.why);
	return false;
}

static bool is_gone(void *arg)
{
	pid_t pid = *(pid_t *)arg;
	char state;

	waitpid(pid, NULL, WNOHANG);
	state = task_state(pid);
	return !state || state == 'Z';
}

void family_end(pid_t pid)
{
	pid_t pids[FAMILY_MAX];
	size_t n = family_list(pid, pids);

	kill(pid, SIGTERM);
	if (!wait_for(is_gone, &pid)) {
		diag("%d did not exit", pid);
		for (size_t i = 0; i < n; i++)
			kill(pids[i], SIGKILL);
		waitpid(pid, NULL, 0);
	}
}
