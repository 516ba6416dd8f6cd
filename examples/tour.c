/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tour: a walk through what a program can do with its memory, slowly enough
 * to watch.
 *
 *	mmtop examples/tour		a minute, one line for each stage
 *	examples/tour --loop		again and again
 *	examples/tour --fast		all of it in about a second
 *
 * It puts back all that it takes: when it ends, no file, no shared memory
 * and no process of it is left.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)

static long page_size;
static long speed = 1; /* pauses are this many times shorter */

static void pause_ms(long ms)
{
	long long ns = ms * 1000000LL / speed;
	struct timespec left = { ns / 1000000000, ns % 1000000000 };

	while (nanosleep(&left, &left) < 0 && errno == EINTR)
		;
}

static void fail(const char *what)
{
	fprintf(stderr, "tour: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* Map memory of our own, or a file's. */
static char *map(size_t size, int prot, int flags, int fd)
{
	char *at = mmap(NULL, size, prot, flags, fd, 0);

	if (at == MAP_FAILED)
		fail("mmap");
	return at;
}

static char *map_anonymous(size_t size)
{
	return map(size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
}

/* Write one byte to each page of [at, at + size), and take about ms for it. */
static void touch(char *at, size_t size, long ms)
{
	size_t pages = size / page_size;
	size_t chunk = pages / 32 + 1;

	for (size_t page = 0; page < pages; page++) {
		at[page * page_size] = (char)page;
		if ((page + 1) % chunk == 0)
			pause_ms(ms / 32);
	}
}

static void grow_heap(void)
{
	char *block[24];

	for (size_t i = 0; i < 24; i++) {
		block[i] = malloc(64 << 10);
		if (!block[i])
			fail("malloc");
		memset(block[i], 'm', 64 << 10);
		pause_ms(100);
	}
	for (size_t i = 0; i < 24; i++)
		free(block[i]);
	/* A piece of the break that is not malloc's. */
	if (sbrk((intptr_t)(2 * MIB)) == (void *)-1)
		fail("brk");
	touch((char *)sbrk(0) - 2 * MIB, 2 * MIB, 1500);
	if (sbrk(-(intptr_t)(2 * MIB)) == (void *)-1)
		fail("brk");
	pause_ms(500);
}

/* Stripes first, then the gaps from the far end: two shapes in a heatmap. */
static void touch_pages(void)
{
	const size_t size = 64 * MIB, stripe = 2 * MIB;
	char *at = map_anonymous(size);

	for (size_t offset = 0; offset < size; offset += 2 * stripe)
		touch(at + offset, stripe, 250);
	for (size_t offset = size; offset > 0; offset -= 2 * stripe)
		touch(at + offset - stripe, stripe, 150);
	pause_ms(1000);
	munmap(at, size);
}

/* A file of this size with no name in any folder. */
static int temporary_file(size_t size)
{
	char name[] = "/tmp/mmtop-tour.XXXXXX";
	int fd = mkstemp(name);

	if (fd < 0)
		fail(name);
	unlink(name);
	if (ftruncate(fd, (off_t)size) < 0)
		fail("ftruncate");
	return fd;
}

static void map_file(void)
{
	const size_t size = 8 * MIB;
	int fd = temporary_file(size);
	char *shared = map(size, PROT_READ | PROT_WRITE, MAP_SHARED, fd);
	char *private = map(size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd);
	volatile char sum = 0;

	close(fd);
	touch(shared + 2 * MIB, 2 * MIB, 1000);
	for (size_t offset = 0; offset < size; offset += MIB) {
		sum = (char)(sum + private[offset]);
		pause_ms(150);
	}
	touch(private, MIB, 800);
	if (msync(shared, size, MS_ASYNC) < 0)
		fail("msync");
	pause_ms(500);
	munmap(private, size);
	munmap(shared, size);
}

static void share_system_v(void)
{
	const size_t size = 4 * MIB;
	int id = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
	char *at;

	if (id < 0)
		fail("shmget");
	at = shmat(id, NULL, 0);
	/* It goes when the last process lets go of it, however this ends. */
	shmctl(id, IPC_RMID, NULL);
	if (at == (char *)-1)
		fail("shmat");
	touch(at, size, 1500);
	pause_ms(700);
	shmdt(at);
}

static void share_posix(void)
{
	const size_t size = 4 * MIB;
	char name[64], *at;
	int fd;

	snprintf(name, sizeof(name), "/mmtop-tour.%d", (int)getpid());
	fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
	if (fd < 0)
		fail("shm_open");
	at = ftruncate(fd, (off_t)size) < 0 ? MAP_FAILED
		: mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (at == MAP_FAILED) {
		shm_unlink(name);
		fail(name);
	}
	touch(at, size / 2, 1500);
	shm_unlink(name); /* the map now says (deleted) */
	pause_ms(700);
	munmap(at, size);
}

static void make_memfd(void)
{
	const size_t size = 2 * MIB;
	int fd = memfd_create("tour", MFD_CLOEXEC);
	char *at;

	if (fd < 0 || ftruncate(fd, (off_t)size) < 0)
		fail("memfd_create");
	at = map(size, PROT_READ | PROT_WRITE, MAP_SHARED, fd);
	close(fd);
	touch(at, size, 1500);
	munmap(at, size);
}

static void *allocate_in_thread(void *argument)
{
	char *block[12];
	long ms = *(const long *)argument;

	for (size_t i = 0; i < 12; i++) {
		block[i] = malloc(96 << 10);
		if (!block[i])
			fail("malloc");
		memset(block[i], 't', 96 << 10);
		pause_ms(ms);
	}
	for (size_t i = 0; i < 12; i++)
		free(block[i]);
	return NULL;
}

static void start_threads(void)
{
	static const long pace[2] = { 200, 300 };
	pthread_t thread[2];

	for (size_t i = 0; i < 2; i++) {
		errno = pthread_create(&thread[i], NULL, allocate_in_thread, (void *)&pace[i]);
		if (errno)
			fail("pthread_create");
	}
	for (size_t i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
}

/* The child's writes copy pages that it shared with its parent until then. */
static void fork_and_write(void)
{
	const size_t size = 8 * MIB;
	char *at = map_anonymous(size);
	pid_t child;

	touch(at, size, 800);
	child = fork();
	if (child < 0)
		fail("fork");
	if (child == 0) {
		pause_ms(800);
		touch(at, size / 2, 2000);
		pause_ms(800);
		_exit(0);
	}
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	munmap(at, size);
}

static void change_protection(void)
{
	const size_t size = 4 * MIB;
	char *at = map_anonymous(size);

	touch(at, size, 500);
	if (mprotect(at, size, PROT_READ) < 0)
		fail("mprotect");
	pause_ms(1000);
	/* The middle alone: one region becomes three. */
	if (mprotect(at + MIB, MIB, PROT_NONE) < 0)
		fail("mprotect");
	pause_ms(1000);
	if (mprotect(at, size, PROT_READ | PROT_WRITE) < 0)
		fail("mprotect");
	touch(at, size, 500);
	munmap(at, size);
}

static void give_back(void)
{
	const size_t size = 16 * MIB;
	char *at = map_anonymous(size);

	touch(at, size, 1000);
	for (size_t offset = 0; offset < size; offset += 4 * MIB) {
		if (madvise(at + offset, 2 * MIB, MADV_DONTNEED) < 0)
			fail("madvise");
		pause_ms(500);
	}
	munmap(at, size);
}

static void move_map(void)
{
	char *at = map_anonymous(MIB);
	size_t size = MIB;

	touch(at, size, 300);
	while (size < 16 * MIB) {
		at = mremap(at, size, 2 * size, MREMAP_MAYMOVE);
		if (at == MAP_FAILED)
			fail("mremap");
		touch(at + size, size, 500);
		size *= 2;
		pause_ms(300);
	}
	munmap(at, size);
}

static volatile sig_atomic_t signals_seen;

static void on_signal(int signal, siginfo_t *info, void *context)
{
	(void)signal;
	(void)info;
	(void)context;
	signals_seen++;
}

static void send_signals(void)
{
	struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO };
	struct sigaction old_user, old_alarm;
	timer_t timer;
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM };
	struct itimerspec soon = { .it_value = { .tv_nsec = 50000000 } };

	sigaction(SIGUSR1, &action, &old_user);
	sigaction(SIGALRM, &action, &old_alarm);
	signals_seen = 0;
	for (int i = 1; i <= 3; i++) {
		if (sigqueue(getpid(), SIGUSR1, (union sigval){ .sival_int = i }) < 0)
			fail("sigqueue");
		pause_ms(500);
	}
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) < 0 ||
		timer_settime(timer, 0, &soon, NULL) < 0)
		fail("timer_create");
	for (int i = 0; i < 1000 && signals_seen < 4; i++)
		nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
	timer_delete(timer);
	sigaction(SIGUSR1, &old_user, NULL);
	sigaction(SIGALRM, &old_alarm, NULL);
	pause_ms(500);
}

static const struct stage {
	const char *says;
	void (*run)(void);
} stages[] = {
	{ "heap: malloc in small blocks, then brk", grow_heap },
	{ "pages: 64 MiB touched in stripes", touch_pages },
	{ "file: one mapped shared and private", map_file },
	{ "System V shared memory", share_system_v },
	{ "POSIX shared memory", share_posix },
	{ "memfd", make_memfd },
	{ "threads: two that allocate", start_threads },
	{ "fork: the child writes, pages are copied", fork_and_write },
	{ "mprotect: read-write, read-only, none, read-write", change_protection },
	{ "madvise: pages given back", give_back },
	{ "mremap: a map that grows and moves", move_map },
	{ "signals: SIGUSR1 with a value, SIGALRM from a timer", send_signals },
};

static void tour(void)
{
	const size_t count = sizeof(stages) / sizeof(stages[0]);

	for (size_t i = 0; i < count; i++) {
		printf("%2zu/%zu %s\n", i + 1, count, stages[i].says);
		pause_ms(400);
		stages[i].run();
	}
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "fast", no_argument, NULL, 'F' },
		{ "loop", no_argument, NULL, 'l' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	bool loop = false;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'F':
			speed = 100;
			break;
		case 'l':
			loop = true;
			break;
		case 'h':
			puts("Usage: tour [--fast] [--loop]");
			return 0;
		default:
			return 2;
		}
	}
	page_size = sysconf(_SC_PAGESIZE);
	setvbuf(stdout, NULL, _IOLBF, 0);
	do
		tour();
	while (loop);
	puts("that was the tour");
	return 0;
}
