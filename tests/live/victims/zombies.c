/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Leaders that exit before their threads, and processes that are killed or exit
 * while mmtop samples them.
 *
 *	zombies leader HOW	the leader exits before "ready"; after the byte
 *				a thread makes CALLS calls of SIZE bytes, then
 *				HOW: group (exit_group, 5) or each (every thread
 *				exits by itself: the leader's status 3)
 *	zombies later HOW	the same, but the leader exits after the byte
 *	zombies loop WHAT	until it is killed: calls, forks, execs, threads,
 *				sleeps
 *	zombies brief N		N children with some regions and a short life
 *	zombies steady N	N permanent regions at the printed address, next
 *				to others that appear and disappear, until a
 *				byte is read
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "victim.h"

#define CALLS 10
#define SIZE 20480
#define PAGE 4096u

static const char *how;
static int early;

static void map_and_unmap(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || munmap(p, size))
		_exit(90);
}

/* --- leader --------------------------------------------------------------- */

static volatile int go;

static void *wait_for_go(void *arg)
{
	(void)arg;
	while (!go)
		sched_yield();
	syscall(SYS_exit, 4);
	return NULL;
}

/* Polls /proc until the leader is a zombie: there is no event for it. */
static void wait_for_zombie(void)
{
	char path[64], text[512], *p;

	snprintf(path, sizeof path, "/proc/self/task/%d/stat", getpid());
	for (;;) {
		int fd = open(path, O_RDONLY);
		ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);

		close(fd);
		text[n > 0 ? n : 0] = '\0';
		p = strrchr(text, ')');
		if (p && p[2] == 'Z')
			return;
		sched_yield();
	}
}

static void *outlive(void *arg)
{
	(void)arg;
	if (early) {
		wait_for_zombie();
		wait_to_be_watched();
	} else {
		wait_for_zombie();
	}
	for (int i = 0; i < CALLS; i++)
		map_and_unmap(SIZE);
	if (!strcmp(how, "group"))
		syscall(SYS_exit_group, 5);
	go = 1;
	syscall(SYS_exit, 4);
	return NULL;
}

static void leader(void)
{
	pthread_t t;

	if (!early)
		wait_to_be_watched();
	if (pthread_create(&t, NULL, wait_for_go, NULL) ||
	    pthread_create(&t, NULL, outlive, NULL))
		_exit(91);
	syscall(SYS_exit, 3);
}

/* --- loop ----------------------------------------------------------------- */

static void *brief_thread(void *arg)
{
	return arg;
}

static void once(const char *what, char *exe)
{
	char *const argv[] = { exe, (char *)"after", NULL };
	pthread_t t;
	pid_t pid;

	if (!strcmp(what, "calls")) {
		map_and_unmap(SIZE);
	} else if (!strcmp(what, "threads")) {
		if (!pthread_create(&t, NULL, brief_thread, NULL))
			pthread_join(t, NULL);
	} else if (!strcmp(what, "sleeps")) {
		poll(NULL, 0, 1);
	} else {
		pid = fork();
		if (pid == 0) {
			if (!strcmp(what, "execs"))
				execv(exe, argv);
			_exit(0);
		}
		waitpid(pid, NULL, 0);
	}
}

/* --- for the sampler ------------------------------------------------------ */

static void brief(int n)
{
	for (int i = 0; i < n; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			for (int j = 0; j < 8; j++)
				mmap(NULL, PAGE * (1 + (unsigned)j % 2),
				     j % 3 ? PROT_READ : PROT_NONE,
				     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			poll(NULL, 0, i % 30);
			_exit(0);
		}
		waitpid(pid, NULL, 0);
	}
}

/* Every second page has other permissions, so that each page is a region. */
static void steady(unsigned n)
{
	size_t size = (size_t)PAGE * n;
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
	char *block = mmap(NULL, size + 2 * PAGE, PROT_NONE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (block == MAP_FAILED)
		_exit(90);
	block += PAGE;
	for (unsigned i = 0; i < n; i++)
		if (mprotect(block + (size_t)PAGE * i, PAGE,
			     i % 2 ? PROT_READ : PROT_READ | PROT_WRITE))
			_exit(92);
	printf("%lx %lx\n", (unsigned long)(uintptr_t)block,
	       (unsigned long)((uintptr_t)block + size));
	fflush(stdout);
	wait_to_be_watched();
	for (unsigned i = 0; poll(&p, 1, 0) == 0; i++)
		map_and_unmap(PAGE * (1 + i % 7));
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "after"))
		return 0;
	if (argc < 3)
		return 95;
	how = argv[2];
	early = !strcmp(what, "leader");
	if (early || !strcmp(what, "later"))
		leader();
	if (!strcmp(what, "steady")) {
		steady((unsigned)atoi(how));
		return 0;
	}
	wait_to_be_watched();
	if (!strcmp(what, "brief"))
		brief(atoi(how));
	else
		for (;;)
			once(how, argv[0]);
	return 0;
}
