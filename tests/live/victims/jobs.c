/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Repeats the same job: memory, threads, children by fork, vfork and exec,
 * signals, a pipe. Sums up the results of each round; each sum must equal the
 * first one. A call that was not executed, was executed twice or had another
 * result changes the sum.
 *
 *	jobs FILE		JOBS_WORDS words of 8 bytes
 *	jobs FILE ROUNDS	exits after ROUNDS rounds
 *	jobs exit		the program that a round executes
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>

#include "jobs.h"
#include "victim.h"

#define SIZE 65536u

static volatile uint64_t *words;
static volatile int handled;
static uint32_t sum;
static char *self;

static void fold(uint32_t value)
{
	sum = (sum ^ value) * 16777619u;
}

/* Adds the result of a call to the sum; records the last error. */
static long check(long result, int line)
{
	if (result == -1 && words) {
		words[JOBS_ERRNO] = (uint64_t)errno;
		words[JOBS_LINE] = (uint64_t)line;
	}
	fold(result == -1);
	return result;
}

#define CHECK(call) check((long)(call), __LINE__)

static void on_signal(int sig)
{
	(void)sig;
	handled++;
}

static void memory(void)
{
	unsigned char *p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(p == MAP_FAILED ? -1 : 0);
	for (unsigned i = 0; i < SIZE; i += 64)
		p[i] = (unsigned char)(i / 64);
	CHECK(mprotect(p, SIZE, PROT_READ));
	p = mremap(p, SIZE, 2 * SIZE, MREMAP_MAYMOVE);
	CHECK(p == MAP_FAILED ? -1 : 0);
	for (unsigned i = 0; i < SIZE; i += 64)
		fold(p[i]);
	CHECK(madvise(p, SIZE, MADV_DONTNEED));
	fold(p[64]);
	CHECK(munmap(p, 2 * SIZE));
}

static void reap(pid_t pid)
{
	int status = -1;

	CHECK(pid);
	if (pid > 0 && CHECK(waitpid(pid, &status, 0)) == pid)
		fold((uint32_t)status);
}

static void children(void)
{
	char *const argv[] = { self, (char *)"exit", NULL };
	pid_t pid;

	pid = fork();
	if (pid == 0)
		_exit(7);
	reap(pid);
	pid = vfork();
	if (pid == 0)
		_exit(3);
	reap(pid);
	pid = vfork();
	if (pid == 0) {
		execv(self, argv);
		_exit(98);
	}
	reap(pid);
}

/* Adds nothing to the sum, as the order of threads varies: the main thread adds
 * it. */
static void *thread(void *arg)
{
	unsigned char byte = 0;
	int *fds = arg;
	long n = read(fds[0], &byte, 1);

	return (void *)(uintptr_t)(n == 1 ? byte : 1000);
}

static void threads(void)
{
	void *result = NULL;
	pthread_t t;
	int fds[2];

	CHECK(pipe(fds));
	CHECK(pthread_create(&t, NULL, thread, fds) ? -1 : 0);
	CHECK(write(fds[1], "*", 1));
	CHECK(pthread_join(t, &result) ? -1 : 0);
	fold((uint32_t)(uintptr_t)result);
	CHECK(close(fds[0]));
	CHECK(close(fds[1]));
}

static void one_round(void)
{
	const struct timespec pause = { .tv_nsec = 100000 };

	sum = 2166136261u;
	memory();
	children();
	threads();
	handled = 0;
	CHECK(kill(getpid(), SIGUSR1));
	fold((uint32_t)handled);
	CHECK(nanosleep(&pause, NULL));
}

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDWR) : -1;
	uint64_t rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : UINT64_MAX;
	time_t until = time(NULL) + LIFE_S;
	volatile uint64_t *w;

	if (argc > 1 && !strcmp(argv[1], "exit"))
		return 9;
	allow_tracing();
	self = argv[0];
	signal(SIGUSR1, on_signal);
	w = mmap(NULL, JOBS_WORDS * 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		 0);
	if (w == MAP_FAILED)
		return 2;
	w[JOBS_PID] = (uint64_t)getpid();
	words = w;
	while (!w[JOBS_STOP] && w[JOBS_ROUNDS] < rounds &&
	       time(NULL) < until) {
		one_round();
		if (!w[JOBS_SUM])
			w[JOBS_SUM] = sum;
		w[JOBS_BAD] += sum != w[JOBS_SUM];
		w[JOBS_ROUNDS]++;
	}
	return w[JOBS_BAD] ? 3 : 0;
}
