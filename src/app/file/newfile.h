/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * newfile: a file of the user's that was not there, whole or not at all.
 *
 * Nothing that exists is written to, and no symbolic link is followed.  Its
 * mode is 0600: what mmtop shows is of a program's memory.
 */
#ifndef APP_FILE_NEWFILE_H
#define APP_FILE_NEWFILE_H

#include "base/err.h"
#include "base/str.h"

/* 0, or -errno, -EEXIST among them; then there is no such file of ours. */
MUST_CHECK int newfile_write(const char *path, const struct str *text);
/* A path that was typed to mmtop: so too, and ~/ is the user's folder. */
MUST_CHECK int newfile_write_typed(const char *path, const struct str *text);

#endif
