/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/picture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/str.h"
#include "term/canvas_svg.h"
#include "term/canvas_text.h"

enum picture_kind picture_kind(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	const char *end = strrchr(name, '.');

	/* A name that is an ending only is that of a hidden file. */
	if (!end || end == name)
		return PICTURE_NONE;
	if (!strcasecmp(end, ".svg"))
		return PICTURE_SVG;
	if (!strcasecmp(end, ".txt"))
		return PICTURE_TEXT;
	return strcasecmp(end, ".ans") ? PICTURE_NONE : PICTURE_ANSI;
}

static void add_path(struct str *out, const char *path)
{
	const char *home = getenv("HOME");

	if (path[0] == '~' && path[1] == '/' && home && home[0]) {
		str_adds(out, home);
		path++;
	}
	str_adds(out, path);
}

static int write_all(int fd, const struct str *text)
{
	for (size_t at = 0; at < text->len;) {
		ssize_t n = write(fd, text->data + at, text->len - at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		at += (size_t)n;
	}
	return 0;
}

/* A new file, or none at all. */
static int create(const char *path, const struct str *text)
{
	int fd = openat(AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL |
			O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0600);
	int r;

	if (fd < 0)
		return -errno;
	r = write_all(fd, text);
	if (close(fd) < 0 && !r)
		r = -errno;
	if (r)
		unlink(path);
	return r;
}

int picture_write(const char *path, const struct canvas *c, int colors,
		  enum theme theme)
{
	struct str text = STR_INIT, full = STR_INIT;
	int r;

	switch (picture_kind(path)) {
	case PICTURE_SVG:
		canvas_svg(&text, c, colors, theme);
		break;
	case PICTURE_TEXT:
		canvas_plain(&text, c);
		break;
	case PICTURE_ANSI:
		canvas_ansi(&text, c, colors, theme);
		break;
	case PICTURE_NONE:
		return -EINVAL;
	}
	add_path(&full, path);
	r = create(full.data, &text);
	str_release(&full);
	str_release(&text);
	return r;
}
