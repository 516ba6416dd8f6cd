/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/words/writes.h"

#include "ui/kit/i18n.h"
#include "ui/words/what.h"

/* TRANSLATORS: why it is not known which pages were written. */
static const char *const whys[WRITES_WHYS] = {
	[WRITES_WHY_NONE] = N_("n/a: not tracked"),
	[WRITES_WHY_KERNEL] = N_("n/a: needs Linux 6.7, or --allow-clear-refs"),
	[WRITES_WHY_DENIED] = N_("n/a: the kernel forbids userfaultfd"),
	[WRITES_WHY_MACHINE] = N_("n/a: only on x86-64, so far"),
	[WRITES_WHY_SECCOMP] = N_("n/a: it has a seccomp filter"),
	[WRITES_WHY_OWN] = N_("n/a: it uses userfaultfd itself"),
	[WRITES_WHY_STOPPED] = N_("n/a: timed out, no syscall"),
	[WRITES_WHY_PLACE] = N_("n/a: no usable syscall instruction"),
	[WRITES_WHY_GONE] = N_("n/a: it exited or called execve"),
	[WRITES_WHY_NOT_TRACED] = N_("n/a: not traced"),
	[WRITES_WHY_FAILED] = N_("n/a: the kernel refused it"),
};

const char *writes_why_not_tracked(const struct process *p)
{
	switch (p->writes.state) {
	case WRITES_ON:
		return NULL;
	case WRITES_STARTING:
		return _("n/a: starting");
	case WRITES_REFUSED:
		if (p->writes.way == WRITES_BY_SOFT_DIRTY &&
		    p->writes.why != WRITES_WHY_FAILED)
			return _("n/a: this kernel has no CONFIG_MEM_SOFT_DIRTY");
		break;
	default:
		break;
	}
	return _(whys[p->writes.why]);
}

/* Returns why the writes of this region are not tracked, although those of
 * other regions are. */
static const char *region_untracked_why(const struct region *r)
{
	if (!r)
		return _("n/a: not scanned yet");
	if (!(r->perm & PERM_W))
		return _("n/a: not writable");
	/* TRANSLATORS: writes to memory of a file are not tracked. */
	if (r->inode && !region_is_memory(r))
		return _("n/a: memory of a file");
	if (r->perm & PERM_SHARED)
		return _("n/a: shared memory");
	return _("n/a: not scanned yet");
}

const char *written_why_not(const struct process *p, const struct pages *pages)
{
	const char *why;

	if (pages && pages->written != EV_UNKNOWN)
		return NULL;
	if (!p)
		return _(whys[WRITES_WHY_NONE]);
	why = writes_why_not_tracked(p);
	return why ? why : region_untracked_why(pages ? space_find(&p->space,
								   pages->start)
					      : NULL);
}
