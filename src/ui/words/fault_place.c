/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/words/fault_place.h"

#include <string.h>

#include "base/fmt.h"
#include "ui/kit/i18n.h"

/* The kernel leaves a gap of up to this size free below a stack:
 * stack_guard_gap in mm/mmap.c.  (With pages of 64K the gap is larger.) */
#define GUARD_GAP (UINT64_C(1) << 20)

/* True if the region already existed in this form when the signal came. */
static bool unchanged(const struct region *r, uint64_t time_ns)
{
	if (!time_ns)
		return !r->removed_ns;
	/* A stack may have grown before the fault, although the first sample
	 * that shows it comes after the fault. */
	if (r->kind == KIND_STACK)
		return !r->removed_ns || r->removed_ns >= time_ns;
	return r->added_ns <= time_ns && r->changed_ns <= time_ns &&
	       (!r->removed_ns || r->removed_ns >= time_ns);
}

static bool has_stack_pointer(const struct process *p, pid_t tid,
			      const struct region *guard,
			      const struct region *r)
{
	const struct task *t = process_task(p, tid);

	return t && t->sp >= guard->start && t->sp < r->end;
}

/* True if `guard` is the inaccessible pages below a thread's stack, and `above`
 * is that stack. */
static bool guards(const struct process *p, pid_t tid,
		   const struct region *guard, const struct region *above)
{
	return !(guard->perm & (PERM_R | PERM_W | PERM_X)) &&
	       above->start == guard->end && above->perm & PERM_W &&
	       (above->kind == KIND_THREAD_STACK || guard->kind == KIND_GUARD ||
		has_stack_pointer(p, tid, guard, above));
}

/* True if the access at addr overflows the main stack, which can grow down to
 * its limit, or until it meets a region. */
static bool overflows(const struct fault_place *at, uint64_t addr)
{
	const struct region *stack = at->above;

	if (!stack || stack->kind != KIND_STACK || !at->above_first)
		return false;
	if (at->limit != EV_UNKNOWN)
		return stack->end - addr > at->limit ||
		       (at->below && addr - at->below->end < GUARD_GAP);
	return stack->start - addr < GUARD_GAP;
}

void fault_place_find(struct fault_place *out, const struct process *p,
		      pid_t tid, uint64_t addr, uint64_t time_ns)
{
	*out = (struct fault_place){ .limit = EV_UNKNOWN };
	for (size_t i = 0; i < p->space.regions.n; i++) {
		const struct region *r = p->space.regions.v[i];

		if (!unchanged(r, time_ns))
			continue;
		if (r->end <= addr)
			out->below = r;
		else if (r->start > addr && !out->above)
			out->above = r;
		else if (r->start <= addr)
			out->in = r;
	}
	out->above_first = out->above &&
		(!out->below || out->above->start - addr <
				addr - out->below->end);
	if (out->in) {
		if (out->above && guards(p, tid, out->in, out->above))
			out->stack = out->above;
		return;
	}
	if (p->usage_ns && p->usage.stack_max)
		out->limit = p->usage.stack_max;
	if (overflows(out, addr))
		out->stack = out->above;
}

void fault_place_overflow(struct str *out, const struct fault_place *place)
{
	uint64_t size = place->stack->end - place->stack->start;
	char a[FMT_MAX], b[FMT_MAX];

	fmt_size(a, size);
	if (place->limit == EV_UNKNOWN)
		/* TRANSLATORS: after the name of a stack: the size of the
		 * stack. */
		str_addf(out, _(", which is %s: stack overflow"), a);
	else if (!strcmp(a, fmt_size(b, place->limit)))
		str_addf(out, _(", which is %s = its limit: stack overflow"),
			 a);
	else
		/* TRANSLATORS: the size of the stack, and its limit
		 * (RLIMIT_STACK). */
		str_addf(out, _(", which is %s of at most %s: stack overflow"),
			 a, b);
}
