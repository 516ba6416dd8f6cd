/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hostile names: maps files with such names, in the given directory, and
 * executes itself under one. Prints each name in hex, as the log must have it.
 *
 *	names DIR
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

static const char *const names[] = {
	"plain", "two words", "\033]0;title\007\033[2J", "new\nline", "q\"\\<>",
	"gone (deleted)", "\xff\xfe", "za\xc5\xbc\xc3\xb3\xc5\x82\xc4\x87",
	"\xe2\x80\xaetxt.exe", "c1\x9b" "31m", "del\x7f", "\xed\xa0\x80",
};

static void print_hex(const char *s)
{
	for (; *s; s++)
		printf("%02x", (unsigned char)*s);
	putchar('\n');
}

int main(int argc, char **argv)
{
	static char *bad_argv[] = { (char *)"a\033[31m\xff", NULL, NULL };
	char path[4200];

	if (argc < 2)
		return 0;	/* after the exec */
	prctl(PR_SET_NAME, "x) R 1\n\033[7m");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		int fd;

		snprintf(path, sizeof path, "%s/%s", argv[1], names[i]);
		fd = open(path, O_RDWR | O_CREAT, 0600);
		if (fd < 0 || ftruncate(fd, 8192) ||
		    mmap(NULL, 8192, PROT_READ, MAP_SHARED, fd, 0) ==
			    MAP_FAILED)
			return 2;
		close(fd);
		print_hex(path);
	}
	print_hex(bad_argv[0]);
	fflush(stdout);
	execv("/proc/self/exe", bad_argv);
	return 3;
}
