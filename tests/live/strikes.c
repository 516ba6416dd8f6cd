/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Signals of every kind hit mmtop's processes at random moments, while a
 * program that checks its own results (victims/selfcheck) runs to its exit: its
 * output is the same as untraced.  The exceptions are those of the manual.
 * Kill -9 of the tracer of a filtered program kills the program before one of
 * its calls can fail. Kill -9 of another tracer may interrupt the call that a
 * thread is entering.  If mmtop does not see the exits of calls, the SIGCHLD of
 * a child may interrupt one wait; so may one during the attach.
 *
 * MMTOP_TEST_STRIKES: number of signals (60).  MMTOP_TEST_SEED: repeats a run.
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

#define STRIKES 60
/* One in this many is SIGKILL. */
#define KILL_EVERY 8
/* The longest time between two signals, and the longest time that a process
 * stays stopped. */
#define MOMENT_US 60000
#define STOPPED_US 30000
/* Calls of the program in one trial. */
#define CALLS "10000"
#define THREADS 4
/* Writes its PID and its results to a file. */
#define SCRIPT "exec >$1 2>&1; echo $$; exec $0 $2"

struct mode {
	const char *name;
	const char *args[4];
	bool attach, screen;
	bool unseen;		/* mmtop does not see the exits of calls */
};

#define BATCH(option) { "-b", "-o", "/dev/null", option }

static const struct mode modes[] = {
	{ "filtered", BATCH("--level=calls"), 0, 0, 1 },
	{ "without a filter", BATCH("--no-filter"), 0, 0, 0 },
	{ "attached", BATCH("--level=calls"), 1, 0, 0 },
	{ "attached, watched", BATCH("--level=watch"), 1, 0, 1 },
	{ "attached with --track-writes", { "-b", "-o/dev/null",
	  "--level=calls", "--track-writes" }, 1, 0, 0 },
	{ "with --heap", BATCH("--heap"), 0, 0, 1 },
	{ "with --save-mmap", BATCH("save"), 0, 0, 1 },
	{ "with --track-writes", BATCH("--track-writes"), 0, 0, 1 },
	{ "on the screen", { "--level=calls" }, 0, 1, 1 },
	{ "on the screen without a filter", { "--no-filter" }, 0, 1, 0 },
	{ "attached on the screen", { "--level=calls" }, 1, 1, 0 },
};

enum { N_MODES = sizeof modes / sizeof *modes };

struct trial {
	const struct mode *mode;
	struct run run;			/* the program, or mmtop in batch
					 * mode */
	struct run mmtop;
	struct session session;
	pid_t program;
	char *folder, *results;
	unsigned strikes;
	unsigned tracers;		/* number of tracers hit by kill -9 */
};

static char *selfcheck, *wanted;
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

/* If its parent has exited, it is our child. */
static bool is_gone(void *arg)
{
	struct trial *t = arg;
	char state;

	if (t->mode->attach)
		return t->run.wait_status != -1 ||
		       waitpid(t->program, &t->run.wait_status, WNOHANG) ==
		       t->program;
	waitpid(t->program, NULL, WNOHANG);
	state = task_state(t->program);
	return state == 0 || state == 'Z' || state == 'X';
}

/* The first line is the program's PID. */
static bool is_there(void *arg)
{
	struct trial *t = arg;
	char *text = read_file(t->results, NULL);
	char *end = text ? strchr(text, '\n') : NULL;

	if (end)
		t->program = (pid_t)strtol(text, NULL, 10);
	free(text);
	return end;
}

/* Checks the last line of the program's output. */
static bool is_permitted(const struct trial *t, const char *end)
{
	unsigned long waits, children;
	unsigned long most = THREADS * t->tracers + t->mode->attach;

	if (sscanf(end, "%lu waits interrupted, %lu children", &waits,
		   &children) != 2)
		return !*end;
	return waits <= most + (t->mode->unseen ? children : 0);
}

/* Compares the output after its first line with that of the untraced run; if
 * killed, it may be empty. */
static bool is_right(const struct trial *t, bool killed, const char *when)
{
	char *text = read_file(t->results, NULL);
	char *end = text ? strchr(text, '\n') : NULL;
	bool good = end && ((killed && !end[1]) ||
			    (!strncmp(end + 1, wanted, strlen(wanted)) &&
			     is_permitted(t, end + 1 + strlen(wanted))));

	if (!good)
		diag("%s: %s", when, end ? end + 1 : "no result");
	free(text);
	return good;
}

/* --- mmtop ------------------------------------------------------------------------- */

static void start_mmtop(struct trial *t, const char *const *program)
{
	const struct mode *m = t->mode;
	const char *args[16] = { getenv("MMTOP") };
	char pid[16], folder[600];
	size_t n = 1;

	snprintf(folder, sizeof folder, "--save-mmap=%s", t->folder);
	for (size_t i = 0; i < 4 && m->args[i]; i++)
		args[n++] = strcmp(m->args[i], "save") ? m->args[i] : folder;
	if (m->attach) {
		snprintf(pid, sizeof pid, "%d", t->program);
		args[n++] = "-p";
		args[n++] = pid;
	} else {
		args[n++] = "--";
		for (size_t i = 0; program[i]; i++)
			args[n++] = program[i];
	}
	ours_mark();
	if (m->screen)
		session_start(&t->session, 24, 80, args + 1);
	else
		run_start(&t->mmtop, (char **)(uintptr_t)args);
}

/* Starts the program, and mmtop, which traces it. */
static bool start_trial(struct trial *t)
{
	const char *const program[] = { "sh", "-c", SCRIPT, selfcheck,
					t->results, CALLS, NULL };

	if (t->mode->attach) {
		run_start(&t->run, (char **)(uintptr_t)program);
		wait_for(is_there, t);
	}
	start_mmtop(t, program);
	if (t->mode->screen)
		session_shows(&t->session, "1 Regions");
	else if (t->mode->attach)
		ours_find("engine");
	if (wait_for(is_there, t))
		return true;
	diag("%s: the program does not start", t->mode->name);
	return false;
}

/* The program exits by itself, and no process of mmtop is left. */
static bool stop_trial(struct trial *t, bool killed, const char *when)
{
	bool good = wait_for(is_gone, t);

	if (!good) {
		diag("%s: %d does not exit (%c)", when, t->program,
		     task_state(t->program));
		kill(t->program, SIGKILL);
	} else if (t->mode->attach && !killed && run_status(&t->run) != 0) {
		diag("%s: program status %d", when, run_status(&t->run));
		good = false;
	}
	good = is_right(t, killed, when) && good;
	if (t->mode->screen)
		session_release(&t->session);
	else
		run_release(&t->mmtop);
	if (!ours_end()) {
		diag("%s: a process of mmtop is left", when);
		good = false;
	}
	if (t->mode->attach)
		run_release(&t->run);
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

/* A screen and its engine have the program's terminal; or a rescuer or drain
 * that replaces one. */
static bool may_have_pty(const char *role)
{
	return !strcmp(role, "first") || !strcmp(role, "engine") ||
	       !strcmp(role, "rescuer") || !strcmp(role, "drain");
}

static bool has_last_pty(const struct mode *m, const struct ours *o, size_t i)
{
	unsigned n = 0;

	for (size_t k = 0; k < o->n; k++)
		n += may_have_pty(o->v[k].role);
	return m->screen && !m->attach && n == 1 &&
	       may_have_pty(o->v[i].role);
}

static int a_signal(const struct mode *m, const struct ours *o, size_t i)
{
	int sig = below(KILL_EVERY) ? 1 + (int)below(NSIG - 1) : SIGKILL;

	/* The last process with the program's terminal: its death would hang up
	 * the terminal. */
	if (sig == SIGKILL && has_last_pty(m, o, i))
		sig = SIGTERM;
	return sig;
}

/* A guard lives only for moments: prefer it. */
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

/* False if the signal kills the program: it had a filter, and lost its
 * tracer. */
static bool strike(struct trial *t, const struct ours *o, char what[64])
{
	size_t i = choose(o);
	pid_t pid = o->v[i].pid;
	int sig = a_signal(t->mode, o, i);
	bool traces = sig == SIGKILL &&
		      status_field(t->program, "TracerPid") == pid;
	bool kept = traces && status_field(t->program, "Seccomp") == 2;

	t->tracers += traces;
	snprintf(what, 64, "%s, %s, signal %d", t->mode->name, o->v[i].role,
		 sig);
	hit(pid, sig);
	count(o->v[i].role, sig);
	t->strikes++;
	return !kept;
}

static bool trial(const struct mode *m, unsigned most, unsigned *strikes)
{
	struct trial t = { .mode = m, .folder = work_file("frames"),
			   .results = work_file("results") };
	bool lives = true, good = start_trial(&t);
	char what[64] = "untouched";
	struct ours o;

	while (good && lives && t.strikes < most && !is_gone(&t)) {
		moment(MOMENT_US);
		ours_list(&o);
		if (!o.n)
			break;
		lives = strike(&t, &o, what);
	}
	good = stop_trial(&t, !lives, what) && good;
	*strikes += t.strikes;
	free(t.folder);
	free(t.results);
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
	struct run r;

	run_start(&r, (char *[]){ selfcheck, (char *)CALLS, NULL });
	run_wait(&r);
	wanted = strdup(r.out);
	run_release(&r);
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
	selfcheck = victim("selfcheck");
	diag("MMTOP_TEST_SEED=%u", seed);
	srandom(seed);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	untraced();
	for (size_t i = 0; i < N_MODES; i++)
		strikes(&modes[i], (all + N_MODES - 1) / N_MODES);
	for (size_t i = 0; i < OURS_MAX && hits[i].n; i++)
		diag("%s: %u, %u of them SIGKILL", hits[i].role, hits[i].n,
		     hits[i].kills);
	free(selfcheck);
	free(wanted);
	return done();
}
