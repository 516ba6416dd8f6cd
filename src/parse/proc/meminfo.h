/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files with lines "Key: 12 kB" or "key 12": /proc/meminfo, /proc/vmstat,
 * memory.stat of a cgroup.
 */
#ifndef PARSE_PROC_MEMINFO_H
#define PARSE_PROC_MEMINFO_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

/* Gets the value of a key ("MemTotal", "oom_kill"); kB are converted to bytes.
 * False if the line is missing or was cut off. */
bool meminfo_find(struct bytes text, const char *key, uint64_t *out);

#endif
