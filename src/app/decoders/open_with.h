/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes in a program of the user's: in the editor, as hex, or in one of
 * config.lua's open_with.
 *
 *	open_bytes(&f, NULL, bytes, n, &end, &err)	hex in the editor
 *	open_bytes(&f, &opener->command, ...)		a temporary file
 *	open_editor(&f, path, &end, &err)		a file of the user's
 *
 * The editor is $VISUAL, $EDITOR or vi, with its arguments, without a shell.
 * The temporary file is in a folder of its own that nobody else can enter, in
 * $XDG_RUNTIME_DIR or /tmp; it goes with all that was put beside it.
 */
#ifndef APP_DECODERS_OPEN_WITH_H
#define APP_DECODERS_OPEN_WITH_H

#include "app/session/foreground.h"
#include "base/str.h"
#include "rule/config.h"

/* 0, or -errno with the sentence in err->what, translated. */
MUST_CHECK int open_bytes(const struct foreground *f,
			  const struct word_list *command, const void *bytes,
			  size_t n, struct foreground_end *end,
			  struct err *err);
MUST_CHECK int open_editor(const struct foreground *f, const char *path,
			   struct foreground_end *end, struct err *err);

/* "00000000: 7f45 4c46  .ELF", as xxd has it, where there is no xxd. */
void open_hex(struct str *out, const void *bytes, size_t n);

#endif
