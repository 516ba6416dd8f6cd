/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calls at which a step stops (REQ_CATCH, REQ_UNTIL). */
#include <config.h>

#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "event/call.h"

void catch_init(struct catches *c)
{
	c->names = c->more = (struct str)STR_INIT;
}

void catch_release(struct catches *c)
{
	str_release(&c->names);
	str_release(&c->more);
}

bool catch_set(struct catches *c, const struct request *req)
{
	if (req->a == CATCH_CALLS) {
		str_add(&c->more, req->text,
			strnlen(req->text, sizeof req->text));
		str_addc(&c->more, ',');
		if (req->b)
			return false;
	}
	c->kind = (enum catch)req->a;
	str_release(&c->names);
	c->names = c->more;
	c->more = (struct str)STR_INIT;
	return true;
}

static bool has_name(const struct catches *c, const char *name)
{
	const char *p = c->names.data;
	size_t n = strlen(name), len;

	for (; *p; p += len + (p[len] == ',')) {
		len = strcspn(p, ",");
		if (n && len == n && !memcmp(p, name, n))
			return true;
	}
	return false;
}

/* In 32-bit programs, "mmap" also means the calls mmap2 and old_mmap. */
bool catch_has(const struct catches *c, const struct tracee *t)
{
	enum call_id id = t->call.call;
	char number[24];

	if (c->kind == CATCH_ALL)
		return true;
	if (c->kind == CATCH_MEMORY)
		return id != CALL_OTHER;
	snprintf(number, sizeof number, "%" PRIu64, t->call.nr);
	return has_name(c, call_of(&t->call)->name) || has_name(c, number) ||
	       ((id == CALL_MMAP2 || id == CALL_OLD_MMAP) &&
		has_name(c, "mmap"));
}
