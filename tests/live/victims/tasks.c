/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Creates every kind of task and prints the log's lines for them:
 *
 *	4121 thread 4122	4121/4122 exit 0
 *	4121 fork 4123		4123/4123 exit 3
 *	4130 exec tasks		4124/4124 exit SIGKILL
 *
 *	tasks [wait]		everything, exits with 42
 *	tasks after-exec	the program after an exec, exits with 7
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "victim.h"

#define STACK_SIZE 65536

static char exe[4096];

static pid_t tid(void)
{
	return (pid_t)syscall(SYS_gettid);
}

static void expect_exit(int status)
{
	expect("%d/%d exit %d\n", getpid(), tid(), status);
}

static void *thread(void *arg)
{
	void *p;

	(void)arg;
	expect("%d thread %d\n", getpid(), tid());
	p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	munmap(p, 4096);
	expect_exit(0);
	return NULL;
}

static void threads(int n)
{
	pthread_t t[16];

	for (int i = 0; i < n; i++)
		if (pthread_create(&t[i], NULL, thread, NULL))
			_exit(90);
	for (int i = 0; i < n; i++)
		pthread_join(t[i], NULL);
}

/* Waits for a child, which must end with `want`. */
static void reap(pid_t pid, int want)
{
	int status;

	if (waitpid(pid, &status, __WALL) != pid || status != want)
		_exit(91);
}

static void forks(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		pid_t grandchild = fork();

		if (grandchild == 0) {
			expect("%d/%d exit SIGKILL\n", getpid(), tid());
			kill(getpid(), SIGKILL);
		}
		expect("%d fork %d\n", getpid(), grandchild);
		reap(grandchild, SIGKILL);
		threads(2);
		expect_exit(3);
		_exit(3);
	}
	expect("%d fork %d\n", getpid(), pid);
	reap(pid, 3 << 8);
}

static void vforks(void)
{
	pid_t pid = vfork();

	if (pid == 0)
		_exit(5);
	expect("%d vfork %d\n", getpid(), pid);
	expect("%d/%d exit 5\n", pid, pid);
	reap(pid, 5 << 8);
}

static int cloned(void *arg)
{
	return *(int *)arg;
}

/* Not threads, although created by clone(2). */
static void clones(void)
{
	static char stack[STACK_SIZE] __attribute__((aligned(16)));
	int status = 6;
	pid_t pid;

	signal(SIGUSR2, SIG_IGN);
	pid = clone(cloned, stack + STACK_SIZE, SIGUSR2, &status);
	expect("%d clone %d\n", getpid(), pid);
	expect("%d/%d exit 6\n", pid, pid);
	reap(pid, 6 << 8);
	status = 8;
	pid = clone(cloned, stack + STACK_SIZE, CLONE_VM | SIGCHLD, &status);
	expect("%d fork %d\n", getpid(), pid);
	expect("%d/%d exit 8\n", pid, pid);
	reap(pid, 8 << 8);
}

static void *call_exec(void *arg)
{
	char *const argv[] = { (char *)"tasks", arg, NULL };

	execv(exe, argv);
	_exit(92);
}

static void *say_and_exec(void *arg)
{
	expect("%d thread %d\n", getpid(), tid());
	return call_exec(arg);
}

/* The thread's TID disappears: it continues as the leader. */
static void exec_from_thread(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		pthread_t t;

		if (pthread_create(&t, NULL, say_and_exec,
				   (void *)"after-exec"))
			_exit(90);
		pthread_join(t, NULL);
		_exit(93);
	}
	expect("%d fork %d\n", getpid(), pid);
	expect("%d exec %s\n", pid, strrchr(exe, '/') + 1);
	expect("%d/%d exit 7\n", pid, pid);
	reap(pid, 7 << 8);
}

int main(int argc, char **argv)
{
	ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);

	if (n < 0)
		return 94;
	if (argc > 1 && !strcmp(argv[1], "after-exec"))
		return 7;
	expected_init();
	if (argc > 1 && !strcmp(argv[1], "wait"))
		wait_to_be_watched();
	threads(3);
	forks();
	vforks();
	clones();
	exec_from_thread();
	expect_exit(42);
	expected_print();
	return 42;
}
