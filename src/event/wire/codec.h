/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events as bytes: the link between the two roles and the recording.
 *
 * One event is a frame, little-endian, no padding:
 *
 *	u32 length (of all that follows)   u8 kind   u8 flags   u8 source
 *	u8 number of fields   varint time_ns   zigzag pid   zigzag tid
 *	then each field in the order of event_descs[kind].fields:
 *	U varint, I zigzag varint, A six varints, B varint length + bytes
 *
 * A reader that knows fewer fields skips the rest of the frame; one that
 * knows more finds the missing ones zero.  Decoding trusts nothing.
 */
#ifndef EVENT_WIRE_CODEC_H
#define EVENT_WIRE_CODEC_H

#include "base/err.h"
#include "base/str.h"
#include "event/event.h"

/* Frames longer than this are refused by both sides. */
#define EVENT_FRAME_MAX (16u << 20)

/* Appends the frame, or nothing at all when it would be too long. */
void event_encode(struct str *out, const struct event *ev);
/*
 * Decodes the first frame of n bytes.  Returns its size, 0 when it is not
 * all there yet, -EBADMSG when it is no valid frame (ev is then untouched).
 * struct bytes fields point into data, at any alignment: an array in one is
 * to be copied out, not cast.  A frame of a kind unknown here decodes with
 * kind == EV_KINDS: skip it.
 */
MUST_CHECK long event_decode(const void *data, size_t n, struct event *ev);

#endif
