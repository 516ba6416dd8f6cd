/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The trace ring: an attached program's memory calls are those that strace
 * logs, mapped or read from the ring, 32 bits too; losses are reported, and an
 * event of both perf and the ring is logged once; no instance stays, even if
 * the engine is killed, and other tracers are not disturbed.  If tracefs is not
 * mounted, the test mounts it in its own namespace.
 */
#include <config.h>

#include "live.h"

#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log.h"
#include "straced.h"
#include "tracing.h"
#include "watched.h"
#include "withperf.h"

#define FIRST "mprotect(NULL, 0, PROT_NONE"
#define ROUNDS "300"
#define FLOOD 400000

static const struct mode attached = { .attach = true, .quiet = true };

/* --- same calls as strace ------------------------------------------------- */

static char *under_strace(char *program, const char *const *args)
{
	char *log = work_file("strace"), *list;
	char *argv[16] = { (char *)"strace", (char *)"-f",
		(char *)"-a1", (char *)"-s0", (char *)"-e",
		(char *)"trace=memory,memfd_create,shmat,shmctl,shmdt,shmget",
		(char *)"-o", log, program };
	size_t n = 9;
	struct run r;

	while (*args)
		argv[n++] = (char *)*args++;
	run_start(&r, argv);
	if (!run_printed(&r, "ready"))
		bail("strace does not run it");
	run_poke(&r);
	if (!run_wait(&r) || run_status(&r))
		bail(r.err ? r.err : "strace");
	run_release(&r);
	list = straced_list(log, FIRST);
	free(log);
	return counted_lines(list);
}

static bool in_order(const struct watched *w)
{
	struct entries e;
	double last = 0;
	bool good = true;

	entries_read(&e, w->log);
	for (size_t i = 0; i < e.n; i++) {
		if (!strchr(e.v[i].what, '('))
			continue;
		good &= e.v[i].at >= last;
		last = e.v[i].at;
	}
	entries_release(&e);
	return good;
}

#define SAME_CHECKS 8
static void same_as_strace(const char *want, const char *fault,
			   const char *name)
{
	char *list, *wanted = strdup(want), *text;
	struct watched w;
	pid_t engine;

	if (fault)
		setenv("MMTOP_FAULT", fault, 1);
	watched_start(&w, &attached, "ringed",
		      (const char *[]){ "--ftrace", "-f", NULL },
		      (const char *[]){ ROUNDS, NULL });
	unsetenv("MMTOP_FAULT");
	engine = engine_of(w.m.pid);
	ok(wait_for(has_instance, &engine),
	   "row R4 %s: mmtop creates an instance", name);
	watched_go(&w);
	ok(watched_end(&w, 0), "%s: program and mmtop exit", name);
	list = counted_lines(straced_list(w.log, FIRST));
	ok(same_lines(list, wanted),
	   "row R3%s %s: the calls are those of strace",
	   fault && strstr(fault, "no-trace-mmap") ? " R5" : "", name);
	ok(in_order(&w), "%s: the log is in the order of time", name);
	text = read_file(w.log, NULL);
	ok(has_none(&engine), "%s: no instance is left", name);
	ok(text && !strstr(text, "lost count"), "%s: nothing is lost", name);
	ok(text && strstr(text, "ringed>, 0) = 0x"),
	   "%s: files are named", name);
	ok(text && strstr(text, "memfd_create(\"ringed-memory\", 0) = "),
	   "%s: memory files are named", name);
	free(text);
	free(list);
	free(wanted);
	watched_release(&w);
}

/* --- 32-bit programs ---------------------------------------------------------- */

/* The ring does not show where ipc(2) stores the address of shmat: mmtop logs
 * only the call.  Removes its line, and returns its count. */
static long cut_shmat(char *counted)
{
	char *at = strstr(counted, " shmat ok\n"), *line = at;
	long n;

	if (!at)
		return 0;
	while (line > counted && line[-1] != '\n')
		line--;
	n = atol(line);
	memmove(line, strchr(at, '\n') + 1, strlen(strchr(at, '\n')));
	return n;
}

static long count_of(const char *text, const char *words)
{
	long n = 0;

	for (; text && (text = strstr(text, words)); text++)
		n++;
	return n;
}

/* A program that is 32-bit, and one that execs a 32-bit program. */
#define OTHER_ABI_CHECKS 6
static void other_abi(const char *const *args, bool m32, const char *name)
{
	const struct mode m = { .attach = true, .quiet = true, .m32 = m32 };
	char *program = m32 ? victim32("ringed") : victim("ringed");
	char *wanted = under_strace(program, args), *list, *text;
	long shmat = cut_shmat(wanted);
	struct watched w;

	watched_start(&w, &m, "ringed",
		      (const char *[]){ "--ftrace", "-f", NULL }, args);
	watched_go(&w);
	ok(watched_end(&w, 0), "%s: program and mmtop exit", name);
	list = counted_lines(straced_list(w.log, FIRST));
	cut_shmat(list);
	ok(strstr(wanted, " mmap2 ok"), "%s: there are 32-bit calls", name);
	ok(same_lines(list, wanted), "%s: the calls are those of strace", name);
	text = read_file(w.log, NULL);
	ok(shmat && count_of(text, " shmat(") == shmat,
	   "%s: each shmat is logged", name);
	ok(text && !strstr(text, "lost count"), "%s: nothing is lost", name);
	ok(text && strstr(text, m32 ? "ringed32>, 0) = 0x" : "ringed32\", "),
	   "%s: files are named", name);
	free(text);
	free(list);
	free(wanted);
	free(program);
	watched_release(&w);
}

static void other_abis(void)
{
	char *program = victim32("ringed");

	if (!program) {
		for (int i = 0; i < 2 * OTHER_ABI_CHECKS; i++)
			skip("32-bit programs", "none can be built here");
		return;
	}
	other_abi((const char *[]){ ROUNDS, NULL }, true, "32-bit");
	other_abi((const char *[]){ "become", program, ROUNDS, NULL }, false,
		  "64-bit, then 32-bit");
	free(program);
}

/* --- losses --------------------------------------------------------------- */

/* Logged and lost events add up to at least the flood. */
static void logged_or_counted(struct watched *w, const char *name)
{
	long told, missing = 0, lost;
	struct entries e;

	entries_read(&e, w->log);
	told = (long)(entries_count(&e, 0, "mmap(") +
		      entries_count(&e, 0, "munmap("));
	for (size_t i = 0; i < e.n; i++)
		if (sscanf(e.v[i].what, "lost count=%ld source=ring",
			   &lost) == 1)
			missing += lost;
	if (!ok(told > 0 && told + missing >= 2l * FLOOD,
		"P68 %s: each call is logged or counted as lost", name))
		diag("%ld logged, %ld lost", told, missing);
	entries_release(&e);
}

static void flood_start(struct watched *w)
{
	char count[24];

	snprintf(count, sizeof count, "%d", FLOOD);
	watched_start(w, &attached, "ringed",
		      (const char *[]){ "--ftrace", NULL },
		      (const char *[]){ "flood", count, NULL });
}

#define LOSS_CHECKS 4
static void loss_is_logged(const char *fault, const char *name)
{
	struct watched w;
	pid_t engine;

	if (fault)
		setenv("MMTOP_FAULT", fault, 1);
	flood_start(&w);
	unsetenv("MMTOP_FAULT");
	engine = engine_of(w.m.pid);
	if (!wait_for(has_instance, &engine) || kill(engine, SIGSTOP))
		bail("no engine");
	watched_go(&w);
	ok(run_printed(&w.v, "flooded"), "%s: a flood while mmtop is stopped",
	   name);
	kill(engine, SIGCONT);
	ok(file_holds(w.log, "lost count="),
	   "%s: the loss is logged while the target sleeps", name);
	run_poke(&w.v);
	ok(watched_end(&w, 0), "%s: the program exits", name);
	logged_or_counted(&w, name);
	watched_release(&w);
}

/* Both perf and the ring report each fault; mmtop reads one of them when it has
 * already logged the events of the other. */
#define TOUCHED 36000
#define TWICE_CHECKS 2
static void nothing_is_logged_twice(void)
{
	long told, missing = 0, lost;
	struct entries e;
	struct watched w;
	char *why, count[24];
	pid_t engine;

	if (!perf_works(&why)) {
		for (int i = 0; i < TWICE_CHECKS; i++)
			skip("faults of perf and ring", why);
		free(why);
		return;
	}
	free(why);
	snprintf(count, sizeof count, "%d", TOUCHED);
	watched_start(&w, &attached, "ringed",
		      (const char *[]){ "--ftrace", "--events=process,fault",
				    NULL },
		      (const char *[]){ "touch", count, NULL });
	engine = engine_of(w.m.pid);
	if (!wait_for(has_instance, &engine) || kill(engine, SIGSTOP))
		bail("no engine");
	watched_go(&w);
	if (!run_printed(&w.v, "flooded"))
		bail("no flood");
	kill(engine, SIGCONT);
	run_poke(&w.v);
	ok(watched_end(&w, 0), "faults of perf and ring: the program exits");
	entries_read(&e, w.log);
	told = (long)entries_count(&e, 0, "fault ");
	for (size_t i = 0; i < e.n; i++)
		if (sscanf(e.v[i].what, "lost count=%ld", &lost) == 1)
			missing += lost;
	/* The program's start and exit cause some, too. */
	if (!ok(told <= TOUCHED + TOUCHED / 100 && told + missing >= TOUCHED,
		"each fault is logged once"))
		diag("%ld logged, %ld lost, of %d", told, missing, TOUCHED);
	entries_release(&e);
	watched_release(&w);
}

/* A flood on both CPUs, faster than mmtop's periodic reads. */
#define WHOLE_CHECKS 2
static void losses_are_counted(void)
{
	struct watched w;

	flood_start(&w);
	watched_go(&w);
	if (!run_printed(&w.v, "flooded"))
		bail("no flood");
	run_poke(&w.v);
	ok(watched_end(&w, 0), "a flood that is read: the program exits");
	logged_or_counted(&w, "a flood that is read");
	watched_release(&w);
}

/* --- killed engines ------------------------------------------------------- */

/* While this file is open, no other process (such as another test) can remove
 * the instance. */
static int open_file_of(pid_t engine)
{
	char pattern[80];
	glob_t found;
	int fd = -1;

	snprintf(pattern, sizeof pattern,
		 TRACING "/instances/mmtop-%d-*/per_cpu/cpu0/stats",
		 (int)engine);
	if (glob(pattern, 0, NULL, &found) == 0) {
		fd = open(found.gl_pathv[0], O_RDONLY | O_CLOEXEC);
		globfree(&found);
	}
	return fd;
}

#define KILL_CHECKS 6
static void swept_after_a_kill(void)
{
	pid_t engine;
	struct watched w, v;
	int held;

	watched_start(&w, &attached, "ringed",
		      (const char *[]){ "--ftrace", NULL },
		      (const char *[]){ ROUNDS, NULL });
	engine = engine_of(w.m.pid);
	ok(wait_for(has_instance, &engine), "the engine traces");
	held = open_file_of(engine);
	kill(w.m.pid, SIGSTOP);
	send_to(engine, SIGKILL);
	send_to(w.m.pid, SIGKILL);
	run_wait(&w.m);
	ok(comes_free(w.pid), "front and engine are killed");
	ok(instances_of(engine) == 1, "the instance is left");
	if (held >= 0)
		close(held);
	watched_start(&v, &attached, "ringed", (const char *[]){ NULL },
		      (const char *[]){ ROUNDS, NULL });
	ok(wait_for(has_none, &engine),
	   "row R4 the next start removes the instance");
	watched_go(&v);
	watched_end(&v, 0);
	watched_release(&v);
	run_poke(&w.v);
	ok(run_wait(&w.v) && run_status(&w.v) == 0, "the target ran on");
	watched_release(&w);

	watched_start(&w, &attached, "ringed",
		      (const char *[]){ "--ftrace", NULL },
		      (const char *[]){ ROUNDS, NULL });
	engine = engine_of(w.m.pid);
	if (!wait_for(has_instance, &engine))
		bail("no instance");
	send_to(engine, SIGKILL);
	run_wait(&w.m);
	ok(has_none(&engine), "the front removes the instance of a killed "
			      "engine");
	run_poke(&w.v);
	run_wait(&w.v);
	watched_release(&w);
}

/* --- without tracefs ------------------------------------------------------ */

#define REFUSED_CHECKS 4
static void refusals(void)
{
	struct watched w;
	struct entries e;
	struct run r;

	setenv("MMTOP_FAULT", "no-tracefs", 1);
	run_mmtop(&r, "-b", "-o", "/dev/null", "--ftrace", "true", NULL);
	ok(run_wait(&r) && run_status(&r) == 125 &&
	   run_said(&r, "sudo mount -t tracefs tracefs"),
	   "not mounted: a message with the remedy, and 125");
	run_release(&r);
	run_mmtop(&r, "-b", "-o", "/dev/null", "--level=watch", "true", NULL);
	ok(run_wait(&r) && run_status(&r) == 0 && !*r.err,
	   "not requested: no message");
	run_release(&r);
	unsetenv("MMTOP_FAULT");
	watched_start(&w, &attached, "ringed",
		      (const char *[]){ "--no-ftrace", NULL },
		      (const char *[]){ ROUNDS, NULL });
	ok(has_none(&(pid_t){ engine_of(w.m.pid) }), "--no-ftrace: no instance");
	watched_go(&w);
	watched_end(&w, 0);
	entries_read(&e, w.log);
	ok(!entries_count(&e, 0, "mmap("), "--no-ftrace: no calls");
	entries_release(&e);
	watched_release(&w);
}

/* --- other tracers -------------------------------------------------------- */

/* 1: on; 0: off; -1: no such event. */
static int is_enabled(const char *other)
{
	char path[300], *text;
	int on;

	snprintf(path, sizeof path, "%s/events/syscalls/sys_enter_munmap/enable",
		 other);
	text = read_file(path, NULL);
	on = text ? *text == '1' : -1;
	free(text);
	return on;
}

static bool has_strace(void)
{
	struct run r;
	bool has;

	run_start(&r, (char *[]){ (char *)"strace", (char *)"-V", NULL });
	has = run_wait(&r) && run_status(&r) == 0;
	run_release(&r);
	return has;
}

/* An exiting task is stopped while mmtop reads the rings. */
#define FORKS 20
#define TRIES 3
#define TIMES_MAX 10	/* times the duration without the ring */
#define FORKS_CHECKS 1
static long long crowd_us(const char *option)
{
	char count[24], *said;
	struct watched w;
	long long us = -1;

	snprintf(count, sizeof count, "%d", FORKS);
	watched_start(&w, &attached, "ringed",
		      (const char *[]){ option, NULL },
		      (const char *[]){ "crowd", count, NULL });
	watched_go(&w);
	if (!watched_end(&w, 0))
		bail("a crowd did not end");
	said = watched_out(&w);
	if (sscanf(said, "us %lld", &us) != 1)
		bail(said);
	free(said);
	watched_release(&w);
	return us;
}

static void forks_do_not_wait(void)
{
	long long with, without, best_with = 0, best_without = 0;

	for (int i = 0; i < TRIES; i++) {
		without = crowd_us("--follow");
		with = crowd_us("--ftrace");
		if (!i || without < best_without)
			best_without = without;
		if (!i || with < best_with)
			best_with = with;
	}
	ok(best_with <= TIMES_MAX * best_without,
	   "forks do not wait for the ring while another thread maps");
	diag("%lld us with the ring, %lld us without", best_with, best_without);
}

static char other[120];

/* Also after a bail out: the instance's event slows down the whole machine. */
static void remove_other(void)
{
	rmdir(other);
}

int main(void)
{
	char enable[200], *before, *after, *want, *program;

	if (!has_strace())
		skip_all("strace is not installed");
	tracing_begin();
	plan(3 * SAME_CHECKS + 2 * OTHER_ABI_CHECKS + 2 * LOSS_CHECKS +
	     WHOLE_CHECKS + TWICE_CHECKS + FORKS_CHECKS + KILL_CHECKS +
	     REFUSED_CHECKS + 2);
	snprintf(other, sizeof other, TRACING "/instances/other-%d",
		 (int)getpid());
	snprintf(enable, sizeof enable,
		 "%s/events/syscalls/sys_enter_munmap/enable", other);
	if (mkdir(other, 0700))
		bail(other);
	atexit(remove_other);
	if (!write_to(enable, "1"))
		bail(enable);
	before = global_state();
	program = victim("ringed");
	want = under_strace(program, (const char *[]){ ROUNDS, NULL });
	same_as_strace(want, NULL, "mapped");
	same_as_strace(want, "no-trace-mmap", "read");
	same_as_strace(want, "no-trace-subbuf", "4 KiB");
	other_abis();
	loss_is_logged(NULL, "mapped");
	loss_is_logged("no-trace-mmap,no-trace-subbuf", "read");
	losses_are_counted();
	nothing_is_logged_twice();
	forks_do_not_wait();
	swept_after_a_kill();
	refusals();
	after = global_state();
	if (!ok(!strcmp(before, after),
		"row R4 the global settings are unchanged"))
		diag("before:\n%safter:\n%s", before, after);
	ok(is_enabled(other) == 1, "another tracer's instance is still on");
	free(before);
	free(after);
	free(want);
	free(program);
	return done();
}
