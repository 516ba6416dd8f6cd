/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of places in the code that allocates. */
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/heap/state.h"
#include "ui/kit/i18n.h"
#include "ui/words/what.h"

/* Frames beyond these say no more than they take room. */
#define CALLERS_MAX 12

static bool is_ascii(const struct heap_shown *l)
{
	return !l->view->look.utf8;
}

static void add_name(struct str *out, const char *name, bool brief, bool ascii)
{
	const char *slash = brief ? strrchr(name, '/') : NULL;

	if (slash && slash[1])
		name = slash + 1;
	text_safe(out, name, strlen(name), ascii);
}

/* Where the file begins that a region maps a part of. */
static uint64_t base_of(const struct space *s, const struct region *r)
{
	uint64_t start = r->start;

	for (size_t i = space_index(s, r->start); i-- > 0;) {
		const struct region *b = s->regions.v[i];

		if (!r->inode || b->removed_ns || !region_same_file(b, r))
			break;
		start = b->start;
		r = b;
	}
	return start;
}

/* The file's name is left out where that of `before`, not NULL, is the same. */
static const struct region *place(struct str *out, const struct heap_shown *l,
				  uint64_t addr, const struct region *before)
{
	const struct space *space = &l->process->space;
	const struct region *r = space_find(space, addr);
	char buf[FMT_MAX];

	if (!r || !r->name[0]) {
		str_adds(out, fmt_addr(buf, addr));
		return r;
	}
	if (!before || strcmp(before->name, r->name))
		region_short(out, r, is_ascii(l));
	str_addf(out, "+%" PRIx64, addr - base_of(space, r));
	return r;
}

void heap_place(struct str *out, const struct heap_shown *l, uint64_t addr)
{
	place(out, l, addr, NULL);
}

static void library_name(struct str *out, const struct heap_shown *l,
			 const struct heap_site *s)
{
	if (s->library->text[0])
		add_name(out, s->library->text, true, is_ascii(l));
	else
		/* TRANSLATORS: code that lies in no file. */
		str_adds(out, _("code of no file"));
}

void heap_row_name(struct str *out, const struct heap_shown *l,
		   const struct heap_row *r)
{
	const struct heap_site *s = r->site;

	if (!s->id && !s->caller) {
		/* TRANSLATORS: places in code, beyond those that are counted
		 * one by one. */
		str_adds(out, _("all other sites"));
	} else if (r->id.level == HEAP_LIBRARY) {
		library_name(out, l, s);
	} else if (r->id.level == HEAP_CALLER && r->depth > 1) {
		heap_callers(out, l, s, true);
	} else if (s->symbol->text[0]) {
		add_name(out, s->symbol->text, false, is_ascii(l));
	} else {
		heap_place(out, l, s->caller);
	}
}

/* By its symbol, if that is known, or as place() has it. */
static const struct region *called(struct str *out, const struct heap_shown *l,
				   const struct heap_site *s, size_t i,
				   const struct region *before)
{
	const char *symbol = s->names[i].symbol->text;

	if (!symbol[0])
		return place(out, l, s->stack[i], before);
	add_name(out, symbol, false, is_ascii(l));
	return before;
}

void heap_callers(struct str *out, const struct heap_shown *l,
		  const struct heap_site *s, bool brief)
{
	const struct region *r = brief ?
		space_find(&l->process->space, s->caller) : NULL;

	r = place(out, l, s->caller, r);
	for (size_t i = 0; i < s->depth && i < CALLERS_MAX; i++) {
		str_adds(out, is_ascii(l) ? " < " : " ← ");
		r = called(out, l, s, i, r);
	}
}

void heap_site_name(struct str *out, const struct heap_shown *l,
		    const struct heap_site *s)
{
	if (s->symbol->text[0])
		add_name(out, s->symbol->text, false, is_ascii(l));
	else
		heap_place(out, l, s->caller);
	if (s->symbol->text[0] && s->library->text[0]) {
		str_adds(out, "  ");
		library_name(out, l, s);
	}
}
