/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A vfork parent sleeps until its child exits or execs; of all signals, only
 * SIGKILL wakes it (P15, P16).  mmtop attaches and detaches nevertheless, and
 * never waits for it.
 */
#include <config.h>

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"
#include "log.h"
#include "watched.h"

static const char *const follow[] = { "--follow", NULL };
static const char *const duration[] = { "--follow", "--duration=0.3", NULL };

/* True if mmtop exits while the child still waits. */
static bool ends_meanwhile(struct watched *w, int status)
{
	bool good = run_wait(&w->m) && run_status(&w->m) == status &&
		    run_quiet(&w->m);

	if (!good)
		diag("%s: mmtop's status is %d, not %d\n"
		     "%s", w->name,
		     run_status(&w->m), status, w->m.err);
	return good;
}

/* The child exits, then the parent completes. */
static bool tree_runs_on(struct watched *w)
{
	watched_go(w);
	if (w->v_started)
		return run_wait(&w->v) && run_status(&w->v) == 0;
	/* The program is not our child: it prints something when it is done. */
	return file_holds(watched_out_path(w), " exit 3\n") &&
	       comes_to(watched_pid(w), "ZX");
}

/* All cases run at the same time, as each waits for two time limits of
 * mmtop. */
struct leaving {
	struct mode mode;
	bool before;		/* attached before the call; otherwise during
				 * it */
	int sig;		/* 0: --duration */
	bool started;
	struct watched w;
};

static struct leaving leavings[] = {
	{ .mode = { .attach = true } },
	{ .mode = { .attach = true }, .before = true, .sig = SIGTERM },
	{ .mode = { .attach = true, .quiet = true }, .sig = SIGTERM },
	{ .mode = { .attach = true, .m32 = true }, .before = true },
	{ .mode = { .plain = false }, .sig = SIGTERM },
	{ .mode = { .plain = false } },
	{ .mode = { .plain = true }, .sig = SIGTERM },
	{ .mode = { .plain = true } },
	{ .mode = { .quiet = true }, .sig = SIGTERM },
};

#define LEAVINGS (sizeof leavings / sizeof *leavings)

static void start_leaving(struct leaving *l)
{
	static const char *const args[] = { "blocked", NULL };
	const char *const *options = l->sig ? follow : duration;
	struct watched *w = &l->w;

	if (l->before || !l->mode.attach) {
		watched_start(w, &l->mode, "forks", options, args);
		watched_go(w);
		file_holds(watched_out_path(w), "blocked\n");
	} else {
		watched_victim(w, &l->mode, "forks", args);
		watched_go(w);
		file_holds(watched_out_path(w), "blocked\n");
		watched_attach(w, options);
	}
	if (l->sig)
		kill(w->m.pid, l->sig);
	l->started = true;
}

static void check(struct leaving *l)
{
	const char *how = l->sig ? "detach" : "--duration";
	struct watched *w = &l->w;

	if (l->mode.attach) {
		ok(ends_meanwhile(w, l->sig ? 128 + l->sig : 0) &&
		   is_untraced(watched_pid(w)) && task_state(watched_pid(w)) != 0,
		   "P15 %s of a vfork parent, attached to %s the call, %s",
		   how, l->before ? "before" : "in", w->name);
	} else if (l->sig) {
		ok(ends_meanwhile(w, 128 + l->sig) &&
		   task_state(watched_pid(w)) != 0,
		   "P15 detach of a vfork parent, %s", w->name);
	} else {
		ok(ends_meanwhile(w, 124) && comes_to(watched_pid(w), "ZX"),
		   "P15 --duration ends a vfork parent, %s", w->name);
		return;
	}
	ok(tree_runs_on(w), "P16 %s: parent and child run on, %s", how,
	   w->name);
}

static bool possible(const struct mode *m)
{
	for (size_t i = 0; i < modes_n(); i++)
		if (!memcmp(modes_at(i), m, sizeof *m))
			return true;
	return false;
}

static void leave_parents(void)
{
	for (size_t i = 0; i < LEAVINGS; i++)
		if (possible(&leavings[i].mode))
			start_leaving(&leavings[i]);
	for (size_t i = 0; i < LEAVINGS; i++) {
		if (!leavings[i].started)
			continue;
		check(&leavings[i]);
		watched_release(&leavings[i].w);
	}
}

/* Attaches and detaches at any moment of vfork() and exec. */
static void cycles(const struct mode *m)
{
	static const char *const args[] = { "vfork", "0", NULL };
	int n = loops(100, 5), made = 0;
	struct watched w;

	watched_start(&w, m, "forks", follow, args);
	watched_go(&w);
	while (made < n) {
		poll(NULL, 0, made * 7 % 20);
		kill(w.m.pid, SIGTERM);
		if (!run_wait(&w.m) || run_status(&w.m) != 128 + SIGTERM ||
		    !is_untraced(watched_pid(&w)) || !task_state(watched_pid(&w)))
			break;
		made++;
		if (made < n)
			watched_attach(&w, follow);
	}
	watched_go(&w);
	if (!ok(made == n && run_wait(&w.v) && run_status(&w.v) == 0,
		"P16 %d times attach and detach during vforks, %s", n, w.name))
		diag("%d of %d; victim: %d, mmtop: %d\n%s", made, n,
		     run_status(&w.v), run_status(&w.m), w.m.err);
	watched_release(&w);
}

int main(void)
{
	int planned = 0;

	for (size_t i = 0; i < modes_n(); i++)
		planned += modes_at(i)->attach;
	for (size_t i = 0; i < LEAVINGS; i++)
		if (possible(&leavings[i].mode))
			planned += leavings[i].mode.attach ||
				   leavings[i].sig ? 2 : 1;
	plan(planned);
	leave_parents();
	for (size_t i = 0; i < modes_n(); i++)
		if (modes_at(i)->attach)
			cycles(modes_at(i));
	return done();
}
