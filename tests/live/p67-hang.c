/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * P67: memory that hangs whoever reads it.  mmtop goes on, the other
 * target's stops are served, the target's own other threads are not held up,
 * and when the page came at last the call is in the log as if nothing had been.
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

#define MORE 20		/* turns of a loop that show that it goes on */

struct pair {
	struct words hung, other;
	struct run mmtop;
	char *log;
};

static bool goes_on(struct words *w)
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

/* False where that cannot be had here. */
static bool start(struct pair *p, const char *what)
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

static void end(struct pair *p, const char *name)
{
	p->hung.v[HANG_END] = p->other.v[HANG_END] = 1;
	ok(run_wait(&p->hung.run) && run_status(&p->hung.run) == 0,
	   "%s: it ends as it would have", name);
	ok(run_wait(&p->other.run) && run_status(&p->other.run) == 0,
	   "%s: and so does the other", name);
	ok(run_wait(&p->mmtop) && run_status(&p->mmtop) == 0,
	   "%s: and mmtop", name);
	run_release(&p->mmtop);
	words_release(&p->hung);
	words_release(&p->other);
	free(p->log);
}

#define PAGE_POINTS 9

/* The call whose name does not come.  fs: who delivers it; else the victim
 * does.  tried: mmtop reads it nevertheless. */
static void page(const char *name, const char *what, struct slowfs *fs,
		 bool tried)
{
	struct pair p;

	if (!start(&p, what)) {
		for (int i = 0; i < PAGE_POINTS; i++)
			skip(name, "no userfaultfd here");
		return;
	}
	watch_both(&p);
	ok(in_log(&p, " %d attach ", "") && goes_on(&p.other),
	   "%s: both are watched", name);
	p.hung.v[HANG_GO] = 1;
	ok(words_reach(&p.hung, HANG_CALLING, 1) && goes_on(&p.other),
	   "%s: the other goes on while it hangs", name);
	if (tried)
		ok(file_holds(p.mmtop.err_path, " hung and was given up"),
		   "%s: mmtop says that it gave up", name);
	else
		ok(goes_on(&p.hung),
		   "%s: its own threads are not held up", name);
	ok(!p.hung.v[HANG_DONE], "%s: it did hang", name);
	if (fs)
		slowfs_deliver(fs);
	p.hung.v[HANG_RELEASE] = 1;
	ok(words_reach(&p.hung, HANG_DONE, 1) && p.hung.v[HANG_DONE] == 1,
	   "%s: its call succeeds", name);
	/* Given up, its name is not asked for again. */
	ok(in_log(&p, tried ? " %d memfd_create(0x" :
		  " %d memfd_create(\"%s\", MFD_CLOEXEC) = ", HANG_NAME),
	   "%s: and is in the log", name);
	end(&p, name);
}

/* Arguments that cannot be read: attaching does not wait for them. */
static void argv_missing(void)
{
	const char *name = "arguments";
	struct pair p;

	if (!start(&p, "argv")) {
		for (int i = 0; i < 5; i++)
			skip(name, "no userfaultfd here");
		return;
	}
	watch_both(&p);
	ok(in_log(&p, " %d attach ", "") && goes_on(&p.other),
	   "%s: both are watched", name);
	ok(goes_on(&p.hung), "%s: it goes on", name);
	end(&p, name);
}

static void skipped(const char *name, const char *why)
{
	for (int i = 0; i < PAGE_POINTS; i++)
		skip(name, why);
}

static void file(const char *name, bool tried)
{
	struct slowfs fs;

	if (!slowfs_start(&fs, HANG_NAME)) {
		skipped(name, fs.why);
		return;
	}
	setenv("HANG_FILE", fs.path, 1);
	if (tried)
		setenv("MMTOP_FAULT", "read-absent", 1);
	page(name, "file", &fs, tried);
	unsetenv("MMTOP_FAULT");
	slowfs_stop(&fs);
}

int main(void)
{
	plan(3 * PAGE_POINTS + 5);
	page("userfaultfd", "uffd", NULL, false);
	argv_missing();
	file("file server", false);
	file("file server, tried", true);
	return done();
}
