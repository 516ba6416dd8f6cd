/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jansson, loaded late: see late/late.h. */
#ifndef LATE_JANSSON_H
#define LATE_JANSSON_H

#include <jansson.h>

#include "late/late.h"

#define LATE_JANSSON(X) \
	X(json_array) X(json_array_append_new) X(json_delete) \
	X(json_dump_callback) X(json_false) X(json_integer) X(json_null) \
	X(json_object) X(json_object_set_new) \
	X(json_object_set_new_nocheck) X(json_real) X(json_string) \
	X(json_string_nocheck) X(json_stringn) X(json_stringn_nocheck) \
	X(json_true)

LATE_TABLE(jansson, LATE_JANSSON);

#ifndef LATE_LINKED
#define json_array (*late_jansson.json_array)
#define json_array_append_new (*late_jansson.json_array_append_new)
#define json_delete (*late_jansson.json_delete)
#define json_dump_callback (*late_jansson.json_dump_callback)
#define json_false (*late_jansson.json_false)
#define json_integer (*late_jansson.json_integer)
#define json_null (*late_jansson.json_null)
#define json_object (*late_jansson.json_object)
#define json_object_set_new (*late_jansson.json_object_set_new)
#define json_object_set_new_nocheck (*late_jansson.json_object_set_new_nocheck)
#define json_real (*late_jansson.json_real)
#define json_string (*late_jansson.json_string)
#define json_string_nocheck (*late_jansson.json_string_nocheck)
#define json_stringn (*late_jansson.json_stringn)
#define json_stringn_nocheck (*late_jansson.json_stringn_nocheck)
#define json_true (*late_jansson.json_true)
/* Replaces json_decref() of <jansson.h>, an inline function that would call
 * json_delete() of the library directly. */
#define json_decref(value) late_json_decref(value)
static inline void late_json_decref(json_t *value)
{
	if (value && value->refcount != (size_t)-1 && --value->refcount == 0)
		json_delete(value);
}
#endif

#endif
