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
	else if (f->brief && strncmp(name, "MADV_", 5) == 0)
		name += 5;
	str_adds(f->out, name);
}

/* Returns which argument of the call has the flags of the mapping; -1: none
 * has. */
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

/* VmFlags in the words of mmap(2) and madvise(2).  "": also shown by the
 * permissions, or set for nearly every region. */
static const struct {
	char flag[3];
	const char *name;
} vmflag_names[] = {
	{ "rd", "" }, { "wr", "" }, { "ex", "" }, { "sh", "" }, { "mr", "" },
	{ "mw", "" }, { "me", "" }, { "ms", "" }, { "ac", "" }, { "sd", "" },
	{ "gd", "MAP_GROWSDOWN" }, { "lo", "MAP_LOCKED" },
	{ "ht", "MAP_HUGETLB" }, { "nr", "MAP_NORESERVE" },
	{ "sf", "MAP_SYNC" }, { "sr", "MADV_SEQUENTIAL" },
	{ "rr", "MADV_RANDOM" }, { "dc", "MADV_DONTFORK" },
	{ "wf", "MADV_WIPEONFORK" }, { "dd", "MADV_DONTDUMP" },
	{ "hg", "MADV_HUGEPAGE" }, { "nh", "MADV_NOHUGEPAGE" },
	{ "mg", "MADV_MERGEABLE" },
};

static const char *vmflag_name(const char *flag)
{
	for (size_t i = 0; i < sizeof vmflag_names / sizeof *vmflag_names; i++)
		if (!strcmp(vmflag_names[i].flag, flag))
			return vmflag_names[i].name;
	return flag;
}

/* Adds the names of the VmFlags.  An unknown flag keeps its two letters. */
static void add_vmflags(struct flag_names *names, const struct region *r)
{
	const char *s = r->vmflags;
	struct str flag = STR_INIT;

	add_flag(names, r->perm & PERM_SHARED ? "MAP_SHARED" : "MAP_PRIVATE");
	for (; *s; s += strspn(s, " ")) {
		size_t n = strcspn(s, " ");

		str_clear(&flag);
		text_safe(&flag, s, n, false);
		if (*vmflag_name(flag.data))
			add_flag(names, vmflag_name(flag.data));
		s += n;
	}
	str_release(&flag);
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
		add_vmflags(&names, r);
	} else if (!brief) {
		str_adds(out, _("flags n/a"));
	} else {
		str_adds(out, _("n/a"));
	}
}
