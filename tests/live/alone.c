/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The session ends with its last traced task, even if mmtop has other children:
 * a shell that execs mmtop may have started some, and mmtop-reader is one.
 */
#include <config.h>

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/engine/engine.h"
#include "live.h"
#include "sys/loop.h"

#define MS 1000000ull

struct seen {
	uint64_t exit_ns, ended_ns;
};

static void on_event(void *arg, const struct event *ev)
{
	struct seen *s = arg;

	if (ev->kind == EV_PROCESS && ev->u.process.op == PROCESS_EXIT)
		s->exit_ns = ev->time_ns;
	else if (ev->kind == EV_STATUS && ev->u.status.state == TARGET_ENDED &&
		 !s->ended_ns)
		s->ended_ns = ev->time_ns;
}

static void session_ends(const char *name)
{
	char *argv[] = { (char *)(uintptr_t)"true", NULL };
	const struct engine_config cfg = {
		/* A rescan cannot find the exit: the period is an hour. */
		.command = "true", .period_ns = 3600000 * MS,
		.target = { .argv = argv, .level = LEVEL_CALLS,
			    .follow = true, .pty_master = -1,
			    .pty_slave = -1 },
	};
	uint64_t until = clock_ns() + DEADLINE_S * 1000 * MS;
	struct loop *loop = loop_new();
	struct refusal refusal;
	struct seen seen = { 0 };
	struct engine *e;
	struct err err;

	e = engine_new(loop, &cfg, &refusal, &err);
	if (!e)
		bail(err.what);
	engine_add_taker(e, on_event, &seen);
	if (engine_start(e, &refusal, &err) < 0)
		bail(err.what);
	while (!seen.ended_ns && clock_ns() < until)
		loop_turn(loop, 10 * MS);
	ok(seen.exit_ns && seen.ended_ns, "%s", name);
	engine_free(e);
	loop_free(loop);
}

/* --- after a crash --------------------------------------------------------- */

static pid_t first_child(pid_t pid)
{
	char path[64];
	char *text;
	pid_t child;

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, pid);
	text = read_file(path, NULL);
	child = text ? (pid_t)strtol(text, NULL, 10) : 0;
	free(text);
	return child;
}

static bool is_gone(void *arg)
{
	const pid_t *pid = arg;
	char state = task_state(*pid);

	return !state || state == 'Z';
}

/* The TID of the thread with that name; 0 if there is none (yet). */
static pid_t thread_named(pid_t pid, const char *name)
{
	char path[64], line[32];
	struct dirent *d;
	pid_t tid = 0;
	DIR *dir;

	snprintf(path, sizeof path, "/proc/%d/task", pid);
	snprintf(line, sizeof line, "%s\n", name);
	dir = opendir(path);
	while (dir && !tid && (d = readdir(dir))) {
		char *comm;

		snprintf(path, sizeof path, "/proc/%d/task/%.20s/comm", pid,
			 d->d_name);
		comm = read_file(path, NULL);
		if (comm && !strcmp(comm, line))
			tid = (pid_t)strtol(d->d_name, NULL, 10);
		free(comm);
	}
	if (dir)
		closedir(dir);
	return tid;
}

struct thread {
	pid_t pid, tid;
	const char *name;
};

static bool is_there(void *arg)
{
	struct thread *t = arg;

	t->tid = thread_named(t->pid, t->name);
	return t->tid != 0;
}

/* The engine outlives a fault in any of its threads until the filtered tree has
 * exited, and then exits. */
static void crash(const char *name)
{
	struct thread t = { .name = name };
	char *log = work_file("crash");
	struct run r;

	run_mmtop(&r, "-b", "-o", log, "sh", "-c",
		  "echo on; read -r x; cat /dev/null; echo over", NULL);
	run_printed(&r, "on");
	t.pid = first_child(r.pid);
	if (t.pid <= 0) {
		skip("a crashed engine", "no list of children");
		skip("the engine's exit after a crash", "the same");
		skip("the report of the crash", "the same");
	} else {
		wait_for(is_there, &t);
		send_fault(t.tid, SIGSEGV);
		run_poke(&r);
		run_poke(&r);
		ok(run_printed(&r, "over"),
		   "%s crashed: the program runs to its end", name);
		if (!ok(wait_for(is_gone, &t.pid), "then the engine exits"))
			kill(t.pid, SIGKILL);
		run_wait(&r);
		if (!ok(strstr(r.err, "SIGSEGV"), "mmtop reports the SIGSEGV"))
			diag("status %d, %s", run_status(&r), r.err);
	}
	run_release(&r);
	free(log);
}

/* Flags that mmtop removes from the arguments of clone calls, before or after
 * the crash, are restored. */
static void crash_in_clones(const char *when)
{
	char *log = work_file("flags"), *program = victim("flags");
	bool before = !strcmp(when, "on");
	struct run r;
	pid_t engine;

	run_mmtop(&r, "-b", "-o", log, program, "100", "4", NULL);
	run_printed(&r, "on");
	if (!before)
		run_poke(&r);
	run_printed(&r, when);
	engine = first_child(r.pid);
	if (engine > 0)
		send_fault(engine, SIGSEGV);
	if (before)
		run_poke(&r);
	run_wait(&r);
	if (run_status(&r) == 77)
		skip("clones in a crash", "no clone3");
	else if (engine <= 0)
		skip("clones in a crash", "no list of children");
	/* Without a filter, mmtop can exit before the program. */
	else if (!ok(file_holds(r.out_path, "over"),
		     "P19 a crash after \"%s\" keeps clone flags", when))
		diag("status %d, %s", run_status(&r), r.err);
	run_release(&r);
	free(program);
	free(log);
}

int main(void)
{
	pid_t pid;

	plan(11);
	session_ends("the session ends with its only child");
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			pause();
	}
	session_ends("P71 the session ends despite an untraced child");
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	crash("mmtop-engine");
	crash("mmtop-log");
	crash_in_clones("on");
	for (int i = 0; i < 2; i++)
		crash_in_clones("begun");
	return done();
}
