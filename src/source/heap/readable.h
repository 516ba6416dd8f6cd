/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks whether a process may read a file, by its user, groups and
 * capabilities. */
#ifndef SOURCE_HEAP_READABLE_H
#define SOURCE_HEAP_READABLE_H

#include <stdbool.h>
#include <sys/types.h>

struct procroot;

/*
 * Opens the path as process pid sees it.  Returns a descriptor (O_PATH), or
 * -errno.  Uses only the kernel's cache: a file system of the traced program
 * (FUSE) could make mmtop wait.  If -EAGAIN, -EINVAL or -ENOSYS (before Linux
 * 5.12) is returned, it is unknown whether the file exists.
 */
int open_in_root(const struct procroot *proc, pid_t pid, const char *path);

/* True if process pid may read the file, or if that is unknown.  `path` is
 * absolute, in the root folder of the process.  Access control lists are
 * ignored. */
bool readable_by(const struct procroot *proc, pid_t pid, const char *path);

#endif
