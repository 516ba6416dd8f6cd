/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store (sink/store.h) in a unit test: its thread is waited for. */
#ifndef TESTS_SUPPORT_STORING_H
#define TESTS_SUPPORT_STORING_H

#include <poll.h>

#include "sink/store.h"
#include "slow.h"

/* Until all is written; the thread is waited for as the loop does. */
static inline void storing_wait(struct store *s)
{
	while (store_pending(s)) {
		struct pollfd p = { .fd = store_fd(s), .events = POLLIN };

		assert_true(poll(&p, 1, DEADLINE_MS) > 0);
	}
}

/* All of it, and the end. */
static inline void storing_end(struct store *s)
{
	store_close(s);
	storing_wait(s);
	store_free(s);
}

#endif
