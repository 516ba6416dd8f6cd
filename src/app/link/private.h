/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What travels on the link, as bytes: see doc/FORMAT.  Shared by link*.c and
 * by nobody else.
 */
#ifndef APP_LINK_PRIVATE_H
#define APP_LINK_PRIVATE_H

#include "app/link/link.h"
#include "base/str.h"

/* The first byte of all that goes up. */
enum link_type { LINK_EVENT = 1, LINK_WORD = 2 };

void message_encode(struct str *out, const struct link_message *m);
/* The size of the message at data, 0 when it is not all there yet, -EBADMSG
 * when it is none. */
MUST_CHECK long message_decode(struct link_message *out, const uint8_t *data,
			       size_t n);

#endif
