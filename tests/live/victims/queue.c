/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Receives queued real-time signals and checks that the values of each number
 * arrive as sent: 0, 1, 2... none lost, none twice. In turns they arrive while
 * it runs, while it sleeps, and all at once after they were blocked.
 *
 *	queue FILE	QUEUE_WORDS words of 8 bytes
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <time.h>

#include "queue.h"
#include "victim.h"

static volatile uint64_t *words;

static void on_signal(int sig, siginfo_t *si, void *context)
{
	int i = sig - SIGRTMIN;

	(void)context;
	if (si->si_code != SI_QUEUE || si->si_pid != getppid() ||
	    (uint64_t)si->si_value.sival_int != words[i])
		words[QUEUE_BAD]++;
	words[i]++;
}

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDWR) : -1;
	struct sigaction sa = { .sa_sigaction = on_signal,
				.sa_flags = SA_SIGINFO };
	const struct timespec pause = { .tv_nsec = 300000 };
	time_t until = time(NULL) + LIFE_S;

	allow_tracing();
	words = mmap(NULL, QUEUE_WORDS * 8, PROT_READ | PROT_WRITE, MAP_SHARED,
		     fd, 0);
	if (words == MAP_FAILED)
		return 2;
	sigfillset(&sa.sa_mask);
	for (int i = 0; i < QUEUE_SIGNALS; i++)
		sigaction(SIGRTMIN + i, &sa, NULL);
	words[QUEUE_READY] = 1;
	while (!words[QUEUE_STOP] && time(NULL) < until) {
		void *p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE |
			       MAP_ANONYMOUS, -1, 0);

		nanosleep(&pause, NULL);
		sigprocmask(SIG_BLOCK, &sa.sa_mask, NULL);
		nanosleep(&pause, NULL);
		munmap(p, 4096);
		sigprocmask(SIG_UNBLOCK, &sa.sa_mask, NULL);
	}
	return 0;
}
