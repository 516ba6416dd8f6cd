/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which pages were written since their soft-dirty bits were reset: for kernels
 * that cannot do better (sys/pages/uffd.h).  Resetting is for a whole process, and
 * spoils the bits for whoever else uses them; what is written between looking
 * and resetting is not seen.  A mapping that is new or has grown is marked as a
 * whole: then its absent pages read as written too, and *whole becomes true.
 *
 *	if (softdirty_probe() == 0)
 *		softdirty_reset(clear_refs);	a descriptor of that file
 *	softdirty_scan(pagemap, start, end, run, arg, &whole);
 */
#ifndef SYS_PAGES_SOFTDIRTY_H
#define SYS_PAGES_SOFTDIRTY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "sys/pages/writes.h"

/* 0; -EOPNOTSUPP: this kernel has none; -errno. */
MUST_CHECK int softdirty_probe(void);
MUST_CHECK int softdirty_reset(int clear_refs);
/* At most 16 MiB of address space a call. */
#define SOFTDIRTY_WINDOW (16u << 20)
MUST_CHECK int softdirty_scan(int pagemap, uint64_t start, uint64_t end,
			      writescan_fn *fn, void *arg, bool *whole);

#endif
