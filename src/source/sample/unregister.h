/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was registered with a userfaultfd is taken out of a process that lives
 * on bit by bit: the kernel holds its memory map for each.
 */
#ifndef SOURCE_SAMPLE_UNREGISTER_H
#define SOURCE_SAMPLE_UNREGISTER_H

#include <stdbool.h>
#include <stdint.h>

struct source;
struct sproc;

/* Takes the descriptor of p's writes, and closes it at the end. */
void unregister_begin(struct source *s, struct sproc *p);
/* False: there is nothing to do. */
bool unregister_work(struct source *s, uint64_t deadline);
/* All there is, at once: somebody stands still until it is done. */
void unregister_now(struct source *s);
/* At the end of mmtop: waits until nothing is left in any process. */
void unregister_close(struct source *s);

#endif
