/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * grower FIFO: allocates 40 blocks of 1,000 bytes in keep_small(), three of
 * 100,000 in keep_large(), and 60 more of the small ones for every byte from
 * FIFO; exits at a q. It frees nothing.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *volatile last;

/* Writes to the blocks, so that they are resident. */
static __attribute__((noinline)) void keep_small(int n)
{
	for (int i = 0; i < n; i++) {
		last = malloc(1000);
		if (last)
			memset(last, 1, 1000);
	}
}

static __attribute__((noinline)) void keep_large(int n)
{
	for (int i = 0; i < n; i++) {
		last = malloc(100000);
		if (last)
			memset(last, 1, 100000);
	}
}

int main(int argc, char **argv)
{
	int fd = argc == 2 ? open(argv[1], O_RDWR) : -1;
	char byte;

	if (fd < 0)
		return 1;
	keep_small(40);
	keep_large(3);
	while (read(fd, &byte, 1) == 1 && byte != 'q')
		keep_small(60);
	return 0;
}
