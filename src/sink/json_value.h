/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values of the JSON log.  Private to sink/.
 *
 * Each returns a new reference.  Only want of memory makes them fail: then
 * there is one key less, never broken JSON.
 */
#ifndef SINK_JSON_VALUE_H
#define SINK_JSON_VALUE_H

#include <jansson.h>

#include "event/event.h"

/* Takes the reference. */
void json_put(json_t *obj, const char *key, json_t *value);
/* "0x7f12a000" */
json_t *json_hex(uint64_t n);
/* A number; a "0x" string where it is none of a signed 64-bit integer. */
json_t *json_size(uint64_t n);
/* The same; null for EV_UNKNOWN. */
json_t *json_known(uint64_t n);
/* A text of our own; null for NULL. */
json_t *json_text(const char *s);
/* A name of the target's: a string, or {"path": null, "path_hex": "..."}. */
json_t *json_name_n(const void *p, size_t n);
json_t *json_name(struct bytes b);
/* null where an empty name is no name. */
json_t *json_name_or_null(struct bytes b);

/* A flag argument as an array of names: json_call.c. */
json_t *json_flags(const struct ev_call *c, int i);
/* The keys of a call: json_call.c. */
void json_call(json_t *o, const struct event *ev);

#endif
