/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The name of a region whose line of /proc/PID/maps is ambiguous: the kernel
 * writes a newline as \012, and does not escape a name that holds these four
 * characters.  PROCMAP_QUERY (Linux 6.11) has the name as it is.  On older
 * kernels, mmtop reads each \012 as a newline.
 */
#ifndef SOURCE_REGION_NAME_H
#define SOURCE_REGION_NAME_H

#include "base/str.h"
#include "parse/proc/maps.h"

/* Appends it.  maps_fd: /proc/PID/maps, used if e->escaped; may be -1. */
void region_name(struct str *out, const struct maps_entry *e, int maps_fd);

#endif
