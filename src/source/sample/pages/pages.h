/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pages of regions: counted in rounds (one pass over the pages of a
 * process), and in pictures of the region in focus.
 *
 * Each *_work() function is a job: it works until the deadline, and returns
 * true if it did something.
 */
#ifndef SOURCE_SAMPLE_PAGES_PAGES_H
#define SOURCE_SAMPLE_PAGES_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "source/sample/core/state.h"

bool round_work(struct sampler *s, uint64_t deadline);
/* round_now() schedules a count of all pages of p, round_added() of the pages
 * of new regions only. */
void round_now(struct sproc *p);
void round_added(struct sproc *p);
void round_stop(struct sampler *s);
/* The region r is new or has changed: the next round must count it. */
void round_recount(struct sampler *s, struct sproc *p,
		   const struct sregion *r);
/* True if the next round has to count only regions that are new or have
 * changed. */
bool round_is_partial(struct sampler *s, struct sproc *p);
/* To be called before the regions of p are replaced with `next`. */
void round_regions(struct sampler *s, struct sproc *p, const sregions *next);

/* End of the user addresses.  The vsyscall page is above, and cannot be
 * scanned. */
#define ROUND_USER_END (1ull << 63)
/* Sets round.extents to the parts of v that can be scanned. */
void extents_of(struct sampler *s, const struct sproc *p, const sregions *v);
/* Adds took_ns to the time that the round has spent on large extents.  Returns
 * true if that time is used up. */
bool extents_tired(struct sampler *s, uint64_t took_ns);
/* Stops counting the current extent; the next round continues it. */
void extents_suspend(struct sampler *s);
/* If the last round suspended the current extent, restores its counts and
 * position, and returns true. */
bool extents_resume(struct sampler *s);

void picture_init(struct picture *d, enum pages_of what);
void picture_release(struct picture *d);
void picture_stop(struct picture *d);
/* Discards all data of d, so that the next picture is due now. */
void picture_forget(struct picture *d);
/* Starts a pass; d->start and d->end must be set. */
bool picture_begin(struct sampler *s, struct picture *d, struct sproc *p);
void picture_step(struct sampler *s, struct picture *d, uint64_t deadline);
/* True if no new picture is needed, because nothing has changed. */
bool picture_rests(struct sampler *s, const struct picture *d, struct sproc *p);
/* Returns the time of the next work on the picture; UINT64_MAX: none. */
uint64_t picture_next(const struct picture *d);

void detail_init(struct sampler *s);
void detail_release(struct sampler *s);
bool detail_work(struct sampler *s, uint64_t deadline);
void detail_focus(struct sampler *s, pid_t pid, uint64_t start, bool keen);
/* Sets the part of the region in focus that is in view.  If start >= end, the
 * whole region is in view. */
void detail_window(struct sampler *s, pid_t pid, uint64_t start, uint64_t end,
		   uint64_t cell_pages);
uint64_t detail_next(const struct sampler *s);
/* Schedules the pictures of the region in focus now, even if the totals are
 * unchanged. */
void detail_now(struct sampler *s);
/* Emits the page states of the focused region again, even if they are
 * unchanged. */
void detail_again(struct sampler *s);
/* Called when the regions of p have changed. */
void detail_regions(struct sampler *s, struct sproc *p);

void family_init(struct family *f);
void family_release(struct family *f);
bool family_work(struct sampler *s, uint64_t deadline);
/* Requests the pages of the region at `start` in each process of the fork
 * family.  If `start` is 0, ends the request. */
void family_look(struct sampler *s, pid_t pid, uint64_t start);
/* Called when pid has exited, or has another address space. */
void family_gone(struct sampler *s, pid_t pid);
/* Returns the time of the next work on the family; 0: none, 1: now. */
uint64_t family_due(const struct sampler *s);

#endif
