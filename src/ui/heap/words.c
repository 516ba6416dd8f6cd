/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the places in the code that allocate memory. */
#include <config.h>

#include <string.h>

#include "base/text.h"
#include "ui/heap/state.h"
#include "ui/kit/i18n.h"
#include "ui/words/site.h"

#define CALLERS_MAX 12

static bool is_ascii(const struct heap_shown *l)
{
	return !l->view->look.utf8;
}

static void library_name(struct str *out, const struct heap_shown *l,
			 const struct heap_site *s)
{
	const char *name = s->library->text, *slash = strrchr(name, '/');

	if (slash && slash[1])
		name = slash + 1;
	if (*name)
		text_safe(out, name, strlen(name), is_ascii(l));
	else
		/* TRANSLATORS: code that is in no file, such as generated
		 * code. */
		str_adds(out, _("anonymous code"));
}

void heap_row_name(struct str *out, const struct heap_shown *l,
		   const struct heap_row *r)
{
	const struct heap_site *s = r->site;
	bool all_others = !s->id && !s->caller;

	if (r->id.level == HEAP_LIBRARY && !all_others)
		library_name(out, l, s);
	else if (r->id.level == HEAP_CALLER && r->depth > 1 && !all_others)
		heap_callers(out, l, s, true);
	else
		site_name(out, &l->process->space, s, is_ascii(l));
}

/* True if the symbols of the callers do not tell s from another site of the same
 * process: a function has two calls of the next one. */
static bool is_ambiguous(const struct heap_shown *l, const struct heap_site *s)
{
	for (size_t i = 0; i < l->heap->sites.n; i++) {
		const struct heap_site *t = l->heap->sites.v[i];
		size_t k = 0;

		if (t == s || t->caller != s->caller || t->depth != s->depth)
			continue;
		while (k < s->depth &&
		       (s->stack[k] == t->stack[k] ||
			(s->names[k].symbol->text[0] &&
			 s->names[k].symbol == t->names[k].symbol)))
			k++;
		if (k == s->depth)
			return true;
	}
	return false;
}

/* Appends the symbol of caller i; file and offset if the symbol is unknown, or
 * if `offset` is true. */
static const struct region *called(struct str *out, const struct heap_shown *l,
				   const struct heap_site *s, size_t i,
				   const struct region *before, bool offset)
{
	const char *symbol = s->names[i].symbol->text;

	text_safe(out, symbol, strlen(symbol), is_ascii(l));
	if (symbol[0] && !offset)
		return before;
	if (symbol[0])
		str_addc(out, ' ');
	return site_place(out, &l->process->space, s->stack[i], before,
			  is_ascii(l));
}

void heap_callers(struct str *out, const struct heap_shown *l,
		  const struct heap_site *s, bool brief)
{
	const struct region *r = brief ?
		space_find(&l->process->space, s->caller) : NULL;

	bool offsets = is_ambiguous(l, s);

	r = site_place(out, &l->process->space, s->caller, r, is_ascii(l));
	for (size_t i = 0; i < s->depth && i < CALLERS_MAX; i++) {
		str_adds(out, is_ascii(l) ? " < " : " ← ");
		r = called(out, l, s, i, r, offsets);
	}
}

void heap_site_name(struct str *out, const struct heap_shown *l,
		    const struct heap_site *s)
{
	site_name(out, &l->process->space, s, is_ascii(l));
	if (s->symbol->text[0] && s->library->text[0]) {
		str_adds(out, "  ");
		library_name(out, l, s);
	}
}
