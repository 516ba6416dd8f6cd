/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * PID namespaces (P44): a target with another PID in its own namespace, and
 * mmtop as the first process of a namespace.  Reused PIDs (P66): mmtop does not
 * touch the new process.
 */
#include <config.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver.h"
#include "isolated.h"
#include "live.h"
#include "victims/jobs.h"
#include "words.h"

#define OWN (CLONE_NEWPID | CLONE_NEWNS)

/* --- P44: a target in a PID namespace ------------------------------------- */

static bool log_of(pid_t pid, const char *log)
{
	char attach[32], exit[48];
	char *text = read_file(log, NULL);
	bool good;

	snprintf(attach, sizeof attach, " %d attach ", pid);
	snprintf(exit, sizeof exit, " %d +++ exited with 0 +++", pid);
	good = text && strstr(text, attach) && strstr(text, exit) &&
	       strstr(text, " fork ") && !strstr(text, "\n1 ");
	if (!good)
		diag("%s and %s are not both in\n%.3000s", attach, exit,
		     text ? text : "");
	free(text);
	return good;
}

/* The process has PID 1 in its namespace. */
static pid_t start_inside(struct words *w)
{
	pid_t pid = isolated_fork(CLONE_NEWPID);

	if (pid == 0) {
		signals_default();
		execl(w->program, w->program, w->path, (char *)NULL);
		_exit(99);
	}
	return pid;
}

static void target_inside(int bits)
{
	const char *names[] = { "P44 a namespace's first process: detached 20 "
				"times, its sums are right",
				"P44 the log has PIDs of our namespace",
				"P44 the program exits with 0" };
	char *log = work_file("log"), number[16];
	struct words w;
	struct driver d;
	struct run r;
	pid_t pid = -1;
	int status;
	bool good;

	if (!words_init(&w, "jobs", bits, JOBS_WORDS) ||
	    (pid = start_inside(&w)) < 0) {
		for (int i = 0; i < 3; i++)
			skip(names[i], pid < 0 ? isolated_why() :
			     "32-bit programs cannot be built");
		return;
	}
	good = words_reach(&w, JOBS_ROUNDS, 2) && w.v[JOBS_PID] == 1 &&
	       driver_start(&d, &pid, 1, LEVEL_CALLS, DRIVER_FOLLOW);
	for (int i = 0; good && i < 20; i++)
		good = driver_do(&d, i % 2 ? "hcda" : "dahd.a");
	good = good && driver_end(&d) && is_let_go(pid) &&
	       words_reach(&w, JOBS_ROUNDS, w.v[JOBS_ROUNDS] + 2) &&
	       !w.v[JOBS_BAD];
	ok(good, "%s (%d-bit)", names[0], bits);
	snprintf(number, sizeof number, "%d", pid);
	run_mmtop(&r, "-b", "-f", "-o", log, "--level=calls", "-p", number, NULL);
	good = file_holds(log, " fork ");
	w.v[JOBS_STOP] = 1;
	waitpid(pid, &status, 0);
	good = run_wait(&r) && run_status(&r) == 0 && good;
	ok(log_of(pid, log) && good, "%s (%d-bit)", names[1], bits);
	ok(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s (%d-bit)",
	   names[2], bits);
	run_release(&r);
	words_release(&w);
	free(log);
}

/* --- P44: mmtop in a PID namespace ---------------------------------------- */

struct inside {
	struct words *w;
	char *log;
	const char *option;
};

static bool mmtop_inside(void *arg)
{
	struct inside *in = arg;
	char rounds[] = "5";

	signals_default();
	execl(getenv("MMTOP"), "mmtop", "-b", "-o", in->log, in->option,
	      in->w->program, in->w->path, rounds, (char *)NULL);
	return false;
}

static void launched_inside(const char *option)
{
	char name[96], *text;
	struct words w;
	struct inside in = { .w = &w, .log = work_file("inside"),
			     .option = option };
	bool good = false;

	snprintf(name, sizeof name, "P44 %s: mmtop as a namespace's first "
		 "process", option);
	words_init(&w, "jobs", 64, JOBS_WORDS);
	if (isolated(OWN, mmtop_inside, &in, &good)) {
		text = read_file(in.log, NULL);
		ok(good && w.v[JOBS_ROUNDS] == 5 && !w.v[JOBS_BAD] && text &&
		   strstr(text, "+++ exited with 0 +++\n"), "%s", name);
		free(text);
	} else {
		skip(name, isolated_why());
	}
	words_release(&w);
	free(in.log);
}

/* --- P66: reused PIDs ----------------------------------------------------- */

static volatile sig_atomic_t *caught;

static void on_any(int sig)
{
	(void)sig;
	(*caught)++;
}

/* Waits, and counts the signals that it gets. */
_Noreturn static void count_signals(void)
{
	/* The child must not keep the engine's socket open. */
	close_range(STDERR_FILENO + 1, ~0u, 0);
	for (int sig = 1; sig < 32; sig++)
		signal(sig, on_any);
	for (;;)
		pause();
}

static bool set_last_pid(pid_t pid)
{
	FILE *f = fopen("/proc/sys/kernel/ns_last_pid", "we");
	bool good = f && fprintf(f, "%d", pid) > 0;

	if (f && fclose(f))
		good = false;
	return good;
}

static bool sleeps(void *arg)
{
	return task_state(*(pid_t *)arg) == 'S';
}

static uint64_t start_of(pid_t pid)
{
	char path[64], *text, *at;
	uint64_t start = 0;

	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	text = read_file(path, NULL);
	/* Field 22: 20 fields after the name. */
	at = text ? strrchr(text, ')') : NULL;
	for (int i = 0; at && i < 20; i++)
		at = strchr(at + 1, ' ');
	if (at)
		start = strtoull(at, NULL, 10);
	free(text);
	return start;
}

/* second has the PID of an exited process that mmtop still knows. */
static bool is_left_alone(struct driver *d, pid_t second, const char *letters)
{
	bool good;

	wait_for(sleeps, &second);
	good = driver_do(d, letters);
	good = d->notes[NOTE_ATTACH_FAILED] == 1 &&
	       status_field(second, "TracerPid") == 0 &&
	       task_state(second) == 'S' && !*caught && good;
	good = driver_end(d) && good && task_state(second) == 'S' && !*caught;
	if (!good)
		diag("refused %ld times, traced by %ld, state %c, %d signals",
		     d->notes[NOTE_ATTACH_FAILED],
		     status_field(second, "TracerPid"), task_state(second),
		     *caught);
	return good;
}

/* Creates two processes with one PID; *same is true if they also have the same
 * start time. */
static bool reused_once(const char *letters, bool *same)
{
	struct driver d;
	pid_t first = fork(), second;
	uint64_t start;
	bool good;

	if (first == 0)
		count_signals();
	wait_for(sleeps, &first);
	start = start_of(first);
	if (!driver_start(&d, &first, 1, LEVEL_CALLS, 0) || !driver_do(&d, "d"))
		return false;
	kill(first, SIGKILL);
	waitpid(first, NULL, 0);
	/* ns_last_pid is now higher: other processes were started since. */
	if (!set_last_pid(first - 1)) {
		diag("ns_last_pid cannot be set");
		return false;
	}
	second = fork();
	if (second == 0)
		count_signals();
	if (second != first) {
		diag("the kernel did not reuse the PID: %d, %d", first, second);
		return false;
	}
	*same = start && start_of(second) == start;
	good = is_left_alone(&d, second, letters);
	kill(second, SIGKILL);
	waitpid(second, NULL, 0);
	return good;
}

/* Start times have a resolution of 10 ms: on a fast machine, some are equal. */
static bool reused(void *arg)
{
	const int rounds = test_times(40, 3);
	bool same = false, good = true;

	for (int i = 0; good && !same && i < rounds; i++)
		good = reused_once(arg, &same);
	return good;
}

static void reuse(const char *letters, const char *name)
{
	bool good = false;

	*caught = 0;
	if (access("/proc/sys/kernel/ns_last_pid", F_OK))
		skip(name, "there is no ns_last_pid here");
	else if (isolated(OWN, reused, (void *)letters, &good))
		ok(good, "%s", name);
	else
		skip(name, isolated_why());
}

int main(void)
{
	plan(2 * 3 + 2 + 2);
	caught = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (caught == MAP_FAILED)
		bail("mmap");
	target_inside(64);
	target_inside(32);
	launched_inside("--level=calls");
	launched_inside("--no-filter");
	reuse("a", "P66 the new process of a PID is not attached");
	reuse("ka", "P66 the new process of a PID is not killed");
	return done();
}
