/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Changes all the time: threads, children, executed programs and mappings
 * appear and disappear in bursts; between two bursts everything is idle.
 *
 *	churn		runs until it is killed
 *	churn idle	the program that some of its children execute
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "victim.h"

#define THREADS 6
#define CHILDREN 5
#define AREAS 40
#define BURST 60
#define PAUSE_NS 300000000

static struct {
	pthread_t thread;
	sem_t end;
	int runs;
} threads[THREADS];
static pid_t children[CHILDREN];
static struct { char *at; size_t size; } areas[AREAS];

static unsigned dice(unsigned n)
{
	static uint64_t seed = 88172645463325252ull;

	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed % n);
}

static void *thread(void *end)
{
	while (sem_wait(end) < 0)
		;
	return NULL;
}

static void some_thread(void)
{
	unsigned i = dice(THREADS);

	if (threads[i].runs) {
		sem_post(&threads[i].end);
		pthread_join(threads[i].thread, NULL);
		threads[i].runs = 0;
		return;
	}
	sem_init(&threads[i].end, 0, 0);
	threads[i].runs = pthread_create(&threads[i].thread, NULL, thread,
					 &threads[i].end) == 0;
}

static void some_area(void)
{
	unsigned i = dice(AREAS);
	char *p = areas[i].at;

	if (p && dice(3) == 0) {
		mprotect(p, areas[i].size, dice(2) ? PROT_READ :
			 PROT_READ | PROT_WRITE);
	} else if (p) {
		munmap(p, areas[i].size);
		areas[i].at = NULL;
	} else {
		areas[i].size = (1 + dice(64)) * 4096ul;
		p = mmap(NULL, areas[i].size, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (p == MAP_FAILED)
			_exit(90);
		for (size_t k = 0; k < areas[i].size; k += 8192)
			p[k] = 1;
		areas[i].at = p;
	}
}

static void some_child(void)
{
	unsigned i = dice(CHILDREN);
	int idle = (int)dice(2);
	pid_t parent = getpid();

	if (children[i]) {
		kill(children[i], SIGKILL);
		waitpid(children[i], NULL, 0);
		children[i] = 0;
		return;
	}
	children[i] = fork();
	if (children[i])
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	for (int k = 0; k < 10; k++)
		some_area();
	if (idle)
		execl("/proc/self/exe", "churn", "idle", NULL);
	for (;;)
		pause();
}

int main(int argc, char **argv)
{
	const struct timespec quiet = { .tv_nsec = PAUSE_NS };

	(void)argv;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (argc > 1)
		pause();
	for (;;) {
		for (int i = 0; i < BURST; i++)
			switch (dice(6)) {
			case 0:
				some_thread();
				break;
			case 1:
				some_child();
				break;
			default:
				some_area();
				break;
			}
		nanosleep(&quiet, NULL);
	}
}
