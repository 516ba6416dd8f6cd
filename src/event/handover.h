/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls at which another task may see what this one has written to memory: it
 * wakes another task or sends to it, waits for one, ends, or changes a file or
 * a file's name.  capture_at = "calls" captures at each of them.
 *
 * Opening a FIFO and closing a pipe are among them, and ioctl, which may do any
 * of this.
 */
#ifndef EVENT_HANDOVER_H
#define EVENT_HANDOVER_H

#include <stdbool.h>
#include <stddef.h>

/* The names as the kernel's tables have them; NULL after the last. */
const char *handover_name(size_t i);
bool is_handover(const char *call);

#endif
