/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * leaver [PROGRAM ARG]: maps 8 pages at a known address, and so much memory
 * that freeing it takes a while; a moment later it executes the program, or
 * exits.
 */
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define PLACE ((void *)0x10000000000)
#define SMALL ((size_t)32 << 10)
#define LARGE ((size_t)256 << 20)

int main(int argc, char **argv)
{
	const struct timespec moment = { 0, 100000000 };
	char *small = mmap(PLACE, SMALL, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	char *large = mmap(NULL, LARGE, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (small == MAP_FAILED || large == MAP_FAILED)
		return 9;
	memset(small, 5, SMALL);
	madvise(large, LARGE, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < LARGE; i += 4096)
		large[i] = 1;
	nanosleep(&moment, NULL);
	if (argc > 1)
		execv(argv[1], argv + 1);
	return argc > 1 ? 9 : 0;
}
