/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/reader/private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sys/loop.h"

/* Opens the files of /proc/PID that the job needs.  Returns the number of
 * descriptors or -errno. */
static int open_for(const struct reader *r, pid_t pid,
		    const struct reader_job *job, int fds[READER_FDS])
{
	static const char *const names[READER_FDS] = { "", "mem", "maps",
							 "root", "pagemap" };
	int want = job->memory ? READER_FDS : 1;

	for (int i = 0; i < want; i++) {
		bool folder = i == 0 || i == 3;

		fds[i] = procroot_openf(r->proc, folder ? O_PATH | O_DIRECTORY :
					O_RDONLY, "%d/%s", (int)pid, names[i]);
		if (fds[i] >= 0)
			continue;
		if (i == READER_FDS - 1)
			return i;
		want = fds[i];
		while (i-- > 0)
			close(fds[i]);
		return want;
	}
	return want;
}

int reader_start_job(struct reader *r, pid_t pid, const struct reader_job *job,
		     const void *ask, size_t n)
{
	const struct reader_request req = { .n = n, .job = job };
	int fds[READER_FDS], e = 0, opened;

	if (!r->proc)
		return r->no_proc;
	if (r->job || n > READER_ASK_MAX)
		return -EBUSY;
	opened = open_for(r, pid, job, fds);
	if (opened < 0)
		return opened;
	if (!r->pid)
		e = reader_start(r);
	if (e == 0)
		e = reader_send_request(r, fds, (size_t)opened, &req);
	for (int i = 0; i < opened; i++)
		close(fds[i]);
	/* The socket buffer has room for the whole input, so this send() does
	 * not block. */
	if (e == 0 && n && send(r->sock, ask, n, MSG_NOSIGNAL | MSG_DONTWAIT) !=
	    (ssize_t)n)
		e = -EPIPE;
	if (e < 0) {
		reader_end_child(r);
		return e == -EPIPE ? -EIO : e;
	}
	r->job = job;
	str_clear(&r->answer);
	r->used_ns = clock_ns();
	r->job_until = r->used_ns + job->limit_ns;
	r->job_limits = job->limits;
	return 0;
}

/* Returns the number of bytes to receive, as far as it is known; 0 if the
 * output is too large. */
static size_t job_size(const struct reader *r)
{
	uint64_t n;

	if (r->answer.len < sizeof n)
		return sizeof n;
	memcpy(&n, r->answer.data, sizeof n);
	return n <= READER_ANSWER_MAX ? sizeof n + (size_t)n : 0;
}

static int job_late(struct reader *r)
{
	if (clock_ns() < r->job_until)
		return 0;
	if (--r->job_limits && reader_goes_on(r)) {
		r->job_until = clock_ns() + r->job->limit_ns;
		return 0;
	}
	reader_end_child(r);
	r->hung++;
	return -ETIMEDOUT;
}

int reader_job_result(struct reader *r, struct str *answer)
{
	char buf[16384];
	size_t size;

	if (!r->job)
		return -EIO;
	while ((size = job_size(r)) > r->answer.len) {
		size_t want = size - r->answer.len;
		ssize_t got = recv(r->sock, buf, want < sizeof buf ? want :
				   sizeof buf, MSG_DONTWAIT);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 && errno == EAGAIN)
			return job_late(r);
		if (got <= 0)
			break;
		str_add(&r->answer, buf, (size_t)got);
	}
	if (!size || r->answer.len < size) {
		reader_end_child(r);
		return -EIO;
	}
	r->job = NULL;
	r->used_ns = clock_ns();
	str_clear(answer);
	str_add(answer, r->answer.data + sizeof(uint64_t),
		size - sizeof(uint64_t));
	return 1;
}
