/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/capture.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/alloc.h"
#include "late/zstd.h"

/* Text at the start of the file, for users and for file(1). */
#define WORDS "mmtop capture\n" \
	"This file holds what was in a program's memory: passwords, keys and\n" \
	"other secrets may be in it. `mmtop contents FILE' shows it.\n"
#define MAGIC "mmtop capture\n"
#define WORDS_SIZE 208
/* Offsets in the head, after the words.  The checksum covers all bytes before
 * AT_SUM. */
#define AT_VERSION 208
#define AT_PAGE_SIZE 216
#define AT_SEED 224
#define AT_BEGAN 232
#define AT_SUM 248

/* A record's head starts with this mark and has fields at these offsets.  The
 * checksum covers the bytes before AT_RECORD_SUM. */
static const char mark[4] = { '\xc1', 'm', 'm', 'r' };
#define AT_TYPE 4
#define AT_LENGTH 8
#define AT_FACTS 12
#define AT_NUMBER 16
#define AT_RECORD_SUM 24

#define LIST_HEAD 32
#define RUN_SIZE 32

/* --- integers --------------------------------------------------------- */

static uint64_t get64(const void *p)
{
	const unsigned char *b = p;
	uint64_t n = 0;

	for (int i = 7; i >= 0; i--)
		n = n << 8 | b[i];
	return n;
}

static uint32_t get32(const void *p)
{
	const unsigned char *b = p;

	return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
	       (uint32_t)b[3] << 24;
}

static void set64(void *p, uint64_t n)
{
	unsigned char *b = p;

	for (int i = 0; i < 8; i++, n >>= 8)
		b[i] = (unsigned char)n;
}

static void set32(void *p, uint32_t n)
{
	unsigned char *b = p;

	for (int i = 0; i < 4; i++, n >>= 8)
		b[i] = (unsigned char)n;
}

static void put64(struct str *out, uint64_t n)
{
	char b[8];

	set64(b, n);
	str_add(out, b, sizeof b);
}

/* --- the head --------------------------------------------------------- */

void capture_put_head(struct str *out, const struct capture_head *h)
{
	char head[CAPTURE_HEAD] = WORDS;

	set32(head + AT_VERSION, CAPTURE_VERSION);
	set64(head + AT_PAGE_SIZE, h->page_size);
	set64(head + AT_SEED, h->seed);
	set64(head + AT_BEGAN, h->began_ns);
	set64(head + AT_SUM, XXH3_64bits(head, AT_SUM));
	str_add(out, head, sizeof head);
}

static bool is_page_size(uint64_t n)
{
	return n >= 4096 && n <= CAPTURE_PIECE_MAX && !(n & (n - 1));
}

enum capture_head_kind capture_get_head(struct bytes start,
					struct capture_head *out)
{
	const char *p = start.data;
	struct capture_head h;

	_Static_assert(sizeof WORDS <= WORDS_SIZE, "the words fit");
	if (start.len < strlen(MAGIC) || memcmp(p, MAGIC, strlen(MAGIC)) != 0)
		return CAPTURE_OTHER;
	if (start.len < CAPTURE_HEAD ||
	    get64(p + AT_SUM) != XXH3_64bits(p, AT_SUM))
		return CAPTURE_BROKEN;
	h = (struct capture_head){
		.version = get32(p + AT_VERSION),
		.page_size = get64(p + AT_PAGE_SIZE),
		.seed = get64(p + AT_SEED),
		.began_ns = get64(p + AT_BEGAN),
	};
	if (h.version != CAPTURE_VERSION)
		return CAPTURE_NEWER;
	if (!is_page_size(h.page_size))
		return CAPTURE_BROKEN;
	*out = h;
	return CAPTURE_FILE;
}

/* --- records ---------------------------------------------------------- */

static uint64_t sum_of(const char *head, struct bytes body, uint64_t seed,
		       uint64_t at)
{
	char covered[AT_RECORD_SUM + 8];

	memcpy(covered, head, AT_RECORD_SUM);
	set64(covered + AT_RECORD_SUM, at);
	return XXH3_64bits_withSeed(body.data, body.len,
				    XXH3_64bits_withSeed(covered,
							 sizeof covered, seed));
}

static void set_head(char *head, uint64_t seed, uint64_t at,
		     const struct capture_record *r, struct bytes body)
{
	memcpy(head, mark, sizeof mark);
	set32(head + AT_TYPE, r->type);
	set32(head + AT_LENGTH, (uint32_t)body.len);
	set32(head + AT_FACTS, r->facts);
	set64(head + AT_NUMBER, r->number);
	set64(head + AT_RECORD_SUM, sum_of(head, body, seed, at));
}

void capture_put(struct str *out, uint64_t seed, uint64_t at,
		 const struct capture_record *r)
{
	char head[CAPTURE_RECORD_HEAD];

	set_head(head, seed, at, r, r->body);
	str_add(out, head, sizeof head);
	str_add(out, r->body.data, r->body.len);
}

void capture_set(void *record, uint64_t seed, uint64_t at,
		 const struct capture_record *r)
{
	const struct bytes body = { (char *)record + CAPTURE_RECORD_HEAD,
				    r->body.len };

	set_head(record, seed, at, r, body);
}

enum capture_got capture_get(struct bytes text, uint64_t seed, uint64_t at,
			     struct capture_record *out)
{
	const char *p = text.data;
	size_t known = text.len < sizeof mark ? text.len : sizeof mark;
	struct bytes body;

	*out = (struct capture_record){ .size = CAPTURE_RECORD_HEAD };
	if (known && memcmp(p, mark, known) != 0)
		return CAPTURE_BAD;
	if (text.len < CAPTURE_RECORD_HEAD)
		return CAPTURE_MORE;
	body = (struct bytes){ p + CAPTURE_RECORD_HEAD, get32(p + AT_LENGTH) };
	if (body.len > CAPTURE_BODY_MAX)
		return CAPTURE_BAD;
	out->size += body.len;
	if (text.len < out->size)
		return CAPTURE_MORE;
	if (get64(p + AT_RECORD_SUM) != sum_of(p, body, seed, at))
		return CAPTURE_BAD;
	out->type = get32(p + AT_TYPE);
	out->number = get64(p + AT_NUMBER);
	out->facts = get32(p + AT_FACTS);
	out->body = body;
	return CAPTURE_RECORD;
}

size_t capture_seek(struct bytes text, size_t from)
{
	const char *p = text.data;

	while (from < text.len) {
		const char *found = memchr(p + from, mark[0], text.len - from);
		size_t left;

		if (!found)
			break;
		from = (size_t)(found - p);
		left = text.len - from;
		/* The end of the text may have cut off part of the mark. */
		if (!memcmp(found, mark, left < sizeof mark ? left : sizeof mark))
			return from;
		from++;
	}
	return text.len;
}

/* --- lists of pieces -------------------------------------------------- */

uint64_t capture_run_pieces(const struct capture_run *r, uint64_t page_size)
{
	return (r->end - 1) / page_size - r->start / page_size + 1;
}

static struct capture_run run_at(const char *p)
{
	return (struct capture_run){
		.start = get64(p), .end = get64(p + 8), .first = get64(p + 16),
		.how = get64(p + 24),
	};
}

struct capture_run capture_list_run(const struct capture_list *l, size_t i)
{
	return run_at((const char *)l->runs.data + i * RUN_SIZE);
}

static bool is_run(const struct capture_run *r, uint64_t after,
		   uint64_t page_size)
{
	if (r->start < after || r->start >= r->end ||
	    r->how > CAPTURE_LEFT_OUT)
		return false;
	return r->how != CAPTURE_COUNTED ||
	       r->first <= UINT64_MAX - capture_run_pieces(r, page_size);
}

bool capture_get_list(struct bytes body, uint64_t page_size,
		      struct capture_list *out)
{
	const char *p = body.data;
	struct capture_list l;
	uint64_t after = 0;

	if (body.len < LIST_HEAD || (body.len - LIST_HEAD) % RUN_SIZE)
		return false;
	l = (struct capture_list){
		.object = get64(p), .number = get64(p + 8),
		.part = get64(p + 16),
		.runs = { p + LIST_HEAD, body.len - LIST_HEAD },
		.n = (body.len - LIST_HEAD) / RUN_SIZE,
	};
	for (size_t i = 0; i < l.n; i++) {
		struct capture_run r = capture_list_run(&l, i);

		if (!is_run(&r, after, page_size))
			return false;
		after = r.end;
	}
	*out = l;
	return true;
}

void capture_put_list(struct str *out, const struct capture_list *head,
		      const struct capture_run *runs, size_t n)
{
	put64(out, head->object);
	put64(out, head->number);
	put64(out, head->part);
	put64(out, 0);
	for (size_t i = 0; i < n; i++) {
		put64(out, runs[i].start);
		put64(out, runs[i].end);
		put64(out, runs[i].first);
		put64(out, runs[i].how);
	}
}

/* --- bytes ------------------------------------------------------------ */

size_t capture_block_length(const struct capture_block *b, size_t i)
{
	return get32((const char *)b->lengths.data + i * 4);
}

static bool add_lengths(struct capture_block *b)
{
	for (size_t i = 0; i < b->n; i++) {
		size_t n = capture_block_length(b, i);

		if (!n || n > CAPTURE_PIECE_MAX || n > CAPTURE_BLOCK_MAX - b->raw)
			return false;
		b->raw += n;
	}
	return true;
}

bool capture_get_block(struct bytes body, struct capture_block *out)
{
	const char *p = body.data;
	struct capture_block b;

	if (body.len < CAPTURE_BLOCK_HEAD)
		return false;
	b = (struct capture_block){
		.first = get64(p), .packing = get64(p + 16),
	};
	if (!get64(p + 8) || get64(p + 8) > CAPTURE_PIECES_MAX)
		return false;
	b.n = (size_t)get64(p + 8);
	if (b.first > UINT64_MAX - b.n || body.len - CAPTURE_BLOCK_HEAD < b.n * 4)
		return false;
	b.lengths = (struct bytes){ p + body.len - b.n * 4, b.n * 4 };
	b.packed = (struct bytes){ p + CAPTURE_BLOCK_HEAD,
				   body.len - CAPTURE_BLOCK_HEAD - b.n * 4 };
	if (!add_lengths(&b) || b.packing > CAPTURE_ZSTD ||
	    (b.packing == CAPTURE_PLAIN && b.packed.len != b.raw))
		return false;
	*out = b;
	return true;
}

int capture_load(struct err *err)
{
	return LATE_LOAD(zstd, err);
}

bool capture_unpack(struct str *out, const struct capture_block *block)
{
	char *raw;
	size_t n;

	if (block->packing == CAPTURE_PLAIN) {
		str_add(out, block->packed.data, block->packed.len);
		return true;
	}
	if (capture_load(NULL) < 0)
		return false;
	raw = xmalloc(block->raw);
	n = ZSTD_decompress(raw, block->raw, block->packed.data,
			    block->packed.len);
	if (n == block->raw)
		str_add(out, raw, n);
	free(raw);
	return n == block->raw;
}

struct capture_packer {
	ZSTD_CCtx *zstd;
	size_t room;
	char *packed;
};

struct capture_packer *capture_packer_new(void)
{
	struct capture_packer *p = xcalloc(1, sizeof *p);

	if (capture_load(NULL) < 0)
		return p;
	p->zstd = ZSTD_createCCtx();
	p->room = ZSTD_compressBound(CAPTURE_BLOCK_MAX);
	p->packed = xmalloc(p->room);
	return p;
}

void capture_packer_free(struct capture_packer *p)
{
	if (!p)
		return;
	if (p->zstd)
		ZSTD_freeCCtx(p->zstd);
	free(p->packed);
	free(p);
}

/* Compresses the bytes.  Returns 0 if they would not become smaller. */
static size_t pack(struct capture_packer *p, int level, struct bytes raw)
{
	size_t n;

	if (!p->zstd)
		return 0;
	n = ZSTD_compressCCtx(p->zstd, p->packed, p->room, raw.data, raw.len,
			      level);
	return ZSTD_isError(n) || n >= raw.len ? 0 : n;
}

void capture_set_block(void *body, uint64_t first, size_t n,
		       enum capture_packing packing)
{
	char *p = body;

	set64(p, first);
	set64(p + 8, n);
	set64(p + 16, packing);
	set64(p + 24, 0);
}

void capture_add_length(struct str *lengths, uint32_t length)
{
	char b[4];

	set32(b, length);
	str_add(lengths, b, sizeof b);
}

static void put_block(struct str *out, uint64_t first, struct bytes lengths,
		      struct bytes packed, enum capture_packing packing)
{
	char head[CAPTURE_BLOCK_HEAD];

	capture_set_block(head, first, lengths.len / 4, packing);
	str_add(out, head, sizeof head);
	str_add(out, packed.data, packed.len);
	str_add(out, lengths.data, lengths.len);
}

void capture_put_block(struct str *out, uint64_t first, struct bytes lengths,
		       struct bytes raw)
{
	put_block(out, first, lengths, raw, CAPTURE_PLAIN);
}

bool capture_pack_block(struct str *out, struct capture_packer *p, int level,
			uint64_t first, struct bytes lengths, struct bytes raw)
{
	size_t n = pack(p, level, raw);

	if (n)
		put_block(out, first, lengths, (struct bytes){ p->packed, n },
			  CAPTURE_ZSTD);
	return n;
}

/* --- the end ---------------------------------------------------------- */

void capture_put_close(struct str *out, enum capture_close why)
{
	put64(out, why);
}

bool capture_get_close(struct bytes body, uint64_t *why)
{
	if (body.len < 8)
		return false;
	*why = get64(body.data);
	return true;
}
