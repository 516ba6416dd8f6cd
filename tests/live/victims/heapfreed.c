/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Allocates blocks, writes to them all, frees some, and exits; it returns no
 * memory to the kernel.
 *
 *	heapfreed N SIZE keep|half|all [thread|wait]
 *
 * half: frees every second block. thread: allocates in another thread, in that
 * thread's arena. wait: does not exit.
 */
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t n, size;
static int step;		/* 0: frees none */

static void *run(void *arg)
{
	char **block = calloc(n, sizeof *block);

	for (size_t i = 0; i < n; i++) {
		block[i] = malloc(size);
		if (!block[i])
			_exit(9);
		memset(block[i], 1, size);
	}
	for (size_t i = 0; step && i < n; i += (size_t)step)
		free(block[i]);
	if (arg)
		pause();
	_exit(0);
}

int main(int argc, char **argv)
{
	pthread_t t;

	if (argc < 4)
		return 2;
	n = strtoul(argv[1], NULL, 10);
	size = strtoul(argv[2], NULL, 10);
	step = !strcmp(argv[3], "half") ? 2 : !strcmp(argv[3], "all");
	mallopt(M_MMAP_THRESHOLD, 1 << 30);
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	if (argc == 4 || !strcmp(argv[4], "wait"))
		run(argc == 4 ? NULL : argv[4]);
	if (pthread_create(&t, NULL, run, NULL) != 0)
		return 9;
	pthread_join(t, NULL);
	return 0;
}
