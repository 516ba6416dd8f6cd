/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The translated reason why a capture could not start, or why it has ended.
 *
 *	cannot capture into /tmp/x: it is a symbolic link; name the folder itself
 */
#ifndef APP_WORDS_STORE_H
#define APP_WORDS_STORE_H

#include "base/str.h"
#include "sink/store.h"

/* Appends the message.  `folder` is the folder or file as the user named it.
 * `size` is the reached limit in bytes: maximum file size, or minimum free
 * space. */
void store_words(struct str *out, struct store_end end, const char *folder,
		 uint64_t size);

#endif
