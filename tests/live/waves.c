/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop stops many threads a few at a time (P79), and "worst stop" is the
 * longest stop of one of them.
 *
 * The number of threads stopped at a time does not depend on the machine's
 * speed: the test stops the engine at some moment, and counts them.
 */
#include <config.h>

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "driver.h"
#include "live.h"
#include "victims/many.h"
#include "words.h"

#define THREADS test_times(2000, 200)
#define ROUNDS 12
/* mmtop interrupts 16 at a time; as many may be at the entry of their resumed
 * call, and some may have waited long for a CPU. */
#define STOPPED_MAX 64

/* waitid(P_ALL) takes time in proportion to the number of threads. */
#define CROWD 5000
#define BARE_TIMES 5

#define CALLERS 500
#define TRIES 5

/* --- waves ----------------------------------------------------------------- */

struct counted {
	int stopped, traced, all;
};

static struct counted count(pid_t pid)
{
	struct counted c = { 0 };
	struct dirent *e;
	char path[64];
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", pid);
	d = opendir(path);
	while (d && (e = readdir(d))) {
		pid_t tid = (pid_t)strtol(e->d_name, NULL, 10);

		if (!tid)
			continue;
		c.all++;
		c.stopped += task_state(tid) == 't';
		c.traced += status_field(tid, "TracerPid") > 0;
	}
	if (d)
		closedir(d);
	return c;
}

/* Starts the request, and stops the engine a moment later. */
static struct counted in_the_middle(struct driver *d, pid_t pid,
				    const char *letter, int ms)
{
	struct counted c;

	driver_begin(d, letter);
	poll(NULL, 0, ms);
	send_to(d->pid, SIGSTOP);
	while (task_state(d->pid) != 'T')
		poll(NULL, 0, 1);
	/* Interrupted threads reach their stops in this time. */
	poll(NULL, 0, 20);
	c = count(pid);
	send_to(d->pid, SIGCONT);
	return c;
}

static void waves(const char *letter, const char *back, const char *name)
{
	int most = 0, between = 0;
	bool good, detach = *letter == 'd';
	struct driver d;
	struct words w;
	char n[16];

	snprintf(n, sizeof n, "%d", THREADS);
	words_start(&w, "many", 64, MANY_WORDS, n);
	good = words_reach(&w, MANY_READY, (uint64_t)THREADS - 1) &&
	       driver_start(&d, &w.pid, 1, LEVEL_WATCH, DRIVER_FOLLOW);
	if (!good)
		bail("not attached");
	for (int i = 0; good && i < ROUNDS; i++) {
		struct counted c = in_the_middle(&d, w.pid, letter,
						 2 * i + 1);

		between += c.stopped || (c.traced && c.traced < c.all);
		if (c.stopped > most)
			most = c.stopped;
		good = driver_wait(&d) && driver_do(&d, back);
		if (detach)
			continue;
		/* All stops are over: start the next round from the same
		 * state. */
		good = good && driver_do(&d, "d") && driver_do(&d, "a");
	}
	diag("%s: %d of %d threads stopped at a time, %d of %d times in "
	     "progress", name, most, THREADS, between, ROUNDS);
	ok(good && between && most <= STOPPED_MAX, "P79 %s: few threads are "
	   "stopped at a time", name);
	good = driver_do(&d, "d") && is_let_go(w.pid);
	ok(driver_end(&d) && good && !w.v[MANY_EARLY],
	   "P79 %s: all are detached, none was disturbed", name);
	w.v[MANY_STOP] = 1;
	ok(run_wait(&w.run) && run_status(&w.run) == 0,
	   "P79 %s: all run on", name);
	words_release(&w);
}

/* --- detaching from sleeping threads -------------------------------------- */

/* Each time that a thread waits or stops, it makes a voluntary switch. */
struct switches {
	pid_t pid;
	long all, least;	/* the fewest of one thread */
	int threads, traced;
};

static struct switches switches(pid_t pid)
{
	struct switches s = { .pid = pid, .least = LONG_MAX };
	struct dirent *e;
	char path[64];
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", pid);
	d = opendir(path);
	while (d && (e = readdir(d))) {
		pid_t tid = (pid_t)strtol(e->d_name, NULL, 10);
		long n;

		/* Skips the leader, which is detached first, at a stop, and
		 * does not wait. */
		if (!tid || tid == pid)
			continue;
		n = status_field(tid, "voluntary_ctxt_switches");
		s.all += n;
		s.least = n < s.least ? n : s.least;
		s.threads++;
		s.traced += status_field(tid, "TracerPid") > 0;
	}
	if (d)
		closedir(d);
	return s;
}

/* True if each thread was interrupted, entered its call again, and waits. */
struct begun {
	struct switches before, now;
	bool calls;
};

static bool has_begun(void *arg)
{
	struct begun *b = arg;

	b->now = switches(b->before.pid);
	return b->now.traced == b->now.threads &&
	       (!b->calls || b->now.least >= b->before.least + 3);
}

static void detach_of_sleepers(const char *level)
{
	struct begun b = { .calls = !strcmp(level, "--level=calls") };
	struct switches after;
	struct words w;
	struct run r;
	char n[16], pid[16];
	bool good;

	snprintf(n, sizeof n, "%d", THREADS);
	words_start(&w, "many", 64, MANY_WORDS, n);
	snprintf(pid, sizeof pid, "%d", w.pid);
	good = words_reach(&w, MANY_READY, (uint64_t)THREADS - 1);
	b.before = switches(w.pid);
	run_mmtop(&r, "-b", level, "-o", "/dev/null", "-p", pid, NULL);
	good = wait_for(has_begun, &b) && good;
	send_to(r.pid, SIGTERM);
	good = run_wait(&r) && good;
	after = switches(w.pid);
	diag("%s: %d threads waited %ld times, with mmtop %ld, %ld after its "
	     "end", level, b.before.threads, b.before.all, b.now.all,
	     after.all);
	ok(good && !after.traced && !w.v[MANY_EARLY] &&
	   after.all - b.now.all < THREADS / 20 &&
	   (b.calls || after.all - b.before.all < THREADS / 20),
	   "%s: no waiting thread is stopped when mmtop detaches", level);
	run_release(&r);
	w.v[MANY_STOP] = 1;
	ok(run_wait(&w.run) && run_status(&w.run) == 0,
	   "%s: all run on", level);
	words_release(&w);
}

/* --- cost ----------------------------------------------------------------- */

struct crowd {
	struct driver d;
	pid_t pid, *tids;
	size_t n;
	double mmtop_ms, bare_ms;	/* the shortest so far */
};

static double now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

static void crowd_list(struct crowd *c)
{
	struct dirent *e;
	char path[64];
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", c->pid);
	d = opendir(path);
	c->tids = calloc((size_t)CROWD, sizeof *c->tids);
	while (d && c->tids && (e = readdir(d)) && c->n < (size_t)CROWD)
		if (*e->d_name != '.')
			c->tids[c->n++] = (pid_t)strtol(e->d_name, NULL, 10);
	if (d)
		closedir(d);
}

/* Stops each thread once, 16 at a time. */
static bool bare_wave(const struct crowd *c, enum __ptrace_request request)
{
	for (size_t i = 0, end; i < c->n; i = end) {
		end = i + 16 < c->n ? i + 16 : c->n;
		for (size_t k = i; k < end; k++)
			ptrace(PTRACE_INTERRUPT, c->tids[k], 0, 0);
		for (size_t k = i; k < end; k++) {
			siginfo_t si;

			while (waitid(P_PID, (id_t)c->tids[k], &si,
				      WSTOPPED | __WALL | WNOWAIT) < 0)
				;
			if (ptrace(request, c->tids[k], 0, 0) < 0)
				return false;
		}
	}
	return true;
}

/* The minimum work of a tracer. */
static bool bare_cycle(const struct crowd *c)
{
	char path[64], text[1024];
	int fd;

	for (size_t i = 0; i < c->n; i++) {
		if (ptrace(PTRACE_SEIZE, c->tids[i], 0, 0) < 0)
			return false;
		snprintf(path, sizeof path, "/proc/%d/task/%d/stat", c->pid,
			 c->tids[i]);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		if (fd < 0 || read(fd, text, sizeof text) <= 0)
			return false;
		close(fd);
	}
	return bare_wave(c, PTRACE_CONT) && bare_wave(c, PTRACE_DETACH);
}

static void keep_least(double *least, double ms)
{
	if (!*least || ms < *least)
		*least = ms;
}

/* Repeated, as the machine may be busy. */
static bool is_cheap(void *arg)
{
	struct crowd *c = arg;
	double from = now_ms();
	bool good = driver_do(&c->d, "ad");

	keep_least(&c->mmtop_ms, now_ms() - from);
	from = now_ms();
	good = bare_cycle(c) && good;
	keep_least(&c->bare_ms, now_ms() - from);
	return good && c->mmtop_ms <= BARE_TIMES * c->bare_ms;
}

static void cost(void)
{
	struct crowd c = { .n = 0 };
	struct words w;
	char n[16];
	bool good;

	if (test_times(2, 1) == 1 || SLOWER > 1) {
		for (int i = 0; i < 2; i++)
			skip("the cost of attach and detach", "too slow here");
		return;
	}
	snprintf(n, sizeof n, "%d", CROWD);
	words_start(&w, "many", 64, MANY_WORDS, n);
	c.pid = w.pid;
	good = words_reach(&w, MANY_READY, (uint64_t)CROWD - 1) &&
	       driver_start(&c.d, &w.pid, 1, LEVEL_CALLS, DRIVER_FOLLOW);
	if (!good)
		bail("not attached");
	crowd_list(&c);
	good = driver_do(&c.d, "d") && wait_for(is_cheap, &c);
	ok(good && c.n == (size_t)CROWD, "%d threads: attach and detach at "
	   "calls takes at most %d bare loops", CROWD, BARE_TIMES);
	diag("%zu threads: mmtop %.0f ms, a bare loop %.0f ms", c.n,
	     c.mmtop_ms, c.bare_ms);
	good = driver_end(&c.d) && !w.v[MANY_EARLY];
	w.v[MANY_STOP] = 1;
	ok(run_wait(&w.run) && run_status(&w.run) == 0 && good,
	   "no thread was disturbed, and all run on");
	words_release(&w);
	free(c.tids);
}

/* --- worst stop ------------------------------------------------------------- */

/* The victim's longest call since the last request, in us. */
static long longest_call(struct run *v, int *lines)
{
	char *text, *at;
	long us = -1;

	run_poke(v);
	for (bool more = true; more;) {
		int n = 0;

		text = read_file(v->out_path, NULL);
		for (at = text; at && (at = strstr(at, "call ")) &&
				strchr(at, '\n'); at++)
			if (++n > *lines)
				us = strtol(at + 5, NULL, 10);
		more = us < 0 && n <= *lines && task_state(v->pid);
		*lines = us < 0 ? *lines : n;
		free(text);
		if (more)
			poll(NULL, 0, 5);
	}
	return us;
}

static double worst_stop_us(const char *log)
{
	char *text = read_file(log, NULL);
	char *at = text ? strstr(text, "worst_stop_ns=") : NULL;
	double us = at ? strtod(at + 14, NULL) / 1e3 : -1;

	free(text);
	return us;
}

static void worst_stop(void)
{
	const char *name = "the worst stop is the time that a thread waited";
	char *program = victim("pauses"), *log = work_file("worst");
	char n[16], pid[16];
	int tried = 0, good = 0, lines = 0;
	struct run v;

	snprintf(n, sizeof n, "%d", CALLERS);
	run_start(&v, (char *[]){ program, n, (char *)"300",
				  (char *)"together", NULL });
	run_printed(&v, "\n");
	snprintf(pid, sizeof pid, "%d", v.pid);
	for (int i = 0; i < TRIES; i++) {
		long alone, traced;
		struct run r;
		double us;

		longest_call(&v, &lines);
		poll(NULL, 0, 1000);
		alone = longest_call(&v, &lines);
		run_mmtop(&r, "-b", "--level=calls", "--duration=1", "-o", log,
			  "-p", pid, NULL);
		run_wait(&r);
		run_release(&r);
		traced = longest_call(&v, &lines);
		us = worst_stop_us(log);
		diag("longest call %ld us, traced %ld us, worst stop %.0f us",
		     alone, traced, us);
		/* Otherwise no call waited for mmtop. */
		if (traced < 3 * alone)
			continue;
		tried++;
		/* A call has two stops, and its thread waits for a CPU after
		 * each. */
		good += us > (double)traced / 5 && us < (double)traced * 2;
	}
	if (tried)
		ok(good > tried / 2, "%s", name);
	else
		skip(name, "calls take as long without mmtop");
	close(v.in);
	v.in = -1;
	ok(run_wait(&v) && run_status(&v) == 0, "the program runs on");
	run_release(&v);
	free(program);
	free(log);
}

int main(void)
{
	setenv("ASAN_OPTIONS", "detect_leaks=0:quarantine_size_mb=1", 1);
	plan(2 * 3 + 2 * 2 + 2 + 2);
	waves("d", "a", "detach");
	waves("l", "w", "to level calls");
	detach_of_sleepers("--level=watch");
	detach_of_sleepers("--level=calls");
	cost();
	worst_stop();
	return done();
}
