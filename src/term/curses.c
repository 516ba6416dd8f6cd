/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "term/curses.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "base/alloc.h"
#include "base/str.h"
#include "late/curses.h"
#include "term/clipboard.h"
#include "term/keys.h"
#include "term/mouse.h"
#include "term/paste.h"
#include "term/rescue.h"
#include "term/theme.h"

/* Maximum number of colour pairs in use at once; no screen needs more. */
#define PAIRS_MAX 4096

struct pair {
	int16_t fg, bg;
};

struct terminal {
	FILE *in, *out;
	SCREEN *screen;
	int fd;
	struct look look;
	int colors;			/* number of colours of the terminal */
	bool fresh;			/* the contents of the terminal are
					 * unknown */
	bool suspended;
	bool has_mouse, mouse;		/* the terminal has a mouse; mouse
					 * reports are on */
	bool pointing;			/* a mouse report is incomplete */
	struct mouse_decoder decoder;
	bool has_paste;			/* the terminal supports mode 2004
					 * (paste), or ignores it */
	struct paste_decoder paste;
	struct pasted pasted;		/* the part of a paste that was read
					 * last */
	struct canvas shown;
	struct pair *pairs;		/* colours of the pairs: pair i + 1 has
					 * pairs[i] */
	int n_pairs, max_pairs;
};

static FILE *open_stream(int fd, const char *mode)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);

	return copy < 0 ? NULL : fdopen(copy, mode);
}

static void release(struct terminal *t)
{
	if (t->screen)
		delscreen(t->screen);
	if (t->in)
		fclose(t->in);
	if (t->out)
		fclose(t->out);
	canvas_release(&t->shown);
	free(t->pairs);
	free(t);
}

static void set_colors(struct terminal *t, bool wanted)
{
	t->colors = 0;
	if (!wanted || !has_colors() || start_color() == ERR)
		return;
	t->colors = COLORS >= 256 ? 256 : COLORS >= 8 ? 8 : 0;
	use_default_colors();
	t->max_pairs = COLOR_PAIRS - 1 < PAIRS_MAX ? COLOR_PAIRS - 1 :
		       PAIRS_MAX;
	if (t->max_pairs < 1)
		t->colors = 0;
	else
		t->pairs = xcalloc((size_t)t->max_pairs, sizeof *t->pairs);
}

/* Writes modes that curses does not handle.  Curses writes to the same
 * descriptor and has no output buffered at this point. */
static void write_modes(struct terminal *t, const char *modes)
{
	fputs(modes, t->out);
	fflush(t->out);
}

static bool terminal_has_mouse(void)
{
	return rescue_capability("kmous") != NULL;
}

/* True if the terminal has control sequences according to ECMA-48: such a
 * terminal ignores unknown modes. */
static bool terminal_has_modes(void)
{
	const char *s = rescue_capability("cup");

	return s && !strncmp(s, "\033[", 2);
}

/* Returns the sequences that switch off every mode that mmtop may have switched
 * on. */
static const char *modes_off(const struct terminal *t)
{
	return !t->has_paste ? t->has_mouse ? MOUSE_OFF : "" :
	       t->has_mouse ? PASTE_OFF MOUSE_OFF : PASTE_OFF;
}

static void switch_modes(struct terminal *t, bool on)
{
	if (t->has_paste)
		write_modes(t, on ? PASTE_ON : PASTE_OFF);
	if (t->mouse)
		write_modes(t, on ? MOUSE_ON : MOUSE_OFF);
}

bool term_copy(struct terminal *t, const char *text)
{
	const char *type = getenv("TERM");
	struct str sequence = STR_INIT;

	/* Older Linux consoles print such a sequence. */
	if (!terminal_has_modes() || !type || !strncmp(type, "linux", 5))
		return false;
	clipboard_copy(&sequence, text);
	write_modes(t, sequence.data);
	str_release(&sequence);
	return true;
}

void term_set_mouse(struct terminal *t, bool on)
{
	if (t->has_mouse && on != t->mouse)
		write_modes(t, on ? MOUSE_ON : MOUSE_OFF);
	t->mouse = t->has_mouse && on;
}

static bool is_utf8(void)
{
	return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

int term_open(struct terminal **out, const struct term_options *opt,
	      struct err *err)
{
	struct terminal *t = xcalloc(1, sizeof *t);
	int r;

	t->fd = opt->out_fd;
	t->in = open_stream(opt->in_fd, "r");
	t->out = open_stream(opt->out_fd, "w");
	canvas_init(&t->shown, 1, 1);
	if (!t->in || !t->out) {
		int e = errno;
		release(t);
		return err_set(err, e, "open the terminal");
	}
	r = LATE_LOAD(curses, err);
	if (r == 0)
		r = rescue_load(err);
	if (r < 0) {
		release(t);
		return r;
	}
	rescue_save(opt->out_fd);
	/* initscr() is not used: on failure it exits, which would leave a
	 * target stopped. */
	t->screen = newterm(NULL, t->out, t->in);
	if (!t->screen) {
		release(t);
		return rescue_unknown_type(err);
	}
	t->has_mouse = terminal_has_mouse();
	t->has_paste = terminal_has_modes();
	rescue_arm(modes_off(t));
	set_escdelay(25);
	raw();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	typeahead(-1);
	keys_define();
	curs_set(0);
	t->look.utf8 = !opt->ascii && is_utf8();
	set_colors(t, opt->color);
	t->look.theme = opt->theme;
	t->look.colors = theme_colors(opt->theme, t->colors);
	rescue_changed();
	t->mouse = t->has_mouse && opt->mouse;
	switch_modes(t, true);
	term_resized(t);
	*out = t;
	return 0;
}

void term_close(struct terminal *t)
{
	if (!t)
		return;
	switch_modes(t, false);
	curs_set(1);
	endwin();
	rescue_disarm();
	release(t);
}

void term_abandon(struct terminal *t)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (!t)
		return;
	/* Let the remaining output of curses go to /dev/null. */
	if (null >= 0) {
		dup2(null, fileno(t->out));
		close(null);
	}
	rescue_disarm();
	endwin();
	release(t);
}

int term_fd(const struct terminal *t)
{
	return fileno(t->out);
}

struct look term_look(const struct terminal *t)
{
	return t->look;
}

void term_set_look(struct terminal *t, enum theme theme, bool ascii)
{
	t->look.utf8 = !ascii && is_utf8();
	t->look.theme = theme;
	t->look.colors = theme_colors(theme, t->colors);
	term_forget(t);
}

void term_size(const struct terminal *t, int *rows, int *cols)
{
	(void)t;
	*rows = LINES;
	*cols = COLS;
}

void term_resized(struct terminal *t)
{
	struct winsize ws;

	if (ioctl(t->fd, TIOCGWINSZ, &ws) == 0 && ws.ws_row && ws.ws_col)
		resize_term(ws.ws_row, ws.ws_col);
	term_forget(t);
}

void term_suspend(struct terminal *t)
{
	switch_modes(t, false);
	curs_set(1);
	endwin();
	rescue_disarm();
	t->suspended = true;
}

void term_resume(struct terminal *t)
{
	/* Save the terminal's settings for the next restore, but not mmtop's
	 * own settings, which a stop may have left active. */
	if (t->suspended)
		rescue_save(t->fd);
	else
		endwin();
	/* If the process is in the background, change the settings first:
	 * SIGTTOU then stops the process before it writes anything. */
	refresh();
	curs_set(0);
	if (t->suspended) {
		rescue_arm(modes_off(t));
		rescue_changed();
	}
	switch_modes(t, true);
	t->suspended = false;
	term_resized(t);
}

void term_forget(struct terminal *t)
{
	t->fresh = true;
}

/* Returns the number of the colour pair for fg and bg.  Returns 0, the
 * terminal's default pair, if all pairs are used. */
static int pair_of(struct terminal *t, int16_t fg, int16_t bg)
{
	if (fg < 0 && bg < 0)
		return 0;
	for (int i = 0; i < t->n_pairs; i++)
		if (t->pairs[i].fg == fg && t->pairs[i].bg == bg)
			return i + 1;
	if (t->n_pairs == t->max_pairs)
		return 0;
	if (init_extended_pair(t->n_pairs + 1, fg, bg) == ERR &&
	    init_pair((short)(t->n_pairs + 1), fg, bg) == ERR)
		return 0;
	t->pairs[t->n_pairs++] = (struct pair){ fg, bg };
	return t->n_pairs;
}

static attr_t attrs_of(const struct ink *ink)
{
	attr_t a = A_NORMAL;

	if (ink->attrs & INK_BOLD)
		a |= A_BOLD;
	if (ink->attrs & INK_DIM)
		a |= A_DIM;
	if (ink->attrs & INK_REVERSE)
		a |= A_REVERSE;
	if (ink->attrs & INK_UNDERLINE)
		a |= A_UNDERLINE;
	return a;
}

static void put_cell(struct terminal *t, int row, int col, const struct cell *cell)
{
	struct ink ink = theme_ink(cell->style, t->look.colors,
				   t->look.theme);
	wchar_t text[CCHARW_MAX + 1];
	cchar_t cc;
	int pair = t->look.colors ? pair_of(t, ink.fg, ink.bg) : 0;

	memset(text, 0, sizeof text);
	if (mbstowcs(text, cell->text, CCHARW_MAX) == (size_t)-1) {
		text[0] = L'?';
		text[1] = L'\0';
	}
	if (!text[0])
		text[0] = L' ';
	if (setcchar(&cc, text, attrs_of(&ink), (short)pair, &pair) == ERR)
		return;
	/* mvadd_wch() returns ERR for the last cell of the screen, but draws
	 * it. */
	mvadd_wch(row, col, &cc);
}

static bool same(const struct cell *a, const struct cell *b, size_t n)
{
	return !memcmp(a, b, n * sizeof *a);
}

static void start_afresh(struct terminal *t, const struct canvas *c)
{
	canvas_release(&t->shown);
	canvas_init(&t->shown, c->rows, c->cols);
	canvas_clear(&t->shown);
	erase();
	clearok(curscr, TRUE);
	t->fresh = false;
}

static void draw_row(struct terminal *t, const struct canvas *c, int row)
{
	size_t at = (size_t)row * (size_t)c->cols, cols = (size_t)c->cols;
	struct cell *old = t->shown.cells + at;
	const struct cell *new = c->cells + at;

	if (same(old, new, cols))
		return;
	for (int col = 0; col < c->cols && col < COLS; col++) {
		if (same(&old[col], &new[col], 1))
			continue;
		old[col] = new[col];
		if (new[col].width)
			put_cell(t, row, col, &new[col]);
	}
}

void term_draw(struct terminal *t, const struct canvas *c)
{
	if (t->fresh || c->rows != t->shown.rows || c->cols != t->shown.cols)
		start_afresh(t, c);
	for (int row = 0; row < c->rows && row < LINES; row++)
		draw_row(t, c, row);
	curs_set(c->cursor_row >= 0 && c->cursor_visible ? 1 : 0);
	if (c->cursor_row >= 0)
		move(c->cursor_row, c->cursor_col);
	refresh();
}

/* Reads the available bytes of a mouse report; returns true when the report is
 * complete.  Reads bytes rather than characters: the bytes of the X10 format
 * are not valid characters. */
static bool point(struct terminal *t, struct mouse *mouse)
{
	while (t->pointing) {
		int ch = getch();

		if (ch == ERR)
			return false;
		/* For byte 127, which means column or row 95, curses returns a
		 * key. */
		if (!t->decoder.sgr && ch == KEY_BACKSPACE)
			ch = 127;
		switch (mouse_byte(&t->decoder, ch, mouse)) {
		case MOUSE_MORE:
			break;
		case MOUSE_DONE:
			t->pointing = false;
			return t->mouse && mouse->op != MOUSE_NONE;
		case MOUSE_BAD:
			t->pointing = false;
			/* A key was pressed in the middle of a report.  A
			 * letter may belong to the report, so it is dropped. */
			if (ch < 32 || ch > 255)
				ungetch(ch);
			break;
		}
	}
	return false;
}

static uint64_t now_ns(void)
{
	struct timespec ts = { 0 };

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* Reads a part of a paste; returns true if there is a part.  Bypasses curses,
 * as curses reads one byte at a time.  Curses has nothing buffered: the last
 * byte that it read was the end of the start marker. */
static bool read_paste(struct terminal *t)
{
	char buf[PASTE_END_BYTES];
	int fd = fileno(t->in), waiting = 0;

	while (t->paste.on && ioctl(fd, FIONREAD, &waiting) == 0 &&
	       waiting > 0) {
		size_t want = paste_wants(&t->paste);
		ssize_t n = read(fd, buf, want < (size_t)waiting ? want :
				 (size_t)waiting);

		if (n <= 0)
			break;
		if (paste_bytes(&t->paste, buf, (size_t)n, now_ns(),
				&t->pasted))
			return true;
	}
	return paste_give_up(&t->paste, now_ns(), &t->pasted);
}

struct pasted term_pasted(const struct terminal *t)
{
	return t->pasted;
}

uint32_t term_key(struct terminal *t, struct mouse *mouse)
{
	wint_t ch;
	bool sgr;

	for (;;) {
		if (point(t, mouse))
			return KEY_MOUSE_;
		if (t->pointing)
			return KEY_NONE_;
		if (read_paste(t))
			return KEY_PASTE_;
		if (t->paste.on)
			return KEY_NONE_;
		switch (get_wch(&ch)) {
		case OK:
			return keys_from_char((uint32_t)ch);
		case KEY_CODE_YES:
			if (keys_paste((int)ch)) {
				paste_begin(&t->paste, now_ns());
				break;
			}
			if (!keys_mouse((int)ch, &sgr))
				return keys_from_curses((int)ch);
			mouse_begin(&t->decoder, sgr);
			t->pointing = true;
			break;
		default:
			return KEY_NONE_;
		}
	}
}
