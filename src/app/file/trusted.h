/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files that mmtop trusts: the configuration, its scripts, and files next to a
 * binary in its build tree.
 *
 * mmtop acts on these files with the user's privileges, often as root.  So each
 * file must belong to the user or to root, and no other user may write to it.
 */
#ifndef APP_FILE_TRUSTED_H
#define APP_FILE_TRUSTED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

/* Appends $XDG_CONFIG_HOME/mmtop or, if that variable is unset or a relative
 * path, ~/.config/mmtop.  Returns false if $HOME is then unset or relative. */
bool config_folder(struct str *path);
/* Reads a trusted file of less than `max` bytes.  Returns 0, or -errno with the
 * reason in *why: a translated clause for a message. */
MUST_CHECK int trusted_read(const char *path, size_t max, struct str *out,
			    const char **why);
/* True if the file and each directory of its absolute path are trusted: no
 * other user can have replaced the file.  If not, *why is the reason, as for
 * trusted_read(). */
bool trusted_path(const char *path, const char **why);
/* Creates the missing directories of a file's path, with mode 0700.  Returns 0
 * or -errno: -EPERM if the file would be in another user's directory. */
MUST_CHECK int make_parent_folders(const char *path);

#endif
