/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/words/source.h"

#include "event/names.h"
#include "ui/words/error.h"
#include "ui/kit/i18n.h"

/* For each reason: the text of the reason, followed by the remedy. */
static const char *const whys[WHYS] = {
	[WHY_OPTION] = N_("off: --no-perf"),
	[WHY_NO_KERNEL] = N_("this kernel has no perf events (%s): it needs "
			     "CONFIG_PERF_EVENTS"),
	[WHY_PARANOID] = N_("kernel.perf_event_paranoid is %lld. Run mmtop "
			    "with sudo, or: sudo sysctl "
			    "kernel.perf_event_paranoid=2"),
	[WHY_SECCOMP] = N_("perf_event_open is refused (%s): by a container, "
			   "or for another user's program"),
	[WHY_MLOCK] = N_("no memory for rings: the %lldK of "
			 "kernel.perf_event_mlock_kb are used up. Try: sudo "
			 "sysctl kernel.perf_event_mlock_kb=%lld"),
	[WHY_USER_ONLY] = N_("page faults of user code only: "
			     "perf_event_paranoid is %lld. For kernel code, "
			     "too: sudo sysctl kernel.perf_event_paranoid=1"),
	[WHY_DESCRIPTORS] = N_("needs more than %lld perf events. Raise the "
			       "limit: ulimit -n"),
	[WHY_UNASKED] = N_("off: --ftrace turns it on, but slows every system "
			   "call of the machine"),
	[WHY_NO_TRACEFS] = N_("this kernel has no tracefs: it needs "
			      "CONFIG_FTRACE"),
	[WHY_NOT_MOUNTED] = N_("tracefs is not mounted. Try: sudo mount -t "
			       "tracefs tracefs /sys/kernel/tracing"),
	[WHY_ROOT] = N_("needs root: sudo mmtop --ftrace"),
	[WHY_PID_NAMESPACE] = N_("the trace ring has the process IDs of the "
				 "host, not of this container. Run mmtop "
				 "outside of it"),
	[WHY_NO_EVENTS] = N_("this kernel's trace ring has no system calls: "
			     "it needs CONFIG_FTRACE_SYSCALLS"),
	[WHY_TRACEFS_REFUSED] = N_("cannot use tracefs (%s): mounted "
				   "read-only, or the kernel is locked down"),
	[WHY_NO_LIBTRACEFS] = N_("libtracefs is missing"),
	[WHY_SWITCHED_OFF] = N_("another program turned it off: the calls "
				"since then are missing"),
	[WHY_RESOURCES] = N_("it cannot be set up: %s"),
};

static const char *english(const char *s)
{
	return s;
}

static const char *translated(const char *s)
{
	return _(s);
}

static void add(struct str *out, uint64_t why, int64_t value,
		const char *(*say)(const char *), const char *error)
{
	long long v = value;

	switch (why) {
	case WHY_OPTION:
	case WHY_UNASKED:
	case WHY_NO_TRACEFS:
	case WHY_NOT_MOUNTED:
	case WHY_ROOT:
	case WHY_PID_NAMESPACE:
	case WHY_NO_EVENTS:
	case WHY_NO_LIBTRACEFS:
	case WHY_SWITCHED_OFF:
		str_adds(out, say(whys[why]));
		break;
	case WHY_NO_KERNEL:
	case WHY_SECCOMP:
	case WHY_TRACEFS_REFUSED:
	case WHY_RESOURCES:
		str_addf(out, say(whys[why]), error);
		break;
	case WHY_MLOCK:
		if (v > 0)
			str_addf(out, say(whys[why]), v, 2 * v);
		else
			str_adds(out, say(N_("no memory for rings")));
		break;
	case WHY_PARANOID:
	case WHY_USER_ONLY:
	case WHY_DESCRIPTORS:
		str_addf(out, say(whys[why]), v);
		break;
	default:
		break;
	}
}

void source_why_words(struct str *out, uint64_t why, int64_t value)
{
	int err = value > 0 && value < 4096 ? (int)value : 0;

	add(out, why, value, translated, error_words(err));
	if (why == WHY_RESOURCES && error_advice(err))
		str_addf(out, ". %s", error_advice(err));
}

void source_why_log(struct str *out, uint64_t why, int64_t value)
{
	const char *name = value > 0 ? errno_name((uint64_t)value) : NULL;

	add(out, why, value, english, name ? name : "?");
}
