/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program to watch at a terminal; it repeats its input.
 *
 *	exit N		exits with that status
 *	die		kills itself with SIGUSR1
 *	size		prints the size of its terminal
 *	brackets	enables bracketed paste
 *	flood FILE	waits for FILE, writes 1 MiB and removes FILE
 *	anything else	prints "heard: " and the line, control characters as ^C
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void say_size(void)
{
	struct winsize ws = { 0 };

	ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws);
	printf("size: %dx%d\n", ws.ws_col, ws.ws_row);
}

static void say_heard(const char *line)
{
	printf("heard: ");
	for (; *line; line++)
		if ((unsigned char)*line < ' ')
			printf("^%c", *line | 0x40);
		else
			putchar(*line);
	putchar('\n');
}

static void flood(const char *file)
{
	static char line[1024];

	while (access(file, F_OK) < 0)
		usleep(10000);
	memset(line, '~', sizeof line - 1);
	for (int i = 0; i < 1024; i++)
		puts(line);
	unlink(file);
}

int main(void)
{
	char line[256];

	/* Ends the program if its test does not. */
	alarm(3600);
	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("talker %d is ready\n", (int)getpid());
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = '\0';
		if (!strncmp(line, "exit ", 5))
			return atoi(line + 5);
		if (!strcmp(line, "die"))
			raise(SIGUSR1);
		if (!strcmp(line, "size"))
			say_size();
		else if (!strncmp(line, "flood ", 6))
			flood(line + 6);
		else if (!strcmp(line, "brackets"))
			printf("\033[?2004hbrackets are on\n");
		else
			say_heard(line);
	}
	return 0;
}
