/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Declarations that the files of the reader share.  The reader runs slow or
 * dangerous reads in a child process.
 *
 *	process.c	starts and ends the child, sends requests to it
 *	child.c		the child itself
 *	read.c		reads bytes of a file; waits until the deadline
 *	job.c		starts a job and gets its result, without waiting
 *	query.c		the job that queries mapped files
 *
 * A request goes to the child together with descriptors (SCM_RIGHTS).  The
 * answer to a read is an int64_t (number of bytes or -errno), then the bytes.
 * The answer to a job is a uint64_t (number of bytes), then the output of the
 * job:
 *
 *	read	a reader_request; descriptor of /proc/PID/FILE
 *	job	a reader_request, then n bytes; descriptors of /proc/PID and,
 *		if the job needs them, of its mem, maps, root and pagemap
 */
#ifndef SYS_READER_PRIVATE_H
#define SYS_READER_PRIVATE_H

#include <stdbool.h>

#include "base/str.h"
#include "sys/own/urgency.h"
#include "sys/proc/root.h"
#include "sys/reader/process.h"

/* Number of processes that are remembered because they hung the reader.  If the
 * list is full, a new process replaces the oldest. */
#define GIVEN_UP_MAX 64
/* Maximum number of killed children that have not exited yet, because they are
 * in a wait that SIGKILL does not end. */
#define DYING_MAX 4
/* A request may take this number of time limits while the child waits for a CPU
 * and not for the target. */
#define BUSY_LIMITS 10

/* Sent from mmtop to the child; contains no data of the traced program. */
struct reader_request {
	uint64_t offset, n;
	const struct reader_job *job;	/* NULL: the request is to read a part
					 * of a file */
};
/* Maximum number of descriptors in a request. */
#define READER_FDS 5

/* Identifies a process; start is 0 if it could not be read. */
struct process_identity {
	pid_t pid;
	uint64_t start;		/* clock ticks since boot */
};

struct reader {
	struct procroot *proc;
	int no_proc;		/* -errno of the attempt to open `proc` */
	pid_t pid;		/* 0: there is no child now; sock and pidfd are
				 * then -1 */
	int sock, pidfd;
	bool urgent;		/* value that reader_urgent() has set */
	struct urgency urgency;	/* priority of the child */
	uint64_t used_ns;	/* time of the last request */
	int dying[DYING_MAX];	/* pidfds of killed children; -1: free */
	unsigned hung;		/* number of requests that hung; the next
				 * process is stored in given_up[hung %
				 * GIVEN_UP_MAX] */
	struct process_identity given_up[GIVEN_UP_MAX];
	const struct reader_job *job;	/* current job, or NULL */
	uint64_t job_until;
	int job_limits;
	struct str answer;	/* bytes received so far: the size, then the
				 * output */
};

/* Main function of the child: handles requests from sock until it is closed or
 * the process `parent` exits. */
_Noreturn void reader_child(int sock, pid_t parent);
/* False if the other side has exited. */
MUST_CHECK bool reader_send(int sock, const void *data, size_t n);

/* Forks the child.  No child may be running. */
MUST_CHECK int reader_start(struct reader *r);
/* Sends a request with n descriptors, which the caller still owns. -EPIPE: the
 * child has exited. */
MUST_CHECK int reader_send_request(const struct reader *r, const int *fds,
				   size_t n,
				   const struct reader_request *req);
/* True if the child uses or waits for a CPU, or if its answer has arrived
 * since. */
bool reader_goes_on(const struct reader *r);

#endif
