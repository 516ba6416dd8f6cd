/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory usage and limits of control groups that the test creates. It is
 * skipped if creating them is not permitted, or if the kernel does not count
 * memory.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "../../support/skip.h"
#include "event/event.h"
#include "source/sample/core/cgroup.h"
#include "sys/proc/root.h"

#define MIB (1ull << 20)
#define SECOND 1000000000ull
#define PERIOD (SECOND / 2)
#define TAKEN (16 * MIB)

static const struct place {
	const char *dir, *max;
} places[] = {
	{ "/sys/fs/cgroup", "memory.max" },
	{ "/sys/fs/cgroup/memory", "memory.limit_in_bytes" },
};

struct groups {
	const char *max;
	char outer[128], inner[160];	/* inner is a child of outer */
	pid_t pid;			/* a process in inner */
};

static int write_number(const char *dir, const char *file, unsigned long long v)
{
	char path[256], text[32];
	int n = snprintf(text, sizeof text, "%llu\n", v), fd;
	bool ok;

	snprintf(path, sizeof path, "%s/%s", dir, file);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	ok = write(fd, text, (size_t)n) == n;
	close(fd);
	return ok ? 0 : -1;
}

/* The kernel may release a task's group only some time after waitpid(). */
static void remove_group(const char *dir)
{
	for (int i = 0; i < 1000 && rmdir(dir) < 0 && errno == EBUSY; i++)
		usleep(1000);
}

static void groups_end(struct groups *g)
{
	if (g->pid > 0) {
		kill(g->pid, SIGKILL);
		waitpid(g->pid, NULL, 0);
	}
	remove_group(g->inner);
	remove_group(g->outer);
}

/* Stops itself; when continued, touches memory and stops again. */
static _Noreturn void child(void)
{
	char *p = malloc(TAKEN);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	raise(SIGSTOP);
	for (size_t i = 0; p && i < TAKEN; i += 4096)
		((volatile char *)p)[i] = 1;
	raise(SIGSTOP);
	_exit(0);
}

static bool wait_stop(pid_t pid)
{
	int status;

	return waitpid(pid, &status, WUNTRACED) == pid && WIFSTOPPED(status);
}

static bool groups_at(struct groups *g, const struct place *at)
{
	g->max = at->max;
	snprintf(g->outer, sizeof g->outer, "%s/mmtop-test-%d", at->dir,
		 (int)getpid());
	snprintf(g->inner, sizeof g->inner, "%s/inner", g->outer);
	/* Version 2 counts memory only if the parent group enables it. */
	if (mkdir(g->outer, 0700) < 0 ||
	    write_number(g->outer, g->max, 512 * MIB) < 0 ||
	    mkdir(g->inner, 0700) < 0)
		return false;
	if (strcmp(g->max, "memory.max") == 0) {
		char path[256];
		int fd;

		snprintf(path, sizeof path, "%s/cgroup.subtree_control",
			 g->outer);
		fd = open(path, O_WRONLY | O_CLOEXEC);
		if (fd >= 0 && write(fd, "+memory", 7) < 0)
			perror(path);
		if (fd >= 0)
			close(fd);
	}
	g->pid = fork();
	if (g->pid == 0)
		child();
	return g->pid > 0 && wait_stop(g->pid) &&
	       write_number(g->inner, "cgroup.procs", (unsigned)g->pid) == 0;
}

static bool groups_begin(struct groups *g)
{
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		*g = (struct groups){ .pid = -1 };
		if (groups_at(g, &places[i]))
			return true;
		groups_end(g);
	}
	return false;
}

static const char *no_groups(void)
{
	struct groups g;

	if (!groups_begin(&g))
		return "no memory cgroup can be created here";
	groups_end(&g);
	return NULL;
}

static void assert_limit(struct cgroups *c, pid_t pid, uint64_t now,
			 uint64_t max)
{
	struct cgroup_usage u = cgroups_usage(c, pid, now, PERIOD);

	assert_int_equal(u.max, max);
	assert_true(u.used != EV_UNKNOWN && u.used <= 512 * MIB);
}

/* The tightest limit on the path applies at once; a changed limit within 2
 * s. */
static void test_tightest_limit_applies(void **state)
{
	struct procroot *proc;
	struct cgroups *c;
	struct groups g;

	(void)state;
	assert_true(groups_begin(&g));
	assert_int_equal(procroot_open(&proc, "/proc", NULL), 0);
	c = cgroups_new(proc);
	assert_limit(c, g.pid, SECOND, 512 * MIB);
	assert_int_equal(write_number(g.inner, g.max, 64 * MIB), 0);
	assert_limit(c, g.pid, 2 * SECOND, 512 * MIB);
	assert_limit(c, g.pid, 3 * SECOND, 64 * MIB);
	assert_int_equal(write_number(g.outer, g.max, 32 * MIB), 0);
	assert_limit(c, g.pid, 4 * SECOND, 64 * MIB);
	assert_limit(c, g.pid, 5 * SECOND, 32 * MIB);
	cgroups_free(c);
	procroot_free(proc);
	groups_end(&g);
}

/* Usage is read once per period. */
static void test_usage_is_read_once_per_period(void **state)
{
	struct cgroup_usage was, now;
	struct procroot *proc;
	struct cgroups *c;
	struct groups g;

	(void)state;
	assert_true(groups_begin(&g));
	assert_int_equal(procroot_open(&proc, "/proc", NULL), 0);
	c = cgroups_new(proc);
	was = cgroups_usage(c, g.pid, SECOND, PERIOD);
	kill(g.pid, SIGCONT);
	assert_true(wait_stop(g.pid));
	now = cgroups_usage(c, g.pid, SECOND + PERIOD / 2, PERIOD);
	assert_int_equal(now.used, was.used);
	now = cgroups_usage(c, g.pid, SECOND + PERIOD, PERIOD);
	assert_true(now.used != EV_UNKNOWN);
	assert_true(now.used >= was.used + TAKEN / 2);
	cgroups_free(c);
	procroot_free(proc);
	groups_end(&g);
}

/* Allocates memory until it is killed. */
static _Noreturn void eater(void)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	raise(SIGSTOP);
	for (;;) {
		char *p = malloc(MIB);

		for (size_t i = 0; p && i < MIB; i += 4096)
			((volatile char *)p)[i] = 1;
	}
}

static bool wait_killed(pid_t pid)
{
	int status;

	return waitpid(pid, &status, 0) == pid && WIFSIGNALED(status) &&
	       WTERMSIG(status) == SIGKILL;
}

/* Limit of the group at path, looked up as the kernel names it: without the
 * mount point. */
static uint64_t limit_of(struct cgroups *c, const char *group,
			 const char *path)
{
	for (size_t i = sizeof places / sizeof *places; i-- > 0;) {
		size_t n = strlen(places[i].dir);

		if (strncmp(path, places[i].dir, n) == 0)
			return cgroups_limit(c, group, (struct bytes){
				path + n, strlen(path + n) });
	}
	return EV_UNKNOWN;
}

/* A SIGKILL of the OOM killer must be distinguished from one of another
 * process. */
static void test_oom_kill_is_told_from_other_kills(void **state)
{
	struct procroot *proc;
	struct cgroups *c;
	struct groups g;
	struct cgroup_usage u;
	char group[160];

	(void)state;
	assert_true(groups_begin(&g));
	assert_int_equal(procroot_open(&proc, "/proc", NULL), 0);
	c = cgroups_new(proc);
	u = cgroups_usage(c, g.pid, 1 * SECOND, PERIOD);
	snprintf(group, sizeof group, "%s", u.group);
	assert_string_equal(group, g.inner);
	/* The name is the path below the mount point. */
	assert_int_equal(u.name[0], '/');
	assert_ptr_equal(u.name, u.group + strlen(u.group) - strlen(u.name));
	assert_true(strncmp(u.name, "/sys/", 5) != 0);
	cgroups_count_kills(c, group, 1 * SECOND);
	kill(g.pid, SIGKILL);
	assert_true(wait_killed(g.pid));
	assert_false(cgroups_killed(c, group));

	g.pid = fork();
	if (g.pid == 0)
		eater();
	assert_true(wait_stop(g.pid));
	assert_int_equal(write_number(g.inner, g.max, 32 * MIB), 0);
	assert_int_equal(write_number(g.inner, "cgroup.procs", (unsigned)g.pid),
			 0);
	cgroups_usage(c, g.pid, 9 * SECOND, PERIOD);
	cgroups_count_kills(c, group, 9 * SECOND);
	kill(g.pid, SIGCONT);
	assert_true(wait_killed(g.pid));
	assert_true(cgroups_killed(c, group));
	/* Only once per victim. */
	assert_false(cgroups_killed(c, group));
	assert_int_equal(limit_of(c, group, g.inner), 32 * MIB);
	/* A group whose limit was not reached; a group that does not exist. */
	assert_true(limit_of(c, group, g.outer) == EV_UNKNOWN);
	assert_true(limit_of(c, group, "/sys/fs/cgroup/memory/none") ==
		    EV_UNKNOWN);
	/* After the group was removed, the last value that was read. */
	remove_group(g.inner);
	assert_int_equal(limit_of(c, group, g.inner), 32 * MIB);
	g.pid = -1;
	cgroups_free(c);
	procroot_free(proc);
	groups_end(&g);
}

int main(void)
{
	const char *why = no_groups();
	const struct CMUnitTest tests[] = {
		test_or_skip(test_tightest_limit_applies, why),
		test_or_skip(test_usage_is_read_once_per_period, why),
		test_or_skip(test_oom_kill_is_told_from_other_kills, why),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
