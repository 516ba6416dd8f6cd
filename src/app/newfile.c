/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/newfile.h"

#include <errno.h>
#include <fcntl.h>
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

int newfile_write(const char *path, const struct str *text)
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
