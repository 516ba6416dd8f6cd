/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/proc/root.h"
#include "sys/reader/process.h"

/* From linux/pidfd.h: older headers do not have it. */
#ifndef PIDFD_THREAD
# define PIDFD_THREAD O_EXCL
#endif
#define STRING_MAX 4096
/* Strings are read in pieces of the smallest page size, because a string may
 * end just before a page that cannot be read. */
#define CHUNK 4096
#define FILE_MAX READER_MAX

static long read_directly(const struct source_host *h, pid_t tid,
			  const char *file, uint64_t addr, void *buf, size_t n)
{
	int fd = procroot_openf(h->proc, O_RDONLY, "%d/%s", tid, file);
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

static void tell_hung(const struct source_host *h, pid_t tid, const char *file)
{
	struct task_facts f;
	pid_t pid = task_facts(h, tid, &f) == 0 ? f.tgid : tid;
	struct event ev = host_event(h, trace_source.letter, EV_NOTE, pid, tid);

	ev.u.note = (struct ev_note){ .id = NOTE_READER, .severity = SEV_WARN,
				      .a = pid, .text = bytes_of(file) };
	h->emit(h->emit_arg, &ev);
}

static long read_file(const struct source_host *h, pid_t tid, const char *file,
		      uint64_t addr, void *buf, size_t n)
{
	unsigned hung;
	long got;

	if (!h->reader)
		return read_directly(h, tid, file, addr, buf, n);
	hung = reader_hung(h->reader);
	got = reader_read(h->reader, tid, file, addr, buf, n);
	/* Report only the first time.  From then on the reader process refuses
	 * the read. */
	if (reader_hung(h->reader) != hung)
		tell_hung(h, tid, file);
	return got;
}

long remote_read(const struct source_host *h, pid_t tid, uint64_t addr,
		 void *buf, size_t n)
{
	/* The last page may be of another kind: check it, too. */
	uint64_t last = n ? addr + n - 1 : addr;

	if (!remote_may(h, tid, addr) ||
	    (addr / CHUNK != last / CHUNK && !remote_may(h, tid, last)))
		return -EAGAIN;
	return read_file(h, tid, "mem", addr, buf, n);
}

long remote_read_there(const struct source_host *h, pid_t tid, uint64_t addr,
		       void *buf, size_t n)
{
	uint64_t rest = CHUNK - addr % CHUNK;

	if (!remote_there(h, tid, addr))
		return -EAGAIN;
	if (n > rest && !remote_there(h, tid, addr + rest))
		n = (size_t)rest;
	return remote_read(h, tid, addr, buf, n);
}

void remote_string(const struct tracer *s, const struct tracee *t,
		   uint64_t addr, struct str *out)
{
	const struct source_host *h = s->host;
	bool alone = remote_alone(s, t->group);
	char buf[CHUNK];

	str_clear(out);
	while (out->len < STRING_MAX) {
		/* Read at most to the end of the page: the next page may be
		 * absent. */
		size_t room = CHUNK - (size_t)(addr % CHUNK);
		long got = alone && remote_stays(h, t->tid, addr, addr + 1) ?
			read_directly(h, t->tid, "mem", addr, buf, room) :
			remote_read(h, t->tid, addr, buf, room);
		const char *end;

		end = got > 0 ? memchr(buf, 0, (size_t)got) : NULL;
		if (!end && got < (long)room) {
			/* An incomplete string would be misleading. */
			str_clear(out);
			return;
		}
		str_add(out, buf, end ? (size_t)(end - buf) : (size_t)got);
		if (end)
			return;
		addr += (uint64_t)got;
	}
}

bool remote_file(const struct source_host *h, pid_t tid, const char *file,
		 struct str *out)
{
	char *buf = xmalloc(FILE_MAX), more;
	long got = read_file(h, tid, file, 0, buf, FILE_MAX);

	str_clear(out);
	if (got > 0)
		str_add(out, buf, (size_t)got);
	free(buf);
	return got == FILE_MAX &&
	       read_file(h, tid, file, FILE_MAX, &more, 1) > 0;
}

void remote_fd(const struct source_host *h, pid_t tid, int fd,
	       struct str *out)
{
	str_clear(out);
	if (fd >= 0 &&
	    procroot_linkf(h->proc, out, "%d/fd/%d", tid, fd) < 0)
		str_clear(out);
}

/* Uses a pidfd of the thread, because a leader that has exited has no
 * descriptors.  Before Linux 6.9, only leaders have pidfds. */
int remote_take_fd(pid_t pid, pid_t tid, int remote)
{
	int pidfd = (int)syscall(SYS_pidfd_open, tid, PIDFD_THREAD), fd, e;

	if (pidfd < 0)
		pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	if (pidfd < 0)
		return -errno;
	fd = (int)syscall(SYS_pidfd_getfd, pidfd, remote, 0);
	e = errno;
	close(pidfd);
	return fd < 0 ? -e : fd;
}
