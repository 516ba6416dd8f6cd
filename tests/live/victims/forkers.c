/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * forkers FILE: threads that create children, next to threads in epoll_wait(),
 * which returns EINTR if an ignored signal wakes it. FILE has FORKERS_WORDS
 * words of 8 bytes.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "forkers.h"
#include "victim.h"

#define FORKERS 3
#define WAITERS 3
#define WAIT_MS 200
#define LIFE_US 10000

static uint64_t *words;

static void count(enum forkers_word i)
{
	__atomic_add_fetch(&words[i], 1, __ATOMIC_SEQ_CST);
}

static int has_to_stop(void)
{
	return __atomic_load_n(&words[FORKERS_STOP], __ATOMIC_SEQ_CST) != 0;
}

static void *makes_children(void *arg)
{
	(void)arg;
	while (!has_to_stop()) {
		pid_t child = fork();

		if (child == 0) {
			usleep(LIFE_US);
			_exit(0);
		}
		if (child < 0 || waitpid(child, NULL, 0) != child)
			_exit(2);
		count(FORKERS_CHILDREN);
	}
	return NULL;
}

static void *waits(void *arg)
{
	struct epoll_event ev;
	int fd = epoll_create1(0);

	(void)arg;
	while (!has_to_stop())
		if (epoll_wait(fd, &ev, 1, WAIT_MS) < 0)
			count(FORKERS_CUT);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t ids[FORKERS + WAITERS];
	int fd = argc > 1 ? open(argv[1], O_RDWR) : -1;

	words = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (words == MAP_FAILED)
		return 3;
	for (int i = 0; i < FORKERS + WAITERS; i++)
		if (pthread_create(&ids[i], NULL,
				   i < FORKERS ? makes_children : waits, NULL))
			return 4;
	for (int i = 0; i < FORKERS + WAITERS; i++)
		pthread_join(ids[i], NULL);
	return 0;
}
