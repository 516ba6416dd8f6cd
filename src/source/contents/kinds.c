/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/contents/kinds.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "source/sample/maps/classify.h"

void kinds_of(pid_t pid, struct bytes exe, struct kind_of *v, size_t n)
{
	struct sregion *all = xcalloc(n + 1, sizeof *all);
	sregions regions = VEC_INIT;
	struct classify c = { .regions = &regions, .exe = exe, .pid = pid };

	for (size_t i = 0; i < n; i++) {
		const struct procmap *m = v[i].map;

		all[i] = (struct sregion){
			.start = m->start, .end = m->end, .offset = m->offset,
			.dev = m->dev, .inode = m->inode,
			.name = (char *)v[i].name,
			.name_len = strlen(v[i].name),
			.perm = (uint8_t)m->perm,
		};
		c.wide |= m->end > UINT32_MAX;
		*vec_push(&regions) = &all[i];
	}
	classify_regions(&c);
	for (size_t i = 0; i < n; i++) {
		v[i].kind = all[i].kind;
		v[i].owner = all[i].owner;
		v[i].holder = all[i].holder;
		v[i].holder.code = (struct bytes){ NULL, 0 };
		free(all[i].code);
	}
	vec_release(&regions);
	free(all);
}
