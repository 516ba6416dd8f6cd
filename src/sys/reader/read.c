/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/reader/private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/str.h"
#include "sys/loop.h"
#include "sys/proc/stat.h"

#define STATUS_MAX 16384

/* Identifies the process that a thread belongs to: if one of its threads hangs
 * the reader, all of them may. */
static struct process_identity identity_of(const struct reader *r, pid_t pid)
{
	struct process_identity id = { .pid = pid };
	struct str text = STR_INIT;
	const char *at;

	/* The process name comes before this line, but cannot contain a
	 * newline: the kernel escapes it. */
	if (procroot_readf(r->proc, &text, STATUS_MAX, "%d/status", pid) == 0 &&
	    (at = strstr(text.data, "\nTgid:")))
		id.pid = atoi(at + 6);
	if (procroot_readf(r->proc, &text, STATUS_MAX, "%d/stat", id.pid) == 0)
		id.start = procstat_start(text.data);
	str_release(&text);
	return id;
}

static bool is_given_up(const struct reader *r, pid_t pid)
{
	struct process_identity id;
	unsigned n = r->hung < GIVEN_UP_MAX ? r->hung : GIVEN_UP_MAX;

	if (!n)
		return false;
	id = identity_of(r, pid);
	for (unsigned i = 0; i < n; i++)
		if (r->given_up[i].pid == id.pid &&
		    r->given_up[i].start == id.start)
			return true;
	return false;
}

/* Receives n bytes by the time `until`, or later if the child waits for a CPU.
 * -EPIPE: the child has exited. */
static int get(const struct reader *r, void *to, size_t n, uint64_t until)
{
	struct pollfd p = { .fd = r->sock, .events = POLLIN };
	int limits = BUSY_LIMITS;
	char *at = to;

	while (n) {
		uint64_t now = clock_ns();
		uint64_t left = until > now ? until - now : 0;
		ssize_t got;

		/* Poll once more when the time is over: this process may have
		 * been stopped in between. */
		if (poll(&p, 1, (int)((left + 999999) / 1000000)) == 0 &&
		    !left) {
			if (!--limits || !reader_goes_on(r))
				return -ETIMEDOUT;
			until = clock_ns() + READER_LIMIT_NS;
			continue;
		}
		got = recv(r->sock, at, n, MSG_DONTWAIT);
		if (got < 0 && (errno == EAGAIN || errno == EINTR))
			continue;
		if (got <= 0)
			return -EPIPE;
		at += got;
		n -= (size_t)got;
	}
	return 0;
}

static long ask(struct reader *r, int fd, const struct reader_request *req,
		void *buf)
{
	uint64_t limit = r->hung < READER_PATIENCE ? READER_LIMIT_NS
						   : READER_LIMIT_NS / 10;
	uint64_t until = clock_ns() + limit;
	int64_t got = 0;
	int e = r->pid ? 0 : reader_start(r);

	if (e < 0)
		return e;
	urgency_set(&r->urgency, r->urgent);
	e = reader_send_request(r, &fd, 1, req);
	if (e == 0)
		e = get(r, &got, sizeof got, until);
	if (e == 0 && got > (int64_t)req->n)
		e = -EPIPE;
	if (e == 0 && got > 0)
		e = get(r, buf, (size_t)got, until);
	r->used_ns = clock_ns();
	if (e < 0) {
		reader_end_child(r);
		return e;
	}
	return (long)got;
}

long reader_read(struct reader *r, pid_t pid, const char *file,
		 uint64_t offset, void *buf, size_t n)
{
	const struct reader_request req = {
		.offset = offset, .n = n < READER_MAX ? n : READER_MAX,
	};
	long got;
	int fd;

	if (!r->proc)
		return r->no_proc;
	if (r->job)
		return -EBUSY;
	if (is_given_up(r, pid))
		return -ETIMEDOUT;
	fd = procroot_openf(r->proc, O_RDONLY | O_NONBLOCK, "%d/%s", pid, file);
	if (fd < 0)
		return fd;
	got = ask(r, fd, &req, buf);
	/* Retry once: another process has killed the child; the target did not
	 * hang it. */
	if (got == -EPIPE)
		got = ask(r, fd, &req, buf);
	close(fd);
	if (got == -ETIMEDOUT)
		r->given_up[r->hung++ % GIVEN_UP_MAX] = identity_of(r, pid);
	return got == -EPIPE ? -EIO : got;
}
