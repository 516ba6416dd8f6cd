/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/proc/smaps.h"

#include <string.h>

static const struct {
	const char *key;
	size_t offset;
} keys[] = {
#define K(name, member) { name, offsetof(struct smaps_entry, member) }
	K("Rss:", rss), K("Pss:", pss), K("Swap:", swap),
	K("Shared_Clean:", shared_clean), K("Shared_Dirty:", shared_dirty),
	K("Private_Clean:", private_clean),
	K("Private_Dirty:", private_dirty), K("Referenced:", referenced),
	K("Anonymous:", anonymous), K("AnonHugePages:", anon_huge),
	K("Locked:", locked), K("KernelPageSize:", kernel_page),
#undef K
};

/* True for the first line of a region, which starts with an address.  All other
 * lines start with a key, that is with a capital letter. */
static bool begins_region(struct scan line)
{
	return line.p < line.end &&
	       ((*line.p >= '0' && *line.p <= '9') ||
		(*line.p >= 'a' && *line.p <= 'f'));
}

static void one_key(struct scan line, struct smaps_entry *e)
{
	uint64_t kib;

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		if (!scan_text(&line, keys[i].key))
			continue;
		scan_blanks(&line);
		if (scan_u64(&line, 10, &kib) && kib <= UINT64_MAX >> 10)
			*(uint64_t *)((char *)e + keys[i].offset) = kib << 10;
		return;
	}
}

static void all_unknown(struct smaps_entry *e)
{
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		*(uint64_t *)((char *)e + keys[i].offset) = EV_UNKNOWN;
	e->vmflags = (struct bytes){ "", 0 };
}

static struct bytes trimmed(struct scan s)
{
	scan_blanks(&s);
	while (s.p < s.end && s.end[-1] == ' ')
		s.end--;
	return scan_rest(&s);
}

size_t smaps_region(struct bytes text, bool last, struct smaps_entry *out,
		    bool *found)
{
	struct scan s = scan_of(text.data, text.len), line;
	const char *begin = s.p, *line_at = begin;
	struct smaps_entry e;
	bool in = false;

	*found = false;
	for (; scan_line(&s, &line); line_at = s.p) {
		if (!last && line.end == s.end && s.p[-1] != '\n')
			break;		/* the line may be incomplete */
		if (begins_region(line)) {
			if (in) {
				*out = e;
				*found = true;
				return (size_t)(line_at - begin);
			}
			all_unknown(&e);
			in = maps_line(line, &e.map);
		} else if (in && scan_text(&line, "VmFlags:")) {
			e.vmflags = trimmed(line);
			*out = e;
			*found = true;
			return (size_t)(s.p - begin);
		} else if (in) {
			one_key(line, &e);
		}
	}
	if (last && in) {
		*out = e;
		*found = true;
	}
	if (last)
		return text.len;
	return in ? 0 : (size_t)(line_at - begin);
}
