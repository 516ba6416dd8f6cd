/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Details of the selected row, and statistics of the allocator. */
#include <config.h>

#include "base/fmt.h"
#include "ui/heap/state.h"
#include "ui/kit/i18n.h"
#include "ui/kit/say.h"

/* Details of a row take a rule and two lines, if the pane has at least
 * DETAIL_MIN rows.  From WHOLE_MIN rows on, there are also lines about the
 * whole process. */
#define DETAIL_ROWS 3
#define DETAIL_MIN 10
#define WHOLE_MIN 14

int heap_detail_rows(const struct heap_shown *l, int rows)
{
	if (rows < DETAIL_MIN)
		return 0;
	return DETAIL_ROWS + (rows < WHOLE_MIN ? 0 :
			      l->heap->total_known + l->heap->info_known);
}

/* --- the selected row ----------------------------------------------------- */

static void figures_words(struct str *out, const struct heap_shown *l,
			  const struct heap_row *r)
{
	const struct heap_site *s = r->site;
	char a[FMT_MAX], b[FMT_MAX], c[FMT_MAX];

	if (r->id.level != HEAP_CALLER) {
		str_addf(out, ngettext("%s in %s site", "%s in %s sites",
				       (unsigned long)r->sum.sites),
			 fmt_size(a, r->sum.live),
			 fmt_grouped(b, r->sum.sites));
		return;
	}
	/* The process reported only the unfreed blocks, at its exit. */
	if (l->heap->last && !s->allocs) {
		str_adds(out, _("allocations n/a: Heap was not open at exit"));
		return;
	}
	/* TRANSLATORS: about a place in the code: number of blocks allocated
	 * and freed there so far; the largest number of live bytes at one
	 * time. */
	str_addf(out, _("%s allocated, %s freed; at most %s at a time"),
		 fmt_grouped(a, s->allocs), fmt_grouped(b, s->frees),
		 fmt_size(c, s->peak));
	if (l->heap->total_known && l->heap->total.peak)
		/* TRANSLATORS: bytes allocated at this place in the code at the
		 * time when the memory of the whole process was at its peak. */
		str_addf(out, _(", %s at the peak"), fmt_size(a, s->at_peak));
}

/* --- the whole process ---------------------------------------------------- */

static void wrong_words(struct str *out, const struct heap *h)
{
	const struct ev_heap *t = &h->total;
	char a[FMT_MAX];

	if (t->wrongs)
		str_addf(out, ngettext("; %s double free", "; %s double frees",
				       (unsigned long)t->wrongs),
			 fmt_grouped(a, t->wrongs));
	if (t->foreign)
		/* TRANSLATORS: number of frees of addresses that were never
		 * allocated. */
		str_addf(out, ngettext("; %s foreign free",
				       "; %s foreign frees",
				       (unsigned long)t->foreign),
			 fmt_grouped(a, t->foreign));
	if (t->missed)
		str_addf(out, ngettext("; %s block not counted",
				       "; %s blocks not counted",
				       (unsigned long)t->missed),
			 fmt_grouped(a, t->missed));
	if (h->dropped)
		str_addf(out, ngettext("; %s site not counted",
				       "; %s sites not counted",
				       (unsigned long)h->dropped),
			 fmt_grouped(a, h->dropped));
}

static void total_words(struct str *out, const struct heap *h)
{
	const struct ev_heap *t = &h->total;
	char a[FMT_MAX], b[FMT_MAX];

	/* TRANSLATORS: bytes of the heap that are in memory. */
	str_addf(out, _("resident %s"), t->resident == EV_UNKNOWN ? _("n/a") :
		 fmt_size(a, t->resident));
	if (t->freed != EV_UNKNOWN)
		/* TRANSLATORS: bytes that the program has freed, but that are
		 * still in memory. */
		str_addf(out, _(", freed but resident %s"),
			 fmt_size(a, t->freed));
	if (t->freed != EV_UNKNOWN && t->spare != EV_UNKNOWN)
		/* TRANSLATORS: follows "freed but resident 5M": the part of
		 * these bytes in pages that are free as a whole.  Short. */
		str_addf(out, _(" (%s in whole pages)"),
			 fmt_size(b, t->spare));
	wrong_words(out, h);
	if (t->peak && t->at_peak != EV_UNKNOWN)
		/* TRANSLATORS: the largest number of bytes, and the time when
		 * it was reached. */
		str_addf(out, _("; peak %s at %s"), fmt_size(a, t->peak),
			 fmt_when(b, t->at_peak));
}

static void numbers_words(struct str *out, const struct heap *h)
{
	/* Indices in `info`, which has the fields of mallinfo2(3). */
	enum { ARENA, ORDBLKS, SMBLKS, HBLKS, HBLKHD, USMBLKS, FSMBLKS,
	       UORDBLKS, FORDBLKS, KEEPCOST };
	const uint64_t *v = h->info;
	char a[FMT_MAX], b[FMT_MAX], c[FMT_MAX], d[FMT_MAX], e[FMT_MAX],
	     f[FMT_MAX];

	/* TRANSLATORS: statistics of malloc: bytes in use; free bytes, and the
	 * number of pieces that they are in; free bytes at the end of the heap,
	 * which malloc_trim() returns to the kernel; bytes in separate
	 * mappings, and the number of these mappings. */
	str_addf(out, _("malloc: %s used, %s free in %s pieces (%s at the "
			"end), %s in %s mappings"),
		 fmt_size(a, v[UORDBLKS]), fmt_size(b, v[FORDBLKS]),
		 fmt_grouped(c, v[ORDBLKS]), fmt_size(d, v[KEEPCOST]),
		 fmt_size(e, v[HBLKHD]), fmt_grouped(f, v[HBLKS]));
}

static void info_words(struct str *out, const struct view *view,
		       const struct heap *h)
{
	char a[FMT_MAX];

	switch (h->info_why) {
	case HEAP_INFO_OTHER:
		str_adds(out, _("n/a: allocator is not the C library's."));
		return;
	case HEAP_INFO_UNABLE:
		str_adds(out, _("Allocator n/a: needs glibc 2.33 or newer."));
		return;
	case HEAP_INFO_SANDBOX:
		str_adds(out, _("Allocator n/a: the process has a seccomp "
				"filter."));
		return;
	case HEAP_INFO_LATE:
		if (h->info_ns)
			break;
		str_adds(out, _("Allocator n/a: the process did not answer in "
				"time."));
		return;
	case HEAP_INFO_NONE:
		str_adds(out, _("Allocator n/a: the process does not answer."));
		return;
	default:
		break;
	}
	numbers_words(out, h);
	if (h->info_why == HEAP_INFO_LATE)
		/* TRANSLATORS: follows the statistics of malloc: their age, if
		 * the process has not answered since. */
		str_addf(out, _(", %s ago"), fmt_ago(a, view->model->now_ns,
						     h->info_ns));
}

static void draw_whole(struct canvas *c, const struct heap_shown *l, int row)
{
	const struct look *look = &l->view->look;
	struct str total = STR_INIT, info = STR_INIT;

	if (l->heap->total_known) {
		total_words(&total, l->heap);
		put_cut(c, look, row++, 1, STYLE_DIM, total.data);
	}
	if (l->heap->info_known) {
		info_words(&info, l->view, l->heap);
		put_cut(c, look, row, 1, STYLE_DIM, info.data);
	}
	str_release(&total);
	str_release(&info);
}

void heap_detail_draw(struct canvas *c, const struct heap_shown *l,
		      const struct heap_row *r, int row, int rows)
{
	const struct look *look = &l->view->look;
	struct rect old = clip_part(c, row, 0, rows, c->clip.cols);
	struct str title = STR_INIT, line = STR_INIT, callers = STR_INIT;

	if (r->id.level == HEAP_LIBRARY)
		heap_row_name(&title, l, r);
	else
		heap_site_name(&title, l, r->site);
	title_rule(c, look, false, title.data, "");
	figures_words(&line, l, r);
	put_cut(c, look, 1, 1, STYLE_TEXT, line.data);
	if (r->id.level == HEAP_CALLER) {
		heap_callers(&callers, l, r->site, false);
	} else {
		say_name(&callers, &l->view->look, r->site->library->text);
	}
	put_cut(c, look, 2, 1, STYLE_TEXT, callers.data);
	if (rows > DETAIL_ROWS)
		draw_whole(c, l, DETAIL_ROWS);
	canvas_clip(c, old);
	str_release(&title);
	str_release(&line);
	str_release(&callers);
}
