/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program's terminal: session, size, both directions. */
#include <config.h>

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <cmocka.h>

#include "sys/pty.h"
#include "../../support/slow.h"

/* Checks the terminal from inside the child. */
static int child(int slave)
{
	struct winsize ws;
	char line[16];
	ssize_t n;

	if (pty_child_setup(slave) < 0)
		return 1;
	if (getsid(0) != getpid() || tcgetsid(0) != getpid() ||
	    tcgetpgrp(1) != getpgrp() || !isatty(2))
		return 2;
	if (ioctl(1, TIOCGWINSZ, &ws) < 0)
		return 3;
	dprintf(1, "%dx%d\n", ws.ws_row, ws.ws_col);
	n = read(0, line, sizeof line);
	return n == 3 && memcmp(line, "hi\n", 3) == 0 ? 0 : 4;
}

/* Reads until the text appears. */
static void read_until(int master, const char *text)
{
	char got[256] = "";
	size_t n = 0;

	while (!strstr(got, text)) {
		struct pollfd p = { .fd = master, .events = POLLIN };
		ssize_t k;

		assert_int_equal(poll(&p, 1, DEADLINE_MS), 1);
		k = read(master, got + n, sizeof got - 1 - n);
		assert_true(k > 0);
		n += (size_t)k;
	}
}

static void test_child_has_session_and_size(void **state)
{
	int master, slave, status;
	struct err err;
	pid_t pid;

	(void)state;
	assert_int_equal(pty_open(&master, &slave, 24, 80, &err), 0);
	assert_int_equal(pty_resize(master, 33, 101), 0);
	fflush(NULL);
	pid = fork();
	if (pid == 0)
		_exit(child(slave));
	close(slave);
	read_until(master, "33x101");
	assert_int_equal(write(master, "hi\n", 3), 3);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	close(master);
}

/* A size is limited to what a terminal can have; a bad descriptor is an
 * error. */
static void test_size_is_limited(void **state)
{
	int master, slave;
	struct winsize ws;
	struct err err;

	(void)state;
	assert_int_equal(pty_open(&master, &slave, 0, 1000000, &err), 0);
	assert_int_equal(ioctl(slave, TIOCGWINSZ, &ws), 0);
	assert_int_equal(ws.ws_row, 1);
	assert_int_equal(ws.ws_col, 10000);
	close(slave);
	close(master);
	assert_true(pty_resize(-1, 1, 1) < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_child_has_session_and_size),
		cmocka_unit_test(test_size_is_limited),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
