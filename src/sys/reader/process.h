/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A disposable process for reads that may hang.
 *
 * A read of another process's memory (mem, cmdline, environ) can wait forever
 * for a page that a hostile program or a dead file server never delivers.  Only
 * SIGKILL ends that wait.  So a child process makes such reads.  The child is
 * forked at the first request and handles one request at a time.  If a request
 * takes longer than READER_LIMIT_NS (longer while the child waits for a CPU),
 * the child is killed and replaced.  Later requests for the same process fail
 * at once with -ETIMEDOUT.
 *
 *	rd = reader_new("/proc");
 *	n = reader_read(rd, pid, "cmdline", 0, buf, sizeof buf);
 *	n = reader_read(rd, pid, "mem", addr, buf, sizeof buf);
 *	reader_free(rd);
 *
 * The caller's process opens the file and passes the descriptor: open() does
 * not hang, and Yama may permit it to the tracer but not to the child.  The
 * child has no other descriptors than its end of a socket pair, has default
 * signal handlers, and dies with its parent.  It is not a tracer.  A wait for
 * any child of mmtop may reap it.  So it is identified by a pidfd, not by a
 * PID, which may be reused.  While it lives, a wait for any child does not fail
 * with ECHILD: use trace_holds() (source/trace) to find out if there are
 * tracees.
 */
#ifndef SYS_READER_PROCESS_H
#define SYS_READER_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

#define READER_LIMIT_NS 500000000ull
/* After this number of hangs the limit is READER_LIMIT_NS / 10.  So a program
 * that creates processes only to hang the reader delays other reads less. */
#define READER_PATIENCE 8
#define READER_MAX 65536	/* bytes per request */

struct reader;
struct str;
struct filecache_answer;
struct filecache_ask;
struct filecache_bin;

/* proc is "/proc" or the path of a captured tree.  If it cannot be opened,
 * every request fails. */
struct reader *reader_new(const char *proc);
void reader_free(struct reader *r);
/* Ends the child; the next request starts a new one. */
void reader_end_child(struct reader *r);
/* Ends the child if it has had no request for idle_ns.  Does not wait for its
 * exit; any later wait for a child may reap it. */
void reader_end_idle(struct reader *r, uint64_t idle_ns);
/* Sets whether the child runs with raised priority, from its next read on.
 * Needed if a stopped program waits for the caller: then it waits for the
 * child, too. */
void reader_urgent(struct reader *r, bool on);
/* Returns the number of bytes read (0 at the end of the file) or -errno;
 * -ETIMEDOUT if the read hung. */
MUST_CHECK long reader_read(struct reader *r, pid_t pid, const char *file,
			    uint64_t offset, void *buf, size_t n);
/*
 * Starts a query of a mapped file of pid (sys/reader/filecache.h).  Does not
 * wait for the result, since the answer may depend on the process itself.
 * Returns 0 or -errno.  The reader accepts no other request until
 * reader_query_result() has returned a value other than 0:
 *
 *	0		not ready: call again when reader_fd() is readable, or
 *			after some time
 *	1		*answer and room for FILECACHE_BINS bins are filled
 *	-ETIMEDOUT	the query hung; the child was killed
 *	-EIO		another process killed the child
 *
 * The process may be queried again after a hang, as the file caused the hang.
 */
MUST_CHECK int reader_query_file(struct reader *r, pid_t pid,
				 const struct filecache_ask *ask,
				 const char *path);
MUST_CHECK int reader_query_result(struct reader *r,
				   struct filecache_answer *answer,
				   struct filecache_bin *bins);
/*
 * A job that may be slow, crash, or use much memory.  The child calls run(),
 * which may store data in static variables for the next call.  The bytes in
 * `out` are sent to the caller.  The job is killed after limit_ns; if it is
 * using or waiting for a CPU at that time, only after `limits` times limit_ns.
 */
struct reader_work {
	int dir;		/* descriptor of /proc/PID, opened with
				 * O_PATH */
	int mem, maps;		/* descriptors; -1 unless the job has set
				 * `memory` */
	int root;		/* as mem and maps; opened with O_PATH */
	int pagemap;		/* as mem and maps; -1 if the kernel does not
				 * provide it */
	const char *ask;
	size_t n;
};
struct reader_job {
	void (*run)(const struct reader_work *w, struct str *out);
	uint64_t limit_ns;
	int limits;
	bool memory;
};
#define READER_ASK_MAX (256u << 10)	/* bytes */
#define READER_ANSWER_MAX (8u << 20)	/* bytes */
/* Like reader_query_file(), with n bytes of input, at most READER_ASK_MAX. */
MUST_CHECK int reader_start_job(struct reader *r, pid_t pid,
				const struct reader_job *job, const void *ask,
				size_t n);
/* Like reader_query_result(). */
MUST_CHECK int reader_job_result(struct reader *r, struct str *answer);
/* Descriptor to poll for the result; -1 if there is no child. */
int reader_fd(const struct reader *r);
/* Number of requests that hung. */
unsigned reader_hung(const struct reader *r);
/* PID of the child, 0 if there is none. */
pid_t reader_pid(const struct reader *r);

#endif
