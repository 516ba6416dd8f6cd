/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was registered with a userfaultfd is taken out of a process that lives
 * on bit by bit: the kernel holds its memory map for each.
 */
#ifndef SOURCE_SAMPLE_WRITES_UNREGISTER_H
#define SOURCE_SAMPLE_WRITES_UNREGISTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct areas;
struct sampler;
struct sproc;

/* Takes the descriptor of p's writes, and closes it at the end. */
void unregister_begin(struct sampler *s, struct sproc *p);
/* The i-th one of a process that is being unregistered; false: there is none. */
bool unregister_areas(const struct sampler *s, pid_t pid, size_t i,
		      struct areas *out);
/* False: there is nothing to do. */
bool unregister_work(struct sampler *s, uint64_t deadline);
/* All there is, at once: somebody stands still until it is done. */
void unregister_now(struct sampler *s);
/* At the end of mmtop, when calls no longer stop: unregisters one process after
 * the other, by closing its userfaultfd.  Memory mapped next to a part that is
 * still registered would stay a separate area. */
void unregister_close(struct sampler *s);

#endif
