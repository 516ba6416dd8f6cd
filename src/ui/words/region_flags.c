/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/words/region_flags.h"

#include <string.h>

#include "base/text.h"
#include "event/call.h"
#include "event/names.h"
#include "ui/kit/i18n.h"

struct flag_names {
	struct str *out;
	bool brief;
};

static void add_flag(void *arg, const char *name)
{
	struct flag_names *f = arg;

	if (f->out->len)
		str_addc(f->out, '|');
	if (f->brief && (strncmp(name, "MAP_", 4) == 0 ||
			 strncmp(name, "SHM_", 4) == 0))
		name += 4;
	str_adds(f->out, name);
}

/* Which argument of the call has flags of the mapping; -1: none. */
static int flags_argument(enum call_id call)
{
	switch (call) {
	case CALL_MMAP:
	case CALL_MMAP2:
	case CALL_OLD_MMAP: return 3;
	case CALL_SHMAT: return 2;
	default: return -1;
	}
}

bool region_flags_known(const struct region *r)
{
	return (r->born.known && flags_argument(r->born.call) >= 0 &&
		r->born.flags) || (r->vmflags && r->vmflags[0]);
}

void region_flags(struct str *out, const struct region *r, bool brief)
{
	struct flag_names names = { .out = out, .brief = brief };
	int arg = r->born.known ? flags_argument(r->born.call) : -1;
	struct ev_call call = { .call = r->born.call };

	if (arg >= 0) {
		call.args[2] = r->born.prot;
		call.args[arg] = r->born.flags;
		if (call_arg_names(&call, arg, add_flag, &names) && out->len)
			return;
	}
	if (r->vmflags && r->vmflags[0]) {
		if (!brief)
			str_adds(out, "VmFlags ");
		text_safe(out, r->vmflags, strlen(r->vmflags), false);
	} else if (!brief) {
		str_adds(out, _("flags n/a"));
	} else {
		str_adds(out, _("n/a"));
	}
}
