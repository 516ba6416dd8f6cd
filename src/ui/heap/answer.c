/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/heap/answer.h"

#include <libintl.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fmt.h"
#include "ui/heap/state.h"
#include "ui/kit/i18n.h"

static void add_sizes(struct str *out, uint64_t live, uint64_t blocks,
		      uint64_t resident)
{
	char a[FMT_MAX], b[FMT_MAX];

	str_addf(out, ngettext("%s in %s block", "%s in %s blocks",
			       (unsigned long)blocks),
		 fmt_size(a, live), fmt_grouped(b, blocks));
	if (resident != EV_UNKNOWN)
		str_addf(out, _(", resident %s"), fmt_size(a, resident));
}

static int by_live(const void *a, const void *b)
{
	const struct heap_site *const *x = a, *const *y = b;

	return ((*x)->live < (*y)->live) -
	       ((*x)->live > (*y)->live);
}

static void add_site(struct str *out, const struct heap_shown *l,
		     const struct heap_site *s)
{
	add_sizes(out, s->live, s->blocks, s->resident);
	str_adds(out, "  ");
	if (s->symbol->text[0]) {
		heap_site_name(out, l, s);
		str_adds(out, "  ");
	}
	heap_callers(out, l, s, false);
	str_addc(out, '\n');
}

size_t heap_answer(struct str *out, const struct view *view,
		   const struct process *p, const char *text, size_t most)
{
	const struct heap *h = p->heap;
	const struct heap_shown l = { .view = view, .process = p, .heap = h };
	const struct heap_site **sites;
	size_t n = 0;

	if (!h || !h->sites.n)
		return 0;
	sites = xmalloc(h->sites.n * sizeof *sites);
	for (size_t i = 0; i < h->sites.n; i++)
		if (h->sites.v[i]->live &&
		    (strcasestr(h->sites.v[i]->symbol->text, text) ||
		     strcasestr(h->sites.v[i]->library->text, text)))
			sites[n++] = h->sites.v[i];
	qsort(sites, n, sizeof *sites, by_live);
	if (!*text && h->total_known) {
		add_sizes(out, h->total.size, h->total.blocks,
			  h->total.resident);
		str_addc(out, '\n');
	}
	for (size_t i = 0; i < n && i < most; i++)
		add_site(out, &l, sites[i]);
	if (n > most)
		str_addf(out, ngettext("%zu smaller site\n",
				       "%zu smaller sites\n", n - most),
			 n - most);
	free(sites);
	return n < most ? n : most;
}
