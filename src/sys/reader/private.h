/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files of the reader share.
 *
 *	reader.c	its life: the child, and requests to it
 *	reader_child.c	what the child does
 *	reader_read.c	bytes of a file, waited for until the deadline
 *	reader_job.c	jobs, which are not waited for
 *	reader_look.c	the one that looks at mapped files
 *
 * A request goes to the child with descriptors (SCM_RIGHTS):
 *
 *	a reader_request, /proc/PID/FILE	int64_t: bytes or -errno; then
 *						the bytes
 *	a reader_request, /proc/PID, maybe	uint64_t: bytes; then those that
 *	mem, maps, root and pagemap of it;	the job has put out
 *	then n bytes
 */
#ifndef SYS_READER_PRIVATE_H
#define SYS_READER_PRIVATE_H

#include <stdbool.h>

#include "base/str.h"
#include "sys/own/urgency.h"
#include "sys/proc/root.h"
#include "sys/reader/process.h"

/* Processes that hung one; the oldest is forgotten for a new one. */
#define GIVEN_UP_MAX 64
/* Killed, but in a wait that not even SIGKILL ends. */
#define DYING_MAX 4
/* So many limits for one that waits for a CPU, not for the target. */
#define BUSY_LIMITS 10

/* Between the two loops; never from the program read. */
struct reader_request {
	uint64_t offset, n;
	const struct reader_job *job;	/* NULL: a piece of a file */
};
/* So many descriptors at most. */
#define READER_FDS 5

/* A process; one that cannot be looked up is its number alone. */
struct process_identity {
	pid_t pid;
	uint64_t start;		/* clock ticks since boot */
};

struct reader {
	struct procroot *proc;
	int no_proc;		/* -errno of opening it */
	pid_t pid;		/* 0: no child now; sock, pidfd are -1 */
	int sock, pidfd;
	bool urgent;		/* as was requested */
	struct urgency urgency;	/* the child's */
	uint64_t used_ns;	/* when something was asked of it last */
	int dying[DYING_MAX];	/* pidfds, -1: free */
	unsigned hung;		/* the next is given_up[hung % GIVEN_UP_MAX] */
	struct process_identity given_up[GIVEN_UP_MAX];
	const struct reader_job *job;	/* that is under way, NULL: none */
	uint64_t job_until;
	int job_limits;
	struct str answer;	/* what came of it: its size, then so much */
};

/* The child: serves requests from sock until its end, or parent's. */
_Noreturn void reader_child(int sock, pid_t parent);
/* False when the other side is gone. */
MUST_CHECK bool reader_send(int sock, const void *data, size_t n);

/* There must be no child. */
MUST_CHECK int reader_start(struct reader *r);
/* A request about n descriptors, which stay the caller's; -EPIPE: the child is
 * gone. */
MUST_CHECK int reader_give(const struct reader *r, const int *fds, size_t n,
			   const struct reader_request *req);
/* At the deadline: it did not get to run, or not for long enough. */
bool reader_wants_cpu(const struct reader *r);

#endif
