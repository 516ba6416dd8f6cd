/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "event/wire/codec.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#define LENGTH_SIZE 4

/* --- encoding ------------------------------------------------------------ */

static void put_varint(struct str *out, uint64_t n)
{
	char buf[10];
	size_t len = 0;

	while (n >= 0x80) {
		buf[len++] = (char)(n | 0x80);
		n >>= 7;
	}
	buf[len++] = (char)n;
	str_add(out, buf, len);
}

/* Maps small numbers of either sign to small unsigned numbers: 0 -1 1 -2 become
 * 0 1 2 3. */
static void put_zigzag(struct str *out, int64_t n)
{
	put_varint(out, (uint64_t)n << 1 ^ (n < 0 ? UINT64_MAX : 0));
}

static void put_field(struct str *out, const struct event_field *field,
		      const void *p)
{
	const struct bytes *bytes = p;

	switch (field->type) {
	case 'U':
		put_varint(out, *(const uint64_t *)p);
		break;
	case 'I':
		put_zigzag(out, *(const int64_t *)p);
		break;
	case 'A':
		for (int i = 0; i < 6; i++)
			put_varint(out, ((const uint64_t *)p)[i]);
		break;
	case 'B':
		put_varint(out, bytes->len);
		str_add(out, bytes->data, bytes->len);
		break;
	}
}

void event_encode(struct str *out, const struct event *ev)
{
	const struct event_desc *desc = &event_descs[ev->kind];
	const size_t start = out->len;
	uint8_t head[LENGTH_SIZE + 4] = {
		[LENGTH_SIZE] = (uint8_t)ev->kind,
		[LENGTH_SIZE + 1] = ev->flags,
		[LENGTH_SIZE + 2] = (uint8_t)ev->source,
		[LENGTH_SIZE + 3] = (uint8_t)desc->n,
	};
	size_t len;

	str_add(out, head, sizeof head);
	put_varint(out, ev->time_ns);
	put_zigzag(out, ev->pid);
	put_zigzag(out, ev->tid);
	for (size_t i = 0; i < desc->n; i++)
		put_field(out, &desc->fields[i],
			  (const char *)ev + desc->fields[i].offset);

	len = out->len - start - LENGTH_SIZE;
	if (len > EVENT_FRAME_MAX) {
		out->len = start;
		out->data[start] = '\0';
		return;
	}
	for (size_t i = 0; i < LENGTH_SIZE; i++)
		out->data[start + i] = (char)(len >> (8 * i));
}

/* --- decoding ------------------------------------------------------------ */

/* The bytes of the frame not read yet.  `bad`: the frame was too short or had
 * an invalid number; all get_...() then return 0. */
struct frame_reader {
	const uint8_t *p, *end;
	bool bad;
};

static uint8_t get_byte(struct frame_reader *r)
{
	if (r->p == r->end) {
		r->bad = true;
		return 0;
	}
	return *r->p++;
}

static uint64_t get_varint(struct frame_reader *r)
{
	uint64_t n = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		uint8_t byte = get_byte(r);

		if (shift == 63 && byte > 1)
			break;		/* the tenth byte may have only bit 0 */
		n |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return r->bad ? 0 : n;
	}
	r->bad = true;
	return 0;
}

static int64_t get_zigzag(struct frame_reader *r)
{
	uint64_t n = get_varint(r);

	return (int64_t)(n >> 1 ^ (n & 1 ? UINT64_MAX : 0));
}

static pid_t get_pid(struct frame_reader *r)
{
	int64_t n = get_zigzag(r);

	if (n < INT32_MIN || n > INT32_MAX) {
		r->bad = true;
		return 0;
	}
	return (pid_t)n;
}

static struct bytes get_bytes(struct frame_reader *r)
{
	uint64_t len = get_varint(r);
	const uint8_t *data = r->p;

	if (len > (uint64_t)(r->end - r->p)) {
		r->bad = true;
		return bytes_of(NULL);
	}
	r->p += len;
	return (struct bytes){ .data = data, .len = (size_t)len };
}

static void get_field(struct frame_reader *r, char type, void *p)
{
	switch (type) {
	case 'U':
		*(uint64_t *)p = get_varint(r);
		break;
	case 'I':
		*(int64_t *)p = get_zigzag(r);
		break;
	case 'A':
		for (int i = 0; i < 6; i++)
			((uint64_t *)p)[i] = get_varint(r);
		break;
	case 'B':
		*(struct bytes *)p = get_bytes(r);
		break;
	}
}

/* Reads the payload.  Fields missing in the frame become zero or empty. */
static void get_payload(struct frame_reader *r, size_t n, struct event *ev)
{
	const struct event_desc *desc = &event_descs[ev->kind];

	for (size_t i = 0; i < desc->n; i++) {
		const struct event_field *field = &desc->fields[i];
		void *p = (char *)ev + field->offset;

		if (i < n)
			get_field(r, field->type, p);
		else if (field->type == 'B')
			*(struct bytes *)p = bytes_of(NULL);
	}
	if (n <= desc->n && r->p != r->end)
		r->bad = true;
}

long event_decode(const void *data, size_t size, struct event *ev)
{
	struct frame_reader r = { .p = data };
	struct event got;
	uint32_t len = 0;
	uint8_t kind, n;

	if (size < LENGTH_SIZE)
		return 0;
	for (int i = 0; i < LENGTH_SIZE; i++)
		len |= (uint32_t)*r.p++ << (8 * i);
	if (len > EVENT_FRAME_MAX)
		return -EBADMSG;
	if (size - LENGTH_SIZE < len)
		return 0;
	r.end = r.p + len;

	memset(&got, 0, sizeof got);
	kind = get_byte(&r);
	got.kind = kind < EV_KINDS ? (enum event_kind)kind : EV_KINDS;
	got.flags = get_byte(&r);
	got.source = (char)get_byte(&r);
	n = get_byte(&r);
	got.time_ns = get_varint(&r);
	got.pid = get_pid(&r);
	got.tid = get_pid(&r);
	if (got.kind != EV_KINDS)
		get_payload(&r, n, &got);
	if (r.bad)
		return -EBADMSG;
	*ev = got;
	return (long)(LENGTH_SIZE + len);
}
