/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who asked for what is mapped, as the calls that were seen tell it.
 *
 * At each call that maps anonymous memory the tracer keeps the registers and
 * the top of the stack (source/trace/calls/callers.c).  They stay here, with the
 * addresses that came of it, until that is told by the map; only of what is
 * still there then the frames are looked for, in the disposable reader, one
 * after the other.
 *
 * Invariant: the stretches of a process are in order and never overlap; what is
 * unmapped, or mapped anew, is cut out of them.
 */
#ifndef SOURCE_SAMPLE_OWNER_ASKED_H
#define SOURCE_SAMPLE_OWNER_ASKED_H

#include "source/sample/core/sample.h"

struct asked_job *asked_job_new(void);
void asked_job_free(struct sampler *s);

/* A call has mapped that. */
void asked_note(struct sampler *s, const struct fact_mapped *what);
/* Nothing of [start, end) is what it was. */
void asked_unmap(struct sampler *s, struct sproc *p, uint64_t start,
		 uint64_t len);
void asked_cut(struct sampler *s, struct sproc *p, uint64_t start,
	       uint64_t end);
void asked_clear(struct sampler *s, struct sproc *p);
/* A fork has the same. */
void asked_copy(struct sampler *s, const struct sproc *from, struct sproc *to);

/*
 * Who asked for the most of [start, end), as far as that is told; whose UNKNOWN:
 * nobody did.  *bytes: so much of it.  Pure.
 */
struct owner asked_most(const asked_list *v, uint64_t start, uint64_t end,
			uint64_t *bytes);

uint64_t asked_due(const struct sampler *s);
bool asked_work(struct sampler *s, uint64_t deadline);

#endif
