/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The encoding of the link's messages, as specified in doc/FORMAT.  Private to
 * the files in app/link.
 */
#ifndef APP_LINK_PRIVATE_H
#define APP_LINK_PRIVATE_H

#include "app/link/link.h"
#include "base/str.h"

/* The first byte of each message from the engine to the screen. */
enum link_type { LINK_EVENT = 1, LINK_WORD = 2 };

void message_encode(struct str *out, const struct link_message *m);
/* Returns the size of the message at data; 0 if it is incomplete, -EBADMSG if
 * it is invalid. */
MUST_CHECK long message_decode(struct link_message *out, const uint8_t *data,
			       size_t n);

#endif
