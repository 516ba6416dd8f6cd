/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which function lies where in a file: what libdw finds there, demangled.
 *
 * All of it is hostile, so it is done as source/stack/stack.h does it, by a job
 * of a reader of its own, and is known a while after it was first asked.  What
 * was found out is kept, also for other processes with the same file.
 *
 * A path is one of a process, below whose root it is looked for: in a container
 * another file than ours may lie there.  What lies there is read only when it is
 * the one that was mapped.
 *
 *	n = names_new(loop);
 *	root = names_root(n, fd of /proc/PID/root, fd of /proc/PID/ns/mnt);
 *	file = names_file(n, root, "/usr/lib/libfoo.so.1", dev, inode);
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
#include "sys/reader/process.h"

struct loop;
struct names;

struct names *names_new(struct loop *loop);
void names_free(struct names *n);
/* Takes both: fd, O_PATH, and the mounts below it, which go with the last process
 * that has them, -1 where they are not to be had.  NAMES_NOWHERE where there is no
 * root, or no room. */
#define NAMES_OWN 0u
#define NAMES_NOWHERE UINT32_MAX
uint32_t names_root(struct names *n, int fd, int mounts);
/* path: as the process had it mapped; inode 0: whatever lies there. */
uint32_t names_file(struct names *n, uint32_t root, const char *path,
		    uint64_t dev, uint64_t inode);
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
	uint64_t dev, inode;
	int32_t root;		/* a descriptor of who asks; -1: our own */
	uint32_t n, path_len, unused;
};
#define NAMES_TEXT_MAX SYMBOL_MAX
extern const struct reader_job names_job;

#endif
