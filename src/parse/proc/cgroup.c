/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/proc/cgroup.h"

#include <string.h>

#include "parse/scan.h"

static bool climbs(struct bytes path)
{
	return memmem(path.data, path.len, "/..", 3) != NULL;
}

void cgroup_parse(struct bytes text, struct cgroup_paths *out)
{
	struct scan s = scan_of(text.data, text.len), line;

	*out = (struct cgroup_paths){ .v2 = { NULL, 0 } };
	while (scan_line(&s, &line)) {
		struct bytes list, path;
		const char *colon;
		uint64_t hierarchy;

		if (!scan_u64(&line, 10, &hierarchy) ||
		    !scan_char(&line, ':'))
			continue;
		colon = memchr(line.p, ':', (size_t)(line.end - line.p));
		if (!colon)
			continue;
		list = (struct bytes){ line.p, (size_t)(colon - line.p) };
		line.p = colon + 1;
		path = scan_rest(&line);
		if (line.p == line.end || *line.p != '/' || climbs(path))
			continue;
		if (hierarchy == 0 && list.len == 0)
			out->v2 = path;
		if (bytes_list_has(list, "memory"))
			out->v1_memory = path;
		if (bytes_list_has(list, "hugetlb"))
			out->v1_hugetlb = path;
	}
}
