/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `mmtop' without arguments on a real terminal: finds a process, watches it,
 * and detaches from it. */
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

/* A copy of talker, which waits for stdin, under a unique name that starts with
 * letters that are also keys. */
static char *copy_talker(const char *of)
{
	char name[32], *path = built("tests/terminal/talker"), *copy;

	snprintf(name, sizeof name, "%s%d", of, (int)getpid());
	copy = copy_of(path, name, 0755);
	free(path);
	return copy;
}

static bool runs_untraced(pid_t pid)
{
	return task_state(pid) && task_state(pid) != 'Z' &&
	       status_field(pid, "TracerPid") == 0;
}

static bool is_let_go(void *arg)
{
	return runs_untraced(*(pid_t *)arg);
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
		  "typed text is searched, also t and u");
	screen_ok(&s, session_shows(&s, "yes: same user"),
		  "the process may be attached to");
	session_type(&s, "\r");
	screen_ok(&s, session_row_shows(&s, 0, "RUN") &&
		  session_row_shows(&s, 0, pid), "Enter watches the process");
	ok(wait_for(is_traced, &r.pid), "the process is attached to");
	session_type(&s, "q");
	ok(session_end(&s) == 0, "q detaches and leaves without a question");
	ok(session_restored(&s), "the terminal is restored");
	ok(wait_for(is_let_go, &r.pid), "the program continues untraced");
	session_release(&s);
	run_release(&r);
}

/* The test traces the process, as a debugger would. */
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
		  "the tracer of the process is named");
	/* With a longer PID there is no room for the x. */
	screen_ok(&s, session_shows(&s, r.pid < 100000 ? ">x" : ">"),
		  "its row has an x");
	session_type(&s, "\r");
	screen_ok(&s, session_hides(&s, "Esc Quit") &&
		  session_has(&s, "choose a process"),
		  "Enter shows the reason in the bottom row, and stays");
	session_type(&s, "\033");
	screen_ok(&s, session_row_shows(&s, 23, "Esc Quit"),
		  "Esc closes the message");
	session_type(&s, "\033");
	ok(session_end(&s) == 0, "Esc exits with 0");
	ok(session_restored(&s), "the terminal is restored");
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
	screen_ok(&s, session_row_shows(&s, 0, "1 matches"),
		  "the process is listed");
	run_release(&r);
	screen_ok(&s, session_row_shows(&s, 0, "0 match"),
		  "an exited process is removed from the list");
	session_type(&s, "\r");
	screen_ok(&s, session_row_shows(&s, 23, "No process to choose"),
		  "without a match, Enter chooses nothing");
	session_resize(&s, 40, 120);
	screen_ok(&s, session_row_shows(&s, 39, "Esc Quit"),
		  "a resize is followed");
	session_resize(&s, 5, 20);
	screen_ok(&s, session_row_shows(&s, 0, "Find:"),
		  "20x5 is large enough");
	send_to(s.pid, SIGTERM);
	ok(session_end(&s) == -SIGTERM || session_end(&s) == 128 + SIGTERM,
	   "SIGTERM ends the picker");
	ok(session_restored(&s), "the terminal is restored");
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
	screen_ok(&s, session_shows(&s, "COMMAND"),
		  "the picker as a job of a shell");
	session_type(&s, "\032");
	ok(wait_for(is_stopped, &s.pid), "Ctrl-Z stops the picker");
	ok(session_restores(&s), "Ctrl-Z restores the terminal");
	session_continue(&s);
	session_type(&s, "xyzzy");
	screen_ok(&s, session_shows(&s, "No process has xyzzy"),
		  "fg shows the picker again");
	session_type(&s, "\003");
	ok(session_end(&s) == 0, "Ctrl-C exits with 0");
	session_release(&s);
}

static bool is_gone(void *arg)
{
	char state = task_state(*(pid_t *)arg);

	return !state || state == 'Z';
}

/* After SIGKILL, the lister restores the terminal and exits. After a crash, the
 * crashed process restores it. */
static void is_killed(int sig)
{
	struct session s;
	pid_t lister;

	start(&s);
	session_shows(&s, "COMMAND");
	lister = child_of(s.pid, "mmtop-lister");
	ok(lister > 0, "the lister is a process of its own");
	send_fault(s.pid, sig);
	ok(session_end(&s) == -sig, "the screen ends by signal %d", sig);
	ok(session_restores(&s), "the terminal is restored");
	ok(wait_for(is_gone, &lister), "the lister exits");
	session_release(&s);
}

static void loses_its_lister(void)
{
	struct session s;

	start(&s);
	session_shows(&s, "COMMAND");
	send_to(child_of(s.pid, "mmtop-lister"), SIGKILL);
	ok(session_end(&s) == 125,
	   "without its lister, the picker exits with 125");
	screen_ok(&s, session_has(&s, "lists processes has exited"),
		  "a message says that the lister has exited");
	ok(session_restored(&s), "the terminal is restored");
	session_release(&s);
}

/* --- between choice and attach -------------------------------------------- */

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

/* Stops the screen, types Enter, stops the lister, so that the query is
 * pending. */
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

/* Continues the lister, which answers before it sleeps again. */
static bool wait_for_answer(pid_t lister)
{
	struct naps n = { lister, 3 };

	n.until += status_field(lister, "voluntary_ctxt_switches");
	send_to(lister, SIGCONT);
	return wait_for(has_slept, &n);
}

/* The lister answers that the process may be attached to; then the process
 * exits. */
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
		  session_shows(&s, "yes: same user"),
		  "the process may be attached to");
	lister = child_of(s.pid, "mmtop-lister");
	ok(asks_and_stops(&s, lister) && wait_for_answer(lister),
	   "the process is queried, and the answer is pending");
	run_release(&r);
	send_to(s.pid, SIGCONT);
	/* On one row or two, depending on the length of the PID. */
	screen_ok(&s, session_shows(&s, "no such process") &&
		  session_row_shows(&s, 0, "choose a process"),
		  "the list comes back with the reason");
	ok(is_gone(&lister) && child_of(s.pid, "mmtop-lister") > 0,
	   "a new lister runs: mmtop had tried to attach");
	session_type(&s, "\033\033");
	ok(session_end(&s) == 0, "Esc exits with 0");
	ok(session_restored(&s), "the terminal is restored");
	session_release(&s);
}

/* Without a terminal there is no picker. */
static void needs_a_terminal(void)
{
	struct run r;

	run_mmtop(&r, "--follow", NULL);
	ok(run_wait(&r) && run_status(&r) == 125 &&
	   strstr(r.err, "give a program to launch"),
	   "without a terminal, a missing program is a usage error");
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
		  "--duration does not end the picker");
	session_type(&s, name);
	session_row_shows(&s, 0, "1 matches");
	session_type(&s, "\r");
	screen_ok(&s, session_end(&s) == 0, "--duration ends the session");
	ok(wait_for(is_let_go, &r.pid), "the program continues untraced");
	session_release(&s);
	run_release(&r);
}

int main(void)
{
	char *path = copy_talker("tu"), *other = copy_talker("ut"),
	     *third = copy_talker("k");
	char *fourth = copy_talker("g");

	plan(8 + 6 + 7 + 5 + 2 * 4 + 3 + 6 + 3 + 1);
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
