/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A child that executes one file after the other. In each it maps a block of
 * its own size at the same address, prints "stage K PID" and waits for a byte.
 *
 *	become FILE...		exits with 40 + the number of files
 */
#define _GNU_SOURCE
#include <sys/wait.h>

#include "victim.h"

#define BLOCK ((void *)0x20000000)
#define NOTHING ((void *)0x10000)
#define PAGE 4096u

/* argv: become, "stage", K, FILE... */
_Noreturn static void stage(int argc, char **argv)
{
	unsigned k = (unsigned)atoi(argv[2]);
	char text[64], c;

	if (mmap(BLOCK, PAGE * (100 + k), PROT_READ, MAP_PRIVATE |
		 MAP_ANONYMOUS | MAP_FIXED, -1, 0) != BLOCK ||
	    munmap(NOTHING, PAGE * (100 + k)))
		_exit(90);
	snprintf(text, sizeof text, "stage %u %d\n", k, getpid());
	if (write(STDOUT_FILENO, text, strlen(text)) < 0 ||
	    read(STDIN_FILENO, &c, 1) != 1)
		_exit(91);
	if (argc == 3)
		_exit((int)(40 + k));
	snprintf(text, sizeof text, "%u", k + 1);
	argv[2] = text;
	argv[0] = argv[3];
	memmove(argv + 3, argv + 4, (size_t)(argc - 3) * sizeof *argv);
	execv(argv[0], argv);
	_exit(92);
}

int main(int argc, char **argv)
{
	char *first[32] = { argv[0], (char *)"stage", (char *)"0" };
	pid_t pid;
	int status;

	if (argc > 2 && !strcmp(argv[1], "stage"))
		stage(argc, argv);
	if (argc > 20)
		return 1;
	wait_to_be_watched();
	pid = fork();
	if (pid == 0) {
		memcpy(first + 3, argv + 1, (size_t)argc * sizeof *argv);
		stage(argc + 2, first);
	}
	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ?
	       WEXITSTATUS(status) : 93;
}
