/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/regions/detail.h"

#include <libintl.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "event/call.h"
#include "ui/words/fault.h"
#include "ui/kit/i18n.h"
#include "ui/words/owner.h"
#include "ui/words/region_flags.h"
#include "ui/words/what.h"
#include "ui/words/writes.h"

/* Appends when and how the region was created: "at 0.214s: mmap by 4121". */
static void region_origin(struct str *out, const struct region_drawing *d,
			  const struct region *r)
{
	const struct call_desc *call;
	char when[FMT_MAX];

	fmt_when(when, r->born.known ? r->born.time_ns : r->added_ns);
	call = r->born.known ? call_by_id(r->born.call) : NULL;
	if (call)
		/* TRANSLATORS: the time, the system call, and the task that
		 * called it. */
		str_addf(out, _("at %s: %s by %d"), when, call->name,
			 (int)r->born.tid);
	else if (r->added_ns)
		str_addf(out, _("seen %s"), when);
	else
		str_adds(out, region_first_words(d->model, d->process));
}

struct page_counts {
	uint64_t resident, total, swapped, huge;
	bool read;			/* all regions have data on their
					 * pages */
	bool whole;			/* the data cover all pages of all
					 * regions */
};

static void add_known(uint64_t *sum, uint64_t n)
{
	*sum = *sum == EV_UNKNOWN || n == EV_UNKNOWN ? EV_UNKNOWN : *sum + n;
}

static void count_pages(struct page_counts *n, const struct region *r,
			const struct pages *p)
{
	if (!p->page_size || p->resident == EV_UNKNOWN) {
		n->read = false;
		return;
	}
	n->whole &= p->start == r->start && p->end == r->end &&
		    p->scanned >= p->end;
	n->resident += p->resident;
	n->total += (r->end - r->start) / p->page_size;
	add_known(&n->swapped, p->swapped);
	add_known(&n->huge, p->huge);
}

/* Appends the rate of written pages if writes are tracked.  If not, appends the
 * reason, provided that the pane has the column WRITTEN/s. */
static void add_written(struct str *out, const struct region_drawing *d,
			const struct region_row *rrow)
{
	const struct region *first = d->rows->order.v[rrow->first];
	struct region_sum sum;
	const char *why;
	char buf[FMT_MAX];

	region_rows_sum(d->rows, rrow, &sum);
	if (sum.written_known) {
		uint64_t n = sum.written > 0 ? (uint64_t)(sum.written + 0.5)
					     : 0;

		/* TRANSLATORS: pages that a program writes to, per second. */
		str_addf(out, _(", %s written/s"), fmt_count(buf, n));
		return;
	}
	why = written_why_not(d->process, first->pages.page_size
						  ? &first->pages : NULL);
	if (why && d->layout->at[COL_WRITTEN].cols)
		str_addf(out, _(", written %s"), why);
}

static void add_pages(struct str *out, const struct region_drawing *d,
		      const struct region_row *rrow)
{
	struct page_counts n = { .read = true, .whole = true };
	struct str huge = STR_INIT, written = STR_INIT;
	char a[FMT_MAX], b[FMT_MAX];

	for (size_t i = 0; i < rrow->n; i++) {
		const struct region *r = d->rows->order.v[rrow->first + i];
		count_pages(&n, r, space_pages(&d->process->space, r));
	}
	if (!n.read) {
		str_adds(out, _("pages not read yet"));
		return;
	}
	/* The region has grown since the scan, so the count is an estimate. */
	if (!n.whole)
		str_addc(out, '~');
	str_addf(out, ngettext("%s of %s page resident",
			       "%s of %s pages resident",
			       (unsigned long)n.total),
		 fmt_grouped(a, n.resident), fmt_grouped(b, n.total));
	str_addf(out, _(", %s swapped"),
		 n.swapped == EV_UNKNOWN ? _("n/a")
					 : fmt_grouped(a, n.swapped));
	str_addf(&huge, _(", %s huge"),
		 n.huge == EV_UNKNOWN ? _("n/a") : fmt_grouped(a, n.huge));
	add_written(&written, d, rrow);
	/* Omit the count of huge pages if there is no room for it: the reason
	 * for an unknown value matters more. */
	if (text_width(out->data) + text_width(huge.data) +
	    text_width(written.data) + 2 <= d->layout->width)
		str_adds(out, huge.data);
	str_adds(out, written.data);
	str_release(&written);
	str_release(&huge);
}

/* Appends a note if the mapped file is no longer the one at its path. */
static void add_disk(struct str *out, const struct region *r)
{
	if (r->disk == DISK_REPLACED)
		/* TRANSLATORS: the mapped file; another file has its name
		 * now. */
		str_adds(out, _(", replaced on disk"));
	else if (r->disk == DISK_DELETED)
		/* TRANSLATORS: the mapped file. */
		str_adds(out, _(", deleted on disk"));
	if (r->own_root)
		/* TRANSLATORS: where to find the path of the file: the process
		 * has another root directory than mmtop. */
		str_adds(out, _(", in the process's root"));
}

/* Appends the identity of the file, as the kernel recorded it when the file was
 * mapped. */
static void add_identity(struct str *out, const struct region *r)
{
	if (r->build_id_len)
		str_adds(out, _("   build-id "));
	for (size_t i = 0; i < r->build_id_len; i++)
		str_addf(out, "%02x", r->build_id[i]);
	if (r->has_generation)
		/* TRANSLATORS: two numbers that identify the file. */
		str_addf(out, _("   inode %llu generation %llu"),
			 (unsigned long long)r->inode,
			 (unsigned long long)r->generation);
}

static void add_heading(struct str *out, const struct region_drawing *d,
			const struct region_row *rrow)
{
	const struct region *first = d->rows->order.v[rrow->first];
	char buf[FMT_MAX];

	str_addf(out, "%s ", fmt_addr(buf, first->start));
	if (rrow->fold) {
		region_fold_name(out, d, rrow);
		str_addf(out, ngettext(", %zu region", ", %zu regions",
				       (unsigned long)rrow->n), rrow->n);
		add_disk(out, first);
		return;
	}
	region_what(out, first, !d->look->utf8);
	str_adds(out, first->perm & PERM_SHARED ? _(", shared")
						: _(", private"));
	add_disk(out, first);
}

/*
 * The place of the flags.  They are next to the full name if they fit there,
 * with or without their prefixes.  Otherwise they are at the end of the second
 * line, because the full name must be readable.
 */
enum flags_at { FLAGS_RULE, FLAGS_LINE };

static enum flags_at choose_flags(struct str *flags, const struct region *r,
				  int room)
{
	region_flags(flags, r, false);
	if (text_width(flags->data) + 3 <= room)
		return FLAGS_RULE;
	str_clear(flags);
	region_flags(flags, r, true);
	return text_width(flags->data) + 3 <= room ? FLAGS_RULE : FLAGS_LINE;
}

static void draw_rule(const struct region_drawing *d, int row,
		      const char *name, const char *flags)
{
	int cols = d->layout->width, room = cols - 4;
	int width = text_width(flags);
	struct str cut = STR_INIT;

	canvas_fill(d->c, row, 0, cols, STYLE_TITLE,
		    d->look->utf8 ? "─" : "-");
	if (width)
		canvas_printf(d->c, row, cols - width - 3, STYLE_TITLE,
			      " %s ", flags);
	room -= width ? width + 3 : 0;
	if (room > 0) {
		text_cut(&cut, name, room, CUT_PATH, !d->look->utf8);
		canvas_printf(d->c, row, 1, STYLE_TITLE, " %s ", cut.data);
	}
	str_release(&cut);
}

static void add_owner(struct str *out, const struct region_drawing *d,
		      const struct region *r)
{
	if (!owner_adds_info(r))
		return;
	str_adds(out, "   ");
	owner_words(out, &r->holder, !d->look->utf8);
}

static void add_faults(struct str *out, const struct region_drawing *d,
		       const struct region *r)
{
	if (!r->faults)
		return;
	str_adds(out, _("   faults "));
	region_fault_words(out, d->process, r->faults, d->layout->width,
			   !d->look->utf8);
}

void region_detail(const struct region_drawing *d, int row,
		   const struct region_row *rrow)
{
	const struct region *r = d->rows->order.v[rrow->first];
	int cols = d->layout->width;
	struct str name = STR_INIT, flags = STR_INIT, s = STR_INIT;
	struct str cut = STR_INIT;
	enum flags_at at = FLAGS_RULE;

	add_heading(&name, d, rrow);
	add_pages(&s, d, rrow);
	if (!rrow->fold) {
		add_owner(&s, d, r);
		at = choose_flags(&flags, r,
				  cols - 4 - text_width(name.data));
		str_adds(&s, "   ");
		region_origin(&s, d, r);
		add_faults(&s, d, r);
	}
	add_identity(&s, r);
	draw_rule(d, row, name.data, at == FLAGS_RULE ? flags.data : "");
	if (at == FLAGS_LINE)
		str_addf(&s, "   %s", flags.data);
	text_cut(&cut, s.data, cols - 2, CUT_END, !d->look->utf8);
	canvas_field(d->c, row + 1, 1, cols - 1, STYLE_TEXT, cut.data);
	str_release(&name);
	str_release(&flags);
	str_release(&s);
	str_release(&cut);
}
