/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/fold.h"

#define COMMAND_MAX_KEPT 32768
#define TICK_NS UINT64_C(100000000)

/* --- hostile bytes to C strings ----------------------------------------- */

static void blank_nuls(char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!s[i])
			s[i] = ' ';
}

static size_t bytes_length(const struct bytes *b, size_t max)
{
	size_t n = b->len < max ? b->len : max;

	while (n && !((const char *)b->data)[n - 1])
		n--;
	return n;
}

char *bytes_copy(const struct bytes *b, size_t max)
{
	size_t n = bytes_length(b, max);
	char *s = xmalloc(n + 1);

	if (n)
		memcpy(s, b->data, n);
	s[n] = '\0';
	blank_nuls(s, n);
	return s;
}

void bytes_into(char *to, size_t size, const struct bytes *b)
{
	size_t n = bytes_length(b, size - 1);

	memset(to, 0, size);
	if (n)
		memcpy(to, b->data, n);
	blank_nuls(to, n);
}

/* --- creation and destruction ------------------------------------------- */

struct model *model_new(void)
{
	struct model *m = xcalloc(1, sizeof *m);

	m->page_size = 4096;
	m->command = xstrdup("");
	m->kernel = xstrdup("");
	return m;
}

void model_free(struct model *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->processes.n; i++)
		process_free(m->processes.v[i]);
	vec_release(&m->processes);
	calls_release(m);
	rows_release(m);
	vec_release(&m->rings);
	free(m->output.cells);
	strip_release(&m->strip);
	cgroup_release(&m->cgroup);
	backtrace_release(&m->backtrace);
	backtrace_release(&m->call_stack);
	contents_release(&m->contents);
	free(m->command);
	free(m->kernel);
	free(m);
}

/* --- time --------------------------------------------------------------- */

static void tick_process(struct model *m, struct process *p, uint64_t now)
{
	uint64_t before = now > MODEL_GONE_NS ? now - MODEL_GONE_NS : 0;

	if (p->ended)
		return;
	m->news += space_purge(&p->space, before);
	if (model_is_late(m))
		return;
	rate_add(&p->call_rate, now, p->calls);
	/* The sampler does not read the fault counters in system-wide mode. */
	if (model_is_system_wide(m))
		rate_add(&p->fault_rate, now, p->space.faults ?
			 p->space.faults->minor + p->space.faults->major : 0);
	heap_settle(p->heap, m->told_ns ? m->told_ns : now);
	if (p->writes.state == WRITES_ON && !process_is_late(p))
		m->news += space_tick_writes(&p->space, now);
	for (size_t i = 0; i < p->tasks.n; i++)
		rate_add(&p->tasks.v[i].call_rate, now, p->tasks.v[i].calls);
}

static void tick_rates(struct model *m)
{
	rate_add(&m->call_rate, m->now_ns, m->calls_total);
	rate_add(&m->ring_rate, m->now_ns, m->ring_calls);
	rate_add(&m->faults_rate, m->now_ns, m->faults_total);
	rate_add(&m->heap_rate, m->now_ns, m->cost.heap_records);
	for (size_t i = 0; i < m->rings.n; i++)
		rate_add(&m->rings.v[i].rate, m->now_ns,
			 m->rings.v[i].told.read);
}

/* Makes the changes that no event reports: removes unmapped regions and lets
 * rates of calls fall. */
static void model_tick(struct model *m)
{
	if (m->now_ns - m->ticked_ns < TICK_NS)
		return;
	m->ticked_ns = m->now_ns;
	if (!model_is_late(m))
		tick_rates(m);
	for (size_t i = 0; i < m->processes.n; i++)
		tick_process(m, m->processes.v[i], m->now_ns);
}

/* --- events ------------------------------------------------------------- */

static void fold_start(struct model *m, const struct event *ev)
{
	const struct ev_start *es = &ev->u.start;

	free(m->command);
	free(m->kernel);
	m->command = bytes_copy(&es->command, COMMAND_MAX_KEPT);
	m->kernel = bytes_copy(&es->kernel, 256);
	if (es->page_size >= 512 && es->page_size <= (1u << 30) &&
	    !(es->page_size & (es->page_size - 1)))
		m->page_size = es->page_size;
	else
		model_drop(m);
}


static void fold_end(struct model *m, const struct event *ev)
{
	(void)ev;
	m->ended = true;
}

/* For event kinds that the model does not use.  FILE is for logs; the screen
 * requests a STRIP instead. */
static void fold_nothing(struct model *m, const struct event *ev)
{
	(void)m;
	(void)ev;
}

static void (*const folds[EV_KINDS])(struct model *, const struct event *) = {
	[EV_START] = fold_start,
	[EV_PROCESS] = fold_process,
	[EV_CALL] = fold_call,
	[EV_SIGNAL] = fold_signal,
	[EV_REGION] = fold_region,
	[EV_PAGES] = fold_pages,
	[EV_USAGE] = fold_usage,
	[EV_TASK] = fold_task,
	[EV_SYSTEM] = fold_system,
	[EV_STATUS] = fold_status,
	[EV_OUTPUT] = fold_output,
	[EV_NOTE] = fold_note,
	[EV_SNAPSHOT] = fold_snapshot,
	[EV_LOST] = fold_lost,
	[EV_END] = fold_end,
	[EV_FILE] = fold_nothing,
	[EV_STRIP] = fold_strip,
	[EV_FAULT] = fold_fault,
	[EV_SOURCE] = fold_source,
	[EV_WRITES] = fold_writes,
	[EV_STACK] = fold_stack,
	[EV_SYMBOL] = fold_symbol,
	[EV_MAP] = fold_map,
	[EV_COST] = fold_cost,
	[EV_RING] = fold_ring,
	[EV_RSS] = fold_nothing,
	[EV_DENIED] = fold_denied,
	[EV_FRAME] = fold_frame,
	[EV_CONTENTS] = fold_contents,
	[EV_HEAP] = fold_heap,
	[EV_CGROUP] = fold_cgroup,
};

/* True if an event of this kind does not change a region by itself.  A function
 * that changes a region nevertheless must increment m->news. */
static bool is_quiet(const struct event *ev)
{
	switch (ev->kind) {
	case EV_USAGE:
	case EV_SYSTEM:
	case EV_TASK:
	case EV_OUTPUT:
	case EV_NOTE:
	case EV_STRIP:
	case EV_STACK:
	case EV_FILE:
	case EV_MAP:
	case EV_COST:
	case EV_RING:
	case EV_RSS:
	case EV_HEAP:
	case EV_DENIED:
	case EV_FRAME:
	case EV_CONTENTS:
	case EV_CGROUP:
	case EV_SYMBOL:
		return true;
	case EV_PAGES:
		return ev->u.pages.detail != PAGES_OF_ALL;
	case EV_REGION:
		return ev->u.region.op == REGION_SYNC;
	default:
		return false;
	}
}

void model_event(struct model *m, const struct event *ev)
{
	if (ev->kind >= EV_KINDS) {
		model_drop(m);
		return;
	}
	if (ev->time_ns > m->now_ns)
		m->now_ns = ev->time_ns;
	m->events++;
	m->news += !is_quiet(ev);
	folds[ev->kind](m, ev);
	model_tick(m);
}

void model_event_fn(void *m, const struct event *ev)
{
	model_event(m, ev);
}
