/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the owners of anonymous memory by the calls that mapped it.
 *
 * At each call that maps anonymous memory, the tracer captures the registers
 * and the top of the stack (source/trace/calls/callers.c).  origin.c stores
 * them with the mapped range.  When the range is in the map, a disposable
 * reader process unwinds the stack.  Ranges that were unmapped by then are
 * skipped.
 *
 * Invariant: the ranges of a process are sorted and never overlap.  Memory that
 * is unmapped, or mapped over, is cut out of them.
 */
#ifndef SOURCE_SAMPLE_OWNER_ORIGIN_H
#define SOURCE_SAMPLE_OWNER_ORIGIN_H

#include "source/sample/core/sample.h"

struct origin_job *origin_job_new(void);
void origin_job_free(struct sampler *s);

/* Stores a call that has mapped memory. */
void origin_note(struct sampler *s, const struct fact_mapped *what);
/* Removes memory that was unmapped or mapped over from the ranges.
 * origin_unmap() rounds len up to whole pages. */
void origin_unmap(struct sampler *s, struct sproc *p, uint64_t start,
		  uint64_t len);
void origin_cut(struct sampler *s, struct sproc *p, uint64_t start,
		uint64_t end);
void origin_clear(struct sampler *s, struct sproc *p);
/* Copies the ranges of `from` to the process that it forked. */
void origin_copy(struct sampler *s, const struct sproc *from, struct sproc *to);

/*
 * Returns the owner that has most bytes of [start, end), and stores their
 * number in *bytes.  The owner is WHOSE_UNKNOWN if no owner is known.  Pure.
 */
struct owner origin_largest(const origin_list *v, uint64_t start, uint64_t end,
			    uint64_t *bytes);

/* Handles REQ_CALL_STACK; the answer may wait until the stack is unwound. */
void origin_want(struct sampler *s, pid_t pid, uint64_t start);

uint64_t origin_due(const struct sampler *s);
bool origin_work(struct sampler *s, uint64_t deadline);

#endif
