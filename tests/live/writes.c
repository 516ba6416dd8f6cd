/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop reports exactly the written pages, including writes by the kernel; for
 * any user, launched or attached, with and without a filter.  It refuses
 * programs whose writes it must not track, and leaves no marks behind.
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

/* Pages of the victim: one before, those that it writes, and those after
 * them. */
#define BEHIND 200ul
#define ALL (1 + PAGES + BEHIND)

static unsigned char seen[ALL];
/* With soft-dirty bits, as userfaultfd is missing or disabled. */
static bool soft;
/* mmtop is stopped while pages are written, so that none is written during a
 * scan.  The victim must not stop for mmtop then: nothing would continue it. */
static bool quiet;

/* The address that the victim printed. */
static unsigned long address_of(struct run *r)
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

/* A field in the last line for the victim's region; -1 if unknown. */
static long field_of(const struct waiting *w, const char *field)
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
	return field_of(arg, " written=") >= 0;
}

static bool settle(const struct waiting *w, const struct run *victim)
{
	return writelog_settle(w->log, 0, w->at, victim->in, 'm');
}

/* Pages written and not reported, and the other way round. */
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

/* True if the pages after were never touched. */
static bool behind_is_empty(const struct waiting *w)
{
	long there = field_of(w, " resident="),
	     swapped = field_of(w, " swapped=");

	writelog_read(w->log, 0, 0, w->at, seen, ALL);
	for (unsigned long i = 0; i < BEHIND; i++)
		if (seen[1 + PAGES + i])
			return false;
	if (there + swapped == 1 + PAGES)
		return true;
	diag("%ld resident, %ld swapped", there, swapped);
	return false;
}

/* The number of pages that mmtop reports as possibly missed. */
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

/* still: the mmtop to stop during the writes; 0: none. */
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

/* still: the mmtop to stop during the writes; 0: it may scan.  With soft-dirty
 * bits, it must then report possibly missed pages. */
static void check_turns(struct run *victim, const char *log, pid_t still,
			const char *how)
{
	struct waiting w = { log, address_of(victim) };
	struct wrong n[3] = { { ALL, ALL }, { ALL, ALL }, { ALL, ALL } };
	struct admitting a = { log, 0 };
	int exact = 0;

	ok(w.at && wait_for(tracked, &w) && settle(&w, victim),
	   "%s: writes are tracked", how);
	for (unsigned turn = 0; turn < 3; turn++) {
		size_t from = writelog_size(log);

		if (!write_turn(victim, turn, still) || !settle(&w, victim))
			break;
		writelog_read(log, from, 0, w.at, seen, ALL);
		n[turn] = compare(turn);
		a.n += n[turn].missing;
		exact += !n[turn].missing;
	}
	/* mmtop may be stopped just before it clears the bits. */
	ok((exact == 3 || (soft && (!still || exact == 2))) &&
	   !n[0].invented && !n[1].invented && !n[2].invented,
	   "%s: 0 wrong of 16,384 pages (%lu+%lu, %lu+%lu, %lu+%lu)", how,
	   n[0].missing, n[0].invented, n[1].missing, n[1].invented,
	   n[2].missing, n[2].invented);
	if (soft)
		ok(wait_for(admitted, &a),
		   "%s: missed pages are reported (%lu, "
		   "%lu)", how, a.n, missed(log));
	ok(behind_is_empty(&w),
	   "%s: untouched pages are neither written nor swapped", how);
}

/* The tracking option. */
static const char *track_option(void)
{
	return soft ? "--allow-clear-refs" : "--track-writes";
}

static void launched(const char *option, uid_t uid, const char *how)
{
	char *program = victim_for_all("writer");
	struct run r;

	run_as(uid);
	run_mmtop(&r, "-b", "--events=pages", "--track-writes", "-d", "0.2",
		  track_option(), option, "--", program, NULL);
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

/* sig: signal that ends mmtop; SIGKILL goes to its engine. */
static void attached(int sig, uid_t uid, const char *how)
{
	char *program = victim_for_all("writer");
	char *const argv[] = { program, NULL };
	char pid[16];
	struct run v, m;
	pid_t engine;

	run_as(uid);
	run_start(&v, argv);
	address_of(&v);
	snprintf(pid, sizeof pid, "%d", (int)v.pid);
	run_mmtop(&m, "-b", "--events=pages", "--track-writes", "-d", "0.2",
		  track_option(), quiet ? "--level=watch" : "--level=calls",
		  "-p", pid, NULL);
	run_as(0);
	check_turns(&v, m.err_path, quiet ? engine_of(m.pid) : 0, how);
	ok(writelog_marked(v.pid) == !soft && !has_fd(v.pid),
	   "%s: marked while tracked, without a descriptor", how);
	engine = sig == SIGKILL ? engine_of(m.pid) : 0;
	kill(engine ? engine : m.pid, sig);
	run_wait(&m);
	ok(wait_for(no_mark, &v.pid) && !has_fd(v.pid),
	   "%s: no mark stays behind", how);
	run_poke(&v);
	close(v.in);
	v.in = -1;
	ok(run_wait(&v) && run_status(&v) == 0 && strstr(v.out, "errno 0"),
	   "%s: the program ran on, without EINTR", how);
	run_release(&m);
	run_release(&v);
	free(program);
}

static bool nothing_left(void *arg)
{
	pid_t pid = *(pid_t *)arg;

	return !writelog_marked(pid) && !has_fd(pid);
}

/* The engine, or mmtop itself if there is none yet. */
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

/* Kills at any moment of the start, also while mmtop has changed a task's
 * registers. */
static void killed_often(void)
{
	char *const argv[] = { victim("writer"), NULL };
	char pid[16];
	struct run v;
	int good = 0;

	run_start(&v, argv);
	address_of(&v);
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
	ok(good == KILLS, "killed %d times: no mark stays behind (%d)", KILLS,
	   good);
	run_poke(&v);
	close(v.in);
	v.in = -1;
	ok(run_wait(&v) && run_status(&v) == 0 && strstr(v.out, "errno 0"),
	   "killed %d times: the program runs on, without EINTR", KILLS);
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
	address_of(&v);
	snprintf(pid, sizeof pid, "%d", (int)v.pid);
	run_mmtop(&m, "-b", "--level=calls", "--track-writes", "-p", pid, NULL);
	ok(file_holds(m.err_path, why), "%s: tracking is refused", what);
	kill(m.pid, SIGTERM);
	run_wait(&m);
	run_poke(&v);
	ok(run_printed(&v, "done "), "%s: the program runs on", what);
	run_release(&m);
	run_release(&v);
	free(program);
}

/* The process lives on after the exit of its first thread, whose files in /proc
 * are then empty. */
static void leaderless(void)
{
	const char *how = "without its first thread";
	char *program = victim("writer"), pid[16];
	char *const argv[] = { program, (char *)"leaderless", NULL };
	struct run v, m;

	run_start(&v, argv);
	address_of(&v);
	snprintf(pid, sizeof pid, "%d", (int)v.pid);
	run_mmtop(&m, "-b", "--events=pages", "--track-writes", "-d", "0.2",
		  "--level=calls", "-p", pid, NULL);
	check_turns(&v, m.err_path, 0, how);
	kill(m.pid, SIGTERM);
	run_wait(&m);
	close(v.in);
	v.in = -1;
	ok(run_wait(&v) && run_status(&v) == 0 && strstr(v.out, "errno 0"),
	   "%s: the program ran on, without EINTR", how);
	run_release(&m);
	run_release(&v);
	free(program);
}

/* A tracked program creates its own userfaultfd: mmtop must close its own
 * before the program's can cover the memory. */
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
	w = (struct waiting){ m.err_path, address_of(told_by) };
	ok(wait_for(tracked, &w), "%s: writes are tracked", name);
	ok(write(in, "o", 1) == 1 && run_printed(told_by, "own 0\n"),
	   "%s: its own userfaultfd gets all its memory", name);
	ok(file_holds(m.err_path, "writes refused why=own-userfaultfd"),
	   "%s: tracking is refused from then on", name);
	if (attach) {
		kill(m.pid, SIGTERM);
		run_wait(&m);
	}
	run_poke(told_by);
	ok(run_printed(told_by, "done "), "%s: the program runs on", name);
	close(in);
	told_by->in = -1;
	ok(run_wait(told_by) && run_status(told_by) == 0,
	   "%s: the program exits with 0", name);
	run_release(&m);
	if (attach)
		run_release(&v);
	free(program);
}

static void without_uffd(void)
{
	struct run m;

	setenv("MMTOP_FAULT", "no-uffd", 1);
	run_mmtop(&m, "-b", "--track-writes", "--", "sleep", "60", NULL);
	ok(file_holds(m.err_path, "writes refused why=kernel"),
	   "without userfaultfd, the log reports that");
	run_release(&m);
	setenv("MMTOP_FAULT", "no-uffd,no-soft-dirty", 1);
	run_mmtop(&m, "-b", "--track-writes", "--allow-clear-refs", "--",
		  "sleep", "60", NULL);
	ok(file_holds(m.err_path, "writes refused why=kernel"),
	   "without soft-dirty bits, too");
	unsetenv("MMTOP_FAULT");
	run_release(&m);
}

/* Launched and attached, as root and as an ordinary user. */
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
	own_later("--follow", false, "launched, its own userfaultfd later");
	own_later("--no-filter", false,
		  "unfiltered, its own userfaultfd later");
	own_later("--level=calls", true, "attached, its own userfaultfd later");
}

static void by_soft_dirty(bool root)
{
	soft = true;
	setenv("MMTOP_FAULT", "no-uffd", 1);
	quiet = true;
	launched("--follow", 0, "soft-dirty, launched");
	attached(SIGTERM, root ? NOBODY : 0, "soft-dirty, an ordinary user");
	quiet = false;
	launched("--level=watch", 0, "soft-dirty, during scans");
	attached(SIGTERM, 0, "soft-dirty, attached, during scans");
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
	without_uffd();
	if (refs == 0)
		by_soft_dirty(root);
	else
		skip("by soft-dirty bits", strerror(-refs));
	return done();
}
