/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The decoders that there are, and the one that is at work: those of the
 * configuration, then the scripts beside it.
 *
 *	d = decoding_new(loop, config, ascii, changed, arg);
 *	for (i = 0; i < decoding_count(d); i++)
 *		... decoding_name(d, i), decoding_fits(d, i, name, path)
 *	decoding_choose(d, i);			DECODING_NONE: none
 *	decoding_bytes(d, &input);		whenever they may have changed
 *	decoding_shown(d, &shown);
 *
 * Layouts and scripts have their result when decoding_bytes() returns; of a
 * command it comes later, and changed() is called.  One is run at a time: what
 * came meanwhile is decoded next, the newest only.  Bytes that are the same as
 * those before are not decoded again.  A script that takes long is given at
 * most a tenth of the time.
 */
#ifndef APP_DECODERS_DECODING_H
#define APP_DECODERS_DECODING_H

#include <stdbool.h>
#include <stddef.h>

#include "rule/config.h"
#include "rule/decoder.h"
#include "ui/pane/decoding.h"

#define DECODING_NONE SIZE_MAX
#define DECODING_LIMIT_NS UINT64_C(2000000000)
#define DECODING_OUTPUT (1u << 20)	/* bytes */

struct decoding;
struct loop;

/* config may be NULL; it outlives this. */
struct decoding *decoding_new(struct loop *l, struct config *config,
			      bool ascii, void (*changed)(void *arg),
			      void *arg);
void decoding_free(struct decoding *d);

/* Looks for scripts anew; what is chosen stays, unless it is gone. */
void decoding_look(struct decoding *d);
size_t decoding_count(const struct decoding *d);
/* Safe. */
const char *decoding_name(const struct decoding *d, size_t i);
bool decoding_fits(const struct decoding *d, size_t i, struct bytes name,
		   struct bytes path);
/* The first that was made for such regions and no others; DECODING_NONE. */
size_t decoding_made_for(const struct decoding *d, struct bytes name,
			 struct bytes path);
/* Of that name; DECODING_NONE: there is none. */
size_t decoding_find(const struct decoding *d, const char *name);

void decoding_choose(struct decoding *d, size_t i);
/* A layout that was typed: 0, or -1 with *e; then nothing is changed. */
MUST_CHECK int decoding_choose_layout(struct decoding *d, const char *text,
				      struct rule_error *e);
size_t decoding_chosen(const struct decoding *d);
/* The name of the script that is chosen (app/scripts), NULL: it is none. */
const char *decoding_script(const struct decoding *d);

/* At most DECODER_RAW bytes of them are looked at; all is copied. */
void decoding_bytes(struct decoding *d, const struct decoder_input *in);
/* Again, although nothing is new: the script was edited. */
void decoding_again(struct decoding *d);
void decoding_shown(const struct decoding *d, struct decoding_shown *out);

#endif
