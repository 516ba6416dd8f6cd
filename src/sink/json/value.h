/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds an object of the JSON log and its values.  Private to sink/.
 *
 *	json_begin(out);
 *	json_put_text(out, "type", "fault");
 *	json_put_hex(out, "addr", 0x1000);
 *	json_open(out, "region");		a nested object
 *	...
 *	json_close(out);
 *	json_put(out, "ranges", list);		any value of jansson
 *	json_close(out);
 *
 * Frequent values are written as text: building a tree for each line would cost
 * ten times as much.  jansson writes all other values.  A function that returns
 * a json_t returns a new reference, or NULL if memory is short.  Then the key
 * is omitted, and the JSON stays valid.
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
/* Opens an array.  The caller adds the elements and the closing bracket. */
void json_open_list(struct str *out, const char *key);
/* Truncates out to len bytes. */
void json_cut(struct str *out, size_t len);

/* Adds one of mmtop's own texts.  Such texts and all keys need no escapes; NULL
 * is written as null. */
void json_put_text(struct str *out, const char *key, const char *s);
void json_put_hex(struct str *out, const char *key, uint64_t n);
void json_put_size(struct str *out, const char *key, uint64_t n);
void json_put_known(struct str *out, const char *key, uint64_t n);
void json_put_int(struct str *out, const char *key, int64_t n);
/* Adds a pid or tid; 0 is written as null. */
void json_put_task(struct str *out, const char *key, int64_t id);
void json_put_bool(struct str *out, const char *key, bool is);
/* Adds a word that may come from a recording.  Omits the key if the word is not
 * UTF-8. */
void json_put_word(struct str *out, const char *key, const char *s);
void json_put_name(struct str *out, const char *key, struct bytes b);
/* Adds any value, and takes over the caller's reference, as json_set() does. */
void json_put(struct str *out, const char *key, json_t *value);
void json_set(json_t *obj, const char *key, json_t *value);

/* Adds "region" with its range and name, or as null if end is 0. */
void json_put_region(struct str *o, uint64_t start, uint64_t end,
		     struct bytes name);

/* Returns a string such as "0x7f12a000". */
json_t *json_hex(uint64_t n);
/* Returns a number, or a "0x" string if n exceeds a signed 64-bit integer. */
json_t *json_size(uint64_t n);
/* Like json_size(), but returns null for EV_UNKNOWN. */
json_t *json_known(uint64_t n);
/* Returns a string of hex digits such as "00ff41". */
json_t *json_bytes(struct bytes b);
/* Returns one of mmtop's own texts as a string, or null for NULL. */
json_t *json_text(const char *s);
/* Returns a name from the target: a string, or {"path": null, "path_hex":
 * "..."} if the name is not UTF-8 or contains a NUL byte. */
json_t *json_name_n(const void *p, size_t n);
json_t *json_name(struct bytes b);
/* Like json_name(), but returns null for an empty name. */
json_t *json_name_or_null(struct bytes b);

/* Adds a flag argument as an array of names (call.c). */
void json_put_flags(struct str *out, const char *key, const struct ev_call *c,
		    int i);
/* Add the keys of a call (call.c) and of a heap event (heap.c). */
void json_call(struct str *o, const struct event *ev);
void json_heap(struct str *o, const struct event *ev);
/* Add the keys of events about memory and its contents (memory.c). */
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
