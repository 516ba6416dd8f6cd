/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws every pane in every size, look, theme and language, from one table, and
 * compares with golden/matrix/:
 *
 *	en-80x24.txt		each pane in full, under its heading
 *	pl-80x24.txt ...	the rows that differ in another language, with
 *				their numbers
 *	ascii-80x24.txt, mono-..., 8-...	for poorer looks
 *	styles-80x24.txt	the role of each cell, once: it is the same in
 *				every theme
 *	themes.txt		the attributes of each role in each theme
 *
 * For all other combinations it checks that no pane draws outside its cells.
 *
 * UPDATE_GOLDEN=1 writes the files instead: review the diff.
 */
#include <config.h>

#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/evtext.h"
#include "../support/golden.h"
#include "../support/language.h"
#include "app/screen/screen.h"
#include "base/str.h"
#include "base/text.h"
#include "term/canvas_text.h"
#include "term/theme.h"
#include "ui/kit/command.h"
#include "ui/pane/pane.h"

#define EVENTS "story.events"
#define AT_NS UINT64_C(12400000000)

enum { SMALL = 1, WIDE = 2, TINY = 4, HUGE = 8 };

static const struct {
	int rows, cols, is;
} sizes[] = { { 24, 80, SMALL }, { 40, 120, WIDE }, { 5, 20, TINY },
	    { 50, 160, WIDE }, { 90, 300, HUGE } };
enum { SIZES = sizeof sizes / sizeof *sizes };

/* The keys that open each pane, and the sizes in which it shares the screen:
 * there, z zooms it. */
static const struct {
	const char *name;
	uint32_t keys[3];
	int shares;
} panes[] = {
	{ "main", { 0 }, 0 },
	{ "regions", { '1' }, SMALL | WIDE | HUGE },
	{ "regions-kind", { '1', 'g' }, SMALL | WIDE | HUGE },
	{ "pages", { '2' }, WIDE | HUGE },
	{ "pages-file", { '2', KEY_ENTER_ }, WIDE | HUGE },
	{ "calls", { '3' }, SMALL | WIDE | HUGE },
	{ "signals", { '4' }, WIDE | HUGE },
	{ "processes", { '5' }, WIDE | HUGE },
	{ "system-pane", { '6' }, 0 },
	{ "output", { '7' }, 0 },
	{ "heap", { '8' }, 0 },
	{ "sources", { '9' }, 0 },
	{ "process", { 'p' }, 0 },
	{ "cgroup", { 'C' }, 0 },
	{ "family", { 'F' }, 0 },
	{ "backtrace", { 'b' }, 0 },
	{ "contents", { 'x' }, 0 },
	{ "setup", { 'S' }, 0 },
	{ "messages", { ':' }, 0 },
	{ "help", { '?' }, 0 },
};
enum { SHOTS = sizeof panes / sizeof *panes };

static const struct {
	const char *name;
	struct look look;
} looks[] = {
	{ "ascii", { .utf8 = false, .colors = 256 } },
	{ "8", { .utf8 = true, .colors = 8, .theme = THEME_EIGHT } },
	{ "mono", { .utf8 = true, .colors = 0, .theme = THEME_MONO } },
};
enum { LOOKS = sizeof looks / sizeof *looks };

static const struct look full = { .utf8 = true, .colors = 256 };
static int number, failures;

static void check(const char *name, struct str *have)
{
	struct str path = STR_INIT;
	bool same;

	str_addf(&path, "tests/replay/golden/matrix/%s.txt", name);
	same = golden_same(path.data, have->data, have->len);
	printf("%sok %d - %s\n", same ? "" : "not ", ++number, name);
	fflush(stdout);
	failures += !same;
	str_release(&path);
	str_release(have);
}

/* --- one pane ------------------------------------------------------------- */

static void no_request(void *arg, const struct request *req)
{
	(void)arg;
	(void)req;
}

static void on_event(void *arg, const struct event *ev)
{
	screen_event(arg, ev);
}

/* Draws between keys: some keys refer to the picture. */
static void go_to(struct screen *s, struct canvas *c, size_t pane)
{
	screen_time(s, AT_NS);
	for (size_t i = 0; i < 3 && panes[pane].keys[i]; i++) {
		screen_draw(s, c);
		screen_key(s, panes[pane].keys[i]);
	}
	if (panes[pane].keys[0] != ':')
		return;
	for (const char *k = panes[pane].name; *k; k++)
		screen_key(s, (uint32_t)*k);
	screen_key(s, KEY_ENTER_);
}

static void draw(struct canvas *c, size_t pane, size_t size,
		 const struct look *look)
{
	struct screen *s = screen_new(look, no_request, NULL);

	canvas_init(c, sizes[size].rows, sizes[size].cols);
	screen_resize(s, sizes[size].rows, sizes[size].cols);
	evtext_load(EVENTS, on_event, s);
	go_to(s, c, pane);
	if (panes[pane].shares & sizes[size].is)
		screen_key(s, 'z');
	screen_draw(s, c);
	screen_free(s);
}

/* --- files of many panes -------------------------------------------------- */

/* Each pane in English on a good terminal. */
static struct str usual[SHOTS];

static void heading(struct str *out, size_t pane)
{
	str_addf(out, "== %s\n", panes[pane].name);
}

static void in_english(size_t size)
{
	struct str have = STR_INIT;
	char name[64];

	for (size_t i = 0; i < SHOTS; i++) {
		struct canvas c;

		draw(&c, i, size, &full);
		str_clear(&usual[i]);
		canvas_text(&usual[i], &c);
		canvas_release(&c);
		heading(&have, i);
		str_add(&have, usual[i].data, usual[i].len);
	}
	snprintf(name, sizeof name, "en-%dx%d", sizes[size].cols,
		 sizes[size].rows);
	check(name, &have);
}

/* Adds the rows of text that differ from `was`, with their numbers. */
static void add_changed(struct str *out, const char *text, const char *was)
{
	for (int row = 0; *text; row++) {
		size_t n = strcspn(text, "\n"), w = strcspn(was, "\n");

		if (n != w || memcmp(text, was, n))
			str_addf(out, "%2d %.*s\n", row, (int)n, text);
		text += n + 1;
		was += w + (was[w] == '\n');
	}
}

static void changed_by(const char *what, size_t size, const struct look *look)
{
	struct str have = STR_INIT, text = STR_INIT;
	char name[64];

	for (size_t i = 0; i < SHOTS; i++) {
		struct canvas c;

		draw(&c, i, size, look);
		str_clear(&text);
		canvas_text(&text, &c);
		canvas_release(&c);
		heading(&have, i);
		add_changed(&have, text.data, usual[i].data);
	}
	str_release(&text);
	snprintf(name, sizeof name, "%s-%dx%d", what, sizes[size].cols,
		 sizes[size].rows);
	check(name, &have);
}

static void styles(size_t size)
{
	struct str have = STR_INIT;
	char name[64];

	for (size_t i = 0; i < SHOTS; i++) {
		struct canvas c;

		draw(&c, i, size, &full);
		heading(&have, i);
		canvas_styles(&have, &c);
		canvas_release(&c);
	}
	snprintf(name, sizeof name, "styles-%dx%d", sizes[size].cols,
		 sizes[size].rows);
	check(name, &have);
}

/* A theme must change no cell and no role, so that the styles above hold for
 * each theme. */
static bool themes_change_roles(void)
{
	bool changed = false;

	for (size_t i = 0; i < SHOTS; i++) {
		struct str want = STR_INIT;
		struct canvas c;

		/* This pane shows the name of the theme. */
		if (!strcmp(panes[i].name, "setup"))
			continue;
		draw(&c, i, 0, &full);
		canvas_text(&want, &c);
		canvas_styles(&want, &c);
		canvas_release(&c);
		for (int t = 0; t < THEMES; t++) {
			struct look look = full;
			struct str have = STR_INIT;

			look.theme = (enum theme)t;
			if (theme_colors(look.theme, 256) != 256)
				continue;	/* it has its own look, drawn
						 * above */
			draw(&c, i, 0, &look);
			canvas_text(&have, &c);
			canvas_styles(&have, &c);
			if (strcmp(have.data, want.data)) {
				printf("# %s, %s\n", panes[i].name,
				       theme_names[t]);
				changed = true;
			}
			canvas_release(&c);
			str_release(&have);
		}
		str_release(&want);
	}
	return changed;
}

static void themes(void)
{
	struct str have = STR_INIT;
	bool changed = themes_change_roles();

	for (int t = 0; t < THEMES; t++) {
		int colors = theme_colors((enum theme)t, 256);

		str_addf(&have, "== %s, %d colours: fg bg, Bold Dim Reverse "
			 "Underlined\n", theme_names[t], colors);
		for (int role = 0; role < STYLE_ROLE_COUNT; role++) {
			struct ink ink = theme_ink((style)role, colors,
						   (enum theme)t);

			str_addf(&have, "%-14s %4d %4d %s%s%s%s\n",
				 style_role_names[role], ink.fg, ink.bg,
				 ink.attrs & INK_BOLD ? "B" : "",
				 ink.attrs & INK_DIM ? "D" : "",
				 ink.attrs & INK_REVERSE ? "R" : "",
				 ink.attrs & INK_UNDERLINE ? "U" : "");
		}
	}
	check("themes", &have);
	printf("%sok %d - a theme changes colours alone\n",
	       changed ? "not " : "", ++number);
	failures += changed;
}

/* --- all combinations ----------------------------------------------------- */

/* Too many for golden files: checks that every pane stays within its cells in
 * every size (these, too), look and language. */
static const struct {
	int rows, cols;
} all_sizes[] = {
	{ 24, 80 }, { 40, 120 }, { 5, 20 }, { 90, 300 }, { 1, 1 }, { 4, 19 },
	{ 6, 21 }, { 10, 39 }, { 12, 40 }, { 23, 79 }, { 25, 81 },
	{ 30, 100 }, { 50, 160 }, { 70, 237 }, { 2, 300 }, { 90, 12 },
};

/* A cell of width 0 must follow a wide cell; no other cell may be empty. */
static bool is_whole(const struct canvas *c, int row, int col, bool ascii)
{
	const struct cell *cell = canvas_at(c, row, col);
	bool behind_wide = col && canvas_at(c, row, col - 1)->width == 2;

	if (!cell->width)
		return behind_wide;
	for (const char *p = cell->text; ascii && *p; p++)
		if ((unsigned char)*p >= 0x80)
			return false;
	return !behind_wide && col + cell->width <= c->cols &&
	       text_valid(cell->text, strlen(cell->text)) &&
	       text_width(cell->text) == cell->width;
}

static bool all_whole(const struct canvas *c, bool ascii, const char *what)
{
	for (int row = 0; row < c->rows; row++)
		for (int col = 0; col < c->cols; col++)
			if (!is_whole(c, row, col, ascii)) {
				printf("# %s, %dx%d: row %d column %d\n", what,
				       c->cols, c->rows, row, col);
				return false;
			}
	return true;
}

static bool whole_in_sizes(struct screen *s, bool ascii, const char *what)
{
	bool whole = true;

	for (size_t i = 0; i < sizeof all_sizes / sizeof *all_sizes; i++) {
		struct canvas c;

		canvas_init(&c, all_sizes[i].rows, all_sizes[i].cols);
		screen_resize(s, c.rows, c.cols);
		screen_draw(s, &c);
		whole &= all_whole(&c, ascii, what);
		canvas_release(&c);
	}
	return whole;
}

/* Draws the pane next to others, then alone. */
static bool pane_is_whole(size_t pane, const struct look *look,
			  const char *language)
{
	struct screen *s = screen_new(look, no_request, NULL);
	bool ascii = !look->utf8, whole;
	struct canvas c;
	char what[64];

	bind_textdomain_codeset(PACKAGE, ascii ? "ASCII" : "UTF-8");
	snprintf(what, sizeof what, "%s, %s, %d colours%s", panes[pane].name,
		 language ? language : "en", look->colors,
		 ascii ? ", ascii" : "");
	canvas_init(&c, sizes[0].rows, sizes[0].cols);
	screen_resize(s, c.rows, c.cols);
	evtext_load(EVENTS, on_event, s);
	go_to(s, &c, pane);
	canvas_release(&c);
	whole = whole_in_sizes(s, ascii, what);
	screen_key(s, 'z');
	whole &= whole_in_sizes(s, ascii, what);
	screen_free(s);
	bind_textdomain_codeset(PACKAGE, "UTF-8");
	return whole;
}

static void everything_is_whole(const char *language)
{
	bool whole = true;

	for (size_t i = 0; i < SHOTS; i++) {
		whole &= pane_is_whole(i, &full, language);
		for (size_t k = 0; k < LOOKS; k++)
			whole &= pane_is_whole(i, &looks[k].look, language);
	}
	printf("%sok %d - %s: every pane, size and look keeps to its cells\n",
	       whole ? "" : "not ", ++number, language ? language : "en");
	failures += !whole;
}

/* Each pane must have been opened, so that a new one cannot be forgotten here.
 * The picker has no events: tests/screens/test-picker opens it. */
static void every_pane(void)
{
	bool missing = false;

	for (int id = 0; id < PANES; id++) {
		bool found = id == PANE_PICKER;

		for (size_t i = 0; i < SHOTS; i++)
			found |= !strcmp(panes[i].name, pane_table[id]->name);
		if (!found)
			printf("# %s is not in the table\n",
			       pane_table[id]->name);
		missing |= !found;
	}
	printf("%sok %d - every pane is in the table\n", missing ? "not " : "",
	       ++number);
	failures += missing;
}

int main(void)
{
	const char *const *list = languages();
	size_t n = 0;

	setlocale(LC_ALL, "");
	if (!strstr(setlocale(LC_CTYPE, NULL), "UTF-8"))
		setlocale(LC_CTYPE, "C.UTF-8");
	while (list[n])
		n++;
	for (size_t i = 0; i < SHOTS; i++)
		usual[i] = (struct str)STR_INIT;
	every_pane();
	for (size_t size = 0; size < SIZES; size++) {
		in_english(size);
		for (size_t i = 0; i < LOOKS && size == 0; i++)
			changed_by(looks[i].name, size, &looks[i].look);
		/* At the largest size every language has enough room. */
		for (size_t i = 0; i < n && sizes[size].is != HUGE; i++) {
			if (!language_speak(list[i])) {
				printf("Bail out! no catalogue of %s\n",
				       list[i]);
				return 99;
			}
			changed_by(list[i], size, &full);
			language_speak(NULL);
		}
	}
	everything_is_whole(NULL);
	for (size_t i = 0; i < n; i++) {
		if (language_speak(list[i]))
			everything_is_whole(list[i]);
		language_speak(NULL);
	}
	styles(0);
	themes();
	for (size_t i = 0; i < SHOTS; i++)
		str_release(&usual[i]);
	printf("1..%d\n", number);
	return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
