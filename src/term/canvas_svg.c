/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "term/canvas_svg.h"

#include <string.h>
#include <unistr.h>

#include "base/vec.h"
#include "term/glyphs.h"
#include "term/theme.h"

enum { W = 8, H = 16, BASELINE = 12 };

/* Colours that replace the terminal's default colours, which are unknown. */
enum { DARK_FG = 252, DARK_BG = 233, LIGHT_FG = 234, LIGHT_BG = 231 };

/* The shapes, or the pieces of text, that have the same paint. */
struct layer {
	int color;			/* color number, 0..255 */
	int opacity;			/* per cent */
	unsigned attrs;			/* bits of enum ink_attr; only for
					 * text */
	struct str body;
};

/* Layers in order of appearance. */
struct layers {
	struct layer *v;		/* a vector: base/vec.h */
	size_t n, cap;
};

struct svg_drawing {
	const struct canvas *c;
	int colors;
	enum theme theme;
	struct layers grounds, shapes, texts;
};

/* --- layers --------------------------------------------------------------- */

/* Returns the layer with this paint; adds a layer if there is none. */
static struct str *layer(struct layers *in, int color, int opacity,
			 unsigned attrs)
{
	for (size_t i = 0; i < in->n; i++)
		if (in->v[i].color == color && in->v[i].opacity == opacity &&
		    in->v[i].attrs == attrs)
			return &in->v[i].body;
	struct layer *l = vec_push(in);
	*l = (struct layer){ color, opacity, attrs, STR_INIT };
	return &l->body;
}

static void release(struct layers *in)
{
	for (size_t i = 0; i < in->n; i++)
		str_release(&in->v[i].body);
	vec_release(in);
}

/* --- cells ---------------------------------------------------------------- */

/* Paint of a cell: real colours replace default colours, and reversal is
 * applied. */
struct cell_paint {
	int fg, bg;
	unsigned attrs;			/* bits of enum ink_attr, without
					 * INK_REVERSE */
};

static struct cell_paint paint_of(const struct svg_drawing *d, int row, int col)
{
	struct ink ink = theme_ink(canvas_at(d->c, row, col)->style, d->colors,
				   d->theme);
	struct cell_paint p = {
		.fg = ink.fg >= 0 ? ink.fg : d->theme == THEME_LIGHT ? LIGHT_FG : DARK_FG,
		.bg = ink.bg >= 0 ? ink.bg : d->theme == THEME_LIGHT ? LIGHT_BG : DARK_BG,
		.attrs = ink.attrs & ~(unsigned)INK_REVERSE,
	};
	bool cursor = d->c->cursor_visible && d->c->cursor_row == row &&
		      d->c->cursor_col == col;

	if (!(ink.attrs & INK_REVERSE) != !cursor) {
		int fg = p.fg;

		p.fg = p.bg;
		p.bg = fg;
	}
	return p;
}

static bool same_paint(struct cell_paint a, struct cell_paint b)
{
	return a.fg == b.fg && a.bg == b.bg && a.attrs == b.attrs;
}

static bool is_blank(const struct cell *cell)
{
	return !cell->text[0] || !strcmp(cell->text, " ");
}

static void rect(struct str *out, int x, int y, int w, int h)
{
	str_addf(out, "M%d %dh%dv%dh-%dz", x, y, w, h, w);
}

/* Draws the backgrounds of a row; equal neighbouring cells become one
 * rectangle. */
static void draw_ground(struct svg_drawing *d, int row)
{
	int ground = d->theme == THEME_LIGHT ? LIGHT_BG : DARK_BG;

	for (int col = 0, end; col < d->c->cols; col = end) {
		int bg = paint_of(d, row, col).bg;

		for (end = col + 1; end < d->c->cols &&
		     paint_of(d, row, end).bg == bg; end++)
			;
		if (bg != ground)
			rect(layer(&d->grounds, bg, 100, 0), col * W, row * H,
			     (end - col) * W, H);
	}
}

/* --- shapes --------------------------------------------------------------- */

/* Draws lines from the middle of the cell to the edges in g->arms. */
static void draw_arms(struct str *out, const struct glyph *g, int x, int y)
{
	int thick = g->heavy ? 3 : 1, at = g->heavy ? 1 : 0;
	int mx = x + W / 2 - at, my = y + H / 2 - at;
	int left = g->arms & ARM_LEFT ? x : mx;
	int right = g->arms & ARM_RIGHT ? x + W : mx + thick;
	int top = g->arms & ARM_UP ? y : my;
	int bottom = g->arms & ARM_DOWN ? y + H : my + thick;

	if (g->arms & (ARM_LEFT | ARM_RIGHT))
		rect(out, left, my, right - left, thick);
	if (g->arms & (ARM_UP | ARM_DOWN))
		rect(out, mx, top, thick, bottom - top);
}

static void draw_glyph(struct str *out, const struct glyph *g, int x, int y,
		       int cells)
{
	switch (g->shape) {
	case GLYPH_BAR:
		rect(out, x, y + H - g->to * H / 8, cells * W,
		     (g->to - g->from) * H / 8);
		break;
	case GLYPH_SHADE:
		rect(out, x, y, cells * W, H);
		break;
	case GLYPH_LINE:
		for (int i = 0; i < cells; i++)
			draw_arms(out, g, x + i * W, y);
		break;
	case GLYPH_RIGHTWARDS:
		for (int i = 0; i < cells; i++)
			str_addf(out, "M%d %dl6 4l-6 4z", x + i * W + 1,
				 y + 4);
		break;
	case GLYPH_DOWNWARDS:
		for (int i = 0; i < cells; i++)
			str_addf(out, "M%d %dh8l-4 6z", x + i * W, y + 5);
		break;
	}
}

/* Draws the shapes of a row.  Equal neighbours become one shape, so that no gap
 * shows between them. */
static void draw_shapes(struct svg_drawing *d, int row)
{
	const struct canvas *c = d->c;

	for (int col = 0, end; col < c->cols; col = end) {
		const struct cell *cell = canvas_at(c, row, col);
		const struct glyph *g = glyph_of(cell->text);
		struct cell_paint p = paint_of(d, row, col);

		for (end = col + 1; g && end < c->cols &&
		     !strcmp(canvas_at(c, row, end)->text, cell->text) &&
		     same_paint(paint_of(d, row, end), p); end++)
			;
		if (g)
			draw_glyph(layer(&d->shapes, p.fg,
					 g->shape == GLYPH_SHADE ? g->to : 100,
					 0), g, col * W, row * H, end - col);
	}
}

/* --- text ----------------------------------------------------------------- */

/* True if XML can represent the character. */
static bool in_xml(ucs4_t uc)
{
	return uc >= 0x20 && uc != 0xfffe && uc != 0xffff;
}

static void add_xml(struct str *out, const char *s)
{
	const uint8_t *at = (const uint8_t *)s, *end = at + strlen(s);
	ucs4_t uc;
	int n;

	for (; at < end; at += n) {
		n = u8_mbtouc(&uc, at, (size_t)(end - at));
		switch (uc) {
		case '&': str_adds(out, "&amp;"); break;
		case '<': str_adds(out, "&lt;"); break;
		case '>': str_adds(out, "&gt;"); break;
		case 0xfffd: str_adds(out, "\xef\xbf\xbd"); break;
		default:
			if (in_xml(uc))
				str_add(out, at, (size_t)n);
			else
				str_adds(out, "\xef\xbf\xbd");
		}
	}
}

/* True if a piece of text may continue with this cell.  A wide cell is a piece
 * of its own, and two blanks end a piece, as XML collapses them. */
static bool goes_on(const struct svg_drawing *d, int row, int col,
		    struct cell_paint p)
{
	const struct cell *cell = canvas_at(d->c, row, col);

	if (col >= d->c->cols || cell->width != 1 || glyph_of(cell->text) ||
	    !same_paint(paint_of(d, row, col), p))
		return false;
	return !is_blank(cell) || (col + 1 < d->c->cols &&
				   !is_blank(canvas_at(d->c, row, col + 1)) &&
				   goes_on(d, row, col + 1, p));
}

static void draw_piece(struct svg_drawing *d, int row, int col, int end,
		       struct cell_paint p)
{
	struct str *out = layer(&d->texts, p.fg,
				p.attrs & INK_DIM ? 65 : 100, p.attrs);

	str_addf(out, "<text x=\"%d\" y=\"%d\"", col * W, row * H + BASELINE);
	if (end - col > 1)
		str_addf(out, " textLength=\"%d\"", (end - col) * W);
	str_addc(out, '>');
	for (int i = col; i < end; i++)
		add_xml(out, canvas_at(d->c, row, i)->text);
	str_adds(out, "</text>\n");
}

static void draw_text(struct svg_drawing *d, int row)
{
	const struct canvas *c = d->c;

	for (int col = 0, end; col < c->cols; col = end) {
		const struct cell *cell = canvas_at(c, row, col);
		struct cell_paint p = paint_of(d, row, col);

		end = col + (cell->width == 2 ? 2 : 1);
		if (is_blank(cell) || glyph_of(cell->text))
			continue;
		while (cell->width == 1 && goes_on(d, row, end, p))
			end++;
		draw_piece(d, row, col, end, p);
	}
}

/* --- the file ------------------------------------------------------------- */

static void add_fill(struct str *out, int color, int opacity)
{
	str_addf(out, " fill=\"#%06x\"", (unsigned)theme_rgb(color));
	if (opacity < 100)
		str_addf(out, " fill-opacity=\".%02d\"", opacity);
}

static void add_shapes(struct str *out, const struct layers *in)
{
	for (size_t i = 0; i < in->n; i++) {
		const struct layer *l = &in->v[i];

		str_adds(out, "<path");
		add_fill(out, l->color, l->opacity);
		str_addf(out, " d=\"%s\"/>\n", l->body.data);
	}
}

static void add_texts(struct str *out, const struct layers *in)
{
	for (size_t i = 0; i < in->n; i++) {
		const struct layer *l = &in->v[i];

		str_adds(out, "<g");
		add_fill(out, l->color, l->opacity);
		if (l->attrs & INK_BOLD)
			str_adds(out, " font-weight=\"bold\"");
		if (l->attrs & INK_UNDERLINE)
			str_adds(out, " text-decoration=\"underline\"");
		str_addf(out, ">\n%s</g>\n", l->body.data);
	}
}

void canvas_svg(struct str *out, const struct canvas *c, int colors,
		enum theme theme)
{
	struct svg_drawing d = { .c = c, .colors = colors, .theme = theme };
	int w = c->cols * W, h = c->rows * H;

	for (int row = 0; row < c->rows; row++) {
		draw_ground(&d, row);
		draw_shapes(&d, row);
		draw_text(&d, row);
	}
	str_addf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
		 "height=\"%d\" viewBox=\"0 0 %d %d\">\n"
		 "<title>mmtop</title>\n<rect width=\"%d\" height=\"%d\"",
		 w, h, w, h, w, h);
	add_fill(out, theme == THEME_LIGHT ? LIGHT_BG : DARK_BG, 100);
	str_adds(out, "/>\n<g shape-rendering=\"crispEdges\">\n");
	add_shapes(out, &d.grounds);
	add_shapes(out, &d.shapes);
	str_adds(out, "</g>\n<g font-family=\"'DejaVu Sans Mono', 'Liberation "
		 "Mono', Menlo, Consolas, monospace\" font-size=\"13.3\">\n");
	add_texts(out, &d.texts);
	str_adds(out, "</g>\n</svg>\n");
	release(&d.grounds);
	release(&d.shapes);
	release(&d.texts);
}
