/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files that mmtop trusts: the configuration, the scripts next to it, and
 * files next to a binary in its build tree.
 *
 * What mmtop does by them it does with the user's rights, often root's: one is
 * read only when it belongs to the user or to root, and nobody else may write
 * to it.
 */
#ifndef APP_FILE_OWNED_H
#define APP_FILE_OWNED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

/* $XDG_CONFIG_HOME/mmtop, else ~/.config/mmtop; false: there is no place. */
bool owned_folder(struct str *path);
/* At most max bytes, fewer than that are all.  0, or -errno; *why: a part of a
 * sentence, translated. */
MUST_CHECK int owned_read(const char *path, size_t max, struct str *out,
			  const char **why);
/* True if the file and each folder of its absolute path are trusted: no other
 * user can have replaced the file.  *why: as above. */
bool owned_trusts(const char *path, const char **why);
/* The folders that are missing on the way to a file, each 0700; 0 or -errno:
 * -EPERM when the file would lie in a folder of somebody else's. */
MUST_CHECK int owned_make_folders(const char *path);

#endif
