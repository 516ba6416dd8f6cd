/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tall panel next to the map: the region, its origin, and how much of it
 * was ever touched. */
#include <config.h>

#include <string.h>

#include "base/text.h"
#include "ui/words/fault.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/pages/panel.h"
#include "ui/kit/say.h"
#include "ui/words/what.h"
#include "ui/kit/widgets.h"
#include "ui/words/writes.h"

const struct pages *panel_pages(const struct pages_panel *p)
{
	const struct pages *pages = pages_known(p->process, p->region);

	return pages && pages->start == p->region->start &&
	       pages->end == p->region->end && pages->scanned >= pages->end ?
	       pages : NULL;
}

/* Finds the longest run of bins without a page.  If a bin has several pages,
 * the exact ends of the hole are unknown, so its size is marked with `~`. */
bool panel_hole(struct str *out, const struct pages *p)
{
	size_t best = 0, best_at = 0, run = 0;
	uint64_t bytes;
	char buf[FMT_MAX];

	if (!p)
		return false;
	for (size_t i = 0; i < p->n; i++) {
		run = p->bins[i].resident || p->bins[i].swapped ? 0 : run + 1;
		if (run > best) {
			best = run;
			best_at = i + 1 - run;
		}
	}
	if (!best && !pages_absent(p)) {
		str_adds(out, _("none"));
		return true;
	}
	/* A hole that contains no whole bin is shorter than two bins. */
	if (!best) {
		str_addf(out, _("under %s"),
			 fmt_size(buf, 2 * p->bin_pages * p->page_size));
		return true;
	}
	bytes = best * p->bin_pages * p->page_size;
	if (best_at + best == p->n)
		bytes = p->end - p->start -
			best_at * p->bin_pages * p->page_size;
	str_addf(out, _("%s%s at "), p->bin_pages > 1 ? "~" : "",
		 fmt_size(buf, bytes));
	panel_offset(out, best_at * p->bin_pages * p->page_size);
	return true;
}

static void tall_count(struct canvas *c, int row, const char *label,
		       uint64_t n, uint64_t page_size, const char *why)
{
	char buf[FMT_MAX];

	canvas_puts(c, row, 0, STYLE_DIM, label);
	if (n == EV_UNKNOWN) {
		canvas_puts(c, row, 13, STYLE_DIM, why);
		return;
	}
	canvas_rfield(c, row, 12, 8, STYLE_TEXT, fmt_grouped(buf, n));
	if (n && page_size)
		canvas_rfield(c, row, 20, 6, STYLE_TEXT,
			      fmt_size(buf, n * page_size));
}

/* Exclusive pages are counted less often than others.  If the count is this old
 * or older, its age is shown. */
#define EXCLUSIVE_OLD_NS 3000000000u

static void exclusive_age(const struct pages_panel *p, struct canvas *c)
{
	const struct pages *pages = p->map->pages;
	uint64_t now = p->view->model->now_ns;
	char buf[FMT_MAX];

	if (!p->map->space && pages->exclusive != EV_UNKNOWN &&
	    now >= pages->exclusive_ns + EXCLUSIVE_OLD_NS)
		canvas_printf(c, 3, 27, STYLE_DIM, _("%s ago"),
			      fmt_ago(buf, now, pages->exclusive_ns));
}

/* Marks a count as a lower bound, until the whole region was scanned. */
static void so_far(struct canvas *c, int row, uint64_t n)
{
	if (n != EV_UNKNOWN)
		canvas_puts(c, row, 27, STYLE_DIM, _("or more"));
}

static void panel_states(const struct pages_panel *p, struct canvas *c)
{
	const struct pages *pages = p->map->pages;
	uint64_t ps = pages->page_size;
	bool whole = pages_map_whole(p->map);
	const char *why;
	const char *new_kernel = _("n/a: needs Linux 6.7");

	tall_count(c, 0, _("s  swapped"), pages->swapped, ps, _("n/a"));
	tall_count(c, 1, _("z  zero page"), pages->zero, 0, new_kernel);
	if (whole && pages->zero != EV_UNKNOWN)
		canvas_puts(c, 1, 27, STYLE_DIM, _("0 (shared)"));
	tall_count(c, 2, _("h  huge"), pages->huge, ps, new_kernel);
	if (!whole) {
		so_far(c, 0, pages->swapped);
		so_far(c, 1, pages->zero);
		so_far(c, 2, pages->huge);
		so_far(c, 3, pages->exclusive);
	}
	tall_count(c, 3, _("x  exclusive"), pages->exclusive, ps,
		   p->map->space ? _("n/a: needs one region") :
		   _("n/a: scan cannot tell"));
	if (whole)
		exclusive_age(p, c);
	why = written_why_not(p->process, pages);
	tall_count(c, 4, _("w  written"), pages->written, ps, why ? why : "");
	if (!why && p->process && p->process->writes.missed)
		/* TRANSLATORS: this number of pages, or more */
		canvas_puts(c, 4, 27, STYLE_DIM, _("or more"));
}

static void panel_faults(const struct pages_panel *p, struct canvas *c,
			 int row)
{
	const struct look *look = &p->view->look;
	const char *why = faults_why_not(p->view->model);
	struct str s = STR_INIT;

	if (p->region->faults) {
		canvas_puts(c, row, 0, STYLE_DIM, _("faults"));
		region_fault_words(&s, view_process(p->view),
				   p->region->faults, c->clip.cols - 8,
				   !look->utf8);
		put_cut(c, look, row, 8, STYLE_TEXT, s.data);
	} else {
		/* TRANSLATORS: why no faults are shown. */
		str_addf(&s, _("faults  %s"), why ? why : _("none seen"));
		put_cut(c, look, row, 0, STYLE_DIM, s.data);
	}
	str_release(&s);
}

/* Each phrase is translated as a whole: in other languages the form of the
 * adjective depends on the noun. */
static const char *mapping_words(const struct region *r)
{
	bool shared = r->perm & PERM_SHARED;

	if (region_is_memory(r))
		return shared ? _("shared memory") : _("private memory");
	if (r->inode)
		return shared ? _("shared file") : _("private file");
	return shared ? _("shared anonymous") : _("private anonymous");
}

/* Appends the names of the event sources that reported the region, the call
 * that created it, or its file, as the Sources pane has them. */
static void region_tellers(struct str *out, const struct region *r)
{
	static const char *const names[] = {
		['m'] = "maps", ['t'] = "ptrace", ['k'] = "perf",
		['r'] = "ring",
	};
	char letters[SOURCE_LETTERS_MAX];
	unsigned also = r->born.known ? r->born.also : 0;

	if (r->born.known)
		also |= r->born.source == 'r' ? EVF_ALSO_RING : EVF_ALSO_PTRACE;
	if (r->has_generation || r->build_id_len)
		also |= EVF_ALSO_PERF;
	source_letters(letters, 'm', also);
	for (const char *l = letters; *l; l++) {
		size_t i = (unsigned char)*l;

		if (i < sizeof names / sizeof *names && names[i])
			str_addf(out, "%s%s", out->len ? ", " : "", names[i]);
	}
}

static void panel_region(const struct pages_panel *p, struct canvas *c)
{
	const struct region *r = p->region;
	char a[FMT_MAX], b[FMT_MAX], size[FMT_MAX], perm[5];
	struct str s = STR_INIT;

	canvas_puts(c, 0, 0, STYLE_TITLE, _("REGION"));
	canvas_printf(c, 1, 0, STYLE_TEXT, "%s-%s  %s", fmt_addr(a, r->start),
		      fmt_addr(b, r->end), fmt_size(size, r->end - r->start));
	str_addf(&s, "%s %s", perm_text(perm, r->perm), mapping_words(r));
	int end = canvas_puts(c, 2, 0, STYLE_TEXT, s.data);
	str_clear(&s);
	region_tellers(&s, r);
	if (end + text_width(s.data) < c->clip.cols)
		put_right(c, 2, c->clip.cols, STYLE_DIM, s.data);
	str_clear(&s);
	canvas_puts(c, 3, 0, STYLE_DIM, _("RSS"));
	bool old = p->process && process_is_late(p->process) &&
		   r->rss != EV_UNKNOWN && !p->process->ended;

	if (old)
		canvas_rfield(c, 3, 4, 6, STYLE_DIM, old_size(a, r->rss));
	else
		size_cell(c, 3, 5, 5, STYLE_TEXT, r->rss);
	rate_cell(c, 3, 11, 7, &r->rss_rate);
	if (old)
		canvas_printf(c, 3, 21, STYLE_DIM, _("(read %s ago)"),
			      fmt_ago(b, p->view->model->now_ns,
				      p->process->usage.counted_ns));
	if (rate_known(&r->rss_rate) && rate_value(&r->rss_rate) != 0)
		canvas_puts(c, 3, 18, STYLE_DIM, "/s");
	canvas_puts(c, 4, 0, STYLE_DIM, _("PSS"));
	if (r->pss == EV_UNKNOWN) {
		canvas_puts(c, 4, 5, STYLE_DIM, _("n/a: smaps not read yet"));
	} else {
		size_cell(c, 4, 5, 5, STYLE_TEXT, r->pss);
		canvas_printf(c, 4, 12, STYLE_DIM, _("(read %s ago)"),
			      fmt_ago(a, p->view->model->now_ns,
				      r->pss_at_ns));
	}
	panel_faults(p, c, 5);
	str_release(&s);
}

/* Appends the changes of permissions, newest first: "was W+X: r-xp 2.310s, rwxp
 * 2.204s, rw-p initially". */
static void perm_changes(struct str *out, const struct region *r, bool wx)
{
	char perm[5], when[FMT_MAX];

	if (wx)
		str_adds(out, _("was W+X: "));
	for (size_t i = r->perms.n; i-- > 0;) {
		perm_text(perm, r->perms.v[i].perm);
		if (i)
			str_addf(out, "%s %s, ", perm,
				 fmt_when(when, r->perms.v[i].time_ns));
		else
			/* TRANSLATORS: permissions, of a region. */
			str_addf(out, r->added_ns ? _("%s initially") :
						    _("%s as first seen"),
				 perm);
	}
}

/* Appends "rw-p initially, never W+X". */
static void perm_history(struct str *out, const struct region *r)
{
	char perm[5];
	bool wx = (r->perm & PERM_W) && (r->perm & PERM_X);
	size_t n = r->perms.n;

	for (size_t i = 0; i < n; i++)
		wx |= (r->perms.v[i].perm & PERM_W) &&
		      (r->perms.v[i].perm & PERM_X);
	if (n > 1) {
		perm_changes(out, r, wx);
		return;
	}
	perm_text(perm, r->perm);
	if (r->added_ns)
		str_addf(out, _("%s initially"), perm);
	else
		str_addf(out, _("%s as first seen"), perm);
	str_adds(out, wx ? _(", was W+X") : _(", never W+X"));
}

static void panel_cause(const struct pages_panel *p, struct canvas *c)
{
	const struct region *r = p->region;
	const struct call_desc *call = call_by_id(r->born.call);
	char a[FMT_MAX], b[FMT_MAX];
	struct str s = STR_INIT;

	canvas_puts(c, 0, 0, STYLE_TITLE, _("CAUSE"));
	canvas_puts(c, 1, 0, STYLE_DIM, _("since"));
	if (r->born.known)
		canvas_printf(c, 1, 7, STYLE_TEXT, _("%s  %s by %d  %s"),
			      fmt_when(a, r->born.time_ns),
			      call ? call->name : "?", (int)r->born.tid,
			      fmt_duration(b, r->born.duration_ns));
	else if (r->added_ns)
		canvas_printf(c, 1, 7, STYLE_TEXT, _("%s  call not seen"),
			      fmt_when(a, r->added_ns));
	else
		canvas_puts(c, 1, 7, STYLE_DIM,
			    region_first_words(p->view->model, p->process));
	canvas_puts(c, 2, 0, STYLE_DIM, _("then"));
	if (r->advised)
		canvas_printf(c, 2, 7, STYLE_TEXT,
			      _("%u madvise, last %s ago"), r->advised,
			      fmt_ago(a, p->view->model->now_ns,
				      r->advised_ns));
	else
		canvas_puts(c, 2, 7, STYLE_TEXT, _("no madvise seen"));
	canvas_puts(c, 3, 0, STYLE_DIM, _("perm"));
	perm_history(&s, r);
	put_cut(c, &p->view->look, 3, 7, STYLE_TEXT, s.data);
	str_release(&s);
}

/*
 * True if the size that was ever touched is exact: each touched page is still
 * resident, or its fault was recorded.  Otherwise the size is a lower bound.
 * It lacks pages that were returned before a scan, and pages touched by the
 * kernel if mmtop may not see kernel faults.
 */
static bool touched_is_exact(const struct pages_panel *p)
{
	const struct model *m = p->view->model;
	const struct process *proc = view_process(p->view);
	const struct faults *faults = proc->space.faults;

	return p->region->added_ns && m->perf.why == WHY_NONE &&
	       !m->lost_perf &&
	       (!faults || (!faults->forgot && !faults->pageless));
}

static void panel_touched(const struct pages_panel *p, struct canvas *c,
			  int row)
{
	const struct region *r = p->region;
	const struct model *m = p->view->model;
	const struct process *proc = view_process(p->view);
	const char *why = faults_why_not(m);
	uint64_t size = r->end - r->start, touched;
	char a[FMT_MAX], b[FMT_MAX], share[FMT_MAX];

	if (why) {
		canvas_puts(c, row, 0, STYLE_DIM,
			    _("ever touched  n/a: faults not traced"));
		return;
	}
	touched = faults_touched(proc->space.faults, r->start, r->end) *
		  p->map->page_size;
	if (r->rss != EV_UNKNOWN && touched < r->rss)
		touched = r->rss;
	if (touched > size)
		touched = size;
	canvas_puts(c, row, 0, STYLE_DIM, _("ever touched"));
	/* The touched size cannot exceed the region's, so if both are equal, it
	 * is exact. */
	canvas_printf(c, row, 14, STYLE_TEXT, _("%s%s of %s  %s"),
		      touched == size || touched_is_exact(p) ? "" : ">=",
		      fmt_size(a, touched), fmt_size(b, size),
		      fmt_share(share, touched, size));
}

static void panel_coverage(const struct pages_panel *p, struct canvas *c)
{
	const struct region *r = p->region;
	char a[FMT_MAX];
	struct str s = STR_INIT;

	canvas_puts(c, 0, 0, STYLE_TITLE, _("COVERAGE"));
	panel_touched(p, c, 1);
	canvas_puts(c, 2, 0, STYLE_DIM, _("returned"));
	canvas_rfield(c, 2, 12, 6, STYLE_TEXT, fmt_size(a, r->given_back));
	if (r->given_back)
		canvas_puts(c, 2, 19, STYLE_DIM, _("by madvise"));
	canvas_puts(c, 3, 0, STYLE_DIM, _("largest hole"));
	if (!panel_hole(&s, panel_pages(p)))
		str_adds(&s, _("n/a: not scanned yet"));
	canvas_puts(c, 3, 14, STYLE_TEXT, s.data);
	str_release(&s);
}

struct block {
	int row, rows;			/* place of the block in the tall
					 * panel */
	void (*draw)(const struct pages_panel *p, struct canvas *c);
};
static const struct block blocks[] = {
	{ 13, 6, panel_region },
	{ 20, 4, panel_cause },
	{ 25, 4, panel_coverage },
};
#define BLOCKS (sizeof blocks / sizeof *blocks)

void panel_facts(const struct pages_panel *p, struct canvas *c)
{
	struct rect whole = c->clip;

	if (p->map->pages) {
		clip_part(c, 7, 0, 5, whole.cols);
		panel_states(p, c);
		canvas_clip(c, whole);
	}
	for (size_t i = 0; i < BLOCKS; i++) {
		clip_part(c, blocks[i].row, 0, blocks[i].rows, whole.cols);
		blocks[i].draw(p, c);
		canvas_clip(c, whole);
	}
	canvas_puts(c, 30, 2, STYLE_KEY_LABEL,
		    keyed(_("{zoom-in} {zoom-out} zoom   {zoom-all} all   "
			    "{previous-region} {next-region} region")));
}

/* The width of a block.  If there is room for two, they are next to each
 * other. */
#define BLOCK_COLS 38

void panel_below(const struct pages_panel *p, struct canvas *c, int row,
		 int rows)
{
	struct rect whole = c->clip;
	int across = whole.cols >= 2 * BLOCK_COLS + 1 ? 2 : 1;
	int cols = across == 2 ? whole.cols / 2 : whole.cols;
	int at[2] = { row, row };

	if (cols < BLOCK_COLS)
		return;
	for (size_t i = 0; i < BLOCKS; i++) {
		/* The block of the region is on the left, the others are on the
		 * right. */
		int side = across == 2 && i > 0;

		if (at[side] + blocks[i].rows > row + rows)
			return;
		clip_part(c, at[side], 1 + side * cols, blocks[i].rows,
			  across == 2 && !side ? cols - 2 : cols);
		blocks[i].draw(p, c);
		canvas_clip(c, whole);
		at[side] += blocks[i].rows + 1;
	}
}
