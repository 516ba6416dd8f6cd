/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The strip: a mapped file that the screen shows, with its pages in the page
 * cache and those that the process has mapped.  One file at a time is read, in
 * each period, until the request ends.
 *
 *	strip_focus(s, pid, start)	REQ_FILE; start 0 ends the request
 *	strip_work(s, deadline)		emits STRIP if the strip has changed
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
/* Emits the strip once more, even if it is unchanged. */
void strip_again(struct sampler *s);
/* Returns the time of the next work on the strip; 0: none, 1: now. */
uint64_t strip_due(const struct sampler *s);
bool strip_work(struct sampler *s, uint64_t deadline);

#endif
