/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a task stood when it mapped memory: for the sampler, which looks for the
 * code that asked for it, later and only where the memory is still there.
 *
 * That costs the target the reading of the top of its stack while it stands
 * still anyway, some microseconds by way of the reader: a program that maps
 * without end is looked at so often a second, and not more.
 */
#include <config.h>

#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"

#include <sys/mman.h>

#include "event/call.h"
#include "source/stack/stack.h"
#include "source/trace/core/arch.h"
#include "sys/loop.h"

#define STACK_KEPT 2048
/* So many at once; then so many a second. */
#define BURST 1000
#define RATE 200

/* Of memory that is no file's; *len is 0 for a call that maps none. */
static uint64_t mapped_len(const struct ev_call *c)
{
	switch (c->call) {
	case CALL_MMAP: case CALL_MMAP2: case CALL_OLD_MMAP:
		return c->args[3] & MAP_ANONYMOUS ? c->args[1] : 0;
	case CALL_MREMAP:
		return c->args[2];
	default:
		return 0;
	}
}

static bool may(struct tracer *s)
{
	struct called_pace *p = &s->called_pace;
	uint64_t now = clock_ns();
	uint64_t more = (now - p->at_ns) / (1000000000ull / RATE);

	if (!p->at_ns || more >= BURST) {
		p->left = BURST;
		p->at_ns = now;
	} else if (more) {
		p->left = p->left + more < BURST ? p->left + more : BURST;
		p->at_ns += more * (1000000000ull / RATE);
	}
	if (!p->left)
		return false;
	p->left--;
	return true;
}

void callers_exit(struct tracer *s, const struct tracee *t)
{
	const struct ev_call *c = &t->call;
	uint64_t len = mapped_len(c);
	char stack[STACK_KEPT];
	struct stack_ask ask = { .tid = t->tid };
	long got;

	if (!len || c->error || !s->host->wants.regions || !may(s) ||
	    arch_stack_regs(t->tid, &ask) < 0)
		return;
	ask.stack_at = arch_stack_pointer(&ask);
	got = remote_read_there(s->host, t->tid, ask.stack_at, stack,
				sizeof stack);
	if (got <= 0)
		return;
	host_fact(s->host, &(struct fact){
		.kind = FACT_MAPPED, .from = s,
		.mapped = { t->group->tgid, (uint64_t)c->result, len, &ask,
			    { stack, (size_t)got } },
	});
}
