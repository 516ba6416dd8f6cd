/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Programs that filter their own calls (P37, P38): forbidden calls stay
 * forbidden, and mmtop reports that it may miss some.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "live.h"
#include "words.h"

enum { TIMES, LEAKS, STOP, PID, WORDS };

#define CALLS 50

static int refused_calls(const char *log)
{
	char *text = read_file(log, NULL);
	int n = 0;

	for (char *p = text; p && (p = strstr(p, " mlock(")); p++) {
		char *end = strchr(p, '\n');

		if (end && strstr(p, " EXDEV ") && strstr(p, " EXDEV ") < end)
			n++;
	}
	free(text);
	return n;
}

/* Without mmtop's filter, every call is logged, even refused ones. */
static void launched(int bits, bool filter)
{
	const char *option = filter ? "--level=calls" : "--no-filter";
	char *log = work_file("log"), name[96];
	struct words w;
	struct run r;
	int seen;

	snprintf(name, sizeof name, "P37 %d-bit, %s", bits, option);
	if (!words_init(&w, "sandbox", bits, WORDS)) {
		skip(name, "32-bit programs cannot be built");
		skip(name, "32-bit programs cannot be built");
		return;
	}
	run_mmtop(&r, "-b", "-o", log, option, w.program, w.path, "50", NULL);
	if (!ok(run_wait(&r) && run_status(&r) == 0 && w.v[TIMES] == CALLS &&
		!w.v[LEAKS], "%s: the program's filter decides", name))
		diag("status %d, %llu of %llu\n%s", run_status(&r),
		     (unsigned long long)w.v[LEAKS],
		     (unsigned long long)w.v[TIMES], r.err);
	seen = refused_calls(log);
	if (filter)
		ok(seen == 0 || seen == CALLS,
		   "%s: all or none of the refused calls are logged "
		   "(%d)", name, seen);
	else if (!ok(seen == CALLS, "%s: refused calls are logged", name))
		diag("%d of %d", seen, CALLS);
	run_release(&r);
	words_release(&w);
	free(log);
}

static void reported_once(int bits)
{
	struct words w;
	struct driver d;
	char times[] = "5", name[96];

	snprintf(name, sizeof name,
		 "P37 %d-bit: mmtop reports once that calls may be "
		 "hidden", bits);
	if (!words_init(&w, "sandbox", bits, WORDS)) {
		skip(name, "32-bit programs cannot be built");
		return;
	}
	if (!driver_launch(&d, (char *[]){ w.program, w.path, times, NULL },
			   DRIVER_FILTER)) {
		ok(false, "%s", name);
	} else {
		bool ended = driver_do(&d, "e");

		if (d.notes[NOTE_NO_FILTER])
			skip(name, "there are no filters here");
		else if (!ok(ended && d.notes[NOTE_OWN_FILTER] == 1, "%s",
			     name))
			diag("%ld times", d.notes[NOTE_OWN_FILTER]);
		driver_end(&d);
	}
	words_release(&w);
}

/* PTRACE_O_SUSPEND_SECCOMP would disable the program's filter. */
static void attached(int bits)
{
	char name[96];
	struct words w;
	struct driver d;
	bool good, sealed;

	snprintf(name, sizeof name,
		 "P38 %d-bit: the filter stays active during and after "
		 "tracing", bits);
	if (!words_start(&w, "sandbox", bits, WORDS, NULL)) {
		skip(name, "32-bit programs cannot be built");
		return;
	}
	words_reach(&w, TIMES, 5);
	good = driver_start(&d, &w.pid, 1, LEVEL_CALLS, DRIVER_FOLLOW);
	sealed = status_field(w.pid, "Seccomp") == 2;
	for (int i = 0; good && i < 20; i++)
		good = driver_do(&d, i % 2 ? "hcnn..cda" : "lwl.da");
	good = driver_end(&d) && good && is_let_go(w.pid) &&
	       words_reach(&w, TIMES, w.v[TIMES] + 5);
	sealed = sealed && status_field(w.pid, "Seccomp") == 2;
	w.v[STOP] = 1;
	ok(run_wait(&w.run) && run_status(&w.run) == 0 && good && sealed,
	   "%s", name);
	words_release(&w);
}

int main(void)
{
	plan(2 * (2 + 2 + 1 + 1));
	for (int bits = 64; bits >= 32; bits -= 32) {
		launched(bits, true);
		launched(bits, false);
		reported_once(bits);
		attached(bits);
	}
	return done();
}
