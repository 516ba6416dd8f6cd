/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * heapwalled: allocates and frees blocks for 0.1 s. Then it installs a seccomp
 * filter that allows what malloc, sleeping and reading the time need, and kills
 * it at any other call; it continues for 0.4 s. Exits with 77 if it cannot
 * install a filter.
 *
 *	heapwalled threads	the filter kills only at getpid and gettid; its
 *				threads then allocate and free
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

/* Jumps to the last instruction if it is this call. */
#define PASS(call, left) \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, left, 0)

static int wall_in(struct sock_filter *code, unsigned short n)
{
	const struct sock_fprog prog = { n, code };

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
}

static int wall_in_few(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		PASS(brk, 7), PASS(mmap, 6), PASS(munmap, 5), PASS(madvise, 4),
		PASS(clock_gettime, 3), PASS(clock_nanosleep, 2),
		PASS(exit_group, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};

	return wall_in(code, sizeof code / sizeof *code);
}

static int wall_in_many(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		PASS(getpid, 2), PASS(gettid, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	};

	return wall_in(code, sizeof code / sizeof *code);
}

static void churn(int rounds)
{
	const struct timespec pause = { .tv_nsec = 2000000 };

	while (rounds--) {
		void *volatile p = malloc(24);

		free(p);
		clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
	}
}

static void *run(void *arg)
{
	churn(5);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	churn(50);
	if (argc == 1) {
		if (wall_in_few())
			return 77;
		churn(200);
		return 6;
	}
	if (wall_in_many())
		return 77;
	for (int i = 0; i < 8; i++)
		if (pthread_create(&t, NULL, run, NULL) || pthread_join(t, NULL))
			return 1;
	return 6;
}
