/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/source_words.h"

#include "ui/error_words.h"
#include "ui/i18n.h"

static const char *error_of(int64_t value)
{
	return error_words(value > 0 && value < 4096 ? (int)value : 0);
}

void source_why_words(struct str *out, uint64_t why, int64_t value)
{
	switch (why) {
	case WHY_OPTION:
		str_adds(out, _("off: --no-perf"));
		break;
	case WHY_NO_KERNEL:
		str_addf(out, _("this kernel has no perf events (%s)"),
			 error_of(value));
		break;
	case WHY_PARANOID:
		str_addf(out, _("kernel.perf_event_paranoid is %lld; root, or "
				"sysctl kernel.perf_event_paranoid=2"),
			 (long long)value);
		break;
	case WHY_SECCOMP:
		str_addf(out, _("perf_event_open is refused (%s): a "
				"container's filter, or another user's "
				"program"), error_of(value));
		break;
	case WHY_MLOCK:
		if (value >= 0)
			str_addf(out, _("no memory for rings: others use the "
					"%lldK that kernel.perf_event_mlock_kb "
					"allows"), (long long)value);
		else
			str_adds(out, _("no memory for rings"));
		break;
	case WHY_USER_ONLY:
		str_addf(out, _("page faults of the program's own code: "
				"perf_event_paranoid is %lld"),
			 (long long)value);
		break;
	case WHY_DESCRIPTORS:
		str_addf(out, _("more than %lld perf events would be needed"),
			 (long long)value);
		break;
	default:
		break;
	}
}
