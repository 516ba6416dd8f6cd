/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source `ring` of an mmtop that was built without libtracefs. */
#include <config.h>

#include "source/ftrace/state.h"

#include <errno.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "source/source.h"

struct source {
	struct source_host *host;
	struct ev_source state;
	bool told_state;
};

enum source_why ring_ask(int64_t *value)
{
	*value = 0;
	return WHY_NO_LIBTRACEFS;
}

uint32_t ring_lacks(uint32_t kinds)
{
	return kinds;
}

const struct ev_source *ring_state(const struct source *s)
{
	return &s->state;
}

void ring_sweep(void)
{
}

void ring_emergency(void)
{
}

static int absent_open(struct source **out, struct source_host *host,
		       struct err *err)
{
	struct source *s = xcalloc(1, sizeof *s);

	(void)err;
	s->host = host;
	s->state.state = SOURCE_REFUSED;
	s->state.why = WHY_NO_LIBTRACEFS;
	*out = s;
	return 0;
}

static bool absent_drain(struct source *s, uint64_t budget_ns)
{
	struct event ev;

	(void)budget_ns;
	if (s->told_state)
		return false;
	s->told_state = true;
	ev = host_event(s->host, RING_LETTER, EV_SOURCE, 0, 0);
	ev.u.source = s->state;
	ev.u.source.name = bytes_of(RING_NAME);
	s->host->emit(s->host->emit_arg, &ev);
	return false;
}

static void absent_event(struct source *s, const struct event *ev)
{
	if (ev->kind == EV_SNAPSHOT && ev->u.snapshot.op == SNAPSHOT_END)
		s->told_state = false;
}

static void absent_close(struct source *s)
{
	free(s);
}

const struct source_ops ring_source = {
	.name = RING_NAME,
	.letter = RING_LETTER,
	.open = absent_open,
	.drain = absent_drain,
	.event = absent_event,
	.close = absent_close,
};
