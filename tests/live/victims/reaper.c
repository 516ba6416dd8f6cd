/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A parent that creates a child and reaps it, again and again, and counts them:
 * it stops if a tracer does not pass an exited child on to it. With "talk" it
 * writes a line each time: it also stops if its terminal is full.
 *
 *	reaper FILE [1 [talk]]		FILE like that of victims/counter
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "victim.h"

#define WORDS 64
#define STOP 63

int main(int argc, char **argv)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	time_t until = time(NULL) + LIFE_S;
	int fd = argc > 1 ? open(argv[1], O_RDWR) : -1;
	volatile uint64_t *words;
	char line[200];

	allow_tracing();
	memset(line, '.', sizeof line);
	line[sizeof line - 1] = '\n';
	words = mmap(NULL, WORDS * 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		     0);
	if (words == MAP_FAILED)
		return 2;
	while (!words[STOP] && time(NULL) < until) {
		pid_t pid = fork();

		if (pid == 0)
			_exit(0);
		if (pid < 0 || waitpid(pid, NULL, 0) != pid)
			return 3;
		if (argc > 3 && write(STDOUT_FILENO, line, sizeof line) < 0)
			return 4;
		words[0]++;
		nanosleep(&pause, NULL);
	}
	return 0;
}
