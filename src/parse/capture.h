/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The format of a capture file: the contents of mapped memory over time
 * (doc/FORMAT, 5).
 *
 *	head	CAPTURE_HEAD bytes: a description in words, a seed, the time
 *	records	one after the other, append-only:
 *		EVENT	one event (event/wire/codec.h): START, PROCESS, REGION,
 *			or FRAME, which combines the PAGES before into a frame
 *		PAGES	which pieces of memory have which bytes in a frame
 *		DATA	the bytes of pieces, compressed together
 *		CLOSE	the capture ended, and why
 *
 * A piece is the memory of one page, or the captured part of a page.  Pieces
 * are numbered over the whole file; pieces with equal bytes are stored once.
 *
 * The checksum of a record covers the record's bytes, its offset, and the seed
 * of the file.  So after a damaged record a reader can continue at the next
 * record with a valid checksum, and cannot mistake captured memory for a
 * record.
 *
 *	capture_get_head(start, &head);
 *	while (capture_get(rest, head.seed, at, &r) == CAPTURE_RECORD)
 *		at += r.size;
 *
 * Pure.  The whole file is hostile: returned pointers lie inside the input,
 * lengths are checked, and decompression is bounded.
 */
#ifndef PARSE_CAPTURE_H
#define PARSE_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "event/event.h"

#define CAPTURE_VERSION 1
#define CAPTURE_HEAD 256
#define CAPTURE_RECORD_HEAD 32
#define CAPTURE_BLOCK_HEAD 32
#define CAPTURE_BODY_MAX (4u << 20)
/* Maximum size of a piece, and of a page. */
#define CAPTURE_PIECE_MAX 65536u
/* Limits of one DATA record: total size of its pieces, and their number. */
#define CAPTURE_BLOCK_MAX (1u << 20)
#define CAPTURE_PIECES_MAX 4096u

struct capture_head {
	uint32_t version;
	uint64_t page_size;
	uint64_t seed;
	uint64_t began_ns;	/* CLOCK_REALTIME at the time 0 of the events */
};

enum capture_head_kind {
	CAPTURE_FILE,
	CAPTURE_OTHER,		/* the file is not a capture */
	CAPTURE_NEWER,		/* the file has a newer, unknown version */
	CAPTURE_BROKEN		/* the head is damaged or incomplete */
};

enum capture_type {
	CAPTURE_EVENT = 1, CAPTURE_PAGES, CAPTURE_DATA, CAPTURE_CLOSE
};

struct capture_record {
	uint32_t type;		/* enum capture_type; records of unknown types
				 * are skipped */
	uint64_t number;	/* 0, 1, 2...: counts the records of the file */
	uint32_t facts;		/* number of the record if DATA records are not
				 * counted.  Without a gap in these numbers,
				 * only bytes of pieces are missing */
	struct bytes body;
	size_t size;		/* size of the record with its head */
};

enum capture_got {
	CAPTURE_RECORD,
	CAPTURE_MORE,		/* the record is incomplete: at least out->size
				 * bytes are needed */
	CAPTURE_BAD		/* there is no record at this offset */
};

/* How the pieces of a run of addresses are numbered. */
enum capture_how {
	CAPTURE_COUNTED,	/* first, first + 1, first + 2... */
	CAPTURE_SAME,		/* all pieces have the number `first` */
	CAPTURE_LEFT_OUT	/* the pieces have changed, but were not
				 * stored */
};

/* A range of addresses, divided into pieces at page boundaries. */
struct capture_run {
	uint64_t start, end;
	uint64_t first;
	uint64_t how;		/* enum capture_how */
};

struct capture_list {
	uint64_t object, number;	/* of the captured object, and of the
					 * frame */
	uint64_t part;			/* number of the part of the frame, from
					 * 1 */
	struct bytes runs;		/* encoded runs, sorted by address */
	size_t n;
};

enum capture_packing { CAPTURE_PLAIN, CAPTURE_ZSTD };

struct capture_block {
	uint64_t first;			/* number of the first piece */
	size_t n;
	struct bytes lengths;		/* lengths of the pieces, u32 each */
	size_t raw;			/* sum of the lengths */
	uint64_t packing;
	struct bytes packed;
};

/* Why a capture ended. */
enum capture_close {
	CAPTURE_WHOLE,
	CAPTURE_AT_LIMIT,		/* the file has reached its size
					 * limit */
	CAPTURE_AT_FLOOR,		/* free disk space has fallen to its
					 * limit */
	CAPTURE_CLOSES
};

/* --- reading --- */

/* `start` has the first CAPTURE_HEAD bytes of the file, or the whole file if it
 * is shorter.  Sets *out only if it returns CAPTURE_FILE. */
enum capture_head_kind capture_get_head(struct bytes start,
					struct capture_head *out);
/* Reads the record at the start of `text`.  `at` is the offset of the record in
 * the file. */
enum capture_got capture_get(struct bytes text, uint64_t seed, uint64_t at,
			     struct capture_record *out);
/* Returns the first offset, from `from` on, at which a record may start;
 * text.len if there is none. */
size_t capture_seek(struct bytes text, size_t from);
/* Returns false if the body does not belong to a PAGES record. */
bool capture_get_list(struct bytes body, uint64_t page_size,
		      struct capture_list *out);
struct capture_run capture_list_run(const struct capture_list *l, size_t i);
bool capture_get_block(struct bytes body, struct capture_block *out);
size_t capture_block_length(const struct capture_block *b, size_t i);
/* Loads libzstd.  Without libzstd, capture_unpack() fails for compressed data,
 * and nothing is compressed. */
MUST_CHECK int capture_load(struct err *err);
/* Decompresses a block and appends its block->raw bytes.  Returns false and
 * appends nothing on failure. */
bool capture_unpack(struct str *out, const struct capture_block *block);
bool capture_get_close(struct bytes body, uint64_t *why);
/* Number of pieces of a run. */
uint64_t capture_run_pieces(const struct capture_run *r, uint64_t page_size);

/* --- writing --- */

void capture_put_head(struct str *out, const struct capture_head *h);
/* Appends a record; `at` is its offset in the file. r->size is not used. */
void capture_put(struct str *out, uint64_t seed, uint64_t at,
		 const struct capture_record *r);
/* The following functions append the bodies of records. */
void capture_put_list(struct str *out, const struct capture_list *head,
		      const struct capture_run *runs, size_t n);
/* Appends a compressed body; `level` is that of zstd.  If the data are not
 * compressible, returns false and appends nothing. */
struct capture_packer;
struct capture_packer *capture_packer_new(void);
void capture_packer_free(struct capture_packer *p);
bool capture_pack_block(struct str *out, struct capture_packer *p, int level,
			uint64_t first, struct bytes lengths, struct bytes raw);
/* Appends an uncompressed body; `lengths` are u32 each. */
void capture_put_block(struct str *out, uint64_t first, struct bytes lengths,
		       struct bytes raw);
/* Writes the head of a record in front of a body of r->body.len bytes that is
 * already in place.  The body of an uncompressed DATA record starts with
 * CAPTURE_BLOCK_HEAD bytes, which capture_set_block() fills in.  The bytes of
 * its pieces and their lengths follow. */
void capture_set(void *record, uint64_t seed, uint64_t at,
		 const struct capture_record *r);
void capture_set_block(void *body, uint64_t first, size_t n,
		       enum capture_packing packing);
void capture_add_length(struct str *lengths, uint32_t length);
void capture_put_close(struct str *out, enum capture_close why);

#endif
