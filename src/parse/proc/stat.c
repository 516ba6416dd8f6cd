/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/proc/stat.h"

#include <string.h>

#include "parse/scan.h"

/* Field numbers of proc(5).  The first field after the name is 3. */
enum {
	F_STATE = 3, F_PPID = 4, F_FLAGS = 9, F_MINFLT = 10, F_MAJFLT = 12,
	F_THREADS = 20, F_START = 22, F_VSIZE = 23, F_RSS = 24,
	F_PENDING = 31, F_ARG_START = 48, F_ENV_END = 51
};

static bool is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Gets a field that follows the resident pages.  Skips the fields in between,
 * which may exceed 2^63. */
static uint64_t field_of(struct scan s, int wanted)
{
	uint64_t v;

	for (int field = F_RSS + 1; field < wanted; field++) {
		if (!scan_char(&s, ' '))
			return 0;
		while (s.p < s.end && *s.p != ' ')
			s.p++;
	}
	return scan_char(&s, ' ') && scan_u64(&s, 10, &v) &&
	       s.p < s.end && *s.p == ' ' ? v : 0;
}

bool stat_parse(struct bytes text, struct stat_info *out)
{
	struct scan s = scan_of(text.data, text.len);
	struct stat_info st = { .pid = 0 };
	const char *open, *close;
	int64_t v;

	if (!scan_i64(&s, &st.pid) || !scan_text(&s, " ("))
		return false;
	open = s.p;
	close = memrchr(open, ')', (size_t)(s.end - open));
	if (!close)
		return false;
	st.comm = (struct bytes){ open, (size_t)(close - open) };
	s.p = close + 1;
	if (!scan_char(&s, ' ') || s.p == s.end)
		return false;
	st.state = *s.p++;
	if (!is_letter(st.state))
		return false;
	for (int field = F_STATE + 1; field <= F_RSS; field++) {
		/* Reject values of 2^63 or more.  Of the fields up to here,
		 * only vsize can be that large, if the whole address space is
		 * mapped. */
		if (!scan_char(&s, ' ') || !scan_i64(&s, &v))
			return false;
		switch (field) {
		case F_PPID: st.ppid = v; break;
		case F_FLAGS: st.flags = (uint64_t)v; break;
		case F_MINFLT: st.minflt = (uint64_t)v; break;
		case F_MAJFLT: st.majflt = (uint64_t)v; break;
		case F_THREADS: st.threads = (uint64_t)v; break;
		case F_START: st.start = (uint64_t)v; break;
		case F_VSIZE: st.vsize = (uint64_t)v; break;
		case F_RSS: st.rss = v < 0 ? 0 : (uint64_t)v; break;
		default: break;
		}
	}
	/* A number cut off at the end of the text would be wrong. */
	if (s.p == s.end || (*s.p != ' ' && *s.p != '\n'))
		return false;
	st.pending = field_of(s, F_PENDING);
	st.arg_start = field_of(s, F_ARG_START);
	st.env_end = field_of(s, F_ENV_END);
	*out = st;
	return true;
}
