/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/words/owner.h"

#include <libintl.h>

#include "base/text.h"
#include "ui/kit/i18n.h"

static void add_code(struct str *out, const struct owner *o, bool ascii)
{
	text_safe(out, o->code.data, o->code.len, ascii);
}

static void add_arena(struct str *out, const struct owner *o)
{
	if (o->arena && o->tid)
		/* TRANSLATORS: the owner of memory: malloc's arena with this
		 * number, from which this thread allocates. */
		str_addf(out, _("arena %u of %d"), o->arena, (int)o->tid);
	else if (o->arena)
		str_addf(out, _("arena %u"), o->arena);
	else if (o->tid)
		str_addf(out, _("arena of %d"), (int)o->tid);
	else
		str_adds(out, _("malloc arena"));
}

static void add_stack(struct str *out, const struct owner *o)
{
	if (o->tid)
		str_addf(out, _("stack of %d"), (int)o->tid);
	else
		str_adds(out, _("thread stack"));
}

static void add_malloc(struct str *out, const struct owner *o, bool ascii)
{
	/* TRANSLATORS: a single large block of malloc. */
	str_adds(out, _("large malloc"));
	if (!o->code.len)
		return;
	/* TRANSLATORS: the code that called malloc for a large block follows,
	 * as in `libfoo.so: func()`. */
	str_adds(out, _(" for "));
	add_code(out, o, ascii);
}

void owner_words(struct str *out, const struct owner *o, bool ascii)
{
	if (!o->whose)
		return;
	if (o->guessed)
		str_addc(out, '~');
	switch (o->whose) {
	case WHOSE_HEAP:
		str_adds(out, "[heap]");
		break;
	case WHOSE_ARENA:
		add_arena(out, o);
		break;
	case WHOSE_STACK:
		add_stack(out, o);
		break;
	case WHOSE_MALLOC:
		add_malloc(out, o, ascii);
		break;
	case WHOSE_TLS:
		/* TRANSLATORS: thread-local storage. */
		str_adds(out, _("TLS"));
		if (o->tid)
			/* TRANSLATORS: TLS of a thread. */
			str_addf(out, _(" of %d"), (int)o->tid);
		break;
	case WHOSE_LOADER:
		/* TRANSLATORS: the dynamic loader, ld.so. */
		str_adds(out, _("loader"));
		if (o->code.len) {
			str_adds(out, ": ");
			add_code(out, o, ascii);
		}
		break;
	default:
		add_code(out, o, ascii);
		break;
	}
	if (o->others)
		/* TRANSLATORS: how many more owners a region has, after the
		 * first. */
		str_addf(out, ngettext(" and %u more", " and %u more",
				       o->others), o->others);
}

bool owner_adds_info(const struct region *r)
{
	switch (r->holder.whose) {
	case WHOSE_UNKNOWN:
	case WHOSE_HEAP:
		return false;
	case WHOSE_STACK:
		return r->kind != KIND_STACK && r->kind != KIND_THREAD_STACK &&
		       r->kind != KIND_GUARD;
	default:
		return true;
	}
}
