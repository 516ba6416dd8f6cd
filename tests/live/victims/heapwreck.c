/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program that damages the memory of its own heap records as far as it can.
 *
 *	heapwreck fill N	allocates and frees N blocks
 *	heapwreck scribble	writes random bytes everywhere, and allocates
 *	heapwreck states	sets each chunk's state and length at random
 *	heapwreck cut		tries to truncate the file, makes holes in it
 *	heapwreck close		closes it, and opens another file in its place
 *
 * Exits with 0 if the file cannot be truncated, with 77 if there is none.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/falloc.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t seed = 88172645463325252u;

static uint64_t next(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static void allocate(long n)
{
	for (long i = 0; i < n; i++) {
		void *volatile p = malloc((size_t)i % 500 + 1);

		free(p);
	}
}

/* These records must be reported again: leaves the reader time to read. */
static void allocate_slowly(void)
{
	for (int i = 0; i < 20; i++) {
		allocate(500);
		poll(NULL, 0, 2);
	}
}

/* The address at which the records are mapped. */
static unsigned char *find(size_t *size)
{
	unsigned long start, end;
	char line[512];
	FILE *f = fopen("/proc/self/maps", "r");
	unsigned char *found = NULL;

	while (f && !found && fgets(line, sizeof line, f)) {
		if (strstr(line, "memfd:mmtop-heap") &&
		    sscanf(line, "%lx-%lx", &start, &end) == 2) {
			found = (unsigned char *)start;
			*size = end - start;
		}
	}
	if (f)
		fclose(f);
	return found;
}

static int descriptor(void)
{
	const char *text = getenv("MMTOP_HEAP");

	return text ? atoi(text) : -1;
}

static void scribble(unsigned char *at, size_t from, size_t size)
{
	for (int i = 0; i < 200000; i++) {
		uint64_t bytes = next();
		size_t to = from + next() % (size - from - 8);

		memcpy(at + to, &bytes, sizeof bytes);
		if (i % 16 == 0)
			allocate(1);
	}
}

/* The chunks' states follow the first page, 64 bytes each. */
static void change_states(unsigned char *at, size_t size)
{
	size_t n = size / (16384 + 64) - 1;

	for (int i = 0; i < 200000; i++) {
		uint32_t words[2] = { (uint32_t)next() % 5,
				      (uint32_t)next() % 2000 };

		memcpy(at + 4096 + next() % n * 64, words, sizeof words);
		if (i % 16 == 0)
			allocate(1);
	}
}

static int cut(int fd, size_t size)
{
	if (ftruncate(fd, 4096) == 0 || ftruncate(fd, (off_t)size * 2) == 0)
		return 1;
	for (int i = 0; i < 200; i++) {
		(void)!fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
				 (off_t)(next() % size), 65536);
		allocate(50);
	}
	return 0;
}

/* Opens a file of its own as the ring's descriptor: the library must not write
 * to it. */
static int take_over(int fd)
{
	char path[] = "/tmp/heapwreck.XXXXXX";
	int file = mkstemp(path);
	struct stat st;

	close(fd);
	if (file < 0 || dup2(file, fd) != fd)
		return 1;
	unlink(path);
	allocate(10000);
	return fstat(fd, &st) < 0 || st.st_size != 0;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int fd = descriptor();
	size_t size = 0;
	unsigned char *at;

	if (!strcmp(what, "fill")) {
		allocate(argc > 2 ? atol(argv[2]) : 1);
		return 0;
	}
	at = find(&size);
	if (!at || fd < 0)
		return 77;
	if (!strcmp(what, "scribble"))
		scribble(at, 64, size);
	else if (!strcmp(what, "states"))
		change_states(at, size);
	else if (!strcmp(what, "cut") && cut(fd, size) != 0)
		return 1;
	else if (!strcmp(what, "close"))
		return take_over(fd);
	allocate_slowly();
	return 0;
}
