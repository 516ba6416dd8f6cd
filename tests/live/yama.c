/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * P43: if Yama forbids something, mmtop prints one message that quotes the
 * sysctl; what Yama allows works; as an ordinary user and as root.
 *
 * Level 3 lasts until the next boot: used only if tests/kernel/init says that
 * the machine is for the tests.
 */
#include <config.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counter.h"
#include "live.h"

#define SCOPE "/proc/sys/kernel/yama/ptrace_scope"

static bool set_scope(int scope)
{
	char digit = (char)('0' + scope), *got;
	int fd = open(SCOPE, O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, &digit, 1) == 1;

	if (fd >= 0)
		close(fd);
	got = read_file(SCOPE, NULL);
	good = good && got && got[0] == digit;
	free(got);
	return good;
}

/* A program of that user that has not allowed tracing (PR_SET_PTRACER). */
static void sleeper(struct run *r, uid_t uid)
{
	run_as(uid);
	run_start(r, (char *[]){ (char *)"sleep", (char *)"1000", NULL });
	run_as(0);
}

static bool is_asleep(void *arg)
{
	pid_t pid = *(pid_t *)arg;
	char path[64], *comm;
	bool is;

	snprintf(path, sizeof path, "/proc/%d/comm", pid);
	comm = read_file(path, NULL);
	is = comm && !strcmp(comm, "sleep\n") && task_state(pid) == 'S' &&
	     status_field(pid, "TracerPid") == 0;
	free(comm);
	return is;
}

static const char *user_name(uid_t uid)
{
	return uid ? "a user" : "root";
}

/* part NULL: the attach must succeed. */
static void attach(int scope, uid_t uid, pid_t pid, const char *part,
		   const char *what)
{
	char arg[16];
	struct run r;

	snprintf(arg, sizeof arg, "%d", pid);
	run_as(uid);
	run_mmtop(&r, "-b", "-o", "/dev/null", "--duration=0.5", "-p", arg,
		  NULL);
	run_as(0);
	run_wait(&r);
	if (part)
		ok(run_status(&r) == 125 && run_said(&r, part),
		   "P43 level %d, %s attaches to %s: refused with '%s'", scope,
		   user_name(uid), what, part);
	else if (!ok(run_status(&r) == 0 && run_quiet(&r),
		     "P43 level %d, %s attaches to %s", scope,
		     user_name(uid), what))
		diag("status %d: %s", run_status(&r), r.err);
	run_release(&r);
}

static void attach_sleeper(int scope, uid_t uid, const char *part)
{
	struct run v;

	sleeper(&v, NOBODY);
	wait_for(is_asleep, &v.pid);
	attach(scope, uid, v.pid, part, "a program");
	ok(wait_for(is_asleep, &v.pid),
	   "P43 level %d, %s: the program sleeps on", scope, user_name(uid));
	run_release(&v);
}

/* A program that allows any tracer. */
static void attach_willing(int scope, const char *part)
{
	struct counter c;
	char *program;

	counter_init(&c, 1);
	program = copy_of(c.program, "willing", 0755);
	free(c.program);
	c.program = program;
	run_as(NOBODY);
	counter_start(&c);
	run_as(0);
	ok(counter_counts(&c), "P43 level %d: a program that allows any tracer",
	   scope);
	attach(scope, NOBODY, c.pid, part, "the willing program");
	counter_release(&c);
}

static void launch_with(int scope, uid_t uid, const char *option,
			const char *part)
{
	struct run r;

	run_as(uid);
	run_mmtop(&r, "-b", option, "sh", "-c", "echo ran; sh -c true; exit 3",
		  NULL);
	run_as(0);
	run_wait(&r);
	if (part)
		ok(run_status(&r) == 125 && run_said(&r, part) &&
		   !strstr(r.out, "ran"),
		   "P43 level %d, %s launches with %s: not run, '%s'", scope,
		   user_name(uid), option, part);
	else if (!ok(run_status(&r) == 3 && strstr(r.out, "ran\n") &&
		     strstr(r.err, " mmap("),
		     "P43 level %d, %s launches with %s", scope, user_name(uid),
		     option))
		diag("status %d: %s", run_status(&r), r.err);
	run_release(&r);
}

static void launch(int scope, uid_t uid, const char *part)
{
	launch_with(scope, uid, "--level=calls", part);
	launch_with(scope, uid, "--no-filter", part);
}

int main(void)
{
	if (access(SCOPE, F_OK) != 0)
		skip_all("this kernel has no Yama: make check-kernel");
	if (!getenv("MMTOP_TEST_OWN_MACHINE") || getuid() != 0)
		skip_all("needs a machine of its own: make check-kernel");
	plan(5 + 9 + 11 + 9);
	mmtop_for_all();

	ok(set_scope(0), "P43 level 0");
	attach_sleeper(0, NOBODY, NULL);
	launch(0, NOBODY, NULL);

	ok(set_scope(1), "P43 level 1");
	attach_sleeper(1, NOBODY, "kernel.yama.ptrace_scope = 1 ");
	attach_willing(1, NULL);
	launch(1, NOBODY, NULL);
	attach_sleeper(1, 0, NULL);

	ok(set_scope(2), "P43 level 2");
	attach_sleeper(2, NOBODY, "kernel.yama.ptrace_scope = 2 ");
	attach_willing(2, "kernel.yama.ptrace_scope = 2 ");
	launch(2, NOBODY, "kernel.yama.ptrace_scope = 2 ");
	attach_sleeper(2, 0, NULL);
	launch(2, 0, NULL);

	ok(set_scope(3), "P43 level 3");
	attach_sleeper(3, NOBODY, "kernel.yama.ptrace_scope = 3 ");
	launch(3, NOBODY, "kernel.yama.ptrace_scope = 3 ");
	attach_sleeper(3, 0, "kernel.yama.ptrace_scope = 3 ");
	launch(3, 0, "kernel.yama.ptrace_scope = 3 ");
	return done();
}
