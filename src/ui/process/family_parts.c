/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/process/family_parts.h"

#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/say.h"
#include "ui/pane/setup.h"
#include "ui/kit/widgets.h"

/* Minimum time between two scans of all members. */
#define FAMILY_NS UINT64_C(500000000)

/* What a cell shows.  If one character shows two cells, the cell with the
 * higher value decides. */
enum own {
	OWN_BEYOND, OWN_ABSENT, OWN_SHARED, OWN_SWAPPED, OWN_PARENT, OWN_CHILD,
};

struct sign {
	enum style_role role;
	const char *utf8, *ascii;
	const char *words;		/* marked with N_() */
};

static const struct sign signs[] = {
	[OWN_BEYOND] = { STYLE_PG_NONE, " ", " ", NULL },
	[OWN_ABSENT] = { STYLE_PG_ABSENT, "·", ".", N_("absent") },
	[OWN_SHARED] = { STYLE_PG_2, "░", "-", N_("shared") },
	[OWN_SWAPPED] = { STYLE_PG_SWAP, "s", "s", N_("swapped") },
	[OWN_PARENT] = { STYLE_PG_6, "P", "P", N_("private to parent") },
	[OWN_CHILD] = { STYLE_PG_WRITTEN, "C", "C", N_("private to child") },
};

static uint64_t cell_sum(const struct family_map *map, const struct pages *p,
			 uint64_t cell, struct page_bin *sum)
{
	uint64_t bins = map->cell_pages / p->bin_pages;

	return pages_sum(p, (size_t)(cell * bins),
			 (size_t)((cell + 1) * bins), sum);
}

static enum own cell_own(const struct family_map *map, const struct pages *p,
			 uint64_t cell, bool parent)
{
	struct page_bin sum;

	if (cell >= map->cells || !cell_sum(map, p, cell, &sum))
		return OWN_BEYOND;
	if (sum.exclusive)
		return parent ? OWN_PARENT : OWN_CHILD;
	if (sum.swapped)
		return OWN_SWAPPED;
	return sum.resident ? OWN_SHARED : OWN_ABSENT;
}

static void draw_cell(const struct look *look, struct canvas *c, int row,
		      int col, enum own up, enum own low, bool cursor)
{
	const struct sign *s = &signs[up > low ? up : low];
	const char *glyph = look->utf8 ? s->utf8 : s->ascii;
	style st = s->role;

	if (look->utf8 && look->colors >= 256 && up != OWN_BEYOND) {
		st = STYLE_PAIR(signs[up].role, signs[low].role);
		/* A text capture shows the sign, the screen only its colour. */
		if (up != low)
			glyph = "▀";
	}
	canvas_puts(c, row, col, cursor ? st | STYLE_REVERSE : st, glyph);
}

void family_map_draw(const struct family_map *map, const struct view *view,
		     const struct pages *p, bool parent, struct canvas *c,
		     int row, int col)
{
	uint64_t cols = (uint64_t)map->cols;

	for (int y = 0; y < map->rows; y++)
		for (uint64_t x = 0; x < cols; x++) {
			uint64_t up = (map->top + (uint64_t)y) * 2 * cols + x;
			uint64_t low = up + cols;

			draw_cell(&view->look, c, row + y, col + (int)x,
				  cell_own(map, p, up, parent),
				  cell_own(map, p, low, parent),
				  up == map->cursor || low == map->cursor);
		}
}

/* --- text below the maps -------------------------------------------------- */

static void draw_legend(const struct view *view, struct canvas *c, int row)
{
	bool solid = view->look.utf8 && view->look.colors >= 256;
	int col = 1;

	for (enum own i = OWN_ABSENT; i <= OWN_CHILD; i++) {
		const struct sign *s = &signs[i];
		const char *words = _(s->words);

		if (col + 2 + text_width(words) > c->clip.cols)
			return;
		canvas_puts(c, row, col, solid ?
			    STYLE_PAIR(s->role, s->role) : s->role,
			    view->look.utf8 ? s->utf8 : s->ascii);
		col = canvas_puts(c, row, col + 2, STYLE_DIM, words) + 3;
	}
}

static void draw_cell_words(const struct family_map *map,
			    const struct view *view,
			    struct process *const *members, size_t n,
			    struct canvas *c, int row)
{
	const struct pages *first = &members[0]->space.family;
	struct str s = STR_INIT;
	char a[FMT_MAX], own[FMT_MAX], of[FMT_MAX];
	struct page_bin sum;
	uint64_t held = cell_sum(map, first, map->cursor, &sum);

	str_addf(&s, "%s ", fmt_addr(a, first->start + map->cursor *
				     map->cell_pages * first->page_size));
	say_pages(&s, held);
	str_adds(&s, _(", private:"));
	for (size_t i = 0; i < n; i++) {
		cell_sum(map, &members[i]->space.family, map->cursor, &sum);
		/* TRANSLATORS: 4121 has 16 resident pages in this cell, 3 of
		 * them private. */
		str_addf(&s, _("  %d %s of %s"), (int)members[i]->pid,
			 fmt_grouped(own, sum.exclusive),
			 fmt_grouped(of, sum.resident));
	}
	put_cut(c, &view->look, row, 1, STYLE_TEXT, s.data);
	str_release(&s);
}

static void add_size(struct str *s, const char *fmt, uint64_t pages,
		     uint64_t page_size)
{
	char buf[FMT_MAX];

	if (pages == EV_UNKNOWN)
		str_addf(s, fmt, _("n/a"));
	else
		str_addf(s, fmt, fmt_size(buf, pages * page_size));
}

void family_sizes(struct str *out, const struct pages *f)
{
	uint64_t ps = f->page_size, shared = EV_UNKNOWN;

	if (f->exclusive != EV_UNKNOWN && f->exclusive <= f->resident)
		shared = f->resident - f->exclusive;
	add_size(out, _("%6s resident"), f->resident, ps);
	add_size(out, _("  %6s shared"), shared, ps);
	add_size(out, _("  %6s private"), f->exclusive, ps);
}

/* Draws "4200 child 64.0M resident 60.0M shared 4.0M private +1.2M/s". */
static void draw_member(const struct view *view, const struct process *p,
			bool parent, bool shown, struct canvas *c, int row)
{
	const struct pages *f = &p->space.family;
	struct str s = STR_INIT;
	char buf[FMT_MAX];
	int end;

	bool old = view->model->now_ns > f->scanned_ns + FAMILY_NS +
					 2 * setup_refresh(view->setup);

	str_addf(&s, "%d %s", (int)p->pid, parent ? _("parent") : _("child"));
	canvas_field(c, row, 1, 16, STYLE_TEXT, s.data);
	str_clear(&s);
	family_sizes(&s, f);
	if (old)
		canvas_puts(c, row, 17, STYLE_DIM, "~");
	end = canvas_puts(c, row, 18, old ? STYLE_DIM : STYLE_TEXT, s.data);
	str_clear(&s);
	if (!old)
		rate_cell(c, row, end + 1, 7, &p->space.family_rate);
	if (!old && rate_known(&p->space.family_rate))
		canvas_puts(c, row, end + 8, STYLE_DIM, "/s");
	if (old)
		str_addf(&s, _("scanned %s ago"),
			 fmt_ago(buf, view->model->now_ns, f->scanned_ns));
	else if (!parent && p->born_ns)
		/* TRANSLATORS: over which time the private memory of a child
		 * has grown; the second text is for a child that was forked
		 * before mmtop started. */
		str_addf(&s, p->forked ? _("since its fork %s ago")
				       : _("since its fork, over %s ago"),
			 fmt_ago(buf, view->model->now_ns, p->born_ns));
	if (!shown) {
		str_clear(&s);
		str_adds(&s, _("no room"));
	}
	if (end + 12 + text_width(s.data) <= c->clip.cols)
		canvas_puts(c, row, end + 12, STYLE_DIM, s.data);
	str_release(&s);
}

void family_foot_draw(const struct family_map *map, const struct view *view,
		      struct process *const *members, size_t n, size_t shown,
		      struct canvas *c, int row, int rows)
{
	if (rows > 0)
		draw_cell_words(map, view, members, n, c, row);
	if (rows > 1)
		draw_legend(view, c, row + 1);
	if (n == 1 && rows > 3)
		put_cut(c, &view->look, row + 3, 1, STYLE_DIM,
			_("No forked child shares this region."));
	for (size_t i = 0; i < n && (int)i + 2 < rows; i++)
		draw_member(view, members[i], i == 0, i < shown, c,
			    row + 2 + (int)i);
}
