/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/heap/chunk.h"

#include "preload/heap_record.h"

#include <string.h>

static void tell(struct chunk_reader *to, const struct heap_owner *owner,
		 const struct heapring_record *record)
{
	to->told++;
	to->tell(to->arg, owner, record);
}

static void tell_freed(const struct chunk_progress *t, struct chunk_reader *to,
		       const struct heap_owner *owner, uint64_t addr)
{
	const struct heapring_record record = {
		.op = HEAP_FREE_BLOCK, .addr = addr, .time = t->time,
	};

	tell(to, owner, &record);
}

/* Reports the words of a HEAP_LIKE slot that are new, or have changed since the
 * last read. */
static void tell_likes(struct chunk_progress *t, struct chunk_reader *to,
		       unsigned slot, const uint64_t words[HEAP_WORDS],
		       const struct heap_owner *owner)
{
	struct heapring_record record = {
		.op = t->op, .time = t->time, .caller = t->caller,
		.n_frames = t->n_frames,
	};

	memcpy(record.frames, t->frames, t->n_frames * sizeof *t->frames);
	for (unsigned i = 0; i < HEAP_WORDS; i++) {
		unsigned at = slot * HEAP_SLOT + i * (unsigned)sizeof *words;
		uint64_t was = t->seen[i];

		if (words[i] == was)
			continue;
		t->seen[i] = words[i];
		if (was && words[i] == (was ^ HEAP_PASS) &&
		    !(was & HEAP_PASSED))
			tell_freed(t, to, owner, heap_like_addr(t->got, was));
		else if (!was && t->op != HEAP_NONE &&
			 heapring_like(words[i], at, owner, t->got, &record))
			tell(to, owner, &record);
		else
			to->invalid++;
	}
}

/* Copies a slot that may still be extended.  The thread writes its words in
 * order, and may change a word until it writes the next one.  So the last word
 * is read first. */
static void copy_open(uint64_t words[HEAP_WORDS], const char *at)
{
	const uint64_t *from = (const uint64_t *)(const void *)at;

	for (unsigned i = HEAP_WORDS; i-- > 0;)
		words[i] = __atomic_load_n(&from[i], __ATOMIC_ACQUIRE);
}

/* Reads the last record or slot again: its block may have been freed, or the
 * slot may have more words. */
static void look_again(struct chunk_progress *t, struct chunk_reader *to,
		       const char *at, const struct heap_owner *owner)
{
	uint64_t words[HEAP_WORDS];

	copy_open(words, at + t->last * HEAP_SLOT);
	if (heapring_is_like(t->seen[0])) {
		tell_likes(t, to, t->last, words, owner);
	} else if (words[0] == (t->seen[0] ^ HEAP_PASS)) {
		t->last = 0;
		tell_freed(t, to, owner, t->got);
	}
}

static void tell_record(struct chunk_progress *t, struct chunk_reader *to,
			unsigned slot, uint64_t first,
			const struct heap_owner *owner,
			struct heapring_record *record)
{
	bool leads = heap_may_pass(record->op);

	/* The records of a thread are in the order of its calls, so their times
	 * never decrease. */
	if (record->time < t->time)
		record->time = t->time;
	t->time = record->time;
	t->got = record->addr;
	t->caller = record->caller;
	t->op = leads ? record->op : HEAP_NONE;
	t->n_frames = leads ? record->n_frames : 0;
	memcpy(t->frames, record->frames, t->n_frames * sizeof *t->frames);
	/* HEAP_PASSED may still be set in this record. */
	t->last = leads && !record->passed ? (uint16_t)slot : 0;
	t->seen[0] = first;
	tell(to, owner, record);
}

/* Reports the record that starts in this slot.  Returns how many of the `left`
 * remaining slots it takes. */
static unsigned tell_slot(struct chunk_progress *t, struct chunk_reader *to,
			  unsigned slot, const uint64_t *words, unsigned left,
			  const struct heap_owner *owner)
{
	struct heapring_record record;
	unsigned n = 1;
	bool good;

	if (heapring_is_like(words[0])) {
		t->last = (uint16_t)slot;
		memset(t->seen, 0, sizeof t->seen);
		tell_likes(t, to, slot, words, owner);
		return 1;
	}
	good = heapring_brief(words, slot, owner, &record);
	if (!good)
		n = heapring_record(words, left, slot, owner, &record, &good);
	if (good) {
		tell_record(t, to, slot, words[0], owner, &record);
	} else {
		t->last = 0;
		t->op = HEAP_NONE;
		to->invalid++;
	}
	return n;
}

void chunk_read(struct chunk_progress *t, const char *at, unsigned used,
		struct chunk_reader *to)
{
	/* A copy, since the program may change the original at any time. */
	uint64_t words[HEAP_SLOTS * HEAP_WORDS];
	unsigned from = t->slots ? t->slots : 1;
	struct heap_owner owner;
	bool good;

	memcpy(words, at, HEAP_SLOT);
	good = heapring_owner(words, &owner);
	if (good && t->last)
		look_again(t, to, at, &owner);
	if (used <= from)
		return;
	t->slots = (uint16_t)used;
	if (!good) {
		t->last = 0;
		to->invalid += used - from;
		return;
	}
	memcpy(words + from * HEAP_WORDS, at + from * HEAP_SLOT,
	       (used - 1 - from) * HEAP_SLOT);
	copy_open(words + (used - 1) * HEAP_WORDS, at + (used - 1) * HEAP_SLOT);
	while (from < used)
		from += tell_slot(t, to, from, words + from * HEAP_WORDS,
				  used - from, &owner);
}
