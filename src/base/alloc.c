/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void (*failure_hook)(void);

void alloc_on_failure(void (*hook)(void))
{
	failure_hook = hook;
}

/* Uses _exit(), because atexit handlers and stdio may allocate memory. */
static _Noreturn void out_of_memory(void)
{
	static const char text[] = "mmtop: out of memory\n";
	void (*hook)(void) = failure_hook;

	failure_hook = NULL;
	if (hook)
		hook();
	if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
		_exit(125);
	_exit(125);
}

static void *checked(void *p)
{
	if (!p)
		out_of_memory();
	return p;
}

/* malloc(0) may return NULL, so a size of 0 becomes 1, and NULL always means
 * failure. */
void *xmalloc(size_t size)
{
	return checked(malloc(size ? size : 1));
}

void *xcalloc(size_t count, size_t size)
{
	if (!count || !size)
		count = size = 1;
	return checked(calloc(count, size));
}

void *xrealloc(void *p, size_t size)
{
	return checked(realloc(p, size ? size : 1));
}

void *xreallocarray(void *p, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		out_of_memory();
	return xrealloc(p, count * size);
}

char *xstrdup(const char *s)
{
	return xmemdup(s, strlen(s) + 1);
}

char *xstrndup(const char *s, size_t n)
{
	size_t len = strnlen(s, n);
	char *copy = xmalloc(len + 1);

	memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

void *xmemdup(const void *p, size_t n)
{
	void *copy = xmalloc(n);

	if (n)
		memcpy(copy, p, n);
	return copy;
}
