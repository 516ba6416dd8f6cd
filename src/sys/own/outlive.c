/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/own/outlive.h"

#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sys/own/crash.h"

struct heir {
	void *(*fn)(void *arg);
	void *arg;
	sem_t ready;
};

static void *begin(void *p)
{
	struct heir *heir = p;
	void *(*fn)(void *arg) = heir->fn;
	void *arg = heir->arg;

	/* Without this call, a crash handler would wait forever for the exited
	 * thread. */
	crash_set_thread();
	sem_post(&heir->ready);
	return fn(arg);
}

void outlive(void *(*fn)(void *arg), void *arg)
{
	struct heir heir = { .fn = fn, .arg = arg };
	pthread_t id;

	sem_init(&heir.ready, 0, 0);
	if (pthread_create(&id, NULL, begin, &heir))
		return;
	while (sem_wait(&heir.ready) < 0)
		;
	/* Not pthread_exit(), which loads libgcc_s to unwind a stack that the
	 * other thread still uses. */
	syscall(SYS_exit, 0);
}
