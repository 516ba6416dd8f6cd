/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Written pages of what does not stay as it is: moved, unmapped and mapped anew
 * at the same place, forked, executed.  What is told of each process is what it
 * wrote, no more and no less.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/sys/pages/uffd.h"
#include "live.h"
#include "writelog.h"

#define PAGES 512ul

/* The page before, and the pages. */
static unsigned char seen[1 + PAGES];

struct trackee {
	struct run *run;		/* whose stdin and stdout it has */
	const char *log;
	pid_t pid, child;
	unsigned long at;
	size_t from;			/* in the log */
};

/* --- what it says ----------------------------------------------------------------- */

struct saying {
	const char *path, *word;
	unsigned n;			/* so many of them */
	char text[64];			/* what follows the last */
};

static bool has_said(void *arg)
{
	struct saying *s = arg;
	char *text = read_file(s->path, NULL), *last = NULL;
	unsigned n = 0;

	for (char *p = text; p && (p = strstr(p, s->word)); n++)
		last = p += strlen(s->word);
	if (n >= s->n && strchr(last, '\n'))
		snprintf(s->text, sizeof s->text, "%s", last);
	free(text);
	return s->text[0];
}

/* The n-th number behind the word; 0: none came. */
static unsigned long said(const struct trackee *t, const char *word,
			  unsigned n, int base)
{
	struct saying s = { t->run->out_path, word, n, "" };

	return wait_for(has_said, &s) ? strtoul(s.text, NULL, base) : 0;
}

/* --- the log ------------------------------------------------------------------------ */

/* Which pages the log says that pid has written. */
static void read_log(const struct trackee *t, pid_t pid)
{
	writelog_read(t->log, t->from, pid, t->at, seen, sizeof seen);
}

static bool tell(const struct trackee *t, char letter)
{
	return write(t->run->in, &letter, 1) == 1;
}

static bool settle(const struct trackee *t, char letter)
{
	return writelog_settle(t->log, letter == 'M' ? t->child : t->pid,
			       t->at, t->run->in, letter);
}

/* --- what is right ----------------------------------------------------------------------- */

/* Every step-th page from first on, step 0: none. */
static void expect(struct trackee *t, pid_t pid, unsigned long first,
		   unsigned long step, const char *how, const char *what)
{
	unsigned long missing = 0, invented = 0;

	read_log(t, pid);
	for (unsigned long i = 0; i < PAGES; i++) {
		bool wrote = step && i >= first && (i - first) % step == 0;

		missing += wrote && !seen[i + 1];
		invented += seen[i + 1] && !wrote;
	}
	ok(!missing && !invented, "%s: %s: 0 wrong of 512 (%lu+%lu)", how,
	   what, missing, invented);
}

/* From now on. */
static void forget(struct trackee *t)
{
	t->from = writelog_size(t->log);
}

static void check_all(struct trackee *t, const char *how)
{
	char word[32];
	bool on;

	t->at = said(t, "at ", 1, 16);
	ok(t->at && settle(t, 'm'), "%s: it is tracked", how);
	forget(t);
	on = tell(t, 'w') && settle(t, 'm');
	expect(t, t->pid, 0, on ? 3 : 0, how, "written");

	tell(t, 'r');
	t->at = said(t, "at ", 2, 16);
	on = settle(t, 'm');
	forget(t);
	on = on && tell(t, 'w') && settle(t, 'm');
	expect(t, t->pid, on, 3, how, "moved by mremap, then written");

	forget(t);
	on = tell(t, 'u') && settle(t, 'm');
	expect(t, t->pid, !on, 7, how, "mapped anew at its place");
	forget(t);
	on = tell(t, 'w') && settle(t, 'm');
	expect(t, t->pid, on ? 2 : 0, 3, how, "and written again");

	tell(t, 'f');
	t->child = (pid_t)said(t, "child ", 1, 10);
	snprintf(word, sizeof word, " %d writes on", (int)t->child);
	ok(t->child && file_holds(t->log, word) && settle(t, 'M') &&
	   settle(t, 'm'), "%s: its child is tracked", how);
	forget(t);
	on = tell(t, 'W') && settle(t, 'M') && settle(t, 'm');
	expect(t, t->child, on ? 2 : 0, 5, how, "written by the child");
	expect(t, t->pid, 0, 0, how, "and not by its parent");
	forget(t);
	on = tell(t, 'w') && settle(t, 'm') && settle(t, 'M');
	expect(t, t->pid, !on, 3, how, "written by the parent");
	expect(t, t->child, 0, 0, how, "and not by its child");

	tell(t, 'x');
	t->at = said(t, "at ", 3, 16);
	on = settle(t, 'm');
	forget(t);
	on = on && tell(t, 'w') && settle(t, 'm');
	expect(t, t->pid, !on, 3, how, "written after exec");
}

#define CHECKS 11

/* --- who asks ----------------------------------------------------------------------------- */

static void launched(const char *program, const char *option, uid_t uid,
		     const char *how)
{
	struct trackee t = { .run = &(struct run){ .in = -1 } };

	run_as(uid);
	run_mmtop(t.run, "-b", "--events=pages", "--track-writes", "-d", "0.1",
		  option, "--", program, NULL);
	run_as(0);
	t.log = t.run->err_path;
	said(&t, "at ", 1, 16);
	t.pid = child_of(engine_of(t.run->pid), "trackee");
	check_all(&t, how);
	close(t.run->in);
	t.run->in = -1;
	ok(run_wait(t.run) && run_status(t.run) == 0 &&
	   strstr(t.run->out, "errno 0"), "%s: it ran on", how);
	run_release(t.run);
}

static void attached(const char *program, uid_t uid, const char *how)
{
	char *const argv[] = { (char *)(uintptr_t)program, NULL };
	struct run v, m;
	struct trackee t = { .run = &v };
	char pid[16];

	run_as(uid);
	run_start(&v, argv);
	said(&t, "at ", 1, 16);
	snprintf(pid, sizeof pid, "%d", (int)v.pid);
	run_mmtop(&m, "-b", "--events=pages", "--track-writes", "-d", "0.1",
		  "-f", "--level=calls", "-p", pid, NULL);
	run_as(0);
	t.log = m.err_path;
	t.pid = v.pid;
	check_all(&t, how);
	kill(m.pid, SIGTERM);
	run_wait(&m);
	close(v.in);
	v.in = -1;
	ok(run_wait(&v) && run_status(&v) == 0 && strstr(v.out, "errno 0"),
	   "%s: it ran on", how);
	run_release(&m);
	run_release(&v);
}

int main(void)
{
	char *narrow = victim32("trackee");
	char *program = victim_for_all("trackee");
	uid_t other = geteuid() == 0 ? NOBODY : 0;
	int r = uffd_probe();

	if (r < 0)
		skip_all("no asynchronous userfaultfd: %s", strerror(-r));
	plan((CHECKS + 1) * (narrow ? 7 : 5));
	mmtop_for_all();
	launched(program, "--follow", 0, "launched");
	launched(program, "--level=watch", 0, "at level watch");
	launched(program, "--follow", other, "an ordinary user's");
	attached(program, 0, "attached");
	attached(program, other, "attached by an ordinary user");
	free(program);
	if (narrow) {
		program = copy_of(narrow, "trackee", 0755);
		launched(program, "--follow", 0, "32-bit");
		attached(program, 0, "32-bit, attached");
		free(program);
	}
	free(narrow);
	return done();
}
