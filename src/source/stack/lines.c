/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/stack/private.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "sys/reader/filecache.h"

#define AROUND 2
#define LINE_MAX_KEPT 200
#define FILE_MAX_READ (16u << 20)
#define TAB 8

void lines_release(struct source_lines *l)
{
	free(l->path);
	str_release(&l->text);
	l->path = NULL;
}

/* Gets the text of a source file.  Frames of the same file are adjacent, so the
 * file is read only once. */
static bool have(struct unwinder *u, const char *path)
{
	struct source_lines *l = &u->lines;
	int fd;

	if (l->path && !strcmp(l->path, path))
		return l->text.len;
	lines_release(l);
	l->path = xstrdup(path);
	l->text = (struct str)STR_INIT;
	fd = filecache_open_path(u->root, path);
	if (fd < 0)
		return false;
	if (str_read(&l->text, fd, FILE_MAX_READ) != 0)
		str_clear(&l->text);
	close(fd);
	return l->text.len;
}

/* Appends a line, cut at LINE_MAX_KEPT bytes, with tabs expanded.  Accepts all
 * kinds of line endings. */
static void add_line(struct str *out, const char *s, size_t n)
{
	size_t start = out->len;

	if (n && s[n - 1] == '\r')
		n--;
	for (size_t i = 0; i < n && out->len - start < LINE_MAX_KEPT; i++) {
		if (s[i] != '\t') {
			str_addc(out, s[i]);
			continue;
		}
		do
			str_addc(out, ' ');
		while ((out->len - start) % TAB);
	}
	str_addc(out, '\n');
}

void lines_around(struct unwinder *u, const char *path, uint32_t line,
		  struct str *out, uint32_t *first)
{
	const char *at, *end, *stop;
	uint32_t from = line > AROUND ? line - AROUND : 1;

	if (!line || !have(u, path))
		return;
	at = u->lines.text.data;
	stop = at + u->lines.text.len;
	for (uint32_t i = 1; at < stop && i <= line + AROUND; i++) {
		end = memchr(at, '\n', (size_t)(stop - at));
		if (!end)
			end = stop;
		if (i >= from)
			add_line(out, at, (size_t)(end - at));
		at = end + (end < stop);
	}
	/* If the file ends before `line`, no line was appended: the file was
	 * changed after it was compiled. */
	*first = from;
}
