/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program that enables the mouse of its terminal, with SGR codes, and prints
 * its events: "got <0;5;3M". `n` disables the mouse, `q` exits.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static void say(const char *s)
{
	if (write(STDOUT_FILENO, s, strlen(s)) < 0)
		_exit(1);
}

/* Prints each sequence, which ends in M or m. */
static void print_sequences(const char *bytes, size_t n)
{
	static char line[64];
	static size_t len;

	for (size_t i = 0; i < n; i++) {
		if (bytes[i] == '\033')
			len = 0;
		else if (len < sizeof line - 1)
			line[len++] = bytes[i];
		line[len] = '\0';
		if (bytes[i] != 'M' && bytes[i] != 'm')
			continue;
		say("got ");
		say(line + 1);
		say("\r\n");
		len = 0;
	}
}

int main(void)
{
	struct termios t;
	char buf[64];
	ssize_t n;

	/* Ends the program if its test does not. */
	alarm(3600);
	if (tcgetattr(STDIN_FILENO, &t) < 0)
		return 1;
	cfmakeraw(&t);
	tcsetattr(STDIN_FILENO, TCSANOW, &t);
	say("\033[?1000h\033[?1002h\033[?1006hpointed is ready\r\n");
	while ((n = read(STDIN_FILENO, buf, sizeof buf)) > 0) {
		if (n == 1 && buf[0] == 'q')
			return 0;
		if (n == 1 && buf[0] == 'n')
			say("\033[?1006l\033[?1002l\033[?1000lwithout\r\n");
		else
			print_sequences(buf, (size_t)n);
	}
	return 0;
}
