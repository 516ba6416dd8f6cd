/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unregisters memory from a userfaultfd while its process runs.  It does so in
 * small steps, because the kernel locks the process' memory map for each step.
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

/* Starts to unregister the memory of p.  Takes over the descriptor of p's
 * writes, and closes it at the end. */
void unregister_begin(struct sampler *s, struct sproc *p);
/* Stores the i-th userfaultfd that is being unregistered for process pid in
 * *out.  Returns false if there are fewer. */
bool unregister_areas(const struct sampler *s, pid_t pid, size_t i,
		      struct areas *out);
/* Unregisters until the deadline.  Returns false if there is nothing to do. */
bool unregister_work(struct sampler *s, uint64_t deadline);
/* Unregisters everything at once.  A task is stopped during that time. */
void unregister_now(struct sampler *s);
/* For the exit of mmtop, when calls no longer stop tasks: closes the
 * userfaultfds, which unregisters their memory at once.  Small steps would not
 * do: memory that the process maps between two steps, next to a part that is
 * still registered, would stay a separate area. */
void unregister_close(struct sampler *s);

#endif
