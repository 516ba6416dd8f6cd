/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The list of decoders, and the decoder that the user has selected.  The list
 * has the decoders of the configuration, then the scripts (scripts.h).
 *
 *	d = decoding_new(loop, config, ascii, changed, arg);
 *	for (i = 0; i < decoding_count(d); i++)
 *		... decoding_name(d, i), decoding_fits(d, i, name, path)
 *	decoding_choose(d, i);			or DECODING_NONE: no decoder
 *	decoding_bytes(d, &input);		after each possible change
 *	decoding_shown(d, &shown);
 *
 * The result of a layout or a script is complete when decoding_bytes() returns.
 * The result of a command comes later, with a call of changed().  One decoder
 * runs at a time.  If several inputs arrive while a decoder runs, only the
 * newest input is decoded next.  Unchanged bytes are not decoded again.  A slow
 * script runs for at most a tenth of the time.
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
#define DECODING_OUTPUT (1u << 20)	/* bytes of output after which a command
					 * is killed */

struct decoding;
struct loop;

/* `config` may be NULL; otherwise it must outlive the struct decoding. */
struct decoding *decoding_new(struct loop *l, struct config *config,
			      bool ascii, void (*changed)(void *arg),
			      void *arg);
void decoding_free(struct decoding *d);

/* Reads the list of scripts again.  The selected decoder stays selected if it
 * still exists. */
void decoding_rescan(struct decoding *d);
size_t decoding_count(const struct decoding *d);
/* Returns the name of decoder i as safe text. */
const char *decoding_name(const struct decoding *d, size_t i);
bool decoding_fits(const struct decoding *d, size_t i, struct bytes name,
		   struct bytes path);
/* Returns the first decoder that the configuration restricts to certain regions
 * or files, and that fits this region; DECODING_NONE if there is no such
 * decoder. */
size_t decoding_made_for(const struct decoding *d, struct bytes name,
			 struct bytes path);
/* Returns the decoder with that name; DECODING_NONE if there is none. */
size_t decoding_find(const struct decoding *d, const char *name);

void decoding_choose(struct decoding *d, size_t i);
/* Selects a layout that the user has typed.  Returns 0, or -1 with an error in
 * *e; then the selection has not changed. */
MUST_CHECK int decoding_choose_layout(struct decoding *d, const char *text,
				      struct rule_error *e);
size_t decoding_chosen(const struct decoding *d);
/* Returns the name of the selected script (see app/decoders/scripts.h); NULL if
 * no script is selected. */
const char *decoding_script(const struct decoding *d);

/* Copies the input and decodes at most DECODER_RAW bytes. */
void decoding_bytes(struct decoding *d, const struct decoder_input *in);
/* Decodes the same bytes again, because the script was edited. */
void decoding_again(struct decoding *d);
void decoding_shown(const struct decoding *d, struct decoding_shown *out);

#endif
