/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/region_name.h"

#include <limits.h>
#include <string.h>

#include "sys/proc/map.h"

void region_name(struct str *out, const struct maps_entry *e, int maps_fd)
{
	char name[PATH_MAX];
	struct procmap m;

	/* The map may have changed since the line was read: check that the name
	 * fits the line. */
	if (e->escaped && maps_fd >= 0 &&
	    procmap_query(maps_fd, e->start, false, &m, name,
			  sizeof name) == 0 &&
	    maps_name_is(e, name, strlen(name)))
		str_adds(out, name);
	else
		maps_name(out, e);
}
