/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "event/stack.h"

#include <string.h>

struct stack_walk stack_walk(const struct ev_stack *ev)
{
	return (struct stack_walk){ ev->frames, ev->text };
}

static bool take(struct bytes *from, size_t n, struct bytes *out)
{
	if (n > from->len)
		return false;
	*out = (struct bytes){ from->data, n };
	from->data = (const char *)from->data + n;
	from->len -= n;
	return true;
}

bool stack_next(struct stack_walk *w, struct stack_entry *out)
{
	struct bytes record;

	if (!take(&w->frames, sizeof out->frame, &record))
		return false;
	memcpy(&out->frame, record.data, sizeof out->frame);
	return take(&w->text, out->frame.function, &out->function) &&
	       take(&w->text, out->frame.module, &out->module) &&
	       take(&w->text, out->frame.file, &out->file) &&
	       take(&w->text, out->frame.lines, &out->lines);
}

void stack_put(struct str *frames, struct str *text,
	       const struct stack_entry *e)
{
	struct stack_frame f = e->frame;

	f.function = (uint32_t)e->function.len;
	f.module = (uint32_t)e->module.len;
	f.file = (uint32_t)e->file.len;
	f.lines = (uint32_t)e->lines.len;
	str_add(frames, &f, sizeof f);
	str_add(text, e->function.data, e->function.len);
	str_add(text, e->module.data, e->module.len);
	str_add(text, e->file.data, e->file.len);
	str_add(text, e->lines.data, e->lines.len);
}
