/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program at a terminal, to be watched: it says what it hears.
 *
 *	exit N		ends with that status
 *	die		ends by SIGUSR1
 *	size		says the size of its terminal
 *	brackets	asks for bracketed paste
 *	flood FILE	once FILE is there, writes 1 MiB and removes it
 *	anything else	"heard: " and that, control characters as ^C
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

	/* Nothing of a test may stay behind. */
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
