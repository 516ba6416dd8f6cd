/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loads libraries one after the other, so that one may be mapped where another
 * was:
 *
 *	plugins	LIBRARY FUNCTION N	loads it, calls FUNCTION(N), unloads it
 *		keep LIBRARY FUNCTION N	keeps it loaded
 *		move FROM TO		renames a file
 *		fork			a child does the rest, and is waited for
 *		deep LIBRARY N		frees N blocks of a library loaded with
 *					RTLD_DEEPBIND; half of them have the
 *					address of a block freed before
 *		twice			frees a block twice
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef void *leak_fn(int n);

static void *load(const char *library, int how)
{
	void *handle = dlopen(library, RTLD_NOW | how);

	if (!handle) {
		fprintf(stderr, "%s\n", dlerror());
		_exit(2);
	}
	return handle;
}

static leak_fn *find(void *handle, const char *name)
{
	leak_fn *fn;

	*(void **)(void *)&fn = dlsym(handle, name);
	if (!fn)
		_exit(3);
	return fn;
}

static void deep(const char *library, int n)
{
	leak_fn *get = find(load(library, RTLD_DEEPBIND), "first_leak");

	for (int i = 0; i < n / 2; i++) {
		void *volatile p = malloc(1000);

		free(p);
		p = get(1);
		free(p);
	}
	for (int i = 0; i < n - n / 2; i++) {
		void *volatile p = get(1);

		free(p);
	}
}

static void twice(void)
{
	void *volatile p = malloc(100);

	free(p);
	free(p);
}

/* Returns the number of arguments used. */
static int step(char **a, int n)
{
	bool keep = !strcmp(a[0], "keep");
	void *handle;

	if (!strcmp(a[0], "fork")) {
		if (fork() == 0)
			return 1;
		wait(NULL);
		exit(0);
	} else if (!strcmp(a[0], "twice")) {
		twice();
		return 1;
	} else if (!strcmp(a[0], "move") && n >= 3) {
		return rename(a[1], a[2]) == 0 ? 3 : n + 1;
	} else if (!strcmp(a[0], "deep") && n >= 3) {
		deep(a[1], atoi(a[2]));
		return 3;
	}
	a += keep;
	if (n < 3 + keep)
		return n + 1;
	handle = load(a[0], 0);
	find(handle, a[1])(atoi(a[2]));
	if (!keep)
		dlclose(handle);
	return 3 + keep;
}

int main(int argc, char **argv)
{
	int at = 1;

	while (at < argc)
		at += step(argv + at, argc - at);
	return at == argc ? 0 : 1;
}
