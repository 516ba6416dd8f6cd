/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/ignore.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "rule/pattern.h"

struct ignore {
	struct pattern **v;
	size_t n;
};

struct ignore *ignore_new(const struct word_list *words)
{
	struct ignore *i;
	enum pattern_fault why;

	if (!words->v.n)
		return NULL;
	i = xcalloc(1, sizeof *i);
	i->v = xcalloc(words->v.n, sizeof *i->v);
	/* This cannot fail: the configuration has compiled each word before. */
	for (size_t k = 0; k < words->v.n; k++)
		if ((i->v[i->n] = pattern_new(words->v.v[k],
					      strlen(words->v.v[k]), &why)))
			i->n++;
	return i;
}

void ignore_free(struct ignore *i)
{
	if (!i)
		return;
	while (i->n)
		pattern_free(i->v[--i->n]);
	free(i->v);
	free(i);
}

static bool matches(const struct ignore *i, const char *text)
{
	for (size_t k = 0; *text && k < i->n; k++)
		if (pattern_matches(i->v[k], text, strlen(text)))
			return true;
	return false;
}

bool ignore_has(const struct ignore *i, const struct frame *f)
{
	return i && (matches(i, f->function) || matches(i, f->file) ||
		     matches(i, f->module));
}
