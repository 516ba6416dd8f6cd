/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads of a target's memory, and memory that is about to be unmapped. */
#ifndef SOURCE_TRACE_MEMORY_MEMORY_H
#define SOURCE_TRACE_MEMORY_MEMORY_H

#include "base/err.h"
#include "base/str.h"
#include "source/trace/core/stop.h"
#include "source/trace/core/tracee.h"
#include "source/trace/core/tracer_state.h"

/* --- leaving.c */
/* Called at the entry of a call of t: reports the memory that the call
 * unmaps. */
void leaving_call(struct tracer *s, const struct tracee *t);
/* Capture memory: leaving_return() at the exit of a call, leaving_passing() at
 * the entry of a call that is not logged, leaving_signal() before a signal is
 * delivered. */
void leaving_return(struct tracer *s, const struct tracee *t);
void leaving_passing(struct tracer *s, const struct tracee *t,
		     const struct ev_call *call);
void leaving_signal(struct tracer *s, const struct tracee *t);
/* True if only t still has the memory of its process: t is at its exit stop,
 * and all other tasks have passed theirs. */
bool leaving_is_last(const struct tracer *s, const struct tracee *t);
/*
 * True if t was killed during the current stop and is now at its exit stop.  A
 * resume would discard the report of the exit stop, because the kernel stores
 * only one report of a task.  `sig` is the signal to resume t with.
 */
bool leaving_unseen(const struct tracer *s, const struct tracee *t, int sig);
/* Called when t is at its exit stop and is the last task of its process. */
void leaving_exit(struct tracer *s, const struct tracee *t);

/* --- remote.c */
/*
 * All functions except remote_fd() read by the host's reader process, because
 * the reads may hang.  If the reader gives up, a NOTE reports that once per
 * process.
 *
 * Reads at most n bytes at addr, from at most two pages; returns the number of
 * bytes or -errno.  At a userfaultfd page, returns EIO, as it reads
 * /proc/TID/mem; process_vm_readv would hang.  Returns -EAGAIN if a file server
 * would have to deliver the page (remote_may()).  Use it for the arguments of a
 * call: the kernel is about to fetch their absent pages anyway.
 */
MUST_CHECK long remote_read(const struct source_host *h, pid_t tid,
			    uint64_t addr, void *buf, size_t n);
/* As remote_read(), but reads only present pages (remote_there()).  Use it for
 * all other reads, because a page that a read brings in stays in the target. */
MUST_CHECK long remote_read_there(const struct source_host *h, pid_t tid,
				  uint64_t addr, void *buf, size_t n);
/* True if the page is in memory or on a swap device. */
bool remote_there(const struct source_host *h, pid_t tid, uint64_t addr);
bool remote_may(const struct source_host *h, pid_t tid, uint64_t addr);

/* --- vector.c */
/* For process_madvise: reads `ranges` and `of_pid` of the call that t is in. */
void vector_fetch(struct tracer *s, struct tracee *t);

/* --- alone.c */
/* Called when t has created a task in `child`: t's process or a new one. */
void alone_made(struct tracer *s, const struct tracee *t, struct group *child,
		enum stop_kind kind);
/* Called for a new process whose creator is not known. */
void alone_stranger(struct tracer *s);
void alone_exec(struct group *g);
/* True if no task can change the memory of g while g's task is stopped. */
bool remote_alone(const struct tracer *s, const struct group *g);

/* --- remote.c, present.c */
/* True if [addr, end) has at most 256 KiB, and each of its pages is present and
 * belongs to no file. */
bool remote_stays(const struct source_host *h, pid_t tid, uint64_t addr,
		  uint64_t end);
/* Reads a string of at most 4 KiB from a stopped task; returns "" if part of it
 * cannot be read. */
void remote_string(const struct tracer *s, const struct tracee *t,
		   uint64_t addr, struct str *out);
/* Reads the first READER_MAX bytes of /proc/TID/FILE, such as cmdline; returns
 * "" in out if it cannot be read.  Returns true if the file has more bytes. */
bool remote_file(const struct source_host *h, pid_t tid, const char *file,
		 struct str *out);
/* Returns the path of a descriptor's file, or the text of its link in /proc. */
void remote_fd(const struct source_host *h, pid_t tid, int fd,
	       struct str *out);
/* Duplicates descriptor `remote` of the task; returns a descriptor that the
 * caller closes, or -errno. */
MUST_CHECK int remote_take_fd(pid_t pid, pid_t tid, int remote);

#endif
