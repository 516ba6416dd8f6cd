/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/proc/syscall.h"

#include "parse/scan.h"

static bool hex_word(struct scan *s, uint64_t *out)
{
	return scan_text(s, " 0x") && scan_u64(s, 16, out);
}

bool syscallfile_parse(struct bytes text, struct syscall_info *out)
{
	struct scan s = scan_of(text.data, text.len);
	struct syscall_info sc = { .nr = EV_UNKNOWN };
	int64_t nr;

	if (scan_text(&s, "running\n")) {
		sc.running = true;
		*out = sc;
		return true;
	}
	if (!scan_i64(&s, &nr) || nr < -1)
		return false;
	if (nr >= 0) {
		sc.nr = (uint64_t)nr;
		for (int i = 0; i < 6; i++)
			if (!hex_word(&s, &sc.args[i]))
				return false;
	}
	if (!hex_word(&s, &sc.sp) || !hex_word(&s, &sc.pc) ||
	    !scan_char(&s, '\n'))
		return false;
	*out = sc;
	return true;
}
