/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which calls a step stops at (REQ_CATCH). */
#include <config.h>

#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"

#include <string.h>

#include "event/call.h"

void catch_release(struct tracer *s)
{
	str_release(&s->catch_names);
	str_release(&s->catch_more);
}

void catch_set(struct tracer *s, const struct request *req)
{
	if (req->a == CATCH_CALLS) {
		str_add(&s->catch_more, req->text,
			strnlen(req->text, sizeof req->text));
		str_addc(&s->catch_more, ',');
		if (req->b)
			return;
	}
	s->catch = (enum catch)req->a;
	str_release(&s->catch_names);
	s->catch_names = s->catch_more;
	s->catch_more = (struct str)STR_INIT;
}

static bool has_name(const struct tracer *s, const char *name)
{
	const char *p = s->catch_names.data;
	size_t n = strlen(name), len;

	for (; *p; p += len + (p[len] == ',')) {
		len = strcspn(p, ",");
		if (n && len == n && !memcmp(p, name, n))
			return true;
	}
	return false;
}

/* 32-bit programs have mmap under two other names. */
bool catch_has(const struct tracer *s, const struct tracee *t)
{
	enum call_id id = t->call.call;

	if (s->catch == CATCH_ALL)
		return true;
	if (s->catch == CATCH_MEMORY)
		return id != CALL_OTHER;
	return has_name(s, call_of(&t->call)->name) ||
	       ((id == CALL_MMAP2 || id == CALL_OLD_MMAP) &&
		has_name(s, "mmap"));
}
