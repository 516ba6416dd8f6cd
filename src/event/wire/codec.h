/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events as bytes: for the link between screen and engine, and for recordings.
 *
 * One event is a frame, little-endian, without padding:
 *
 *	u32 length (of all that follows)   u8 kind   u8 flags   u8 source
 *	u8 number of fields   varint time_ns   zigzag pid   zigzag tid
 *	then each field in the order of event_descs[kind].fields:
 *	U varint, I zigzag varint, A six varints, B varint length + bytes
 *
 * Decoding trusts no byte.  If a frame has more fields than the decoder knows,
 * the surplus is skipped; if a frame has fewer, the missing fields become zero.
 */
#ifndef EVENT_WIRE_CODEC_H
#define EVENT_WIRE_CODEC_H

#include "base/err.h"
#include "base/str.h"
#include "event/event.h"

/* Encoder and decoder refuse longer frames. */
#define EVENT_FRAME_MAX (16u << 20)

/* Appends the frame of an event, or nothing if the frame would be too long. */
void event_encode(struct str *out, const struct event *ev);
/*
 * Decodes the first frame of n bytes.  Returns the size of the frame; 0 if the
 * frame is not complete yet; -EBADMSG if it is not valid (ev is then
 * unchanged).  Fields of type struct bytes point into data, with any alignment:
 * copy arrays out of them, do not cast.  A frame of an unknown kind has kind
 * EV_KINDS: skip it.
 */
MUST_CHECK long event_decode(const void *data, size_t n, struct event *ev);

#endif
