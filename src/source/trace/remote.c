/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "sys/procroot.h"

#define STRING_MAX 4096
#define CHUNK 256

long remote_read(const struct source_host *h, pid_t tid, uint64_t addr,
		 void *buf, size_t n)
{
	int fd = procroot_openf(h->proc, O_RDONLY, "%d/mem", tid);
	ssize_t got;

	if (fd < 0)
		return fd;
	do
		got = pread(fd, buf, n, (off_t)addr);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		got = -errno;
	close(fd);
	return got;
}

void remote_string(const struct source_host *h, pid_t tid, uint64_t addr,
		   struct str *out)
{
	char buf[CHUNK];

	str_clear(out);
	while (out->len < STRING_MAX) {
		/* Never across a page: the next one may not be there. */
		size_t room = CHUNK - (size_t)(addr % CHUNK);
		long got = remote_read(h, tid, addr, buf, room);
		const char *end;

		if (got <= 0)
			return;
		end = memchr(buf, 0, (size_t)got);
		str_add(out, buf, end ? (size_t)(end - buf) : (size_t)got);
		if (end || (size_t)got < room)
			return;
		addr += (uint64_t)got;
	}
}

void remote_fd(const struct source_host *h, pid_t tid, int fd,
	       struct str *out)
{
	str_clear(out);
	if (fd >= 0 &&
	    procroot_linkf(h->proc, out, "%d/fd/%d", tid, fd) < 0)
		str_clear(out);
}
