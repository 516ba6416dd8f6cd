/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "model/copy.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/fold.h"

/* The sizes of all structs whose pointers a copy must follow, without the
 * payloads of events in them.  If a size has changed: copy the new member, if
 * it owns memory; then enter the new size. */
#ifdef __LP64__
#define EV(member) sizeof(struct ev_##member)
#define SIZE(type, less, n) \
	_Static_assert(sizeof(struct type) - (less) == (n), \
		       "a new member: see the comment above")
SIZE(model, EV(status) + EV(system) + 2 * EV(source) + EV(cost) +
     EV(cgroup), 10392);
SIZE(process, EV(usage) + EV(writes), 2008);
SIZE(space, 0, 744);
SIZE(region, 0, 912);
SIZE(pages, 0, 152);
SIZE(faults, 0, 768);
SIZE(fault_symbol, 0, 24);
SIZE(fault_module, 0, 64);
SIZE(region_faults, 0, 352);
SIZE(task, 0, 328);
SIZE(heap, EV(heap), 336);
SIZE(heap_site, 0, 792);
SIZE(growth, 0, 80);
SIZE(growth_part, 0, 24);
SIZE(call_row, EV(call), 40);
SIZE(signal_row, EV(signal), 104);
SIZE(note_row, EV(note), 16);
SIZE(output, 0, 40);
SIZE(cgroup, EV(cgroup), 2608);
SIZE(file_strip, 0, 224);
SIZE(backtrace, 0, 104);
SIZE(frame, 0, 80);
SIZE(contents, 0, 80);
SIZE(contents_block, 0, 41016);
SIZE(contents_object, 0, 56);
SIZE(contents_frame, 0, 136);
#undef SIZE
#undef EV
#endif

/* What malloc adds to a block, on average. */
#define OVERHEAD 16

void *copied(struct copying *c, const void *p, size_t n)
{
	if (!n)
		return NULL;
	c->bytes += n + OVERHEAD;
	return xmemdup(p, n);
}

char *copied_text(struct copying *c, const char *s)
{
	return s ? copied(c, s, strlen(s) + 1) : NULL;
}

static struct process *copied_process(struct copying *c,
				      const struct process *from)
{
	struct process *p = copied(c, from, sizeof *from);

	p->exe = copied_text(c, p->exe);
	p->argv = copied_text(c, p->argv);
	copy_vec(c, &p->tasks);
	copy_space(c, &p->space);
	p->heap = p->heap ? copied_heap(c, p->heap) : NULL;
	p->since = p->since ? copied_growth(c, p->since) : NULL;
	copy_mappings(c, p);
	copy_advices(c, p);
	copy_recorded(c, p);
	return p;
}

/* Numbers of copies, so that caches of a pane can tell two models apart. */
static uint64_t instances;

struct model *model_copy(const struct model *from, size_t *bytes)
{
	struct copying c = { .bytes = 0 };
	struct model *m = c.to = copied(&c, from, sizeof *from);

	m->instance = ++instances;
	m->command = copied_text(&c, m->command);
	m->kernel = copied_text(&c, m->kernel);
	copy_vec(&c, &m->processes);
	for (size_t i = 0; i < m->processes.n; i++) {
		const struct process *p = from->processes.v[i];

		m->processes.v[i] = copied_process(&c, p);
		if (p == from->main)
			m->main = m->processes.v[i];
	}
	copy_vec(&c, &m->rings);
	copy_calls(&c, from);
	copy_rows(&c, from);
	m->output.cells = copied(&c, m->output.cells,
				 (size_t)m->output.rows * m->output.cols *
				 sizeof *m->output.cells);
	copy_cgroup(&c, &m->cgroup);
	copy_strip(&c, &m->strip);
	copy_backtrace(&c, &m->backtrace);
	copy_backtrace(&c, &m->call_stack);
	copy_contents(&c, &m->contents);
	*bytes = c.bytes;
	return m;
}
