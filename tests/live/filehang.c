/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A query of a file whose server does not even answer open(2): the caller does
 * not wait, mmtop gives up the reader that hangs, and queries the next file as
 * usual.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "live.h"
#include "slowfs.h"
#include "sys/loop.h"
#include "sys/reader/filecache.h"
#include "sys/reader/process.h"

#define PAGE 4096u

static struct filecache_answer answer;
static struct filecache_bin bins[FILECACHE_BINS];

static struct filecache_ask map_it(const char *path)
{
	struct filecache_ask ask = { .page_size = PAGE, .least = PAGE,
				     .path_len = strlen(path) };
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *map;

	if (fd < 0 || fstat(fd, &st) < 0)
		bail("cannot open the file");
	map = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
	if (map == MAP_FAILED)
		bail("cannot map the file");
	close(fd);
	ask.start = (uintptr_t)map;
	ask.end = ask.start + PAGE;
	ask.dev = st.st_dev;
	ask.inode = st.st_ino;
	return ask;
}

/* Returns the result of the query.  *asked is the result of the request: 0 if
 * the answer comes later. */
static int query_file(struct reader *r, const struct filecache_ask *ask,
		      const char *path, int *asked)
{
	uint64_t until = clock_ns() + DEADLINE_NS;
	int rc = *asked = reader_query_file(r, getpid(), ask, path);

	while (rc == 0 && clock_ns() < until) {
		struct pollfd p = { .fd = reader_fd(r), .events = POLLIN };

		poll(&p, 1, 10);
		rc = reader_query_result(r, &answer, bins);
	}
	return rc;
}

int main(void)
{
	struct reader *r = reader_new("/proc");
	struct filecache_ask slow, plain;
	char *path = work_file("plain");
	struct slowfs fs;
	int fd, rc, asked;

	if (!slowfs_start(&fs, "hang"))
		skip_all("%s", fs.why);
	plan(4);
	fd = open(path, O_RDWR | O_CREAT, 0600);
	if (fd < 0 || write(fd, "x", 1) != 1)
		bail("no room for a file");
	close(fd);
	slow = map_it(fs.path);
	plain = map_it(path);
	kill(fs.server, SIGSTOP);
	rc = query_file(r, &slow, fs.path, &asked);
	ok(rc == -ETIMEDOUT, "a query without an answer times out (%d)",
	   rc);
	ok(asked == 0, "the request does not wait for the answer");
	rc = query_file(r, &plain, path, &asked);
	ok(rc == 1 && answer.why == FILECACHE_TOLD && answer.size == 1 &&
	   answer.done == 1 && bins[0].cached == 1,
	   "the next file is queried (%d)", rc);
	kill(fs.server, SIGCONT);
	rc = query_file(r, &slow, fs.path, &asked);
	ok(rc == 1, "the first file is queried once its server answers (%d)",
	   rc);
	slowfs_stop(&fs);
	reader_free(r);
	free(path);
	return done();
}
