/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "term/theme.h"

#include <stddef.h>

enum { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE };

/* Paint of a role: with 256 colours, with 8 colours, and without colours. */
struct role_ink {
	int16_t fg, bg;
	int16_t fg8, bg8;
	uint8_t attrs;			/* attributes with 256 colours */
	uint8_t attrs8;
	uint8_t mono;
};

#define B INK_BOLD
#define D INK_DIM
#define R INK_REVERSE
#define U INK_UNDERLINE

static const struct role_ink roles[STYLE_ROLE_COUNT] = {
	[STYLE_TEXT]		= { -1, -1, -1, -1, 0, 0, 0 },
	[STYLE_DIM]		= { 245, -1, WHITE, -1, 0, 0, D },
	[STYLE_BRIGHT]		= { -1, -1, -1, -1, B, B, B },
	[STYLE_TITLE]		= { 250, -1, WHITE, -1, 0, 0, 0 },
	[STYLE_TITLE_FOCUS]	= { 231, -1, WHITE, -1, B, B, B },
	[STYLE_SEL]		= { 231, 24, WHITE, BLUE, 0, B, R },
	[STYLE_SEL_AWAY]	= { 231, 238, -1, -1, 0, R, U },
	[STYLE_ST_RUN]		= { 16, 36, BLACK, GREEN, 0, 0, R },
	[STYLE_ST_HELD]		= { 16, 214, BLACK, YELLOW, 0, 0, R },
	[STYLE_ST_ENDED]	= { 231, 160, WHITE, RED, 0, B, R | B },
	[STYLE_ST_ERR]		= { 231, 160, WHITE, RED, 0, B, R | B },
	[STYLE_ST_LIVE]		= { 36, -1, GREEN, -1, 0, 0, 0 },
	[STYLE_ST_PAUSED]	= { 16, 175, BLACK, MAGENTA, 0, 0, R },
	[STYLE_ST_TYPING]	= { 16, 227, BLACK, YELLOW, 0, 0, R },
	[STYLE_RATE_UP]		= { 214, -1, YELLOW, -1, 0, 0, 0 },
	[STYLE_RATE_DOWN]	= { 74, -1, CYAN, -1, 0, 0, 0 },
	[STYLE_FL_NEW]		= { 36, -1, GREEN, -1, 0, 0, B },
	[STYLE_FL_CHG]		= { 227, -1, YELLOW, -1, 0, 0, B },
	[STYLE_FL_GONE]		= { 166, -1, RED, -1, 0, 0, D },
	[STYLE_WARN]		= { 214, -1, YELLOW, -1, 0, 0, B },
	[STYLE_ERR]		= { 203, -1, RED, -1, B, B, R },
	[STYLE_NOTE]		= { 250, -1, -1, -1, 0, 0, 0 },
	[STYLE_KEY]		= { 227, -1, YELLOW, -1, 0, 0, B },
	[STYLE_KEY_LABEL]	= { 250, -1, -1, -1, 0, 0, 0 },
	[STYLE_KEY_OFF]		= { 240, -1, -1, -1, 0, D, D },
	[STYLE_K_PROGRAM]	= { 74, -1, CYAN, -1, 0, 0, 0 },
	[STYLE_K_LIBRARY]	= { 32, -1, BLUE, -1, 0, 0, 0 },
	[STYLE_K_HEAP]		= { 214, -1, YELLOW, -1, 0, 0, 0 },
	[STYLE_K_ANON]		= { 36, -1, GREEN, -1, 0, 0, 0 },
	[STYLE_K_STACK]		= { 175, -1, MAGENTA, -1, 0, 0, 0 },
	[STYLE_K_FILE]		= { 227, -1, WHITE, -1, 0, 0, 0 },
	[STYLE_K_SHM]		= { 166, -1, RED, -1, 0, 0, 0 },
	[STYLE_K_SPECIAL]	= { 245, -1, WHITE, -1, 0, 0, 0 },
	[STYLE_K_GUARD]		= { 240, -1, WHITE, -1, 0, D, D },
	[STYLE_PERM_WX]		= { 16, 203, BLACK, RED, 0, 0, R },
	[STYLE_PG_ABSENT]	= { 242, 235, WHITE, -1, 0, D, 0 },
	[STYLE_PG_1]		= { 24, 235, BLUE, -1, 0, 0, 0 },
	[STYLE_PG_2]		= { 243, 235, BLUE, -1, 0, 0, 0 },
	[STYLE_PG_3]		= { 102, 235, CYAN, -1, 0, 0, 0 },
	[STYLE_PG_4]		= { 144, 235, CYAN, -1, 0, 0, 0 },
	[STYLE_PG_5]		= { 185, 235, WHITE, -1, 0, 0, 0 },
	[STYLE_PG_6]		= { 227, 235, YELLOW, -1, 0, 0, 0 },
	[STYLE_PG_SWAP]		= { 166, 235, RED, -1, 0, 0, 0 },
	[STYLE_PG_ZERO]		= { 250, 235, WHITE, -1, 0, 0, 0 },
	[STYLE_PG_HUGE]		= { 175, 235, MAGENTA, -1, 0, 0, 0 },
	[STYLE_PG_WRITTEN]	= { 214, 235, YELLOW, -1, 0, 0, 0 },
	[STYLE_PG_NEW]		= { 231, 235, WHITE, -1, B, B, B },
	[STYLE_PG_GONE]		= { 166, 235, RED, -1, 0, 0, D },
	[STYLE_PG_UNKNOWN]	= { 240, -1, WHITE, -1, 0, D, D },
	[STYLE_PG_NONE]		= { -1, -1, -1, -1, 0, 0, 0 },
	[STYLE_PG_CURSOR]	= { -1, -1, -1, -1, R, R, R },
	[STYLE_BAR]		= { 74, -1, CYAN, -1, 0, 0, 0 },
	[STYLE_BAR_REST]	= { 240, -1, -1, -1, 0, D, D },
};

/* Colours that replace those of a role in one theme with 256 colours. */
struct instead {
	enum style_role role;
	int16_t fg, bg;
};

static const struct instead light_roles[] = {
	{ STYLE_DIM, 243, -1 }, { STYLE_TITLE, 240, -1 },
	{ STYLE_TITLE_FOCUS, 16, -1 }, { STYLE_SEL, 16, 153 },
	{ STYLE_SEL_AWAY, 16, 252 }, { STYLE_ST_LIVE, 22, -1 },
	{ STYLE_RATE_UP, 130, -1 }, { STYLE_RATE_DOWN, 25, -1 },
	{ STYLE_FL_NEW, 22, -1 }, { STYLE_FL_CHG, 94, -1 },
	{ STYLE_WARN, 130, -1 }, { STYLE_ERR, 160, -1 },
	{ STYLE_NOTE, 238, -1 }, { STYLE_KEY, 94, -1 },
	{ STYLE_KEY_LABEL, 238, -1 }, { STYLE_KEY_OFF, 249, -1 },
	{ STYLE_K_PROGRAM, 25, -1 }, { STYLE_K_LIBRARY, 19, -1 },
	{ STYLE_K_HEAP, 130, -1 }, { STYLE_K_ANON, 22, -1 },
	{ STYLE_K_STACK, 90, -1 }, { STYLE_K_FILE, 58, -1 },
	{ STYLE_K_SPECIAL, 243, -1 }, { STYLE_K_GUARD, 247, -1 },
	{ STYLE_PG_ABSENT, 248, 254 }, { STYLE_PG_1, 227, 254 },
	{ STYLE_PG_2, 185, 254 }, { STYLE_PG_3, 144, 254 },
	{ STYLE_PG_4, 102, 254 }, { STYLE_PG_5, 243, 254 },
	{ STYLE_PG_6, 24, 254 }, { STYLE_PG_SWAP, 166, 254 },
	{ STYLE_PG_ZERO, 240, 254 }, { STYLE_PG_HUGE, 90, 254 },
	{ STYLE_PG_WRITTEN, 130, 254 }, { STYLE_PG_NEW, 16, 254 },
	{ STYLE_PG_GONE, 166, 254 }, { STYLE_PG_UNKNOWN, 247, -1 },
	{ STYLE_BAR, 25, -1 }, { STYLE_BAR_REST, 250, -1 },
};

/* In the theme with high contrast, normal text is never darker than colour 252.
 * The selection is black on yellow: a bright bar between dark rows. */
static const struct instead contrast_roles[] = {
	{ STYLE_TEXT, 231, 16 }, { STYLE_DIM, 252, 16 },
	{ STYLE_BRIGHT, 231, 16 }, { STYLE_TITLE, 231, 16 },
	{ STYLE_TITLE_FOCUS, 226, 16 }, { STYLE_SEL, 16, 226 },
	{ STYLE_SEL_AWAY, 16, 252 }, { STYLE_ST_RUN, 16, 48 },
	{ STYLE_ST_HELD, 16, 220 }, { STYLE_ST_LIVE, 48, 16 },
	{ STYLE_ST_PAUSED, 16, 219 }, { STYLE_RATE_UP, 220, 16 },
	{ STYLE_RATE_DOWN, 123, 16 }, { STYLE_FL_NEW, 48, 16 },
	{ STYLE_FL_CHG, 226, 16 }, { STYLE_FL_GONE, 216, 16 },
	{ STYLE_WARN, 220, 16 }, { STYLE_ERR, 16, 217 },
	{ STYLE_NOTE, 231, 16 }, { STYLE_KEY, 226, 16 },
	{ STYLE_KEY_LABEL, 231, 16 }, { STYLE_KEY_OFF, 248, 16 },
	{ STYLE_K_PROGRAM, 123, 16 }, { STYLE_K_LIBRARY, 117, 16 },
	{ STYLE_K_HEAP, 220, 16 }, { STYLE_K_ANON, 121, 16 },
	{ STYLE_K_STACK, 219, 16 }, { STYLE_K_FILE, 229, 16 },
	{ STYLE_K_SHM, 216, 16 }, { STYLE_K_SPECIAL, 252, 16 },
	{ STYLE_K_GUARD, 248, 16 }, { STYLE_PG_UNKNOWN, 248, 16 },
	{ STYLE_PG_NONE, 231, 16 }, { STYLE_PG_CURSOR, 231, 16 },
	{ STYLE_BAR, 123, 16 }, { STYLE_BAR_REST, 248, 16 },
};

static const struct {
	const struct instead *v;
	size_t n;
} themes[THEMES] = {
	[THEME_LIGHT] = { light_roles,
			  sizeof light_roles / sizeof *light_roles },
	[THEME_CONTRAST] = { contrast_roles,
			     sizeof contrast_roles / sizeof *contrast_roles },
};

static struct ink role_ink(unsigned role, int colors, enum theme theme)
{
	const struct role_ink *r = &roles[role < STYLE_ROLE_COUNT ? role :
					  STYLE_TEXT];
	struct ink ink = { r->fg, r->bg, r->attrs };

	uint8_t gone = theme == THEME_CONTRAST ? INK_DIM : 0;

	if (colors < 8)
		return (struct ink){ -1, -1, r->mono & (uint8_t)~gone };
	if (colors < 256)
		return (struct ink){ r->fg8, r->bg8,
				     r->attrs8 & (uint8_t)~gone };
	for (size_t i = 0; i < themes[theme].n; i++)
		if (themes[theme].v[i].role == role) {
			ink.fg = themes[theme].v[i].fg;
			ink.bg = themes[theme].v[i].bg;
		}
	return ink;
}

/* Returns the colour of one half of a cell, with that role. */
static int16_t solid(unsigned role, int colors, enum theme theme)
{
	struct ink ink = role_ink(role, colors, theme);

	return role == STYLE_PG_ABSENT && colors >= 256 ? ink.bg : ink.fg;
}

/* Returns the ink of a half block, which needs two colours.  With eight colours
 * only the glyph shows both halves; its colour is that of the upper half's
 * role. */
static struct ink pair_ink(style st, int colors, enum theme theme)
{
	unsigned top = STYLE_PAIR_TOP(st), bottom = STYLE_PAIR_BOTTOM(st);

	if (colors >= 256)
		return (struct ink){ solid(top, colors, theme),
				     solid(bottom, colors, theme), 0 };
	return role_ink(top == STYLE_PG_ABSENT ? bottom : top, colors, theme);
}

/* Returns the nearest of eight colours: red, green and blue are each on if they
 * are above the middle. */
static int16_t of_eight(int color)
{
	int r, g, b, v;

	if (color < 0)
		return -1;
	if (color < 16)
		return (int16_t)(color & 7);
	if (color >= 232) {
		v = color - 232;
		return v < 6 ? BLACK : WHITE;
	}
	v = color - 16;
	r = v / 36;
	g = v / 6 % 6;
	b = v % 6;
	return (int16_t)((r > 2 ? RED : 0) | (g > 2 ? GREEN : 0) |
			 (b > 2 ? BLUE : 0));
}

static struct ink raw_ink(style st, int colors)
{
	unsigned a = STYLE_RAW_ATTRS(st);
	struct ink ink = { -1, -1, 0 };

	if (colors >= 256) {
		ink.fg = (int16_t)STYLE_RAW_FG(st);
		ink.bg = (int16_t)STYLE_RAW_BG(st);
	} else if (colors >= 8) {
		ink.fg = of_eight(STYLE_RAW_FG(st));
		ink.bg = of_eight(STYLE_RAW_BG(st));
	}
	/* The bits of `a` are those of enum output_attr, which event/
	 * defines. */
	ink.attrs = (uint8_t)((a & 1 ? INK_BOLD : 0) |
			      (a & 2 ? INK_UNDERLINE : 0) |
			      (a & 4 ? INK_REVERSE : 0));
	return ink;
}

struct ink theme_ink(style st, int colors, enum theme theme)
{
	struct ink ink;

	if (st & STYLE_RAW_BIT)
		return raw_ink(st, colors);
	if (st & STYLE_PAIR_BIT)
		ink = pair_ink(st, colors, theme);
	else
		ink = role_ink(st & 0xffff, colors, theme);
	if (st & STYLE_REVERSE)
		ink.attrs ^= INK_REVERSE;
	return ink;
}

uint32_t theme_rgb(int color)
{
	static const uint32_t first[16] = {
		0x000000, 0xcd0000, 0x00cd00, 0xcdcd00,
		0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
		0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
		0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
	};
	static const uint32_t steps[6] = { 0, 95, 135, 175, 215, 255 };

	if (color < 0 || color > 255)
		return 0;
	if (color < 16)
		return first[color];
	if (color >= 232)
		return 0x010101u * (8 + 10 * (uint32_t)(color - 232));
	color -= 16;
	return steps[color / 36] << 16 | steps[color / 6 % 6] << 8 |
	       steps[color % 6];
}
