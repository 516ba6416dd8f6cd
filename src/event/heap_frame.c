/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <string.h>

#include "event/event.h"

/* Takes one NUL-terminated name from the bytes. */
static bool take(struct bytes *from, struct bytes *out)
{
	const char *end = from->len ? memchr(from->data, '\0', from->len)
				    : NULL;

	if (!end)
		return false;
	*out = (struct bytes){ from->data,
			       (size_t)(end - (const char *)from->data) };
	from->data = end + 1;
	from->len -= out->len + 1;
	return true;
}

bool heap_frame_next(struct bytes *names, struct heap_frame *out)
{
	return take(names, &out->library) && take(names, &out->symbol);
}

static void put(struct str *out, struct bytes name)
{
	str_add(out, name.data, strnlen(name.len ? name.data : "", name.len));
	str_addc(out, '\0');
}

void heap_frame_put(struct str *names, const struct heap_frame *frame)
{
	put(names, frame->library);
	put(names, frame->symbol);
}
