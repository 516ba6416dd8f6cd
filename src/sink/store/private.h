/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Declarations that the parts of the store share.  Private to sink/.
 *
 *	../store.c	converts events to records
 *	batch.c		collects bytes and records for the writer
 *	write.c		in the writer's thread: makes file contents of a batch
 *	known.c		finds bytes that are already stored
 *	file.c		the folder and the file
 *	context.c	processes and regions that frames refer to
 */
#ifndef SINK_STORE_PRIVATE_H
#define SINK_STORE_PRIVATE_H

#include "base/str.h"
#include "base/vec.h"
#include "parse/capture.h"
#include "sink/store.h"
#include "sink/writer.h"

/* --- file.c --- */

/* Creates the file and stores FOLDER/NAME in name.  Returns a descriptor, or
 * -errno with the reason in *end. */
MUST_CHECK int store_create(const struct store_options *o, struct str *name,
			    struct store_end *end);

/* --- known.c --- */

struct known;
struct known *known_new(size_t max);
void known_free(struct known *k);
/* Prefetches the table entries of checksums that will be looked up soon, as the
 * table is larger than any cache. */
void known_prefetch(const struct known *k, struct bytes sums);
struct page_sum known_sum(const struct known *k, const void *bytes, size_t n);
/* If bytes with this checksum are stored, sets *number to their number and
 * returns true.  Otherwise stores the checksum under the number `next` and
 * returns false. */
bool known_find(struct known *k, struct page_sum sum, uint64_t next,
		uint64_t *number);

/* --- write.c --- */

struct store_writing;
struct store_writing *writing_new(int fd, const struct store_options *o,
				  struct writer *w);
void writing_free(struct store_writing *w);
/* Returns the reason why writing ended by itself, or STORE_ON.  May be called
 * in any thread. */
enum store_why writing_why(struct store_writing *w);
uint64_t writing_floor(const struct store_writing *w);
/* The function that the writer calls to convert a text (writer_fn). */
int writing_prepare(void *arg, struct str *text);

/*
 * The end of a text for the writer.  The text contains, in this order: room for
 * the heads of a DATA record (BATCH_HEAD bytes), the bytes of the pieces, the
 * lengths of the pieces, the records (each with uint32_t type and length, then
 * the body), and this struct.  If the pieces are not packed, they are written
 * without a copy.
 */
#define BATCH_HEAD (CAPTURE_RECORD_HEAD + CAPTURE_BLOCK_HEAD)
struct batch_end {
	uint64_t first;		/* number of the first piece */
	size_t raw, lengths, records;
};

/* --- batch.c --- */

struct batch {
	struct writer *writer;
	struct str text, lengths, records;
	uint64_t next;		/* number of the next piece */
	bool stuck;		/* the writer has refused the batch */
	bool last;		/* this is the last batch, which the writer must
				 * take */
};

void batch_release(struct batch *b);
/* True if there is no room for a piece of n bytes, because the disk is too
 * slow. */
bool batch_full(struct batch *b, size_t n);
/* Returns room for n bytes of consecutive pieces, or NULL if there is none.
 * Pieces that are put there need no copy. */
void *batch_reserve(struct batch *b, size_t n);
/* Adds a piece, for which there must be room. */
void batch_piece(struct batch *b, const void *bytes, size_t n);
/* Returns false if the record is left out. */
bool batch_record(struct batch *b, enum capture_type type,
		  const struct str *body);
void batch_send(struct batch *b);

/* --- context.c --- */

struct context;
struct context *context_new(struct batch *b);
void context_free(struct context *c);
void context_process(struct context *c, const struct event *ev);
void context_region(struct context *c, const struct event *ev);
/* Called before the frame is written: writes records with all known data of its
 * region. */
void context_frame(struct context *c, const struct event *ev);
/* Adds an event as a record.  Returns false if the record is left out. */
bool context_put(struct batch *b, const struct event *ev);

#endif
