/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pages in every paint, the whole address space, a file and the fork family, on
 * terminals of each kind and size: characters, colours and attributes match
 * golden/terms-NAME-COLSxROWS.txt. tests/terminal/painter draws recorded events
 * through curses and terminfo.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/golden.h"
#include "session.h"
#include "shot.h"

static const struct kind {
	const char *name, *term, *option;
} kinds[] = {
	{ "xterm-256color", "xterm-256color", "" },
	{ "xterm", "xterm", "" },
	/* The font of a console is limited: see fullscreen_plain(), and
	 * looks.c. */
	{ "linux", "linux", "--ascii" },
	{ "vt100", "vt100", "" },
	{ "mono", "xterm-256color", "--mono" },
	{ "ascii", "xterm-256color", "--ascii" },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

enum { SMALL = 1, WIDE = 2, HUGE = 4 };

static const struct {
	int rows, cols, is;
} sizes[] = { { 24, 80, SMALL }, { 40, 120, WIDE }, { 70, 237, HUGE } };
enum { SIZES = sizeof sizes / sizeof *sizes };

/* The keys lead from one picture to the next. */
static const struct {
	const char *name, *keys, *shows;
	int in;
} shots[] = {
	{ "presence", "2z:go 7f1c40000000\r", "presence",
	  SMALL | WIDE | HUGE },
	{ "age", "v", "change age", SMALL | WIDE },
	{ "writes", "v", "writes", SMALL },
	{ "sharing", "v", "sharing", SMALL },
	{ "faults", "v", "faults", SMALL | WIDE },
	{ "state", "v", "state", SMALL | WIDE },
	{ "space", "vva", "whole address space", SMALL | WIDE | HUGE },
	{ "file", "a:go 7f1c81400000\r\r", "file /srv/data",
	  SMALL | WIDE | HUGE },
	{ "family", "\033\033[D:go 7f1c40000000\rF", "Fork family",
	  SMALL | WIDE | HUGE },
};
enum { SHOTS = sizeof shots / sizeof *shots };

/* Without the blanks at the end of text rows, and without the dots at the end
 * of attribute rows. */
static void add_compact(FILE *out, const char *text, int rows)
{
	for (int row = 0; *text; row++) {
		size_t n = strcspn(text, "\n"), end = n;
		char blank = row < rows ? ' ' : '.';

		if (row < 2 * rows && end && text[end - 1] == '|')
			for (end--; end && text[end - 1] == blank; end--)
				;
		fprintf(out, "%.*s\n", (int)end, text);
		text += n + (text[n] == '\n');
	}
}

struct drawn {
	struct session *s;
	char mark[32];			/* the title that painter.c sets */
};

static bool is_drawn(void *arg)
{
	const struct drawn *d = arg;

	return d->s->raw && strstr(d->s->raw, d->mark);
}

static void add_shot(struct session *s, size_t i, int size, FILE *out)
{
	struct drawn d = { .s = s };
	char *text;
	size_t n;

	snprintf(d.mark, sizeof d.mark, "]2;drawn %d\007", (int)i + 1);
	session_type(s, shots[i].keys);
	session_type(s, "\036");
	screen_ok(s, session_until(s, is_drawn, &d) &&
		  session_has(s, shots[i].shows), shots[i].name);
	if (!(shots[i].in & sizes[size].is))
		return;
	text = shot(s, 0, s->rows, s->cols, &n);
	fprintf(out, "== %s\n", shots[i].name);
	add_compact(out, text, s->rows);
	free(text);
}

static void check(const struct kind *k, int size)
{
	int rows = sizes[size].rows, cols = sizes[size].cols;
	struct session s;
	char path[96], *text = NULL;
	FILE *out;
	size_t n;

	snprintf(path, sizeof path, "tests/terminal/golden/terms-%s-%dx%d.txt",
		 k->name, cols, rows);
	setenv("TEST_TERM", k->term, 1);
	session_start(&s, rows, cols, (const char *[]){ k->option, NULL });
	out = open_memstream(&text, &n);
	for (size_t i = 0; i < SHOTS; i++)
		add_shot(&s, i, size, out);
	fclose(out);
	ok(golden_same(path, text, n),
	   "%s %dx%d matches its golden file", k->name, cols,
	   rows);
	free(text);
	session_type(&s, "\035");
	ok(session_end(&s) == 0, "left");
	session_release(&s);
}

int main(void)
{
	char *painter = built("tests/terminal/painter");

	plan(KINDS * SIZES * (SHOTS + 2));
	setenv("MMTOP", painter, 1);
	for (size_t i = 0; i < KINDS; i++)
		for (int size = 0; size < SIZES; size++)
			check(&kinds[i], size);
	free(painter);
	return done();
}
