/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/words/site.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "base/vec.h"
#include "ui/kit/i18n.h"
#include "ui/words/what.h"

/* In a list of sites, a name is cut to this number of columns. */
#define NAME_COLS 32

/* Start address of the adjacent mappings of one file that end with region r. */
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

const struct region *site_place(struct str *out, const struct space *space,
				uint64_t addr, const struct region *before,
				bool ascii)
{
	const struct region *r = space_find(space, addr);
	char buf[FMT_MAX];

	if (!r || !r->name[0]) {
		str_adds(out, fmt_addr(buf, addr));
		return r;
	}
	if (!before || strcmp(before->name, r->name))
		region_short(out, r, ascii);
	str_addf(out, "+0x%" PRIx64, addr - base_of(space, r));
	return r;
}

void site_name(struct str *out, const struct space *space,
	       const struct heap_site *s, bool ascii)
{
	if (!s->id && !s->caller)
		/* TRANSLATORS: all places in the code that are not counted
		 * separately. */
		str_adds(out, _("all other sites"));
	else if (s->symbol->text[0])
		text_safe(out, s->symbol->text, strlen(s->symbol->text),
			  ascii);
	else
		site_place(out, space, s->caller, NULL, ascii);
}

/* --- the largest sites ------------------------------------------------- */

/* The live bytes of all sites of one function, or at one address. */
struct site_sum {
	const struct heap_site *site;
	uint64_t live;
};

static int by_function(const void *a, const void *b)
{
	const struct heap_site *x = ((const struct site_sum *)a)->site;
	const struct heap_site *y = ((const struct site_sum *)b)->site;

	if (x->symbol->id != y->symbol->id)
		return x->symbol->id < y->symbol->id ? -1 : 1;
	if (!x->symbol->id)
		return (x->caller > y->caller) - (x->caller < y->caller);
	return (x->library->id > y->library->id) -
	       (x->library->id < y->library->id);
}

static int by_live(const void *a, const void *b)
{
	const struct site_sum *x = a, *y = b;

	return x->live != y->live ? (x->live < y->live) - (x->live > y->live)
				  : by_function(a, b);
}

/* Adds up the sites of each function.  Returns the number of sums. */
static size_t add_up(struct site_sum *v, size_t n)
{
	size_t sums = 0;

	qsort(v, n, sizeof *v, by_function);
	for (size_t i = 0; i < n; i++) {
		if (sums && !by_function(&v[sums - 1], &v[i]))
			v[sums - 1].live += v[i].live;
		else
			v[sums++] = v[i];
	}
	qsort(v, sums, sizeof *v, by_live);
	return sums;
}

void site_largest(struct str *out, const struct process *p, size_t max,
		  bool ascii)
{
	VEC(struct site_sum) sums = VEC_INIT;
	size_t n;
	char buf[FMT_MAX];

	for (size_t i = 0; p->heap && i < p->heap->sites.n; i++)
		if (p->heap->sites.v[i]->live)
			*vec_push(&sums) = (struct site_sum){
				p->heap->sites.v[i],
				p->heap->sites.v[i]->live };
	n = sums.n ? add_up(sums.v, sums.n) : 0;
	for (size_t i = 0; i < n && i < max; i++) {
		struct str name = STR_INIT;

		site_name(&name, &p->space, sums.v[i].site, ascii);
		str_adds(out, i ? ", " : "");
		text_cut(out, name.data, NAME_COLS, CUT_END, ascii);
		str_addf(out, " %s", fmt_size(buf, sums.v[i].live));
		str_release(&name);
	}
	vec_release(&sums);
}
