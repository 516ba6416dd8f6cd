/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/reader/private.h"

#include <errno.h>
#include <string.h>

#include "sys/reader/filecache.h"

static void look(const struct reader_work *w, struct str *out)
{
	static struct filecache_bin bins[FILECACHE_BINS];
	struct filecache_answer answer;
	struct filecache_ask ask;
	char path[FILECACHE_PATH] = { 0 };

	memcpy(&ask, w->ask, sizeof ask);
	memcpy(path, w->ask + sizeof ask, w->n - sizeof ask);
	filecache_look(w->dir, &ask, path, &answer, bins);
	str_add(out, &answer, sizeof answer);
	str_add(out, bins, answer.done * sizeof *bins);
}

static const struct reader_job look_job = {
	.run = look, .limit_ns = READER_LIMIT_NS, .limits = BUSY_LIMITS,
};

int reader_query_file(struct reader *r, pid_t pid,
		      const struct filecache_ask *ask,
		      const char *path)
{
	struct str bytes = STR_INIT;
	int e;

	if (ask->path_len >= FILECACHE_PATH)
		return -EBUSY;
	str_add(&bytes, ask, sizeof *ask);
	str_add(&bytes, path, ask->path_len);
	e = reader_start_job(r, pid, &look_job, bytes.data, bytes.len);
	str_release(&bytes);
	return e;
}

int reader_query_result(struct reader *r, struct filecache_answer *answer,
			struct filecache_bin *bins)
{
	struct str bytes = STR_INIT;
	size_t n, size = 0;
	int e = reader_job_result(r, &bytes);

	if (e == 1 && bytes.len >= sizeof *answer) {
		memcpy(answer, bytes.data, sizeof *answer);
		size = bytes.len - sizeof *answer;
	}
	n = size / sizeof *bins;
	if (e == 1 && (n != answer->done || n > FILECACHE_BINS)) {
		reader_end_child(r);
		e = -EIO;
	}
	if (e == 1)
		memcpy(bins, bytes.data + sizeof *answer, n * sizeof *bins);
	str_release(&bytes);
	return e;
}
