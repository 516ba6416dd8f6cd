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

#include "../../src/sys/uffd.h"
#include "live.h"

#define PAGES 16384ul
#define PAGE 4096ul
#define NOBODY 65534
#define KILLS 60

static unsigned char seen[PAGES];

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

static void mark(unsigned long at, unsigned long start, unsigned long end)
{
	for (; start < end; start += PAGE)
		if (start >= at && start < at + PAGES * PAGE)
			seen[(start - at) / PAGE] = 1;
}

/* Marks what the log says from `from` on was written. */
static void read_log(const char *log, size_t from, unsigned long at)
{
	char *text = read_file(log, NULL), *line, *save;

	memset(seen, 0, sizeof seen);
	if (!text || strlen(text) < from) {
		free(text);
		return;
	}
	for (line = strtok_r(text + from, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		char *p = strstr(line, " written: ");
		unsigned long start, end;
		int n;

		if (!p || !strchr(p, '\0'))
			continue;
		for (p += 10; sscanf(p, "%lx-%lx%n", &start, &end, &n) == 2;
		     p += n)
			mark(at, start, end);
	}
	free(text);
}

struct waiting {
	const char *log;
	size_t from;
	unsigned long at, want;
};

static bool enough(void *arg)
{
	const struct waiting *w = arg;
	unsigned long n = 0;

	read_log(w->log, w->from, w->at);
	for (size_t i = 0; i < PAGES; i++)
		n += seen[i];
	return n >= w->want;
}

/* The region is told of as one whose writes are known, and quiet. */
static bool quiet(void *arg)
{
	const struct waiting *w = arg;
	char *text = read_file(w->log, NULL), *line, *save;
	bool is = false;

	for (line = text ? strtok_r(text, "\n", &save) : NULL; line;
	     line = strtok_r(NULL, "\n", &save)) {
		char *p = strstr(line, " pages 0x");
		unsigned long start, end;

		if (p && sscanf(p, " pages %lx-%lx", &start, &end) == 2 &&
		    start <= w->at && w->at < end)
			is = strstr(line, " written=0") != NULL;
	}
	free(text);
	return is;
}

static size_t size_of(const char *log)
{
	size_t n = 0;

	free(read_file(log, &n));
	return n;
}

static unsigned long wrong(unsigned turn)
{
	unsigned long n = 0;

	for (unsigned long i = 0; i < PAGES; i++)
		n += seen[i] != (i >= turn && (i - turn) % 3 == 0);
	return n;
}

static void check_turns(struct run *victim, const char *log, const char *how)
{
	struct waiting w = { log, 0, said(victim), 0 };
	unsigned long n[2] = { PAGES, PAGES };

	ok(w.at && wait_for(quiet, &w), "%s: it is tracked", how);
	/* The first one is not counted: the end of what was written before may
	 * be told with it. */
	for (unsigned turn = 0; turn < 3; turn++) {
		w.from = size_of(log);
		w.want = (PAGES - turn + 2) / 3;
		run_poke(victim);
		if (wait_for(enough, &w) && wait_for(quiet, &w)) {
			enough(&w);
			if (turn)
				n[turn - 1] = wrong(turn);
		}
	}
	ok(!n[0] && !n[1], "%s: 0 wrong of 16,384 pages (%lu, %lu)", how, n[0],
	   n[1]);
}

static void launched(const char *option, uid_t uid, const char *how)
{
	char *program = copy_of(victim("writer"), "writer", 0755);
	struct run r;

	run_as(uid);
	run_mmtop(&r, "-b", "--events=pages", "--track-writes", "-d", "0.2",
		  option, "--", program, NULL);
	run_as(0);
	check_turns(&r, r.err_path, how);
	run_release(&r);
	free(program);
}

static bool has_mark(pid_t pid)
{
	char path[64];
	char *text;
	bool has;

	snprintf(path, sizeof path, "/proc/%d/smaps", (int)pid);
	text = read_file(path, NULL);
	has = text && strstr(text, " uw");
	free(text);
	return has;
}

static bool no_mark(void *arg)
{
	return !has_mark(*(pid_t *)arg);
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

/* sig: how mmtop ends. */
static void attached(int sig, uid_t uid, const char *how)
{
	char *program = copy_of(victim("writer"), "writer", 0755);
	char *const argv[] = { program, NULL };
	char pid[16];
	struct run v, m;

	run_as(uid);
	run_start(&v, argv);
	said(&v);
	snprintf(pid, sizeof pid, "%d", (int)v.pid);
	run_mmtop(&m, "-b", "--events=pages", "--track-writes", "-d", "0.2",
		  "-p", pid, NULL);
	run_as(0);
	check_turns(&v, m.err_path, how);
	ok(has_mark(v.pid) && !has_fd(v.pid),
	   "%s: marked meanwhile, no descriptor", how);
	kill(m.pid, sig);
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

	return !has_mark(pid) && !has_fd(pid);
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

		run_mmtop(&m, "-b", "--track-writes", "-p", pid, NULL);
		poll(NULL, 0, i % 20 + 1);
		kill(m.pid, SIGKILL);
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
	run_mmtop(&m, "-b", "--track-writes", "-p", pid, NULL);
	ok(file_holds(m.err_path, why), "%s: it is refused", what);
	kill(m.pid, SIGTERM);
	run_wait(&m);
	run_poke(&v);
	ok(run_printed(&v, "done "), "%s: it runs on", what);
	run_release(&m);
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
	unsetenv("MMTOP_FAULT");
	run_release(&m);
}

int main(void)
{
	int r = uffd_probe();
	bool root = geteuid() == 0;

	if (r < 0)
		skip_all("no asynchronous userfaultfd: %s", strerror(-r));
	plan(30);
	launched("--follow", 0, "launched");
	launched("--no-filter", 0, "without a filter");
	launched("--level=watch", 0, "at level watch");
	launched("--follow", root ? NOBODY : 0, "an ordinary user");
	attached(SIGTERM, 0, "attached");
	attached(SIGKILL, 0, "attached and killed");
	attached(SIGTERM, root ? NOBODY : 0, "an ordinary user attached");
	killed_often();
	refused("seccomp", "writes refused why=seccomp");
	refused("uffd", "writes refused why=own-userfaultfd");
	without();
	return done();
}
