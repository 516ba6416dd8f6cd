/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mouse on a real terminal: clicks, the wheel, a drag. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session.h"

enum { WHEEL_UP = 64, WHEEL_DOWN, DRAG = 32, CTRL = 16 };

/* Clicks on the start of text once it is shown: a picture may be drawn in
 * parts. */
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

/* True if the row with the text has the selection mark. */
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

static void click_regions(struct session *s)
{
	screen_ok(s, session_shows(s, "[heap]"), "regions are listed");
	ok(s->raw && strstr(s->raw, "\033[?1000h") &&
	   strstr(s->raw, "\033[?1006h"), "mmtop enables the mouse");
	screen_ok(s, click_on(s, "[heap]") && marks(s, "[heap]"),
		  "a click selects a row");
	screen_ok(s, click_on(s, "[heap]") &&
		  session_row_shows(s, 2, "2 Pages"),
		  "a second click opens it");
	session_type(s, "\033");
	screen_ok(s, session_row_shows(s, 2, "1 Regions"), "Esc goes back");
	screen_ok(s, click_on(s, "SIZE") &&
		  session_row_shows(s, 2, "by size"),
		  "a click on a column head sorts");
	screen_ok(s, click_on(s, "SIZE") &&
		  session_row_shows(s, 2, "by size, reversed"),
		  "a second click reverses the order");
	screen_ok(s, click_on(s, "ADDRESS") &&
		  session_row_shows(s, 2, "address order"),
		  "a click on another head sorts by it");
	session_type(s, "ggg\033[H");
	screen_ok(s, session_row_shows(s, 2, " 1-"), "the list is not folded");
	session_mouse(s, WHEEL_DOWN, 10, 10, 'M');
	screen_ok(s, session_row_shows(s, 2, " 4-"), "the wheel scrolls down");
	session_mouse(s, WHEEL_UP, 10, 10, 'M');
	screen_ok(s, session_row_shows(s, 2, " 1-"), "the wheel scrolls up");
	session_click(s, 20, 3);
	screen_ok(s, session_hides(s, "3 Calls"),
		  "a click on a title zooms the pane");
	session_click(s, 20, 3);
	screen_ok(s, session_shows(s, "3 Calls"),
		  "a second click shows the other panes again");
}

/* Clicks on an answer to a question. */
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
		  "a click on a key bar entry acts like its key");
	session_type(s, "\033");
	screen_ok(s, session_hides(s, "Help: ") && click_on(s, "d Detach") &&
		  session_row_shows(s, 23, "It runs on.  y Detach  Esc Stay"),
		  "a click on detach asks first");
	screen_ok(s, click_on(s, "y Detach") && answer_by(s, "Esc Stay") &&
		  session_row_shows(s, 23, "q Quit"),
		  "y cannot be clicked, Esc can");
	screen_ok(s, click_on(s, "q Quit") &&
		  session_row_shows(s, 23, "y Kill and quit"),
		  "a click on quit asks first");
	session_answer(s, "\033");
	screen_ok(s, session_row_shows(s, 23, "q Quit"), "Esc stays");
}

/* The heap has 33 pages, one per cell, in one line. */
static void drag_in_map(struct session *s)
{
	session_type(s, ":go heap\r");
	screen_ok(s, session_shows(s, "2 Pages") &&
		  session_shows(s, "cell 1 page"),
		  "the heap's pages are shown");
	session_mouse(s, 0, 20, 5, 'M');
	session_mouse(s, DRAG, 30, 5, 'M');
	session_mouse(s, DRAG, 40, 5, 'M');
	session_mouse(s, 0, 40, 5, 'm');
	screen_ok(s, session_shows(s, "84.0K  21 pages: "),
		  "a drag selects a range");
}

/* While typing, the program gets the mouse events that it requested, in its own
 * coordinates. */
static void click_while_typing(const char *pointed)
{
	struct session s;

	session_start(&s, 50, 160, (const char *[]){ pointed, NULL });
	screen_ok(&s, session_shows(&s, "pointed is ready"),
		  "the program is ready");
	session_click(&s, 90, 10);
	session_type(&s, "T");
	screen_ok(&s, session_shows(&s, "TYPING into"), "typing");
	screen_ok(&s, !session_has(&s, "got "),
		  "the program does not get a click before typing");
	/* The Output pane starts in column 81 (counted from 1), below its title
	 * in row 4. */
	session_mouse(&s, 0, 90, 10, 'M');
	screen_ok(&s, session_shows(&s, "got <0;10;6M"),
		  "the program gets a press");
	session_mouse(&s, DRAG, 92, 11, 'M');
	screen_ok(&s, session_shows(&s, "got <32;12;7M"),
		  "the program gets a drag");
	session_mouse(&s, 0, 92, 11, 'm');
	screen_ok(&s, session_shows(&s, "got <0;12;7m"),
		  "the program gets a release");
	session_mouse(&s, WHEEL_UP, 90, 10, 'M');
	screen_ok(&s, session_shows(&s, "got <64;10;6M"),
		  "the program gets the wheel");
	session_type(&s, "n");
	screen_ok(&s, session_shows(&s, "without"),
		  "the program disables the mouse");
	session_click(&s, 100, 12);
	session_click(&s, 20, 12);
	session_click(&s, 20, 50);
	screen_ok(&s, session_hides(&s, "TYPING into"),
		  "a click on the bar ends typing");
	screen_ok(&s, !session_has(&s, ";20;8"),
		  "the program gets no events after it disabled the mouse");
	session_leave(&s);
	ok(session_end(&s) == 0, "mmtop exits with 0");
	ok(session_restored(&s), "the terminal is restored");
	session_release(&s);
}

static void mouse_is_disabled(const char *talker, const char *how)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ how, talker, NULL });
	screen_ok(&s, session_shows(&s, "[heap]"), how);
	ok(s.raw && !strstr(s.raw, "\033[?1000h"),
	   "%s: the mouse is not enabled", how);
	session_leave(&s);
	ok(session_end(&s) == 0, "%s: mmtop exits with 0", how);
	session_release(&s);
}

/* A terminal without SGR codes: its bytes must not act as keys. */
static void send_old_codes(const char *talker)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	screen_ok(&s, session_shows(&s, "[heap]"),
		  "the screen appears on an old terminal");
	/* A press of the left button in column 81, row 81: "qq". */
	session_type(&s, "\033[M qq");
	session_type(&s, "\033[M 0,");
	session_type(&s, "\033[<0;1;q");
	session_type(&s, "\033[<0;12;99999999M");
	session_type(&s, ":");
	screen_ok(&s, session_row_shows(&s, 23, "Tab complete"),
		  "the bytes of old mouse codes are not keys");
	session_type(&s, "\033");
	screen_ok(&s, session_row_shows(&s, 23, "q Quit"),
		  "mmtop still gets keys");
	session_leave(&s);
	ok(session_end(&s) == 0, "mmtop exits with 0");
	ok(session_restored(&s), "the terminal is restored");
	session_release(&s);
}

/* Chooses and watches a process by clicks alone. */
static void click_in_picker(const char *talker)
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
		  "picker: clicks on a column head and the key bar act");
	session_click(&s, 10, 2);
	session_type(&s, name);
	screen_ok(&s, session_row_shows(&s, 0, "1 matches"),
		  "picker: typed text is searched");
	session_click(&s, 20, 5);
	session_type(&s, "u");
	screen_ok(&s, session_row_shows(&s, 2, "one user's"),
		  "picker: a click moves the focus to the list");
	screen_ok(&s, click_on(&s, "Esc Quit") &&
		  session_row_shows(&s, 23, "A click does not quit"),
		  "picker: no click quits");
	session_click(&s, 20, 5);
	screen_ok(&s, session_row_shows(&s, 0, "RUN"),
		  "picker: a click on the selected row opens it");
	session_leave(&s);
	ok(session_end(&s) == 0, "picker: mmtop exits with 0");
	ok(session_restored(&s), "the terminal is restored");
	session_release(&s);
	run_release(&r);
	free(copy);
}

/* --no-mouse applies to the picker, too. */
static void picker_without_mouse(void)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ "--no-mouse", NULL });
	screen_ok(&s, session_shows(&s, "COMMAND"),
		  "picker, --no-mouse: the screen appears");
	ok(s.raw && !strstr(s.raw, "\033[?1000h"),
	   "picker, --no-mouse: the mouse is not enabled");
	session_type(&s, "\033");
	ok(session_end(&s) == 0, "picker: mmtop exits with 0");
	session_release(&s);
}

int main(void)
{
	char *talker = built("tests/terminal/talker");
	char *pointed = built("tests/terminal/pointed");
	struct session s;

	plan(42 + 7 + 3);
	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	click_regions(&s);
	key_bar(&s);
	drag_in_map(&s);
	session_leave(&s);
	ok(session_end(&s) == 0, "mmtop exits with 0");
	ok(session_restored(&s), "the terminal is restored");
	session_release(&s);
	click_while_typing(pointed);
	mouse_is_disabled(talker, "--no-mouse");
	click_in_picker(talker);
	picker_without_mouse();
	send_old_codes(talker);
	free(talker);
	free(pointed);
	return done();
}
