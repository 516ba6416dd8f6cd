/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/perf/sums.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define BLOCK_PAGES 64

struct sums *sums_new(uint64_t page_size)
{
	struct sums *s = xcalloc(1, sizeof *s);

	s->page_size = page_size;
	return s;
}

void sums_free(struct sums *s)
{
	free(s);
}

void sums_clear(struct sums *s)
{
	s->n = s->rest = 0;
	memset(s->index, 0, sizeof s->index);
}

static size_t hash(const struct fault *f, uint64_t start)
{
	uint64_t h = start ^ f->ip * UINT64_C(0x9e3779b97f4a7c15) ^
		     (uint64_t)(uint32_t)f->pid << 32;

	h ^= h >> 32;
	h *= UINT64_C(0xd6e8feb86659fd93);
	return (size_t)(h >> 32) & (SUMS_INDEX - 1);
}

/* Returns the sum with this key, or a new sum; NULL if there is no room. */
static struct fault_sum *sum_of(struct sums *s, const struct fault *f,
				uint64_t start, bool rest)
{
	size_t i = hash(f, start);
	struct fault_sum *sum;

	for (; s->index[i]; i = (i + 1) & (SUMS_INDEX - 1)) {
		sum = &s->v[s->index[i] - 1];
		if (sum->start == start && sum->newest.ip == f->ip &&
		    sum->newest.pid == f->pid && !sum->touched == rest)
			return sum;
	}
	if (rest ? s->rest == SUMS_REST : s->n - s->rest == SUMS_MAX)
		return NULL;
	s->rest += rest;
	sum = &s->v[s->n++];
	s->index[i] = (uint16_t)s->n;
	*sum = (struct fault_sum){ .start = start };
	return sum;
}

static void count(struct fault_sum *sum, const struct fault *f)
{
	sum->major += f->major;
	sum->minor += !f->major;
	if (f->time >= sum->newest.time)
		sum->newest = *f;
}

bool sums_add(struct sums *s, const struct fault *f)
{
	uint64_t block = BLOCK_PAGES * s->page_size;
	uint64_t start = f->addr & ~(block - 1);
	struct fault_sum *sum = sum_of(s, f, start, false);

	if (!sum)
		return false;
	sum->touched |= UINT64_C(1) << (f->addr - start) / s->page_size;
	count(sum, f);
	return true;
}

bool sums_add_rest(struct sums *s, const struct fault *f, uint64_t start,
		   uint64_t end)
{
	struct fault_sum *sum = sum_of(s, f, start, true);

	if (!sum)
		return false;
	sum->end = end;
	count(sum, f);
	return true;
}
