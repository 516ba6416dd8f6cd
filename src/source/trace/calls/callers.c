/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports the registers and the stack of a task that has just mapped memory.
 * If the memory still exists later, the sampler finds the code that requested
 * it.
 *
 * The task is stopped anyway; reading the top of its stack by the reader
 * process takes some microseconds more.  The rate is limited, for programs that
 * map memory all the time.
 */
#include <config.h>

#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"

#include "event/call.h"
#include "source/stack/stack.h"
#include "source/trace/core/arch.h"
#include "sys/loop.h"

#define STACK_KEPT 2048
/* At most BURST calls at once, then RATE calls a second. */
#define BURST 1000
#define RATE 200

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
	uint64_t len = call_maps_anonymous(c);
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
