/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Leaks ten blocks of 1234 bytes, and prints its arguments and its environment.
 * Exits with the number in its last argument, or with 7. The leak is attributed
 * to main.
 */
#include <stdio.h>
#include <stdlib.h>

extern char **environ;

int main(int argc, char **argv)
{
	for (int i = 0; i < 10; i++) {
		char *volatile p = malloc(1234);

		if (p)
			p[0] = 1;
	}
	for (int i = 1; i < argc; i++)
		printf("<%s> ", argv[i]);
	for (char **e = environ; e && *e; e++)
		printf("[%s] ", *e);
	puts("ran");
	return argc > 1 ? atoi(argv[argc - 1]) : 7;
}
