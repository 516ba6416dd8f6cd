/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Output files in addition to the log: maptrace and folded.  They must be
 * regular files: only the log has a writer thread (sink/writer.h).
 */
#ifndef SINK_OUTFILE_H
#define SINK_OUTFILE_H

#include "base/err.h"
#include "base/str.h"

/* Opens the file with flags | O_WRONLY | O_CREAT.  Returns a descriptor or
 * -errno; -EINVAL if the file is not regular: a device or a pipe could
 * block. */
MUST_CHECK int outfile_open(const char *path, int flags);
/* Writes all of text.  Returns 0 or -errno. */
MUST_CHECK int outfile_write(int fd, const struct str *text);

#endif
