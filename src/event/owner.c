/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "event/owner.h"

#include <string.h>

#include "base/text.h"

static uint32_t small(uint64_t v)
{
	return v < UINT32_MAX ? (uint32_t)v : UINT32_MAX;
}

struct owner owner_of(const struct ev_region *r)
{
	return (struct owner){
		.whose = r->whose < WHOSES ? (enum region_whose)r->whose
					   : WHOSE_UNKNOWN,
		.guessed = r->guessed != 0,
		.tid = r->whose_tid > 0 && r->whose_tid <= INT32_MAX
				? (pid_t)r->whose_tid : 0,
		.arena = small(r->arena), .others = small(r->others),
		.code = r->code,
	};
}

void owner_put(struct ev_region *r, const struct owner *o)
{
	r->whose = o->whose;
	r->whose_tid = o->tid;
	r->arena = o->arena;
	r->code = o->code;
	r->guessed = o->guessed;
	r->others = o->others;
}

bool owner_same(const struct owner *a, const struct owner *b)
{
	return a->whose == b->whose && a->guessed == b->guessed &&
	       a->tid == b->tid && a->arena == b->arena &&
	       a->others == b->others && a->code.len == b->code.len &&
	       (!a->code.len ||
		!memcmp(a->code.data, b->code.data, a->code.len));
}

static void add_code(struct str *out, const char *before,
		     const struct owner *o)
{
	if (!o->code.len)
		return;
	str_adds(out, before);
	text_safe(out, o->code.data, o->code.len, false);
}

static void add_thread(struct str *out, const struct owner *o)
{
	if (o->tid > 0)
		str_addf(out, " of thread %d", (int)o->tid);
}

void owner_text(struct str *out, const struct owner *o)
{
	switch (o->whose) {
	case WHOSE_HEAP:
		str_adds(out, "main heap");
		break;
	case WHOSE_ARENA:
		str_adds(out, "arena");
		if (o->arena)
			str_addf(out, " %u", o->arena);
		add_thread(out, o);
		break;
	case WHOSE_STACK:
		str_adds(out, o->tid > 0 ? "stack" : "thread stack");
		add_thread(out, o);
		break;
	case WHOSE_MALLOC:
		str_adds(out, "large malloc");
		add_code(out, " for ", o);
		break;
	case WHOSE_TLS:
		str_adds(out, "TLS");
		add_thread(out, o);
		break;
	case WHOSE_LOADER:
		str_adds(out, "loader");
		add_code(out, ": ", o);
		break;
	case WHOSE_LIBC:
	case WHOSE_CODE:
		add_code(out, "", o);
		break;
	case WHOSE_UNKNOWN:
	case WHOSES:
		return;
	}
	if (o->others)
		str_addf(out, " and %u more", o->others);
}
