/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Processes held from the screen (P3, P6, P24, P31): job control stops remain
 * stopped; a held process continues when the tracer dies, and dies when it is
 * killed; a call that a hold interrupted keeps its name.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../live/counter.h"
#include "../live/watched.h"
#include "session.h"

struct held {
	struct session s;
	struct watched w;
	struct counter c;
	char pid[16];
};

static const struct mode native = { .attach = true };
static const struct mode small = { .attach = true, .m32 = true };

/* Attaches to a counter from the screen; step: holds it at once. */
static void begin(struct held *h, bool step)
{
	counter_init(&h->c, 3);
	watched_victim(&h->w, &native, "counter",
		       (const char *[]){ h->c.path, "3", "wait", NULL });
	h->c.pid = watched_pid(&h->w);
	watched_go(&h->w);
	counter_counts(&h->c);
	snprintf(h->pid, sizeof h->pid, "%d", watched_pid(&h->w));
	session_start(&h->s, 24, 80, step ?
		      (const char *[]){ "-s", "-p", h->pid, NULL } :
		      (const char *[]){ "-p", h->pid, NULL });
	session_row_shows(&h->s, 0, step ? "HELD" : "RUN");
}

static void end(struct held *h)
{
	/* mmtop first: a held target cannot exit. */
	session_release(&h->s);
	counter_stop(&h->c);
	watched_release(&h->w);
	counter_release(&h->c);
}

/* --- P3 ------------------------------------------------------------------- */

static void stopped_is_shown(void)
{
	struct held h;

	begin(&h, false);
	kill(h.c.pid, SIGSTOP);
	screen_ok(&h.s, session_row_shows(&h.s, 0, "STOPPED") &&
		  counter_stands(&h.c), "P3 a job control stop is shown");
	session_type(&h.s, "i");
	screen_ok(&h.s, session_row_shows(&h.s, 0, "HELD") &&
		  counter_stands(&h.c),
		  "P3 i holds a stopped process, which stays stopped");
	session_type(&h.s, "c");
	screen_ok(&h.s, session_row_shows(&h.s, 0, "STOPPED") &&
		  counter_stands(&h.c),
		  "P3 c releases it, and it stays stopped");
	kill(h.c.pid, SIGCONT);
	screen_ok(&h.s, session_row_shows(&h.s, 0, "RUN") &&
		  counter_counts(&h.c) && counter_continued(&h.c) == 1,
		  "P3 SIGCONT continues it");
	end(&h);
}

/* --- P6 ------------------------------------------------------------------- */

/* steps: a key n for each step, to a call's entry or exit. */
static void killed_while_held(const char *steps, const char *where)
{
	struct held h;
	bool good;

	begin(&h, true);
	session_type(&h.s, steps);
	if (*steps)
		session_row_shows(&h.s, 0, steps[1] ? "after" : "before");
	good = counter_stands(&h.c);
	kill((pid_t)status_field(h.c.pid, "TracerPid"), SIGKILL);
	ok(good && comes_free(h.c.pid) && counter_counts(&h.c) &&
	   counter_continued(&h.c) == 0,
	   "P6 kill -9 of the tracer, target held %s: it continues", where);
	counter_stop(&h.c);
	ok(run_wait(&h.w.v) && run_status(&h.w.v) == 0,
	   "P6 its calls completed, held %s", where);
	end(&h);
}

/* --- P24 ------------------------------------------------------------------ */

static void target_killed(const char *steps, const char *where)
{
	struct held h;

	begin(&h, true);
	session_type(&h.s, steps);
	if (*steps)
		session_row_shows(&h.s, 0, steps[1] ? "after" : "before");
	kill(h.c.pid, SIGKILL);
	ok(run_wait(&h.w.v) && run_status(&h.w.v) == -SIGKILL,
	   "P24 SIGKILL while held %s: its parent is notified", where);
	screen_ok(&h.s, session_row_shows(&h.s, 0, "ENDED") &&
		  session_row_shows(&h.s, 0, "SIGKILL"),
		  "P24 the screen shows the SIGKILL");
	end(&h);
}

/* --- P31 ------------------------------------------------------------------ */

struct stepping {
	struct session *s;
	const char *log;
};

/* Presses n until a call has completed. */
static bool steps_to_an_exit(void *arg)
{
	struct stepping *st = arg;
	char *text = read_file(st->log, NULL);
	bool there = text && strstr(text, ") = ");

	free(text);
	if (!there)
		session_type(st->s, "n");
	return there;
}

static void keeps_its_name(const struct mode *m, const char *call,
			   const char *shown)
{
	char pid[16], name[96], *log = work_file("steps"), *text;
	struct session s;
	struct watched w;
	bool good;

	watched_victim(&w, m, "midcall", (const char *[]){ "one", call, NULL });
	watched_go(&w);
	comes_to(watched_pid(&w), "S");
	snprintf(pid, sizeof pid, "%d", watched_pid(&w));
	snprintf(name, sizeof name, "P31 %s, attached during the call, "
		 "keeps its name, %s-bit", call, m->m32 ? "32" : "64");
	session_start(&s, 24, 80, (const char *[]){ "-s", "-o", log, "-p", pid,
		      NULL });
	session_row_shows(&s, 0, "HELD");
	session_type(&s, "n");
	good = file_holds(log, shown);
	/* Continues into the sleep, interrupts it, and steps to the end of the
	 * call. */
	session_type(&s, "n");
	session_type(&s, "i");
	session_row_shows(&s, 0, "HELD");
	good = good && session_until(&s, steps_to_an_exit,
				     &(struct stepping){ &s, log });
	text = read_file(log, NULL);
	screen_ok(&s, good && !strstr(text, "restart_syscall"), name);
	if (!good || strstr(text, "restart_syscall"))
		diag("%s", text);
	free(text);
	session_release(&s);
	watched_release(&w);
	free(log);
}

int main(void)
{
	char *p32 = victim32("midcall");

	plan(4 + 3 * 2 + 3 * 2 + 4 + (p32 ? 2 : 0));
	stopped_is_shown();
	killed_while_held("", "at any point");
	killed_while_held("n", "at a call's entry");
	killed_while_held("nn", "at a call's exit");
	target_killed("", "at any point");
	target_killed("n", "at a call's entry");
	target_killed("nn", "at a call's exit");
	keeps_its_name(&native, "nanosleep", " nanosleep(");
	keeps_its_name(&native, "clock_nanosleep", " clock_nanosleep(");
	keeps_its_name(&native, "poll", " poll(");
	keeps_its_name(&native, "futex", " futex(");
	if (p32) {
		keeps_its_name(&small, "poll", " poll(");
		keeps_its_name(&small, "futex", " futex(");
	}
	free(p32);
	return done();
}
