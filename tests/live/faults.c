/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The page faults in the log are those that a program made: their number in
 * each region, by thread and code, minor and major, in every mode, as root and
 * as an ordinary user.  Without access to page faults, mmtop reports why.
 */
#include <config.h>

#include <errno.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "live.h"
#include "watched.h"
#include "withperf.h"

#define CHECKS 8

static const char *const options[] = {
	"--events=process,fault", "--follow", NULL
};

struct counts {
	long minor, major, foreign, elsewhere, named;
};

/* Counts the faults in a region: of other tasks, of other code, and those with
 * the region's name. */
static struct counts count(const struct entries *e, long tid,
			   unsigned long start, unsigned long end,
			   unsigned long from, unsigned long to)
{
	struct counts n = { 0 };

	for (size_t i = 0; i < e->n; i++) {
		unsigned long addr, ip, a, b;
		char kind[8];

		if (sscanf(e->v[i].what, "fault %7s addr=0x%lx ip=0x%lx",
			   kind, &addr, &ip) != 3 || addr < start ||
		    addr >= end)
			continue;
		/* the same address in another process */
		if (tid != e->v[i].tid) {
			n.foreign++;
			continue;
		}
		if (to && (ip < from || ip >= to)) {
			n.elsewhere++;
			continue;
		}
		n.minor += !strcmp(kind, "minor");
		n.major += !strcmp(kind, "major");
		if (strstr(e->v[i].what, " in 0x") &&
		    sscanf(strstr(e->v[i].what, " in 0x"), " in 0x%lx-0x%lx",
			   &a, &b) == 2 && a <= addr && addr < b)
			n.named++;
	}
	return n;
}

static size_t lost(const struct entries *e)
{
	return entries_count(e, 0, "lost ");
}

static void check_minor(const struct entries *e, const char *line,
			const char *how)
{
	unsigned long start, end, from, to;
	struct counts n;
	long tid, want;

	if (sscanf(line, "minor %ld %lx %lx %ld %lx %lx", &tid, &start, &end,
		   &want, &from, &to) != 6)
		bail(line);
	n = count(e, tid, start, end, from, to);
	/* With few addresses (32 bits), a region from before the exec may have
	 * been at the same address. */
	if (!ok(n.minor == want && !n.major && (!n.elsewhere || want == 50),
		"%s: each of %ld pages faults once, by its thread and code",
		how, want))
		diag("%ld minor, %ld major, %ld from elsewhere of %ld",
		     n.minor, n.major, n.elsewhere, want);
	/* The region may be unmapped before the last faults are read. */
	if (want == 600 && !ok(n.named >= want / 2,
			  "%s: the faults have their region", how))
		diag("%ld of %ld are named", n.named, want);
}

static void check_major(const struct entries *e, const char *line,
			const char *how)
{
	unsigned long start, end;
	struct counts n;
	long tid, want;
	char name[128];

	snprintf(name, sizeof name, "%s: major faults are marked", how);
	if (sscanf(line, "major %ld %lx %lx %ld", &tid, &start, &end,
		   &want) != 4)
		bail(line);
	n = count(e, tid, start, end, 0, 0);
	if (!want)
		skip(name, "the file stays in the page cache");
	else if (!ok(n.major == want, "%s", name))
		diag("%ld major, %ld minor; getrusage says %ld", n.major,
		     n.minor, want);
}

/* An ordinary user sees only faults of user code; the kernel also counts a few
 * that it causes itself. */
static void check_total(const struct entries *e, const char *line,
			bool attached, const char *how)
{
	long pid, least, most, major, told = 0;

	if (sscanf(line, "total %ld %ld %ld %ld", &pid, &least, &most,
		   &major) != 4)
		bail(line);
	for (size_t i = 0; i < e->n; i++)
		told += e->v[i].pid == pid &&
			!strncmp(e->v[i].what, "fault minor ", 12);
	/* The log of a launched program has the faults of its start, too, and
	 * its exit causes some. */
	if (!ok(told >= least && (!attached || told <= most + 60),
		"%s: the total is that of getrusage", how))
		diag("%ld logged, %ld to %ld made", told, least, most);
}

static void check(const char *log, char *said, bool attached, const char *how)
{
	struct entries e;
	char *line, *rest = said;

	entries_read(&e, log);
	if (lost(&e))
		diag("%s: some were lost", how);
	while ((line = strtok_r(rest, "\n", &rest))) {
		if (!strncmp(line, "minor ", 6))
			check_minor(&e, line, how);
		else if (!strncmp(line, "major ", 6))
			check_major(&e, line, how);
		else if (!strncmp(line, "total ", 6))
			check_total(&e, line, attached, how);
	}
	entries_release(&e);
}

/* --- every mode ----------------------------------------------------------- */

static void watch(const struct mode *m)
{
	char *file = work_file("dropped"), *said;
	struct watched w;

	watched_start(&w, m, "faults", options, (const char *[]){ file, NULL });
	watched_go(&w);
	ok(watched_end(&w, 0), "the program exits with 0, %s", w.name);
	said = watched_out(&w);
	check(w.log, said, m->attach, w.name);
	free(said);
	free(file);
	watched_release(&w);
}

/* --- an ordinary user -------------------------------------------------------- */

#define USER_CHECKS 9

/* With perf_event_paranoid 3 (Debian's kernel), an ordinary user may not use
 * perf at all, not even for user code of own programs. */
static bool is_forbidden(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof attr,
		.config = PERF_COUNT_SW_PAGE_FAULTS, .exclude_kernel = 1,
		.exclude_hv = 1,
	};
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		if (setresuid(NOBODY, NOBODY, NOBODY))
			_exit(2);
		_exit(syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0) < 0 &&
		      errno == EACCES);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid &&
	       WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

static void forbidden(struct run *r)
{
	ok(run_wait(r) && run_status(r) == 125 &&
	   run_said(r, "kernel.perf_event_paranoid is"),
	   "an ordinary user: the sysctl that forbids it is named");
	for (int i = 1; i < USER_CHECKS; i++)
		skip("an ordinary user", "the kernel forbids it");
	run_release(r);
}

static void ordinary(const char *program)
{
	char *log = work_file("user-log");
	char *shown;
	struct run r;
	FILE *f;

	/* Created here: only we may write to the directory. */
	f = fopen(log, "w");
	if (!f || fclose(f) || chown(log, NOBODY, NOBODY))
		bail("cannot give a file away");
	run_as(NOBODY);
	run_mmtop(&r, "-b", "-o", log, "--events=process,fault",
		  "--level=watch", program, NULL);
	run_as(0);
	if (is_forbidden()) {
		forbidden(&r);
		free(log);
		return;
	}
	run_poke(&r);
	ok(run_wait(&r) && run_status(&r) == 0,
	   "an ordinary user: the program exits with 0");
	shown = read_file(log, NULL);
	ok(shown && strstr(shown, "[perf=on]"),
	   "an ordinary user: perf is on");
	free(shown);
	if (r.out)
		check(log, r.out, false, "an ordinary user");
	run_release(&r);
	free(log);
}

/* --- more than is read in time -------------------------------------------- */

static void flood(void)
{
	flood_counts("faults", "fault", 200000, 1000);
}

/* --- without perf --------------------------------------------------------- */

static void without_perf(void)
{
	struct run r;

	perf_refusals("fault", "page faults unavailable");
	setenv("MMTOP_FAULT", "no-perf", 1);
	run_mmtop(&r, "-b", "-o", "/dev/null", "true", NULL);
	ok(run_wait(&r) && run_status(&r) == 0 && !*r.err,
	   "without perf and a request for faults: no message");
	run_release(&r);
	unsetenv("MMTOP_FAULT");
}

int main(void)
{
	bool root = getuid() == 0;
	char *why, *program;

	if (!perf_works(&why))
		skip_all("%s", why);
	plan((int)modes_n() * (CHECKS + 1) + FLOOD_CHECKS +
	     REFUSAL_CHECKS + 1 + (root ? USER_CHECKS : 1));
	for (size_t i = 0; i < modes_n(); i++)
		watch(modes_at(i));
	flood();
	without_perf();
	if (root) {
		mmtop_for_all();
		program = victim_for_all("faults");
		ordinary(program);
		free(program);
	} else {
		skip("as an ordinary user", "needs root");
	}
	free(why);
	return done();
}
