/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop does not wait for processes that cannot stop (their cgroup is frozen,
 * version 1), or that it already traces.
 */
#include <config.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "live.h"

#define PENDING "is pending: its cgroup is frozen"

static char cgroup[64];

/* --- the freezer --------------------------------------------------------------- */

static bool put(const char *file, const char *word)
{
	char path[128];
	bool good;
	int fd;

	snprintf(path, sizeof path, "%s/%s", cgroup, file);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	good = fd >= 0 && write(fd, word, strlen(word)) > 0;
	if (fd >= 0)
		close(fd);
	return good;
}

static bool is_state(void *arg)
{
	char path[128], *text;
	bool is;

	snprintf(path, sizeof path, "%s/freezer.state", cgroup);
	text = read_file(path, NULL);
	is = text && !strncmp(text, arg, strlen(arg));
	free(text);
	return is;
}

static bool freeze(void)
{
	return put("freezer.state", "FROZEN") &&
	       wait_for(is_state, (void *)"FROZEN");
}

static bool thaw(void)
{
	return put("freezer.state", "THAWED") &&
	       wait_for(is_state, (void *)"THAWED");
}

static bool has_freezer(void)
{
	snprintf(cgroup, sizeof cgroup, "/sys/fs/cgroup/freezer/mmtop-%d",
		 (int)getpid());
	return mkdir(cgroup, 0755) == 0;
}

static void remove_freezer(void)
{
	rmdir(cgroup);
}

/* --- processes -------------------------------------------------------------------- */

static pid_t sleeper(void)
{
	pid_t pid = fork();

	if (pid == 0)
		for (;;)
			pause();
	return pid;
}

static bool is_in(void *arg)
{
	const pid_t *pid = arg;

	return task_state(*pid) == 'T';
}

static bool moved(pid_t pid)
{
	char text[16];

	snprintf(text, sizeof text, "%d", pid);
	return put("cgroup.procs", text);
}

static bool is_traced(void *arg)
{
	return status_field(*(pid_t *)arg, "TracerPid") > 0;
}

static bool is_free(void *arg)
{
	return status_field(*(pid_t *)arg, "TracerPid") == 0;
}

static void kill_child(pid_t pid)
{
	kill(pid, SIGKILL);
	kill(pid, SIGCONT);
	waitpid(pid, NULL, 0);
}

static void start_mmtop(struct run *r, const char *level, pid_t pid)
{
	char number[16];

	snprintf(number, sizeof number, "%d", pid);
	run_mmtop(r, "-b", "-f", level, "-o", "/dev/null", "-p", number, NULL);
}

/* --- mmtop ---------------------------------------------------------------- */

static void pending(const char *level, bool stopped, const char *name)
{
	pid_t pid = sleeper();
	struct run r;
	bool good;

	if (stopped) {
		kill(pid, SIGSTOP);
		wait_for(is_in, &pid);
	}
	good = moved(pid) && freeze();
	start_mmtop(&r, level, pid);
	ok(good && file_holds(r.err_path, PENDING),
	   "P15 %s: an attach is pending", name);
	send_to(r.pid, SIGTERM);
	ok(run_wait(&r) && run_status(&r) == 128 + SIGTERM &&
	   run_said(&r, PENDING), "P15 %s: TERM ends it", name);
	run_release(&r);
	start_mmtop(&r, level, pid);
	good = file_holds(r.err_path, PENDING) && is_free(&pid) && thaw();
	ok(good && wait_for(is_traced, &pid),
	   "P15 %s: mmtop attaches after the thaw", name);
	send_to(r.pid, SIGTERM);
	ok(run_wait(&r) && run_status(&r) == 128 + SIGTERM && is_free(&pid),
	   "P15 %s: TERM detaches", name);
	run_release(&r);
	kill_child(pid);
}

/* Whether mmtop must stop the process to detach depends on the level. */
static void frozen_later(const char *level)
{
	pid_t pid = sleeper();
	struct run r;
	bool good;

	good = moved(pid);
	start_mmtop(&r, level, pid);
	good = good && wait_for(is_traced, &pid) && freeze();
	send_to(r.pid, SIGTERM);
	ok(good && run_wait(&r) && run_status(&r) == 128 + SIGTERM &&
	   is_free(&pid), "P15 frozen after the attach, %s: TERM ends mmtop",
	   level);
	ok(thaw() && task_state(pid) != 0 && !strchr("tTZX", task_state(pid)),
	   "P15 frozen after the attach, %s: the process runs on", level);
	run_release(&r);
	kill_child(pid);
}

/* The process of the pending attach exits. */
static void ends_frozen(void)
{
	pid_t pid = sleeper();
	struct run r;
	bool good = moved(pid) && freeze();

	start_mmtop(&r, "--level=calls", pid);
	good = good && file_holds(r.err_path, PENDING);
	kill(pid, SIGKILL);
	good = thaw() && good;
	waitpid(pid, NULL, 0);
	ok(good && run_wait(&r),
	   "P15 mmtop exits when the frozen process exits");
	run_release(&r);
}

/* --- targets that are already traced -------------------------------------- */

static void attach_twice(const char *follow, pid_t first, pid_t second,
			 const char *name)
{
	char a[16], b[16];
	struct run r;

	snprintf(a, sizeof a, "%d", first);
	snprintf(b, sizeof b, "%d", second);
	run_mmtop(&r, "-b", follow, "--duration=0.2", "-o", "/dev/null", "-p",
		  a, "-p", b, NULL);
	if (!ok(run_wait(&r) && run_status(&r) == 0 && run_quiet(&r),
		"%s: the second attach has no effect", name))
		diag("status %d: %s", run_status(&r), r.err);
	run_release(&r);
}

/* Targets are a parent, its child, and a thread of the child. */
static void already_traced(void)
{
	char *program = victim("pauses"), out[64];
	struct run v;
	pid_t parent, child, tid = 0;

	run_start(&v, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"exec 3<&0; \"$0\" 4 50 <&3 & wait", program,
		  NULL });
	run_printed(&v, "\n");
	parent = v.pid;
	child = child_of(parent, "pauses");
	for (pid_t t = child + 1; t < child + 1000 && !tid; t++) {
		snprintf(out, sizeof out, "/proc/%d/task/%d", child, t);
		if (access(out, F_OK) == 0)
			tid = t;
	}
	attach_twice("-f", parent, child, "-f, a parent and its child");
	attach_twice("-f", child, parent, "-f, a child and its parent");
	attach_twice("-b", child, child, "a process and itself");
	attach_twice("-b", child, tid, "a process and its thread");
	attach_twice("-b", tid, child, "a thread and its process");
	attach_twice("-f", parent, tid, "-f, a parent and its child's thread");
	send_to(child, SIGKILL);
	run_wait(&v);
	run_release(&v);
	free(program);
}

int main(void)
{
	bool freezer = has_freezer();

	plan(6 + 3 * 4 + 2 * 2 + 1);
	already_traced();
	if (!freezer) {
		for (int i = 0; i < 3 * 4 + 2 * 2 + 1; i++)
			skip("P15 a frozen cgroup",
			     "there is no freezer (cgroup version 1)");
		return done();
	}
	pending("--level=calls", true, "stopped and frozen, calls");
	pending("--level=watch", true, "stopped and frozen, watch");
	pending("--level=calls", false, "frozen, calls");
	frozen_later("--level=watch");
	frozen_later("--level=calls");
	ends_frozen();
	remove_freezer();
	return done();
}
