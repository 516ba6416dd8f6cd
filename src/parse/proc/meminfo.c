/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/proc/meminfo.h"

#include "parse/scan.h"

bool meminfo_find(struct bytes text, const char *key, uint64_t *out)
{
	struct scan s = scan_of(text.data, text.len), line;
	uint64_t v;

	while (scan_line(&s, &line)) {
		if (!scan_text(&line, key))
			continue;
		if (!scan_char(&line, ':') && !scan_char(&line, ' '))
			continue;	/* the line's key is longer */
		scan_blanks(&line);
		if (!scan_u64(&line, 10, &v) || s.p[-1] != '\n')
			return false;
		if (scan_text(&line, " kB") &&
		    __builtin_mul_overflow(v, (uint64_t)1024, &v))
			return false;
		if (line.p != line.end)
			return false;
		*out = v;
		return true;
	}
	return false;
}
