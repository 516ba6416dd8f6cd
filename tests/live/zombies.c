/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Leaders that exit before their threads (P22, P23), and SIGKILL at any moment
 * (P24, P25): each exit is reported once, and no living process is reported as
 * dead. */
#include <config.h>

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"
#include "watched.h"

#define CALLS 10	/* of victims/zombies.c */

/* --- leaders -------------------------------------------------------------------- */

static size_t calls_seen(const struct entries *e, pid_t pid)
{
	size_t n = 0;

	for (size_t i = 0; i < e->n; i++)
		n += e->v[i].pid == pid && e->v[i].tid != pid &&
		     !strncmp(e->v[i].what, "mmap", 4) &&
		     strstr(e->v[i].what, "(NULL, 20480, ");
	return n;
}

/* Counts exits of the process, not of its threads; checks the status. */
static size_t ends_seen(const struct entries *e, pid_t pid, int status)
{
	char want[64];
	size_t n = 0, right = 0;

	snprintf(want, sizeof want, "+++ exited with %d +++", status);
	for (size_t i = 0; i < e->n; i++) {
		if (e->v[i].tid != pid || strncmp(e->v[i].what, "+++ ", 4))
			continue;
		n++;
		right += !strcmp(e->v[i].what, want);
	}
	return n == 1 ? right : n + 100;
}

/* The exit status without mmtop: if every thread exits by itself, it is the
 * leader's on older kernels, and the last thread's on newer ones. */
static int status_alone(const char *when, const char *how)
{
	static const struct mode any = { .attach = true };
	struct watched w;
	int status;

	watched_victim(&w, &any, "zombies", (const char *[]){ when, how,
		       NULL });
	watched_go(&w);
	run_wait(&w.v);
	status = run_status(&w.v);
	watched_release(&w);
	return status;
}

static void leader_exits(const struct mode *m, const char *when,
			 const char *how, int status)
{
	bool early = !strcmp(when, "leader");
	struct entries e;
	struct watched w;
	size_t ends;

	watched_start(&w, m, "zombies", NULL,
		      (const char *[]){ when, how, NULL });
	watched_go(&w);
	ok(watched_end(&w, status),
	   "P23 the process exits with %d: leader %s, threads by %s, "
	   "%s", status, early ? "dead" : "dies", how, w.name);
	entries_read(&e, w.log);
	ends = ends_seen(&e, watched_pid(&w), status);
	if (!ok(ends == 1, "P23 its exit is logged once: %s, %s, %s", when, how,
		w.name))
		watched_tell(&w, 12);
	if (mode_calls(m))
		ok(calls_seen(&e, watched_pid(&w)) == CALLS,
		   "P22 calls of living threads of a dead leader are logged: "
		   "%s, %s, %s", when, how, w.name);
	entries_release(&e);
	watched_release(&w);
}

/* Regions reported as removed after an empty map was read.  A loader's
 * short-lived regions may be seen on a slow machine, and are removed
 * rightly. */
static size_t lost_regions(const struct entries *e, pid_t pid)
{
	size_t n = 0;

	for (size_t i = 0; i < e->n; i++)
		n += e->v[i].pid == pid &&
		     !strncmp(e->v[i].what, "region remove ", 14) &&
		     (strstr(e->v[i].what, "kind=stack") ||
		      strstr(e->v[i].what, "kind=program"));
	return n;
}

/* mmtop reads the map through a living thread, and detaches. */
static void map_of_zombie(const struct mode *m)
{
	static const char *const options[] = {
		"--events=process,region", "--delay=0.05", NULL
	};
	struct watched w;
	struct entries e;
	size_t regions;

	watched_start(&w, m, "zombies", options,
		      (const char *[]){ "leader", "group", NULL });
	ok(file_holds(w.log, "/zombies") &&
	   file_holds(w.log, "kind=stack"),
	   "P22 the map of a dead leader is shown, %s", w.name);
	kill(w.m.pid, SIGTERM);
	ok(run_wait(&w.m) && run_status(&w.m) == 128 + SIGTERM &&
	   is_untraced(watched_pid(&w)) != mode_filters(m) &&
	   task_state(watched_pid(&w)) == 'Z',
	   "P22 a process with a dead leader is %s, %s",
	   mode_filters(m) ? "kept" : "detached", w.name);
	entries_read(&e, w.log);
	regions = lost_regions(&e, watched_pid(&w));
	if (!ok(regions == 0 && entries_count(&e, watched_pid(&w), "+++ ") == 0,
		"P22 it is not reported as empty or dead, %s", w.name))
		watched_tell(&w, 12);
	entries_release(&e);
	if (m->attach) {
		watched_go(&w);
		ok(run_wait(&w.v) && run_status(&w.v) == 5,
		   "P22 its threads run on, %s", w.name);
	}
	watched_release(&w);
}

/* --- SIGKILL ---------------------------------------------------------------------- */

static bool told_killed_once(struct watched *w)
{
	struct entries e;
	size_t killed = 0, ends = 0;

	entries_read(&e, w->log);
	for (size_t i = 0; i < e.n; i++) {
		if (e.v[i].tid != watched_pid(w) ||
		    strncmp(e.v[i].what, "+++ ", 4))
			continue;
		ends++;
		killed += !strncmp(e.v[i].what, "+++ killed by SIGKILL", 21);
	}
	entries_release(&e);
	return killed == 1 && ends == 1;
}

/* SIGKILL may hit at the entry or exit of a call, at an event, in a group-stop,
 * or elsewhere. */
static bool killed_once(const struct mode *m, const char *what, int after_ms,
			bool stopped)
{
	struct watched w;
	bool good;

	watched_start(&w, m, "zombies", (const char *[]){ "--follow", NULL },
		      (const char *[]){ "loop", what, NULL });
	watched_go(&w);
	poll(NULL, 0, after_ms);
	if (stopped) {
		kill(watched_pid(&w), SIGSTOP);
		file_holds(w.log, "--- stopped by SIGSTOP");
	}
	kill(watched_pid(&w), SIGKILL);
	good = watched_end(&w, -SIGKILL) && told_killed_once(&w);
	if (!good)
		watched_tell(&w, 12);
	watched_release(&w);
	return good;
}

/* With 32 bits, only the calls differ. */
static size_t kinds(const struct mode *m)
{
	return m->m32 ? 1 : 5;
}

static void sigkill(const struct mode *m)
{
	static const char *const what[] = { "calls", "forks", "execs",
					    "threads", "sleeps" };
	int n = loops(100, 2);

	for (size_t i = 0; i < kinds(m); i++) {
		int good = 0;

		for (int j = 0; j < n; j++)
			good += killed_once(m, what[i], j * 3 % 17, false);
		ok(good == n, "P24 P25 SIGKILL during %s, %s", what[i],
		   mode_name(m));
	}
	ok(killed_once(m, "calls", 5, true), "P24 SIGKILL in a group-stop, %s",
	   mode_name(m));
}

int main(void)
{
	int planned = 0, status[4];

	for (size_t i = 0; i < 4; i++)
		status[i] = status_alone(i / 2 ? "later" : "leader",
					 i % 2 ? "each" : "group");
	for (size_t i = 0; i < modes_n(); i++) {
		const struct mode *m = modes_at(i);

		planned += 4 * (mode_calls(m) ? 3 : 2) + (int)kinds(m) + 1;
		planned += m->m32 ? 0 : m->attach ? 4 : 3;
	}
	plan(planned);
	for (size_t i = 0; i < modes_n(); i++) {
		const struct mode *m = modes_at(i);

		for (size_t j = 0; j < 4; j++)
			leader_exits(m, j / 2 ? "later" : "leader",
				     j % 2 ? "each" : "group", status[j]);
		if (!m->m32)
			map_of_zombie(m);
		sigkill(m);
	}
	return done();
}
