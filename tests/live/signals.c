/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals arrive unchanged, once and in order, and the log has each (P9 to
 * P11), even if mmtop attaches, detaches or is killed meanwhile. */
#include <config.h>

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"
#include "log.h"
#include "watched.h"

#define PER_MODE 4

/* 20,000 in cheap modes; in all modes if there is time. */
static int many(const struct mode *m)
{
	return loops(20000, m->attach && !m->m32 ? 20000 : 3000);
}

/* Converts "--- SIGUSR1 {si_code=SI_USER, si_pid=7, si_value=0x1} ---" to the
 * format of victims/signals.c: SIGNAL CODE VALUE-OR-ADDRESS. */
static void one_line(FILE *out, const char *what)
{
	const char *code = strstr(what, "si_code=");
	const char *value = strstr(what, "si_value=");
	const char *addr = strstr(what, "si_addr=");

	if (strncmp(what, "--- ", 4) || !code)
		return;
	what += 4;
	code += 8;
	fprintf(out, "%.*s %.*s ", (int)strcspn(what, " "), what,
		(int)strcspn(code, ",}"), code);
	if (addr)
		fprintf(out, "%.*s\n", (int)strcspn(addr + 8, ",}"), addr + 8);
	else if (!strncmp(code, "SI_QUEUE", 8))
		fprintf(out, "%ld\n", value ? strtol(value + 9, NULL, 16) : 0);
	else
		fprintf(out, "-\n");
}

static char *lines_of(const char *path, pid_t pid)
{
	struct entries e;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	entries_read(&e, path);
	for (size_t i = 0; i < e.n; i++)
		if (e.v[i].pid == pid)
			one_line(out, e.v[i].what);
	fclose(out);
	entries_release(&e);
	return text;
}

static void all_kinds(const struct mode *m)
{
	char *got, *want;
	struct watched w;

	watched_start(&w, m, "signals", NULL, (const char *[]){ "wait", NULL });
	watched_go(&w);
	ok(watched_end(&w, 0), "P10 siginfo arrives unchanged, %s", w.name);
	got = lines_of(w.log, watched_pid(&w));
	want = watched_out(&w);
	if (!ok(*want && !strcmp(got, want),
		"P10 P11 the log has them in order, without those taken by "
		"sigwaitinfo, %s", w.name))
		same_lines(got, want);
	free(got);
	free(want);
	watched_release(&w);
}

/* True if the values of SIGRTMIN+1 are 0, 1, 2 ... */
static bool in_order(struct watched *w)
{
	char *got = lines_of(w->log, watched_pid(w)), *rest = got, *line;
	int n = 0, value;

	while ((line = strsep(&rest, "\n")))
		if (sscanf(line, "SIGRTMIN+1 SI_QUEUE %d", &value) == 1 &&
		    value == n)
			n++;
	free(got);
	if (n != many(&w->mode))
		diag("%d of %d in order", n, many(&w->mode));
	return n == many(&w->mode);
}

static void queue_start(struct watched *w, const struct mode *m, int n)
{
	static const char *const alone[] = { "--no-follow", NULL };
	char number[16];

	snprintf(number, sizeof number, "%d", n);
	watched_start(w, m, "signals", alone,
		      (const char *[]){ "queue", number, NULL });
	watched_go(w);
}

static long received(struct watched *w)
{
	char *out = watched_out(w);
	long n = strtol(out, NULL, 10);

	free(out);
	return n;
}

static void queue_of_signals(const struct mode *m)
{
	struct watched w;

	queue_start(&w, m, many(m));
	ok(watched_end(&w, 0) && received(&w) == many(m),
	   "P9 %d signals with payload arrive once and in order, %s", many(m),
	   w.name);
	ok(in_order(&w), "P9 T21 a child signals its parent: the log has "
			 "all, %s", w.name);
	watched_release(&w);
}

static bool let_go(struct watched *w, int sig)
{
	pid_t pid = sig == SIGKILL ?
		    (pid_t)status_field(watched_pid(w), "TracerPid") : w->m.pid;

	if (pid > 0)
		kill(pid, sig);
	return run_wait(&w->m) && comes_free(watched_pid(w));
}

/* mmtop attaches and detaches, or attaches and is killed. */
static void during_cycles(const struct mode *m, int sig)
{
	int cycles = loops(100, 5), made = 0;
	struct watched w;

	queue_start(&w, m, 0);
	while (made < cycles) {
		/* A varying moment. */
		poll(NULL, 0, made * 7 % 20);
		if (!let_go(&w, sig))
			break;
		made++;
		if (made < cycles)
			watched_attach(&w, (const char *[]){ "--no-follow",
				       NULL });
	}
	/* The second byte ends the victim. */
	run_poke(&w.v);
	run_wait(&w.v);
	if (!ok(run_status(&w.v) == 0 && received(&w) > 0 && made == cycles,
		"P9 no signal is lost or doubled by %s, %s",
		sig == SIGKILL ? "attach and kill -9" : "attach and detach",
		w.name))
		diag("%d of %d cycles, victim: %d %s", made, cycles,
		     run_status(&w.v), w.v.err);
	diag("%ld signals, %d cycles", received(&w), made);
	watched_release(&w);
}

int main(void)
{
	int attaches = 0;

	for (size_t i = 0; i < modes_n(); i++)
		attaches += modes_at(i)->attach;
	plan((int)modes_n() * PER_MODE + attaches * 2);
	for (size_t i = 0; i < modes_n(); i++) {
		const struct mode *m = modes_at(i);

		all_kinds(m);
		queue_of_signals(m);
		if (m->attach) {
			during_cycles(m, SIGTERM);
			during_cycles(m, SIGKILL);
		}
	}
	return done();
}
