/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * known: known bytes in a region with a known name, /memfd:of-known-bytes. At 0
 * there is a text, at 0x20 a pointer to 0x100, where there is another text; at
 * 0x30 a counter of the bytes read from stdin; at 0x40000 the last text.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define SIZE 0x100000

int main(void)
{
	int fd = memfd_create("of-known-bytes", 0);
	char byte, *p;

	if (fd < 0 || ftruncate(fd, SIZE) < 0)
		return 1;
	p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		return 1;
	strcpy(p, "KNOWN-BYTES");
	*(char **)(void *)(p + 0x20) = p + 0x100;
	strcpy(p + 0x100, "the-target");
	strcpy(p + 0x40000, "far-away");
	puts("ready");
	fflush(stdout);
	while (read(0, &byte, 1) == 1)
		++*(volatile uint32_t *)(void *)(p + 0x30);
	return 0;
}
