/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files of "Key: 12 kB" or "key 12" lines: /proc/meminfo, /proc/vmstat,
 * memory.stat of a control group.
 */
#ifndef PARSE_PROC_MEMINFO_H
#define PARSE_PROC_MEMINFO_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

/* The number of a key ("MemTotal", "oom_kill"); bytes where the line says
 * kB.  False when there is no such line or it was cut. */
bool meminfo_find(struct bytes text, const char *key, uint64_t *out);

#endif
