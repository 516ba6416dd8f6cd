/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Written pages of changing memory: moved, unmapped and mapped again at the
 * same address, forked, replaced by exec.  mmtop reports for each process
 * exactly the pages that it wrote.
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
	struct run *run;		/* process with the victim's stdin and
					 * stdout */
	const char *log;
	pid_t pid, child;
	unsigned long at;
	size_t from;			/* offset in the log */
};

/* --- the victim's output -------------------------------------------------- */

struct saying {
	const char *path, *word;
	unsigned n;			/* the number of occurrences to wait
					 * for */
	char text[64];			/* what follows the last one */
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

/* The number after the n-th occurrence of the word; 0 at the deadline. */
static unsigned long printed_number(const struct trackee *t, const char *word,
				    unsigned n, int base)
{
	struct saying s = { t->run->out_path, word, n, "" };

	return wait_for(has_said, &s) ? strtoul(s.text, NULL, base) : 0;
}

/* --- the log ------------------------------------------------------------------------ */

/* Reads the pages that pid has written according to the log. */
static void read_log(const struct trackee *t, pid_t pid)
{
	writelog_read(t->log, t->from, pid, t->at, seen, sizeof seen);
}

static bool send_letter(const struct trackee *t, char letter)
{
	return write(t->run->in, &letter, 1) == 1;
}

static bool settle(const struct trackee *t, char letter)
{
	return writelog_settle(t->log, letter == 'M' ? t->child : t->pid,
			       t->at, t->run->in, letter);
}

/* --- checks --------------------------------------------------------------- */

/* Expects that pid wrote every step-th page from first on; none if step is
 * 0. */
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

/* Ignores the log so far. */
static void skip_log(struct trackee *t)
{
	t->from = writelog_size(t->log);
}

static void check_all(struct trackee *t, const char *how)
{
	char word[32];
	bool on;

	t->at = printed_number(t, "at ", 1, 16);
	ok(t->at && settle(t, 'm'), "%s: writes are tracked", how);
	skip_log(t);
	on = send_letter(t, 'w') && settle(t, 'm');
	expect(t, t->pid, 0, on ? 3 : 0, how, "written");

	send_letter(t, 'r');
	t->at = printed_number(t, "at ", 2, 16);
	on = settle(t, 'm');
	skip_log(t);
	on = on && send_letter(t, 'w') && settle(t, 'm');
	expect(t, t->pid, on, 3, how, "moved by mremap, then written");

	skip_log(t);
	on = send_letter(t, 'u') && settle(t, 'm');
	expect(t, t->pid, !on, 7, how, "mapped again at the same address");
	skip_log(t);
	on = send_letter(t, 'w') && settle(t, 'm');
	expect(t, t->pid, on ? 2 : 0, 3, how, "written again after that");

	send_letter(t, 'f');
	t->child = (pid_t)printed_number(t, "child ", 1, 10);
	snprintf(word, sizeof word, " %d writes on", (int)t->child);
	ok(t->child && file_holds(t->log, word) && settle(t, 'M') &&
	   settle(t, 'm'), "%s: writes of its child are tracked", how);
	skip_log(t);
	on = send_letter(t, 'W') && settle(t, 'M') && settle(t, 'm');
	expect(t, t->child, on ? 2 : 0, 5, how, "written by the child");
	expect(t, t->pid, 0, 0, how, "written by the child, not by its parent");
	skip_log(t);
	on = send_letter(t, 'w') && settle(t, 'm') && settle(t, 'M');
	expect(t, t->pid, !on, 3, how, "written by the parent");
	expect(t, t->child, 0, 0, how,
	       "written by the parent, not by its child");

	send_letter(t, 'x');
	t->at = printed_number(t, "at ", 3, 16);
	on = settle(t, 'm');
	skip_log(t);
	on = on && send_letter(t, 'w') && settle(t, 'm');
	expect(t, t->pid, !on, 3, how, "written after exec");
}

#define CHECKS 11

/* --- modes ---------------------------------------------------------------- */

static void launched(const char *program, const char *option, uid_t uid,
		     const char *how)
{
	struct trackee t = { .run = &(struct run){ .in = -1 } };

	run_as(uid);
	run_mmtop(t.run, "-b", "--events=pages", "--track-writes", "-d", "0.1",
		  option, "--", program, NULL);
	run_as(0);
	t.log = t.run->err_path;
	printed_number(&t, "at ", 1, 16);
	t.pid = child_of(engine_of(t.run->pid), "trackee");
	check_all(&t, how);
	close(t.run->in);
	t.run->in = -1;
	ok(run_wait(t.run) && run_status(t.run) == 0 &&
	   strstr(t.run->out, "errno 0"), "%s: the program ran on", how);
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
	printed_number(&t, "at ", 1, 16);
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
	   "%s: the program ran on", how);
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
	launched(program, "--follow", other, "an ordinary user");
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
