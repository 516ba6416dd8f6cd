/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Between the files of decoding.h.
 *
 *	decoding.c		what is run, on what, and what came of it
 *	choices.c	which decoders there are
 */
#ifndef APP_DECODERS_PRIVATE_H
#define APP_DECODERS_PRIVATE_H

#include "app/decoders/decoding.h"
#include "base/str.h"
#include "base/vec.h"

/* A copy of an input. */
struct job {
	struct decoder_input in;
	struct str raw, name;
	VEC(struct page_range) unknown;
	bool given;
};

struct choice {
	const struct config_decoder *decoder;	/* NULL: a script */
	char *script;				/* owned */
	char *name;				/* safe; owned */
};

struct decoding {
	struct loop *loop;
	struct config *config;
	bool ascii;
	void (*changed)(void *arg);
	void *arg;
	VEC(struct choice) choices;
	size_t chosen;
	struct field_layout *typed;		/* instead of a choice; owned */
	struct job last, next;		/* run on last; next waits */
	struct decoded result;
	struct str wrong;
	struct program *program;
	int rest;			/* timer */
	bool stale;			/* last was of another decoder */
};

void decoding_fill_choices(struct decoding *d);
void decoding_drop_choices(struct decoding *d);

#endif
