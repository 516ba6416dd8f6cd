/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars that show how much of a region is resident, shares of a whole, and
 * sparklines. */
#include <config.h>

#include "ui/kit/widgets.h"

#include <stddef.h>

#include "ui/kit/heatmap.h"

/* Width of the widest RESIDENT bar. */
#define BAR_MAX 64

enum style_role pages_role(uint64_t resident, uint64_t total)
{
	if (resident == 0 || total == 0)
		return STYLE_PG_ABSENT;
	if (resident >= total)
		return STYLE_PG_6;
	/* The steps are 1..20, 20..40, up to 80..99 per cent, so a region that
	 * is partly resident looks neither empty nor full. */
	double share = (double)resident / (double)total;
	int step = (int)(share * 5.0);
	return (enum style_role)(STYLE_PG_1 + (step > 4 ? 4 : step));
}

const char *pages_glyph(const struct look *look, enum style_role role)
{
	switch (role) {
	case STYLE_PG_NONE:
		return " ";
	case STYLE_PG_UNKNOWN:
		return "?";
	case STYLE_PG_SWAP:
		return "s";
	case STYLE_PG_HUGE:
		return "h";
	case STYLE_PG_ZERO:
		return "z";
	case STYLE_PG_WRITTEN:
		return "w";
	case STYLE_PG_NEW:
		/* In ASCII, `+` is a character of the ramp. */
		return look->utf8 ? "+" : "n";
	case STYLE_PG_GONE:
		return "g";
	case STYLE_PG_1:
	case STYLE_PG_2:
		return look->utf8 ? "░" : "-";
	case STYLE_PG_3:
	case STYLE_PG_4:
		return look->utf8 ? "▒" : "=";
	case STYLE_PG_5:
		return look->utf8 ? "▓" : "+";
	case STYLE_PG_6:
		return look->utf8 ? "█" : "#";
	default:
		return look->utf8 ? "·" : ".";
	}
}

const char *density_glyph(const struct look *look, enum style_role role)
{
	static const char *const blocks[] = { "·", "░", "░", "▒", "▒", "▓",
					      "█" };
	static const char *const ascii[] = { ".", "-", "-", "=", "=", "+",
					     "#" };
	size_t i = role == STYLE_PG_ABSENT ? 0
					   : (size_t)(role - STYLE_PG_1) + 1;

	return look->utf8 ? blocks[i] : ascii[i];
}

struct bar_cell {
	uint64_t resident, total;
	bool unknown;			/* a part of the cell was not scanned */
};

/* A bar, and the number of the next page to add.  Each bin is added as a whole
 * to the cell of its first page, so that the sums of the cells are exact. */
struct bar {
	struct bar_cell cells[BAR_MAX];
	int used;
	uint64_t pages, at;
};

static uint64_t part_pages(const struct bar_part *part, uint64_t page_size)
{
	return (part->end - part->start + page_size - 1) / page_size;
}

static int bar_cell_of(const struct bar *b, uint64_t at)
{
	uint64_t cell = at * (uint64_t)b->used / b->pages;

	return cell < (uint64_t)b->used ? (int)cell : b->used - 1;
}

static void bar_add(struct bar *b, uint64_t pages, uint64_t resident,
		    bool unknown)
{
	struct bar_cell *cell = &b->cells[bar_cell_of(b, b->at)];

	cell->total += pages;
	cell->resident += resident;
	cell->unknown |= unknown;
	b->at += pages;
}

/* Adds pages without data: every cell that holds any of them becomes
 * unknown. */
static void bar_unknown(struct bar *b, uint64_t pages)
{
	uint64_t last = b->at + pages;

	for (int i = bar_cell_of(b, b->at); pages && i < b->used; i++) {
		uint64_t next = b->pages * (uint64_t)(i + 1) /
				(uint64_t)b->used;

		next = next < last && i + 1 < b->used ? next : last;
		b->cells[i].unknown = true;
		b->cells[i].total += next > b->at ? next - b->at : 0;
		b->at = next > b->at ? next : b->at;
		if (b->at >= last)
			return;
	}
	b->at = last;
}

/* Adds one region.  If the region has changed since the scan, the data may
 * cover only a part of the region. */
static void bar_part(struct bar *b, const struct bar_part *part,
		     uint64_t page_size)
{
	const struct pages *p = part->pages;
	uint64_t all = part_pages(part, page_size), done = 0;
	uint64_t bytes = p->bin_pages * p->page_size;

	if (p->n && p->start > part->start) {
		done = (p->start - part->start) / page_size;
		bar_unknown(b, done);
	}
	for (size_t i = 0; i < p->n; i++) {
		uint64_t end = i + 1 < p->n ? p->start + (i + 1) * bytes
					    : p->end;
		struct page_bin sum;
		uint64_t of = pages_sum(p, i, i + 1, &sum);

		bar_add(b, of, sum.resident, end > p->scanned);
		done += of;
	}
	bar_unknown(b, all > done ? all - done : 0);
}

static void bar_draw(struct canvas *c, const struct look *look, int row,
		     int col, struct bar *b)
{
	/* A bin that is wider than a cell also gives the next cells their
	 * value. */
	for (int i = 1; i < b->used; i++)
		if (b->cells[i].total == 0)
			b->cells[i] = b->cells[i - 1];
	for (int i = 0; i < b->used; i++) {
		const struct bar_cell *cell = &b->cells[i];
		enum style_role role = pages_role(cell->resident, cell->total);

		if (cell->unknown && role == STYLE_PG_ABSENT)
			canvas_puts(c, row, col + i, STYLE_PG_UNKNOWN, "?");
		else
			canvas_puts(c, row, col + i, role,
				    density_glyph(look, role));
	}
}

void pages_bar(struct canvas *c, const struct look *look, int row, int col,
	       int cols, const struct bar_part *parts, size_t n)
{
	struct bar b = { .used = cols < BAR_MAX ? cols : BAR_MAX };
	uint64_t page_size = 0;

	canvas_fill(c, row, col, cols, STYLE_TEXT, " ");
	if (cols < 1)
		return;
	for (size_t i = 0; i < n && !page_size; i++)
		page_size = parts[i].pages->page_size;
	if (!page_size) {
		canvas_puts(c, row, col, STYLE_PG_UNKNOWN,
			    look->utf8 ? "…" : "~");
		return;
	}
	for (size_t i = 0; i < n; i++)
		b.pages += part_pages(&parts[i], page_size);
	if (b.pages < (uint64_t)b.used)
		b.used = (int)b.pages;
	for (size_t i = 0; i < n; i++)
		bar_part(&b, &parts[i], page_size);
	bar_draw(c, look, row, col, &b);
}

void share_bar(struct canvas *c, const struct look *look, int row, int col,
	       int cols, uint64_t part, uint64_t whole)
{
	if (cols < 1)
		return;
	if (whole == 0 || part == EV_UNKNOWN || whole == EV_UNKNOWN) {
		canvas_fill(c, row, col, cols, STYLE_TEXT, " ");
		return;
	}
	if (part > whole)
		part = whole;
	double exact = (double)part / (double)whole * cols;
	int full = (int)exact;
	double rest = exact - full;
	if (full >= cols && part < whole) {
		full = cols - 1;
		rest = 1.0;
	}
	canvas_fill(c, row, col, full, STYLE_BAR, look->utf8 ? "█" : "#");
	canvas_fill(c, row, col + full, cols - full, STYLE_BAR_REST,
		    look->utf8 ? "░" : ".");
	/* A small share never looks empty, and a large share never looks
	 * full. */
	if (full < cols && (rest >= 0.5 || (full == 0 && part > 0)))
		canvas_puts(c, row, col + full, STYLE_BAR,
			    look->utf8 ? "▓" : "+");
}

const char *spark_glyph(const struct look *look, double share)
{
	static const char *const blocks[] = { "▁", "▂", "▃", "▄", "▅", "▆",
					      "▇" };
	static const char *const ascii[] = { "_", ".", "-", ":", "=", "+" };

	return look->utf8 ? blocks[(int)(share * 6.0 + 0.5)] :
			    ascii[(int)(share * 5.0 + 0.5)];
}

void sparkline(struct canvas *c, const struct look *look, int row, int col,
	       int cols, const struct spark *s)
{
	uint64_t have = s->n < MODEL_SPARK ? s->n : MODEL_SPARK;
	uint64_t low = UINT64_MAX, high = 0;

	if (cols < 1)
		return;
	canvas_fill(c, row, col, cols, STYLE_TEXT, " ");
	if (have > (uint64_t)cols)
		have = (uint64_t)cols;
	for (uint64_t i = 0; i < have; i++) {
		uint64_t v = s->v[(s->n - have + i) % MODEL_SPARK];
		low = v < low ? v : low;
		high = v > high ? v : high;
	}
	for (uint64_t i = 0; i < have; i++) {
		uint64_t v = s->v[(s->n - have + i) % MODEL_SPARK];
		double at = high > low ? (double)(v - low) /
						 (double)(high - low)
				       : 0.0;

		canvas_puts(c, row, col + cols - (int)have + (int)i, STYLE_BAR,
			    spark_glyph(look, at));
	}
}
