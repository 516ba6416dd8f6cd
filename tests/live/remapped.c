/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * With --track-writes, the memory calls of a program have the same results as
 * untraced: launched or attached, with and without a filter, and while tracking
 * is turned on and off, or mmtop attaches and detaches.
 */
#include <config.h>

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/sys/loop.h"
#include "../../src/sys/pages/uffd.h"
#include "driver.h"
#include "live.h"

/* Each kind of call six times, by two threads. */
#define ROUNDS "96"
#define TRACKED "-b", "-d", "0.02", "--track-writes"

static char *log_path;

static bool was_tracked(void)
{
	char *text = read_file(log_path, NULL);
	bool was = text && strstr(text, " writes on");

	free(text);
	return was;
}

/* The program's printed results, to be freed. */
static char *results(struct run *r)
{
	char *text = run_wait(r) && run_status(r) == 0 ? strdup(r->out) : NULL;

	if (!text)
		diag("status %d: %s %s", run_status(r), r->out, r->err);
	run_release(r);
	return text;
}

static void check_results(char *text, const char *untraced, bool tracked,
			  const char *bits, const char *how)
{
	if (!ok(text && !strcmp(text, untraced) && tracked,
		"%s, %s: each call has its untraced result", bits, how))
		diag("%stracked: %s", tracked ? "" : "not ", text);
	free(text);
}

static void launched(char *program, const char *untraced, const char *bits,
		     const char *option)
{
	struct run r;
	char *text;

	run_mmtop(&r, TRACKED, "-o", log_path, option, "--", program, ROUNDS,
		  NULL);
	text = results(&r);
	check_results(text, untraced, was_tracked(), bits, option);
}

static void attached(char *program, const char *untraced, const char *bits)
{
	struct run v, m;
	char pid[16], *text;

	run_start(&v, (char *[]){ program, (char *)ROUNDS, NULL });
	run_printed(&v, "ready");
	snprintf(pid, sizeof pid, "%d", (int)v.pid);
	run_mmtop(&m, TRACKED, "-o", log_path, "--level=calls", "-p", pid,
		  NULL);
	text = results(&v);
	run_wait(&m);
	run_release(&m);
	check_results(text, untraced, was_tracked(), bits, "attached");
}

/* letters: repeated requests to the engine (driver.h). */
static void changed(char *program, const char *untraced, const char *bits,
		    const char *letters, const char *how)
{
	struct driver d;
	struct run v;
	/* The rounds take at least 20 ms each. */
	uint64_t until = clock_ns() + 1000000000ull;
	unsigned n = 0;

	run_start(&v, (char *[]){ program, (char *)ROUNDS, NULL });
	run_printed(&v, "ready");
	if (driver_start(&d, &v.pid, 1, LEVEL_CALLS,
			 DRIVER_PAGES | DRIVER_FOLLOW))
		do
			n += driver_do(&d, letters);
		while (n && clock_ns() < until);
	driver_end(&d);
	check_results(results(&v), untraced, n > 0, bits, how);
}

/* mmtop warns if calls do not stop. */
static void at_watch(char *program, const char *bits)
{
	struct run r;

	run_mmtop(&r, TRACKED, "-o", log_path, "--level=watch", "--", program,
		  "20", NULL);
	ok(run_wait(&r) && was_tracked() && run_said(&r, "EFAULT"),
	   "%s, at level watch: mmtop prints a warning", bits);
	run_release(&r);
}

/* During an exec, the task has no code for a borrowed call. */
static void execs(void)
{
	static const char script[] =
		"[ \"$1\" = 0 ] || exec sh -c \"$0\" \"$0\" $(($1 - 1))";
	struct run r;
	char *text;

	run_mmtop(&r, TRACKED, "-o", log_path, "--level=watch", "--", "sh",
		  "-c", script, script, "300", NULL);
	run_wait(&r);
	text = read_file(log_path, NULL);
	ok(run_status(&r) == 0 && text && !strstr(text, "no-place"),
	   "300 execs: tracking is refused for none");
	free(text);
	run_release(&r);
	unlink(log_path);
}

/* --- programs with their own userfaultfd ---------------------------------- */

static bool tracks(void *arg)
{
	(void)arg;
	return was_tracked();
}

static void own_userfaultfd(char *program, const char *bits, bool launch)
{
	struct run v, m, *owner = launch ? &m : &v;
	const char *how = launch ? "launched" : "attached";
	char pid[16];
	bool on;

	if (!launch) {
		run_start(&v, (char *[]){ program, (char *)"own", NULL });
		run_printed(&v, "ready");
		snprintf(pid, sizeof pid, "%d", (int)v.pid);
		run_mmtop(&m, TRACKED, "-o", log_path, "--level=calls", "-p",
			  pid, NULL);
	} else {
		run_mmtop(&m, TRACKED, "-o", log_path, "--", program, "own",
			  NULL);
	}
	on = wait_for(tracks, NULL);
	run_poke(owner);
	run_wait(owner);
	if (strstr(owner->out, "no device"))
		skip("the program's own userfaultfd", "no /dev/userfaultfd");
	else if (!ok(on && strstr(owner->out, "own ok"),
		     "%s, %s: the program's own userfaultfd may register", bits,
		     how))
		diag("%s", owner->out);
	if (!launch) {
		run_wait(&m);
		run_release(&v);
	}
	run_release(&m);
	unlink(log_path);
}

static void test_victim(char *program, const char *bits)
{
	struct run r;
	char *untraced;

	run_start(&r, (char *[]){ program, (char *)ROUNDS, NULL });
	untraced = results(&r);
	if (!untraced)
		bail("the program fails untraced");
	launched(program, untraced, bits, "--follow");
	launched(program, untraced, bits, "--no-filter");
	attached(program, untraced, bits);
	changed(program, untraced, bits, "tu", "on and off");
	changed(program, untraced, bits, "tda", "attached over and over");
	at_watch(program, bits);
	own_userfaultfd(program, bits, true);
	own_userfaultfd(program, bits, false);
	free(untraced);
}

int main(void)
{
	char *v64 = victim("remapper"), *v32 = victim32_or_skip("remapper");
	int r = uffd_probe();

	if (r < 0)
		skip_all("no asynchronous userfaultfd: %s", strerror(-r));
	plan((v32 ? 2 : 1) * 8 + 1);
	log_path = work_file("log");
	execs();
	test_victim(v64, "64-bit");
	if (v32)
		test_victim(v32, "32-bit");
	free(log_path);
	free(v64);
	free(v32);
	return done();
}
