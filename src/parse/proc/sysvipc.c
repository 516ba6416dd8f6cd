/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/proc/sysvipc.h"

static bool number(struct scan *s, int64_t *out)
{
	return scan_blanks(s) && scan_i64(s, out);
}

/* Parses a line with the fields: key shmid perms size cpid lpid nattch ... */
static bool segment(struct scan line, struct sysv_segment *out)
{
	int64_t f[7];

	for (int i = 0; i < 7; i++)
		if (!number(&line, &f[i]))
			return false;
	if (line.p == line.end || f[1] < 0 || f[3] < 0 || f[6] < 0)
		return false;
	*out = (struct sysv_segment){
		.key = (uint32_t)f[0],
		.id = (uint64_t)f[1],
		.size = (uint64_t)f[3],
		.attaches = (uint64_t)f[6],
	};
	return true;
}

bool sysvipc_next(struct scan *text, struct sysv_segment *out)
{
	struct scan line;

	while (scan_line(text, &line))
		if (segment(line, out))
			return true;
	return false;
}
