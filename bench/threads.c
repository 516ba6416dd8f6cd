/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * threads: argv[1] sleeping threads, to be seized and released. It prints its
 * PID when all of them sleep. After a line of input it prints how many threads
 * differ from before (state, tracer, signals, CPUs) and exits.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define FACTS_MAX 1024
#define STACK (64 << 10)

struct thread {
	pid_t tid;
	char before[FACTS_MAX], after[FACTS_MAX];
};

static pthread_mutex_t closed = PTHREAD_MUTEX_INITIALIZER;

/* A third of the threads waits for a lock, a third for a timeout, a third for
 * input. None returns unless it was disturbed. */
static void *sleep_on(void *arg)
{
	static int fds[2];
	static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
	struct thread *t = arg;
	char byte;

	pthread_mutex_lock(&once);
	if (!fds[1] && pipe(fds))
		_exit(1);
	pthread_mutex_unlock(&once);
	__atomic_store_n(&t->tid, (pid_t)syscall(SYS_gettid),
			 __ATOMIC_RELEASE);
	switch (t->tid % 3) {
	case 0:
		pthread_mutex_lock(&closed);
		break;
	case 1:
		sleep(3600);
		break;
	default:
		if (read(fds[0], &byte, 1) < 0)
			break;
	}
	_exit(1);
}

static void add_file(char *out, pid_t tid, const char *name,
		     const char *const *fields)
{
	char path[64], line[512];
	size_t len = strlen(out);
	FILE *f;

	snprintf(path, sizeof path, "/proc/self/task/%d/%s", tid, name);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof line, f))
		for (const char *const *p = fields; *p; p++)
			if (!strncmp(line, *p, strlen(*p)))
				len += (size_t)snprintf(out + len,
							FACTS_MAX - len, "%s",
							line);
	if (f)
		fclose(f);
}

static void thread_facts(char *out, pid_t tid)
{
	static const char *const status[] = {
		"State:", "TracerPid:", "SigPnd:", "SigBlk:",
		"SigIgn:", "SigCgt:", "Seccomp:", "NoNewPrivs:",
		"Cpus_allowed:", NULL,
	};

	*out = '\0';
	add_file(out, tid, "status", status);
}

static bool sleeps(const struct thread *t)
{
	return strstr(t->before, "State:\tS");
}

static void start(struct thread *threads, long n)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	pthread_attr_t attr;
	pthread_t id;

	pthread_mutex_lock(&closed);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	for (long i = 0; i < n; i++) {
		if (pthread_create(&id, &attr, sleep_on, &threads[i])) {
			fprintf(stderr, "threads: only %ld of %ld\n", i, n);
			exit(1);
		}
	}
	for (long i = 0; i < n; i++)
		do {
			while (!__atomic_load_n(&threads[i].tid,
						__ATOMIC_ACQUIRE))
				nanosleep(&pause, NULL);
			thread_facts(threads[i].before, threads[i].tid);
		} while (!sleeps(&threads[i]) && !nanosleep(&pause, NULL));
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 2000;
	struct thread *threads = calloc((size_t)n, sizeof *threads);
	int changed = 0;
	char byte;

	if (!threads)
		return 1;
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
	start(threads, n);
	printf("%d\n", (int)getpid());
	fflush(stdout);
	if (read(STDIN_FILENO, &byte, 1) < 0)
		return 1;
	for (long i = 0; i < n; i++) {
		thread_facts(threads[i].after, threads[i].tid);
		if (strcmp(threads[i].before, threads[i].after) &&
		    !changed++)
			fprintf(stderr, "thread %d was\n%sis\n%s",
				threads[i].tid, threads[i].before,
				threads[i].after);
	}
	printf("%d\n", changed);
	return 0;
}
