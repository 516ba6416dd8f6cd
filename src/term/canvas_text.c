/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "term/canvas_text.h"

#include <stdint.h>
#include <string.h>

#include "base/vec.h"
#include "term/theme.h"

static const char role_letters[] =
	".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
_Static_assert(STYLE_ROLE_COUNT < sizeof role_letters, "a letter a role");

/* First letter for styles that are not roles, and the number of letters for
 * such styles. */
#define OTHER_FIRST 0x100u
#define OTHER_MAX 256u

struct legend {
	bool role[STYLE_ROLE_COUNT];
	VEC(style) other;
};

void canvas_text(struct str *out, const struct canvas *c)
{
	for (int row = 0; row < c->rows; row++) {
		for (int col = 0; col < c->cols; col++) {
			const struct cell *cell = canvas_at(c, row, col);
			if (cell->width)
				str_adds(out, cell->text);
		}
		str_adds(out, "|\n");
	}
}

static void add_letter(struct str *out, struct legend *l, style st)
{
	size_t i = 0;

	if (st < STYLE_ROLE_COUNT) {
		l->role[st] = true;
		str_addc(out, role_letters[st]);
		return;
	}
	while (i < l->other.n && l->other.v[i] != st)
		i++;
	if (i == l->other.n)
		*vec_push(&l->other) = st;
	unsigned uc = OTHER_FIRST + (unsigned)(i % OTHER_MAX);
	str_addc(out, (char)(0xc0 | uc >> 6));
	str_addc(out, (char)(0x80 | (uc & 0x3f)));
}

static const char *role_name(unsigned role)
{
	return role < STYLE_ROLE_COUNT ? style_role_names[role] : "?";
}

static void add_other(struct str *out, struct legend *l, size_t i)
{
	style st = l->other.v[i];

	add_letter(out, l, st);
	if (st & STYLE_RAW_BIT)
		str_addf(out, " raw fg %d bg %d attrs %u", STYLE_RAW_FG(st),
			 STYLE_RAW_BG(st), (unsigned)STYLE_RAW_ATTRS(st));
	else if (st & STYLE_PAIR_BIT)
		str_addf(out, " %s / %s", role_name(STYLE_PAIR_TOP(st)),
			 role_name(STYLE_PAIR_BOTTOM(st)));
	else
		str_addf(out, " %s", role_name(st & 0xffff));
	if (!(st & STYLE_RAW_BIT) && (st & STYLE_REVERSE))
		str_adds(out, " reversed");
	str_addc(out, '\n');
}

void canvas_styles(struct str *out, const struct canvas *c)
{
	struct legend l = { .other = VEC_INIT };

	for (int row = 0; row < c->rows; row++) {
		for (int col = 0; col < c->cols; col++)
			add_letter(out, &l, canvas_at(c, row, col)->style);
		str_adds(out, "|\n");
	}
	for (size_t i = 1; i < STYLE_ROLE_COUNT; i++)
		if (l.role[i])
			str_addf(out, "%c %s\n", role_letters[i],
				 style_role_names[i]);
	for (size_t i = 0; i < l.other.n; i++)
		add_other(out, &l, i);
	vec_release(&l.other);
}

void canvas_plain(struct str *out, const struct canvas *c)
{
	for (int row = 0; row < c->rows; row++) {
		size_t end = out->len;

		for (int col = 0; col < c->cols; col++) {
			const struct cell *cell = canvas_at(c, row, col);

			if (cell->width)
				str_adds(out, cell->text);
			if (cell->width && strcmp(cell->text, " ") != 0)
				end = out->len;
		}
		out->len = end;
		str_addc(out, '\n');
	}
}

static void add_color(struct str *out, int color, int colors, int base)
{
	if (color < 0)
		return;
	if (colors >= 256)
		str_addf(out, ";%d;5;%d", base + 8, color);
	else
		str_addf(out, ";%d", base + color);
}

static void add_ink(struct str *out, struct ink ink, int colors)
{
	str_adds(out, "\033[0");
	if (ink.attrs & INK_BOLD)
		str_adds(out, ";1");
	if (ink.attrs & INK_DIM)
		str_adds(out, ";2");
	if (ink.attrs & INK_UNDERLINE)
		str_adds(out, ";4");
	if (ink.attrs & INK_REVERSE)
		str_adds(out, ";7");
	add_color(out, ink.fg, colors, 30);
	add_color(out, ink.bg, colors, 40);
	str_addc(out, 'm');
}

static bool same_ink(struct ink a, struct ink b)
{
	return a.fg == b.fg && a.bg == b.bg && a.attrs == b.attrs;
}

void canvas_ansi(struct str *out, const struct canvas *c, int colors,
		 enum theme theme)
{
	const struct ink none = { -1, -1, 0 };

	for (int row = 0; row < c->rows; row++) {
		struct ink now = none;

		for (int col = 0; col < c->cols; col++) {
			const struct cell *cell = canvas_at(c, row, col);
			struct ink ink = theme_ink(cell->style, colors, theme);

			if (!cell->width)
				continue;
			if (!same_ink(ink, now))
				add_ink(out, ink, colors);
			now = ink;
			str_adds(out, cell->text);
		}
		str_adds(out, same_ink(now, none) ? "\n" : "\033[0m\n");
	}
}
