/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Colour roles: the meaning of a cell, not its colour.
 *
 * A style is a role, or a pair of page states (STYLE_PAIR), or a pair of xterm
 * colours from the terminal of the traced program (STYLE_RAW).  term/ and the
 * themes map styles to colours.  In monochrome and with 8 colours, no
 * information may depend on colour.
 */
#ifndef UI_KIT_STYLE_H
#define UI_KIT_STYLE_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t style;

/* X(ROLE, name): `name` is the role as text, in a canvas that is stored as text
 * (term/canvas_text.h). */
#define STYLE_ROLES(X) \
	X(TEXT, "text") X(DIM, "dim") X(BRIGHT, "bright") \
	X(TITLE, "title") X(TITLE_FOCUS, "title.focus") \
	X(SEL, "sel") X(SEL_AWAY, "sel.away") \
	X(ST_RUN, "st.run") X(ST_HELD, "st.held") X(ST_ENDED, "st.ended") \
	X(ST_ERR, "st.err") X(ST_LIVE, "st.live") X(ST_PAUSED, "st.paused") \
	X(ST_TYPING, "st.typing") \
	X(RATE_UP, "rate.up") X(RATE_DOWN, "rate.down") \
	X(FL_NEW, "fl.new") X(FL_CHG, "fl.chg") X(FL_GONE, "fl.gone") \
	X(WARN, "warn") X(ERR, "err") X(NOTE, "note") \
	X(KEY, "key") X(KEY_LABEL, "key.label") X(KEY_OFF, "key.off") \
	X(K_PROGRAM, "kind.program") X(K_LIBRARY, "kind.library") \
	X(K_HEAP, "kind.heap") X(K_ANON, "kind.anon") \
	X(K_STACK, "kind.stack") X(K_FILE, "kind.file") \
	X(K_SHM, "kind.shm") X(K_SPECIAL, "kind.special") \
	X(K_GUARD, "kind.guard") X(PERM_WX, "perm.wx") \
	X(PG_ABSENT, "pg.absent") X(PG_1, "pg.1") X(PG_2, "pg.2") \
	X(PG_3, "pg.3") X(PG_4, "pg.4") X(PG_5, "pg.5") X(PG_6, "pg.6") \
	X(PG_SWAP, "pg.swap") X(PG_ZERO, "pg.zero") X(PG_HUGE, "pg.huge") \
	X(PG_WRITTEN, "pg.written") X(PG_NEW, "pg.new") X(PG_GONE, "pg.gone") \
	X(PG_UNKNOWN, "pg.unknown") X(PG_NONE, "pg.none") \
	X(PG_CURSOR, "pg.cursor") X(BAR, "bar") X(BAR_REST, "bar.rest")

enum style_role {
#define X(ROLE, name) STYLE_##ROLE,
	STYLE_ROLES(X)
#undef X
	STYLE_ROLE_COUNT
};

extern const char *const style_role_names[STYLE_ROLE_COUNT];

/* A half-block cell: the PG_* roles of its upper and of its lower half. */
#define STYLE_PAIR_BIT 0x10000u
#define STYLE_PAIR(top, bottom) \
	(STYLE_PAIR_BIT | (style)(top) << 8 | (style)(bottom))
#define STYLE_PAIR_TOP(s) (((s) >> 8) & 0xff)
#define STYLE_PAIR_BOTTOM(s) ((s) & 0xff)
/* Reverses the style, for the cell under the cursor. */
#define STYLE_REVERSE 0x20000u

/* `fg` and `bg` are xterm colours, 0 to 255, or -1 for the default; `attrs` is
 * a mask of enum output_attr. */
#define STYLE_RAW_BIT 0x80000000u
#define STYLE_RAW(fg, bg, attrs) \
	(STYLE_RAW_BIT | (style)((fg) + 1) << 9 | (style)((bg) + 1) | \
	 (style)(attrs) << 20)
#define STYLE_RAW_FG(s) ((int)(((s) >> 9) & 0x1ff) - 1)
#define STYLE_RAW_BG(s) ((int)((s) & 0x1ff) - 1)
#define STYLE_RAW_ATTRS(s) (((s) >> 20) & 0xf)

/* X(THEME, name): `name` is what the user types. */
#define THEME_LIST(X) \
	X(DEFAULT, "default") X(LIGHT, "light") X(MONO, "mono") \
	X(CONTRAST, "high-contrast") X(EIGHT, "8-colour")

enum theme {
#define X(THEME, name) THEME_##THEME,
	THEME_LIST(X)
#undef X
	THEMES
};

/* The names of all themes; the last is followed by NULL. */
extern const char *const theme_names[THEMES + 1];
/* Returns the theme with that name, or THEMES if no theme has it. */
enum theme theme_by_name(const char *name);
/* Returns the number of colours that a theme uses on a terminal with `colors`
 * colours. */
int theme_colors(enum theme theme, int colors);

/* The abilities of the terminal; panes choose glyphs by them. */
struct look {
	bool utf8;		/* can show blocks and line drawing */
	int colors;			/* number of colours in use: 0
					 * (monochrome), 8 or 256 */
	enum theme theme;
};

#endif
