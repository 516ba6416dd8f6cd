/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a target's memory is read, and what is about to leave it. */
#ifndef SOURCE_TRACE_MEMORY_MEMORY_H
#define SOURCE_TRACE_MEMORY_MEMORY_H

#include "base/err.h"
#include "base/str.h"
#include "source/trace/core/stop.h"
#include "source/trace/core/tracee.h"
#include "source/trace/core/tracer_state.h"

/* --- leaving.c */
/* t stands at the entry of a call that it made: what it unmaps is looked at. */
void leaving_call(struct tracer *s, const struct tracee *t);
/* Capture at the exit of a call; at the entry of a call that is not logged; before
 * a signal is delivered. */
void leaving_return(struct tracer *s, const struct tracee *t);
void leaving_passing(struct tracer *s, const struct tracee *t,
		     const struct ev_call *call);
void leaving_signal(struct tracer *s, const struct tracee *t);
/* Whether all the others of its process are past the stop at their end, where
 * t stands: nobody else has the memory. */
bool leaving_is_last(const struct tracer *s, const struct tracee *t);
/*
 * Whether t was killed in the stop that is served, and stands at its end now:
 * the kernel keeps one report of a task, and a resume takes that one away.
 * sig: what it is to be resumed with.
 */
bool leaving_unseen(const struct tracer *s, const struct tracee *t, int sig);
/* t is the last, and at its end. */
void leaving_exit(struct tracer *s, const struct tracee *t);

/* --- remote.c */
/* All of these but remote_fd() go through the host's reader, as they may hang;
 * where it gives up, a NOTE says so once per process.
 *
 * Reads at most n bytes at addr, two pages at most; what could be read or
 * -errno.  Through /proc/TID/mem, which answers EIO where process_vm_readv
 * would hang on a userfaultfd page; -EAGAIN for a page that a file server
 * would have to deliver (remote_may).  For the arguments of a call: what is
 * absent there the kernel fetches too, a moment later. */
MUST_CHECK long remote_read(const struct source_host *h, pid_t tid,
			    uint64_t addr, void *buf, size_t n);
/* As remote_read(), but of pages that are there (remote_there): for all else,
 * as the target would keep what a read has brought. */
MUST_CHECK long remote_read_there(const struct source_host *h, pid_t tid,
				  uint64_t addr, void *buf, size_t n);
/* Whether the page is in memory or on a swap device. */
bool remote_there(const struct source_host *h, pid_t tid, uint64_t addr);
bool remote_may(const struct source_host *h, pid_t tid, uint64_t addr);

/* --- vector.c */
/* Of process_madvise: ranges and of_pid of its call. */
void vector_fetch(struct tracer *s, struct tracee *t);

/* --- alone.c */
/* t has made a task of child, its own process or a new one. */
void alone_made(struct tracer *s, const struct tracee *t, struct group *child,
		enum stop_kind kind);
/* A new process whose creator is not known. */
void alone_stranger(struct tracer *s);
void alone_exec(struct group *g);
/* While the task of g stands at a stop, nobody changes its memory. */
bool remote_alone(const struct tracer *s, const struct group *g);

/* --- remote.c, present.c */
/* Every page of [addr, end) is there, of no file, and no more than 256 KiB. */
bool remote_stays(const struct source_host *h, pid_t tid, uint64_t addr,
		  uint64_t end);
/* A string of a stopped task, at most 4 KiB of it; empty when not all of it can
 * be read. */
void remote_string(const struct tracer *s, const struct tracee *t,
		   uint64_t addr, struct str *out);
/* The first READER_MAX bytes of /proc/TID/FILE (cmdline), empty if it cannot be
 * read; true: the file has more. */
bool remote_file(const struct source_host *h, pid_t tid, const char *file,
		 struct str *out);
/* The file behind a descriptor: its path, or what the link says. */
void remote_fd(const struct source_host *h, pid_t tid, int fd,
	       struct str *out);
/* A descriptor of ours for the same open file, to be closed; or -errno. */
MUST_CHECK int remote_take_fd(pid_t pid, pid_t tid, int remote);

#endif
