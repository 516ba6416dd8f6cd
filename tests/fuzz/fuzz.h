/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What reads bytes that somebody else wrote, one row each: every parser, the
 * codec, the fold, the sinks, Lua, the program's terminal, what a person types.
 *
 *	tests/fuzz/replay	a part of `make check`: each target on its seeds,
 *				on what was found, and on seeds that are broken
 *				in ways that are the same each time
 *	make fuzz		libFuzzer on each (tests/fuzz/run)
 *
 * A target does what the product does with the bytes, and checks what must
 * hold of the outcome; what must not happen at all (a byte read that is none
 * of it) is for ASan and UBSan.  A new parser is a new row in its file's table.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "event/event.h"

typedef void fuzz_seed_fn(void *arg, const void *data, size_t n);

struct fuzz_target {
	const char *name;
	/* data has exactly n bytes, and no NUL behind them. */
	void (*run)(const uint8_t *data, size_t n);
	/* Texts to begin with, NULL-terminated; "@proc/4121/maps" is what
	 * tests/data has of that name. */
	const char *const *texts;
	/* The same that are no text; NULL: none. */
	void (*make)(fuzz_seed_fn *seed, void *arg);
};

/* Each ends with a row without a name. */
extern const struct fuzz_target fuzz_parsers[], fuzz_records[],
				fuzz_captures[], fuzz_events[], fuzz_words[];

/* NULL when there is none of that name; the i-th, NULL after the last. */
const struct fuzz_target *fuzz_find(const char *name);
const struct fuzz_target *fuzz_at(size_t i);
void fuzz_seeds(const struct fuzz_target *t, fuzz_seed_fn *seed, void *arg);

/* What was handed out is a part of what came in. */
void fuzz_inside(struct bytes part, const uint8_t *data, size_t n);

#define TEXTS(...) (const char *const[]){ __VA_ARGS__, NULL }

#define FUZZ_MUST(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, \
				#x); \
			abort(); \
		} \
	} while (0)

#endif
