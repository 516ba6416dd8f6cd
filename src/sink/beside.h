/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files that are written beside a log: maptrace, folded.  A log itself may be
 * anything, and is written behind (sink/writer.h).
 */
#ifndef SINK_BESIDE_H
#define SINK_BESIDE_H

#include "base/err.h"
#include "base/str.h"

/* O_WRONLY and O_CREAT are added.  A descriptor, or -errno: -EINVAL where it is
 * no regular file, but a device, or a queue that would be waited for. */
MUST_CHECK int beside_open(const char *path, int flags);
/* 0 or -errno. */
MUST_CHECK int beside_write(int fd, const struct str *text);

#endif
