/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values of the text log.  Private to sink/.
 *
 * Each is appended; what has a name comes with a space before it, " rss=4096".
 */
#ifndef SINK_TEXT_VALUE_H
#define SINK_TEXT_VALUE_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "event/event.h"

/* A name of the target's: safe on a terminal, each backslash doubled, so that
 * no two names look the same. */
void put_safe(struct str *out, struct bytes b);
/* The same in quotes; a quote inside gets a backslash, too. */
void put_quoted(struct str *out, const char *p, size_t n);
/* NUL-separated words as ["ls", "-l"].  cut: end it in "...". */
void put_argv(struct str *out, struct bytes argv, bool cut);
/* EV_UNKNOWN as "n/a". */
void put_number(struct str *out, const char *name, uint64_t n);
/* "0x1000-0x3000" */
void put_span(struct str *out, uint64_t start, uint64_t end);
/* Of struct page_range, each with a space before it. */
void put_ranges(struct str *out, struct bytes ranges);
/* " [0x0-0x1000 0x63ff000-0x6400000 +3 more]": offsets in the file. */
void put_parts(struct str *out, struct bytes ranges, uint64_t more);
void put_build_id(struct str *out, struct bytes b);
void put_device(struct str *out, uint64_t dev);
/* "heap alloc addr=0x55d0c2a0 size=40 site=3 caller=0x401136 /usr/bin/prog: main":
 * text_heap.c. */
void put_heap(struct str *out, const struct ev_heap *h);
/* Of memory and of what is in it: text_memory.c. */
void put_fault(struct str *out, const struct ev_fault *f);
void put_file(struct str *out, const struct ev_file *f);
void put_frame(struct str *out, const struct ev_frame *f);
void put_map(struct str *out, const struct ev_map *m);
void put_pages(struct str *out, const struct ev_pages *p);
void put_region(struct str *out, const struct ev_region *r);
void put_rss(struct str *out, const struct ev_rss *r);
void put_usage(struct str *out, const struct ev_usage *u);
void put_system(struct str *out, const struct ev_system *s);
void put_writes(struct str *out, const struct ev_writes *w);

#endif
