/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Job control (P1 to P7): who is stopped stands still, whoever
 * stopped it and when, and SIGCONT comes once. */
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

static void begin(struct watched *w, struct counter *c, const struct mode *m)
{
	counter_init(c, atoi(THREADS));
	watched_start(w, m, "counter", NULL,
		      (const char *[]){ c->path, THREADS, "wait", NULL });
	c->pid = watched_pid(w);
	watched_go(w);
	if (!counter_counts(c))
		diag("%s: it does not count", w->name);
}

static void end(struct watched *w, struct counter *c)
{
	watched_release(w);
	counter_release(c);
}

/* Exactly so often. */
static bool told(struct watched *w, const char *begin, size_t times)
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
	begin(&w, &c, m);
	kill(c.pid, sig);
	ok(file_holds(w.log, stopped) && told(&w, signal_line, 1),
	   "P1 %s: the signal, then the stop, %s", name, w.name);
	ok(counter_stands(&c), "P2 %s: it stands still, %s", name, w.name);
	/* While it is listened to: one that adds nothing, and one that it
	 * gets later. */
	kill(c.pid, sig);
	kill(c.pid, SIGCHLD);
	ok(comes_to(c.pid, "tT") && told(&w, "+++ ", 0) &&
	   !is_untraced(c.pid),
	   "P3 %s: stopped is not gone, %s", name, w.name);
	kill(c.pid, SIGCONT);
	ok(file_holds(w.log, "--- continued") && counter_counts(&c),
	   "P4 SIGCONT after %s: it runs, %s", name, w.name);
	counter_stop(&c);
	if (!ok(watched_end(&w, 0) && counter_continued(&c) == 1,
		"P4 SIGCONT handler runs once, %s", w.name))
		diag("%d times", (int)counter_continued(&c));
	ok(told(&w, signal_line, 1) && told(&w, stopped, 1) &&
	   told(&w, "--- SIGCONT ", 1) && told(&w, "--- continued ---", 1),
	   "P1 P4 %s: each is told once, %s", name, w.name);
	end(&w, &c);
}

/* Attached to while stopped, and let go again: it never runs. */
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
	   "P5 found stopped: mmtop lets go, %s", w.name);
	ok(task_state(c.pid) == 'T' && is_untraced(c.pid) &&
	   counter_stands(&c),
	   "P5 found stopped: state T and 0 loops after detach, %s", w.name);
	kill(c.pid, SIGCONT);
	ok(counter_counts(&c) && counter_continued(&c) == 1,
	   "P5 found stopped: SIGCONT lets it run, %s", w.name);
	end(&w, &c);
}

/* The tracer dies while it listens to a stopped target. */
static void killed_in_listen(const struct mode *m)
{
	struct counter c;
	struct watched w;

	begin(&w, &c, m);
	kill(c.pid, SIGSTOP);
	file_holds(w.log, "--- stopped by SIGSTOP");
	comes_to(c.pid, "tT");
	kill((pid_t)status_field(c.pid, "TracerPid"), SIGKILL);
	ok(comes_free(c.pid) && comes_to(c.pid, "T") && counter_stands(&c),
	   "P6 kill -9 in LISTEN: T, %s", w.name);
	kill(c.pid, SIGCONT);
	ok(counter_counts(&c) && counter_continued(&c) == 1,
	   "P6 kill -9 in LISTEN: SIGCONT lets it run, %s", w.name);
	end(&w, &c);
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
	/* SIGTTIN and SIGTTOU: tests/live/shell.c. */
	stopped_and_continued(&calls, SIGTSTP, "SIGTSTP");
	for (size_t i = 0; i < modes_n(); i++) {
		if (!modes_at(i)->attach)
			continue;
		found_stopped(modes_at(i));
		killed_in_listen(modes_at(i));
	}
	return done();
}
