/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Why a capture could not begin, or has ended: a sentence for the user, in
 * their language.
 *
 *	cannot capture into /tmp/x: it is a symbolic link; name the folder itself
 */
#ifndef APP_WORDS_STORE_H
#define APP_WORDS_STORE_H

#include "base/str.h"
#include "sink/store.h"

/* folder: as it was named, or the file; size: the limit or the floor that was
 * reached, bytes. */
void store_words(struct str *out, struct store_end end, const char *folder,
		 uint64_t size);

#endif
