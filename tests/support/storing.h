/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helpers for unit tests of a store (sink/store.h), which has a thread. */
#ifndef TESTS_SUPPORT_STORING_H
#define TESTS_SUPPORT_STORING_H

#include <poll.h>

#include "sink/store.h"
#include "slow.h"

/* Waits until everything is written; polls like mmtop's loop. */
static inline void storing_wait(struct store *s)
{
	while (store_pending(s)) {
		struct pollfd p = { .fd = store_fd(s), .events = POLLIN };

		assert_true(poll(&p, 1, DEADLINE_MS) > 0);
	}
}

/* Closes the store, waits for it, and frees it. */
static inline void storing_end(struct store *s)
{
	store_close(s);
	storing_wait(s);
	store_free(s);
}

#endif
