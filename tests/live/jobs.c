/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Job control (P1 to P7): a stopped process does not run, whatever stopped it
 * and when, and gets SIGCONT once. */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counter.h"
#include "live.h"
#include "watched.h"

#define THREADS "3"
#define PER_MODE 6

static void start_counter(struct watched *w, struct counter *c,
			  const struct mode *m)
{
	counter_init(c, atoi(THREADS));
	watched_start(w, m, "counter", NULL,
		      (const char *[]){ c->path, THREADS, "wait", NULL });
	c->pid = watched_pid(w);
	watched_go(w);
	if (!counter_counts(c))
		diag("%s: the program does not count", w->name);
}

static void release_both(struct watched *w, struct counter *c)
{
	watched_release(w);
	counter_release(c);
}

/* True if the log has that many lines that begin so. */
static bool is_logged(struct watched *w, const char *begin, size_t times)
{
	struct entries e;
	size_t n;

	entries_read(&e, w->log);
	n = entries_count(&e, watched_pid(w), begin);
	if (n != times)
		diag("%s: %zu times '%s', not %zu", w->name, n, begin, times);
	entries_release(&e);
	return n == times;
}

static void stopped_and_continued(const struct mode *m, int sig,
				  const char *name)
{
	char signal_line[64], stopped[64];
	struct counter c;
	struct watched w;

	snprintf(signal_line, sizeof signal_line, "--- %s ", name);
	snprintf(stopped, sizeof stopped, "--- stopped by %s ---", name);
	start_counter(&w, &c, m);
	kill(c.pid, sig);
	ok(file_holds(w.log, stopped) && is_logged(&w, signal_line, 1),
	   "P1 %s: the signal, then the stop, %s", name, w.name);
	ok(counter_stands(&c), "P2 %s: no thread runs, %s", name, w.name);
	/* In PTRACE_LISTEN: one signal without effect, and one that is
	 * delivered later. */
	kill(c.pid, sig);
	kill(c.pid, SIGCHLD);
	ok(comes_to(c.pid, "tT") && is_logged(&w, "+++ ", 0) &&
	   !is_untraced(c.pid),
	   "P3 %s: a stop is not logged as an exit, %s", name, w.name);
	kill(c.pid, SIGCONT);
	ok(file_holds(w.log, "--- continued") && counter_counts(&c),
	   "P4 SIGCONT after %s continues it, %s", name, w.name);
	counter_stop(&c);
	if (!ok(watched_end(&w, 0) && counter_continued(&c) == 1,
		"P4 the handler of SIGCONT runs once, %s", w.name))
		diag("%d times", (int)counter_continued(&c));
	ok(is_logged(&w, signal_line, 1) && is_logged(&w, stopped, 1) &&
	   is_logged(&w, "--- SIGCONT ", 1) &&
	   is_logged(&w, "--- continued ---", 1),
	   "P1 P4 %s: each event is logged once, %s", name, w.name);
	release_both(&w, &c);
}

/* Attached while stopped, and detached: the process never runs. */
static void found_stopped(const struct mode *m)
{
	struct counter c;
	struct watched w;

	counter_init(&c, atoi(THREADS));
	watched_victim(&w, m, "counter",
		       (const char *[]){ c.path, THREADS, "wait", NULL });
	c.pid = watched_pid(&w);
	watched_go(&w);
	counter_counts(&c);
	kill(c.pid, SIGSTOP);
	comes_to(c.pid, "T");
	watched_attach(&w, NULL);
	file_holds(w.log, "--- stopped by SIGSTOP");
	kill(w.m.pid, SIGTERM);
	ok(run_wait(&w.m) && run_status(&w.m) == 128 + SIGTERM,
	   "P5 attached while stopped: mmtop detaches, %s", w.name);
	ok(task_state(c.pid) == 'T' && is_untraced(c.pid) &&
	   counter_stands(&c),
	   "P5 attached while stopped: state T after the detach, %s", w.name);
	kill(c.pid, SIGCONT);
	ok(counter_counts(&c) && counter_continued(&c) == 1,
	   "P5 attached while stopped: SIGCONT continues it, %s", w.name);
	release_both(&w, &c);
}

/* The tracer is killed while the target is in PTRACE_LISTEN. */
static void killed_in_listen(const struct mode *m)
{
	struct counter c;
	struct watched w;

	start_counter(&w, &c, m);
	kill(c.pid, SIGSTOP);
	file_holds(w.log, "--- stopped by SIGSTOP");
	comes_to(c.pid, "tT");
	kill((pid_t)status_field(c.pid, "TracerPid"), SIGKILL);
	ok(comes_free(c.pid) && comes_to(c.pid, "T") && counter_stands(&c),
	   "P6 kill -9 in LISTEN: state T, %s", w.name);
	kill(c.pid, SIGCONT);
	ok(counter_counts(&c) && counter_continued(&c) == 1,
	   "P6 kill -9 in LISTEN: SIGCONT continues it, %s", w.name);
	release_both(&w, &c);
}

int main(void)
{
	static const struct mode calls = { .attach = true };
	int attaches = 0;

	for (size_t i = 0; i < modes_n(); i++)
		attaches += modes_at(i)->attach;
	plan((int)modes_n() * PER_MODE + PER_MODE + attaches * 5);
	for (size_t i = 0; i < modes_n(); i++)
		stopped_and_continued(modes_at(i), SIGSTOP, "SIGSTOP");
	/* For SIGTTIN and SIGTTOU see tests/live/shell.c. */
	stopped_and_continued(&calls, SIGTSTP, "SIGTSTP");
	for (size_t i = 0; i < modes_n(); i++) {
		if (!modes_at(i)->attach)
			continue;
		found_stopped(modes_at(i));
		killed_in_listen(modes_at(i));
	}
	return done();
}
