/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads files and literals of tests/support/evtext.h. */
#include <config.h>

#include "evtext.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

int evtext_read(FILE *f, event_fn *fn, void *arg, struct err *err)
{
	struct str joined = STR_INIT;
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;
	int number = 0, r = 0;

	while (!r && (n = getline(&line, &cap, f)) >= 0) {
		struct err why = { 0 };

		number++;
		if (n && line[n - 1] == '\n')
			line[--n] = '\0';
		if (n && line[n - 1] == '\\') {
			str_add(&joined, line, (size_t)n - 1);
			continue;
		}
		str_add(&joined, line, (size_t)n);
		r = evtext_line(joined.data, fn, arg, &why);
		if (r)
			err_set(err, -r, "line %d: %.200s", number, why.what);
		str_clear(&joined);
	}
	if (!r && joined.len)
		r = err_set(err, EINVAL, "line %d: ends in a backslash",
			    number);
	free(line);
	str_release(&joined);
	return r;
}

int evtext_file(const char *name, event_fn *fn, void *arg, struct err *err)
{
	const char *top = getenv("top_srcdir");
	struct str path = STR_INIT;
	struct err why = { 0 };
	FILE *f;
	int r;

	str_addf(&path, "%s/tests/data/%s", top ? top : ".", name);
	f = fopen(path.data, "re");
	if (f) {
		r = evtext_read(f, fn, arg, &why);
		fclose(f);
	} else {
		r = err_set(&why, errno, "open %.200s", path.data);
	}
	if (r)
		err_set(err, -r, "%.60s: %.170s", name, why.what);
	str_release(&path);
	return r;
}

static void must(int r, const struct err *err)
{
	char text[300];

	if (!r)
		return;
	fprintf(stderr, "Bail out! %s\n", err_text(err, text, sizeof text));
	exit(99);
}

void evtext_load(const char *name, event_fn *fn, void *arg)
{
	struct err err = { 0 };

	must(evtext_file(name, fn, arg, &err), &err);
}

void evtext_text(const char *lines, event_fn *fn, void *arg)
{
	FILE *f = fmemopen((char *)(uintptr_t)lines, strlen(lines), "r");
	struct err err = { 0 };

	if (!f)
		must(err_set(&err, errno, "fmemopen"), &err);
	must(evtext_read(f, fn, arg, &err), &err);
	fclose(f);
}
