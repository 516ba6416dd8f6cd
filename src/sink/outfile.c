/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int outfile_open(const char *path, int flags)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY |
		      O_NONBLOCK | flags, 0600);
	struct stat st;
	int r = -EINVAL;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) < 0)
		r = -errno;
	else if (S_ISREG(st.st_mode))
		return fd;
	close(fd);
	return r;
}

int outfile_write(int fd, const struct str *text)
{
	for (size_t at = 0; at < text->len;) {
		ssize_t n = write(fd, text->data + at, text->len - at);

		if (n < 0 && errno != EINTR)
			return -errno;
		at += n > 0 ? (size_t)n : 0;
	}
	return 0;
}
