/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mark: a copy of the known bytes of the shown contents (live memory or a
 * frame), made when `m` was pressed. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "ui/contents/state.h"

void mark_release(struct contents_mark *m)
{
	for (size_t i = 0; i < m->blocks.n; i++)
		free(m->blocks.v[i]);
	vec_release(&m->blocks);
	m->set = false;
}

static bool is_wanted(const struct contents_block *b,
		      const struct contents_shown *l)
{
	return b->pid == l->process->pid && b->number == l->of.number &&
	       b->object == l->of.object;
}

void mark_set(struct contents_mark *m, const struct contents_shown *l)
{
	const struct contents *c = &l->view->model->contents;

	mark_release(m);
	m->set = true;
	m->pid = l->process->pid;
	m->of = l->of;
	m->time_ns = l->frame ? l->frame->time_ns : l->view->model->now_ns;
	for (size_t i = 0; i < c->blocks.n; i++) {
		const struct contents_block *b = c->blocks.v[i];
		struct mark_block *k;

		if (!is_wanted(b, l))
			continue;
		k = xmalloc(sizeof *k);
		k->addr = b->addr;
		memcpy(k->data, b->data, sizeof k->data);
		memcpy(k->state, b->state, sizeof k->state);
		*vec_push(&m->blocks) = k;
	}
}

bool mark_byte(const struct contents_mark *m, pid_t pid, uint64_t addr,
	       uint8_t *byte)
{
	uint64_t at = addr % CONTENTS_BLOCK;

	if (!m->set || m->pid != pid)
		return false;
	for (size_t i = 0; i < m->blocks.n; i++) {
		const struct mark_block *k = m->blocks.v[i];

		if (k->addr != addr - at)
			continue;
		*byte = k->data[at];
		return k->state[at] == CONTENTS_KNOWN;
	}
	return false;
}
