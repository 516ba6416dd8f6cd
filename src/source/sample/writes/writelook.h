/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One pass over the written pages of a process: registers its private memory,
 * then scans it.  Private to source/sample/writes/writes.c, which schedules the
 * passes.
 */
#ifndef SOURCE_SAMPLE_WRITES_WRITELOOK_H
#define SOURCE_SAMPLE_WRITES_WRITELOOK_H

#include <stdbool.h>
#include <stdint.h>

struct sampler;
struct sproc;
struct writes;

/* Does a part of a pass; may free p->writes. */
void writelook_step(struct sampler *s, struct sproc *p, uint64_t deadline);
/* Stops the current pass; the next pass starts at the beginning. */
void writelook_stop(struct writes *w);

#endif
