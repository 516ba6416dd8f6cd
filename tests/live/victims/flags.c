/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * flags ROUNDS THREADS
 *
 * Creates children with CLONE_UNTRACED, by clone and by clone3, in THREADS
 * threads at once. The arguments, a register and a word of memory, must be
 * unchanged after the call in parent and child. Prints "on", reads a byte,
 * prints "begun" after a few rounds and "over" after the last, or exits with a
 * message.
 */
#include <errno.h>
#include <linux/sched.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS_MAX 16
#define FEW 5
/* The status of a child; else the errno of its call. */
enum { GOOD = 200, CHANGED };

static _Noreturn void die(const char *what)
{
	perror(what);
	_exit(1);
}

/* Makes a memory call, which the filter traces. */
static _Noreturn void child_ends(int same)
{
	long p = syscall(SYS_madvise, 0, 0, MADV_NORMAL);

	syscall(SYS_exit_group, p ? errno : same ? GOOD : CHANGED);
	__builtin_unreachable();
}

static void reap(pid_t pid, const char *how)
{
	int status;

	if (pid < 0)
		die(how);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			die("waitpid");
	if (!WIFEXITED(status) || WEXITSTATUS(status) != GOOD) {
		fprintf(stderr, "%s: the child's status is %x\n", how,
			(unsigned)status);
		_exit(1);
	}
}

static void by_register(void)
{
#ifdef __x86_64__
	const uint64_t flags = CLONE_UNTRACED | SIGCHLD;
	uint64_t given = flags;
	long pid;
	register long r10 __asm__("r10") = 0;
	register long r8 __asm__("r8") = 0;

	__asm__ volatile("syscall"
			 : "=a"(pid), "+D"(given)
			 : "0"(SYS_clone), "S"(0), "d"(0), "r"(r10), "r"(r8)
			 : "rcx", "r11", "memory");
	if (pid == 0)
		child_ends(given == flags);
	if (pid < 0)
		errno = (int)-pid;
	reap((pid_t)pid, "clone");
	if (given != flags) {
		fputs("clone: a register was changed\n", stderr);
		_exit(1);
	}
#endif
}

static void by_word(void)
{
	struct clone_args args = { .flags = CLONE_UNTRACED,
				   .exit_signal = SIGCHLD };
	const struct clone_args before = args;
	pid_t pid = (pid_t)syscall(SYS_clone3, &args, sizeof args);

	if (pid == 0)
		child_ends(!memcmp(&args, &before, sizeof args));
	if (pid < 0 && errno == ENOSYS)
		_exit(77);
	reap(pid, "clone3");
	if (memcmp(&args, &before, sizeof args)) {
		fputs("clone3: memory was changed\n", stderr);
		_exit(1);
	}
}

static void *work(void *arg)
{
	for (long n = *(const long *)arg; n; n--) {
		by_register();
		by_word();
	}
	return NULL;
}

static void run_threads(long rounds, long threads)
{
	pthread_t t[THREADS_MAX];

	for (long i = 0; i < threads; i++)
		if (pthread_create(&t[i], NULL, work, &rounds))
			die("pthread_create");
	for (long i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
}

static void say(const char *what)
{
	puts(what);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	long rounds = argc > 1 ? atol(argv[1]) : 1;
	long threads = argc > 2 ? atol(argv[2]) : 1;
	char c;

	if (threads < 1 || threads > THREADS_MAX)
		return 1;
	say("on");
	if (read(STDIN_FILENO, &c, 1) < 0)
		die("read");
	run_threads(FEW, threads);
	say("begun");
	run_threads(rounds, threads);
	say("over");
	return 0;
}
