/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file in view: what of it is in the page cache, what of it the process
 * has.  One at a time, looked at again each period until nobody looks.
 *
 *	strip_focus(s, pid, start)	REQ_FILE; start 0: no longer
 *	strip_work(s, deadline)		-> STRIP when it has changed
 */
#ifndef SOURCE_SAMPLE_PAGES_STRIP_H
#define SOURCE_SAMPLE_PAGES_STRIP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct sampler;
struct strip;

struct strip *strip_new(void);
void strip_free(struct sampler *s);
void strip_focus(struct sampler *s, pid_t pid, uint64_t start);
void strip_stop(struct sampler *s);
/* It is told once more, though it has not changed. */
void strip_again(struct sampler *s);
/* When there is something to do; 0: never, 1: now. */
uint64_t strip_due(const struct sampler *s);
bool strip_work(struct sampler *s, uint64_t deadline);

#endif
