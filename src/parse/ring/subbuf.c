/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/ring/subbuf.h"

#include <string.h>

#include "parse/scan.h"

/* Constants of include/linux/ring_buffer.h and kernel/trace/ring_buffer.c. */
#define TYPE_BITS 5
#define TYPE_MASK 31u
#define DELTA_BITS 27
#define LENGTH_MASK 0xfffffu
#define MISSED_EVENTS (1u << 31)
#define MISSED_STORED (1u << 30)
/* A TIME_STAMP event has only the low 59 bits of the time; the upper bits
 * stay. */
#define STAMP_BITS 59
enum { TYPE_LONG = 0, TYPE_DATA_MAX = 28, TYPE_PADDING = 29,
       TYPE_TIME_EXTEND = 30, TYPE_TIME_STAMP = 31 };

/* --- layout of the header ------------------------------------------------- */

/* Parses a line such as "\tfield: u64
 * timestamp;\toffset:0;\tsize:8;\tsigned:0;". */
static bool header_field(struct scan line, const char *name, size_t *offset,
			 size_t *size)
{
	struct bytes word = { "", 0 };
	uint64_t at, n;

	do {
		if (!scan_blanks(&line) || !scan_word(&line, &word))
			return false;
	} while (((const char *)word.data)[word.len - 1] != ';');
	word.len--;
	if (!bytes_equal(word, name))
		return false;
	if (!scan_blanks(&line) || !scan_text(&line, "offset:") ||
	    !scan_u64(&line, 10, &at) || !scan_char(&line, ';') ||
	    !scan_blanks(&line) || !scan_text(&line, "size:") ||
	    !scan_u64(&line, 10, &n))
		return false;
	*offset = (size_t)at;
	*size = (size_t)n;
	return true;
}

bool subbuf_layout_parse(struct bytes text, struct subbuf_layout *out)
{
	struct scan s = scan_of(text.data, text.len), line;
	struct subbuf_layout l = { 0 };
	size_t time_at = 1, time_size = 0, size = 0;

	while (scan_line(&s, &line)) {
		(void)(header_field(line, "timestamp", &time_at, &time_size) ||
		       header_field(line, "commit", &l.commit_at,
				    &l.commit_size) ||
		       header_field(line, "data", &l.data_at, &size));
	}
	if (time_at != 0 || time_size != 8 || l.commit_at != 8 ||
	    (l.commit_size != 8 && l.commit_size != 4) ||
	    l.data_at != l.commit_at + l.commit_size)
		return false;
	*out = l;
	return true;
}

/* --- reading events ------------------------------------------------------- */

static uint32_t word_at(const struct subbuf *sb, size_t at)
{
	uint32_t n;

	memcpy(&n, sb->data + at, sizeof n);
	return n;
}

bool subbuf_begin(struct subbuf *sb, const struct subbuf_layout *layout,
		  struct bytes page)
{
	const unsigned char *p = page.data;
	uint32_t commit;
	uint64_t stored;

	if (page.len < layout->data_at)
		return false;
	*sb = (struct subbuf){
		.data = p + layout->data_at,
		.room = page.len - layout->data_at,
	};
	memcpy(&sb->time, p, sizeof sb->time);
	/* The flags are in the low 32 bits of commit.  The length must be
	 * masked, since commit may be sign-extended. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	memcpy(&commit, p + layout->data_at - sizeof commit, sizeof commit);
#else
	memcpy(&commit, p + layout->commit_at, sizeof commit);
#endif
	sb->end = commit & LENGTH_MASK;
	sb->missed = commit & MISSED_EVENTS;
	if (sb->end > sb->room) {
		sb->end = 0;
		sb->broken = true;
	}
	if (sb->missed && commit & MISSED_STORED &&
	    sb->room - sb->end >= layout->commit_size) {
		stored = 0;
		memcpy(&stored, sb->data + sb->end, layout->commit_size);
		sb->missed_count = stored;
	}
	return true;
}

void subbuf_limit(struct subbuf *sb, size_t end)
{
	sb->broken |= end > sb->room || end < sb->at;
	sb->end = sb->broken ? sb->at : end;
}

/* Takes an event of `size` bytes, of which the first `head` bytes are its head.
 * Returns false if the size is invalid. */
static bool take(struct subbuf *sb, size_t head, size_t size,
		 struct subbuf_event *out)
{
	if (size < head || size > sb->end - sb->at)
		return false;
	out->time = sb->time;
	out->payload = (struct bytes){ sb->data + sb->at + head, size - head };
	sb->at += size;
	return true;
}

static bool is_long(uint32_t type)
{
	return type == TYPE_LONG || type == TYPE_PADDING ||
	       type == TYPE_TIME_EXTEND || type == TYPE_TIME_STAMP;
}

/* Advances by one word and its data. *data becomes true if they are an
 * event. */
static bool step(struct subbuf *sb, struct subbuf_event *out, bool *data)
{
	uint32_t word = word_at(sb, sb->at), type = word & TYPE_MASK, more = 0;
	uint64_t delta = word >> TYPE_BITS;

	*data = false;
	/* The rest of the page is padding. */
	if (type == TYPE_PADDING && !delta) {
		sb->at = sb->end;
		return true;
	}
	if (is_long(type)) {
		if (sb->end - sb->at < 8)
			return false;
		more = word_at(sb, sb->at + 4);
	}
	switch (type) {
	case TYPE_TIME_EXTEND:
		sb->time += ((uint64_t)more << DELTA_BITS) + delta;
		sb->at += 8;
		return true;
	case TYPE_TIME_STAMP:
		sb->time = (sb->time & ~((UINT64_C(1) << STAMP_BITS) - 1)) |
			   (((uint64_t)more << DELTA_BITS) + delta);
		sb->at += 8;
		return true;
	case TYPE_PADDING:	/* the event was discarded */
		sb->time += delta;
		return take(sb, 8, (size_t)4 + more, out);
	case TYPE_LONG:
		sb->time += delta;
		*data = true;
		return take(sb, 8, (size_t)4 + more, out);
	default:
		sb->time += delta;
		*data = true;
		return take(sb, 4, 4 + (size_t)4 * type, out);
	}
}

/* Takes an event on a fast path: nearly all events are short, and there may be
 * a million per second.  Returns false for all other events, which step()
 * handles. */
static inline bool take_short(struct subbuf *sb, struct subbuf_event *out)
{
	size_t at = sb->at, left = sb->end - at, size;
	uint32_t word, type;

	if (sb->end <= at || left < 4)
		return false;
	word = word_at(sb, at);
	type = word & TYPE_MASK;
	size = (size_t)4 * type;
	if (type == TYPE_LONG || type > TYPE_DATA_MAX || size > left - 4)
		return false;
	sb->time += word >> TYPE_BITS;
	sb->at = at + 4 + size;
	out->time = sb->time;
	out->payload = (struct bytes){ sb->data + at + 4, size };
	return true;
}

bool subbuf_next(struct subbuf *sb, struct subbuf_event *out)
{
	bool data = false;

	if (!sb->broken && take_short(sb, out))
		return true;
	while (!sb->broken && sb->at < sb->end) {
		if (sb->end - sb->at < 4 || !step(sb, out, &data)) {
			sb->broken = true;
			sb->at = sb->end;
		} else if (data) {
			return true;
		}
	}
	return false;
}
