/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Many of each (P62 to P65, P71): 2,000 threads, 500 processes, an endless
 * chain of processes, 65,000 regions, and all exits at once. mmtop's resources
 * are bounded, and no event is lost.  bench/overhead measures how long a hold
 * of 2,000 threads takes.
 */
#include <config.h>

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "driver.h"
#include "live.h"
#include "log.h"
#include "victims/many.h"
#include "watched.h"
#include "words.h"

/* Fewer on an emulated machine, which would need a minute to create them. */
#define THREADS test_times(2000, 200)
#define HOLDS 5
#define PROCESSES test_times(500, 100)
#define BURST test_times(300, 100)
#define REGIONS test_times(65000, 2000)
#define DELAY_MS 500

/* --- P62: threads ---------------------------------------------------------------- */

/* The number of the process's threads in that state. */
static int threads_in(pid_t pid, char state)
{
	char path[64];
	struct dirent *e;
	int n = 0;
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", pid);
	d = opendir(path);
	while (d && (e = readdir(d)))
		n += task_state((pid_t)strtol(e->d_name, NULL, 10)) == state;
	if (d)
		closedir(d);
	return n;
}

struct all_held {
	pid_t pid;
	char state;
};

static bool all_are(void *arg)
{
	const struct all_held *h = arg;

	return threads_in(h->pid, h->state) == THREADS;
}

static bool holds(struct driver *d, struct words *w)
{
	struct all_held held = { w->pid, 't' }, rest = { w->pid, 'S' };
	bool good = true;

	for (int i = 0; i < HOLDS && good; i++)
		good = driver_do(d, "h") && wait_for(all_are, &held) &&
		       driver_do(d, "c");
	/* The thread that counts is asleep at times. */
	return good && wait_for(all_are, &rest);
}

static bool ends_well(struct words *w)
{
	return w->v[MANY_EARLY] == 0 && w->v[MANY_READY] == (uint64_t)THREADS - 1;
}

/* The number as text, until the next call. */
static char *word(int n)
{
	static char text[16];

	snprintf(text, sizeof text, "%d", n);
	return text;
}

static void threads_attached(enum level level, const char *name)
{
	struct driver d;
	struct words w;
	bool good;

	words_start(&w, "many", 64, MANY_WORDS, word(THREADS));
	good = words_reach(&w, MANY_READY, (uint64_t)THREADS - 1) &&
	       driver_start(&d, &w.pid, 1, level, DRIVER_FOLLOW);
	if (!good)
		bail("not attached to");
	ok(holds(&d, &w),
	   "P62 %d threads are held, attached at %s", THREADS, name);
	good = driver_do(&d, "d") && is_let_go(w.pid);
	ok(driver_end(&d) && good && ends_well(&w),
	   "P62 and detached, none disturbed, attached at %s", name);
	w.v[MANY_STOP] = 1;
	ok(run_wait(&w.run) && run_status(&w.run) == 0,
	   "P62 and run on, attached at %s", name);
	words_release(&w);
}

static void threads_launched(unsigned flags, const char *name)
{
	struct driver d;
	struct words w;
	pid_t pid;
	bool good;

	words_init(&w, "many", 64, MANY_WORDS);
	if (!driver_launch(&d, (char *[]){ w.program, w.path, word(THREADS),
					   NULL }, flags))
		bail("not launched");
	good = words_reach(&w, MANY_READY, (uint64_t)THREADS - 1);
	pid = child_of(d.pid, "many");
	w.pid = pid;
	ok(good && holds(&d, &w),
	   "P62 %d threads are held, launched, %s", THREADS, name);
	good = ends_well(&w);
	w.v[MANY_STOP] = 1;
	ok(driver_do(&d, "e") && driver_end(&d) && good,
	   "P62 and run to their end, launched, %s", name);
	words_release(&w);
}

/* --- resources of mmtop --------------------------------------------------- */

static int descriptors(pid_t pid)
{
	char path[64];
	struct dirent *e;
	int n = 0;
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/fd", pid);
	d = opendir(path);
	while (d && (e = readdir(d)))
		n += *e->d_name != '.';
	if (d)
		closedir(d);
	return n;
}

/* The CPU time of all threads of the process, in milliseconds. */
static double cpu_ms(pid_t pid)
{
	struct timespec ts;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &ts))
		return 0;
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

/* True if the log has the processes that the victim printed. */
static bool same_tree(struct watched *w)
{
	char *got, *want = watched_out(w), *p = want;
	struct entries e;
	bool same;

	while (!strncmp(p, "quarter\n", 8) || !strncmp(p, "all\n", 4))
		p = strchr(p, '\n') + 1;
	entries_read(&e, w->log);
	got = entries_tree(&e);
	same = same_lines(got, p);
	entries_release(&e);
	free(want);
	free(got);
	return same;
}

static bool has_said(struct watched *w, const char *word)
{
	return file_holds(watched_out_path(w), word);
}

static double now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

/* --- P63: processes ------------------------------------------------------------------ */

/* The cost of reading each child's /proc files once. */
static double plain_look_ms(pid_t parent)
{
	static const char *const files[] = { "stat", "status", "smaps" };
	double begun = cpu_ms(getpid());
	char path[64], *children, *rest;

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", parent,
		 parent);
	rest = children = read_file(path, NULL);
	for (char *pid; (pid = strsep(&rest, " ")) && *pid;)
		for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
			snprintf(path, sizeof path, "/proc/%.10s/%s", pid,
				 files[i]);
			free(read_file(path, NULL));
		}
	free(children);
	return cpu_ms(getpid()) - begun;
}

struct work {
	pid_t engine, parent;
	double looks;			/* in plain scans, per scan */
};

/* Reporting the starts may cost more; later, a scan of all children costs at
 * most four plain ones. */
static bool is_bounded(void *arg)
{
	struct work *w = arg;
	double from = now_ms(), busy = cpu_ms(w->engine), plain, times;

	poll(NULL, 0, 3 * DELAY_MS);
	plain = plain_look_ms(w->parent);
	times = (now_ms() - from) / DELAY_MS;
	busy = cpu_ms(w->engine) - busy;
	w->looks = busy / times / plain;
	return busy > 0 && w->looks <= 4;
}

static void processes(const struct mode *m)
{
	struct watched w;
	struct work work;

	watched_start(&w, m, "crowd", (const char *[]){
		      "--follow", "--events=process,region,pages",
		      "--delay=0.5", NULL },
		      (const char *[]){ "tree", word(PROCESSES), NULL });
	work = (struct work){ engine_of(w.m.pid), watched_pid(&w), 0 };
	watched_go(&w);
	has_said(&w, "all\n");
	ok(work.engine > 0 && wait_for(is_bounded, &work),
	   "P63 %d processes cost bounded CPU time, %s", PROCESSES, w.name);
	diag("%s: a scan costs as much as %.2f plain ones", w.name, work.looks);
	watched_go(&w);
	ok(watched_end(&w, 0) && same_tree(&w),
	   "P63 all processes are logged, %s",
	   w.name);
	watched_release(&w);
}

/* --- P64: endless processes ----------------------------------------------- */

struct few {
	pid_t pid;
	int max;
};

/* Jobs in progress have descriptors open; only leaks stay. */
static bool has_few(void *arg)
{
	const struct few *f = arg;
	int n = descriptors(f->pid);

	return n > 0 && n <= f->max;
}

static void bomb(const struct mode *m)
{
	char live[16], total[16];
	long kib[2];
	int fds[2];
	struct watched w;
	pid_t engine;

	snprintf(live, sizeof live, "%d", loops(500, 80));
	snprintf(total, sizeof total, "%d", loops(10000, 1600));
	watched_start(&w, m, "crowd", (const char *[]){
		      "--follow", "--events=process,region", "--delay=0.1",
		      NULL },
		      (const char *[]){ "bomb", live, total, NULL });
	engine = engine_of(w.m.pid);
	watched_go(&w);
	has_said(&w, "quarter\n");
	kib[0] = status_field(engine, "VmRSS");
	fds[0] = descriptors(engine);
	watched_go(&w);
	has_said(&w, "all\n");
	kib[1] = status_field(engine, "VmRSS");
	fds[1] = descriptors(engine);
	diag("%s: %ld KiB and %d descriptors, then %ld and %d", w.name,
	     kib[0], fds[0], kib[1], fds[1]);
	ok(kib[0] > 0 && kib[1] < kib[0] + 4096 * SLOWER,
	   "P64 %s processes need no more memory, %s", total, w.name);
	struct few few = { engine, fds[0] + 8 };
	ok(fds[0] > 0 && wait_for(has_few, &few),
	   "P64 nor more descriptors, %s", w.name);
	watched_go(&w);
	ok(watched_end(&w, 0) && same_tree(&w),
	   "P64 all processes are logged, %s",
	   w.name);
	watched_release(&w);
}

/* Files that cannot be opened yield no values; all else is unchanged. */
static void few_descriptors(const char *option)
{
	char *program = victim("crowd"), *log = work_file("few"), *want;
	struct entries e;
	struct run r;
	char *got;

	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"ulimit -n 24; exec \"$MMTOP\" \"$@\"",
		  (char *)"sh", (char *)"-b", (char *)option,
		  (char *)"--delay=0.1", (char *)"-o", log, program,
		  (char *)"tree", (char *)"100", NULL });
	run_printed(&r, "ready\n");
	run_poke(&r);
	run_printed(&r, "all\n");
	run_poke(&r);
	run_wait(&r);
	want = strstr(r.out, "all\n");
	want = strdup(want ? want + 4 : "");
	entries_read(&e, log);
	got = entries_tree(&e);
	if (!ok(run_status(&r) == 0 && *want && same_lines(got, want),
		"P64 24 descriptors for 100 processes, %s", option))
		diag("status %d\n%s", run_status(&r), r.err);
	entries_release(&e);
	free(got);
	free(want);
	run_release(&r);
	free(log);
	free(program);
}

/* --- P65: regions ------------------------------------------------------------------------ */

static bool may_have_regions(void)
{
	char *text = read_file("/proc/sys/vm/max_map_count", NULL);
	bool may = text && strtol(text, NULL, 10) > REGIONS + 200;

	free(text);
	return may;
}

static void regions(const struct mode *m)
{
	unsigned long from = 0, to = 0, start;
	char n[16], last[64], *out;
	size_t added = 0, wrong = 0;
	struct entries e;
	struct watched w;

	if (!may_have_regions()) {
		for (int i = 0; i < 3; i++)
			skip("P65 65,000 regions", "vm.max_map_count is low");
		return;
	}
	snprintf(n, sizeof n, "%d", REGIONS);
	watched_start(&w, m, "zombies", (const char *[]){
		      "--events=process,region", "--delay=0.2", NULL },
		      (const char *[]){ "steady", n, NULL });
	out = read_file(watched_out_path(&w), NULL);
	if (!out || sscanf(out, "%lx %lx", &from, &to) != 2)
		bail("no block");
	free(out);
	watched_go(&w);		/* other regions are mapped and unmapped at the
				 * same time */
	snprintf(last, sizeof last, "-0x%lx r--p ", to);
	ok(file_holds(w.log, last), "P65 the last of %s regions is logged, %s",
	   n, w.name);
	watched_go(&w);
	ok(watched_end(&w, 0), "P65 the program's exit status is unchanged, "
			       "%s", w.name);
	entries_read(&e, w.log);
	for (size_t i = 0; i < e.n; i++) {
		if (sscanf(e.v[i].what, "region add 0x%lx", &start) == 1 &&
		    start >= from && start < to)
			added++;
		else if (sscanf(e.v[i].what, "region remove 0x%lx",
				&start) == 1 && start >= from && start < to)
			wrong++;
	}
	if (!ok(added == (size_t)REGIONS && !wrong,
		"P65 each region is logged once, %s",
		w.name))
		diag("%zu added, %zu removed", added, wrong);
	entries_release(&e);
	watched_release(&w);
}

/* --- P71: all at once ---------------------------------------------------------------------- */

/* A signal is queued once for any number of children, and a tracer that was
 * stopped must find all their events afterwards. */
static void burst(const struct mode *m)
{
	struct watched w;
	pid_t engine;

	watched_start(&w, m, "crowd", (const char *[]){
		      "--follow", "--events=process,signal", NULL },
		      (const char *[]){ "burst", word(BURST), NULL });
	engine = engine_of(w.m.pid);
	watched_go(&w);
	for (int i = 0; i < 50 && engine > 0; i++) {
		send_to(engine, SIGSTOP);
		poll(NULL, 0, 2);
		send_to(engine, SIGCONT);
		poll(NULL, 0, 2);
	}
	ok(watched_end(&w, 0) && same_tree(&w),
	   "P71 %d stop, continue and exit at once: none is lost, %s", BURST,
	   w.name);
	watched_release(&w);
}

int main(void)
{
	size_t n = native_modes_n();

	/* A sanitizer would retain up to 256 MB of freed memory. */
	setenv("ASAN_OPTIONS", "detect_leaks=0:quarantine_size_mb=1", 1);

	plan(2 * 3 + 2 * 2 + (int)n * (2 + 3 + 3 + 1) + 2);
	threads_attached(LEVEL_WATCH, "watch");
	threads_attached(LEVEL_CALLS, "calls");
	threads_launched(DRIVER_FILTER, "filter");
	threads_launched(0, "no filter");
	few_descriptors("--level=calls");
	few_descriptors("--no-filter");
	for (size_t i = 0; i < n; i++) {
		processes(modes_at(i));
		bomb(modes_at(i));
		regions(modes_at(i));
		burst(modes_at(i));
	}
	return done();
}
