/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kill -9 of the tracer (P50, P51), which is one process with one thread (P52):
 * an attached program runs on with the right results; a program launched with a
 * filter dies with its tracer and never sees ENOSYS; one launched without a
 * filter runs on.
 */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#include "driver.h"
#include "live.h"
#include "victims/jobs.h"
#include "words.h"

#define KILLS 100

/* Waits for some more rounds; true if sums and errors are right. */
static bool is_right(struct words *w)
{
	bool good = words_reach(w, JOBS_ROUNDS, w->v[JOBS_ROUNDS] + 3) &&
		    !w->v[JOBS_BAD];

	if (!good)
		diag("%llu of %llu rounds differ; line %llu: %s",
		     (unsigned long long)w->v[JOBS_BAD],
		     (unsigned long long)w->v[JOBS_ROUNDS],
		     (unsigned long long)w->v[JOBS_LINE],
		     strerror((int)w->v[JOBS_ERRNO]));
	return good;
}

static bool no_enosys(struct words *w)
{
	return w->v[JOBS_ERRNO] != ENOSYS;
}

/* --- P50: the tracer of an attached program ------------------------------- */

static void a_moment(int i)
{
	const struct timespec t = { .tv_nsec = i * 7919 % 3000 * 1000L };

	nanosleep(&t, NULL);
}

/* Kills the tracer while it seizes, runs, holds, steps and detaches. */
static void kill_attached(int bits, unsigned flags, const char *name)
{
	static const char *const letters[] = {
		"", ".", "h", "hc", "n.n", "d", "wl", "hd", "da",
	};
	struct words w;
	struct driver d;
	bool good = true;

	if (!words_start(&w, "jobs", bits, JOBS_WORDS, NULL)) {
		skip(name, "32-bit programs cannot be built");
		return;
	}
	words_reach(&w, JOBS_ROUNDS, 2);
	for (int i = 0; good && i < KILLS; i++) {
		good = driver_start(&d, &w.pid, 1,
				    i % 4 ? LEVEL_CALLS : LEVEL_WATCH, flags);
		if (!good)
			break;
		driver_begin(&d, letters[i % 9]);
		a_moment(i);
		driver_kill(&d);
		good = is_let_go(w.pid);
	}
	good = good && is_right(&w);
	w.v[JOBS_STOP] = 1;
	good = run_wait(&w.run) && run_status(&w.run) == 0 && good;
	ok(good, "P50 %s: tracer killed %d times while attached: the program "
	   "runs on, none is in state t, every sum is right", name, KILLS);
	words_release(&w);
}

/* --- P51: the tracer of a launched program -------------------------------- */

struct launch {
	struct words w;
	struct run r;
	pid_t pid, tracer;
};

static bool launch(struct launch *l, int bits, const char *option)
{
	if (!words_init(&l->w, "jobs", bits, JOBS_WORDS))
		return false;
	run_mmtop(&l->r, "-b", "-o", "/dev/null", option, l->w.program,
		  l->w.path, NULL);
	if (!words_reach(&l->w, JOBS_ROUNDS, 2))
		bail("the launched program does not work");
	l->pid = (pid_t)l->w.v[JOBS_PID];
	l->tracer = (pid_t)status_field(l->pid, "TracerPid");
	return true;
}

struct end {
	pid_t pid;
	int status;
};

/* Fails until we are its parent. */
static bool has_ended(void *arg)
{
	struct end *e = arg;

	return waitpid(e->pid, &e->status, WNOHANG) == e->pid;
}

/* Waits for a program that we adopted after its parent's death. Returns its
 * status, or -N for signal N. */
static int end_of(struct launch *l)
{
	struct end e = { .pid = l->pid };

	if (wait_for(has_ended, &e))
		return WIFSIGNALED(e.status) ? -WTERMSIG(e.status)
					     : WEXITSTATUS(e.status);
	kill(l->pid, SIGKILL);
	return -1000;
}

static bool is_over(void *arg)
{
	const struct launch *l = arg;

	return waitpid(l->pid, NULL, WNOHANG) == l->pid ||
	       task_state(l->pid) == 0;
}

static void release_launch(struct launch *l)
{
	run_release(&l->r);
	words_release(&l->w);
}

static bool is_keeper(void *arg)
{
	const struct launch *l = arg;
	char path[64], *comm;
	bool is;

	snprintf(path, sizeof path, "/proc/%ld/comm",
		 status_field(l->pid, "TracerPid"));
	comm = read_file(path, NULL);
	is = comm && !strcmp(comm, "mmtop-keeper\n");
	free(comm);
	return is;
}


/* The tracer of a filtered program is killed: the program dies, too. */
static void kill_filtered(int bits, bool kept)
{
	char name[96];
	struct launch l;
	int end;

	snprintf(name, sizeof name, "P51 %d-bit: killed with its %s", bits,
		 kept ? "keeper" : "tracer");
	if (!launch(&l, bits, "--level=calls")) {
		skip(name, "32-bit programs cannot be built");
		return;
	}
	if (status_field(l.pid, "Seccomp") != 2) {
		skip(name, "there are no filters here");
		kill(l.pid, SIGKILL);
		release_launch(&l);
		return;
	}
	if (kept) {
		kill(l.r.pid, SIGTERM);
		run_wait(&l.r);
		if (!wait_for(is_keeper, &l) || !is_right(&l.w))
			diag("no keeper, or wrong results");
	}
	kill(l.tracer, SIGKILL);
	end = end_of(&l);
	if (!ok(end == -SIGKILL && no_enosys(&l.w) && run_wait(&l.r),
		"%s, without ENOSYS", name))
		diag("status %d, errno %llu", end,
		     (unsigned long long)l.w.v[JOBS_ERRNO]);
	release_launch(&l);
}

static void kill_unfiltered(int bits, const char *option)
{
	char name[96];
	struct launch l;
	bool good;

	snprintf(name, sizeof name,
		 "P51 %d-bit, %s: runs on after its tracer is "
		 "killed", bits, option);
	if (!launch(&l, bits, option)) {
		skip(name, "32-bit programs cannot be built");
		return;
	}
	kill(l.tracer, SIGKILL);
	good = is_let_go(l.pid) && is_right(&l.w) && run_wait(&l.r);
	l.w.v[JOBS_STOP] = 1;
	ok(good && end_of(&l) == 0 && no_enosys(&l.w), "%s", name);
	release_launch(&l);
}

/* The front process is killed: the engine detaches or keeps the program. */
static void kill_front(const char *option)
{
	char name[96];
	struct launch l;
	bool good;

	snprintf(name, sizeof name,
		 "P51 %s: front killed, the program runs on", option);
	launch(&l, 64, option);
	if (l.tracer == l.r.pid) {
		skip(name, "mmtop is one process here");
		kill(l.pid, SIGKILL);
		release_launch(&l);
		return;
	}
	kill(l.r.pid, SIGKILL);
	good = run_wait(&l.r) && is_right(&l.w);
	l.w.v[JOBS_STOP] = 1;
	/* A keeper is still its parent, and waits for it. */
	good = wait_for(is_over, &l) && !l.w.v[JOBS_BAD] && good;
	ok(good && no_enosys(&l.w), "%s", name);
	release_launch(&l);
}

/* --- P52: one thread traces ----------------------------------------------- */

/* Counts the threads except the one that writes the log, which traces
 * nothing. */
static int count_tasks(pid_t pid)
{
	char path[320], *name;
	struct dirent *e;
	int n = 0;
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", pid);
	d = opendir(path);
	while (d && (e = readdir(d))) {
		if (*e->d_name == '.')
			continue;
		snprintf(path, sizeof path, "/proc/%d/task/%s/comm", pid,
			 e->d_name);
		name = read_file(path, NULL);
		n += name && strcmp(name, "mmtop-log\n");
		free(name);
	}
	if (d)
		closedir(d);
	return n;
}

static void one_tracer(void)
{
	struct launch l;
	struct words w;
	struct run r;
	char pid[16];
	bool good;

	launch(&l, 64, "-f");
	good = l.tracer > 0 && count_tasks(l.tracer) == 1 && is_right(&l.w) &&
	       status_field(l.pid, "TracerPid") == l.tracer;
	ok(good, "P52 launched: one thread traces, all the time");
	l.w.v[JOBS_STOP] = 1;
	run_wait(&l.r);
	release_launch(&l);

	words_start(&w, "jobs", 64, JOBS_WORDS, NULL);
	words_reach(&w, JOBS_ROUNDS, 2);
	snprintf(pid, sizeof pid, "%d", w.pid);
	run_mmtop(&r, "-b", "-f", "-o", "/dev/null", "--level=calls", "-p", pid, NULL);
	for (int i = 0; i < 1000 && status_field(w.pid, "TracerPid") <= 0; i++)
		a_moment(2999);
	l.tracer = (pid_t)status_field(w.pid, "TracerPid");
	good = l.tracer > 0 && count_tasks(l.tracer) == 1 && is_right(&w) &&
	       status_field(w.pid, "TracerPid") == l.tracer;
	ok(good, "P52 attached: one thread traces, all the time");
	w.v[JOBS_STOP] = 1;
	run_wait(&r);
	run_release(&r);
	words_release(&w);
}

int main(void)
{
	plan(4 + 4 + 4 + 2 + 2);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	kill_attached(64, 0, "64-bit");
	kill_attached(64, DRIVER_FOLLOW, "64-bit, children too");
	kill_attached(32, 0, "32-bit");
	kill_attached(32, DRIVER_FOLLOW, "32-bit, children too");
	kill_filtered(64, false);
	kill_filtered(64, true);
	kill_filtered(32, false);
	kill_filtered(32, true);
	kill_unfiltered(64, "--no-filter");
	kill_unfiltered(64, "--level=watch");
	kill_unfiltered(32, "--no-filter");
	kill_unfiltered(32, "--level=watch");
	kill_front("--level=calls");
	kill_front("--no-filter");
	one_tracer();
	return done();
}
