/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides whether two reports are of the same event.  Pure. */
#include <config.h>

#include "event/join_private.h"

#include <string.h>

#include "event/call.h"

/* Maximum difference of the times at which two sources report the same call.
 * The times differ if the thread waits for a CPU at the end of the call. */
#define NEAR_CALL_NS 20000000ull
#define PAGE 4096

/* --- the same event --------------------------------------------------- */

uint8_t join_also_flag(char source)
{
	switch (source) {
	case 't': return EVF_ALSO_PTRACE;
	case 'r': return EVF_ALSO_RING;
	default: return EVF_ALSO_PERF;
	}
}

/* The tracer has most information, since it stopped the task. */
int join_rank(char source)
{
	return source == 't' ? 2 : source == 'r' ? 1 : 0;
}

static uint64_t apart(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

static bool is_birth(uint64_t op)
{
	return op == PROCESS_THREAD || op == PROCESS_FORK ||
	       op == PROCESS_VFORK || op == PROCESS_CLONE;
}

static bool same_process(const struct event *a, const struct event *b)
{
	const struct ev_process *x = &a->u.process, *y = &b->u.process;

	if (is_birth(x->op))
		return is_birth(y->op) && x->child == y->child;
	if (x->op != y->op)
		return false;
	/* An exec changes the tid of the calling thread, so only the pid is
	 * compared. */
	return x->op == PROCESS_EXEC ? a->pid == b->pid :
	       x->op == PROCESS_EXIT && a->tid == b->tid;
}

bool join_is_same(const struct event *a, const struct event *b)
{
	if (a->kind != EV_PROCESS || b->kind != EV_PROCESS ||
	    a->source == b->source ||
	    (a->flags | b->flags) & (EVF_AGAIN | EVF_SYNTHETIC) ||
	    /* The report of the other source is already joined with this
	     * event. */
	    a->flags & join_also_flag(b->source) ||
	    b->flags & join_also_flag(a->source) ||
	    apart(a->time_ns, b->time_ns) > JOIN_NEAR_NS)
		return false;
	return same_process(a, b);
}

/* --- the same event, by key ------------------------------------------- */

static uint64_t mix(uint64_t hash, uint64_t n)
{
	hash = (hash ^ n) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 29;
}

static uint64_t what_of_call(const struct ev_call *c)
{
	uint64_t hash = mix(c->abi, c->nr);

	hash = mix(mix(hash, c->phase), (uint64_t)c->result);
	hash = mix(hash, (uint64_t)c->error);
	for (size_t i = 0; i < sizeof c->args / sizeof *c->args; i++)
		hash = mix(hash, c->args[i]);
	return hash;
}

static uint64_t what_of_signal(const struct ev_signal *s)
{
	return mix(mix(s->signal, (uint64_t)s->code), s->action);
}

struct join_key join_key_of(const struct event *ev)
{
	struct join_key key = {
		.time_ns = ev->time_ns, .tid = ev->tid, .kind = ev->kind,
		.tellers = join_also_flag(ev->source) | (ev->flags & EVF_ALSO),
	};

	if (ev->flags & (EVF_AGAIN | EVF_SYNTHETIC))
		key.kind = 0;
	else if (ev->kind == EV_CALL)
		key.what = what_of_call(&ev->u.call);
	else if (ev->kind == EV_SIGNAL)
		key.what = what_of_signal(&ev->u.signal);
	else if (ev->kind == EV_FAULT && ev->flags & EVF_EACH)
		key.what = ev->u.fault.addr / PAGE;
	else
		key.kind = 0;
	return key;
}

bool join_key_same(const struct join_key *a, const struct join_key *b)
{
	uint64_t ns = apart(a->time_ns, b->time_ns);

	if (a->what != b->what || a->tid != b->tid || a->kind != b->kind ||
	    a->tellers & b->tellers || ns > JOIN_NEAR_NS)
		return false;
	switch (a->kind) {
	case EV_CALL:
		/* A report farther apart may be of another call with the same
		 * arguments. */
		return ns <= NEAR_CALL_NS;
	case EV_FAULT:
		/* The ring records the start of a fault, perf its end.  perf's
		 * time is later, since the thread waits for the page and
		 * perhaps for a CPU. */
		return a->tellers & EVF_ALSO_RING ? a->time_ns <= b->time_ns
						  : b->time_ns <= a->time_ns;
	default:
		return true;
	}
}

/* --- a mapping and its call ------------------------------------------- */

/* Gets the range that the call mapped.  False if there is none, or if the range
 * is not known. */
static bool call_range(const struct ev_call *c, uint64_t *addr, uint64_t *len)
{
	*addr = (uint64_t)c->result;
	*len = 1;
	switch (c->call) {
	case CALL_MMAP: case CALL_MMAP2: case CALL_MAP_SHADOW_STACK:
		*len = c->args[1];
		break;
	case CALL_MREMAP:
		*len = c->args[2];
		break;
	case CALL_MPROTECT: case CALL_PKEY_MPROTECT:
		*addr = c->args[0];
		*len = c->args[1];
		break;
	case CALL_BRK:
		*addr -= *addr > 0;
		break;
	case CALL_OLD_MMAP: case CALL_SHMAT: case CALL_REMAP_FILE_PAGES:
		break;
	default:
		return false;
	}
	return !c->error && c->phase != PHASE_ENTER;
}

/* The event's time is the end of the call, or of the stop at its end. */
bool join_call_span(const struct event *ev, struct join_span *span)
{
	uint64_t took = ev->u.call.duration_ns;

	took = (took < ev->time_ns ? took : 0) + NEAR_CALL_NS;
	*span = (struct join_span){
		.tid = ev->tid, .source = ev->source,
		.since_ns = took < ev->time_ns ? ev->time_ns - took : 0,
		.until_ns = ev->time_ns,
	};
	return call_range(&ev->u.call, &span->addr, &span->len);
}

struct join_span join_map_span(const struct event *ev)
{
	return (struct join_span){
		.tid = ev->tid, .source = ev->source,
		.since_ns = ev->time_ns, .until_ns = ev->time_ns,
		.addr = ev->u.map.addr, .len = ev->u.map.len,
	};
}

/* perf records a mapping between the start and the end of its call. */
bool join_made(const struct join_span *call, const struct join_span *map)
{
	return call->tid == map->tid && call->source != map->source &&
	       map->since_ns >= call->since_ns &&
	       map->until_ns <= call->until_ns && call->addr >= map->addr &&
	       call->addr - map->addr < map->len &&
	       call->len <= map->len - (call->addr - map->addr);
}

bool join_call_made(const struct event *call, const struct event *map)
{
	struct join_span made, recorded;

	if (call->kind != EV_CALL || map->kind != EV_MAP ||
	    call->tid != map->tid || call->flags & EVF_ALSO_PERF ||
	    !join_call_span(call, &made))
		return false;
	recorded = join_map_span(map);
	return join_made(&made, &recorded);
}
