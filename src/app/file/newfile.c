/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/file/newfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

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

int newfile_open(const char *path, const struct str *text)
{
	int fd = openat(AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL |
			O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0600);
	int r;

	if (fd < 0)
		return -errno;
	r = write_all(fd, text);
	if (!r)
		return fd;
	close(fd);
	unlink(path);
	return r;
}

int newfile_write(const char *path, const struct str *text)
{
	int fd = newfile_open(path, text), r;

	if (fd < 0)
		return fd;
	if (close(fd) == 0)
		return 0;
	r = -errno;
	unlink(path);
	return r;
}

int newfile_write_typed(const char *path, const struct str *text)
{
	const char *home = getenv("HOME");
	struct str full = STR_INIT;
	int r;

	if (path[0] == '~' && path[1] == '/' && home && home[0]) {
		str_adds(&full, home);
		path++;
	}
	str_adds(&full, path);
	r = newfile_write(full.data, text);
	str_release(&full);
	return r;
}
