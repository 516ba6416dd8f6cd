/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "log.h"

#include <stdlib.h>
#include <string.h>

#include "live.h"

json_t *log_read(const char *path)
{
	char *text = read_file(path, NULL), *rest = text, *line;
	json_t *log = json_array();

	if (!text) {
		diag("there is no %s", path);
		return log;
	}
	while ((line = strsep(&rest, "\n")) && rest) {
		json_error_t error;
		json_t *o = json_loads(line, JSON_REJECT_DUPLICATES, &error);

		if (!json_is_object(o)) {
			diag("no JSON object: %s\n%s", error.text, line);
			json_decref(log);
			log = NULL;
			break;
		}
		json_array_append_new(log, o);
	}
	free(text);
	return log;
}

const char *log_str(const json_t *o, const char *key)
{
	const char *s = json_string_value(json_object_get(o, key));

	return s ? s : "";
}

long long log_num(const json_t *o, const char *key)
{
	json_t *value = json_object_get(o, key);

	if (json_is_string(value))
		return (long long)strtoull(json_string_value(value), NULL, 0);
	return json_is_integer(value) ? json_integer_value(value) : -1;
}

bool log_is(const json_t *o, const char *key, const char *value)
{
	return !strcmp(log_str(o, key), value);
}

struct lines {
	char **v;
	size_t n;
};

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static struct lines split(char *text)
{
	struct lines l = { NULL, 0 };
	char *line;

	while ((line = strsep(&text, "\n"))) {
		if (!*line)
			continue;
		l.v = realloc(l.v, (l.n + 1) * sizeof *l.v);
		if (!l.v)
			bail("no memory");
		l.v[l.n++] = line;
	}
	if (l.n)
		qsort(l.v, l.n, sizeof *l.v, by_text);
	return l;
}

void sort_lines(char *text)
{
	char *copy = strdup(text);
	struct lines l = split(copy);

	for (size_t i = 0; i < l.n; i++) {
		text = stpcpy(text, l.v[i]);
		*text++ = '\n';
	}
	*text = '\0';
	free(l.v);
	free(copy);
}

bool same_lines(char *got, char *want)
{
	struct lines g = split(got), w = split(want);
	size_t i = 0, j = 0, told = 0;

	while (i < g.n || j < w.n) {
		int d = i == g.n ? 1 : j == w.n ? -1 : strcmp(g.v[i], w.v[j]);

		if (d && told++ < 40)
			diag("%s: %s", d < 0 ? "unexpected" : "missing",
			     d < 0 ? g.v[i] : w.v[j]);
		i += d <= 0;
		j += d >= 0;
	}
	if (!w.n)
		diag("nothing was expected: the victim printed nothing");
	free(g.v);
	free(w.v);
	return told == 0 && w.n;
}
