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

/* "born 0.214s mmap by 4121". */
static void region_born(struct str *out, const struct region *r)
{
	const struct call_desc *call;
	char when[FMT_MAX];

	fmt_when(when, r->born.known ? r->born.time_ns : r->added_ns);
	call = r->born.known ? call_by_id(r->born.call) : NULL;
	if (call)
		/* TRANSLATORS: when, the system call, the task. */
		str_addf(out, _("born %s %s by %d"), when, call->name,
			 (int)r->born.tid);
	else if (r->added_ns)
		str_addf(out, _("born %s"), when);
	else
		str_adds(out, _("there from the start"));
}

struct page_counts {
	uint64_t resident, total, swapped, huge;
	bool read;			/* something is known of each region */
	bool whole;			/* and of all its pages */
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

/* How much, where they are tracked; why not, where there is a column of it. */
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

		/* TRANSLATORS: pages that a program writes to. */
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
	/* It has grown since: a guess. */
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
	/* Why something is not known is worth more than a count. */
	if (text_width(out->data) + text_width(huge.data) +
	    text_width(written.data) + 2 <= d->layout->width)
		str_adds(out, huge.data);
	str_adds(out, written.data);
	str_release(&written);
	str_release(&huge);
}

/* Whether what is mapped is still what lies at its path. */
static void add_disk(struct str *out, const struct region *r)
{
	if (r->disk == DISK_REPLACED)
		/* TRANSLATORS: the file that is mapped; another one has its
		 * name now. */
		str_adds(out, _(", replaced on disk"));
	else if (r->disk == DISK_DELETED)
		/* TRANSLATORS: the file that is mapped. */
		str_adds(out, _(", gone from the disk"));
	if (r->own_root)
		/* TRANSLATORS: where the path of the file is to be found:
		 * the process has another root directory than mmtop. */
		str_adds(out, _(", in the root of the process"));
}

/* Which file it was, as the kernel recorded it when it was mapped. */
static void add_identity(struct str *out, const struct region *r)
{
	if (r->build_id_len)
		str_adds(out, _("   build-id "));
	for (size_t i = 0; i < r->build_id_len; i++)
		str_addf(out, "%02x", r->build_id[i]);
	if (r->has_generation)
		/* TRANSLATORS: numbers that say which file it is. */
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
		str_addf(out, ngettext(", %zu map", ", %zu maps",
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
 * Where the flags go: beside the name in full, else without their prefixes,
 * else at the end of the second line, as the name is to be read in full.
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
	if (!owner_is_news(r))
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
	region_fault_words(out, d->process, r->faults, !d->look->utf8);
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
		region_born(&s, r);
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
