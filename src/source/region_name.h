/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The name of a region whose line of /proc/PID/maps is ambiguous: the kernel
 * writes \012 both for a newline and for the four characters \012.
 * PROCMAP_QUERY (Linux 6.11) returns the true name.  On older kernels, mmtop
 * reads each \012 as a newline.
 */
#ifndef SOURCE_REGION_NAME_H
#define SOURCE_REGION_NAME_H

#include "base/str.h"
#include "parse/proc/maps.h"

/* Appends the name of region e.  If e->escaped, the name is queried by maps_fd,
 * an open /proc/PID/maps (-1: none). */
void region_name(struct str *out, const struct maps_entry *e, int maps_fd);

#endif
