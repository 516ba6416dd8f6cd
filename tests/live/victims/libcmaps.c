/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Maps memory directly and through the C library, and prints the memory that it
 * has not unmapped.
 *
 *	libcmaps keep		one block of 1 MiB, one mapping, a thread's stack
 *	libcmaps busy		threads and a handler do this all the time
 *	libcmaps fork		a child does this
 *	libcmaps reuse FILE	allocates, closes descriptor 2, opens FILE as
 *				descriptor 2, allocates
 *	libcmaps alone		runs busy with a pipe without a reader as
 *				descriptor 2
 *
 * Prints "block ADDR" and "map ADDR", in hex.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define BLOCK (1u << 20)
#define ROUNDS 300
#define THREADS 4

static void *map_pages(size_t n)
{
	return mmap(NULL, n * 4096, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void require(int is, const char *what)
{
	if (is)
		return;
	printf("wrong: %s\n", what);
	fflush(stdout);
	_exit(1);
}

static void *once(void *arg)
{
	free(malloc(100));
	return arg;
}

static void begin_thread(pthread_t *t, void *(*run)(void *))
{
	require(pthread_create(t, NULL, run, NULL) == 0, "a thread");
}

/* The calls return their usual results and errors. */
static void check_errors(void)
{
	void *p = map_pages(1), *volatile freed;

	require(p != MAP_FAILED, "mmap");
	require(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
		MAP_FAILED && errno == EINVAL, "mmap of nothing");
	require(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, -1, 0) == MAP_FAILED &&
		errno == EBADF, "mmap of no file");
	require(mmap64(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		       1) == MAP_FAILED && errno == EINVAL, "mmap64's offset");
	require(munmap((char *)p + 1, 4096) < 0 && errno == EINVAL, "munmap");
	require(mremap((char *)p + 1, 4096, 8192, 0) == MAP_FAILED &&
		errno == EINVAL, "mremap");
	errno = 1234;
	require(munmap(p, 4096) == 0 && errno == 1234, "munmap's errno");
	freed = malloc(BLOCK);
	free(freed);
	require(errno == 1234, "errno after free");
}

static int keep(void)
{
	pthread_t t;
	char *block, *p, *moved;

	check_errors();
	block = malloc(BLOCK);
	p = map_pages(4);
	require(block && p != MAP_FAILED, "memory");
	begin_thread(&t, once);
	pthread_join(t, NULL);
	moved = mremap(p, 4 * 4096, 64 * 4096, MREMAP_MAYMOVE);
	require(moved != MAP_FAILED && munmap(moved, 4096) == 0, "mremap");
	printf("block 0x%lx\nmap 0x%lx\n", (unsigned long)block,
	       (unsigned long)moved + 4096);
	return 0;
}

static void on_alarm(int sig)
{
	int e = errno;
	void *p = map_pages(1);

	(void)sig;
	if (p != MAP_FAILED)
		munmap(p, 4096);
	errno = e;
}

static void *work(void *arg)
{
	for (int i = 0; i < ROUNDS; i++) {
		char *volatile p = malloc(BLOCK);

		p = realloc(p, 2 * BLOCK);
		free(p);
	}
	return arg;
}

static int busy(void)
{
	const struct itimerval often = { { 0, 1000 }, { 0, 1000 } };
	struct sigaction sa = { .sa_handler = on_alarm, .sa_flags = SA_RESTART };
	pthread_t t[THREADS];

	sigaction(SIGALRM, &sa, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	for (int i = 0; i < THREADS; i++)
		begin_thread(&t[i], work);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return 0;
}

static int forked(void)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		char *volatile p = malloc(BLOCK);

		printf("block 0x%lx\n", (unsigned long)p);
		return 0;
	}
	return waitpid(pid, &status, 0) == pid && status == 0 ? 0 : 1;
}

static void allocate(void)
{
	char *volatile p = malloc(BLOCK);

	free(p);
}

static int reuse(const char *file)
{
	allocate();
	close(2);
	require(open(file, O_WRONLY | O_CREAT, 0666) == 2, "descriptor 2");
	allocate();
	return 0;
}

static int alone(char *self)
{
	int fd[2];

	require(pipe(fd) == 0 && dup2(fd[1], 2) == 2, "a pipe");
	close(fd[0]);
	close(fd[1]);
	execl(self, self, "busy", (char *)NULL);
	return 1;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	/* So a block of that size is a mapping, also the second one. */
	mallopt(M_MMAP_THRESHOLD, BLOCK / 2);
	mallopt(M_ARENA_MAX, 1);
	if (strcmp(what, "keep") == 0)
		return keep();
	if (strcmp(what, "busy") == 0)
		return busy();
	if (strcmp(what, "fork") == 0)
		return forked();
	if (strcmp(what, "reuse") == 0 && argc > 2)
		return reuse(argv[2]);
	return strcmp(what, "alone") == 0 ? alone(argv[0]) : 2;
}
