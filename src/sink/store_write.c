/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/store_private.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/statvfs.h>

#include "base/alloc.h"

/* What a CLOSE takes: it is kept free for it. */
#define CLOSE_SIZE (CAPTURE_RECORD_HEAD + 8)
/* The queue is that full, per mille: packing takes less time from there on, and
 * none. */
#define FILL_FAST 250
#define FILL_PLAIN 500
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
	_Atomic int why;	/* enum store_why */
};

struct store_writing *writing_new(int fd, const struct store_options *o,
				  struct writer *w)
{
	struct store_writing *s = xcalloc(1, sizeof *s);

	s->fd = fd;
	s->limit = o->limit;
	s->floor = o->floor;
	s->writer = w;
	s->head = (struct capture_head){ .page_size = o->page_size,
					 .began_ns = o->began_ns };
	/* Without one it only takes nothing of another file for a record. */
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

static void put(struct store_writing *w, enum capture_type type,
		struct bytes body)
{
	const struct capture_record r = {
		.type = type, .number = w->number++, .facts = w->facts,
		.body = body,
	};

	w->facts += type != CAPTURE_DATA;
	capture_put(&w->out, w->head.seed, w->at + w->out.len, &r);
}

static int level_now(struct store_writing *w)
{
	unsigned fill = writer_fill(w->writer);

	return fill >= FILL_PLAIN ? 0 : fill >= FILL_FAST ? LEVEL_FAST
							  : LEVEL_GOOD;
}

static void put_data(struct store_writing *w, const char *text,
		     const struct batch_end *end)
{
	uint32_t *lengths = xmalloc(end->pieces * sizeof *lengths);

	memcpy(lengths, text + end->raw, end->pieces * sizeof *lengths);
	str_clear(&w->body);
	capture_put_block(&w->body, w->packer, level_now(w), end->first,
			  lengths, end->pieces,
			  (struct bytes){ text, end->raw });
	put(w, CAPTURE_DATA, (struct bytes){ w->body.data, w->body.len });
	free(lengths);
}

static void put_records(struct store_writing *w, const char *p, size_t n)
{
	uint32_t head[2];

	for (size_t at = 0; at < n; at += sizeof head + head[1]) {
		memcpy(head, p + at, sizeof head);
		put(w, head[0], (struct bytes){ p + at + sizeof head, head[1] });
	}
}

static enum store_why why_not(struct store_writing *w)
{
	struct statvfs st;

	if (w->limit && w->at + w->out.len + CLOSE_SIZE > w->limit)
		return STORE_LIMIT;
	if (w->floor && fstatvfs(w->fd, &st) == 0 &&
	    (uint64_t)st.f_bavail * st.f_frsize < w->floor + w->out.len)
		return STORE_FLOOR;
	return STORE_ON;
}

static void close_with(struct store_writing *w, enum capture_close why)
{
	struct str body = STR_INIT;

	capture_put_close(&body, why);
	put(w, CAPTURE_CLOSE, (struct bytes){ body.data, body.len });
	str_release(&body);
}

/* In place of what is in out. */
static void give_up(struct store_writing *w, enum store_why why,
		    uint64_t number, uint32_t facts)
{
	str_clear(&w->out);
	w->number = number;
	w->facts = facts;
	if (!w->at)
		capture_put_head(&w->out, &w->head);
	close_with(w, why == STORE_LIMIT ? CAPTURE_AT_LIMIT : CAPTURE_AT_FLOOR);
	atomic_store(&w->why, (int)why);
}

int writing_prepare(void *arg, struct str *text)
{
	struct store_writing *w = arg;
	uint64_t number = w->number;
	uint32_t facts = w->facts;
	struct batch_end end;
	enum store_why why;
	struct str swap;

	str_clear(&w->out);
	if (writing_why(w) == STORE_ON) {
		memcpy(&end, text->data + text->len - sizeof end, sizeof end);
		if (!w->at)
			capture_put_head(&w->out, &w->head);
		if (end.pieces)
			put_data(w, text->data, &end);
		put_records(w, text->data + end.raw +
			    end.pieces * sizeof(uint32_t), end.records);
		why = why_not(w);
		if (why != STORE_ON)
			give_up(w, why, number, facts);
	}
	w->at += w->out.len;
	swap = *text;
	*text = w->out;
	w->out = swap;
	return 0;
}
