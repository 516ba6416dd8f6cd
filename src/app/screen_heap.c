/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of the engine for Heap, for as long as it is in view: sites, the
 * blocks of one, what the allocator says of itself.
 */
#include <config.h>

#include "app/screen_private.h"

#define SECOND 1000000000ull

/* Whether it is looked at is told once. */
static void tell_looking(struct screen *s, pid_t pid, bool looking)
{
	const struct request req = { .op = REQ_HEAP, .pid = pid,
				     .a = looking };

	if (s->heap_looking == looking)
		return;
	s->heap_looking = looking;
	s->heap_ns = 0;
	s->request(s->request_arg, &req);
}

void heap_tell(struct screen *s)
{
	const struct process *p = view_process(&s->view);
	bool shown = p && layout_find(&s->layout, PANE_HEAP);
	struct request req = { .op = REQ_HEAP_INFO, .pid = p ? p->pid : 0 };
	uint64_t site = s->view.heap_site;

	tell_looking(s, shown ? p->pid : 0, shown);
	if (!shown || !p->heap || p->ended)
		return;
	if (p->pid == s->heap_pid && site == s->heap_site && s->heap_ns &&
	    s->now_ns < s->heap_ns + SECOND)
		return;
	s->heap_pid = p->pid;
	s->heap_site = site;
	s->heap_ns = s->now_ns ? s->now_ns : 1;
	if (site) {
		req.op = REQ_HEAP_BLOCKS;
		req.a = site - 1;
		req.b = REQ_HEAP_BLOCKS_MAX;
	}
	s->request(s->request_arg, &req);
}
