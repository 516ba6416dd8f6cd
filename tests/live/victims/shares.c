/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory of a file, used in one of the ways there are, and unmapped (T21):
 *
 *	shares private|shared|write FILE TEXT	the text at its beginning
 *	shares read FILE			its first page is read
 *	shares big FILE				100 MB, the first byte and the
 *						last are written
 *	shares asks|answers FILE TEXT		two strangers with two pages: the
 *			one writes into the first and waits for the second, the
 *			other waits for the first and writes into the second
 */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "victim.h"

#define PAGE 4096u
#define BIG ((size_t)100 << 20)
#define TURNS 3600000

static char *map(const char *path, size_t size, int prot, int flags)
{
	int fd = open(path, O_RDWR | O_CREAT, 0600);
	struct stat st;
	char *p;

	if (fd < 0 || fstat(fd, &st) < 0 ||
	    ((size_t)st.st_size < size && ftruncate(fd, (off_t)size) < 0))
		_exit(2);
	p = mmap(NULL, size, prot, flags, fd, 0);
	if (p == MAP_FAILED)
		_exit(3);
	close(fd);
	return p;
}

static void wait_for(const char *at)
{
	const struct timespec ms = { 0, 1000000 };

	for (int i = 0; !__atomic_load_n(at, __ATOMIC_SEQ_CST); i++) {
		if (i == TURNS)
			_exit(4);
		nanosleep(&ms, NULL);
	}
}

/* Its first byte last: whoever sees it sees the rest. */
static void put(char *at, const char *text)
{
	strcpy(at + 1, text + 1);
	__atomic_store_n(at, text[0], __ATOMIC_SEQ_CST);
}

static void talk(const char *path, const char *text, int asks)
{
	char *p = map(path, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED);
	char *own = asks ? p : p + PAGE, *other = asks ? p + PAGE : p;

	if (!asks)
		wait_for(other);
	put(own, text);
	msync(own, PAGE, MS_ASYNC);
	if (asks)
		wait_for(other);
	munmap(p, 2 * PAGE);
}

static void use(const char *how, const char *path, const char *text)
{
	int reads = !strcmp(how, "read"), writes = !strcmp(how, "write");
	int flags = !strcmp(how, "private") ? MAP_PRIVATE : MAP_SHARED;
	size_t size = !strcmp(how, "big") ? BIG : 2 * PAGE;
	char *p = map(path, size, reads ? PROT_READ : writes ? PROT_WRITE :
		      PROT_READ | PROT_WRITE, flags);

	if (reads)
		(void)*(volatile char *)p;
	else if (size == BIG)
		p[0] = 'a', p[BIG - 1] = 'z';
	else
		strcpy(p, text);
	munmap(p, size);
}

int main(int argc, char **argv)
{
	const char *text = argc > 3 ? argv[3] : "";

	if (argc < 3)
		return 1;
	if (!strcmp(argv[1], "asks") || !strcmp(argv[1], "answers"))
		talk(argv[2], text, argv[1][1] == 's');
	else
		use(argv[1], argv[2], text);
	return 0;
}
