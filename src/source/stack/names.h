/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which function lies where in a file: what libdw finds there, demangled.
 *
 * All of it is hostile, so it is done as source/stack/stack.h does it, by a job
 * of a reader of its own, and is known a while after it was first asked.  What
 * was found out is kept, also for other processes with the same file.
 *
 *	n = names_new(loop);
 *	file = names_file(n, "/usr/lib/libfoo.so.1", inode);
 *	if (names_get(n, file, offset, &function))	known: "" there is none
 *	names_work(n)		now and then, and when its descriptor is ready
 *	names_wait(n, ns)	until all that was asked is known, or so long
 *	names_free(n)
 */
#ifndef SOURCE_STACK_NAMES_H
#define SOURCE_STACK_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "source/stack/symbol.h"
#include "sys/reader.h"

struct loop;
struct names;

struct names *names_new(struct loop *loop);
void names_free(struct names *n);
/* path: as the process had it mapped; inode 0: whatever lies there. */
uint32_t names_file(struct names *n, const char *path, uint64_t inode);
const char *names_path(const struct names *n, uint32_t file);
/* offset: in the file.  False: not yet; what *function points to stays. */
bool names_get(struct names *n, uint32_t file, uint64_t offset,
	       const char **function);
/* True: something is still to be found out. */
bool names_work(struct names *n);
void names_wait(struct names *n, uint64_t limit_ns);

/*
 * The job's question: any number of these, each followed by n offsets and the
 * path; its answer, in the same order: a uint32_t length and a name for each.
 */
struct names_ask {
	uint64_t inode;
	uint32_t n, path_len;
};
#define NAMES_TEXT_MAX SYMBOL_MAX
extern const struct reader_job names_job;

#endif
