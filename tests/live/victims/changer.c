/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Changes memory as it is told, a word for each step.  Two regions of eight
 * pages lie at fixed places: one shared (s), one private (p).
 *
 *	s3, p3		the third page begins with a 3 (of eight: page 3 % 8)
 *	k3		as p3, but the kernel writes it: read() from a pipe
 *	m, q		msync of the shared one, mprotect of the private one
 *	u, U		the private one is unmapped, the shared one
 *	a		the private one is mapped anew
 *	d		madvise gives the private one's first page back
 *	w		waits for a byte
 *	z100		sleeps 100 ms
 *	f ... x		a child does what is between, and is waited for
 *	e		exec of true
 *	b100		for 100 ms counts 3, 11, 19... in the shared one
 *	c3		so too, until three bytes have come
 *	v		PROT_NONE for the private one
 *	B64		64 MiB more, each page another one
 *	S500		500 pages, each a region of its own by mprotect
 *	F/tmp/x		a file of that name is made, mapped, filled (byte i is
 *			i % 251) and synchronised
 *
 * "wait" as the first word: it says "ready" and waits for a byte.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "changer.h"
#include "victim.h"

static void map(uintptr_t at, int flags)
{
	void *p = mmap((void *)at, CHANGER_SIZE, PROT_READ | PROT_WRITE,
		       flags | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

	if (p == MAP_FAILED)
		_exit(3);
}

/* Whoever looks sees the page before or after it, nothing between. */
static void put(uintptr_t at, const char *number)
{
	uint64_t n = strtoull(number, NULL, 10);

	__atomic_store_n((uint64_t *)(at + n % 8 * 4096), n, __ATOMIC_SEQ_CST);
}

static void put_by_kernel(uintptr_t at, const char *number)
{
	uint64_t n = strtoull(number, NULL, 10);
	int ends[2];

	if (pipe(ends) < 0 || write(ends[1], &n, sizeof n) != sizeof n ||
	    read(ends[0], (void *)(at + n % 8 * 4096), sizeof n) != sizeof n)
		_exit(6);
	close(ends[0]);
	close(ends[1]);
}

static void wait_for_byte(void)
{
	char c;

	if (read(STDIN_FILENO, &c, 1) != 1)
		_exit(10);
}

static void nap(const char *number)
{
	unsigned long ms = strtoul(number, NULL, 10);
	struct timespec t = { (time_t)(ms / 1000),
			      (long)(ms % 1000) * 1000000 };

	nanosleep(&t, NULL);
}

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* The next of 3, 11, 19... in the shared one. */
static void count_on(void)
{
	static uint64_t n = 3;

	__atomic_store_n((uint64_t *)(CHANGER_SHARED + 3 * 4096), n,
			 __ATOMIC_SEQ_CST);
	n += 8;
}

static void count(const char *number)
{
	uint64_t until = now_ms() + strtoull(number, NULL, 10);

	while (now_ms() < until)
		count_on();
}

static void count_to_bytes(const char *number)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };

	for (unsigned long n = strtoul(number, NULL, 10); n > 0;) {
		count_on();
		if (poll(&p, 1, 0) == 1) {
			wait_for_byte();
			n--;
		}
	}
}

/* In the child the next word; in the parent the x behind the child's words, once
 * that has ended. */
static char **branch(char **word)
{
	pid_t child = fork();

	if (child < 0)
		_exit(4);
	if (child == 0)
		return word;
	while (*word && strcmp(*word, "x") != 0)
		word++;
	if (waitpid(child, NULL, 0) != child)
		_exit(5);
	return word;
}

static char *more(size_t size)
{
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		_exit(9);
	for (size_t i = 0; i < size; i += 4096)
		memcpy(p + i, &i, sizeof i);
	return p;
}

static void split(const char *number)
{
	size_t n = strtoul(number, NULL, 10);
	char *p = more(n * 2 * 4096);

	for (size_t i = 0; i < n; i++)
		mprotect(p + i * 2 * 4096, 4096, PROT_READ);
}

static void file(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	unsigned char *p;

	if (fd < 0 || ftruncate(fd, CHANGER_FILE_SIZE) < 0)
		_exit(7);
	p = mmap((void *)CHANGER_FILE, CHANGER_FILE_SIZE,
		 PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
	if (p == MAP_FAILED)
		_exit(8);
	for (size_t i = 0; i < CHANGER_FILE_SIZE; i++)
		p[i] = (unsigned char)(i % 251);
	msync(p, CHANGER_FILE_SIZE, MS_ASYNC);
}

static void step(const char *word)
{
	switch (*word) {
	case 's': put(CHANGER_SHARED, word + 1); break;
	case 'p': put(CHANGER_PRIVATE, word + 1); break;
	case 'k': put_by_kernel(CHANGER_PRIVATE, word + 1); break;
	case 'm': msync((void *)CHANGER_SHARED, CHANGER_SIZE, MS_ASYNC); break;
	case 'q':
		mprotect((void *)CHANGER_PRIVATE, CHANGER_SIZE,
			 PROT_READ | PROT_WRITE);
		break;
	case 'v':
		mprotect((void *)CHANGER_PRIVATE, CHANGER_SIZE, PROT_NONE);
		break;
	case 'u': munmap((void *)CHANGER_PRIVATE, CHANGER_SIZE); break;
	case 'U': munmap((void *)CHANGER_SHARED, CHANGER_SIZE); break;
	case 'a': map(CHANGER_PRIVATE, MAP_PRIVATE); break;
	case 'd': madvise((void *)CHANGER_PRIVATE, 4096, MADV_DONTNEED); break;
	case 'w': wait_for_byte(); break;
	case 'z': nap(word + 1); break;
	case 'b': count(word + 1); break;
	case 'c': count_to_bytes(word + 1); break;
	case 'B':
		more((size_t)strtoul(word + 1, NULL, 10) << 20);
		break;
	case 'S': split(word + 1); break;
	case 'F': file(word + 1); break;
	case 'e': execl("/bin/true", "true", (char *)NULL); break;
	case 'x': _exit(0);
	default: _exit(6);
	}
}

int main(int argc, char **argv)
{
	char **word = argv + 1;

	map(CHANGER_SHARED, MAP_SHARED);
	map(CHANGER_PRIVATE, MAP_PRIVATE);
	if (argc > 1 && !strcmp(*word, "wait")) {
		wait_to_be_watched();
		word++;
	}
	while (*word) {
		if (!strcmp(*word, "f")) {
			word = branch(word);
			word++;
			continue;
		}
		step(*word++);
	}
	return 0;
}
