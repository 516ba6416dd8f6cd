/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Captures of unusual memory, and with nowhere to write: mmtop captures what is
 * possible or prints a message, and the program runs on.
 */
#include <config.h>

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"
#include "live.h"
#include "sys/own/urgency.h"

/* On a busy machine a capture may skip regions: one of this many runs captures
 * all. bench/capture measures the length of stops. */
#define TRIES 5

static char *save_to(const char *name)
{
	struct str s = STR_INIT;

	str_addf(&s, "--save-mmap=%s/%s", work_dir(), name);
	return str_take(&s);
}

/* The address that the victim printed. */
static unsigned long long address(const char *said, const char *name)
{
	char key[32];
	const char *at;

	snprintf(key, sizeof key, "%s 0x", name);
	at = said ? strstr(said, key) : NULL;
	return at ? strtoull(at + strlen(key), NULL, 16) : 0;
}

/* True if the log has a frame of the region at that address, with the text in
 * pages. */
static bool has_frame(const char *log, unsigned long long at, const char *pages)
{
	unsigned long long start, end;
	char line[1024];

	for (size_t n; *log; log += n + (log[n] != '\0')) {
		const char *in;

		n = strcspn(log, "\n");
		snprintf(line, sizeof line, "%.*s", (int)n, log);
		in = strstr(line, " in 0x");
		if (strstr(line, " frame object=") && in &&
		    sscanf(in, " in 0x%llx-0x%llx", &start, &end) == 2 &&
		    start <= at && at < end && strstr(line, pages))
			return true;
	}
	return false;
}

/* True if everything was captured. */
static bool has_all(const char *log, const char *said)
{
	return has_frame(log, address(said, "text"), " pages=2 ") &&
	       has_frame(log, address(said, "cut"), " pages=1 ") &&
	       has_frame(log, address(said, "cut"), " absent=1 ") &&
	       (!address(said, "sparse") ||
		has_frame(log, address(said, "sparse") + 4096, " pages=3 "));
}

static void frames_of(const char *log, const char *said)
{
	unsigned long long missing = address(said, "missing");
	char alone[64];

	/* Before the userfaultfd covered it, it may have been part of a larger
	 * region. */
	snprintf(alone, sizeof alone, " in 0x%llx-0x%llx", missing,
		 missing + 8192);
	ok_in_time(has_frame(log, address(said, "text"), " pages=2 "),
		   "T4 captures the two present ones of three pages");
	ok_in_time(has_frame(log, address(said, "cut"), " pages=1 ") &&
		   has_frame(log, address(said, "cut"), " absent=1 "),
		   "T4 captures the rest of a truncated file");
	if (missing)
		ok(!has_frame(log, missing, alone),
		   "T4 no page that a userfaultfd never delivers");
	else
		skip("T4 no page that a userfaultfd never delivers",
		     "none here");
	if (address(said, "sparse"))
		ok_in_time(has_frame(log, address(said, "sparse") + 4096,
				     " pages=3 "),
			   "T4 captures three pages of 1 TiB");
	else
		skip("T4 captures three pages of 1 TiB", "no room for it");
}

/* One run, which counts if it captured everything or is the last. */
static bool run_memory(bool last)
{
	char *program = victim("memory"), *file = work_file("cut");
	char *log = work_file("log"), *save = save_to("memory"), *text;
	struct run r;

	run_mmtop(&r, "-b", save, "-d", "3600", "--events=frame", "-o", log,
		  program, file, NULL);
	if (run_printed(&r, "ready\n"))
		run_poke(&r);
	close(r.in);
	r.in = -1;
	if (!run_wait(&r) || run_status(&r) != 0)
		diag("status %d: %s", run_status(&r), r.err);
	text = read_file(log, NULL);
	last = last || (text && has_all(text, r.out));
	if (last) {
		ok(run_status(&r) == 0 && !r.err[0],
		   "T4 the program runs to its end");
		frames_of(text ? text : "", r.out);
	}
	run_release(&r);
	free(program);
	free(file);
	free(log);
	free(save);
	free(text);
	return last;
}

static void test_memory(void)
{
	for (int i = 1; !run_memory(i == TRIES); i++)
		;
}

/* --- contended CPUs ------------------------------------------------------- */

#define RIVALS_MAX 16

struct crowd {
	pid_t contention[RIVALS_MAX];
	int n;
};

/* Two busy processes for each CPU. */
static void crowd_start(struct crowd *c)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	for (c->n = 0; c->n < RIVALS_MAX && c->n < 2 * cpus; c->n++) {
		c->contention[c->n] = fork();
		if (c->contention[c->n] < 0)
			bail("fork");
		if (!c->contention[c->n]) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			for (volatile unsigned i = 0; ; i++)
				;
		}
	}
}

static void crowd_end(const struct crowd *c)
{
	for (int i = 0; i < c->n; i++) {
		kill(c->contention[i], SIGKILL);
		waitpid(c->contention[i], NULL, 0);
	}
}

/* Policy and nice value of a process, as one number for an exit status. */
static int scheduling_of(pid_t pid)
{
	int policy = sched_getscheduler(pid) & ~SCHED_RESET_ON_FORK;

	return policy * 64 + getpriority(PRIO_PROCESS, (id_t)pid) + 20;
}

/* The same for an urgent process of this user. */
static int scheduled_urgent(void)
{
	int status = 0;
	pid_t pid = fork();

	if (!pid) {
		struct urgency u = { 0 };

		urgency_set(&u, true);
		_exit(scheduling_of(0));
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		bail("fork");
	return WEXITSTATUS(status);
}

struct urgent {
	pid_t engine;
	int scheduled;
};

static bool is_urgent(void *arg)
{
	const struct urgent *u = arg;

	return u->engine && scheduling_of(u->engine) == u->scheduled;
}

/* True if a capturing engine is urgent while it waits, and the program is
 * not. */
static bool only_engine_is_urgent(const struct run *r)
{
	struct urgent u = { .engine = engine_of(r->pid),
			    .scheduled = scheduled_urgent() };
	pid_t program = child_of(u.engine, "changer");

	return program && wait_for(is_urgent, &u) &&
	       scheduling_of(program) == scheduling_of(0);
}

/* A large memory, of which little changes before each call. */
static void test_crowded(void)
{
	char *program = victim("changer"), *save = save_to("crowded");
	struct crowd c;
	struct run r;

	crowd_start(&c);
	run_mmtop(&r, "-b", save, "-d", "3600", "--events=frame", "-o",
		  "/dev/null", program, "wait", "B64", "s1", "m", "s2", "q",
		  "s3", "m", "s4", "q", NULL);
	ok(run_printed(&r, "ready") && only_engine_is_urgent(&r),
	   "T4 an engine that captures is urgent, the program is not");
	run_poke(&r);
	ok(run_wait(&r) && run_status(&r) == 0,
	   "T4 on contended CPUs, the program runs to its end");
	crowd_end(&c);
	run_release(&r);
	free(program);
	free(save);
}

/* --- nowhere to write ----------------------------------------------------- */

static void test_no_folder(void)
{
	char *program = victim("changer");
	struct run r;

	run_mmtop(&r, "-b", "--save-mmap=/proc/self/nothing", program, "s1",
		  NULL);
	ok(run_wait(&r) && run_status(&r) == 125 &&
	   run_said(&r, "cannot capture into"),
	   "T4 an impossible folder is refused");
	run_release(&r);
	free(program);
}

/* Runs the words with a file size limit of 64 KiB, like a full disk. */
static void run_full(struct run *r, const char *program, const char *save,
		     const char *words)
{
	char sh[] = "/bin/sh", c[] = "-c";
	struct str s = STR_INIT;

	str_addf(&s, "trap '' XFSZ; ulimit -f 128; exec \"%s\" -b "
		 "--events=process \"%s\" \"%s\" %s",
		 getenv("MMTOP"), save, program, words);
	run_start(r, (char *[]){ sh, c, s.data, NULL });
	run_wait(r);
	str_release(&s);
}

static void test_full(void)
{
	char *program = victim("changer"), *save = save_to("full");
	struct run r;

	run_full(&r, program, save, "s1 m z300 s2 m e");
	ok(run_status(&r) == 125, "T4 a full disk: status 125 (%d)",
	   run_status(&r));
	ok(strstr(r.err, "ends here") || strstr(r.err, "cannot capture"),
	   "T4 a full disk is reported");
	ok(strstr(r.err, "exited with 0") != NULL,
	   "T4 a full disk: the program runs on");
	if (!strstr(r.err, "exited with 0"))
		diag("%s", r.err);
	run_release(&r);
	/* The program may exit before the first byte is written. */
	run_full(&r, program, save, "s1");
	ok(run_status(&r) == 125 && strstr(r.err, "File too large"),
	   "T4 a full disk at the exit is reported, too");
	run_release(&r);
	free(program);
	free(save);
}

int main(void)
{
	plan(12);
	test_memory();
	test_crowded();
	test_no_folder();
	test_full();
	return done();
}
