/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The store's parts.  Private to sink/.
 *
 *	store.c		events -> records
 *	store_batch.c	bytes and records, gathered; the queue of the writer
 *	store_write.c	in the writer's thread: a batch -> bytes of the file
 *	store_known.c	which bytes are stored already
 *	store_file.c	the folder and the file
 *	store_context.c	processes and regions, for who reads the frames
 */
#ifndef SINK_STORE_PRIVATE_H
#define SINK_STORE_PRIVATE_H

#include "base/str.h"
#include "base/vec.h"
#include "parse/capture.h"
#include "sink/store.h"
#include "sink/writer.h"

/* --- store_file.c --- */

/* A descriptor of the new file and FOLDER/NAME; or -errno, and end. */
MUST_CHECK int store_create(const struct store_options *o, struct str *name,
			    struct store_end *end);

/* --- store_known.c --- */

struct known;
struct known *known_new(size_t max);
void known_free(struct known *k);
/* Sums that are asked for soon: what they need of the table, which is larger
 * than any cache, is on its way then. */
void known_expect(const struct known *k, struct bytes sums);
struct page_sum known_sum(const struct known *k, const void *bytes, size_t n);
/* The number of the bytes of that sum; else they have number `next` from now
 * on, and it is false. */
bool known_find(struct known *k, struct page_sum sum, uint64_t next,
		uint64_t *number);

/* --- store_write.c --- */

struct store_writing;
struct store_writing *writing_new(int fd, const struct store_options *o,
				  struct writer *w);
void writing_free(struct store_writing *w);
/* Whether it ended by itself, from any thread. */
enum store_why writing_why(struct store_writing *w);
uint64_t writing_floor(const struct store_writing *w);
/* The writer's writer_fn. */
int writing_prepare(void *arg, struct str *text);

/*
 * A text for the writer: room for the heads of a DATA (BATCH_HEAD), the bytes
 * of pieces, their lengths; records (uint32_t type and length, body); and this.
 * Where it is not packed it is written as it is.
 */
#define BATCH_HEAD (CAPTURE_RECORD_HEAD + CAPTURE_BLOCK_HEAD)
struct batch_end {
	uint64_t first;		/* number of the first piece */
	size_t raw, lengths, records;
};

/* --- store_batch.c --- */

struct batch {
	struct writer *writer;
	struct str text, lengths, records;
	uint64_t next;		/* number of the next piece */
	bool stuck;		/* the writer has not taken it */
	bool last;		/* it has to */
};

void batch_release(struct batch *b);
/* No piece of n bytes fits, as the disk is too slow. */
bool batch_full(struct batch *b, size_t n);
/* Room for n bytes in pieces that come next, one after the other, and are not
 * copied then; NULL: there is none. */
void *batch_place(struct batch *b, size_t n);
/* It fits. */
void batch_piece(struct batch *b, const void *bytes, size_t n);
/* False: it is left out. */
bool batch_record(struct batch *b, enum capture_type type,
		  const struct str *body);
void batch_send(struct batch *b);

/* --- store_context.c --- */

struct context;
struct context *context_new(struct batch *b);
void context_free(struct context *c);
void context_process(struct context *c, const struct event *ev);
void context_region(struct context *c, const struct event *ev);
/* What there is to know of the region is told before its frame. */
void context_frame(struct context *c, const struct event *ev);
/* An event as a record. */
bool context_put(struct batch *b, const struct event *ev);

#endif
