/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * System calls after which another task may see memory that the caller has
 * written.  Each of these calls wakes another task, sends data to it, waits for
 * it, ends the caller, or changes a file or its name.  With the setting
 * capture_at = "calls", mmtop captures at each of these calls.
 *
 * open and close may wake the process at the other end of a FIFO or pipe.
 * ioctl may have any of these effects.
 */
#ifndef EVENT_WIRE_HANDOVER_H
#define EVENT_WIRE_HANDOVER_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the i-th name, as in the kernel's tables; NULL after the last one. */
const char *handover_name(size_t i);
bool is_handover(const char *call);

#endif
