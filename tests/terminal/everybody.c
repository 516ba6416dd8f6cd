/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `mmtop --all' on a real terminal: lists active processes; Enter attaches to
 * one. */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../live/tracing.h"
#include "session.h"

#define SIZE 40960

/* A process with that name that makes calls until killed. */
static pid_t start_busy(const char *name)
{
	const struct timespec pause = { .tv_nsec = 2000000 };
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_NAME, name);
	for (;;) {
		char *p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (p == MAP_FAILED)
			_exit(1);
		*p = 1;
		munmap(p, SIZE);
		nanosleep(&pause, NULL);
	}
}

static bool is_traced(void *arg)
{
	return status_field(*(pid_t *)arg, "TracerPid") > 0;
}

static bool is_let_go(void *arg)
{
	return status_field(*(pid_t *)arg, "TracerPid") == 0;
}

static void start(struct session *s)
{
	session_start(s, 24, 80, (const char *[]){ "--all", NULL });
}

static void check_opened(pid_t pid, const char *name)
{
	char number[16];
	struct session s;

	snprintf(number, sizeof number, "%d", (int)pid);
	start(&s);
	screen_ok(&s, session_row_shows(&s, 0, "all processes") &&
		  session_shows(&s, "FAULTS/S"),
		  "mmtop --all watches all processes");
	session_type(&s, "1");
	screen_ok(&s, session_shows(&s, "no process is attached"),
		  "Regions asks to open a process");
	session_type(&s, "5f");
	session_type(&s, name);
	session_type(&s, "\r");
	screen_ok(&s, session_row_shows(&s, 4, number) &&
		  session_row_shows(&s, 4, name),
		  "an active process is listed");
	ok(!is_traced(&pid), "the listed process is not attached to");
	session_type(&s, "\r");
	screen_ok(&s, session_row_shows(&s, 0, "RUN") &&
		  session_row_shows(&s, 0, number), "Enter opens the process");
	screen_ok(&s, session_row_shows(&s, 0, "watch"),
		  "the process is opened at level watch");
	ok(wait_for(is_traced, &pid), "the process is attached to");
	session_type(&s, "q");
	ok(session_end(&s) == 0, "q detaches and leaves without a question");
	ok(session_restored(&s), "the terminal is restored");
	ok(wait_for(is_let_go, &pid), "the program continues untraced");
	session_release(&s);
}

/* Nothing is attached, so q leaves without a question. */
static void check_quit(void)
{
	struct session s;
	pid_t engine;

	start(&s);
	screen_ok(&s, session_row_shows(&s, 0, "all processes"),
		  "mmtop --all watches all processes again");
	engine = engine_of(s.pid);
	session_type(&s, "q");
	ok(session_end(&s) == 0, "q leaves without a question");
	ok(session_restored(&s), "the terminal is restored");
	ok(wait_for(has_none, &engine), "the trace ring instance is removed");
	session_release(&s);
}

int main(void)
{
	char name[16];
	pid_t pid;

	tracing_begin();
	snprintf(name, sizeof name, "busy%d", (int)getpid());
	pid = start_busy(name);
	if (pid < 0)
		bail("fork");
	plan(14);
	check_opened(pid, name);
	check_quit();
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	return done();
}
