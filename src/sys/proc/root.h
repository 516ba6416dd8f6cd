/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads /proc relative to a directory descriptor.
 *
 * All reads of /proc use a procroot, so that tests can replace /proc with a
 * captured tree.  Paths are relative: "4121/maps".
 */
#ifndef SYS_PROC_ROOT_H
#define SYS_PROC_ROOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "base/str.h"

struct procroot;

/* prefix is "/proc" or the path of a captured tree. */
MUST_CHECK int procroot_open(struct procroot **out, const char *prefix,
			     struct err *err);
void procroot_free(struct procroot *p);
/* False for a captured tree: ioctls and libproc2 do not apply there. */
bool procroot_is_live(const struct procroot *p);
/* Calls openat() below the root, with O_CLOEXEC.  Returns a descriptor or
 * -errno. */
MUST_CHECK int procroot_openf(const struct procroot *p, int flags,
			      const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Replaces out with the content of the file, at most max bytes.  Returns 0 or
 * -errno. */
MUST_CHECK int procroot_readf(const struct procroot *p, struct str *out,
			      size_t max, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* Reads the target of a symbolic link.  Returns 0 or -errno. */
MUST_CHECK int procroot_linkf(const struct procroot *p, struct str *out,
			      const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Calls each() for every numeric entry of dir ("4121/task", ".") until each()
 * returns non-zero.  Returns that value, otherwise 0 or -errno. */
MUST_CHECK int procroot_each_pid(const struct procroot *p, const char *dir,
				 int (*each)(void *arg, pid_t pid), void *arg);

#endif
