/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * exec from threads other than the leader, several at once, and execs that fail
 * after the point of no return. Prints the log's lines for the processes, as
 * victims/tasks.c does.
 *
 *	execs chain N		N times: threads, one of which (sometimes the
 *				leader) calls exec; exits with 7
 *	execs storm N S FILE	N children, or children for S seconds: two
 *				threads call exec at once; one may fail, or fail
 *				late with FILE; exits with 0
 *	execs race N B M	N idle threads, and one, created before or
 *				after them, that calls exec with the word M as
 *				soon as the leader has a tracer
 *	execs after		the program after an exec: exits with 7
 *	execs again		the same, but prints a line and waits for a byte
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include "victim.h"

static char exe[4096];

static const char *exe_name(void)
{
	return strrchr(exe, '/') + 1;
}

static void *rest(void *arg)
{
	(void)arg;
	for (;;)
		pause();
	return NULL;
}

static void *spin(void *arg)
{
	while (!arg)
		sched_yield();
	return NULL;
}

static void start(void *(*fn)(void *), void *arg)
{
	pthread_t t;
	int r;

	/* EAGAIN while another thread is in exec (copy_fs()). */
	while ((r = pthread_create(&t, NULL, fn, arg)) == EAGAIN)
		sched_yield();
	if (r)
		_exit(90);
}

/* --- chain ---------------------------------------------------------------- */

static void *next_link(void *arg)
{
	char *const argv[] = { exe, (char *)"link", arg, NULL };

	execv(exe, argv);
	_exit(92);
}

_Noreturn static void chain(int n)
{
	char left[16];

	if (n == 0)
		_exit(7);
	snprintf(left, sizeof left, "%d", n - 1);
	start(rest, NULL);
	start(rest, NULL);
	if (n % 3 == 0)
		next_link(left);
	start(next_link, left);
	rest(NULL);
	_exit(93);
}

/* --- storm ---------------------------------------------------------------- */

static void *call_exec(void *file)
{
	char *const argv[] = { exe, (char *)"after", NULL };

	/* An exec that fails early returns, and is tried again. */
	for (;;) {
		execv(file, argv);
		sched_yield();
	}
	return NULL;
}

_Noreturn static void two_at_once(const char *other)
{
	start(spin, NULL);
	start(call_exec, exe);
	start(call_exec, (char *)other);
	rest(NULL);
	_exit(93);
}

static void one_child(int i, const char *late)
{
	const char *const others[] = { exe, late, "/nonexistent/program" };
	pid_t pid = fork();
	int status;

	if (pid == 0)
		two_at_once(others[i % 3]);
	if (waitpid(pid, &status, 0) != pid)
		_exit(91);
	expect("%d fork %d\n", getpid(), pid);
	if (status == 7 << 8) {
		expect("%d exec %s\n", pid, exe_name());
		expect("%d/%d exit 7\n", pid, pid);
	} else if (i % 3 == 1 && WIFSIGNALED(status) &&
		   WTERMSIG(status) == SIGSEGV) {
		expect("%d/%d exit SIGSEGV\n", pid, pid);
	} else {
		fprintf(stderr, "child %d of kind %d ended with %x\n", pid,
			i % 3, (unsigned)status);
		_exit(94);
	}
}

static void storm(int n, int seconds, const char *late)
{
	time_t until = time(NULL) + seconds;

	for (int i = 0; i < n && (time(NULL) < until || i < 6); i++)
		one_child(i, late);
}

/* --- race ----------------------------------------------------------------- */

static bool has_tracer(int status)
{
	char text[1024], *at;
	ssize_t n = pread(status, text, sizeof text - 1, 0);

	text[n > 0 ? n : 0] = '\0';
	at = strstr(text, "\nTracerPid:\t");
	return at && at[12] != '0';
}

static void *exec_when_traced(void *word)
{
	char *const argv[] = { exe, word, NULL };
	int status = open("/proc/self/status", O_RDONLY | O_CLOEXEC);

	if (status < 0)
		_exit(96);
	while (!has_tracer(status))
		;
	execv(exe, argv);
	_exit(92);
}

_Noreturn static void race(int n, bool before, char *word)
{
	allow_tracing();
	if (before)
		start(exec_when_traced, word);
	for (int i = 0; i < n; i++)
		start(rest, NULL);
	if (!before)
		start(exec_when_traced, word);
	if (write(STDOUT_FILENO, "ready\n", 6) != 6)
		_exit(95);
	rest(NULL);
	_exit(93);
}

static int wait_after_exec(void)
{
	char c;

	allow_tracing();
	return write(STDOUT_FILENO, "again\n", 6) == 6 &&
	       read(STDIN_FILENO, &c, 1) == 1 ? 7 : 95;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "after"))
		return 7;
	if (!strcmp(what, "again"))
		return wait_after_exec();
	if (readlink("/proc/self/exe", exe, sizeof exe - 1) < 0 || argc < 3)
		return 95;
	if (!strcmp(what, "link"))
		chain(atoi(argv[2]));
	if (!strcmp(what, "race") && argc == 5)
		race(atoi(argv[2]), !strcmp(argv[3], "before"), argv[4]);
	expected_init();
	wait_to_be_watched();
	if (!strcmp(what, "chain"))
		chain(atoi(argv[2]));
	if (argc < 5)
		return 95;
	storm(atoi(argv[2]), atoi(argv[3]), argv[4]);
	expect("%d/%d exit 0\n", getpid(), getpid());
	expected_print();
	return 0;
}
