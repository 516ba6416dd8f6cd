/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bytes of a capture file: what was in mapped memory, and when
 * (doc/FORMAT, 5).
 *
 *	head	CAPTURE_HEAD bytes: what it is in words, a seed, the time
 *	records	one behind the other, only ever appended:
 *		EVENT	one event (event/wire/codec.h): START, PROCESS, REGION; and
 *			FRAME, which makes a frame of the lists before it
 *		PAGES	which pieces of memory have which bytes in a frame
 *		DATA	the bytes of pieces, compressed together
 *		CLOSE	the capture ended, and why
 *
 * A piece is what lies in one page, or the part of it that is captured.  Its
 * bytes have a number, counted over the file; bytes that are the same are there
 * once.
 *
 * A record's sum is of its bytes, of where it stands and of the file's seed:
 * so a reader that met a damaged one may go on with the next whose sum is right,
 * and takes nothing for a record that the memory of a program held.
 *
 *	capture_get_head(start, &head);
 *	while (capture_get(rest, head.seed, at, &r) == CAPTURE_RECORD)
 *		at += r.size;
 *
 * Pure.  Everything in it is hostile: what is handed out lies inside what came
 * in, lengths add up, and unpacking is bounded.
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
/* A piece is no larger, and a page neither. */
#define CAPTURE_PIECE_MAX 65536u
/* All pieces of one DATA together; how many of them. */
#define CAPTURE_BLOCK_MAX (1u << 20)
#define CAPTURE_PIECES_MAX 4096u

struct capture_head {
	uint32_t version;
	uint64_t page_size;
	uint64_t seed;
	uint64_t began_ns;	/* CLOCK_REALTIME at the events' time 0 */
};

enum capture_head_kind {
	CAPTURE_FILE,
	CAPTURE_OTHER,		/* it is no capture */
	CAPTURE_NEWER,		/* of a version that is not known here */
	CAPTURE_BROKEN		/* damaged, or not all there */
};

enum capture_type {
	CAPTURE_EVENT = 1, CAPTURE_PAGES, CAPTURE_DATA, CAPTURE_CLOSE
};

struct capture_record {
	uint32_t type;		/* may be none of these: to be skipped */
	uint64_t number;	/* 0, 1, 2... over the file */
	uint32_t facts;		/* the same without DATA: where none of these is
				 * missing, only bytes are */
	struct bytes body;
	size_t size;		/* with its head */
};

enum capture_got {
	CAPTURE_RECORD,
	CAPTURE_MORE,		/* it is not all there: out->size, at least */
	CAPTURE_BAD		/* there is none */
};

/* How the bytes of a run's pieces are numbered. */
enum capture_how {
	CAPTURE_COUNTED,	/* first, first + 1... */
	CAPTURE_SAME,		/* all of them first */
	CAPTURE_LEFT_OUT	/* they changed, but were not stored */
};

/* Addresses; a piece ends at each page boundary, and at the end. */
struct capture_run {
	uint64_t start, end;
	uint64_t first;
	uint64_t how;		/* enum capture_how */
};

struct capture_list {
	uint64_t object, number;	/* of the frame */
	uint64_t part;			/* of it, from 1 */
	struct bytes runs;		/* sorted by address */
	size_t n;
};

enum capture_packing { CAPTURE_PLAIN, CAPTURE_ZSTD };

struct capture_block {
	uint64_t first;			/* number of the first piece's bytes */
	size_t n;			/* pieces */
	struct bytes lengths;		/* u32 each */
	size_t raw;			/* the sum of them */
	uint64_t packing;
	struct bytes packed;
};

/* Why a capture ended. */
enum capture_close {
	CAPTURE_WHOLE,
	CAPTURE_AT_LIMIT,		/* it became as large as it may */
	CAPTURE_AT_FLOOR,		/* the disk was as full as it may */
	CAPTURE_CLOSES
};

/* --- reading --- */

/* start: the first CAPTURE_HEAD bytes, or all there are; out is set only for
 * CAPTURE_FILE. */
enum capture_head_kind capture_get_head(struct bytes start,
					struct capture_head *out);
/* The record that text begins with, which stands `at` bytes from the beginning
 * of the file. */
enum capture_got capture_get(struct bytes text, uint64_t seed, uint64_t at,
			     struct capture_record *out);
/* The offset at or behind `from` where a record may begin; text.len where none
 * can, as far as text tells. */
size_t capture_seek(struct bytes text, size_t from);
/* False: the body is none of that type. */
bool capture_get_list(struct bytes body, uint64_t page_size,
		      struct capture_list *out);
struct capture_run capture_list_run(const struct capture_list *l, size_t i);
bool capture_get_block(struct bytes body, struct capture_block *out);
size_t capture_block_length(const struct capture_block *b, size_t i);
/* Loads zstd: without it capture_unpack() fails, and nothing is packed. */
MUST_CHECK int capture_load(struct err *err);
/* Appends block->raw bytes, or nothing. */
bool capture_unpack(struct str *out, const struct capture_block *block);
bool capture_get_close(struct bytes body, uint64_t *why);
/* How many pieces a run has. */
uint64_t capture_run_pieces(const struct capture_run *r, uint64_t page_size);

/* --- writing --- */

void capture_put_head(struct str *out, const struct capture_head *h);
/* A record that will stand at `at`; r->size is not looked at. */
void capture_put(struct str *out, uint64_t seed, uint64_t at,
		 const struct capture_record *r);
/* Bodies. */
void capture_put_list(struct str *out, const struct capture_list *head,
		      const struct capture_run *runs, size_t n);
/* level: of zstd.  False, and nothing: it became no smaller. */
struct capture_packer;
struct capture_packer *capture_packer_new(void);
void capture_packer_free(struct capture_packer *p);
bool capture_pack_block(struct str *out, struct capture_packer *p, int level,
			uint64_t first, struct bytes lengths, struct bytes raw);
/* The same as it is; lengths: u32 each. */
void capture_put_block(struct str *out, uint64_t first, struct bytes lengths,
		       struct bytes raw);
/* In place: a record whose body, of r->body.len, stands behind its head.  Of a
 * DATA that is not packed the body begins with CAPTURE_BLOCK_HEAD bytes for
 * capture_set_block(), before the bytes of its pieces and their lengths. */
void capture_set(void *record, uint64_t seed, uint64_t at,
		 const struct capture_record *r);
void capture_set_block(void *body, uint64_t first, size_t n,
		       enum capture_packing packing);
void capture_add_length(struct str *lengths, uint32_t length);
void capture_put_close(struct str *out, enum capture_close why);

#endif
