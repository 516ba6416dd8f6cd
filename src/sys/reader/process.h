/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A disposable process that reads what may hang.
 *
 * Reading another process's memory (mem, cmdline, environ) can wait for ever on
 * a page that a hostile program or a dead file server never delivers, in a wait
 * that only SIGKILL ends.  So it is done by a child that can be killed: it is
 * forked when it is first needed, serves one request after the other, and is
 * killed and replaced when one takes longer than READER_LIMIT_NS (longer while
 * it waits for a CPU).  A process that hung one is not asked again: its
 * requests fail at once with -ETIMEDOUT.
 *
 *	rd = reader_new("/proc");
 *	n = reader_read(rd, pid, "cmdline", 0, buf, sizeof buf);
 *	n = reader_read(rd, pid, "mem", addr, buf, sizeof buf);
 *	reader_free(rd);
 *
 * The file is opened here and handed over: opening does not hang, and what a
 * tracer may open (Yama) its child may not.  The child has no descriptors of
 * ours but its end of a socket pair, ignores nothing, and dies with us.  It is
 * no tracer.  A wait for any child may take its end away: it is known by a
 * pidfd, never by a number that may be used again.  While it lives it is one
 * of our children: who wants to know whether there are tracees does not ask for
 * all (trace_holds() in source/trace).
 */
#ifndef SYS_READER_PROCESS_H
#define SYS_READER_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

#define READER_LIMIT_NS 500000000ull
/* After so many hangs the limit is a tenth of that: who makes processes only
 * to let them hang us must not keep the others waiting. */
#define READER_PATIENCE 8
#define READER_MAX 65536	/* bytes a request */

struct reader;
struct str;
struct filecache_answer;
struct filecache_ask;
struct filecache_bin;

/* proc: "/proc", or a captured tree; without one every request fails. */
struct reader *reader_new(const char *proc);
void reader_free(struct reader *r);
/* The child ends; the next request makes another one. */
void reader_rest(struct reader *r);
/* So too when nothing was asked of it for so long, and without waiting for the
 * end, which whoever waits for any child takes. */
void reader_rest_unused(struct reader *r, uint64_t idle_ns);
/* From its next reading on its child gets a CPU before others, or no longer:
 * whoever waits for it would else wait for them, too. */
void reader_urgent(struct reader *r, bool on);
/* Bytes read (0 at the end), or -errno: -ETIMEDOUT when it hung. */
MUST_CHECK long reader_read(struct reader *r, pid_t pid, const char *file,
			    uint64_t offset, void *buf, size_t n);
/*
 * A look at a mapped file of pid (sys/reader/filecache.h), without waiting: the
 * process itself may be what has to answer for it.  0, or -errno; nothing else
 * is asked of this reader until reader_looked() has said
 *
 *	0		not yet: ask again when reader_fd() is readable, or in
 *			some time
 *	1		the answer, and room for FILECACHE_BINS bins is filled
 *	-ETIMEDOUT	it hung and was given up; -EIO: somebody killed it
 *
 * who hangs here is asked again: that is the file's doing.
 */
MUST_CHECK int reader_look(struct reader *r, pid_t pid,
			   const struct filecache_ask *ask, const char *path);
MUST_CHECK int reader_looked(struct reader *r, struct filecache_answer *answer,
			     struct filecache_bin *bins);
/*
 * A piece of work that may take its time, crash, or eat memory: run() is called
 * in the child, where it may keep what it finds in static memory for the next
 * one.  What it puts into out comes back.  It is given up after limit_ns; so
 * often that long while it uses the CPU.
 */
struct reader_work {
	int dir;		/* of /proc/PID, O_PATH */
	int mem, maps;		/* where the job wants them, else -1 */
	int root;		/* so too; O_PATH */
	int pagemap;		/* so too, where the kernel has one */
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
/* As reader_look(), with n bytes of ask, at most READER_ASK_MAX. */
MUST_CHECK int reader_begin(struct reader *r, pid_t pid,
			    const struct reader_job *job, const void *ask,
			    size_t n);
/* As reader_looked(). */
MUST_CHECK int reader_ended(struct reader *r, struct str *answer);
/* -1 while there is none. */
int reader_fd(const struct reader *r);
/* How many were given up. */
unsigned reader_hung(const struct reader *r);
/* The child, 0 when there is none now. */
pid_t reader_pid(const struct reader *r);

#endif
