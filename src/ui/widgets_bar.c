/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars: how much of a region is resident, shares of a whole, sparklines. */
#include <config.h>

#include "ui/widgets.h"

#include <stddef.h>

/* The widest RESIDENT bar. */
#define BAR_MAX 16

enum style_role pages_role(uint64_t resident, uint64_t total)
{
	if (resident == 0 || total == 0)
		return STYLE_PG_ABSENT;
	if (resident >= total)
		return STYLE_PG_6;
	/* 1..20, 20..40, ... 80..99 per cent: never 0, never all. */
	double share = (double)resident / (double)total;
	int step = (int)(share * 5.0);
	return (enum style_role)(STYLE_PG_1 + (step > 4 ? 4 : step));
}

static const char *role_glyph(const struct look *look, enum style_role role)
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
	bool unscanned;
};

/* Bins that were looked at; the rest is unknown, which is not absent. */
static size_t scanned_bins(const struct pages *p)
{
	uint64_t bytes = p->bin_pages * p->page_size;

	if (p->scanned >= p->end || bytes == 0)
		return p->n;
	if (p->scanned <= p->start)
		return 0;
	uint64_t n = (p->scanned - p->start) / bytes;
	return n < p->n ? (size_t)n : p->n;
}

/*
 * Whole bins go to cells, each to exactly one, so that every cell is a true
 * sum of its own pages and all cells together are the region.
 */
static int bin_cells(struct bar_cell *cells, int cols, size_t bins,
		     const struct pages *const *p, size_t n)
{
	size_t used = bins < (size_t)cols ? bins : (size_t)cols;
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		size_t scanned = scanned_bins(p[i]);
		for (size_t b = 0; b < p[i]->n; b++, at++) {
			struct bar_cell *cell = &cells[at * used / bins];
			struct page_bin sum;

			cell->total += pages_sum(p[i], b, b + 1, &sum);
			cell->resident += sum.resident;
			cell->unscanned |= b >= scanned;
		}
	}
	return (int)used;
}

/* The bins of many regions as one row: by pages, not by bins, since a bin of
 * one region may hold more pages than that of another. */
static int page_cells(struct bar_cell *cells, int cols, uint64_t pages,
		      const struct pages *const *p, size_t n)
{
	int used = pages < (uint64_t)cols ? (int)pages : cols;
	uint64_t at = 0;

	for (size_t i = 0; i < n; i++) {
		size_t scanned = scanned_bins(p[i]);
		for (size_t b = 0; b < p[i]->n; b++) {
			struct page_bin sum;
			uint64_t of = pages_sum(p[i], b, b + 1, &sum);
			double share = (double)at / (double)pages;
			int cell = (int)(share * used);

			cell = cell < used ? cell : used - 1;
			cells[cell].total += of;
			cells[cell].resident += sum.resident;
			cells[cell].unscanned |= b >= scanned;
			at += of;
		}
	}
	/* A bin wider than a cell covers the cells after it too. */
	for (int i = 1; i < used; i++)
		if (cells[i].total == 0)
			cells[i] = cells[i - 1];
	return used;
}

void pages_bar_of(struct canvas *c, const struct look *look, int row, int col,
		  int cols, const struct pages *const *p, size_t n)
{
	struct bar_cell cells[BAR_MAX] = { { 0 } };
	size_t bins = 0;
	uint64_t pages = 0;
	int used = 0;

	canvas_fill(c, row, col, cols, STYLE_TEXT, " ");
	if (cols > BAR_MAX)
		cols = BAR_MAX;
	for (size_t i = 0; i < n; i++) {
		bins += p[i]->n;
		pages += pages_total(p[i]);
	}
	if (cols < 1)
		return;
	if (bins == 0 || pages == 0) {
		canvas_puts(c, row, col, STYLE_PG_UNKNOWN,
			    look->utf8 ? "…" : "~");
		return;
	}
	used = n == 1 ? bin_cells(cells, cols, bins, p, n)
		      : page_cells(cells, cols, pages, p, n);
	for (int i = 0; i < used; i++) {
		enum style_role role =
			pages_role(cells[i].resident, cells[i].total);

		if (cells[i].unscanned && role == STYLE_PG_ABSENT)
			canvas_puts(c, row, col + i, STYLE_PG_UNKNOWN, "?");
		else
			canvas_puts(c, row, col + i, role,
				    role_glyph(look, role));
	}
}

void pages_bar(struct canvas *c, const struct look *look, int row, int col,
	       int cols, const struct pages *p)
{
	pages_bar_of(c, look, row, col, cols, &p, 1);
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
	/* Something is never shown as nothing, nor less than all as all. */
	if (full < cols && (rest >= 0.5 || (full == 0 && part > 0)))
		canvas_puts(c, row, col + full, STYLE_BAR,
			    look->utf8 ? "▓" : "+");
}

void sparkline(struct canvas *c, const struct look *look, int row, int col,
	       int cols, const struct spark *s)
{
	static const char *const blocks[] = { "▁", "▂", "▃", "▄", "▅", "▆",
					      "▇" };
	static const char *const ascii[] = { "_", ".", "-", ":", "=", "+" };
	double top = look->utf8 ? 6.0 : 5.0;
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
		int step = (int)(at * top + 0.5);

		canvas_puts(c, row, col + cols - (int)have + (int)i, STYLE_BAR,
			    look->utf8 ? blocks[step] : ascii[step]);
	}
}
