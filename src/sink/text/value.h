/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values of the text log.  Private to sink/.
 *
 * Each function appends to out.  A named value follows a space, as in
 *
 *	" rss=4096"
 */
#ifndef SINK_TEXT_VALUE_H
#define SINK_TEXT_VALUE_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "event/event.h"
#include "sink/form.h"

/* Writes a name from the target, made safe for a terminal.  Backslashes are
 * doubled, so that two different names never look the same. */
void put_safe(struct str *out, struct bytes b);
/* Like put_safe(), but in quotes; quotes in the name get a backslash, too. */
void put_quoted(struct str *out, const char *p, size_t n);
/* Writes NUL-separated words as ["ls", "-l"].  With `cut`, the list ends in
 * "...". */
void put_argv(struct str *out, struct bytes argv, bool cut);
/* Writes "12.391000", or with --time=iso the date. */
void put_time(struct str *out, uint64_t ns, const struct form_clock *clock);
/* Writes EV_UNKNOWN as "n/a". */
void put_number(struct str *out, const char *name, uint64_t n);
/* Writes "0x1000-0x3000". */
void put_span(struct str *out, uint64_t start, uint64_t end);
/* Writes each struct page_range as put_span() does, after a space. */
void put_ranges(struct str *out, struct bytes ranges);
/* Writes offsets in the file, such as " [0x0-0x1000 0x63ff000-0x6400000 +3
 * more]". */
void put_parts(struct str *out, struct bytes ranges, uint64_t more);
void put_build_id(struct str *out, struct bytes b);
void put_device(struct str *out, uint64_t dev);
/* Writes (in heap.c) "heap alloc addr=0x55d0c2a0 size=40 site=3 caller=0x401136
 * /usr/bin/prog: main". */
void put_heap(struct str *out, const struct ev_heap *h);
/* Functions of memory.c, which write events about memory and its contents. */
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
