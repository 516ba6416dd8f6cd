/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program does not notice that write tracking is turned on and off: blocking
 * calls continue, although mmtop made two calls of its own in one of the tasks;
 * and no marks stay when mmtop is killed.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../src/source/trace/keep/guard.h"
#include "../../src/sys/pages/uffd.h"
#include "driver.h"
#include "live.h"
#include "sitting.h"
#include "writelog.h"

#define CYCLES test_times(6, 2)

static bool not_marked(void *arg)
{
	return !writelog_marked(*(pid_t *)arg);
}

static bool none_marked(void *arg)
{
	const struct sitting *s = arg;

	for (size_t i = 0; i < s->n; i++)
		if (writelog_marked(s->pids[i]))
			return false;
	return true;
}

static bool all_marked(void *arg)
{
	const struct sitting *s = arg;

	for (size_t i = 0; i < s->n; i++)
		if (!writelog_marked(s->pids[i]))
			return false;
	return true;
}

static void check_undisturbed(struct sitting *s, const char *name)
{
	sitting_undisturbed(s, name);
	ok(wait_for(none_marked, s), "%s: no process stays marked", name);
}

/* --- with the engine, repeatedly ------------------------------------------ */

/* For the letters see driver.h. */
static void cycles(const char *program, bool threads, enum level level,
		   const char *letters, bool kills, const char *name)
{
	const struct sitting_round round = {
		.level = level, .flags = DRIVER_PAGES, .letters = letters,
		.kills = kills, .before = all_marked,
	};
	struct sitting s;
	char full[128];

	snprintf(full, sizeof full, "%s, %s", name,
		 threads ? "threads" : "processes");
	sitting_start(&s, program, threads, LONG_MS);
	ok(sitting_rounds(&s, &round, CYCLES), "%s: tracked %d times", full,
	   CYCLES);
	check_undisturbed(&s, full);
	sitting_release(&s);
}

static void with_engine(const char *program, const char *bits)
{
	char name[64];

	snprintf(name, sizeof name, "%s: on, off, on, level watch", bits);
	cycles(program, false, LEVEL_WATCH, "tutu.t", false, name);
	snprintf(name, sizeof name, "%s: on, off, on, level calls", bits);
	cycles(program, true, LEVEL_CALLS, "tutu.t", false, name);
	snprintf(name, sizeof name, "%s: kill -9 while it is on", bits);
	cycles(program, false, LEVEL_CALLS, "t.", true, name);
}

static void short_calls(const char *program, const char *bits)
{
	static const char *const letters[] = { "tut", "t", "t", "t" };

	sitting_short_calls(program, DRIVER_PAGES, letters, 4, 4 * CYCLES,
			    bits);
}

/* --- writing threads ------------------------------------------------------ */

/* Turns tracking on, off and on, and detaches or is killed, while four threads
 * write. */
static void writers(const char *bits)
{
	char *program = strcmp(bits, "32-bit") ? victim("trackee")
					       : victim32("trackee");
	char *const argv[] = { program, (char *)"threads", NULL };
	struct run v;
	struct driver d;
	bool good, ended;

	run_start(&v, argv);
	good = run_printed(&v, "at 0x");
	for (int i = 0; good && i < 2 * CYCLES; i++) {
		good = driver_start(&d, &v.pid, 1,
				    i % 3 ? LEVEL_CALLS : LEVEL_WATCH,
				    DRIVER_PAGES | DRIVER_FOLLOW) &&
		       driver_do(&d, "t.ut.") && writelog_marked(v.pid);
		if (good && i % 2)
			good = driver_end(&d);
		else
			driver_kill(&d);
		good = good && wait_for(not_marked, &v.pid);
	}
	ok(good, "%s: threads that write, tracked %d times", bits, 2 * CYCLES);
	close(v.in);
	v.in = -1;
	ended = run_wait(&v);
	if (!ok(ended && run_status(&v) == 0 && strstr(v.out, "\nok "),
		"%s: all written data is there", bits))
		diag("status %d: %s", run_status(&v), v.out);
	run_release(&v);
	free(program);
}

/* --- with mmtop itself ---------------------------------------------------- */

struct lines {
	const char *log;
	size_t n;
};

static bool all_on(void *arg)
{
	const struct lines *l = arg;
	char *text = read_file(l->log, NULL);
	size_t n = 0;

	for (char *p = text; p && (p = strstr(p, " writes on")); p++)
		n++;
	free(text);
	return n >= l->n;
}

/* uid: user of mmtop and the program; sig: signal that ends mmtop. */
static void with_program(const char *program, uid_t uid, int sig,
			 const char *name)
{
	struct sitting s;
	struct run r;
	struct lines lines;
	bool on;

	run_as(uid);
	sitting_start(&s, program, false, LONG_MS);
	sitting_watched(&s, &r,
			(const char *[]){ "-b", "--track-writes", NULL });
	run_as(0);
	lines = (struct lines){ r.err_path, s.n };
	on = wait_for(all_on, &lines);
	ok(on && all_marked(&s), "%s: %zu processes are tracked", name, s.n);
	kill(r.pid, sig);
	ok(run_wait(&r) && run_status(&r) == (sig == SIGKILL ? -SIGKILL
							     : 128 + sig),
	   "%s: mmtop exits", name);
	check_undisturbed(&s, name);
	run_release(&r);
	sitting_release(&s);
}

/* A guard lives only for moments: this one is started for the test. */
static void guard_survives_signals(void)
{
	struct guard g = { .pid = 0 };
	bool started = guard_start(&g) == 0;
	char comm[32];
	int sig, status = -1;
	pid_t pid;

	/* It gets its name after it has set up its signals. */
	snprintf(comm, sizeof comm, "/proc/%d/comm", g.pid);
	if (started)
		file_holds(comm, "mmtop-guard");
	for (sig = 1; started && sig < NSIG; sig++)
		if (sig != SIGKILL && sig != SIGSTOP)
			kill(g.pid, sig);
	pid = g.pid;
	guard_stop(&g);
	ok(started && waitpid(pid, &status, 0) == pid && WIFEXITED(status),
	   "P76 only SIGKILL ends the guard");
}

int main(void)
{
	char *v64 = victim("blocking"), *v32 = victim32("blocking"), *program;
	uid_t other = geteuid() == 0 ? NOBODY : 0;
	int r = uffd_probe();

	if (r < 0)
		skip_all("no asynchronous userfaultfd: %s", strerror(-r));
	plan((v32 ? 2 : 1) * (3 * 3 + 2 + 2) + 3 * 4 + 1);
	with_engine(v64, "64-bit");
	sitting_timeouts(v64, false, DRIVER_PAGES, "td", "64-bit");
	short_calls(v64, "64-bit");
	writers("64-bit");
	if (v32) {
		with_engine(v32, "32-bit");
		sitting_timeouts(v32, false, DRIVER_PAGES, "td", "32-bit");
		short_calls(v32, "32-bit");
		writers("32-bit");
	}
	guard_survives_signals();
	program = copy_of(v64, "blocking", 0755);
	mmtop_for_all();
	with_program(program, 0, SIGTERM, "mmtop");
	with_program(program, other, SIGTERM, "an ordinary user");
	with_program(program, other, SIGKILL, "an ordinary user, mmtop killed");
	free(program);
	free(v64);
	free(v32);
	return done();
}
