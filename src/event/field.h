/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the payload of an event is written down: once, as a list of its fields.
 *
 *	#define EV_SNAPSHOT_FIELDS(F) F(U, op)
 *	struct ev_snapshot { EV_SNAPSHOT_FIELDS(EV_MEMBER) };
 *
 * F(type, name): U uint64_t, I int64_t, B struct bytes, A uint64_t[6].  The
 * descriptions (event.c), and so the codec and the tests' text form, are made
 * from the same lists.
 *
 * A field that says "enum x" has one of its values, and x_name() (value-names.c)
 * says it as logs and screens do: "?" out of range, where nothing else is said.
 */
#ifndef EVENT_FIELD_H
#define EVENT_FIELD_H

#include <stddef.h>
#include <stdint.h>

/* In a U: not known. */
#define EV_UNKNOWN UINT64_MAX

struct bytes {
	const void *data;
	size_t len;
};

/* A borrowed struct bytes of a C string (NULL: empty). */
struct bytes bytes_of(const char *s);

#define EV_TYPE_U(name) uint64_t name;
#define EV_TYPE_I(name) int64_t name;
#define EV_TYPE_B(name) struct bytes name;
#define EV_TYPE_A(name) uint64_t name[6];
#define EV_MEMBER(type, name) EV_TYPE_##type(name)

#endif
