/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Handles memory calls: which part of the map a call changed, and which thread
 * made a region.
 */
#include <config.h>

#include "source/sample/core/sample.h"

#include "event/call.h"
#include "source/sample/core/procs.h"
#include "source/sample/owner/origin.h"

/* Records which thread made the region, to find the thread of an arena. */
static void note_maker(struct sproc *p, const struct event *ev)
{
	const struct ev_call *c = &ev->u.call;
	uint64_t addr = c->call == CALL_MPROTECT ? c->args[0]
						 : (uint64_t)c->result;

	p->calls[p->n_calls++ % SPROC_CALLS] = (struct scall){
		addr, ev->tid,
	};
	if (p->n_calls >= 2 * SPROC_CALLS)
		p->n_calls -= SPROC_CALLS;
}

/* True if the call may change the map. */
static bool moves_map(uint64_t call)
{
	switch (call) {
	case CALL_BRK: case CALL_MMAP: case CALL_MMAP2: case CALL_OLD_MMAP:
	case CALL_MUNMAP: case CALL_MREMAP: case CALL_MPROTECT:
	case CALL_PKEY_MPROTECT: case CALL_REMAP_FILE_PAGES: case CALL_SHMAT:
	case CALL_SHMDT: case CALL_MAP_SHADOW_STACK:
	/* These calls can split a region or join two regions. */
	case CALL_MADVISE: case CALL_PROCESS_MADVISE:
	case CALL_MLOCK: case CALL_MLOCK2:
	case CALL_MUNLOCK: case CALL_MLOCKALL: case CALL_MUNLOCKALL:
	case CALL_MBIND: case CALL_MSEAL:
		return true;
	default:
		return false;
	}
}

/* Removes the memory that the call unmapped or replaced from the ranges with
 * known callers (origin.h). */
static void call_cut(struct sampler *s, struct sproc *p,
		     const struct ev_call *c)
{
	uint64_t result = (uint64_t)c->result;

	switch (c->call) {
	case CALL_MMAP: case CALL_MMAP2: case CALL_OLD_MMAP:
		origin_unmap(s, p, result, c->args[1]);
		break;
	case CALL_MUNMAP:
		origin_unmap(s, p, c->args[0], c->args[1]);
		break;
	case CALL_MREMAP:
		origin_unmap(s, p, c->args[0], c->args[1]);
		origin_unmap(s, p, result, c->args[2]);
		break;
	default:
		break;
	}
}

/* claimed.brk is the previous break (map_check.c).  The range starts in the
 * last page below the lower break: that page is in the region of the heap,
 * which grows or shrinks. */
static void brk_changed(struct sampler *s, struct sproc *p, uint64_t end)
{
	uint64_t low = p->claimed.brk < end ? p->claimed.brk : end;
	uint64_t high = p->claimed.brk < end ? end : p->claimed.brk;

	if (!p->claimed.brk)
		sproc_stale(s, p, false);
	else if (low < high)
		sproc_changed(s, p, low - 1, high - low + 1);
}

/* Schedules a read of the range that the call changed.  If the arguments do not
 * show the range, schedules a read of the whole map. */
static void call_changed(struct sampler *s, struct sproc *p,
			 const struct ev_call *c)
{
	uint64_t result = (uint64_t)c->result;

	switch (c->call) {
	case CALL_MMAP: case CALL_MMAP2: case CALL_MAP_SHADOW_STACK:
		sproc_changed(s, p, result, c->args[1]);
		break;
	case CALL_SHMAT:		/* only the map shows the length */
		sproc_changed(s, p, result, 1);
		break;
	case CALL_BRK:
		brk_changed(s, p, result);
		break;
	case CALL_MREMAP:
		sproc_changed(s, p, c->args[0], c->args[1]);
		sproc_changed(s, p, result, c->args[2]);
		break;
	case CALL_MUNMAP: case CALL_MPROTECT: case CALL_PKEY_MPROTECT:
	case CALL_MADVISE: case CALL_MLOCK: case CALL_MLOCK2:
	case CALL_MUNLOCK: case CALL_MBIND: case CALL_MSEAL:
		sproc_changed(s, p, c->args[0], c->args[1]);
		break;
	default:
		sproc_stale(s, p, false);
		break;
	}
}

void listen_call(struct sampler *s, const struct event *ev)
{
	const struct ev_call *c = &ev->u.call;
	struct sproc *p;

	if (c->phase == PHASE_ENTER || c->error || !moves_map(c->call) ||
	    !sample_wants_maps(s))
		return;
	p = sproc_find(s, ev->pid);
	if (!p)
		return;
	if (c->call == CALL_MMAP || c->call == CALL_MMAP2 ||
	    c->call == CALL_OLD_MMAP || c->call == CALL_MPROTECT)
		note_maker(p, ev);
	call_cut(s, p, c);
	call_changed(s, p, c);
}
