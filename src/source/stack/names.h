/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the function at an offset of a file, with libdw, and demangles its
 * name.
 *
 * All data are hostile, so a job of a separate reader process reads them, as in
 * source/stack/stack.h.  A name becomes known some time after the first
 * request, and is stored for all processes that map the file.
 *
 * A path is opened below the root directory of the process, because the same
 * path may be another file in a container.  A file is read only if it is the
 * mapped file.
 *
 *	n = names_new(loop);
 *	root = names_root(n, fd of /proc/PID/root, fd of /proc/PID/ns/mnt);
 *	file = names_file(n, root, "/usr/lib/libfoo.so.1", dev, inode);
 *	if (names_get(n, file, offset, &function))	known; "": no name
 *	names_work(n)		regularly, and when its descriptor is ready
 *	names_wait(n, ns)	until all names are known, at most ns
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
/* Registers a root directory, and takes over both descriptors.  `fd` is O_PATH.
 * `mounts` (-1: unavailable) keeps the mounts below the root alive after their
 * last process has exited.  Returns NAMES_NOWHERE if there is no root
 * directory, or no room for another. */
#define NAMES_OWN 0u
#define NAMES_NOWHERE UINT32_MAX
uint32_t names_root(struct names *n, int fd, int mounts);
/* Registers a file.  `path` is as in the process' map.  If inode is 0, any file
 * at that path is accepted. */
uint32_t names_file(struct names *n, uint32_t root, const char *path,
		    uint64_t dev, uint64_t inode);
const char *names_path(const struct names *n, uint32_t file);
/* Gets the name of the function at `offset` of the file.  Returns false if the
 * name is not known yet.  The text of *function stays valid. */
bool names_get(struct names *n, uint32_t file, uint64_t offset,
	       const char **function);
/* Continues the requests.  Returns true while names are missing. */
bool names_work(struct names *n);
void names_wait(struct names *n, uint64_t limit_ns);

/*
 * The job's request is any number of these structs, each followed by n offsets
 * and the path.  The answer has a uint32_t length and a name for each offset,
 * in the order of the request.
 */
struct names_ask {
	uint64_t dev, inode;
	int32_t root;		/* descriptor of the root directory in the
				 * requesting process; -1: mmtop's own root */
	uint32_t n, path_len, unused;
};
#define NAMES_TEXT_MAX SYMBOL_MAX
extern const struct reader_job names_job;

#endif
