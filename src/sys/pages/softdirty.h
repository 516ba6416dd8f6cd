/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the pages written since their soft-dirty bits were reset.  Used for
 * kernels that do not support sys/pages/uffd.h.  A reset affects the whole
 * process and other users of these bits.  Writes between the scan and the reset
 * are lost.  The kernel marks a mapping that is new or has grown as a whole.
 * Then its absent pages are reported as written, too, and *whole becomes true.
 *
 *	if (softdirty_probe() == 0)
 *		softdirty_reset(clear_refs);	descriptor of that file
 *	softdirty_scan(pagemap, start, end, run, arg, &whole);
 */
#ifndef SYS_PAGES_SOFTDIRTY_H
#define SYS_PAGES_SOFTDIRTY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "sys/pages/writes.h"

/* Returns 0, -EOPNOTSUPP if the kernel lacks soft-dirty bits, or -errno. */
MUST_CHECK int softdirty_probe(void);
MUST_CHECK int softdirty_reset(int clear_refs);
/* Maximum size of [start, end) in one call: 16 MiB. */
#define SOFTDIRTY_WINDOW (16u << 20)
MUST_CHECK int softdirty_scan(int pagemap, uint64_t start, uint64_t end,
			      writescan_fn *fn, void *arg, bool *whole);

#endif
