/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fuzz targets: everything that reads bytes from outside: every parser, the
 * codec, the fold, the sinks, Lua, the program's terminal, user input.
 *
 *	tests/fuzz/replay	part of `make check`: each target on its seeds,
 *				on past findings, and on mutated seeds; the
 *				mutations are the same each time
 *	make fuzz		libFuzzer on each (tests/fuzz/run)
 *
 * A target does with the bytes what mmtop does, and checks invariants of the
 * result. Memory errors, such as a read past the input, are left to ASan and
 * UBSan. A new parser needs a new row in the table of its file.
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
	/* data has exactly n bytes, without a NUL after them. */
	void (*run)(const uint8_t *data, size_t n);
	/* Seeds that are text, NULL-terminated; "@proc/4121/maps" is that file
	 * of tests/data. */
	const char *const *texts;
	/* Makes seeds that are not text; NULL: none. */
	void (*make)(fuzz_seed_fn *seed, void *arg);
};

/* Each table ends with a row without a name. */
extern const struct fuzz_target fuzz_parsers[], fuzz_records[],
				fuzz_captures[], fuzz_events[], fuzz_words[];

/* fuzz_find() returns NULL for an unknown name, fuzz_at() NULL after the last
 * target. */
const struct fuzz_target *fuzz_find(const char *name);
const struct fuzz_target *fuzz_at(size_t i);
void fuzz_seeds(const struct fuzz_target *t, fuzz_seed_fn *seed, void *arg);

/* Checks that a result is a part of the input. */
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
