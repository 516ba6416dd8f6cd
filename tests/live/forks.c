/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Children created in every way (P14, P17 to P21): the log misses none and
 * invents none, and none stays stopped or fails, whatever its clone flags. */
#include <config.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counter.h"
#include "live.h"
#include "log.h"
#include "watched.h"

#define CALLS 1000	/* of victims/forks.c */
#define PER_MODE 8

static const char *const follow[] = { "--follow", NULL };
static const char *const alone[] = { "--no-follow", NULL };

static void start_forks(struct watched *w, const struct mode *m,
			const char *const *options, const char *what,
			const char *arg)
{
	watched_start(w, m, "forks", options,
		      (const char *[]){ what, arg, NULL });
	watched_go(w);
}

/* True if mmtop logged the processes that the victim printed. */
static bool same_tree(struct watched *w)
{
	char *got, *want = watched_out(w);
	struct entries e;
	bool same;

	entries_read(&e, w->log);
	got = entries_tree(&e);
	same = same_lines(got, want);
	free(got);
	free(want);
	entries_release(&e);
	return same;
}

static void tree(const struct mode *m, const char *what, const char *arg,
		 const char *name)
{
	struct watched w;

	start_forks(&w, m, follow, what, arg);
	ok(watched_end(&w, 0) && same_tree(&w), "%s, %s", name, w.name);
	watched_release(&w);
}

/* tree(), skipped if this kernel or user may not create the children. */
static void tree_if_allowed(const struct mode *m, const char *what,
			    const char *name)
{
	char whole[128];
	struct watched w;

	start_forks(&w, m, follow, what, NULL);
	snprintf(whole, sizeof whole, "%s, %s", name, w.name);
	run_wait(w.v_started ? &w.v : &w.m);
	if (run_status(w.v_started ? &w.v : &w.m) == 77)
		skip(whole, "not permitted here");
	else
		ok(watched_end(&w, 0) && same_tree(&w), "%s", whole);
	watched_release(&w);
}

/* --- CLONE_UNTRACED ----------------------------------------------------------- */

static bool child_calls_seen(struct watched *w)
{
	struct entries e;
	size_t n = 0;

	entries_read(&e, w->log);
	for (size_t i = 0; i < e.n; i++)
		n += e.v[i].pid != watched_pid(w) &&
		     !strncmp(e.v[i].what, "mmap", 4) &&
		     strstr(e.v[i].what, "(NULL, 4096, PROT_READ, ");
	entries_release(&e);
	if (n != CALLS)
		diag("%zu of its %d calls are in the log", n, CALLS);
	return n == CALLS;
}

/* True if the log has the removed flag. */
static bool is_logged(struct watched *w)
{
	char *log = read_file(w->log, NULL);
	bool is = log && (strstr(log, " unmarked ") ||
			  strstr(log, "\"unmark\""));

	free(log);
	return is;
}

/* With a filter, mmtop clears the flag, as the child's calls would fail without
 * a tracer.  Without one, the child escapes; mmtop finds it later and reports
 * it. */
static void untraced(const struct mode *m, const char *how)
{
	struct watched w;
	bool good;

	start_forks(&w, m, follow, "untraced", how);
	good = mode_filters(m) || file_holds(w.m.err_path, "is not traced");
	watched_go(&w);
	good = watched_end(&w, 0) && good;
	if (good && mode_filters(m))
		good = same_tree(&w) && child_calls_seen(&w) &&
		       is_logged(&w);
	if (!ok(good, "P19 CLONE_UNTRACED by %s: %s, %s", how,
		mode_filters(m) ? "followed, no call fails" :
		"reported as untraced", w.name))
		watched_tell(&w, 12);
	watched_release(&w);
}

/* --- without children --------------------------------------------------------------- */

static bool nothing_of_children(struct watched *w)
{
	struct entries e;
	size_t n = 0;

	entries_read(&e, w->log);
	for (size_t i = 0; i < e.n; i++)
		n += e.v[i].pid && e.v[i].pid != watched_pid(w);
	entries_release(&e);
	return n == 0;
}

static void not_followed(const struct mode *m, const char *what,
			 const char *name)
{
	struct watched w;

	start_forks(&w, m, alone, what, NULL);
	if (!ok(watched_end(&w, 0) && nothing_of_children(&w), "%s, %s", name,
		w.name))
		watched_tell(&w, 12);
	watched_release(&w);
}

/* --- P49: children created during an attach ------------------------------- */

static bool is_traced(void *arg)
{
	const pid_t *pid = arg;

	return status_field(*pid, "TracerPid") > 0;
}

/* Also true if the parent has exited. */
static bool is_forking(void *arg)
{
	const struct run *r = arg;
	char state = task_state(r->pid);

	return state == 'D' || state == 'Z';
}

/* The kernel is still creating a child when mmtop attaches to its parent. */
static void made_slowly(const char *level)
{
	char *program = victim("slowfork"), pid[16];
	struct run parent, r;

	run_start(&parent, (char *[]){ program, NULL });
	snprintf(pid, sizeof pid, "%d", (int)parent.pid);
	if (!wait_for(is_forking, &parent) ||
	    task_state(parent.pid) == 'Z') {
		run_wait(&parent);
		if (run_status(&parent) != 77)
			bail("the victim does not fork");
		skip("P49 a child of a slow fork", "no userfaultfd");
		run_release(&parent);
		free(program);
		return;
	}
	run_mmtop(&r, "-b", "-f", level, "-o", "/dev/null", "-p", pid, NULL);
	wait_for(is_traced, &parent.pid);
	/* The clone must still be running some time after the attach. */
	poll(NULL, 0, 200);
	run_poke(&parent);
	ok(run_wait(&parent) && run_status(&parent) == 0,
	   "P49 a child is created during the attach, %s", level);
	run_release(&r);
	run_release(&parent);
	free(program);
}

/* A child that no list and no event reports, as if the kernel had created it
 * during the attach. */
static void made_meanwhile(void)
{
	struct counter c;
	struct run parent, r;
	char *script, pid[16];
	pid_t child;

	counter_init(&c, 1);
	if (asprintf(&script, "%s %s 1; :", c.program, c.path) < 0)
		bail("no memory");
	run_start(&parent, (char *[]){ (char *)"sh", (char *)"-c", script,
				       NULL });
	child = child_of(parent.pid, "counter");
	snprintf(pid, sizeof pid, "%d", (int)parent.pid);
	setenv("MMTOP_FAULT", "no-first-children", 1);
	run_mmtop(&r, "-b", "-f", "-o", "/dev/null", "--level=calls", "-p", pid, NULL);
	unsetenv("MMTOP_FAULT");
	ok(child > 0 && wait_for(is_traced, &child) && counter_counts(&c),
	   "P49 a child that the attach missed is traced later");
	counter_stop(&c);
	ok(run_wait(&r) && run_status(&r) == 0 && run_wait(&parent),
	   "P49 all exit");
	run_release(&r);
	run_release(&parent);
	counter_release(&c);
	free(script);
}

int main(void)
{
	static const char *const how[] = { "clone", "clone3", "vfork" };
	int planned = 0;
	char storm[16];

	snprintf(storm, sizeof storm, "%d", loops(2000, 80));
	for (size_t i = 0; i < modes_n(); i++)
		planned += PER_MODE + (mode_filters(modes_at(i)) ? 3 : 1);
	plan(planned + 4);
	for (size_t i = 0; i < modes_n(); i++) {
		const struct mode *m = modes_at(i);

		tree(m, "vfork", "20", "P14 vfork, with exec and without");
		tree(m, "kinds", NULL, "P17 every kind of clone");
		tree(m, "parent", NULL,
		     "P18 CLONE_PARENT: logged as child of its creator");
		tree_if_allowed(m, "namespace",
				"P18 CLONE_NEWPID: PIDs are those of our "
				"namespace");
		for (size_t j = 0; j < 3; j++)
			if (mode_filters(m) || j == i % 3)
				untraced(m, how[j]);
		tree(m, "ptraced", NULL, "P20 CLONE_PTRACE, followed");
		not_followed(m, "ptraced", "P20 CLONE_PTRACE, not followed");
		not_followed(m, "children",
			     "P19 calls of unfollowed children do not fail");
		tree(m, "storm", storm, "P21 a storm of forks");
	}
	made_meanwhile();
	made_slowly("--level=watch");
	made_slowly("--level=calls");
	return done();
}
