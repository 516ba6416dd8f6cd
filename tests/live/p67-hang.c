/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * P67: a read of the target's memory hangs.  mmtop runs on and handles the
 * stops of the other target, the target's other threads run on, and the log has
 * the call once the page arrives.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"
#include "slowfs.h"
#include "victims/hang.h"
#include "words.h"

#define MORE 20		/* loops that prove progress */

struct pair {
	struct words hung, other;
	struct run mmtop;
	char *log;
};

static bool makes_progress(struct words *w)
{
	return words_reach(w, HANG_LOOPS, w->v[HANG_LOOPS] + MORE);
}

static bool in_log(const struct pair *p, const char *format, const char *name)
{
	char text[256];

	snprintf(text, sizeof text, format, p->hung.pid, name);
	return file_holds(p->log, text);
}

static void watch_both(struct pair *p)
{
	char a[16], b[16];

	p->log = work_file("log");
	snprintf(a, sizeof a, "%d", p->hung.pid);
	snprintf(b, sizeof b, "%d", p->other.pid);
	run_mmtop(&p->mmtop, "-b", "-o", p->log, "--level=calls", "-p", a, "-p", b, NULL);
}

/* False if this machine cannot delay a page. */
static bool start_pair(struct pair *p, const char *what)
{
	words_start(&p->hung, "hang", 64, HANG_WORDS, what);
	words_start(&p->other, "hang", 64, HANG_WORDS, "loops");
	if (!words_reach(&p->hung, HANG_READY, 1) ||
	    !words_reach(&p->other, HANG_READY, 1))
		bail("the victims do not start");
	if (p->hung.v[HANG_READY] == 1)
		return true;
	words_release(&p->hung);
	words_release(&p->other);
	return false;
}

static void end_pair(struct pair *p, const char *name)
{
	p->hung.v[HANG_END] = p->other.v[HANG_END] = 1;
	ok(run_wait(&p->hung.run) && run_status(&p->hung.run) == 0,
	   "%s: the program exits with 0", name);
	ok(run_wait(&p->other.run) && run_status(&p->other.run) == 0,
	   "%s: the other program exits with 0", name);
	ok(run_wait(&p->mmtop) && run_status(&p->mmtop) == 0,
	   "%s: mmtop exits with 0", name);
	run_release(&p->mmtop);
	words_release(&p->hung);
	words_release(&p->other);
	free(p->log);
}

#define PAGE_POINTS 9

/* A call's name lies in a page that does not arrive.  fs: delivers it; NULL:
 * the victim does.  tried: mmtop reads the page nevertheless. */
static void page_hangs(const char *name, const char *what, struct slowfs *fs,
		       bool tried)
{
	struct pair p;

	if (!start_pair(&p, what)) {
		for (int i = 0; i < PAGE_POINTS; i++)
			skip(name, "no userfaultfd here");
		return;
	}
	watch_both(&p);
	ok(in_log(&p, " %d attach ", "") && makes_progress(&p.other),
	   "%s: both are attached", name);
	p.hung.v[HANG_GO] = 1;
	ok(words_reach(&p.hung, HANG_CALLING, 1) && makes_progress(&p.other),
	   "%s: the other runs on while the call hangs", name);
	if (tried)
		ok(file_holds(p.mmtop.err_path, " hung and was cancelled"),
		   "%s: mmtop reports that it gave up", name);
	else
		ok(makes_progress(&p.hung),
		   "%s: its other threads run on", name);
	ok(!p.hung.v[HANG_DONE], "%s: the call did hang", name);
	if (fs)
		slowfs_deliver(fs);
	p.hung.v[HANG_RELEASE] = 1;
	ok(words_reach(&p.hung, HANG_DONE, 1) && p.hung.v[HANG_DONE] == 1,
	   "%s: the call succeeds", name);
	/* Once given up, mmtop does not read the name again. */
	ok(in_log(&p, tried ? " %d memfd_create(0x" :
		  " %d memfd_create(\"%s\", MFD_CLOEXEC) = ", HANG_NAME),
	   "%s: the log has the call", name);
	end_pair(&p, name);
}

/* Arguments that cannot be read do not delay the attach. */
static void argv_missing(void)
{
	const char *name = "arguments";
	struct pair p;

	if (!start_pair(&p, "argv")) {
		for (int i = 0; i < 5; i++)
			skip(name, "no userfaultfd here");
		return;
	}
	watch_both(&p);
	ok(in_log(&p, " %d attach ", "") && makes_progress(&p.other),
	   "%s: both are attached", name);
	ok(makes_progress(&p.hung), "%s: the program runs on", name);
	end_pair(&p, name);
}

static void skip_page(const char *name, const char *why)
{
	for (int i = 0; i < PAGE_POINTS; i++)
		skip(name, why);
}

static void file_hangs(const char *name, bool tried)
{
	struct slowfs fs;

	if (!slowfs_start(&fs, HANG_NAME)) {
		skip_page(name, fs.why);
		return;
	}
	setenv("HANG_FILE", fs.path, 1);
	if (tried)
		setenv("MMTOP_FAULT", "read-absent", 1);
	page_hangs(name, "file", &fs, tried);
	unsetenv("MMTOP_FAULT");
	slowfs_stop(&fs);
}

int main(void)
{
	plan(3 * PAGE_POINTS + 5);
	page_hangs("userfaultfd", "uffd", NULL, false);
	argv_missing();
	file_hangs("file server", false);
	file_hangs("file server, tried", true);
	return done();
}
