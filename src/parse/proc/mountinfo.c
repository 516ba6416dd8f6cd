/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/proc/mountinfo.h"

#include <sys/sysmacros.h>

static bool word(struct scan *s, struct bytes *out)
{
	return scan_blanks(s) && scan_word(s, out);
}

static bool mount_line(struct scan line, struct mount_entry *out)
{
	struct mount_entry m;
	struct bytes w;
	uint64_t major, minor;

	if (!word(&line, &w) || !word(&line, &w) ||
	    !scan_blanks(&line) || !scan_u64(&line, 10, &major) ||
	    !scan_char(&line, ':') || !scan_u64(&line, 10, &minor) ||
	    major > UINT32_MAX || minor > UINT32_MAX ||
	    !word(&line, &m.root) || !word(&line, &m.point) ||
	    !word(&line, &w))
		return false;
	do {	/* optional fields; a single dash ends them */
		if (!word(&line, &w))
			return false;
	} while (!bytes_equal(w, "-"));
	if (!word(&line, &m.fstype) || !word(&line, &w) ||
	    !word(&line, &m.options))
		return false;
	m.dev = makedev((unsigned)major, (unsigned)minor);
	*out = m;
	return true;
}

bool mountinfo_next(struct scan *text, struct mount_entry *out)
{
	struct scan line;

	while (scan_line(text, &line))
		if (mount_line(line, out))
			return true;
	return false;
}

static bool octal(char c)
{
	return c >= '0' && c <= '7';
}

void mount_path(struct str *out, struct bytes escaped)
{
	const char *p = escaped.data, *end = p + escaped.len;

	while (p < end) {
		if (*p == '\\' && end - p >= 4 && octal(p[1]) &&
		    octal(p[2]) && octal(p[3])) {
			str_addc(out, (char)((p[1] - '0') * 64 +
					     (p[2] - '0') * 8 + p[3] - '0'));
			p += 4;
		} else {
			str_addc(out, *p++);
		}
	}
}
