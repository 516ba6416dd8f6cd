/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pages of regions: counted in rounds, and in pictures of the region in focus.
 *
 * A job works until the deadline; true when it did something.
 */
#ifndef SOURCE_SAMPLE_PAGES_PAGES_H
#define SOURCE_SAMPLE_PAGES_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "source/sample/core/state.h"

bool round_work(struct sampler *s, uint64_t deadline);
/* Its pages are counted as soon as can be: all; or those that are new. */
void round_now(struct sproc *p);
void round_added(struct sproc *p);
void round_stop(struct sampler *s);
/* r is another than the rounds have counted. */
void round_recount(struct sampler *s, struct sproc *p,
		   const struct sregion *r);
/* Whether the next round has to count such regions only. */
bool round_is_partial(struct sampler *s, struct sproc *p);
/* The regions of p are about to be replaced by next. */
void round_regions(struct sampler *s, struct sproc *p, const sregions *next);

/* User addresses; the vsyscall page above them has no pages to look at. */
#define ROUND_USER_END (1ull << 63)
/* Fills round.extents with what there is to look at in v. */
void extents_of(struct sampler *s, const struct sproc *p, const sregions *v);
/* After took_ns more of work: is it enough of large extents for a round? */
bool extents_tired(struct sampler *s, uint64_t took_ns);
/* The extent that is being counted is left for the next round. */
void extents_suspend(struct sampler *s);
/* Whether the extent that begins is the one that was left: counts and
 * position are then what they were. */
bool extents_resume(struct sampler *s);

void picture_init(struct picture *d, enum pages_of what);
void picture_release(struct picture *d);
void picture_stop(struct picture *d);
/* Nothing known of it holds: it is made anew, now. */
void picture_forget(struct picture *d);
/* start and end are set. */
bool picture_begin(struct sampler *s, struct picture *d, struct sproc *p);
void picture_step(struct sampler *s, struct picture *d, uint64_t deadline);
/* Nothing has moved since the last one. */
bool picture_rests(struct sampler *s, const struct picture *d, struct sproc *p);
/* When there is something to do; UINT64_MAX: never. */
uint64_t picture_next(const struct picture *d);

void detail_init(struct sampler *s);
void detail_release(struct sampler *s);
bool detail_work(struct sampler *s, uint64_t deadline);
void detail_focus(struct sampler *s, pid_t pid, uint64_t start, bool keen);
/* What is in view of the region in focus; start >= end: all of it. */
void detail_window(struct sampler *s, pid_t pid, uint64_t start, uint64_t end,
		   uint64_t cell_pages);
uint64_t detail_next(const struct sampler *s);
/* It is looked at now, whatever the totals say. */
void detail_now(struct sampler *s);
/* It is told once more, though it has not changed. */
void detail_again(struct sampler *s);
/* The regions of p have changed. */
void detail_regions(struct sampler *s, struct sproc *p);

void family_init(struct family *f);
void family_release(struct family *f);
bool family_work(struct sampler *s, uint64_t deadline);
/* start 0: nobody looks any more. */
void family_look(struct sampler *s, pid_t pid, uint64_t start);
/* It ended, or has another address space now. */
void family_gone(struct sampler *s, pid_t pid);
/* 0: never, 1: at once. */
uint64_t family_due(const struct sampler *s);

#endif
