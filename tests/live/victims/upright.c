/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Threads that make every kind of call that mmtop stops at, and check each
 * result: a failed call, especially ENOSYS, is counted and reported on stderr
 * and in the exit status. Limits of the machine (EAGAIN, ENOMEM, EPERM) are not
 * failures.
 *
 *	upright FILE THREADS [ROUNDS]
 *
 * The file has 64 words of 8 bytes: word i counts the rounds of thread i. Words
 * from PID on contain the PID, whether it reached its end and the number of
 * failures; a nonzero word STOP ends it. After ROUNDS rounds it prints "upright
 * N" and exits with 7, or 9 after a failure.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "victim.h"

#define WORDS 64
#define PID 60
#define ENDED 61
#define FAULTS 62
#define STOP 63
#define PAGE 4096
/* Children, execs and the like are made only every SELDOM rounds. */
#define SELDOM 16

static volatile uint64_t *words;
static char *self;
static long rounds;

static void wrong(const char *what, int e)
{
	if (e == EAGAIN || e == ENOMEM || e == EPERM)
		return;
	__atomic_fetch_add(&words[FAULTS], 1, __ATOMIC_SEQ_CST);
	dprintf(STDERR_FILENO, "upright: %s: %s\n", what, strerror(e));
}

static void check(int r, const char *what)
{
	if (r < 0)
		wrong(what, errno);
}

static void maps(void)
{
	char *p = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *q;

	if (p == MAP_FAILED) {
		wrong("mmap", errno);
		return;
	}
	p[0] = 42;
	check(mprotect(p + PAGE, PAGE, PROT_READ), "mprotect");
	check(madvise(p + PAGE, PAGE, MADV_DONTNEED), "madvise");
	check(msync(p, PAGE, MS_ASYNC), "msync");
	check(mlock(p, PAGE), "mlock");
	check(munlock(p, PAGE), "munlock");
	q = mremap(p, PAGE, 2 * PAGE, MREMAP_MAYMOVE);
	if (q == MAP_FAILED) {
		wrong("mremap", errno);
		munmap(p, PAGE);
	} else {
		if (q[0] != 42)
			wrong("mremap lost the page", EIO);
		check(munmap(q, 2 * PAGE), "munmap");
	}
	check(munmap(p + PAGE, PAGE), "munmap");
}

static void shared(void)
{
	int fd = memfd_create("upright", MFD_CLOEXEC), id;
	void *p;

	check(fd, "memfd_create");
	if (fd >= 0)
		close(fd);
	id = shmget(IPC_PRIVATE, PAGE, IPC_CREAT | 0600);
	check(id, "shmget");
	if (id < 0)
		return;
	p = shmat(id, NULL, 0);
	if (p == (void *)-1)
		wrong("shmat", errno);
	check(shmctl(id, IPC_RMID, NULL), "shmctl");
	if (p != (void *)-1)
		check(shmdt(p), "shmdt");
}

static void reap(pid_t pid, int want, const char *what)
{
	int status;

	if (pid < 0)
		wrong(what, errno);
	else if (waitpid(pid, &status, 0) != pid)
		wrong("waitpid", errno);
	else if (!WIFEXITED(status) || WEXITSTATUS(status) != want)
		wrong(what, ECHILD);
}

/* fork, vfork with exec, and a clone with CLONE_UNTRACED. */
static void children(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		void *p = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE |
			       MAP_ANONYMOUS, -1, 0);

		_exit(p == MAP_FAILED ? 1 : 3);
	}
	reap(pid, 3, "a forked child");
	pid = vfork();
	if (pid == 0) {
		execl(self, self, "child", (char *)NULL);
		_exit(1);
	}
	reap(pid, 4, "an executed child");
	pid = (pid_t)syscall(SYS_clone, CLONE_UNTRACED | SIGCHLD, 0, 0, 0, 0);
	if (pid == 0) {
		void *p = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE |
			       MAP_ANONYMOUS, -1, 0);

		_exit(p == MAP_FAILED ? 1 : 5);
	}
	reap(pid, 5, "an untraced child");
}

static void *nothing(void *arg)
{
	return arg;
}

static void thread(void)
{
	pthread_t t;
	int e = pthread_create(&t, NULL, nothing, NULL);

	if (e)
		wrong("pthread_create", e);
	else
		pthread_join(t, NULL);
}

static void *work(void *arg)
{
	volatile uint64_t *word = arg;
	const struct timespec pause = { .tv_nsec = 500000 };
	time_t until = time(NULL) + LIFE_S;

	while (!words[STOP] && time(NULL) < until &&
	       (!rounds || *word < (uint64_t)rounds)) {
		maps();
		if (*word % SELDOM == 0) {
			shared();
			thread();
			/* Only one thread moves the break. */
			if (word == words) {
				if (sbrk(PAGE) == (void *)-1)
					wrong("brk", errno);
				else
					sbrk(-PAGE);
				children();
			}
		}
		if (!rounds)
			check(nanosleep(&pause, NULL), "nanosleep");
		(*word)++;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argc > 2 ? atoi(argv[2]) : 1, fd;
	pthread_t t[WORDS];

	if (argc == 2 && !strcmp(argv[1], "child"))
		return 4;
	self = argv[0];
	rounds = argc > 3 ? atol(argv[3]) : 0;
	fd = argc > 1 ? open(argv[1], O_RDWR | O_CLOEXEC) : -1;
	allow_tracing();
	words = mmap(NULL, WORDS * 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		     0);
	if (words == MAP_FAILED || threads < 1 || threads >= PID)
		return 2;
	words[PID] = (uint64_t)getpid();
	for (int i = 1; i < threads; i++)
		if (pthread_create(&t[i], NULL, work, (void *)&words[i]))
			return 2;
	work((void *)&words[0]);
	for (int i = 1; i < threads; i++)
		pthread_join(t[i], NULL);
	printf("upright %ld\n", rounds);
	fflush(stdout);
	words[ENDED] = 1;
	return words[FAULTS] ? 9 : 7;
}
