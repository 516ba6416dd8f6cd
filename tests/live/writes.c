/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Written pages: exactly those, the kernel's writes among them; whoever asks,
 * launched or attached, filtered or not.  What may not be tracked is left
 * alone, and nothing stays behind.
 */
#include <config.h>

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/sys/pages/softdirty.h"
#include "../../src/sys/pages/uffd.h"
#include "live.h"
#include "writelog.h"

#define PAGES 16384ul
#define KILLS 60

/* Of the writer: the page before, those it writes to, and those behind. */
#define BEHIND 200ul
#define ALL (1 + PAGES + BEHIND)

static unsigned char seen[ALL];
/* Soft-dirty bits, as there is no userfaultfd or it is not to be used. */
static bool soft;
/* Nothing is written while mmtop looks: it stands still then, and nothing may
 * stop for it. */
static bool quiet;

/* The address that the victim said. */
static unsigned long said(struct run *r)
{
	unsigned long at = 0;
	char *text;

	if (!run_printed(r, "at 0x"))
		return 0;
	text = read_file(r->out_path, NULL);
	sscanf(strstr(text, "at 0x"), "at %lx", &at);
	free(text);
	return at;
}

struct waiting {
	const char *log;
	unsigned long at;
};

/* What the last line of the victim's region says of a field, -1: it is not
 * known. */
static long told(const struct waiting *w, const char *field)
{
	char *text = writelog_lines(w->log, 0), *line, *save;
	long value = -1;

	for (line = text ? strtok_r(text, "\n", &save) : NULL; line;
	     line = strtok_r(NULL, "\n", &save)) {
		char *p = strstr(line, " pages 0x"), *f;
		unsigned long start, end;

		if (!p || sscanf(p, " pages %lx-%lx", &start, &end) != 2 ||
		    w->at < start || w->at >= end)
			continue;
		f = strstr(p, field);
		value = f && sscanf(f + strlen(field), "%ld", &value) == 1
				? value : -1;
	}
	free(text);
	return value;
}

static bool tracked(void *arg)
{
	return told(arg, " written=") >= 0;
}

static bool settle(const struct waiting *w, const struct run *victim)
{
	return writelog_settle(w->log, 0, w->at, victim->in, 'm');
}

/* Pages that were written and not told, and the other way round. */
struct wrong {
	unsigned long missing, invented;
};

static struct wrong compare(unsigned turn)
{
	struct wrong n = { 0, 0 };

	for (unsigned long i = 0; i < PAGES + BEHIND; i++) {
		bool wrote = i < PAGES && i >= turn && (i - turn) % 3 == 0;

		n.missing += wrote && !seen[i + 1];
		n.invented += seen[i + 1] && !wrote;
	}
	return n;
}

/* Those behind were never touched. */
static bool behind_is_empty(const struct waiting *w)
{
	long there = told(w, " resident="), swapped = told(w, " swapped=");

	writelog_read(w->log, 0, 0, w->at, seen, ALL);
	for (unsigned long i = 0; i < BEHIND; i++)
		if (seen[1 + PAGES + i])
			return false;
	if (there + swapped == 1 + PAGES)
		return true;
	diag("%ld resident, %ld swapped", there, swapped);
	return false;
}

/* How many pages mmtop says it may have missed, so far. */
static unsigned long missed(const char *log)
{
	char *text = writelog_lines(log, 0), *p, *last = NULL;
	unsigned long n = 0;

	for (p = text; p && (p = strstr(p, " missed=")); p++)
		last = p;
	if (last)
		sscanf(last, " missed=%lu", &n);
	free(text);
	return n;
}

struct admitting {
	const char *log;
	unsigned long n;
};

static bool admitted(void *arg)
{
	const struct admitting *a = arg;

	return missed(a->log) >= a->n;
}

static bool done_turns(void *arg)
{
	struct run *r = ((void **)arg)[0];
	unsigned turns = *(unsigned *)((void **)arg)[1];
	char *text = read_file(r->out_path, NULL);

	for (char *p = text; p && (p = strstr(p, "done ")); p++)
		turns -= turns > 0;
	free(text);
	return turns == 0;
}

static bool is_still(void *arg)
{
	return task_state(*(pid_t *)arg) == 'T';
}

/* It writes while mmtop, if any, does not look. */
static bool write_turn(struct run *victim, unsigned turn, pid_t still)
{
	unsigned turns = turn + 1;
	bool good = true;

	if (still)
		kill(still, SIGSTOP);
	if (still && !wait_for(is_still, &still))
		return false;
	run_poke(victim);
	if (still) {
		good = wait_for(done_turns, (void *[]){ victim, &turns });
		kill(still, SIGCONT);
	}
	return good;
}

/* still: this mmtop does not look while pages are written; 0: it does.  What is
 * missing then with soft-dirty bits must be admitted. */
static void check_turns(struct run *victim, const char *log, pid_t still,
			const char *how)
{
	struct waiting w = { log, said(victim) };
	struct wrong n[3] = { { ALL, ALL }, { ALL, ALL }, { ALL, ALL } };
	struct admitting a = { log, 0 };
	int exact = 0;

	ok(w.at && wait_for(tracked, &w) && settle(&w, victim),
	   "%s: it is tracked", how);
	for (unsigned turn = 0; turn < 3; turn++) {
		size_t from = writelog_size(log);

		if (!write_turn(victim, turn, still) || !settle(&w, victim))
			break;
		writelog_read(log, from, 0, w.at, seen, ALL);
		n[turn] = compare(turn);
		a.n += n[turn].missing;
		exact += !n[turn].missing;
	}
	/* It may stand still just before it resets the bits. */
	ok((exact == 3 || (soft && (!still || exact == 2))) &&
	   !n[0].invented && !n[1].invented && !n[2].invented,
	   "%s: 0 wrong of 16,384 pages (%lu+%lu, %lu+%lu, %lu+%lu)", how,
	   n[0].missing, n[0].invented, n[1].missing, n[1].invented,
	   n[2].missing, n[2].invented);
	if (soft)
		ok(wait_for(admitted, &a), "%s: what is missing is admitted "
		   "(%lu, %lu)", how, a.n, missed(log));
	ok(behind_is_empty(&w),
	   "%s: what was not touched is not written, nor swapped", how);
}

/* What is allowed. */
static const char *way(void)
{
	return soft ? "--allow-clear-refs" : "--track-writes";
}

static void launched(const char *option, uid_t uid, const char *how)
{
	char *program = victim_for_all("writer");
	struct run r;

	run_as(uid);
	run_mmtop(&r, "-b", "--events=pages", "--track-writes", "-d", "0.2",
		  way(), option, "--", program, NULL);
	run_as(0);
	check_turns(&r, r.err_path, quiet ? engine_of(r.pid) : 0, how);
	run_release(&r);
	free(program);
}

static bool no_mark(void *arg)
{
	return !writelog_marked(*(pid_t *)arg);
}

static bool has_fd(pid_t pid)
{
	for (int fd = 0; fd < 16; fd++) {
		char path[64], link[64];
		ssize_t n;

		snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)pid, fd);
		n = readlink(path, link, sizeof link - 1);
		link[n < 0 ? 0 : n] = '\0';
		if (strstr(link, "userfaultfd"))
			return true;
	}
	return false;
}

/* sig: how mmtop ends; of a kill it is the part that traces. */
static void attached(int sig, uid_t uid, const char *how)
{
	char *program = victim_for_all("writer");
	char *const argv[] = { program, NULL };
	char pid[16];
	struct run v, m;
	pid_t engine;

	run_as(uid);
	run_start(&v, argv);
	said(&v);
	snprintf(pid, sizeof pid, "%d", (int)v.pid);
	run_mmtop(&m, "-b", "--events=pages", "--track-writes", "-d", "0.2",
		  way(), quiet ? "--level=watch" : "--level=calls", "-p", pid,
		  NULL);
	run_as(0);
	check_turns(&v, m.err_path, quiet ? engine_of(m.pid) : 0, how);
	ok(writelog_marked(v.pid) == !soft && !has_fd(v.pid),
	   "%s: marked meanwhile, no descriptor", how);
	engine = sig == SIGKILL ? engine_of(m.pid) : 0;
	kill(engine ? engine : m.pid, sig);
	run_wait(&m);
	ok(wait_for(no_mark, &v.pid) && !has_fd(v.pid),
	   "%s: nothing stays behind", how);
	run_poke(&v);
	close(v.in);
	v.in = -1;
	ok(run_wait(&v) && run_status(&v) == 0 && strstr(v.out, "errno 0"),
	   "%s: it ran on, and saw no EINTR", how);
	run_release(&m);
	run_release(&v);
	free(program);
}

static bool nothing_left(void *arg)
{
	pid_t pid = *(pid_t *)arg;

	return !writelog_marked(pid) && !has_fd(pid);
}

/* The part that traces, or mmtop itself where there is none yet. */
static pid_t engine_now(pid_t mmtop)
{
	char path[64], *text;
	pid_t engine = 0;

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)mmtop,
		 (int)mmtop);
	text = read_file(path, NULL);
	if (text)
		engine = (pid_t)strtol(text, NULL, 10);
	free(text);
	return engine > 0 ? engine : mmtop;
}

/* At any moment of the beginning, when registers are not the task's own too. */
static void killed_often(void)
{
	char *const argv[] = { victim("writer"), NULL };
	char pid[16];
	struct run v;
	int good = 0;

	run_start(&v, argv);
	said(&v);
	snprintf(pid, sizeof pid, "%d", (int)v.pid);
	for (int i = 0; i < KILLS; i++) {
		struct run m;

		run_mmtop(&m, "-b", "--level=calls", "--track-writes", "-p", pid, NULL);
		poll(NULL, 0, i % 20 + 1);
		kill(i % 2 ? m.pid : engine_now(m.pid), SIGKILL);
		run_wait(&m);
		good += wait_for(nothing_left, &v.pid);
		run_release(&m);
	}
	ok(good == KILLS, "killed %d times: nothing stays behind (%d)", KILLS,
	   good);
	run_poke(&v);
	close(v.in);
	v.in = -1;
	ok(run_wait(&v) && run_status(&v) == 0 && strstr(v.out, "errno 0"),
	   "killed %d times: it runs on, and saw no EINTR", KILLS);
	run_release(&v);
	free(argv[0]);
}

static void refused(const char *what, const char *why)
{
	char *program = victim("writer");
	char *const argv[] = { program, (char *)(uintptr_t)what, NULL };
	char pid[16];
	struct run v, m;

	run_start(&v, argv);
	said(&v);
	snprintf(pid, sizeof pid, "%d", (int)v.pid);
	run_mmtop(&m, "-b", "--level=calls", "--track-writes", "-p", pid, NULL);
	ok(file_holds(m.err_path, why), "%s: it is refused", what);
	kill(m.pid, SIGTERM);
	run_wait(&m);
	run_poke(&v);
	ok(run_printed(&v, "done "), "%s: it runs on", what);
	run_release(&m);
	run_release(&v);
	free(program);
}

/* The process goes on without its first thread, whose files in /proc are empty
 * then. */
static void leaderless(void)
{
	const char *how = "without its first thread";
	char *program = victim("writer"), pid[16];
	char *const argv[] = { program, (char *)"leaderless", NULL };
	struct run v, m;

	run_start(&v, argv);
	said(&v);
	snprintf(pid, sizeof pid, "%d", (int)v.pid);
	run_mmtop(&m, "-b", "--events=pages", "--track-writes", "-d", "0.2",
		  "--level=calls", "-p", pid, NULL);
	check_turns(&v, m.err_path, 0, how);
	kill(m.pid, SIGTERM);
	run_wait(&m);
	close(v.in);
	v.in = -1;
	ok(run_wait(&v) && run_status(&v) == 0 && strstr(v.out, "errno 0"),
	   "%s: it ran on, and saw no EINTR", how);
	run_release(&m);
	run_release(&v);
	free(program);
}

/* A userfaultfd of its own, when it is tracked already: there is none of ours
 * any more when its own gets the memory. */
static void own_later(const char *option, bool attach, const char *name)
{
	char *program = victim("writer"), pid[16];
	char *const argv[] = { program, NULL };
	struct run v, m, *told_by = &v;
	struct waiting w;
	int in;

	if (attach) {
		run_start(&v, argv);
		snprintf(pid, sizeof pid, "%d", (int)v.pid);
		run_mmtop(&m, "-b", "--events=pages", "--track-writes", option,
			  "--level=calls", "-p", pid, NULL);
	} else {
		run_mmtop(&m, "-b", "--events=pages", "--track-writes", option,
			  "--", program, NULL);
		told_by = &m;
	}
	in = told_by->in;
	w = (struct waiting){ m.err_path, said(told_by) };
	ok(wait_for(tracked, &w), "%s: it is tracked", name);
	ok(write(in, "o", 1) == 1 && run_printed(told_by, "own 0\n"),
	   "%s: a userfaultfd of its own gets all its memory", name);
	ok(file_holds(m.err_path, "writes refused why=own-userfaultfd"),
	   "%s: it is left alone from then on", name);
	if (attach) {
		kill(m.pid, SIGTERM);
		run_wait(&m);
	}
	run_poke(told_by);
	ok(run_printed(told_by, "done "), "%s: it runs on", name);
	close(in);
	told_by->in = -1;
	ok(run_wait(told_by) && run_status(told_by) == 0,
	   "%s: and ends as it would", name);
	run_release(&m);
	if (attach)
		run_release(&v);
	free(program);
}

static void without(void)
{
	struct run m;

	setenv("MMTOP_FAULT", "no-uffd", 1);
	run_mmtop(&m, "-b", "--track-writes", "--", "sleep", "60", NULL);
	ok(file_holds(m.err_path, "writes refused why=kernel"),
	   "without userfaultfd the log says so");
	run_release(&m);
	setenv("MMTOP_FAULT", "no-uffd,no-soft-dirty", 1);
	run_mmtop(&m, "-b", "--track-writes", "--allow-clear-refs", "--",
		  "sleep", "60", NULL);
	ok(file_holds(m.err_path, "writes refused why=kernel"),
	   "without soft-dirty bits too");
	unsetenv("MMTOP_FAULT");
	run_release(&m);
}

/* Launched and attached, as root and not. */
static void by_uffd(bool root)
{
	launched("--follow", 0, "launched");
	launched("--no-filter", 0, "without a filter");
	launched("--level=watch", 0, "at level watch");
	launched("--follow", root ? NOBODY : 0, "an ordinary user");
	attached(SIGTERM, 0, "attached");
	attached(SIGKILL, 0, "attached and killed");
	attached(SIGTERM, root ? NOBODY : 0, "an ordinary user attached");
	killed_often();
	leaderless();
	refused("seccomp", "writes refused why=seccomp");
	refused("uffd", "writes refused why=own-userfaultfd");
	own_later("--follow", false, "launched, later one of its own");
	own_later("--no-filter", false, "unfiltered, later one of its own");
	own_later("--level=calls", true, "attached, later one of its own");
}

static void by_soft_dirty(bool root)
{
	soft = true;
	setenv("MMTOP_FAULT", "no-uffd", 1);
	quiet = true;
	launched("--follow", 0, "soft-dirty, launched");
	attached(SIGTERM, root ? NOBODY : 0, "soft-dirty, an ordinary user");
	quiet = false;
	launched("--level=watch", 0, "soft-dirty, while it looks");
	attached(SIGTERM, 0, "soft-dirty, attached, while it looks");
	unsetenv("MMTOP_FAULT");
}

int main(void)
{
	int uffd = uffd_probe(), refs = softdirty_probe();
	bool root = geteuid() == 0;

	if (uffd < 0 && refs < 0)
		skip_all("no asynchronous userfaultfd: %s, no soft-dirty: %s",
			 strerror(-uffd), strerror(-refs));
	plan(2 + (uffd < 0 ? 1 : 55) + (refs < 0 ? 1 : 22));
	mmtop_for_all();
	if (uffd == 0)
		by_uffd(root);
	else
		skip("by userfaultfd", strerror(-uffd));
	without();
	if (refs == 0)
		by_soft_dirty(root);
	else
		skip("by soft-dirty bits", strerror(-refs));
	return done();
}
