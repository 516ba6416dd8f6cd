/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One look at what a process has written: its private memory is registered,
 * then scanned.  Private to source/sample/writes/writes.c, which says when.
 */
#ifndef SOURCE_SAMPLE_WRITES_WRITELOOK_H
#define SOURCE_SAMPLE_WRITES_WRITELOOK_H

#include <stdbool.h>
#include <stdint.h>

struct sampler;
struct sproc;
struct writes;

/* A piece of it; p->writes may be gone afterwards. */
void writelook_step(struct sampler *s, struct sproc *p, uint64_t deadline);
/* Where it stands; the next begins anew. */
void writelook_stop(struct writes *w);

#endif
