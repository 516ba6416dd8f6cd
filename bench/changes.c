/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * changes: changes its memory while it works.
 *
 *	changes work SECONDS	has 64 MiB of shared memory; every 0.1 s changes
 *				one page in 100 and does a fixed amount of
 *				arithmetic in between, for about SECONDS; prints
 *				"WALL_US CHANGED_BYTES"
 *	changes hold MIB	fills MIB MiB of memory, prints "ready ADDRESS",
 *				waits until stdin is closed
 *	changes read PID ADDRESS MIB [FILE]	prints "US": the time to read
 *				that memory through /proc/PID/mem; with FILE, a
 *				second thread writes it to a new file
 *	changes write MIB FILE	prints "US": the time to write MIB MiB to a new
 *				file
 */
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096u
#define SIZE (64u << 20)
#define CHUNK (1u << 20)
#define TENTH_US 100000u
#define CHUNKS 8u		/* buffered between reader and writer */

static uint64_t now_us(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static uint64_t next(uint64_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 7;
	*x ^= *x << 17;
	return *x;
}

static void fill(uint64_t *p, size_t words, uint64_t *x)
{
	for (size_t i = 0; i < words; i++)
		p[i] = next(x);
}

static char *map(size_t size, int flags)
{
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       flags | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		exit(2);
	return p;
}

/* About 1 ms of work. */
static void unit(uint64_t *sum)
{
	for (int i = 0; i < 400000; i++)
		*sum = next(sum) + (uint64_t)i;
}

static int work(double seconds)
{
	char *area = map(SIZE, MAP_SHARED);
	uint64_t x = 88172645463325252u, sum = 1, begun, due, changed = 0;
	size_t page = 0, units = (size_t)(seconds * 1000);

	fill((uint64_t *)area, SIZE / sizeof x, &x);
	due = begun = now_us(CLOCK_MONOTONIC);
	for (size_t i = 0; i < units; i++) {
		unit(&sum);
		if (now_us(CLOCK_MONOTONIC) < due)
			continue;
		due += TENTH_US;
		for (unsigned k = 0; k < SIZE / PAGE / 100; k++) {
			fill((uint64_t *)(area + page * PAGE),
			     PAGE / sizeof x, &x);
			page = (page + 97) % (SIZE / PAGE);
			changed += PAGE;
		}
	}
	printf("%llu %llu %llu\n",
	       (unsigned long long)(now_us(CLOCK_MONOTONIC) - begun),
	       (unsigned long long)changed, (unsigned long long)(sum & 1));
	return 0;
}

static int hold(size_t mib)
{
	char *area = map(mib << 20, MAP_SHARED), c;
	uint64_t x = 88172645463325252u;

	fill((uint64_t *)area, (mib << 20) / sizeof x, &x);
	printf("ready %#llx\n", (unsigned long long)(uintptr_t)area);
	fflush(stdout);
	while (read(STDIN_FILENO, &c, 1) > 0)
		;
	return 0;
}

/* Passes chunks from the reading thread to the writing thread. */
struct pipeline {
	sem_t read, written;
	char *chunks;
	size_t n;
	int out;
	bool good;
};

static void *write_chunks(void *arg)
{
	struct pipeline *p = arg;

	p->good = true;
	for (size_t i = 0; i < p->n; i++) {
		sem_wait(&p->read);
		p->good &= write(p->out, p->chunks + i % CHUNKS * CHUNK,
				 CHUNK) == CHUNK;
		sem_post(&p->written);
	}
	return NULL;
}

static int read_it(const char *pid, uint64_t at, size_t mib, const char *file)
{
	struct pipeline p = { .chunks = map(CHUNKS * CHUNK, MAP_PRIVATE),
			      .n = mib, .good = true };
	pthread_t thread;
	char path[64];
	uint64_t begun;
	int fd;

	snprintf(path, sizeof path, "/proc/%s/mem", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	p.out = file ? open(file, O_WRONLY | O_CREAT | O_EXCL, 0600) : -1;
	memset(p.chunks, 1, CHUNKS * CHUNK);
	sem_init(&p.read, 0, 0);
	sem_init(&p.written, 0, CHUNKS);
	begun = now_us(CLOCK_MONOTONIC);
	if (file && pthread_create(&thread, NULL, write_chunks, &p) != 0)
		return 3;
	for (size_t i = 0; i < mib; i++, at += CHUNK) {
		if (file)
			sem_wait(&p.written);
		if (pread(fd, p.chunks + (file ? i % CHUNKS : 0) * CHUNK, CHUNK,
			  (off_t)at) != CHUNK)
			return 3;
		if (file)
			sem_post(&p.read);
	}
	if (file)
		pthread_join(thread, NULL);
	printf("%llu\n", (unsigned long long)(now_us(CLOCK_MONOTONIC) - begun));
	return p.good ? 0 : 3;
}

static int write_it(size_t mib, const char *file)
{
	char *from = map(CHUNK, MAP_PRIVATE);
	int out = open(file, O_WRONLY | O_CREAT | O_EXCL, 0600);
	uint64_t begun;

	memset(from, 1, CHUNK);
	begun = now_us(CLOCK_MONOTONIC);
	for (size_t i = 0; i < mib; i++)
		if (write(out, from, CHUNK) != CHUNK)
			return 3;
	printf("%llu\n", (unsigned long long)(now_us(CLOCK_MONOTONIC) - begun));
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "work"))
		return work(strtod(argv[2], NULL));
	if (argc == 3 && !strcmp(argv[1], "hold"))
		return hold(strtoul(argv[2], NULL, 10));
	if ((argc == 5 || argc == 6) && !strcmp(argv[1], "read"))
		return read_it(argv[2], strtoull(argv[3], NULL, 16),
			       strtoul(argv[4], NULL, 10), argv[5]);
	if (argc == 4 && !strcmp(argv[1], "write"))
		return write_it(strtoul(argv[2], NULL, 10), argv[3]);
	return 1;
}
