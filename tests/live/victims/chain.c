/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chains of processes, each of which creates the next one and exits: a tracer
 * that kills them one by one is always a moment late. A chain that reaches its
 * end prints a line.
 *
 *	chain CHAINS LINKS
 */
#include <stdlib.h>
#include <unistd.h>

static void chain(long links)
{
	static const char end[] = "reached its end\n";

	for (long i = 0; i < links; i++) {
		pid_t pid = fork();

		if (pid)
			_exit(pid < 0);
	}
	_exit(write(STDOUT_FILENO, end, sizeof end - 1) < 0);
}

int main(int argc, char **argv)
{
	int chains = argc > 1 ? atoi(argv[1]) : 1;
	long links = argc > 2 ? atol(argv[2]) : 0;

	for (int i = 1; i < chains; i++)
		if (fork() == 0)
			break;
	chain(links);
}
