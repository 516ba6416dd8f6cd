/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "shot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vterm.h>

struct kinds {
	char *of[512];			/* a to z, A to Z, then from U+0100 */
	int n;
};

static void put_letter(FILE *out, int i)
{
	char text[8];

	session_cell(text, (uint32_t)(i < 26 ? 'a' + i : i < 52 ?
				      'A' + i - 26 : 0x100 + i - 52));
	fputs(text, out);
}

static void color_words(FILE *out, const VTermColor *c)
{
	if (VTERM_COLOR_IS_DEFAULT_FG(c) || VTERM_COLOR_IS_DEFAULT_BG(c))
		fprintf(out, "-");
	else if (VTERM_COLOR_IS_INDEXED(c))
		fprintf(out, "%d", c->indexed.idx);
	else
		fprintf(out, "#%02x%02x%02x", c->rgb.red, c->rgb.green,
			c->rgb.blue);
}

/* -1 for the terminal's default colours and attributes, else the number of the
 * kind. */
static int kind_of(struct kinds *k, const VTermScreenCell *cell)
{
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	int i;

	fprintf(f, "fg ");
	color_words(f, &cell->fg);
	fprintf(f, " bg ");
	color_words(f, &cell->bg);
	fprintf(f, "%s%s%s", cell->attrs.bold ? " bold" : "",
		cell->attrs.underline ? " underline" : "",
		cell->attrs.reverse ? " reverse" : "");
	fclose(f);
	for (i = 0; i < k->n && strcmp(k->of[i], text) != 0; i++)
		;
	if (!strcmp(text, "fg - bg -")) {
		free(text);
		return -1;
	}
	if (i < k->n)
		free(text);
	else if (i < (int)(sizeof k->of / sizeof *k->of))
		k->of[k->n++] = text;
	else
		bail("more kinds of cells than letters");
	return i;
}

static void put_row(struct session *s, FILE *out, FILE *under,
		    struct kinds *kinds, int row, int cols)
{
	for (int col = 0; col < cols; col++) {
		VTermScreenCell cell;
		VTermPos pos = { .row = row, .col = col };
		char text[8];
		int kind;

		if (!vterm_screen_get_cell(s->screen, pos, &cell))
			bail("no such cell");
		session_cell(text, cell.chars[0]);
		fputs(text, out);
		kind = kind_of(kinds, &cell);
		if (kind < 0)
			fputc('.', under);
		else
			put_letter(under, kind);
	}
	fputs("|\n", out);
	fputs("|\n", under);
}

char *shot(struct session *s, int from, int to, int cols, size_t *n)
{
	struct kinds kinds = { .n = 0 };
	char *text = NULL, *below = NULL;
	size_t below_n;
	FILE *out = open_memstream(&text, n);
	FILE *under = open_memstream(&below, &below_n);

	for (int row = from; row < to; row++)
		put_row(s, out, under, &kinds, row, cols);
	fclose(under);
	fputs(below, out);
	for (int i = 0; i < kinds.n; i++) {
		put_letter(out, i);
		fprintf(out, " %s\n", kinds.of[i]);
		free(kinds.of[i]);
	}
	fclose(out);
	free(below);
	return text;
}
