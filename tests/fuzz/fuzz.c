/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "fuzz.h"

#include <string.h>

static const struct fuzz_target *const tables[] = {
	fuzz_parsers, fuzz_records, fuzz_captures, fuzz_events, fuzz_words,
};

const struct fuzz_target *fuzz_at(size_t i)
{
	for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
		for (const struct fuzz_target *at = tables[t]; at->name; at++)
			if (i-- == 0)
				return at;
	return NULL;
}

const struct fuzz_target *fuzz_find(const char *name)
{
	const struct fuzz_target *t;

	for (size_t i = 0; (t = fuzz_at(i)); i++)
		if (!strcmp(t->name, name))
			return t;
	return NULL;
}

static void seed_file(const char *name, fuzz_seed_fn *seed, void *arg)
{
	static char text[1 << 20];
	const char *top = getenv("top_srcdir");
	char path[512];
	FILE *f;

	snprintf(path, sizeof path, "%s/tests/data/%s", top ? top : ".", name);
	f = fopen(path, "r");
	FUZZ_MUST(f);
	seed(arg, text, fread(text, 1, sizeof text, f));
	fclose(f);
}

void fuzz_seeds(const struct fuzz_target *t, fuzz_seed_fn *seed, void *arg)
{
	for (const char *const *s = t->texts; s && *s; s++) {
		if (**s == '@')
			seed_file(*s + 1, seed, arg);
		else
			seed(arg, *s, strlen(*s));
	}
	if (t->make)
		t->make(seed, arg);
}

void fuzz_inside(struct bytes part, const uint8_t *data, size_t n)
{
	const uint8_t *p = part.data;

	if (part.len)
		FUZZ_MUST(p >= data && p <= data + n &&
			  part.len <= (size_t)(data + n - p));
}
