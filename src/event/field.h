/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Declares the payload of an event once, as a list of its fields.
 *
 *	#define EV_SNAPSHOT_FIELDS(F) F(U, op)
 *	struct ev_snapshot { EV_SNAPSHOT_FIELDS(EV_MEMBER) };
 *
 * The type in F(type, name) is U for uint64_t, I for int64_t, B for struct
 * bytes, or A for uint64_t[6].  The field descriptions (event.c), the codec and
 * the tests' text form are made from the same lists.
 *
 * A field documented as "enum x" has one of the values of that enum.  Unless
 * documented otherwise, x_name() (value-names.c) returns the name of the value
 * in logs and on screens, and "?" if the value is out of range.
 */
#ifndef EVENT_FIELD_H
#define EVENT_FIELD_H

#include <stddef.h>
#include <stdint.h>

/* A U field with this value is not known. */
#define EV_UNKNOWN UINT64_MAX

struct bytes {
	const void *data;
	size_t len;
};

/* Returns a struct bytes that borrows a C string; NULL gives an empty one. */
struct bytes bytes_of(const char *s);

#define EV_TYPE_U(name) uint64_t name;
#define EV_TYPE_I(name) int64_t name;
#define EV_TYPE_B(name) struct bytes name;
#define EV_TYPE_A(name) uint64_t name[6];
#define EV_MEMBER(type, name) EV_TYPE_##type(name)

#endif
