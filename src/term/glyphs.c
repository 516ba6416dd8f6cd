/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "term/glyphs.h"

#include <stddef.h>
#include <string.h>

#define BAR(text, from, to) { text, GLYPH_BAR, from, to, 0, false }
#define SHADE(text, part) { text, GLYPH_SHADE, 0, part, 0, false }
#define LINE(text, arms, heavy) { text, GLYPH_LINE, 0, 0, arms, heavy }
#define L ARM_LEFT
#define R ARM_RIGHT
#define U ARM_UP
#define D ARM_DOWN

static const struct glyph glyphs[] = {
	BAR("█", 0, 8), BAR("▀", 4, 8), BAR("▄", 0, 4),
	BAR("▁", 0, 1), BAR("▂", 0, 2), BAR("▃", 0, 3), BAR("▅", 0, 5),
	BAR("▆", 0, 6), BAR("▇", 0, 7),
	SHADE("░", 25), SHADE("▒", 50), SHADE("▓", 75),
	LINE("─", L | R, false), LINE("━", L | R, true),
	LINE("│", U | D, false), LINE("┃", U | D, true),
	LINE("├", U | D | R, false), LINE("┤", U | D | L, false),
	LINE("┬", L | R | D, false), LINE("┴", L | R | U, false),
	LINE("┼", L | R | U | D, false), LINE("└", U | R, false),
	LINE("┌", D | R, false), LINE("┐", D | L, false),
	LINE("┘", U | L, false),
	{ "▸", GLYPH_RIGHTWARDS, 0, 0, 0, false },
	{ "▾", GLYPH_DOWNWARDS, 0, 0, 0, false },
};

const struct glyph *glyph_of(const char *text)
{
	/* All glyphs are characters from U+2500 to U+25FF, so their first byte
	 * is 0xe2. */
	if ((unsigned char)text[0] != 0xe2)
		return NULL;
	for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
		if (!strcmp(glyphs[i].text, text))
			return &glyphs[i];
	return NULL;
}
