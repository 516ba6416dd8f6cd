/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs mmtop with one failing call: the Nth ptrace, read, malloc ... of a role.
 * Whatever fails, mmtop must not crash or hang. The program must continue with
 * none of its calls disturbed, or must not be started and mmtop must print the
 * reason.
 *
 *	faults				a few N of every call
 *	FAULTS=all faults		every N up to FAULT_MAX (2000)
 *	FAULTS=SECONDS faults		random N for SECONDS (FAULT_SEED)
 *	FAULTS="attach ptrace 0 17 5" faults	only this one, verbosely:
 *				scenario, call, role, N, errno
 */
#include <config.h>

#include "failnth.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../live/family.h"
#include "../live/live.h"

#define WORDS 64
enum { PID = 60, ENDED, FAULTS, STOP };
#define ROUNDS "40"
#define SAMPLES 3

struct fault {
	const char *scenario;
	enum fail_call call;
	int role;
	uint64_t nth;
	int err;
};

static const char *const names[] = { FAIL_NAMES };
/* Errors that the kernel returns for each call. */
static const int errors[FAIL_CALLS][3] = {
	/* Not ESRCH: after that, mmtop assumes that the tracee is dead. */
	[FAIL_PTRACE] = { EIO, EPERM },
	[FAIL_READ] = { EIO, EINTR, EAGAIN },
	[FAIL_PREAD] = { EIO, EINTR, ESRCH },
	[FAIL_MALLOC] = { ENOMEM },
	[FAIL_WRITE] = { ENOSPC, EINTR, EPIPE },
	[FAIL_OPEN] = { EMFILE, EACCES, ENOENT },
	[FAIL_WAITID] = { EINTR },
	[FAIL_FORK] = { EAGAIN, ENOMEM },
	[FAIL_MMAP] = { ENOMEM },
	[FAIL_POLL] = { EINTR, ENOMEM },
	[FAIL_KILL] = { ESRCH, EPERM },
	[FAIL_PIPE] = { EMFILE },
	[FAIL_SIGNALFD] = { EMFILE, ENOMEM },
	[FAIL_READLINK] = { EACCES, ENOENT },
	[FAIL_AFFINITY] = { ESRCH, EPERM, EINVAL },
	[FAIL_SEND] = { EAGAIN, EPIPE, EINTR },
	[FAIL_RECV] = { EAGAIN, ECONNRESET, EINTR },
};

static struct fail_table *table;
static char *table_path, *program, *cloner, *library, *log_path;
/* The shared words of the attached victim and of the launched one. */
static char *words_path, *launched_path;
static volatile uint64_t *words, *launched;
static struct family family;
static bool alone;		/* one fault, reported verbosely */

/* --- one run -------------------------------------------------------------- */

/* Shared memory that other processes open by its path. A memfd, as writing a
 * file on disk can block, and then so does every process that waits for it. */
static void *share(const char *name, size_t size, char **path)
{
	int fd = memfd_create(name, MFD_CLOEXEC);
	void *p;

	if (fd < 0 || ftruncate(fd, (off_t)size) ||
	    asprintf(path, "/proc/%d/fd/%d", (int)getpid(), fd) < 0)
		bail(name);
	p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		bail("mmap");
	return p;
}

static void set_number(const char *name, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof text, "%llu", (unsigned long long)value);
	setenv(name, text, 1);
}

/* ASan must be the first library, unless this option is set. */
static void allow_preload(void)
{
	const char *given = getenv("ASAN_OPTIONS");
	char *options;

	if (asprintf(&options, "%s%sverify_asan_link_order=0",
		     given ? given : "", given && *given ? ":" : "") < 0)
		bail("no memory");
	setenv("ASAN_OPTIONS", options, 1);
	free(options);
}

/* Sets the environment for the next program only. */
static void arm(const struct fault *f)
{
	memset(table, 0, sizeof *table);
	setenv("LD_PRELOAD", library, 1);
	setenv("FAIL_TABLE", table_path, 1);
	setenv("FAIL_CALL", names[f->call], 1);
	set_number("FAIL_NTH", f->nth);
	set_number("FAIL_ROLE", (uint64_t)f->role);
	set_number("FAIL_ERRNO", (uint64_t)f->err);
	set_number("FAIL_TRACE", alone);
}

static void disarm(void)
{
	static const char *const set[] = {
		"LD_PRELOAD", "FAIL_TABLE", "FAIL_CALL", "FAIL_NTH",
		"FAIL_ROLE", "FAIL_ERRNO", "FAIL_TRACE",
	};

	for (size_t i = 0; i < sizeof set / sizeof *set; i++)
		unsetenv(set[i]);
}

static uint64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000 + (uint64_t)ts.tv_nsec / 1000000;
}

static bool within(bool (*fn)(void *arg), void *arg)
{
	uint64_t until = now_ms() + DEADLINE_S * 1000;

	while (!fn(arg)) {
		if (now_ms() >= until)
			return fn(arg);
		poll(NULL, 0, 1);
	}
	return true;
}

static bool has_ended(void *arg)
{
	struct run *r = arg;

	return waitpid(r->pid, &r->wait_status, WNOHANG) == r->pid;
}

static bool bad(const struct fault *f, const struct run *r, const char *what)
{
	diag("FAULTS=\"%s %s %d %llu %d\": %s", f->scenario, names[f->call],
	     f->role, (unsigned long long)f->nth, f->err, what);
	diag("mmtop exited with status %d, its stderr:\n"
	     "%s", run_status(r),
	     r->err ? r->err : "");
	return false;
}

/* True if mmtop ended within the deadline, without a crash. */
static bool ended_well(const struct fault *f, struct run *r)
{
	if (!within(has_ended, r)) {
		bad(f, r, "mmtop hangs");
		if (alone) {
			diag("%d hangs: inspect it", r->pid);
			poll(NULL, 0, 3600 * 1000);
		}
		kill(r->pid, SIGKILL);
		return false;
	}
	run_wait(r);
	if (alone)
		diag("status %d\n%s", run_status(r), r->err);
	if (run_status(r) < 0)
		return bad(f, r, "mmtop crashed");
	if (strstr(r->err, "Sanitizer") || strstr(r->err, "runtime error"))
		return bad(f, r, "a sanitizer reported an error");
	return true;
}

/* --- attached: the program continues -------------------------------------- */

/* The victim exits by itself after this time, long after the test. */
#define VICTIM_MS 120000

static struct run victim_run;
static uint64_t victim_until;

static bool counts(void *arg)
{
	const uint64_t *seen = arg;

	return words[0] > seen[0] + 1 && words[1] > seen[1] + 1;
}

static bool start_victim(void)
{
	uint64_t seen[2] = { 0, 0 };

	memset((void *)words, 0, WORDS * 8);
	victim_until = now_ms() + VICTIM_MS;
	run_start(&victim_run, (char *[]){ program, words_path, (char *)"2",
					   NULL });
	return within(counts, seen);
}

static void stop_victim(void)
{
	words[STOP] = 1;
	within(has_ended, &victim_run);
	run_release(&victim_run);
	victim_run.pid = 0;
}

static bool attach_runs_on(const struct fault *f, const struct run *r)
{
	uint64_t seen[2] = { words[0], words[1] };

	if (!family_is_free(&family, victim_run.pid))
		return bad(f, r, "the program is still traced");
	if (!within(counts, seen))
		return bad(f, r, "the program does not continue");
	if (words[FAULTS])
		return bad(f, r, "a call of the program was disturbed");
	return true;
}

static bool attach(const struct fault *f)
{
	char pid[16];
	struct run r;
	bool good;

	if (victim_run.pid && now_ms() > victim_until)
		stop_victim();
	if (!victim_run.pid && !start_victim())
		bail("the victim does not start");
	snprintf(pid, sizeof pid, "%d", victim_run.pid);
	arm(f);
	run_mmtop(&r, "-b", "-o", log_path, "--duration=0.03", "-p", pid,
		  NULL);
	disarm();
	good = ended_well(f, &r) & attach_runs_on(f, &r);
	run_release(&r);
	if (!good)
		stop_victim();
	return good;
}

/* --- launched: the program runs to its end -------------------------------- */

static bool has_run(void *arg)
{
	(void)arg;
	return launched[ENDED] ||
	       (launched[PID] && !task_state((pid_t)launched[PID]));
}

static bool launch_runs_on(const struct fault *f, const struct run *r)
{
	if (!launched[PID]) {
		/* The message may come from a library. */
		if (!r->err || (!strstr(r->err, "mmtop: ") &&
				!strstr(r->err, "ut of memory")))
			return bad(f, r, "the program was not started, without "
					 "a reason");
		return run_status(r) >= 125 ||
		       bad(f, r, "the program was not started, and the exit "
				 "status is wrong");
	}
	if (!within(has_run, NULL)) {
		bad(f, r, "the program does not end");
		if (alone) {
			diag("%d hangs: inspect it", (int)launched[PID]);
			poll(NULL, 0, 3600 * 1000);
		}
		kill((pid_t)launched[PID], SIGKILL);
		return false;
	}
	if (!launched[ENDED])
		return bad(f, r, "the program was killed");
	if (launched[FAULTS])
		return bad(f, r, "a call of the program was disturbed");
	return true;
}

static bool launch(const struct fault *f)
{
	struct run r;
	bool good;

	memset((void *)launched, 0, WORDS * 8);
	arm(f);
	run_mmtop(&r, "-b", "-o", log_path, "--", program, launched_path, "2",
		  ROUNDS, NULL);
	disarm();
	good = ended_well(f, &r);
	if (!good && r.wait_status == -1)
		run_wait(&r);
	good &= launch_runs_on(f, &r);
	if (good && launched[PID] && run_status(&r) != 7 && run_status(&r) < 125)
		good = bad(f, &r, "the exit status is neither the program's "
				  "nor mmtop's own");
	run_release(&r);
	return good;
}

/* --- launched: children created with CLONE_UNTRACED ----------------------- */

/* The program exits with 0, or with 77 if this kernel lacks the call. */
static bool clones(const struct fault *f)
{
	struct run r;
	bool good;

	arm(f);
	run_mmtop(&r, "-b", "-o", log_path, "--", cloner, "0", "1", NULL);
	disarm();
	run_poke(&r);
	good = ended_well(f, &r);
	if (good && run_status(&r) && run_status(&r) != 77 &&
	    run_status(&r) < 125)
		good = bad(f, &r, "a clone call was disturbed");
	run_release(&r);
	return good;
}

static const struct scenario {
	const char *name;
	bool (*run)(const struct fault *f);
} scenarios[] = {
	{ "attach", attach },
	{ "launch", launch },
	{ "clones", clones },
};

#define SCENARIOS (sizeof scenarios / sizeof *scenarios)
#define CLONES (SCENARIOS - 1)

/* --- which faults --------------------------------------------------------- */

/* How often each call is made in a run without faults. */
static uint64_t count[SCENARIOS][FAIL_ROLES][FAIL_CALLS];

static bool count_calls(size_t i)
{
	const struct fault none = { .scenario = scenarios[i].name };

	if (!scenarios[i].run(&none))
		return false;
	for (int r = 0; r < FAIL_ROLES; r++)
		for (int c = 0; c < FAIL_CALLS; c++)
			count[i][r][c] = table->calls[r][c];
	if (!table->all[FAIL_PTRACE] || !table->all[FAIL_MALLOC]) {
		diag("the calls of mmtop are not counted");
		return false;
	}
	return true;
}

static bool try_one(size_t i, enum fail_call call, int role, uint64_t nth,
		    int err)
{
	struct fault f = { scenarios[i].name, call, role, nth, err };

	if (!err)
		return true;
	return scenarios[i].run(&f);
}

/* Tries the first, the last and one in between: startup, work and shutdown
 * differ. */
static bool try_sample(size_t i, enum fail_call c, int role)
{
	uint64_t n = count[i][role][c];
	bool good = true;

	for (uint64_t k = 0; n && k < SAMPLES && k < n; k++) {
		uint64_t nth = 1 + (n - 1) * k / (SAMPLES - 1);

		good &= try_one(i, c, role, nth, errors[c][k % 3] ?
				errors[c][k % 3] : errors[c][0]);
	}
	return good;
}

static bool try_all(size_t i, enum fail_call c, int role, uint64_t max)
{
	uint64_t n = count[i][role][c] < max ? count[i][role][c] : max;
	bool good = true;

	for (uint64_t nth = 1; nth <= n; nth++)
		for (int e = 0; e < 3; e++)
			good &= try_one(i, c, role, nth, errors[c][e]);
	return good;
}

/* Tries each N: a child may escape the tracer at only one of them. */
static void each_clone(void)
{
	ok(count_calls(CLONES), "clones: no fault, all is well");
	ok(test_slow() > 4 ? try_sample(CLONES, FAIL_PTRACE, 1)
			   : try_all(CLONES, FAIL_PTRACE, 1, UINT64_MAX),
	   "clones: a failing ptrace is survived (one of %llu)",
	   (unsigned long long)count[CLONES][1][FAIL_PTRACE]);
	/* The tracer cannot start without the file through which it reads
	 * clone3's arguments. */
	ok(try_sample(CLONES, FAIL_OPEN, 1),
	   "clones: a failing open is survived");
	ok(try_sample(CLONES, FAIL_FORK, 1),
	   "clones: a failing fork is survived");
}

static void each_call(uint64_t max)
{
	plan((int)CLONES * (FAIL_CALLS + 1) + 4);
	for (size_t i = 0; i < CLONES; i++) {
		ok(count_calls(i), "%s: no fault, all is well",
		   scenarios[i].name);
		for (int c = 0; c < FAIL_CALLS; c++) {
			bool good = true;
			uint64_t n = 0;

			for (int r = 0; r < FAIL_ROLES; r++) {
				n += count[i][r][c];
				good &= max ? try_all(i, c, r, max)
					    : try_sample(i, c, r);
			}
			ok(good, "%s: a failing %s is survived (one of %llu)",
			   scenarios[i].name, names[c],
			   (unsigned long long)n);
		}
	}
	each_clone();
}

/* A random number from 1 to n. Small numbers are as likely as large ones, as
 * rare calls happen early. */
static uint64_t random_upto(uint64_t n)
{
	uint64_t bits = 0;

	for (uint64_t m = n; m; m >>= 1)
		bits++;
	return 1 + (uint64_t)random() % n % (1ull << (1 + (uint64_t)random() %
						      bits));
}

static void at_random(long seconds)
{
	const char *given = getenv("FAULT_SEED");
	unsigned seed = given ? (unsigned)strtoul(given, NULL, 10)
			      : (unsigned)time(NULL);
	uint64_t until = now_ms() + (uint64_t)seconds * 1000;
	unsigned runs = 0, failed = 0;

	plan(1);
	diag("FAULT_SEED=%u", seed);
	srandom(seed);
	for (size_t i = 0; i < SCENARIOS; i++)
		failed += !count_calls(i);
	while (now_ms() < until) {
		size_t i = (size_t)random() % SCENARIOS;
		int r = (int)(random() % FAIL_ROLES);
		enum fail_call c = (enum fail_call)(random() % FAIL_CALLS);

		if (!count[i][r][c])
			continue;
		runs++;
		failed += !try_one(i, c, r, random_upto(count[i][r][c]),
				   errors[c][random() % 3]);
	}
	ok(!failed, "%u random faults in %ld s, %u of them not handled", runs,
	   seconds, failed);
}

static void run_given(const char *text)
{
	char scenario[16], call[16];
	unsigned long long nth;
	int role, err;

	plan(1);
	if (sscanf(text, "%15s %15s %d %llu %d", scenario, call, &role, &nth,
		   &err) != 5)
		bail(text);
	alone = true;
	for (size_t i = 0; i < SCENARIOS; i++)
		for (int c = 0; c < FAIL_CALLS; c++)
			if (!strcmp(scenarios[i].name, scenario) &&
			    !strcmp(names[c], call))
				ok(try_one(i, (enum fail_call)c, role, nth,
					   err) && table->fired,
				   "%s", text);
}

int main(void)
{
	const char *which = getenv("FAULTS"), *max = getenv("FAULT_MAX");
	const char *top = getenv("top_builddir");
	char *path;

	if (asprintf(&path, "%s/tests/faults/failnth.so", top ? top : ".") < 0)
		bail("no memory");
	library = realpath(path, NULL);
	if (!library)
		skip_all("%s is not there", path);
	allow_preload();
	family_init(&family);
	program = victim("upright");
	cloner = victim("flags");
	log_path = work_file("log");
	table = share("table", sizeof *table, &table_path);
	words = share("words", WORDS * 8, &words_path);
	launched = share("launched", WORDS * 8, &launched_path);
	if (!which)
		each_call(0);
	else if (!strcmp(which, "all"))
		each_call(max ? strtoull(max, NULL, 10) : 2000);
	else if (strchr(which, ' '))
		run_given(which);
	else
		at_random(strtol(which, NULL, 10));
	if (victim_run.pid)
		stop_victim();
	free(path);
	free(library);
	free(program);
	free(cloner);
	free(log_path);
	free(table_path);
	free(words_path);
	free(launched_path);
	return done();
}
