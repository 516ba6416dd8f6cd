/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/store/private.h"

#include <string.h>

/* Maximum number of bytes in records that wait while the disk is too slow. */
#define RECORDS_MAX (2u << 20)
/* A batch is sent when its records have more bytes than this. */
#define RECORDS_MANY (256u << 10)
/* The data for which batch_reserve() returns room has fewer pieces than
 * this. */
#define PLACE_PIECES 1024

void batch_release(struct batch *b)
{
	str_release(&b->text);
	str_release(&b->records);
	str_release(&b->lengths);
}

static size_t pieces(const struct batch *b)
{
	return b->lengths.len / sizeof(uint32_t);
}

static void add_head(struct batch *b)
{
	static const char room[BATCH_HEAD];

	if (!b->text.len)
		str_add(&b->text, room, sizeof room);
}

static void add_end(struct batch *b)
{
	const struct batch_end end = {
		.first = b->next - pieces(b),
		.raw = b->text.len - BATCH_HEAD,
		.lengths = b->lengths.len,
		.records = b->records.len,
	};

	str_add(&b->text, b->lengths.data, b->lengths.len);
	str_add(&b->text, b->records.data, b->records.len);
	str_add(&b->text, &end, sizeof end);
}

void batch_send(struct batch *b)
{
	size_t bytes;

	if (!pieces(b) && !b->records.len)
		return;
	if (b->stuck && !b->last && !writer_has_room(b->writer))
		return;
	add_head(b);
	bytes = b->text.len;
	add_end(b);
	b->stuck = !writer_put(b->writer, &b->text, b->last);
	if (b->stuck) {
		b->text.len = bytes;
		return;
	}
	str_clear(&b->lengths);
	str_clear(&b->records);
}

static bool has_place(const struct batch *b, size_t n)
{
	size_t raw = b->text.len ? b->text.len - BATCH_HEAD : 0;

	return raw + n <= CAPTURE_BLOCK_MAX &&
	       pieces(b) < CAPTURE_PIECES_MAX - PLACE_PIECES;
}

bool batch_full(struct batch *b, size_t n)
{
	if (b->stuck || !has_place(b, n))
		batch_send(b);
	return b->stuck && !has_place(b, n);
}

void *batch_reserve(struct batch *b, size_t n)
{
	if (batch_full(b, n) || b->stuck)
		return NULL;
	add_head(b);
	return str_room(&b->text, n);
}

/* Adds a piece.  If it is in the room that batch_reserve() returned, it is
 * already at `to`, or after `to` if earlier pieces were already stored.
 * str_add() cannot be used: its NUL would overwrite the next piece. */
void batch_piece(struct batch *b, const void *bytes, size_t n)
{
	char *to;

	add_head(b);
	to = str_room(&b->text, n);
	if (to != bytes)
		memmove(to, bytes, n);
	b->text.len += n;
	capture_add_length(&b->lengths, (uint32_t)n);
	b->next++;
}

bool batch_record(struct batch *b, enum capture_type type,
		  const struct str *body)
{
	const uint32_t head[2] = { type, (uint32_t)body->len };

	if (body->len > CAPTURE_BODY_MAX ||
	    (b->stuck && b->records.len + body->len > RECORDS_MAX))
		return false;
	str_add(&b->records, head, sizeof head);
	str_add(&b->records, body->data, body->len);
	if (b->records.len > RECORDS_MANY)
		batch_send(b);
	return true;
}
