/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Creates a file for the user, either complete or not at all.
 *
 * Existing files are never overwritten, and symbolic links are not followed.
 * The mode of the file is 0600, because mmtop's output shows memory of a
 * program.
 */
#ifndef APP_FILE_NEWFILE_H
#define APP_FILE_NEWFILE_H

#include "base/err.h"
#include "base/str.h"

/* Like newfile_write(), but returns a descriptor of the file. */
MUST_CHECK int newfile_open(const char *path, const struct str *text);
/* Writes `text` to a new file.  Returns 0, or -errno: -EEXIST if the path
 * exists already.  After a failure, no new file remains. */
MUST_CHECK int newfile_write(const char *path, const struct str *text);
/* Like newfile_write(), for a path that the user has typed: ~/ at its start is
 * the home directory. */
MUST_CHECK int newfile_write_typed(const char *path, const struct str *text);

#endif
