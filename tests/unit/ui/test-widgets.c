/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists that keep their position, exact bars, and text that fits its field. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <string.h>

#include "base/alloc.h"
#include "ui/kit/canvas.h"
#include "ui/kit/table.h"
#include "ui/kit/widgets.h"

static const struct look utf8 = { .utf8 = true, .colors = 256 };
static const struct look ascii = { .utf8 = false, .colors = 0 };

/* Row `row` of the canvas as one string; at most 255 bytes of it. */
static const char *row_text(const struct canvas *c, int row)
{
	static char buf[256];
	size_t n = 0;

	for (int col = 0; col < c->cols; col++) {
		const struct cell *cell = canvas_at(c, row, col);
		size_t len = strlen(cell->text);
		if (cell->width && n + len < sizeof buf) {
			memcpy(buf + n, cell->text, len);
			n += len;
		}
	}
	buf[n] = '\0';
	return buf;
}

/* --- canvas --------------------------------------------------------------- */

static void text_is_clipped(void **state)
{
	struct canvas c;

	(void)state;
	canvas_init(&c, 3, 10);
	canvas_clip(&c, (struct rect){ 1, 2, 1, 4 });
	canvas_puts(&c, 0, -1, STYLE_TEXT, "abcdefghij");
	canvas_puts(&c, 1, 0, STYLE_TEXT, "below");
	canvas_puts(&c, -1, 0, STYLE_TEXT, "above");
	assert_string_equal(row_text(&c, 0), "          ");
	assert_string_equal(row_text(&c, 1), "  bcde    ");
	assert_string_equal(row_text(&c, 2), "          ");
	canvas_release(&c);
}

static void wide_characters_stay_whole(void **state)
{
	struct canvas c;

	(void)state;
	canvas_init(&c, 2, 4);
	assert_int_equal(canvas_puts(&c, 0, 0, STYLE_TEXT, "日本"), 4);
	assert_int_equal(canvas_at(&c, 0, 0)->width, 2);
	assert_int_equal(canvas_at(&c, 0, 1)->width, 0);
	/* Overwriting one half of a wide character clears the other. */
	canvas_puts(&c, 0, 1, STYLE_TEXT, "x");
	canvas_puts(&c, 0, 2, STYLE_TEXT, "y");
	assert_string_equal(row_text(&c, 0), " xy ");
	/* A wide character that does not fit becomes a blank. */
	canvas_puts(&c, 1, 3, STYLE_TEXT, "日");
	assert_string_equal(row_text(&c, 1), "    ");
	canvas_field(&c, 1, 0, 3, STYLE_TEXT, "日本");
	assert_string_equal(row_text(&c, 1), "日  ");
	canvas_release(&c);
}

static void fields_are_padded_and_cut(void **state)
{
	struct canvas c;

	(void)state;
	canvas_init(&c, 2, 12);
	canvas_fill(&c, 0, 0, 12, STYLE_TEXT, "#");
	assert_int_equal(canvas_field(&c, 0, 1, 4, STYLE_TEXT, "ab"), 5);
	assert_int_equal(canvas_rfield(&c, 0, 6, 4, STYLE_DIM, "cd"), 10);
	assert_string_equal(row_text(&c, 0), "#ab  #  cd##");
	canvas_rfield(&c, 1, 0, 3, STYLE_TEXT, "abcdef");
	assert_string_equal(row_text(&c, 1), "abc         ");
	assert_int_equal(canvas_at(&c, 0, 9)->style, STYLE_DIM);
	canvas_release(&c);
}

static void excess_combining_marks_are_dropped(void **state)
{
	/* e, with more accents than a cell can hold. */
	char text[64] = "e";
	struct canvas c;

	(void)state;
	for (int i = 0; i < 12; i++)
		strcat(text, "\xcc\x81");
	canvas_init(&c, 1, 3);
	canvas_puts(&c, 0, 0, STYLE_TEXT, "e\xcc\x81x");
	assert_string_equal(canvas_at(&c, 0, 0)->text, "e\xcc\x81");
	assert_string_equal(canvas_at(&c, 0, 1)->text, "x");
	canvas_puts(&c, 0, 0, STYLE_TEXT, text);
	assert_string_equal(canvas_at(&c, 0, 0)->text, "e");
	canvas_release(&c);
}

/* --- lists ---------------------------------------------------------------- */

static void selected_row_keeps_its_line(void **state)
{
	struct list l = { 0 };

	(void)state;
	list_keep(&l, 0, 100, 10);
	assert_int_equal(l.top, 0);
	/* The selected row is on line 5, then rows appear above it. */
	l = (struct list){ .top = 20, .line = 5 };
	list_keep(&l, 25 + 7, 107, 10);
	assert_int_equal(l.top, 27);
	assert_int_equal(l.line, 5);
	/* The rows are removed again. */
	list_keep(&l, 25, 100, 10);
	assert_int_equal(l.top, 20);
	/* Rows below the selected one have no effect. */
	list_keep(&l, 25, 5000, 10);
	assert_int_equal(l.top, 20);
	/* At the ends of the list the selected row moves, and the list does not
	 * scroll further. */
	list_keep(&l, 2, 100, 10);
	assert_int_equal(l.top, 0);
	assert_int_equal(l.line, 2);
	l.line = 0;
	list_keep(&l, 99, 100, 10);
	assert_int_equal(l.top, 90);
	assert_int_equal(l.line, 9);
	/* In a lower pane the selected row stays visible. */
	list_keep(&l, 99, 100, 3);
	assert_int_equal(l.top, 97);
	assert_int_equal(l.line, 2);
	/* The list has become short, then empty. */
	list_keep(&l, 99, 2, 10);
	assert_int_equal(l.top, 0);
	assert_int_equal(l.line, 1);
	list_keep(&l, 0, 0, 10);
	assert_int_equal(l.top, 0);
	assert_int_equal(l.line, 0);
}

static void list_scrolls_with_a_margin(void **state)
{
	struct list l = { 0 };
	long sel = 0;

	(void)state;
	for (int i = 0; i < 7; i++)
		sel = list_move(&l, DO_DOWN, sel, 100, 10);
	assert_int_equal(sel, 7);
	assert_int_equal(l.top, 0);
	/* A margin of two rows: the eighth step scrolls. */
	sel = list_move(&l, DO_DOWN, sel, 100, 10);
	assert_int_equal(sel, 8);
	assert_int_equal(l.top, 1);
	assert_int_equal(l.line, 7);
	sel = list_move(&l, DO_UP, sel, 100, 10);
	assert_int_equal(sel, 7);
	assert_int_equal(l.top, 1);
	sel = list_move(&l, DO_END, sel, 100, 10);
	assert_int_equal(sel, 99);
	assert_int_equal(l.top, 90);
	assert_int_equal(list_move(&l, DO_DOWN, sel, 100, 10), 99);
	sel = list_move(&l, DO_PAGE_UP, sel, 100, 10);
	assert_int_equal(sel, 90);
	assert_int_equal(l.top, 88);
	sel = list_move(&l, DO_HOME, sel, 100, 10);
	assert_int_equal(sel, 0);
	assert_int_equal(l.top, 0);
	assert_int_equal(list_move(&l, DO_ENTER, sel, 100, 10), -1);
	assert_int_equal(list_move(&l, DO_DOWN, 0, 0, 10), 0);
	/* A pane of one line has no margin. */
	l = (struct list){ 0 };
	assert_int_equal(list_move(&l, DO_DOWN, 0, 3, 1), 1);
	assert_int_equal(l.top, 1);
	assert_int_equal(l.line, 0);
}

static void range_of_visible_rows_is_shown(void **state)
{
	struct list l = { .top = 3, .line = 1 };
	char buf[48];

	(void)state;
	assert_string_equal(list_range(&l, 23, 13, buf), "4-16/23");
	assert_string_equal(list_range(&l, 3, 13, buf), "all 3");
	assert_string_equal(list_range(&l, 0, 13, buf), "");
	l.top = 20;
	assert_string_equal(list_range(&l, 23, 13, buf), "21-23/23");
}

/* --- bars ----------------------------------------------------------------- */

static void only_full_and_empty_have_the_end_colours(void **state)
{
	const uint64_t all = 65536;

	(void)state;
	assert_int_equal(pages_role(0, all), STYLE_PG_ABSENT);
	assert_int_equal(pages_role(1, all), STYLE_PG_1);
	assert_int_equal(pages_role(all - 1, all), STYLE_PG_5);
	assert_int_equal(pages_role(all, all), STYLE_PG_6);
	assert_int_equal(pages_role(20, 100), STYLE_PG_2);
	assert_int_equal(pages_role(79, 100), STYLE_PG_4);
	assert_int_equal(pages_role(80, 100), STYLE_PG_5);
	assert_int_equal(pages_role(0, 0), STYLE_PG_ABSENT);
	for (uint64_t n = 1; n < all; n++) {
		assert_int_not_equal(pages_role(n, all), STYLE_PG_ABSENT);
		assert_int_not_equal(pages_role(n, all), STYLE_PG_6);
	}
}

/* A region of `n` pages in bins of `bin_pages`, none of them resident. */
static void region_of(struct pages *p, uint64_t n, uint64_t bin_pages)
{
	*p = (struct pages){
		.start = 0x10000000, .end = 0x10000000 + n * 4096,
		.scanned = 0x10000000 + n * 4096,
		.page_size = 4096, .bin_pages = bin_pages,
		.n = (size_t)((n + bin_pages - 1) / bin_pages),
	};
	p->bins = xcalloc(p->n, sizeof *p->bins);
}

static void set_page(struct pages *p, uint64_t page, uint32_t n)
{
	p->bins[page / p->bin_pages].resident += n;
}

static const char *bar(const struct look *look, int cols,
		       const struct pages *p)
{
	static struct canvas c;
	const struct bar_part part = { p, p->start, p->end };

	canvas_release(&c);
	canvas_init(&c, 1, cols);
	pages_bar(&c, look, 0, 0, cols, &part, 1);
	return row_text(&c, 0);
}

static void one_resident_page_is_visible(void **state)
{
	static const int widths[] = { 16, 8, 4 };
	struct pages p;

	(void)state;
	/* One page of 128 x 64: exactly one cell is not empty, wherever the
	 * page is, at each width. */
	for (uint64_t page = 0; page < 128 * 64; page += 61) {
		region_of(&p, 128 * 64, 64);
		set_page(&p, page, 1);
		for (size_t w = 0; w < 3; w++) {
			const char *text = bar(&ascii, widths[w], &p);
			uint64_t at = page * (uint64_t)widths[w] / (128 * 64);
			for (int i = 0; i < widths[w]; i++)
				assert_int_equal(text[i],
						 (uint64_t)i == at ? '-'
								   : '.');
		}
		free(p.bins);
	}
}

static void one_absent_page_is_visible(void **state)
{
	static const int widths[] = { 16, 8, 4 };
	struct pages p;

	(void)state;
	region_of(&p, 128 * 64, 64);
	for (size_t i = 0; i < p.n; i++)
		p.bins[i].resident = 64;
	for (size_t w = 0; w < 3; w++)
		assert_int_equal(strspn(bar(&ascii, widths[w], &p), "#"),
				 widths[w]);
	/* Without the very last page only the last cell is not full. */
	p.bins[127].resident = 63;
	assert_string_equal(bar(&ascii, 16, &p), "###############+");
	assert_string_equal(bar(&ascii, 8, &p), "#######+");
	assert_string_equal(bar(&ascii, 4, &p), "###+");
	free(p.bins);
}

static void bar_reaches_the_end_of_the_region(void **state)
{
	struct pages p;

	(void)state;
	/* The end of the region is at the end of the bar, at each width. */
	region_of(&p, 1000, 8);
	set_page(&p, 999, 1);
	assert_string_equal(bar(&utf8, 16, &p), "···············░");
	assert_string_equal(bar(&utf8, 8, &p), "·······░");
	assert_string_equal(bar(&utf8, 4, &p), "···░");
	free(p.bins);
	/* With fewer pages than cells, a cell is one page. */
	region_of(&p, 3, 1);
	set_page(&p, 1, 1);
	assert_string_equal(bar(&utf8, 8, &p), "·█·     ");
	assert_string_equal(bar(&utf8, 2, &p), "▒·");
	free(p.bins);
	region_of(&p, 1, 1);
	assert_string_equal(bar(&utf8, 4, &p), "·   ");
	free(p.bins);
}

static void unknown_pages_are_not_absent(void **state)
{
	struct pages p = { 0 };

	(void)state;
	assert_string_equal(bar(&utf8, 4, &p), "…   ");
	assert_string_equal(bar(&ascii, 4, &p), "~   ");
	/* Half of the pages are scanned: the others are unknown, not absent. */
	region_of(&p, 64, 4);
	p.scanned = p.start + 32 * 4096;
	set_page(&p, 0, 4);
	assert_string_equal(bar(&utf8, 16, &p), "█·······????????");
	free(p.bins);
}

static void bar_of_regions_is_by_pages(void **state)
{
	struct pages a, b;
	struct canvas c;

	(void)state;
	/* 32 resident pages and 96 absent ones: cells are by pages, not by
	 * bins. */
	region_of(&a, 32, 1);
	for (size_t i = 0; i < a.n; i++)
		a.bins[i].resident = 1;
	region_of(&b, 96, 8);
	const struct bar_part both[] = {
		{ &a, a.start, a.end }, { &b, b.start, b.end },
	};
	canvas_init(&c, 1, 16);
	pages_bar(&c, &utf8, 0, 0, 16, both, 2);
	assert_string_equal(row_text(&c, 0), "████············");
	/* A region without data has its cells, too. */
	const struct bar_part half[] = {
		{ &a, a.start, a.end },
		{ &(struct pages){ 0 }, b.start, b.end },
	};
	pages_bar(&c, &utf8, 0, 0, 16, half, 2);
	assert_string_equal(row_text(&c, 0), "████????????????");
	canvas_release(&c);
	free(a.bins);
	free(b.bins);
}

/* A region that grew: its known part is at its place, and the rest is
 * unknown. */
static void grown_region_is_unknown_at_the_ends(void **state)
{
	struct pages p;
	struct bar_part part;
	struct canvas c;

	(void)state;
	region_of(&p, 32, 1);
	for (size_t i = 0; i < 16; i++)
		p.bins[i].resident = 1;
	part = (struct bar_part){ &p, p.start - 16 * 4096, p.end + 16 * 4096 };
	canvas_init(&c, 1, 16);
	pages_bar(&c, &utf8, 0, 0, 16, &part, 1);
	assert_string_equal(row_text(&c, 0), "????████····????");
	canvas_release(&c);
	free(p.bins);
}

static void share_bar_is_full_only_at_all(void **state)
{
	static const struct {
		uint64_t part, whole;
		const char *text;
	} cases[] = {
		{ 0, 100, "...." }, { 1, 100000, "+..." },
		{ 50, 100, "##.." }, { 99999, 100000, "###+" },
		{ 100, 100, "####" }, { 200, 100, "####" },
		{ UINT64_MAX - 2, UINT64_MAX - 1, "###+" },
		{ 5, 0, "    " },
	};
	struct canvas c;

	(void)state;
	canvas_init(&c, 1, 4);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		share_bar(&c, &ascii, 0, 0, 4, cases[i].part, cases[i].whole);
		assert_string_equal(row_text(&c, 0), cases[i].text);
	}
	canvas_release(&c);
}

static void sparkline_shows_the_newest_values(void **state)
{
	struct spark s = { 0 };
	struct canvas c;

	(void)state;
	canvas_init(&c, 1, 8);
	sparkline(&c, &utf8, 0, 0, 8, &s);
	assert_string_equal(row_text(&c, 0), "        ");
	for (uint64_t i = 0; i < 7; i++)
		s.v[s.n++ % MODEL_SPARK] = 1000 + i * 10;
	sparkline(&c, &utf8, 0, 0, 8, &s);
	assert_string_equal(row_text(&c, 0), " ▁▂▃▄▅▆▇");
	/* The ring has wrapped around; the newest value is at the right. */
	for (uint64_t i = 0; i < 300; i++)
		s.v[s.n++ % MODEL_SPARK] = 5;
	s.v[s.n++ % MODEL_SPARK] = 50;
	sparkline(&c, &ascii, 0, 0, 8, &s);
	assert_string_equal(row_text(&c, 0), "_______+");
	canvas_release(&c);
}

/* --- titles and cells ----------------------------------------------------- */

static const char *title(const struct look *look, bool focused, int cols,
			 const char *left, const char *right)
{
	static struct canvas c;

	canvas_release(&c);
	canvas_init(&c, 1, cols);
	title_rule(&c, look, focused, left, right);
	return row_text(&c, 0);
}

static void long_title_loses_its_range_first(void **state)
{
	(void)state;
	assert_string_equal(title(&utf8, true, 30, "1 Regions", "1-13/23"),
			    "━ 1 Regions ━━━━━━━━ 1-13/23 ━");
	assert_string_equal(title(&utf8, false, 30, "1 Regions", ""),
			    "─ 1 Regions ──────────────────");
	assert_string_equal(title(&ascii, true, 30, "1 Regions", "all 3"),
			    "= 1 Regions ========== all 3 =");
	/* A title that is too long is truncated; the range is omitted first. */
	assert_string_equal(title(&utf8, true, 20, "1 Regions  61 in 23 rows",
				  "1-13/23"), "━ 1 Regions  61 i… ━");
	assert_string_equal(title(&ascii, true, 20, "1 Regions  61 in 23 rows",
				  "1-13/23"), "= 1 Regions  61 i~ =");
	for (int cols = 1; cols < 12; cols++)
		title(&utf8, true, cols, "1 Regions", "1-13/23");
}

static void unknown_values_are_shown_as_such(void **state)
{
	struct rate r = { 0 };
	struct canvas c;

	(void)state;
	canvas_init(&c, 1, 8);
	size_cell(&c, 0, 0, 8, STYLE_TEXT, EV_UNKNOWN);
	assert_string_equal(row_text(&c, 0), "     n/a");
	size_cell(&c, 0, 0, 8, STYLE_TEXT, 0);
	assert_string_equal(row_text(&c, 0), "       0");
	rate_cell(&c, 0, 0, 8, &r);
	assert_string_equal(row_text(&c, 0), "        ");
	rate_add(&r, 0, 1 << 20);
	rate_cell(&c, 0, 0, 8, &r);
	assert_string_equal(row_text(&c, 0), "        ");
	rate_add(&r, 1000000000, 3 << 20);
	rate_cell(&c, 0, 0, 8, &r);
	assert_string_equal(row_text(&c, 0), "  +2.00M");
	assert_int_equal(canvas_at(&c, 0, 7)->style, STYLE_RATE_UP);
	canvas_release(&c);
}

static void every_kind_has_a_style(void **state)
{
	(void)state;
	for (int kind = 0; kind < KINDS; kind++) {
		style st = kind_style((enum region_kind)kind);
		assert_in_range(st, STYLE_K_PROGRAM, STYLE_K_GUARD);
	}
	for (int i = 0; i < STYLE_ROLE_COUNT; i++)
		assert_non_null(style_role_names[i]);
}

/* A head that is wider than its column widens it, and a column for which there
 * is then no room is dropped. */
static void long_head_is_never_cut(void **state)
{
	static const struct table_column columns[] = {
		{ .head = "LONG HEAD", .cols = 5, .from = 1 },
		{ .head = "NEXT", .gap = 1, .cols = 5, .from = 11 },
	};
	static const struct table_step steps[] = { { 0, 5 }, { 1, 5 } };
	struct table_place at[2] = { { 0 } };

	(void)state;
	assert_int_equal(table_fill(at, columns, steps, 2, 14, 0), 5);
	assert_int_equal(at[0].cols, 9);
	assert_int_equal(at[1].cols, 0);
	assert_int_equal(table_fit(at, columns, 2, 0, 14), 9);
	assert_int_equal(at[1].cols, 0);
	assert_int_equal(table_fit(at, columns, 2, 0, 15), 15);
	assert_int_equal(at[0].cols, 9);
	assert_int_equal(at[1].cols, 5);
}

/* The room is divided among shown columns only, in whole steps; what a column
 * cannot take goes to the next ones. */
static void room_is_shared(void **state)
{
	static const struct table_share shares[] = {
		{ 0, 2, 8, 32 }, { 1, 1, 1, 12 }, { 2, 1, 1, 0 },
	};
	struct table_place at[3] = { { 0, 16 }, { 0, 10 }, { 0, 20 } };
	struct table_place few[3] = { { 0, 16 }, { 0, 0 }, { 0, 0 } };

	(void)state;
	assert_int_equal(table_share(at, shares, 3, 7), 0);
	assert_int_equal(at[0].cols, 16);
	assert_int_equal(at[1].cols, 12);
	assert_int_equal(at[2].cols, 25);
	assert_int_equal(table_share(at, shares, 3, 100), 0);
	assert_int_equal(at[0].cols, 32);
	assert_int_equal(at[1].cols, 12);
	assert_int_equal(at[2].cols, 109);
	assert_int_equal(table_share(few, shares, 3, 15), 7);
	assert_int_equal(few[0].cols, 24);
	assert_int_equal(few[1].cols, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_clipped),
		cmocka_unit_test(wide_characters_stay_whole),
		cmocka_unit_test(fields_are_padded_and_cut),
		cmocka_unit_test(excess_combining_marks_are_dropped),
		cmocka_unit_test(selected_row_keeps_its_line),
		cmocka_unit_test(list_scrolls_with_a_margin),
		cmocka_unit_test(range_of_visible_rows_is_shown),
		cmocka_unit_test(only_full_and_empty_have_the_end_colours),
		cmocka_unit_test(one_resident_page_is_visible),
		cmocka_unit_test(one_absent_page_is_visible),
		cmocka_unit_test(bar_reaches_the_end_of_the_region),
		cmocka_unit_test(unknown_pages_are_not_absent),
		cmocka_unit_test(bar_of_regions_is_by_pages),
		cmocka_unit_test(grown_region_is_unknown_at_the_ends),
		cmocka_unit_test(share_bar_is_full_only_at_all),
		cmocka_unit_test(sparkline_shows_the_newest_values),
		cmocka_unit_test(long_title_loses_its_range_first),
		cmocka_unit_test(unknown_values_are_shown_as_such),
		cmocka_unit_test(every_kind_has_a_style),
		cmocka_unit_test(long_head_is_never_cut),
		cmocka_unit_test(room_is_shared),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
