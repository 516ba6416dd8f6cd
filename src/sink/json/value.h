/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An object of the JSON log, and its values.  Private to sink/.
 *
 *	json_begin(out);
 *	json_put_text(out, "type", "fault");
 *	json_put_hex(out, "addr", 0x1000);
 *	json_open(out, "region");		an object in it
 *	...
 *	json_close(out);
 *	json_put(out, "ranges", list);		any value of jansson's
 *	json_close(out);
 *
 * A tree that is made and taken apart for each line would cost ten times what
 * writing it does: what there is much of is written as it comes, the rest by
 * jansson.  Its values are new references; only want of memory makes them fail:
 * then there is one key less, never broken JSON.
 */
#ifndef SINK_JSON_VALUE_H
#define SINK_JSON_VALUE_H

#include <stdbool.h>

#include "base/str.h"
#include "event/event.h"
#include "late/jansson.h"

void json_begin(struct str *out);
void json_open(struct str *out, const char *key);
void json_close(struct str *out);
/* An array; what is in it, and its end, the caller adds. */
void json_open_list(struct str *out, const char *key);
/* Takes back what was added since it was so long. */
void json_cut(struct str *out, size_t len);

/* Keys, and texts of our own, have nothing that must be escaped; NULL is null. */
void json_put_text(struct str *out, const char *key, const char *s);
void json_put_hex(struct str *out, const char *key, uint64_t n);
void json_put_size(struct str *out, const char *key, uint64_t n);
void json_put_known(struct str *out, const char *key, uint64_t n);
void json_put_int(struct str *out, const char *key, int64_t n);
/* 0: null. */
void json_put_task(struct str *out, const char *key, int64_t id);
void json_put_bool(struct str *out, const char *key, bool is);
/* Of letters that a recording may have made up; no UTF-8 at all: no key. */
void json_put_word(struct str *out, const char *key, const char *s);
void json_put_name(struct str *out, const char *key, struct bytes b);
/* Takes the reference, as json_set() does. */
void json_put(struct str *out, const char *key, json_t *value);
void json_set(json_t *obj, const char *key, json_t *value);

/* "region": where it is, and its name; end 0: null. */
void json_put_region(struct str *o, uint64_t start, uint64_t end,
		     struct bytes name);

/* "0x7f12a000" */
json_t *json_hex(uint64_t n);
/* A number; a "0x" string where it is none of a signed 64-bit integer. */
json_t *json_size(uint64_t n);
/* The same; null for EV_UNKNOWN. */
json_t *json_known(uint64_t n);
/* "00ff41" */
json_t *json_bytes(struct bytes b);
/* A text of our own; null for NULL. */
json_t *json_text(const char *s);
/* A name of the target's: a string, or {"path": null, "path_hex": "..."}. */
json_t *json_name_n(const void *p, size_t n);
json_t *json_name(struct bytes b);
/* null where an empty name is no name. */
json_t *json_name_or_null(struct bytes b);

/* A flag argument as an array of names: json_call.c. */
void json_put_flags(struct str *out, const char *key, const struct ev_call *c,
		    int i);
/* The keys of a call: json_call.c; of a heap: json_heap.c. */
void json_call(struct str *o, const struct event *ev);
void json_heap(struct str *o, const struct event *ev);
/* Of memory and of what is in it: json_memory.c. */
void json_fault(struct str *o, const struct event *ev);
void json_file(struct str *o, const struct event *ev);
void json_frame(struct str *o, const struct event *ev);
void json_map(struct str *o, const struct event *ev);
void json_pages(struct str *o, const struct event *ev);
void json_region(struct str *o, const struct event *ev);
void json_rss(struct str *o, const struct event *ev);
void json_usage(struct str *o, const struct event *ev);
void json_system(struct str *o, const struct event *ev);
void json_writes(struct str *o, const struct event *ev);

#endif
