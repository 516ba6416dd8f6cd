/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a process may read a file, by its user, groups and capabilities. */
#ifndef SOURCE_HEAP_READABLE_H
#define SOURCE_HEAP_READABLE_H

#include <stdbool.h>
#include <sys/types.h>

struct procroot;

/*
 * A descriptor of the path (O_PATH), or -errno.  Only what the kernel has in its
 * cache: a file system may be the program's own, and would let mmtop wait.
 * -EAGAIN, -EINVAL or -ENOSYS (before Linux 5.12): it cannot be determined.
 */
int open_in_root(const struct procroot *proc, pid_t pid, const char *path);

/* path: absolute, in the process's root folder.  Ignores access control lists.
 * True if it cannot be determined. */
bool readable_by(const struct procroot *proc, pid_t pid, const char *path);

#endif
