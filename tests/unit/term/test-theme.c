/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours of style roles: no role becomes invisible with fewer colours. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "term/theme.h"

static void colours_stay_in_range(void **state)
{
	static const int counts[] = { 0, 8, 256 };

	(void)state;
	for (int role = 0; role < STYLE_ROLE_COUNT; role++)
		for (int i = 0; i < 6; i++) {
			int colors = counts[i / 2];
			struct ink ink = theme_ink((style)role, colors, i & 1);
			assert_in_range(ink.fg + 1, 0, colors);
			assert_in_range(ink.bg + 1, 0, colors);
		}
}

/* Relative luminance of an xterm colour, computed from the levels of the
 * cube. */
static double lightness(int color)
{
	static const int levels[] = { 0, 95, 135, 175, 215, 255 };
	double rgb[3], y;

	for (int i = 0; i < 3; i++) {
		int div = i == 0 ? 36 : i == 1 ? 6 : 1;
		int v = color >= 232 ? 8 + (color - 232) * 10 :
			levels[(color - 16) / div % 6];
		double c = v / 255.0;
		/* An approximation of the sRGB curve, good enough to
		 * compare. */
		rgb[i] = c * c * (0.2 + 0.8 * c);
	}
	y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
	return y;
}

static void heatmap_colours_are_ordered_by_lightness(void **state)
{
	(void)state;
	assert_true(lightness(theme_ink(STYLE_PG_ABSENT, 256, THEME_DEFAULT).bg) <
		    lightness(theme_ink(STYLE_PG_1, 256, THEME_DEFAULT).fg));
	for (int i = 0; i < 2; i++) {
		enum theme light = i ? THEME_LIGHT : THEME_DEFAULT;
		double last = lightness(theme_ink(STYLE_PG_1, 256, light).fg);
		for (int role = STYLE_PG_2; role <= STYLE_PG_6; role++) {
			double l = lightness(theme_ink((style)role, 256,
						       light).fg);
			assert_true(light ? l < last : l > last);
			last = l;
		}
	}
}

/* The contrast of text is at least 7:1 (AAA of WCAG). */
static void high_contrast_theme_has_contrast_7_to_1(void **state)
{
	static const enum style_role badges[] = {
		STYLE_ST_ENDED, STYLE_ST_ERR, STYLE_PERM_WX,
	};

	(void)state;
	for (int role = 0; role < STYLE_ROLE_COUNT; role++) {
		struct ink ink = theme_ink((style)role, 256, THEME_CONTRAST);
		double a, b;
		bool other = role >= STYLE_PG_ABSENT && role <= STYLE_PG_GONE;

		/* Cells of the page map are not text; badges are large. */
		for (size_t i = 0; i < sizeof badges / sizeof *badges; i++)
			other |= badges[i] == (enum style_role)role;
		if (other)
			continue;
		assert_true(ink.fg >= 0 && ink.bg >= 0);
		a = lightness(ink.fg) + 0.05;
		b = lightness(ink.bg) + 0.05;
		if ((a > b ? a / b : b / a) < 7)
			fail_msg("%s: %.1f", style_role_names[role],
				 a > b ? a / b : b / a);
	}
}

static void themes_use_the_available_colours(void **state)
{
	(void)state;
	assert_int_equal(theme_colors(THEME_MONO, 256), 0);
	assert_int_equal(theme_colors(THEME_EIGHT, 256), 8);
	assert_int_equal(theme_colors(THEME_EIGHT, 0), 0);
	assert_int_equal(theme_colors(THEME_LIGHT, 8), 8);
	assert_int_equal(theme_by_name("light"), THEME_LIGHT);
	assert_int_equal(theme_by_name("8-colour"), THEME_EIGHT);
	assert_int_equal(theme_by_name("Light"), THEMES);
	assert_null(theme_names[THEMES]);
}

static void important_roles_are_visible_without_colour(void **state)
{
	static const enum style_role roles[] = {
		STYLE_SEL, STYLE_SEL_AWAY, STYLE_ST_RUN, STYLE_ST_HELD,
		STYLE_ST_ENDED, STYLE_ST_TYPING, STYLE_WARN, STYLE_ERR,
		STYLE_KEY, STYLE_PERM_WX, STYLE_TITLE_FOCUS,
	};

	(void)state;
	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
		assert_int_not_equal(theme_ink(roles[i], 0, THEME_DEFAULT).attrs, 0);
	assert_int_not_equal(theme_ink(STYLE_SEL, 0, THEME_DEFAULT).attrs,
			     theme_ink(STYLE_SEL_AWAY, 0, THEME_DEFAULT).attrs);
}

static void half_blocks_have_two_colours(void **state)
{
	struct ink top = theme_ink(STYLE_PG_6, 256, THEME_DEFAULT);
	struct ink pair = theme_ink(STYLE_PAIR(STYLE_PG_6, STYLE_PG_ABSENT),
				    256, THEME_DEFAULT);

	(void)state;
	assert_int_equal(pair.fg, top.fg);
	assert_int_equal(pair.bg, theme_ink(STYLE_PG_ABSENT, 256, THEME_DEFAULT).bg);
	pair = theme_ink(STYLE_PAIR(STYLE_PG_6, STYLE_PG_1) | STYLE_REVERSE,
			 256, THEME_DEFAULT);
	assert_int_equal(pair.attrs, INK_REVERSE);
}

static void raw_colours_are_unchanged(void **state)
{
	struct ink ink = theme_ink(STYLE_RAW(202, -1, 5), 256, THEME_DEFAULT);

	(void)state;
	assert_int_equal(ink.fg, 202);
	assert_int_equal(ink.bg, -1);
	assert_int_equal(ink.attrs, INK_BOLD | INK_REVERSE);
	ink = theme_ink(STYLE_RAW(9, 255, 2), 8, THEME_DEFAULT);
	assert_int_equal(ink.fg, 1);
	assert_int_equal(ink.bg, 7);
	assert_int_equal(ink.attrs, INK_UNDERLINE);
	ink = theme_ink(STYLE_RAW(202, 3, 0), 0, THEME_DEFAULT);
	assert_int_equal(ink.fg, -1);
	assert_int_equal(ink.bg, -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(colours_stay_in_range),
		cmocka_unit_test(heatmap_colours_are_ordered_by_lightness),
		cmocka_unit_test(high_contrast_theme_has_contrast_7_to_1),
		cmocka_unit_test(themes_use_the_available_colours),
		cmocka_unit_test(
			important_roles_are_visible_without_colour),
		cmocka_unit_test(half_blocks_have_two_colours),
		cmocka_unit_test(raw_colours_are_unchanged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
