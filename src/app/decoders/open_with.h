/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opens bytes in another program: as hex in the editor, or in a program that
 * config.lua lists in open_with.
 *
 *	open_bytes(&f, NULL, bytes, n, &end, &err)	hex in the editor
 *	open_bytes(&f, &opener->command, ...)		a temporary file
 *	open_editor(&f, path, &end, &err)		a file of the user
 *
 * The editor is the command in $VISUAL or $EDITOR, or else vi.  The command may
 * contain arguments and is run without a shell.  The temporary file is in a new
 * private directory in $XDG_RUNTIME_DIR or /tmp.  The directory is removed
 * afterwards, with all its files.
 */
#ifndef APP_DECODERS_OPEN_WITH_H
#define APP_DECODERS_OPEN_WITH_H

#include "app/session/foreground.h"
#include "base/str.h"
#include "rule/config.h"

/* Both functions return 0, or -errno with a translated message in err->what. */
MUST_CHECK int open_bytes(const struct foreground *f,
			  const struct word_list *command, const void *bytes,
			  size_t n, struct foreground_end *end,
			  struct err *err);
MUST_CHECK int open_editor(const struct foreground *f, const char *path,
			   struct foreground_end *end, struct err *err);

/* Appends lines such as "00000000: 7f45 4c46  .ELF": the format of xxd, for
 * systems without xxd. */
void open_hex(struct str *out, const void *bytes, size_t n);

#endif
