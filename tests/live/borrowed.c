/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A task that mmtop borrows for a call of its own (--track-writes) makes each
 * of the program's calls once, even if the guard has exited at the entry of the
 * borrowed call, or the guards are killed.
 */
#include <config.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/sys/pages/uffd.h"
#include "live.h"

#define GUARDS test_times(150, 20)
#define KILL_MS 1000

struct said {
	const char *log, *text;
};

static bool log_says(void *arg)
{
	const struct said *s = arg;
	char *text = read_file(s->log, NULL);
	bool has = text && strstr(text, s->text);

	free(text);
	return has;
}

/* Waits for the victim to exit: it counts the effects of its calls. */
static bool counts_right(struct run *r, const char *how)
{
	bool good = run_wait(r) && run_status(r) == 0 &&
		    strstr(r->out, "\nok ");

	if (!good)
		diag("%s: status %d: %s %s", how, run_status(r), r->out,
		     r->err);
	return good;
}

/* --- no guard at the entry ---------------------------------------------------- */

static void without_guard(char *program, const char *bits, bool launched)
{
	char *log = work_file("log"), *file = work_file("counted"), pid[16];
	struct said refused = { log, " writes refused" };
	struct run v, m, *counts = launched ? &m : &v;
	bool failed;

	if (!launched) {
		run_start(&v, (char *[]){ program, file, NULL });
		run_printed(&v, "ready");
		snprintf(pid, sizeof pid, "%d", (int)v.pid);
	}
	setenv("MMTOP_FAULT", "no-guard-at-entry", 1);
	if (launched)
		run_mmtop(&m, "-b", "-o", log, "--track-writes", "--no-filter",
			  "--", program, file, NULL);
	else
		run_mmtop(&m, "-b", "-o", log, "--track-writes", "-p", pid,
			  NULL);
	unsetenv("MMTOP_FAULT");
	failed = wait_for(log_says, &refused);
	run_poke(counts);
	ok(failed, "%s, %s: writes are not tracked without a guard", bits,
	   launched ? "launched" : "attached");
	ok(counts_right(counts, "no guard"),
	   "%s, %s: each call was made once", bits,
	   launched ? "launched" : "attached");
	if (!launched) {
		run_wait(&m);
		run_release(&v);
	}
	run_release(&m);
	free(log);
	free(file);
}

/* --- guards that are killed --------------------------------------------------- */

static int kill_guards(pid_t engine)
{
	char path[64], text[4096], *at = text, *end;
	int fd, killed = 0;
	ssize_t n;

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)engine,
		 (int)engine);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
	if (fd >= 0)
		close(fd);
	for (text[n > 0 ? n : 0] = '\0';; at = end) {
		long pid = strtol(at, &end, 10);
		char *comm;

		if (end == at || *end != ' ')
			return killed;
		snprintf(path, sizeof path, "/proc/%ld/comm", pid);
		comm = read_file(path, NULL);
		if (comm && !strcmp(comm, "mmtop-guard\n") &&
		    task_state((pid_t)pid) != 'Z')
			killed += kill((pid_t)pid, SIGKILL) == 0;
		free(comm);
	}
}

/* Kills each guard after its start, a little later each time. */
static void guards_killed(char *program, const char *bits)
{
	char *log = work_file("log"), *file = work_file("counted"), pid[16];
	struct said on = { log, " writes on" };
	int killed = 0, rounds = 0, tracked = 0;
	struct run v, m;

	run_start(&v, (char *[]){ program, file, NULL });
	run_printed(&v, "ready");
	snprintf(pid, sizeof pid, "%d", (int)v.pid);
	while (killed < GUARDS && rounds++ < GUARDS) {
		pid_t engine;

		run_mmtop(&m, "-b", "-o", log, "--track-writes", "-p", pid,
			  NULL);
		engine = engine_of(m.pid);
		for (int i = 0; i < 2 * (KILL_MS / 20) && !log_says(&on); i++)
			for (int k = 0; k < 20; k++) {
				killed += kill_guards(engine);
				if (k % 4 == rounds % 4)
					poll(NULL, 0, 1);
			}
		tracked += wait_for(log_says, &on);
		kill(m.pid, SIGTERM);
		run_wait(&m);
		run_release(&m);
		unlink(log);
	}
	ok(killed >= GUARDS && tracked == rounds,
	   "%s: %d guards killed, writes still tracked %d of %d times",
	   bits, killed, tracked, rounds);
	run_poke(&v);
	ok(counts_right(&v, "guards killed"),
	   "%s: each call was made once, no descriptor leaks", bits);
	run_release(&v);
	free(log);
	free(file);
}

static void test_victim(char *program, const char *bits)
{
	without_guard(program, bits, true);
	without_guard(program, bits, false);
	guards_killed(program, bits);
}

int main(void)
{
	char *v64 = victim("counted"), *v32 = victim32_or_skip("counted");
	int r = uffd_probe();

	if (r < 0)
		skip_all("no asynchronous userfaultfd: %s", strerror(-r));
	plan((v32 ? 2 : 1) * (2 * 2 + 2));
	test_victim(v64, "64-bit");
	if (v32)
		test_victim(v32, "32-bit");
	free(v64);
	free(v32);
	return done();
}
