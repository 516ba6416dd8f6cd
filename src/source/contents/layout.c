/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/contents/contents.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "parse/proc/maps.h"
#include "sys/proc/root.h"

#define NAME_SIZE 4096
#define TEXT_MAX (256u << 20)

void layout_clear(layout *v)
{
	for (size_t i = 0; i < v->n; i++)
		free(v->v[i].name);
	vec_clear(v);
}

void layout_release(layout *v)
{
	layout_clear(v);
	vec_release(v);
}

static int by_query(int maps, uint64_t start, uint64_t end, layout *out)
{
	static char name[NAME_SIZE];
	struct procmap m;

	while (start < end) {
		int rc = procmap_query(maps, start, true, &m, name,
				       sizeof name);

		if (rc < 0)
			return rc == -ENOENT ? 0 : rc;
		if (m.start >= end || m.end <= start)
			break;
		*vec_push(out) = (struct layout_region){
			.map = m, .name = xstrdup(name),
		};
		start = m.end;
	}
	return 0;
}

static int by_text(const struct contents_source *s, pid_t pid, uint64_t start,
		   uint64_t end, layout *out)
{
	struct str text = STR_INIT, name = STR_INIT;
	struct maps_entry e;
	struct scan at;
	int rc = procroot_readf(s->host->proc, &text, TEXT_MAX, "%d/maps",
				(int)pid);

	at = (struct scan){ text.data, text.data + text.len };
	while (rc == 0 && maps_next(&at, &e, NULL) && e.start < end) {
		if (e.end <= start)
			continue;
		str_clear(&name);
		maps_name(&name, &e);
		*vec_push(out) = (struct layout_region){
			.map = { .start = e.start, .end = e.end,
				 .perm = e.perm, .offset = e.offset,
				 .dev = e.dev, .inode = e.inode },
			.name = xstrdup(name.data),
		};
	}
	str_release(&text);
	str_release(&name);
	return rc;
}

int layout_read(struct contents_source *s, pid_t pid, int maps, uint64_t start,
		uint64_t end, layout *out)
{
	int rc = by_query(maps, start, end, out);

	if (rc == -ENOTTY)
		rc = by_text(s, pid, start, end, out);
	if (rc < 0)
		layout_clear(out);
	return rc;
}
