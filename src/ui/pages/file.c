/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pages/file.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "ui/words/error.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/say.h"
#include "ui/words/what.h"
#include "ui/kit/widgets.h"

/* Width of the column with the names of the strips. */
#define NAME_COLS 9
#define CELLS_MAX 128
#define LINES_MAX 5
#define GROUPS_MAX 4
/* Rows of text below the strips.  The mappings of the file need two more
 * rows. */
#define WORDS 4

/* One strip of the view: it shows one count for each bin of the file. */
struct strip_line {
	const char *name;
	size_t field;			/* offset of the count in struct
					 * file_bin */
};

struct file_view {
	const struct view *view;
	const struct file_strip *f;
	struct canvas *c;
	struct strip_line lines[LINES_MAX];
	int n_lines;
	int cols, groups;
	uint64_t cell_bins;
	int row;			/* next row of the pane to draw */
};

bool pages_file_has(const struct region *r)
{
	return r->inode != 0;
}

bool pages_file_command(struct view *view, enum cmd cmd)
{
	switch (cmd) {
	case DO_BACK:
	case DO_ENTER:
		view->file = false;
		return true;
	case DO_UP: case DO_DOWN: case DO_LEFT: case DO_RIGHT:
	case DO_PAGE_UP: case DO_PAGE_DOWN:
	case DO_HALF_UP: case DO_HALF_DOWN: case DO_HOME: case DO_END:
	case DO_ZOOM_IN: case DO_ZOOM_OUT: case DO_ZOOM_ALL: case DO_PAINT:
		return true;
	default:
		return false;
	}
}

/* --- why a value is unknown ---------------------------------------------- */

static void say_why(struct str *out, enum strip_why why, int error)
{
	static const char *const words[STRIP_WHYS] = {
		[STRIP_DELETED] = N_("it was deleted, and map_files needs "
				     "CAP_CHECKPOINT_RESTORE"),
		[STRIP_OTHER] = N_("its path names another file now"),
		[STRIP_SPECIAL] = N_("not a regular file"),
		[STRIP_RIGHTS] = N_("only for its owner, or with write access"),
		[STRIP_NO_STAT] = N_("needs Linux 6.5"),
		[STRIP_MEMORY] = N_("it exists in memory only"),
		[STRIP_HUNG] = N_("the file system did not answer"),
	};

	str_adds(out, _("n/a: "));
	if (why == STRIP_OPEN)
		str_addf(out, _("it cannot be opened (%s)"),
			 error_words(error));
	else if (why < STRIP_WHYS && words[why])
		str_adds(out, _(words[why]));
	else
		str_addf(out, _("the kernel refused (%s)"),
			 error_words(error));
}

/* --- the strips ---------------------------------------------------------- */

static void add_line(struct file_view *v, const char *name, size_t field)
{
	v->lines[v->n_lines++] = (struct strip_line){ name, field };
}

static bool is_some(uint64_t n)
{
	return n && n != EV_UNKNOWN;
}

static void choose_lines(struct file_view *v)
{
	const struct file_strip *f = v->f;

	/* TRANSLATORS: names of strips, at most 7 columns. */
	if (f->cached != EV_UNKNOWN)
		add_line(v, _("cache"), offsetof(struct file_bin, cached));
	if (is_some(f->dirty))
		add_line(v, _("dirty"), offsetof(struct file_bin, dirty));
	add_line(v, _("mapped"), offsetof(struct file_bin, mapped));
	if (f->ever != EV_UNKNOWN)
		add_line(v, _("ever"), offsetof(struct file_bin, ever));
	if (is_some(f->private))
		add_line(v, _("copies"), offsetof(struct file_bin, private));
}

/* Chooses the cell size: the smallest power of two, in bins, at which the
 * strips fit. */
static void fit(struct file_view *v)
{
	int rows = v->c->clip.rows - 1 - WORDS - 2;
	int room = v->c->clip.cols - NAME_COLS - 1;

	for (v->cols = 1; v->cols * 2 <= room && v->cols < CELLS_MAX;)
		v->cols *= 2;
	v->groups = rows / (v->n_lines + 1);
	if (v->groups > GROUPS_MAX)
		v->groups = GROUPS_MAX;
	if (v->groups < 1)
		v->groups = 1;
	v->cell_bins = 1;
	while ((v->f->n + v->cell_bins - 1) / v->cell_bins >
	       (size_t)(v->cols * v->groups))
		v->cell_bins *= 2;
	while (v->groups > 1 &&
	       v->f->n <= v->cell_bins * (size_t)(v->cols * (v->groups - 1)))
		v->groups--;
}

static uint64_t bin_bytes(const struct file_strip *f)
{
	return f->bin_pages * f->page_size;
}

/* The number of pages that the file, or its mappings, have in the bins [first,
 * last). */
static uint64_t pages_in(const struct file_strip *f, size_t first, size_t last)
{
	uint64_t from = first * f->bin_pages, to = last * f->bin_pages;
	uint64_t all = f->n * f->bin_pages;

	if (f->size != EV_UNKNOWN && f->size / f->page_size < all)
		all = f->size / f->page_size + (f->size % f->page_size != 0);
	if (to > all)
		to = all;
	return to > from ? to - from : 0;
}

static void draw_cell(const struct file_view *v, const struct strip_line *line,
		      int row, int x, size_t first)
{
	const struct file_strip *f = v->f;
	const struct look *look = &v->view->look;
	size_t last = first + v->cell_bins < f->n ? first + v->cell_bins
						  : f->n;
	uint64_t sum = 0, pages = pages_in(f, first, last);
	enum style_role role;

	for (size_t i = first; i < last; i++)
		sum += *(const uint32_t *)(const void *)
			((const char *)&f->bins[i] + line->field);
	/* Beyond the end of the file, a cell is drawn only if it has counted
	 * pages. */
	if (!pages && !sum)
		return;
	role = pages_role(sum < pages || !pages ? sum : pages,
			  pages ? pages : sum);
	canvas_puts(v->c, row, NAME_COLS + x, role, density_glyph(look, role));
}

static void draw_group(struct file_view *v, int group)
{
	size_t first = (size_t)(group * v->cols) * v->cell_bins;
	char buf[FMT_MAX];

	for (int x = 0; x < v->cols; x += 16) {
		size_t bin = first + (size_t)x * v->cell_bins;

		if (bin < v->f->n)
			canvas_printf(v->c, v->row, NAME_COLS + x, STYLE_DIM,
				      "+%s", fmt_size(buf, bin *
						      bin_bytes(v->f)));
	}
	v->row++;
	for (int i = 0; i < v->n_lines; i++, v->row++) {
		canvas_field(v->c, v->row, 1, NAME_COLS - 2, STYLE_TEXT,
			     v->lines[i].name);
		for (int x = 0; x < v->cols; x++) {
			size_t bin = first + (size_t)x * v->cell_bins;

			if (bin < v->f->n)
				draw_cell(v, &v->lines[i], v->row, x, bin);
		}
	}
}

/* --- text ---------------------------------------------------------------- */

static void put(struct file_view *v, style st, const struct str *s)
{
	if (v->row < v->c->clip.rows)
		put_cut(v->c, &v->view->look, v->row, 1, st, s->data);
	v->row++;
}

static const char *size_of(const struct file_strip *f, uint64_t pages,
			   char buf[FMT_MAX])
{
	return fmt_size(buf, pages * f->page_size);
}

static void say_cached(struct file_view *v)
{
	const struct file_strip *f = v->f;
	struct str s = STR_INIT;
	char a[FMT_MAX], b[FMT_MAX];

	if (f->cached == EV_UNKNOWN) {
		str_adds(&s, _("in the page cache "));
		say_why(&s, f->cached_why, f->error);
	} else {
		str_addf(&s, _("in the page cache %s of %s"),
			 size_of(f, f->cached, a),
			 f->size == EV_UNKNOWN ? "?" : fmt_size(b, f->size));
		if (f->how == STRIP_MINCORE)
			str_adds(&s, _(" (mincore)"));
		if (f->dirty != EV_UNKNOWN) {
			str_addf(&s, _(", dirty %s"), size_of(f, f->dirty, a));
		} else {
			str_adds(&s, _(", dirty "));
			say_why(&s, f->dirty_why, f->error);
		}
	}
	put(v, STYLE_TEXT, &s);
	str_release(&s);
}

static void say_ranges(struct str *s, uint64_t n)
{
	char buf[FMT_MAX];

	str_addf(s, ngettext(" (%s range)", " (%s ranges)", (unsigned long)n),
		 fmt_grouped(buf, n));
}

static void say_mapped(struct file_view *v)
{
	const struct file_strip *f = v->f;
	struct str s = STR_INIT;
	char buf[FMT_MAX];

	str_addf(&s, _("mapped here %s"), size_of(f, f->mapped, buf));
	say_ranges(&s, f->ranges);
	if (f->ever != EV_UNKNOWN) {
		str_addf(&s, _(", ever %s"), size_of(f, f->ever, buf));
		say_ranges(&s, f->ever_n);
	} else {
		str_adds(&s, _(", ever n/a: needs --trace-mmap"));
	}
	put(v, STYLE_TEXT, &s);
	str_release(&s);
}

static void say_written(struct file_view *v)
{
	const struct file_strip *f = v->f;
	struct str s = STR_INIT;
	char buf[FMT_MAX];

	str_addf(&s, _("written here: own copies %s"),
		 size_of(f, f->private, buf));
	if (f->shared)
		str_adds(&s, _("; shared regions n/a: the kernel does "
			       "not report them"));
	put(v, STYLE_TEXT, &s);
	str_release(&s);
}

/* Warns of a mapping beyond the end of the file: such a mapping is a mistake,
 * as any access there raises SIGBUS. */
static void say_note(struct file_view *v)
{
	const struct file_strip *f = v->f;
	struct str s = STR_INIT;
	uint64_t reach = f->n * bin_bytes(f), most = 0;
	char a[FMT_MAX], b[FMT_MAX];

	for (size_t i = 0; i < f->n_parts; i++) {
		const struct file_span *p = &f->parts[i];
		uint64_t end = p->offset + (p->end - p->start);

		if (end > most && end <= reach)
			most = end;
	}
	if (f->size != EV_UNKNOWN && most > f->size &&
	    most - f->size >= f->page_size)
		str_addf(&s, _("The file ends at %s; %s are mapped past its "
			       "end: accessing them raises SIGBUS."),
			 fmt_size(a, f->size), fmt_size(b, most - f->size));
	else
		str_addf(&s, keyed(_("Resident pages are an estimate of "
				     "accessed ones. {back} goes back.")));
	put(v, STYLE_DIM, &s);
	str_release(&s);
}

static void say_parts(struct file_view *v)
{
	const struct file_strip *f = v->f;
	struct str s = STR_INIT;
	char a[FMT_MAX], b[FMT_MAX], perm[5];
	int left = v->c->clip.rows - v->row - 1;

	for (size_t i = 0; i < f->n_parts && left > 0; i++, left--) {
		const struct file_span *p = &f->parts[i];

		str_clear(&s);
		str_addf(&s, "%s %s ", fmt_addr(a, p->start),
			 perm_text(perm, p->perm));
		str_addf(&s, _("%s from offset 0x%llx, mapped %s"),
			 fmt_size(a, p->end - p->start),
			 (unsigned long long)p->offset,
			 size_of(f, p->pages, b));
		put(v, STYLE_TEXT, &s);
	}
	if (f->mappings > f->n_parts && left > 0) {
		str_clear(&s);
		str_addf(&s, ngettext("and %s more region",
				      "and %s more regions",
				      (unsigned long)(f->mappings -
						      f->n_parts)),
			 fmt_grouped(a, f->mappings - f->n_parts));
		put(v, STYLE_DIM, &s);
	}
	str_release(&s);
}

/* Draws a list of ranges, up to the width of the line: "now 0x0-0x1000
 * 0x63ff000-0x6400000". */
static void say_list(struct file_view *v, const char *name,
		     const struct page_range *r, size_t n, uint64_t all)
{
	struct str s = STR_INIT, one = STR_INIT;
	int room = v->c->clip.cols - 2 - 14;
	char buf[FMT_MAX];
	size_t i;

	if (v->row >= v->c->clip.rows || !n)
		return;
	str_adds(&s, name);
	for (i = 0; i < n; i++) {
		str_clear(&one);
		str_addf(&one, " 0x%" PRIx64 "-0x%" PRIx64, r[i].start,
			 r[i].end);
		if (text_width(s.data) + text_width(one.data) > room)
			break;
		str_adds(&s, one.data);
	}
	if (all > i)
		str_addf(&s, _(" +%s more"), fmt_grouped(buf, all - i));
	put(v, STYLE_DIM, &s);
	str_release(&one);
	str_release(&s);
}

/* --- the view ------------------------------------------------------------ */

static void draw_title(struct file_view *v, const struct region *r,
		       bool focused)
{
	struct str left = STR_INIT, right = STR_INIT, name = STR_INIT;
	char size[FMT_MAX];

	if (v->f) {
		str_adds(&right, _("cell "));
		say_pages(&right, v->f->bin_pages * v->cell_bins);
		str_addf(&right, " = %s",
			 fmt_size(size, bin_bytes(v->f) * v->cell_bins));
	}
	if (region_is_memory(r))
		region_what(&name, r, !v->view->look.utf8);
	else
		say_name(&name, &v->view->look, r->name);
	/* TRANSLATORS: followed by "shared anon", "shm /name", or a file's
	 * path. */
	str_adds(&left, region_is_memory(r) ? _("2 Pages  memory ") :
		 _("2 Pages  file "));
	text_cut(&left, name.data, v->c->clip.cols - text_width(left.data) -
		 text_width(right.data) - 14, CUT_PATH, !v->view->look.utf8);
	if (v->f && v->f->size != EV_UNKNOWN)
		str_addf(&left, " %s", fmt_size(size, v->f->size));
	title_rule(v->c, &v->view->look, focused, left.data, right.data);
	str_release(&name);
	str_release(&right);
	str_release(&left);
}

static const struct file_strip *strip_of(const struct view *view,
					 const struct process *p,
					 const struct region *r)
{
	const struct file_strip *f = &view->model->strip;

	return f->pid == p->pid && f->n && f->dev == r->dev &&
	       f->inode == r->inode ? f : NULL;
}

void pages_file_draw(struct view *view, const struct process *p,
		     const struct region *r, struct canvas *c, bool focused)
{
	struct file_view v = { .view = view, .c = c, .row = 1,
			       .f = strip_of(view, p, r) };

	if (v.f) {
		choose_lines(&v);
		fit(&v);
	}
	draw_title(&v, r, focused);
	if (!pages_file_has(r)) {
		say_empty(c, keyed(_("This region has no file. {back} goes "
				     "back to its pages.")));
		return;
	}
	if (!v.f) {
		say_empty(c, view_reading(view, _("Reading the file.")));
		return;
	}
	for (int i = 0; i < v.groups; i++)
		draw_group(&v, i);
	say_cached(&v);
	say_mapped(&v);
	say_written(&v);
	say_note(&v);
	say_list(&v, _("now"), v.f->now_ranges, v.f->n_now, v.f->ranges);
	say_list(&v, _("ever"), v.f->ever_ranges, v.f->n_ever, v.f->ever_n);
	say_parts(&v);
}
