/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Creates children in every way. Prints the log's lines for them, as
 * victims/tasks.c does. Exits with 0, or with 9x on an error.
 *
 *	forks vfork N		N times vfork(), half of them with an exec; 0:
 *				until another byte is read, prints nothing
 *	forks blocked		a vfork child that waits for another byte
 *	forks kinds		clone() with flags of all sorts
 *	forks parent		CLONE_PARENT
 *	forks namespace		CLONE_NEWPID, and a grandchild in it
 *	forks untraced HOW	CLONE_UNTRACED by clone, clone3 or vfork; the child
 *				makes its calls, then waits for another byte
 *	forks ptraced		CLONE_PTRACE
 *	forks children		fork(), each child makes memory calls
 *	forks storm N		four threads that fork N times in all
 *	forks after		the program after an exec: exits with 7
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "victim.h"

#define STACK_SIZE 65536
#define CALLS 1000
#define FORKERS 4

static char exe[4096];
static char stack[STACK_SIZE] __attribute__((aligned(16)));

/* Waits for a child, which must exit with `status`. */
static void reap(pid_t pid, int status)
{
	int got;

	if (waitpid(pid, &got, __WALL) != pid || got != status << 8)
		_exit(91);
}

static void expect_child(const char *kind, pid_t pid, int status)
{
	expect("%d %s %d\n", getpid(), kind, pid);
	expect("%d/%d exit %d\n", pid, pid, status);
}

static int status_is(void *arg)
{
	return *(int *)arg;
}

/* Returns 0 if every call succeeds: none may fail with ENOSYS. */
static int calls(void *arg)
{
	(void)arg;
	for (int i = 0; i < CALLS; i++) {
		void *p = mmap(NULL, 4096, PROT_READ,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (p == MAP_FAILED)
			return errno == ENOSYS ? 38 : 39;
		if (munmap(p, 4096))
			return errno == ENOSYS ? 38 : 40;
	}
	return 0;
}

static int calls_and_wait(void *arg)
{
	int r = calls(arg);
	char c;

	return read(STDIN_FILENO, &c, 1) == 1 ? r : 95;
}

/* --- vfork ---------------------------------------------------------------- */

static bool told_to_end(void)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };

	return poll(&p, 1, 0) == 1;
}

static void one_vfork(int i)
{
	char *const argv[] = { (char *)"forks", (char *)"after", NULL };
	int status = i % 2 ? 7 : i % 90;
	pid_t pid = vfork();

	if (pid == 0) {
		if (i % 2)
			execv(exe, argv);
		_exit(i % 2 ? 92 : i % 90);
	}
	if (i % 2)
		expect("%d exec %s\n", pid, strrchr(exe, '/') + 1);
	expect_child("vfork", pid, status);
	reap(pid, status);
}

static void vforks(int n)
{
	for (int i = 0; n ? i < n : !told_to_end(); i++) {
		one_vfork(i);
		if (!n)
			expected->len = 0;
	}
}

static void blocked(void)
{
	pid_t pid = vfork();

	if (pid == 0) {
		char c;

		if (write(STDOUT_FILENO, "blocked\n", 8) != 8 ||
		    read(STDIN_FILENO, &c, 1) < 0)
			_exit(95);
		_exit(3);
	}
	expect_child("vfork", pid, 3);
	reap(pid, 3);
	if (calls(NULL))
		_exit(94);
}

/* --- clone ---------------------------------------------------------------- */

/* Each kind is what ptrace reports (PTRACE_EVENT_*): the exit signal decides,
 * except with CLONE_VFORK. A thread belongs to the same process. */
static void kinds(void)
{
	static const struct {
		unsigned long flags;
		const char *kind;
	} list[] = {
		{ SIGCHLD, "fork" },
		{ 0, "clone" },
		{ SIGUSR2, "clone" },
		{ CLONE_VM | SIGCHLD, "fork" },
		{ CLONE_VM, "clone" },
		{ CLONE_FILES | CLONE_FS | SIGCHLD, "fork" },
		{ CLONE_VFORK | SIGCHLD, "vfork" },
		{ CLONE_VFORK | CLONE_VM | SIGUSR2, "vfork" },
	};

	signal(SIGUSR2, SIG_IGN);
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		int status = 20 + (int)i;
		pid_t pid = clone(status_is, stack + STACK_SIZE,
				  (int)list[i].flags, &status);

		if (pid < 0)
			_exit(93);
		expect_child(list[i].kind, pid, status);
		reap(pid, status);
	}
}

static void with_parent(void)
{
	pid_t pid = fork(), sibling;
	int status;

	if (pid == 0) {
		int code = 5;

		sibling = clone(status_is, stack + STACK_SIZE,
				CLONE_PARENT | SIGCHLD, &code);
		if (sibling < 0)
			_exit(93);
		expect_child("fork", sibling, 5);
		_exit(4);
	}
	expect_child("fork", pid, 4);
	reap(pid, 4);
	if (waitpid(-1, &status, 0) < 0 || status != 5 << 8)
		_exit(91);
}

/* The PID outside of the namespace, where /proc was mounted. */
static pid_t outer_pid(void)
{
	char text[32] = "";

	if (readlink("/proc/self", text, sizeof text - 1) < 0)
		_exit(90);
	return atoi(text);
}

static int in_namespace(void *arg)
{
	pid_t pid, me = outer_pid();
	int status;

	(void)arg;
	if (getpid() != 1)
		return 89;
	pid = fork();
	if (pid == 0) {
		pid_t child = outer_pid();

		expect("%d fork %d (NSpid 2)\n", me, child);
		expect("%d/%d exit 6\n", child, child);
		_exit(calls(NULL) ? 38 : 6);
	}
	if (pid != 2 || waitpid(pid, &status, 0) != 2 || status != 6 << 8)
		return 88;
	return 5;
}

static void with_namespace(void)
{
	pid_t pid = clone(in_namespace, stack + STACK_SIZE,
			  CLONE_NEWPID | SIGCHLD, NULL);

	if (pid < 0)
		_exit(errno == EPERM || errno == EINVAL ? 77 : 93);
	expect("%d fork %d (NSpid 1)\n", getpid(), pid);
	expect("%d/%d exit 5\n", pid, pid);
	reap(pid, 5);
}

/* --- flags that concern tracing ------------------------------------------- */

static void untraced(const char *how)
{
	struct clone_args args = { .flags = CLONE_UNTRACED,
				   .exit_signal = SIGCHLD };
	struct clone_args before = args;
	const char *kind = "fork";
	pid_t pid;

	if (!strcmp(how, "clone")) {
		pid = (pid_t)syscall(SYS_clone, CLONE_UNTRACED | SIGCHLD, NULL,
				     NULL, NULL, NULL);
	} else if (!strcmp(how, "clone3")) {
		pid = (pid_t)syscall(SYS_clone3, &args, sizeof args);
		if (pid < 0 && errno == ENOSYS)
			_exit(77);
	} else {
		kind = "vfork";
		pid = clone(calls_and_wait, stack + STACK_SIZE, CLONE_UNTRACED |
			    CLONE_VM | CLONE_VFORK | SIGCHLD, NULL);
	}
	if (pid < 0)
		_exit(93);
	if (pid == 0)
		_exit(calls_and_wait(NULL));
	expect_child(kind, pid, 0);
	reap(pid, 0);
	if (memcmp(&args, &before, sizeof args))
		_exit(87);	/* clone changed its arguments */
}

static void ptraced(void)
{
	static const unsigned long flags[] = { SIGCHLD, 0, CLONE_VFORK |
					       CLONE_VM | SIGCHLD };
	static const char *const kind[] = { "fork", "clone", "vfork" };

	for (int i = 0; i < 3; i++) {
		int status = 10 + i;
		pid_t pid = clone(status_is, stack + STACK_SIZE,
				  (int)(flags[i] | CLONE_PTRACE), &status);

		if (pid < 0)
			_exit(93);
		expect_child(kind[i], pid, status);
		reap(pid, status);
	}
}

static void plain_children(void)
{
	for (int i = 0; i < 3; i++) {
		pid_t pid = fork();

		if (pid == 0)
			_exit(calls(NULL));
		expect_child("fork", pid, 0);
		reap(pid, 0);
	}
}

/* --- storm ---------------------------------------------------------------- */

static void *forker(void *arg)
{
	int n = *(int *)arg;
	pid_t tid = (pid_t)syscall(SYS_gettid);

	expect("%d thread %d\n", getpid(), tid);
	expect("%d/%d exit 0\n", getpid(), tid);
	for (int i = 0; i < n; i++) {
		pid_t pid = fork();

		if (pid < 0)
			_exit(93);
		if (pid == 0)
			_exit(i % 200);
		expect_child("fork", pid, i % 200);
		reap(pid, i % 200);
	}
	return NULL;
}

static void storm(int n)
{
	pthread_t t[FORKERS];
	int each = n / FORKERS;

	for (int i = 0; i < FORKERS; i++)
		if (pthread_create(&t[i], NULL, forker, &each))
			_exit(86);
	for (int i = 0; i < FORKERS; i++)
		pthread_join(t[i], NULL);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	const char *arg = argc > 2 ? argv[2] : "";

	if (!strcmp(what, "after"))
		return 7;
	if (readlink("/proc/self/exe", exe, sizeof exe - 1) < 0)
		return 85;
	expected_init();
	wait_to_be_watched();
	if (!strcmp(what, "vfork"))
		vforks(atoi(arg));
	else if (!strcmp(what, "blocked"))
		blocked();
	else if (!strcmp(what, "kinds"))
		kinds();
	else if (!strcmp(what, "parent"))
		with_parent();
	else if (!strcmp(what, "namespace"))
		with_namespace();
	else if (!strcmp(what, "untraced"))
		untraced(arg);
	else if (!strcmp(what, "ptraced"))
		ptraced();
	else if (!strcmp(what, "children"))
		plain_children();
	else if (!strcmp(what, "storm"))
		storm(atoi(arg));
	else
		return 84;
	expect("%d/%d exit 0\n", getpid(), getpid());
	expected_print();
	return 0;
}
