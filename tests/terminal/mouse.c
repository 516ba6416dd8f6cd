/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mouse of a real terminal, as it comes: clicks, the wheel, a drag. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session.h"

enum { WHEEL_UP = 64, WHEEL_DOWN, DRAG = 32, CTRL = 16 };

/* Clicks where text begins, once it is there: a picture may come in parts. */
static bool click_on(struct session *s, const char *text)
{
	int col, row;

	if (!session_shows(s, text))
		return false;
	row = session_find(s, text, &col);
	if (!row)
		return false;
	session_click(s, col, row);
	return true;
}

/* The mark of what is selected is on the row that has text. */
struct marked {
	struct session *s;
	const char *text;
};

static bool is_marked(void *arg)
{
	const struct marked *m = arg;
	int col, row = session_find(m->s, m->text, &col);

	return row && session_row(m->s, row - 1)[0] == '>';
}

static bool marks(struct session *s, const char *text)
{
	struct marked m = { s, text };

	return session_until(s, is_marked, &m);
}

static void regions(struct session *s)
{
	screen_ok(s, session_shows(s, "[heap]"), "regions are listed");
	ok(s->raw && strstr(s->raw, "\033[?1000h") &&
	   strstr(s->raw, "\033[?1006h"), "the terminal is asked for it");
	screen_ok(s, click_on(s, "[heap]") && marks(s, "[heap]"),
		  "a click selects");
	screen_ok(s, click_on(s, "[heap]") &&
		  session_row_shows(s, 2, "2 Pages"), "another one opens");
	session_type(s, "\033");
	screen_ok(s, session_row_shows(s, 2, "1 Regions"), "Esc goes back");
	screen_ok(s, click_on(s, "SIZE") &&
		  session_row_shows(s, 2, "by size"), "a head sorts");
	screen_ok(s, click_on(s, "SIZE") &&
		  session_row_shows(s, 2, "by size, reversed"),
		  "again: the other way round");
	screen_ok(s, click_on(s, "ADDRESS") &&
		  session_row_shows(s, 2, "address order"), "and another");
	session_type(s, "ggg\033[H");
	screen_ok(s, session_row_shows(s, 2, " 1-"), "none folded");
	session_mouse(s, WHEEL_DOWN, 10, 10, 'M');
	screen_ok(s, session_row_shows(s, 2, " 4-"), "the wheel scrolls");
	session_mouse(s, WHEEL_UP, 10, 10, 'M');
	screen_ok(s, session_row_shows(s, 2, " 1-"), "and back");
	session_click(s, 20, 3);
	screen_ok(s, session_hides(s, "3 Calls"), "a title: the pane in full");
	session_click(s, 20, 3);
	screen_ok(s, session_shows(s, "3 Calls"), "and among others");
}

/* A click that answers a question. */
static bool answer_by(struct session *s, const char *text)
{
	int col, row = session_find(s, text, &col);
	char bytes[64];

	snprintf(bytes, sizeof bytes, "\033[<0;%d;%dM\033[<0;%d;%dm", col, row,
		 col, row);
	session_answer(s, bytes);
	return row > 0;
}

static void key_bar(struct session *s)
{
	screen_ok(s, click_on(s, "? ") && session_shows(s, "Help: "),
		  "the key bar is a row of buttons");
	session_type(s, "\033");
	screen_ok(s, session_hides(s, "Help: ") && click_on(s, "d Detach") &&
		  session_row_shows(s, 23, "It runs on.  y Detach  Esc Stay"),
		  "detach asks first");
	screen_ok(s, click_on(s, "y Detach") && answer_by(s, "Esc Stay") &&
		  session_row_shows(s, 23, "q Quit"),
		  "y is a key and no button, Esc is one");
	screen_ok(s, click_on(s, "q Quit") &&
		  session_row_shows(s, 23, "y Kill and quit"), "quit asks");
	session_answer(s, "\033");
	screen_ok(s, session_row_shows(s, 23, "q Quit"), "and Esc stays");
}

/* The heap is 33 pages, a cell each, in one line. */
static void map(struct session *s)
{
	session_type(s, ":go heap\r");
	screen_ok(s, session_shows(s, "2 Pages") &&
		  session_shows(s, "cell 1 page"), "its pages");
	session_mouse(s, 0, 20, 5, 'M');
	session_mouse(s, DRAG, 30, 5, 'M');
	session_mouse(s, DRAG, 40, 5, 'M');
	session_mouse(s, 0, 40, 5, 'm');
	screen_ok(s, session_shows(s, "84.0K  21 pages: "),
		  "a drag selects a range");
}

/* What it asks for it gets while typing, where it is asked for. */
static void typing(const char *pointed)
{
	struct session s;

	session_start(&s, 50, 160, (const char *[]){ pointed, NULL });
	screen_ok(&s, session_shows(&s, "pointed is ready"), "a program");
	session_click(&s, 90, 10);
	session_type(&s, "T");
	screen_ok(&s, session_shows(&s, "TYPING into"), "typing");
	screen_ok(&s, !session_has(&s, "got "),
		  "a click before that was not for it");
	/* Output begins in column 81 (from 1), below its title in row 4. */
	session_mouse(&s, 0, 90, 10, 'M');
	screen_ok(&s, session_shows(&s, "got <0;10;6M"), "it gets a press");
	session_mouse(&s, DRAG, 92, 11, 'M');
	screen_ok(&s, session_shows(&s, "got <32;12;7M"), "a drag");
	session_mouse(&s, 0, 92, 11, 'm');
	screen_ok(&s, session_shows(&s, "got <0;12;7m"), "a release");
	session_mouse(&s, WHEEL_UP, 90, 10, 'M');
	screen_ok(&s, session_shows(&s, "got <64;10;6M"), "the wheel");
	session_type(&s, "n");
	screen_ok(&s, session_shows(&s, "without"), "it wants no more");
	session_click(&s, 100, 12);
	session_click(&s, 20, 12);
	session_click(&s, 20, 50);
	screen_ok(&s, session_hides(&s, "TYPING into"),
		  "the bar is the way back");
	screen_ok(&s, !session_has(&s, ";20;8"),
		  "what it did not ask for it did not get");
	session_leave(&s);
	ok(session_end(&s) == 0, "it ends");
	ok(session_restored(&s), "the terminal is as it was");
	session_release(&s);
}

static void without(const char *talker, const char *how)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ how, talker, NULL });
	screen_ok(&s, session_shows(&s, "[heap]"), how);
	ok(s.raw && !strstr(s.raw, "\033[?1000h"), "%s: not asked for", how);
	session_leave(&s);
	ok(session_end(&s) == 0, "%s: it ends", how);
	session_release(&s);
}

/* A terminal that has never heard of SGR codes; no byte is a command. */
static void old_form(const char *talker)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	screen_ok(&s, session_shows(&s, "[heap]"), "an old terminal");
	/* A press of the left button in column 81, row 81: "qq". */
	session_type(&s, "\033[M qq");
	session_type(&s, "\033[M 0,");
	session_type(&s, "\033[<0;1;q");
	session_type(&s, "\033[<0;12;99999999M");
	session_type(&s, ":");
	screen_ok(&s, session_row_shows(&s, 23, "Tab completes"),
		  "its letters are no keys");
	session_type(&s, "\033");
	screen_ok(&s, session_row_shows(&s, 23, "q Quit"), "and no harm");
	session_leave(&s);
	ok(session_end(&s) == 0, "it ends");
	ok(session_restored(&s), "the terminal is as it was");
	session_release(&s);
}

/* A process is chosen, and watched, by clicks alone. */
static void picker(const char *talker)
{
	char name[32], *copy;
	struct session s;
	struct run r;

	snprintf(name, sizeof name, "ut%d", (int)getpid());
	copy = copy_of(talker, name, 0755);
	run_start(&r, (char *[]){ copy, NULL });
	session_start(&s, 24, 80, (const char *[]){ NULL });
	screen_ok(&s, session_shows(&s, "COMMAND") && click_on(&s, "AGE") &&
		  session_row_shows(&s, 2, "by age") &&
		  click_on(&s, "t Tree") &&
		  session_row_shows(&s, 2, "list, by age"),
		  "picker: a head sorts, the key bar is one");
	session_click(&s, 10, 2);
	session_type(&s, name);
	screen_ok(&s, session_row_shows(&s, 0, "1 matches"),
		  "picker: what is typed is found");
	session_click(&s, 20, 5);
	session_type(&s, "u");
	screen_ok(&s, session_row_shows(&s, 2, "one user's"),
		  "picker: a click gives the keys to the list");
	screen_ok(&s, click_on(&s, "Esc Quit") &&
		  session_row_shows(&s, 23, "A click does not leave"),
		  "picker: no click leaves");
	session_click(&s, 20, 5);
	screen_ok(&s, session_row_shows(&s, 0, "RUN"),
		  "picker: what is selected is opened");
	session_leave(&s);
	ok(session_end(&s) == 0, "picker: it ends");
	ok(session_restored(&s), "the terminal is as it was");
	session_release(&s);
	run_release(&r);
	free(copy);
}

/* --no-mouse is the picker's as well. */
static void picker_without(void)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ "--no-mouse", NULL });
	screen_ok(&s, session_shows(&s, "COMMAND"), "picker, --no-mouse");
	ok(s.raw && !strstr(s.raw, "\033[?1000h"), "picker: not asked for");
	session_type(&s, "\033");
	ok(session_end(&s) == 0, "picker: it ends");
	session_release(&s);
}

int main(void)
{
	char *talker = built("tests/terminal/talker");
	char *pointed = built("tests/terminal/pointed");
	struct session s;

	plan(42 + 7 + 3);
	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	regions(&s);
	key_bar(&s);
	map(&s);
	session_leave(&s);
	ok(session_end(&s) == 0, "it ends");
	ok(session_restored(&s), "the terminal is as it was");
	session_release(&s);
	typing(pointed);
	without(talker, "--no-mouse");
	picker(talker);
	picker_without();
	old_form(talker);
	free(talker);
	free(pointed);
	return done();
}
