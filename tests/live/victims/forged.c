/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sends itself signals with the si_code of a ptrace stop, between traced calls,
 * and exits with 0 if every signal was delivered.
 *
 *	forged CODE COUNT THREADS
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>

#include "victim.h"

#define MAPPINGS 8

static volatile int taken;

static void on_signal(int sig)
{
	(void)sig;
	taken++;
}

static void *sleeper(void *arg)
{
	for (;;)
		pause();
	return arg;
}

static int send_one(int code)
{
	siginfo_t si = { .si_signo = SIGUSR1, .si_code = code };

	return (int)syscall(SYS_rt_tgsigqueueinfo, getpid(),
			    (pid_t)syscall(SYS_gettid), SIGUSR1, &si);
}

int main(int argc, char **argv)
{
	int code = argc > 3 ? (int)strtol(argv[1], NULL, 0) : 0;
	int count = argc > 3 ? atoi(argv[2]) : 0;
	sigset_t set;
	pthread_t t;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	signal(SIGUSR1, on_signal);
	sigprocmask(SIG_BLOCK, &set, NULL);
	for (int i = 0; argc > 3 && i < atoi(argv[3]); i++)
		if (pthread_create(&t, NULL, sleeper, NULL))
			return 2;
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	for (int i = 0; i < count; i++) {
		for (int j = 0; j < MAPPINGS; j++) {
			void *p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE |
				       MAP_ANONYMOUS, -1, 0);

			munmap(p, 4096);
		}
		if (send_one(code) < 0)
			return 3;
	}
	return !count || taken != count;
}
