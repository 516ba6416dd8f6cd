/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls at which another task may see what the caller has written to memory: the
 * call wakes another task, sends to it, waits for one, ends the caller, or changes
 * a file or its name.  capture_at = "calls" captures at each of them.
 *
 * The list has open and close, as they may wake the other end of a FIFO or pipe,
 * and ioctl, which may do any of this.
 */
#ifndef EVENT_WIRE_HANDOVER_H
#define EVENT_WIRE_HANDOVER_H

#include <stdbool.h>
#include <stddef.h>

/* Names as in the kernel's tables; NULL after the last. */
const char *handover_name(size_t i);
bool is_handover(const char *call);

#endif
