/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/store/private.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/statvfs.h>

#include "base/alloc.h"

/* Number of bytes that stay reserved for the CLOSE record. */
#define CLOSE_SIZE (CAPTURE_RECORD_HEAD + 8)
/* Fill of the writer's queue, per mille, at which packing becomes faster, and
 * at which data is no longer packed.  The capture waits only at 500 or more. */
#define FILL_FAST 60
#define FILL_PLAIN 200
#define PLAIN 0
/* Data that cannot be packed is often followed by more of the kind.  So at most
 * this many further blocks are stored without an attempt to pack them. */
#define REST_MAX 8
#define LEVEL_GOOD 1
#define LEVEL_FAST (-5)

struct store_writing {
	int fd;
	uint64_t limit, floor;
	struct writer *writer;
	struct capture_head head;
	struct capture_packer *packer;
	struct str out, body;
	uint64_t at, number;
	uint32_t facts;
	unsigned hard, rest;	/* hard: successive blocks that could not be
				 * packed; rest: next blocks for which packing
				 * is not tried */
	_Atomic int why;	/* enum store_why */
};

/* Returns the number of bytes that must stay free.  A file system that reports
 * no size (ramfs) reports no free space either. */
static uint64_t floor_on(int fd, const struct store_options *o)
{
	struct statvfs st;
	uint64_t part;

	if (!o->floor_part || fstatvfs(fd, &st) < 0)
		return o->floor;
	part = (uint64_t)st.f_blocks * st.f_frsize / o->floor_part;
	return part < o->floor ? part : o->floor;
}

struct store_writing *writing_new(int fd, const struct store_options *o,
				  struct writer *w)
{
	struct store_writing *s = xcalloc(1, sizeof *s);

	s->fd = fd;
	s->limit = o->limit;
	s->floor = floor_on(fd, o);
	s->writer = w;
	s->head = (struct capture_head){ .page_size = o->page_size,
					 .began_ns = o->began_ns };
	/* With a random seed in the file, data from another file is not read as
	 * a record. */
	if (getrandom(&s->head.seed, sizeof s->head.seed, GRND_NONBLOCK) < 0)
		s->head.seed = o->began_ns;
	s->packer = capture_packer_new();
	s->out = s->body = (struct str)STR_INIT;
	return s;
}

void writing_free(struct store_writing *w)
{
	if (!w)
		return;
	capture_packer_free(w->packer);
	str_release(&w->out);
	str_release(&w->body);
	free(w);
}

enum store_why writing_why(struct store_writing *w)
{
	return (enum store_why)atomic_load(&w->why);
}

uint64_t writing_floor(const struct store_writing *w)
{
	return w->floor;
}

static struct capture_record next_record(struct store_writing *w,
					 enum capture_type type,
					 struct bytes body)
{
	const struct capture_record r = {
		.type = type, .number = w->number++, .facts = w->facts,
		.body = body,
	};

	w->facts += type != CAPTURE_DATA;
	return r;
}

/* Adds a record to out; in the file, `before` bytes will precede out. */
static void put(struct store_writing *w, size_t before, enum capture_type type,
		struct bytes body)
{
	const struct capture_record r = next_record(w, type, body);

	capture_put(&w->out, w->head.seed, w->at + before + w->out.len, &r);
}

static int level_now(struct store_writing *w)
{
	unsigned fill = writer_fill(w->writer);

	return fill >= FILL_PLAIN ? PLAIN : fill >= FILL_FAST ? LEVEL_FAST
							  : LEVEL_GOOD;
}

/* Tries to pack a block.  Returns true if it became smaller; then the packed
 * block is in w->body. */
static bool try(struct store_writing *w, const char *raw,
		const struct batch_end *end, int level)
{
	bool good;

	str_clear(&w->body);
	if (w->rest) {
		w->rest--;
		return false;
	}
	good = capture_pack_block(&w->body, w->packer, level, end->first,
				  (struct bytes){ raw + end->raw, end->lengths },
				  (struct bytes){ raw, end->raw });
	w->hard = good ? 0 : w->hard + 1;
	if (w->hard > 1)
		w->rest = w->hard < REST_MAX ? w->hard : REST_MAX;
	return good;
}

/* Packs a block.  Returns true if it became smaller; then its record is in
 * w->out. */
static bool pack(struct store_writing *w, const struct str *text,
		 const struct batch_end *end)
{
	int level = level_now(w);

	if (level == PLAIN || !try(w, text->data + BATCH_HEAD, end, level))
		return false;
	put(w, 0, CAPTURE_DATA, (struct bytes){ w->body.data, w->body.len });
	return true;
}

/* Makes a DATA record of text in place, so that its bytes are not copied. */
static void set_plain(struct store_writing *w, struct str *text,
		      const struct batch_end *end)
{
	const struct bytes body = {
		NULL, CAPTURE_BLOCK_HEAD + end->raw + end->lengths
	};
	const struct capture_record r = next_record(w, CAPTURE_DATA, body);

	capture_set_block(text->data + CAPTURE_RECORD_HEAD, end->first,
			  end->lengths / sizeof(uint32_t), CAPTURE_PLAIN);
	capture_set(text->data, w->head.seed, w->at + w->out.len, &r);
}

static void put_records(struct store_writing *w, size_t before, const char *p,
			size_t n)
{
	uint32_t head[2];

	for (size_t at = 0; at < n; at += sizeof head + head[1]) {
		memcpy(head, p + at, sizeof head);
		put(w, before, head[0],
		    (struct bytes){ p + at + sizeof head, head[1] });
	}
}

static void swap(struct str *a, struct str *b)
{
	struct str was = *a;

	*a = *b;
	*b = was;
}

/* Replaces text with all bytes that are to be written to the file. */
static void make(struct store_writing *w, struct str *text,
		 const struct batch_end *end)
{
	size_t bytes = BATCH_HEAD + end->raw + end->lengths;
	const char *records = text->data + bytes;

	if (!w->at)
		capture_put_head(&w->out, &w->head);
	if (!end->lengths || pack(w, text, end)) {
		put_records(w, 0, records, end->records);
		swap(text, &w->out);
		return;
	}
	set_plain(w, text, end);
	if (w->out.len) {
		/* This copy is made only once, as the first record must follow
		 * the head of the file. */
		str_add(&w->out, text->data, bytes);
		put_records(w, 0, records, end->records);
		swap(text, &w->out);
		return;
	}
	put_records(w, bytes, records, end->records);
	text->len = bytes;
	str_add(text, w->out.data, w->out.len);
}

static enum store_why why_not(struct store_writing *w, size_t n)
{
	struct statvfs st;

	if (w->limit && w->at + n + CLOSE_SIZE > w->limit)
		return STORE_LIMIT;
	if (w->floor && fstatvfs(w->fd, &st) == 0 &&
	    (uint64_t)st.f_bavail * st.f_frsize < w->floor + n)
		return STORE_FLOOR;
	return STORE_ON;
}

static void give_up(struct store_writing *w, enum store_why why)
{
	struct str body = STR_INIT;

	str_clear(&w->out);
	if (!w->at)
		capture_put_head(&w->out, &w->head);
	capture_put_close(&body, why == STORE_LIMIT ? CAPTURE_AT_LIMIT
						    : CAPTURE_AT_FLOOR);
	put(w, 0, CAPTURE_CLOSE, (struct bytes){ body.data, body.len });
	str_release(&body);
	atomic_store(&w->why, (int)why);
}

int writing_prepare(void *arg, struct str *text)
{
	struct store_writing *w = arg;
	uint64_t number = w->number;
	uint32_t facts = w->facts;
	struct batch_end end;
	enum store_why why;

	str_clear(&w->out);
	if (writing_why(w) != STORE_ON) {
		str_clear(text);
		return 0;
	}
	memcpy(&end, text->data + text->len - sizeof end, sizeof end);
	make(w, text, &end);
	why = why_not(w, text->len);
	if (why != STORE_ON) {
		w->number = number;
		w->facts = facts;
		give_up(w, why);
		swap(text, &w->out);
	}
	w->at += text->len;
	return 0;
}
