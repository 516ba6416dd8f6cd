/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * syscalls: twenty calls that have nothing to do with memory, then one mmap and
 * one munmap, argv[1] times. It spends most of its time in system calls.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	long rounds = argc > 1 ? atol(argv[1]) : 1000;

	for (long i = 0; i < rounds; i++) {
		void *at;

		for (int j = 0; j < 20; j++)
			syscall(SYS_getppid);
		at = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (at == MAP_FAILED)
			return 1;
		munmap(at, 4096);
	}
	return 0;
}
