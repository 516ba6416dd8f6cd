/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Declarations shared by the files that implement decoding.h:
 *
 *	decoding.c	runs decoders, stores their results
 *	choices.c	the list of decoders
 */
#ifndef APP_DECODERS_PRIVATE_H
#define APP_DECODERS_PRIVATE_H

#include "app/decoders/decoding.h"
#include "base/str.h"
#include "base/vec.h"

/* A copy of the input of a decoder. */
struct job {
	struct decoder_input in;
	struct str raw, name;
	VEC(struct page_range) unknown;
	bool given;
};

struct choice {
	const struct config_decoder *decoder;	/* entry of the configuration;
						 * NULL for a script that is not
						 * listed there */
	char *script;				/* name of the script, or NULL;
						 * owned */
	char *name;				/* name that is shown, made
						 * safe; owned */
};

struct decoding {
	struct loop *loop;
	struct config *config;
	bool ascii;
	void (*changed)(void *arg);
	void *arg;
	VEC(struct choice) choices;
	size_t chosen;
	struct field_layout *typed;		/* layout that the user has
						 * typed, used instead of
						 * `chosen`; owned */
	struct job last, next;		/* input decoded last, and input waiting
					 * to be decoded */
	struct decoded result;
	struct str wrong;
	struct program *program;
	int rest;			/* id of the timer that ends the pause
					 * after a slow decoder; 0: no pause */
	bool stale;			/* `result` is not that of the selected
					 * decoder for `last` */
};

void decoding_fill_choices(struct decoding *d);
void decoding_drop_choices(struct decoding *d);

#endif
