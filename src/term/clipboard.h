/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal's clipboard: the control sequence OSC 52. */
#ifndef TERM_CLIPBOARD_H
#define TERM_CLIPBOARD_H

#include "base/str.h"

/* Appends the sequence that copies the text.  A terminal without a clipboard
 * ignores it.  In the sequence the text is base64, so no text can end it. */
void clipboard_copy(struct str *out, const char *text);

#endif
