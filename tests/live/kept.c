/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mmtop ends before a filtered program, whose calls need a tracer: a keeper
 * traces the program on, or the program dies, too. */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counter.h"
#include "live.h"

/* The parent may be slow to reap a zombie. */
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

/* The text of /proc/PID/task/PID/children, to be freed; NULL if there is no
 * such task. */
static char *children_of(pid_t pid)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, pid);
	return read_file(path, NULL);
}

/* Prints the state of keeper and program after a failed check. */
static void diag_kept(pid_t keeper, struct counter *c)
{
	char *children = children_of(keeper), *end;

	diag_task("keeper", keeper);
	diag_task("kept", c->pid);
	diag("the program reports PID %d, and %s", counter_told_pid(c),
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

static void keeper_is_listed(pid_t keeper, struct counter *c)
{
	char start[32], name[48];
	struct run r;
	char *line;

	snprintf(start, sizeof start, "%d  since ", keeper);
	snprintf(name, sizeof name, "  counter %d  1 process  ", c->pid);
	run_mmtop(&r, "--keepers", NULL);
	if (!ok(run_wait(&r) && run_status(&r) == 0 &&
		(line = strstr(r.out, start)) && strstr(line, name),
		"--keepers lists the keeper and the program")) {
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
		"a kept program cannot be attached")) {
		diag("status %d", run_status(&r));
		diag_kept(keeper, c);
	}
	run_release(&r);
}

/* True if the kept program is the only child: the keeper has ended
 * mmtop-reader. */
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

/* True if the keeper has closed its streams and left the session; it does so
 * once the log is written. */
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

/* Checks a keeper and the program that it keeps. */
static void looks_right(pid_t keeper, struct counter *c)
{
	ok(wait_for(is_cut_off, &keeper),
	   "the keeper has no streams and no terminal");
	keeps_only(keeper, c, "the keeper's only child is the program");
	keeper_is_listed(keeper, c);
	refused_kept(keeper, c);
	/* mmtop-reader reads the flags of clone3(), which are in memory. */
	if (!ok(counter_makes_thread(c), "a kept program creates a thread"))
		diag_kept(keeper, c);
	keeps_only(keeper, c, "no reader stays after that");
}

/* kill_front: SIGKILL to the front; otherwise SIGTERM. */
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
	   (kill_front || run_said(&r, "keeps running; mmtop-keeper ")),
	   "filtered, %s", kill_front ? "front killed" : "detached");
	snprintf(name, sizeof name, "/proc/%d/comm", engine);
	ok(file_holds(name, "mmtop-keeper\n") && counter_counts(&c),
	   "a keeper keeps the program");
	ok(file_holds(log, " detach\n") && file_holds(log, " end "),
	   "the log is complete");
	looks_right(engine, &c);
	counter_stop(&c);
	ok(wait_for(is_over, &engine), "the keeper exits with the program");
	run_release(&r);
	counter_release(&c);
	free(log);
}

/* The engine is killed: the program must end rather than run on with failing
 * calls. */
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
	   "filtered, engine killed: one message and status 125");
	ok(wait_for(is_over, &c.pid), "the engine's death ends the program");
	run_release(&r);
	counter_release(&c);
	free(log);
}

static bool crash_again(void *arg)
{
	pid_t *engine = arg;

	if (is_over(engine))
		return true;
	send_fault(*engine, SIGSEGV);
	return false;
}

/* The engine catches a crash, and keeps the program without a log.  again:
 * crash it until it dies. */
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
	   "filtered, engine crashed: the program runs on");
	if (again) {
		wait_for(crash_again, &engine);
		/* A sanitizer prints further messages. */
		ok(run_wait(&r) && run_status(&r) == 125 &&
		   strstr(r.err, "the filtered program ends") &&
		   wait_for(is_over, &c.pid),
		   "a second crash ends the program, and mmtop reports that");
	} else {
		kill(c.pid, SIGTERM);
		/* A sanitizer has a message of its own. */
		ok(run_wait(&r) && run_status(&r) == 125 &&
		   strstr(r.err, "SEGV"),
		   "mmtop exits with the program, and reports the crash");
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
