/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A filtered program, whose calls need a tracer, when mmtop is told to end or
 * ends before it: it is kept, or ends too. */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counter.h"
#include "live.h"

/* Somebody else may be slow to take note of its end. */
static bool is_over(void *arg)
{
	char state = task_state(*(pid_t *)arg);

	return state == 0 || state == 'Z';
}

static bool leads_to_null(pid_t pid, int fd)
{
	char path[64], target[64];
	ssize_t n;

	snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, fd);
	n = readlink(path, target, sizeof target - 1);
	return n > 0 && (target[n] = '\0', !strcmp(target, "/dev/null"));
}

static void diag_task(const char *what, pid_t pid)
{
	char path[64], *comm, state = task_state(pid);

	snprintf(path, sizeof path, "/proc/%d/comm", pid);
	comm = read_file(path, NULL);
	diag("%s %d: state %c, parent %ld, tracer %ld, %s", what, pid,
	     state ? state : '-', status_field(pid, "PPid"),
	     status_field(pid, "TracerPid"), comm ? comm : "gone");
	free(comm);
}

/* To be freed, NULL when there is no such task. */
static char *children_of(pid_t pid)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, pid);
	return read_file(path, NULL);
}

/* What there was to see where a point about a keeper fails. */
static void diag_kept(pid_t keeper, struct counter *c)
{
	char *children = children_of(keeper), *end;

	diag_task("keeper", keeper);
	diag_task("kept", c->pid);
	diag("it is %d by its own word, and %s", counter_told_pid(c),
	     counter_counts(c) ? "counts" : "does not count");
	diag("children: %s", children ? children : "cannot be read");
	for (char *at = children; at; at = end) {
		pid_t pid = (pid_t)strtol(at, &end, 10);

		if (end == at)
			break;
		diag_task("child", pid);
	}
	free(children);
}

static void listed(pid_t keeper, struct counter *c)
{
	char start[32], name[48];
	struct run r;
	char *line;

	snprintf(start, sizeof start, "%d  since ", keeper);
	snprintf(name, sizeof name, "  counter %d  1 process  ", c->pid);
	run_mmtop(&r, "--keepers", NULL);
	if (!ok(run_wait(&r) && run_status(&r) == 0 &&
		(line = strstr(r.out, start)) && strstr(line, name),
		"--keepers lists it")) {
		diag("status %d\n%s%s", run_status(&r), r.out, r.err);
		diag_kept(keeper, c);
	}
	run_release(&r);
}

static void refused_kept(pid_t keeper, struct counter *c)
{
	char part[64], pid[16];
	struct run r;

	snprintf(part, sizeof part, "to %d: mmtop-keeper %d ", c->pid, keeper);
	snprintf(pid, sizeof pid, "%d", c->pid);
	run_mmtop(&r, "-b", "--level=calls", "-p", pid, NULL);
	if (!ok(run_wait(&r) && run_status(&r) == 125 && run_said(&r, part),
		"what is kept cannot be attached to")) {
		diag("status %d", run_status(&r));
		diag_kept(keeper, c);
	}
	run_release(&r);
}

/* What it keeps is its only child: the reader is not needed any more. */
static bool has_one_child(void *arg)
{
	const pid_t *keeper = arg, *kept = keeper + 1;
	char *children = children_of(*keeper), only[16];
	bool is;

	snprintf(only, sizeof only, "%d ", *kept);
	is = children && !strcmp(children, only);
	free(children);
	return is;
}

/* It lets go of them when the log has been written. */
static bool is_cut_off(void *arg)
{
	pid_t pid = *(pid_t *)arg;

	return leads_to_null(pid, 0) && leads_to_null(pid, 1) &&
	       leads_to_null(pid, 2) && getsid(pid) == pid;
}

static void keeps_only(pid_t keeper, struct counter *c, const char *name)
{
	if (!ok(wait_for(has_one_child, &(pid_t[]){ keeper, c->pid }), "%s",
		name))
		diag_kept(keeper, c);
}

/* A keeper, and what it keeps. */
static void looks_right(pid_t keeper, struct counter *c)
{
	ok(wait_for(is_cut_off, &keeper),
	   "the keeper has no stream and no terminal");
	keeps_only(keeper, c, "and no child but what it keeps");
	listed(keeper, c);
	refused_kept(keeper, c);
	/* clone3() has its flags in memory: the reader looks at them. */
	if (!ok(counter_makes_thread(c), "what is kept makes a thread"))
		diag_kept(keeper, c);
	keeps_only(keeper, c, "nor does a reader stay");
}

/* kill_front: by SIGKILL, else mmtop is told to end. */
static void kept(bool kill_front)
{
	char *log = work_file("kept"), name[64];
	pid_t engine;
	struct counter c;
	struct run r;

	counter_init(&c, 3);
	run_mmtop(&r, "-b", "-o", log, c.program, c.path, "3", NULL);
	file_holds(log, " munmap(");
	engine = engine_of(r.pid);
	c.pid = child_of(engine, "counter");
	kill(r.pid, kill_front ? SIGKILL : SIGTERM);
	ok(run_wait(&r) && run_status(&r) == (kill_front ? -SIGKILL : 143) &&
	   (kill_front || run_said(&r, "runs on; keeper ")),
	   "filtered, %s", kill_front ? "front killed" : "detached, and says so");
	snprintf(name, sizeof name, "/proc/%d/comm", engine);
	ok(file_holds(name, "mmtop-keeper\n") && counter_counts(&c),
	   "it goes on, kept");
	ok(file_holds(log, " detach\n") && file_holds(log, " end "),
	   "the log is whole");
	looks_right(engine, &c);
	counter_stop(&c);
	ok(wait_for(is_over, &engine), "and ends with what it keeps");
	run_release(&r);
	counter_release(&c);
	free(log);
}

/* Rather than go on with calls that fail. */
static void killed_filtered(void)
{
	char *log = work_file("filtered");
	struct counter c;
	struct run r;

	counter_init(&c, 3);
	run_mmtop(&r, "-b", "-o", log, c.program, c.path, "3", NULL);
	file_holds(log, " munmap(");
	pid_t engine = engine_of(r.pid);
	c.pid = child_of(engine, "counter");
	send_to(engine, SIGKILL);
	ok(run_wait(&r) && run_status(&r) == 125 &&
	   run_said(&r, "--no-filter"),
	   "filtered, engine killed: one sentence and 125");
	ok(wait_for(is_over, &c.pid), "the program ends with it");
	run_release(&r);
	counter_release(&c);
	free(log);
}

static bool crashes(void *arg)
{
	pid_t *engine = arg;

	if (is_over(engine))
		return true;
	send_fault(*engine, SIGSEGV);
	return false;
}

/* A crash that can be caught: served on, without a log.  again: until it ends
 * by that. */
static void crashed_filtered(bool again)
{
	char *log = work_file("crashed");
	struct counter c;
	struct run r;

	counter_init(&c, 3);
	run_mmtop(&r, "-b", "-o", log, c.program, c.path, "3", NULL);
	file_holds(log, " munmap(");
	pid_t engine = engine_of(r.pid);
	c.pid = child_of(engine, "counter");
	send_fault(engine, SIGSEGV);
	ok(counter_counts(&c) && task_state(r.pid) != 0,
	   "filtered, engine crashed: it goes on");
	if (again) {
		wait_for(crashes, &engine);
		/* A sanitizer says more. */
		ok(run_wait(&r) && run_status(&r) == 125 &&
		   strstr(r.err, "so does a filtered program") &&
		   wait_for(is_over, &c.pid),
		   "crashed while it serves on: the program ends, and mmtop "
		   "does not say that it ran on");
	} else {
		kill(c.pid, SIGTERM);
		/* A sanitizer says it in its own words. */
		ok(run_wait(&r) && run_status(&r) == 125 &&
		   strstr(r.err, "SEGV"), "mmtop ends with it, and says why");
	}
	run_release(&r);
	counter_release(&c);
	free(log);
}

int main(void)
{
	if (!filters_here())
		skip_all("launched programs get no filter here");
	plan(2 * 10 + 2 + 2 * 2);
	kept(false);
	kept(true);
	killed_filtered();
	crashed_filtered(false);
	crashed_filtered(true);
	return done();
}
