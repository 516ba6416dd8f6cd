/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/proc/maps.h"

#include <string.h>
#include <sys/sysmacros.h>

#define ESCAPE "\\012"
#define ESCAPE_LEN 4

static bool perm_chars(struct scan *s, uint8_t *out)
{
	static const char set[4] = "rwxs", clear[4] = "---p";
	uint8_t perm = 0;

	if (s->end - s->p < 4)
		return false;
	for (int i = 0; i < 4; i++) {
		if (s->p[i] == set[i])
			perm |= (uint8_t)(1u << i);
		else if (s->p[i] != clear[i])
			return false;
	}
	s->p += 4;
	*out = perm;
	return true;
}

bool maps_line(struct scan line, struct maps_entry *out)
{
	struct maps_entry e = { .inode = 0 };
	uint64_t major, minor;

	if (line.p < line.end && line.end[-1] == '\n')
		line.end--;
	if (!scan_u64(&line, 16, &e.start) || !scan_char(&line, '-') ||
	    !scan_u64(&line, 16, &e.end) || e.start >= e.end ||
	    !scan_char(&line, ' ') || !perm_chars(&line, &e.perm) ||
	    !scan_char(&line, ' ') || !scan_u64(&line, 16, &e.offset) ||
	    !scan_char(&line, ' ') || !scan_u64(&line, 16, &major) ||
	    !scan_char(&line, ':') || !scan_u64(&line, 16, &minor) ||
	    !scan_char(&line, ' ') || !scan_u64(&line, 10, &e.inode))
		return false;
	if (major > UINT32_MAX || minor > UINT32_MAX)
		return false;
	if (line.p < line.end && *line.p != ' ')
		return false;
	scan_blanks(&line);
	e.dev = makedev((unsigned)major, (unsigned)minor);
	e.raw = scan_rest(&line);
	e.escaped = e.raw.len >= ESCAPE_LEN &&
		    memmem(e.raw.data, e.raw.len, ESCAPE, ESCAPE_LEN);
	*out = e;
	return true;
}

void maps_name(struct str *out, const struct maps_entry *e)
{
	const char *p = e->raw.data, *end = p + e->raw.len;

	while (e->escaped && p < end) {
		const char *esc = memmem(p, (size_t)(end - p), ESCAPE,
					 ESCAPE_LEN);

		if (!esc)
			break;
		str_add(out, p, (size_t)(esc - p));
		str_addc(out, '\n');
		p = esc + ESCAPE_LEN;
	}
	if (p < end)
		str_add(out, p, (size_t)(end - p));
}

bool maps_name_is(const struct maps_entry *e, const void *name, size_t len)
{
	const char *p = name, *raw = e->raw.data, *end = raw + e->raw.len;

	for (size_t i = 0; i < len; i++) {
		const char *as = p[i] == '\n' ? ESCAPE : &p[i];
		size_t n = p[i] == '\n' ? ESCAPE_LEN : 1;

		if ((size_t)(end - raw) < n || memcmp(raw, as, n) != 0)
			return false;
		raw += n;
	}
	return raw == end;
}

bool maps_next(struct scan *text, struct maps_entry *out, size_t *bad)
{
	struct scan line;

	while (scan_line(text, &line)) {
		if (maps_line(line, out))
			return true;
		if (bad)
			++*bad;
	}
	return false;
}
