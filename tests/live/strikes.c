/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Signals of every kind hit mmtop's processes at random moments while a program
 * that checks its own results runs: no result is wrong.  The one exception is
 * kill -9 of the tracer of a filtered program: the program ends with it, before
 * a call of it could fail.
 *
 * MMTOP_TEST_STRIKES: how many signals (60).  MMTOP_TEST_SEED: repeats a run.
 */
#include <config.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../terminal/session.h"
#include "live.h"
#include "ours.h"
#include "victims/jobs.h"
#include "words.h"

#define STRIKES 60
/* One in this many is SIGKILL, which ends a trial. */
#define KILL_EVERY 8
/* The longest time between two, and the longest that a process stays
 * stopped. */
#define MOMENT_US 4000
#define STOPPED_US 30000

struct mode {
	const char *name;
	const char *args[4];
	bool attach, screen;
};

#define BATCH(option) { "-b", "-o", "/dev/null", option }

static const struct mode modes[] = {
	{ "filtered", BATCH("--level=calls"), 0, 0 },
	{ "without a filter", BATCH("--no-filter"), 0, 0 },
	{ "attached", BATCH("--level=calls"), 1, 0 },
	{ "attached, watched", BATCH("--level=watch"), 1, 0 },
	{ "with --heap", BATCH("--heap"), 0, 0 },
	{ "with --save-mmap", BATCH("save"), 0, 0 },
	{ "with --track-writes", BATCH("--track-writes"), 0, 0 },
	{ "on the screen", { "--level=calls" }, 0, 1 },
	{ "on the screen without a filter", { "--no-filter" }, 0, 1 },
	{ "attached on the screen", { "--level=calls" }, 1, 1 },
};

enum { N_MODES = sizeof modes / sizeof *modes };

struct trial {
	const struct mode *mode;
	struct words w;
	struct run run;
	struct session session;
	pid_t program;
	char *folder;
	unsigned strikes;
};

static uint64_t right_sum;
static struct {
	char role[16];
	unsigned n, kills;
} hits[OURS_MAX];

static unsigned below(unsigned n)
{
	return (unsigned)random() % n;
}

static void moment(unsigned most_us)
{
	const struct timespec t = { .tv_nsec = below(most_us) * 1000L };

	nanosleep(&t, NULL);
}

/* --- the program ------------------------------------------------------------------ */

/* Its parent may have exited: then it is our child. */
static bool is_gone(void *arg)
{
	struct trial *t = arg;
	char state;

	if (t->w.started)
		return waitpid(t->program, &t->w.run.wait_status, WNOHANG) ==
		       t->program;
	waitpid(t->program, NULL, WNOHANG);
	state = task_state(t->program);
	return state == 0 || state == 'Z' || state == 'X';
}

static bool is_right(struct trial *t, const char *when)
{
	const volatile uint64_t *v = t->w.v;

	if (!v[JOBS_BAD] && !v[JOBS_ERRNO] &&
	    (!v[JOBS_SUM] || v[JOBS_SUM] == right_sum))
		return true;
	diag("%s: %llu of %llu rounds differ; line %llu: %s", when,
	     (unsigned long long)v[JOBS_BAD],
	     (unsigned long long)v[JOBS_ROUNDS],
	     (unsigned long long)v[JOBS_LINE], strerror((int)v[JOBS_ERRNO]));
	return false;
}

static bool works(struct trial *t, const char *when)
{
	if (words_reach(&t->w, JOBS_ROUNDS, t->w.v[JOBS_ROUNDS] + 2))
		return is_right(t, when);
	diag("%s: %d stands still (%c)", when, t->program,
	     task_state(t->program));
	return false;
}

/* --- mmtop ------------------------------------------------------------------------- */

static void start_mmtop(struct trial *t)
{
	const struct mode *m = t->mode;
	const char *args[12];
	char pid[16], folder[600];
	size_t n = 0;

	snprintf(pid, sizeof pid, "%d", t->program);
	snprintf(folder, sizeof folder, "--save-mmap=%s", t->folder);
	for (size_t i = 0; i < 4 && m->args[i]; i++)
		args[n++] = strcmp(m->args[i], "save") ? m->args[i] : folder;
	if (m->attach)
		args[n++] = "-p";
	args[n++] = m->attach ? pid : t->w.program;
	if (!m->attach)
		args[n++] = t->w.path;
	args[n] = NULL;
	ours_mark();
	if (m->screen)
		session_start(&t->session, 24, 80, args);
	else
		run_mmtop(&t->run, args[0], args[1], args[2], args[3], args[4],
			  args[5], args[6], NULL);
}

/* A session of its own and a program that works. */
static bool start(struct trial *t)
{
	if (t->mode->attach) {
		words_start(&t->w, "jobs", 64, JOBS_WORDS, NULL);
		t->program = t->w.pid;
		words_reach(&t->w, JOBS_ROUNDS, 1);
	} else {
		words_init(&t->w, "jobs", 64, JOBS_WORDS);
	}
	start_mmtop(t);
	if (t->mode->screen)
		session_shows(&t->session, "1 Regions");
	if (!words_reach(&t->w, JOBS_ROUNDS, t->w.v[JOBS_ROUNDS] + 2)) {
		diag("it does not begin");
		return false;
	}
	t->program = (pid_t)t->w.v[JOBS_PID];
	return true;
}

/* The program comes to its own end, and nothing of mmtop is left. */
static bool stop(struct trial *t, bool expect_killed)
{
	bool good;

	t->w.v[JOBS_STOP] = 1;
	good = wait_for(is_gone, t);
	if (!good) {
		diag("%d does not end (%c)", t->program,
		     task_state(t->program));
		kill(t->program, SIGKILL);
	} else if (t->w.started && !expect_killed &&
		   run_status(&t->w.run) != 0) {
		diag("it ended with %d", run_status(&t->w.run));
		good = false;
	}
	if (t->mode->screen)
		session_release(&t->session);
	else
		run_release(&t->run);
	if (!ours_end()) {
		diag("mmtop is still there");
		good = false;
	}
	words_release(&t->w);
	return good;
}

/* --- strikes ------------------------------------------------------------------------ */

static void count(const char *role, int sig)
{
	size_t i = 0;

	while (i < OURS_MAX - 1 && hits[i].n && strcmp(hits[i].role, role))
		i++;
	snprintf(hits[i].role, sizeof hits[i].role, "%s", role);
	hits[i].n++;
	hits[i].kills += sig == SIGKILL;
}

static int a_signal(const char *role)
{
	int sig = below(KILL_EVERY) ? 1 + (int)below(NSIG - 1) : SIGKILL;

	/* The last process with the program's terminal: its end hangs up. */
	if (sig == SIGKILL && !strcmp(role, "drain"))
		sig = SIGTERM;
	return sig;
}

/* A guard is there for moments only: it comes first. */
static size_t choose(const struct ours *o)
{
	for (size_t i = 0; i < o->n; i++)
		if (!strcmp(o->v[i].role, "guard") && below(2))
			return i;
	return below((unsigned)o->n);
}

static void hit(pid_t pid, int sig)
{
	kill(pid, sig);
	if (sig == SIGSTOP || sig == SIGTSTP || sig == SIGTTIN ||
	    sig == SIGTTOU) {
		moment(STOPPED_US);
		kill(pid, SIGCONT);
	}
}

enum after { GOES_ON, IS_OVER, IS_KILLED, IS_WRONG };

static enum after after_kill(struct trial *t, bool kept, const char *what)
{
	if (!kept)
		return works(t, what) ? IS_OVER : IS_WRONG;
	if (wait_for(is_gone, t))
		return is_right(t, what) ? IS_KILLED : IS_WRONG;
	diag("%s: it outlives its tracer", what);
	return IS_WRONG;
}

static enum after strike(struct trial *t)
{
	char what[64];
	struct ours o;
	bool kept;
	pid_t pid;
	size_t i;
	int sig;

	ours_list(&o);
	if (!o.n)
		return works(t, "mmtop has ended") ? IS_OVER : IS_WRONG;
	i = choose(&o);
	pid = o.v[i].pid;
	sig = a_signal(o.v[i].role);
	kept = sig == SIGKILL && status_field(t->program, "Seccomp") == 2 &&
	       status_field(t->program, "TracerPid") == pid;
	moment(MOMENT_US);
	snprintf(what, sizeof what, "%s, %s, signal %d", t->mode->name,
		 o.v[i].role, sig);
	hit(pid, sig);
	count(o.v[i].role, sig);
	t->strikes++;
	if (sig == SIGKILL)
		return after_kill(t, kept, what);
	return is_right(t, what) && (t->strikes % 8 || works(t, what)) ?
	       GOES_ON : IS_WRONG;
}

static bool trial(const struct mode *m, unsigned most, unsigned *strikes)
{
	struct trial t = { .mode = m, .folder = work_file("frames") };
	enum after after = GOES_ON;
	bool good = start(&t);

	while (good && after == GOES_ON && t.strikes < most)
		after = strike(&t);
	if (good && after == GOES_ON)
		good = works(&t, m->name);
	good = stop(&t, after == IS_KILLED) && good && after != IS_WRONG;
	*strikes += t.strikes ? t.strikes : 1;
	free(t.folder);
	return good;
}

static void strikes(const struct mode *m, unsigned most)
{
	unsigned n = 0;
	bool good = true;

	while (good && n < most)
		good = trial(m, most - n, &n);
	ok(good, "%s: %u signals, no wrong result", m->name, n);
}

static void untraced(void)
{
	struct words w;

	words_start(&w, "jobs", 64, JOBS_WORDS, "3");
	run_wait(&w.run);
	right_sum = w.v[JOBS_SUM];
	words_release(&w);
}

static unsigned from_environment(const char *name, unsigned otherwise)
{
	const char *s = getenv(name);

	return s && atoi(s) > 0 ? (unsigned)atoi(s) : otherwise;
}

int main(void)
{
	unsigned seed = from_environment("MMTOP_TEST_SEED",
					 (unsigned)getpid() ^
					 (unsigned)time(NULL));
	unsigned all = from_environment("MMTOP_TEST_STRIKES", STRIKES);

	plan(N_MODES);
	diag("MMTOP_TEST_SEED=%u", seed);
	srandom(seed);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	untraced();
	for (size_t i = 0; i < N_MODES; i++)
		strikes(&modes[i], (all + N_MODES - 1) / N_MODES);
	for (size_t i = 0; i < OURS_MAX && hits[i].n; i++)
		diag("%s: %u, %u of them SIGKILL", hits[i].role, hits[i].n,
		     hits[i].kills);
	return done();
}
