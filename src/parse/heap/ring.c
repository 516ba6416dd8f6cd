/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/heap/ring.h"

#include "preload/heap_record.h"

#include <string.h>

_Static_assert(sizeof(struct heap_owner) == HEAP_SLOT, "the head is one slot");
_Static_assert(sizeof(struct heap_head) <= HEAP_PAGE, "the head is one page");

bool heapring_owner(const uint64_t slot[HEAP_WORDS], struct heap_owner *out)
{
	struct heap_owner o;

	memcpy(&o, slot, sizeof o);
	if (!o.serial || o.pid <= 0 || o.tid <= 0)
		return false;
	*out = o;
	return true;
}

unsigned heapring_record(const uint64_t *words, unsigned left, unsigned slot,
			 const struct heap_owner *owner,
			 struct heapring_record *out, bool *good)
{
	unsigned op = words[0] & 0xff & ~HEAP_PASSED, n;
	unsigned frames = words[0] >> 8 & 0xff;
	bool passed = words[0] & HEAP_PASSED;
	unsigned at = HEAP_WORDS;

	*good = false;
	if (op == HEAP_NONE || op >= HEAP_LIKE || frames > HEAP_FRAMES_MAX ||
	    (passed && !heap_may_pass(op)))
		return 1;
	n = heap_slots(op, frames);
	if (n > left ||
	    heap_check(words, n * HEAP_WORDS, owner->serial, slot) !=
	    (words[0] & HEAP_CHECK) >> 16)
		return 1;
	*good = true;
	out->op = op;
	out->time = owner->base + (words[0] >> 32);
	out->addr = words[1];
	out->size = words[2];
	out->caller = words[3];
	out->passed = passed;
	out->old = heap_has_old(op) ? words[4] : 0;
	out->began = heap_has_old(op) ? owner->base + words[5] : 0;
	out->n_frames = frames;
	if (heap_has_old(op))
		at += 2;
	memcpy(out->frames, words + at, frames * sizeof *out->frames);
	return n;
}
