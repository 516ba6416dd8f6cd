/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is typed at `:` and `/`, on a real terminal and a live program. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session.h"

/* A command line, and what the bottom row says to it. */
static bool says(struct session *s, const char *line, const char *answer)
{
	session_type(s, line);
	return session_shows(s, answer);
}

static void goes(struct session *s)
{
	session_type(s, ":");
	screen_ok(s, session_row_shows(s, 23, "Tab completes"),
		  ": opens a line");
	session_type(s, "scr\t");
	screen_ok(s, session_row_shows(s, 23, ":screenshot "),
		  "Tab completes the name");
	session_resize(s, 30, 100);
	screen_ok(s, session_row_shows(s, 29, ":screenshot "),
		  "a resize leaves the line");
	session_resize(s, 24, 80);
	screen_ok(s, session_row_shows(s, 23, ":screenshot "),
		  "and so does another");
	session_type(s, "\033");
	screen_ok(s, session_row_shows(s, 23, "q Quit"), "Esc leaves it");
	screen_ok(s, says(s, ":go stack\r", "2 Pages") &&
		  session_shows(s, "[stack]"), ":go to a region by its name");
	screen_ok(s, says(s, ":go 0x1000\r", "Nothing is mapped at"),
		  ":go where nothing is");
	screen_ok(s, says(s, ":go 6\r", "Nothing is mapped at 000000000006"),
		  ":go to a number is not to a name that has it");
	session_type(s, "1/libc");
	screen_ok(s, session_row_shows(s, 23, "1 of "), "/ finds");
	session_type(s, "\r");
	screen_ok(s, session_row_shows(s, 23, "2 of "), "Enter goes on");
	session_type(s, "\033");
	screen_ok(s, session_row_shows(s, 23, "q Quit"), "Esc ends it");
	screen_ok(s, says(s, ":hodl\r", "There is no command hodl"),
		  "a word that is none");
}

/* The whole file; "" when there is none. */
static char *contents(const char *dir, const char *name)
{
	char path[128], *text;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	text = read_file(path, NULL);
	unlink(path);
	return text ? text : calloc(1, 1);
}

static bool ends(const char *text, const char *end)
{
	size_t n = strlen(text), e = strlen(end);

	return n >= e && !strcmp(text + n - e, end);
}

static void screenshot(struct session *s, const char *dir, const char *name)
{
	char line[128];

	snprintf(line, sizeof line, ":screenshot %s/%s\r", dir, name);
	session_type(s, line);
}

static void pictures(struct session *s)
{
	char dir[] = "/tmp/mmtop-words.XXXXXX", path[64];
	struct stat st;
	char *text;

	if (!mkdtemp(dir))
		bail("no folder");
	/* With its full stop: the line that was typed has none. */
	screenshot(s, dir, "a.svg");
	screen_ok(s, session_row_shows(s, 23, "/a.svg."),
		  ":screenshot says where");
	snprintf(path, sizeof path, "%s/a.svg", dir);
	ok(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600,
	   "a file for its owner");
	screenshot(s, dir, "a.svg");
	screen_ok(s, session_shows(s, "is there already"),
		  "which is not overwritten");
	session_type(s, "\033");
	screen_ok(s, session_row_shows(s, 23, "q Quit"), "the key bar again");
	text = contents(dir, "a.svg");
	ok(!strncmp(text, "<?xml ", 6) && ends(text, "</svg>\n") &&
	   strstr(text, "talker") && strstr(text, "#") &&
	   !strstr(text, ":screenshot"), "the picture has what was there");
	free(text);
	screenshot(s, dir, "b.txt");
	screen_ok(s, session_row_shows(s, 23, "/b.txt."), "as text");
	text = contents(dir, "b.txt");
	ok(strstr(text, "1 Regions") && !strchr(text, '\033') &&
	   strstr(text, "q Quit"), "which has the rows");
	free(text);
	screenshot(s, dir, "c.ans");
	screen_ok(s, session_row_shows(s, 23, "/c.ans."),
		  "as text with colours");
	text = contents(dir, "c.ans");
	ok(strstr(text, "1 Regions") && strstr(text, "\033[0;"),
	   "which has both");
	free(text);
	screenshot(s, dir, "d.png");
	screen_ok(s, session_shows(s, "ends in .svg"), "no other kind");
	ok(rmdir(dir) == 0, "and no other file");
}

int main(void)
{
	char *talker = built("tests/terminal/talker");
	struct session s;

	plan(27);
	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	screen_ok(&s, session_shows(&s, "[stack]") ||
		  session_has(&s, "libc"), "regions are listed");
	goes(&s);
	pictures(&s);
	screen_ok(&s, says(&s, ":quit\r", "Kill talker"), ":quit asks");
	session_answer(&s, "y");
	ok(session_end(&s) == 0, "y quits");
	ok(session_restored(&s), "the terminal is as it was");
	session_release(&s);
	free(talker);
	return done();
}
