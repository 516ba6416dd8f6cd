/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `mmtop' alone on a real terminal: a process is found, watched, and let go. */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "session.h"

/* talker, which waits for its stdin, under a name that nobody else has; it
 * begins with letters that are keys. */
static char *named(const char *of)
{
	char name[32], *path = built("tests/terminal/talker"), *copy;

	snprintf(name, sizeof name, "%s%d", of, (int)getpid());
	copy = copy_of(path, name, 0755);
	free(path);
	return copy;
}

static bool counts(pid_t pid)
{
	return task_state(pid) && task_state(pid) != 'Z' &&
	       status_field(pid, "TracerPid") == 0;
}

static bool is_let_go(void *arg)
{
	return counts(*(pid_t *)arg);
}

static bool is_traced(void *arg)
{
	return status_field(*(pid_t *)arg, "TracerPid") > 0;
}

static void start(struct session *s)
{
	session_start(s, 24, 80, (const char *[]){ NULL });
}

static void is_watched_and_runs_on(const char *path)
{
	const char *name = strrchr(path, '/') + 1;
	char pid[32];
	struct session s;
	struct run r;

	run_start(&r, (char *[]){ (char *)path, NULL });
	snprintf(pid, sizeof pid, "%d", (int)r.pid);
	start(&s);
	screen_ok(&s, session_shows(&s, "choose a process") &&
		  session_shows(&s, "COMMAND"), "processes are listed");
	session_type(&s, name);
	screen_ok(&s, session_row_shows(&s, 0, "1 matches"),
		  "what is typed is found, t and u as well");
	screen_ok(&s, session_shows(&s, "yes: same user"),
		  "it says that it may be attached to");
	session_type(&s, "\r");
	screen_ok(&s, session_row_shows(&s, 0, "RUN") &&
		  session_row_shows(&s, 0, pid), "Enter watches it");
	ok(wait_for(is_traced, &r.pid), "it is attached to");
	session_type(&s, "q");
	screen_ok(&s, session_shows(&s, "Leave"), "q asks");
	session_answer(&s, "y");
	ok(session_end(&s) == 0, "and ends with 0");
	ok(session_restored(&s), "the terminal is as it was");
	ok(wait_for(is_let_go, &r.pid), "the program runs on, untraced");
	session_release(&s);
	run_release(&r);
}

/* We trace it, as a debugger would. */
static void traced_is_refused(const char *path)
{
	const char *name = strrchr(path, '/') + 1;
	struct session s;
	struct run r;
	int status;

	run_start(&r, (char *[]){ (char *)path, NULL });
	if (ptrace(PTRACE_SEIZE, r.pid, 0, 0) < 0)
		bail("cannot trace a child");
	start(&s);
	session_type(&s, name);
	screen_ok(&s, session_shows(&s, "traces it. Quit picker"),
		  "who traces it is named");
	/* A longer number leaves room for one of the two. */
	screen_ok(&s, session_shows(&s, r.pid < 100000 ? ">x" : ">"),
		  "its row has an x");
	session_type(&s, "\r");
	screen_ok(&s, session_hides(&s, "Esc Quit") &&
		  session_has(&s, "choose a process"),
		  "Enter says so in the bottom row, and stays");
	session_type(&s, "\033");
	screen_ok(&s, session_row_shows(&s, 23, "Esc Quit"),
		  "Esc takes that away");
	session_type(&s, "\033");
	ok(session_end(&s) == 0, "and leaves");
	ok(session_restored(&s), "the terminal is as it was");
	ptrace(PTRACE_INTERRUPT, r.pid, 0, 0);
	waitpid(r.pid, &status, __WALL);
	ptrace(PTRACE_DETACH, r.pid, 0, 0);
	session_release(&s);
	run_release(&r);
}

static void ends_meanwhile(const char *path)
{
	const char *name = strrchr(path, '/') + 1;
	struct session s;
	struct run r;

	run_start(&r, (char *[]){ (char *)path, NULL });
	start(&s);
	session_type(&s, name);
	screen_ok(&s, session_row_shows(&s, 0, "1 matches"), "it is there");
	run_release(&r);
	screen_ok(&s, session_row_shows(&s, 0, "0 match"),
		  "who ends goes from the list");
	session_type(&s, "\r");
	screen_ok(&s, session_row_shows(&s, 23, "nothing to choose"),
		  "and cannot be chosen");
	session_resize(&s, 40, 120);
	screen_ok(&s, session_row_shows(&s, 39, "Esc Quit"),
		  "it follows the window");
	session_resize(&s, 5, 20);
	screen_ok(&s, session_row_shows(&s, 0, "Find:"), "down to 20x5");
	send_to(s.pid, SIGTERM);
	ok(session_end(&s) == -SIGTERM || session_end(&s) == 128 + SIGTERM,
	   "TERM ends it");
	ok(session_restored(&s), "the terminal is as it was");
	session_release(&s);
}

static bool is_stopped(void *arg)
{
	return task_state(*(pid_t *)arg) == 'T';
}

/* Ctrl-Z and fg, as a shell's job. */
static void is_a_job(void)
{
	struct session s;

	session_start_job(&s, 24, 80, (const char *[]){ NULL });
	screen_ok(&s, session_shows(&s, "COMMAND"), "as a job of a shell");
	session_type(&s, "\032");
	ok(wait_for(is_stopped, &s.pid), "Ctrl-Z stops it");
	ok(session_restores(&s), "with the terminal as it was");
	session_continue(&s);
	session_type(&s, "xyzzy");
	screen_ok(&s, session_shows(&s, "No process has xyzzy"),
		  "and fg brings it back");
	session_type(&s, "\003");
	ok(session_end(&s) == 0, "Ctrl-C leaves");
	session_release(&s);
}

static bool is_gone(void *arg)
{
	char state = task_state(*(pid_t *)arg);

	return !state || state == 'Z';
}

/* By KILL: the part that lists puts the terminal back, and ends.  A crash:
 * whoever crashes does. */
static void is_killed(int sig)
{
	struct session s;
	pid_t lister;

	start(&s);
	session_shows(&s, "COMMAND");
	lister = child_of(s.pid, "mmtop-lister");
	ok(lister > 0, "a process of its own lists");
	send_fault(s.pid, sig);
	ok(session_end(&s) == -sig, "the screen ends by signal %d", sig);
	ok(session_restores(&s), "the terminal is put back");
	ok(wait_for(is_gone, &lister), "and nobody stays behind");
	session_release(&s);
}

static void loses_its_lister(void)
{
	struct session s;

	start(&s);
	session_shows(&s, "COMMAND");
	send_to(child_of(s.pid, "mmtop-lister"), SIGKILL);
	ok(session_end(&s) == 125, "without who lists it ends with 125");
	screen_ok(&s, session_has(&s, "lists processes is gone"),
		  "and says so");
	ok(session_restored(&s), "the terminal is as it was");
	session_release(&s);
}

/* --- between the answer and the attaching ------------------------------------ */

static bool is_sleeping(void *arg)
{
	return task_state(*(pid_t *)arg) == 'S';
}

static bool has_input(void *arg)
{
	const struct session *s = arg;
	int n = 0;

	return ioctl(s->slave, FIONREAD, &n) == 0 && n > 0;
}

static bool has_no_input(void *arg)
{
	return !has_input(arg);
}

struct naps {
	pid_t pid;
	long until;
};

static bool has_slept(void *arg)
{
	const struct naps *n = arg;

	return status_field(n->pid, "voluntary_ctxt_switches") >= n->until;
}

/* While it stands still: Enter was typed, and the lister was asked. */
static bool asks_and_stops(struct session *s, pid_t lister)
{
	bool good;

	send_to(s->pid, SIGSTOP);
	good = wait_for(is_stopped, &s->pid);
	send_to(lister, SIGSTOP);
	good &= wait_for(is_stopped, &lister);
	session_type(s, "\r");
	good &= wait_for(has_input, s);
	send_to(s->pid, SIGCONT);
	good &= wait_for(has_no_input, s) && wait_for(is_sleeping, &s->pid);
	send_to(s->pid, SIGSTOP);
	return good & wait_for(is_stopped, &s->pid);
}

/* It answers, which it does before it sleeps again. */
static bool answers(pid_t lister)
{
	struct naps n = { lister, 3 };

	n.until += status_field(lister, "voluntary_ctxt_switches");
	send_to(lister, SIGCONT);
	return wait_for(has_slept, &n);
}

/* The lister says that it may be attached to; then it is no more. */
static void goes_before_it_is_attached_to(const char *path)
{
	const char *name = strrchr(path, '/') + 1;
	struct session s;
	pid_t lister;
	struct run r;

	run_start(&r, (char *[]){ (char *)path, NULL });
	start(&s);
	session_type(&s, name);
	screen_ok(&s, session_row_shows(&s, 0, "1 matches") &&
		  session_shows(&s, "yes: same user"), "it may be");
	lister = child_of(s.pid, "mmtop-lister");
	ok(asks_and_stops(&s, lister) && answers(lister),
	   "it is asked for, and the answer waits");
	run_release(&r);
	send_to(s.pid, SIGCONT);
	/* On one row or two, as long as its number is. */
	screen_ok(&s, session_shows(&s, "there is no such process") &&
		  session_row_shows(&s, 0, "choose a process"),
		  "the list is back, and says why not");
	ok(is_gone(&lister) && child_of(s.pid, "mmtop-lister") > 0,
	   "it is another one: that one was chosen and attached to in vain");
	session_type(&s, "\033\033");
	ok(session_end(&s) == 0, "Esc leaves");
	ok(session_restored(&s), "the terminal is as it was");
	session_release(&s);
}

/* Without a terminal there is nothing to choose from. */
static void needs_a_terminal(void)
{
	struct run r;

	run_mmtop(&r, "--follow", NULL);
	ok(run_wait(&r) && run_status(&r) == 125 &&
	   strstr(r.err, "name a program to launch"),
	   "without a terminal it is a usage error");
	run_release(&r);
}

static bool is_over(void *arg)
{
	const struct timespec *end = arg;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec > end->tv_sec ||
	       (now.tv_sec == end->tv_sec && now.tv_nsec >= end->tv_nsec);
}

static void duration_begins_with_the_session(const char *path)
{
	const char *name = strrchr(path, '/') + 1;
	struct timespec end;
	struct session s;
	struct run r;

	run_start(&r, (char *[]){ (char *)path, NULL });
	session_start(&s, 24, 80, (const char *[]){ "--duration=0.5", NULL });
	session_shows(&s, "choose a process");
	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec++;
	session_until(&s, is_over, &end);
	screen_ok(&s, session_has(&s, "choose a process") && s.status < 0,
		  "--duration does not end the choice");
	session_type(&s, name);
	session_row_shows(&s, 0, "1 matches");
	session_type(&s, "\r");
	screen_ok(&s, session_end(&s) == 0, "it ends the session");
	ok(wait_for(is_let_go, &r.pid), "the program runs on, untraced");
	session_release(&s);
	run_release(&r);
}

int main(void)
{
	char *path = named("tu"), *other = named("ut"), *third = named("k");
	char *fourth = named("g");

	plan(9 + 6 + 7 + 5 + 2 * 4 + 3 + 6 + 3 + 1);
	is_watched_and_runs_on(path);
	traced_is_refused(other);
	duration_begins_with_the_session(path);
	ends_meanwhile(third);
	is_a_job();
	is_killed(SIGKILL);
	is_killed(SIGSEGV);
	loses_its_lister();
	goes_before_it_is_attached_to(fourth);
	needs_a_terminal();
	free(path);
	free(other);
	free(third);
	free(fourth);
	return done();
}
