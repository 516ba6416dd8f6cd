/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Helpers that victims share: they collect the expected lines of the log in
 * memory that children and threads append to, and print them at the very end,
 * so that no extra system call comes between the traced ones.
 */
#ifndef TESTS_LIVE_VICTIM_H
#define TESTS_LIVE_VICTIM_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#define EXPECTED_MAX (1u << 20)
/* A victim exits after this time if its test does not end it. */
#define LIFE_S 3600

struct expected {
	size_t len;
	char text[EXPECTED_MAX];
};

static struct expected *expected;

/* Maps memory that every child shares. */
static inline void expected_init(void)
{
	expected = mmap(NULL, sizeof *expected, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (expected == MAP_FAILED)
		_exit(98);
}

__attribute__((format(printf, 1, 2)))
static inline void expect(const char *fmt, ...)
{
	char line[1024];
	va_list ap;
	size_t n, at;

	va_start(ap, fmt);
	n = (size_t)vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	if (n >= sizeof line)
		_exit(97);
	at = __atomic_fetch_add(&expected->len, n, __ATOMIC_SEQ_CST);
	if (at + n > EXPECTED_MAX)
		_exit(97);
	memcpy(expected->text + at, line, n);
}

static inline void expected_print(void)
{
	size_t at = 0;

	while (at < expected->len) {
		ssize_t n = write(STDOUT_FILENO, expected->text + at,
				  expected->len - at);
		if (n <= 0)
			_exit(96);
		at += (size_t)n;
	}
}

/* With Yama, only ancestors may trace: allow every process. */
static inline void allow_tracing(void)
{
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
}

/* Prints "ready", then waits for a byte from stdin, which is sent once mmtop
 * has attached. */
static inline void wait_to_be_watched(void)
{
	char c;

	allow_tracing();
	if (write(STDOUT_FILENO, "ready\n", 6) != 6 ||
	    read(STDIN_FILENO, &c, 1) != 1)
		_exit(95);
}

#endif
