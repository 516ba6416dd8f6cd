/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines, `:' and `/', on a real terminal with a live program. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session.h"

/* Types a command line; true if the bottom row shows the answer. */
static bool answers_line(struct session *s, const char *line,
			 const char *answer)
{
	session_type(s, line);
	return session_shows(s, answer);
}

static void command_lines(struct session *s)
{
	session_type(s, ":");
	screen_ok(s, session_row_shows(s, 23, "Tab complete"),
		  ": opens a line");
	session_type(s, "scree\t");
	screen_ok(s, session_row_shows(s, 23, ":screenshot "),
		  "Tab completes the name");
	session_resize(s, 30, 100);
	screen_ok(s, session_row_shows(s, 29, ":screenshot "),
		  "a resize keeps the line");
	session_resize(s, 24, 80);
	screen_ok(s, session_row_shows(s, 23, ":screenshot "),
		  "a second resize keeps the line");
	session_type(s, "\033");
	screen_ok(s, session_row_shows(s, 23, "q Quit"), "Esc closes the line");
	screen_ok(s, answers_line(s, ":go stack\r", "2 Pages") &&
		  session_shows(s, "[stack]"), ":go NAME opens the region");
	screen_ok(s, answers_line(s, ":go 0x1000\r", "Nothing is mapped at"),
		  ":go to an unmapped address shows a message");
	screen_ok(s, answers_line(s, ":go 6\r",
				  "Nothing is mapped at 000000000006"),
		  ":go to a number does not search for names");
	session_type(s, "1/libc");
	screen_ok(s, session_row_shows(s, 23, "1 of "), "/ finds a match");
	session_type(s, "\016");
	screen_ok(s, session_row_shows(s, 23, "2 of "),
		  "Ctrl-N moves to the next match");
	session_type(s, "\r");
	screen_ok(s, session_row_shows(s, 23, "q Quit"),
		  "Enter closes the line at the match");
	screen_ok(s, answers_line(s, ":hodl\r", "Unknown command \"hodl\""),
		  "an unknown command shows a message");
}

/* Returns the contents of the file and removes it; "" if it does not exist. */
static char *take_file(const char *dir, const char *name)
{
	char path[128], *text;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	text = read_file(path, NULL);
	unlink(path);
	return text ? text : calloc(1, 1);
}

static bool ends_with(const char *text, const char *end)
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

static void check_screenshots(struct session *s)
{
	char dir[] = "/tmp/mmtop-words.XXXXXX", path[64];
	struct stat st;
	char *text;

	if (!mkdtemp(dir))
		bail("no folder");
	/* The message ends in a full stop; the typed line does not. */
	screenshot(s, dir, "a.svg");
	screen_ok(s, session_row_shows(s, 23, "/a.svg."),
		  ":screenshot names its file");
	snprintf(path, sizeof path, "%s/a.svg", dir);
	ok(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600,
	   "the file is private to its owner");
	screenshot(s, dir, "a.svg");
	screen_ok(s, session_shows(s, "exists. Choose another name"),
		  ":screenshot does not overwrite a file");
	session_type(s, "\033");
	screen_ok(s, session_row_shows(s, 23, "q Quit"),
		  "Esc shows the key bar again");
	text = take_file(dir, "a.svg");
	ok(!strncmp(text, "<?xml ", 6) && ends_with(text, "</svg>\n") &&
	   strstr(text, "talker") && strstr(text, "#") &&
	   !strstr(text, ":screenshot"),
	   "the picture shows the screen without the command line");
	free(text);
	screenshot(s, dir, "b.txt");
	screen_ok(s, session_row_shows(s, 23, "/b.txt."),
		  ":screenshot writes text");
	text = take_file(dir, "b.txt");
	ok(strstr(text, "1 Regions") && !strchr(text, '\033') &&
	   strstr(text, "q Quit"), "the text has the rows of the screen");
	free(text);
	screenshot(s, dir, "c.ans");
	screen_ok(s, session_row_shows(s, 23, "/c.ans."),
		  ":screenshot writes text with colours");
	text = take_file(dir, "c.ans");
	ok(strstr(text, "1 Regions") && strstr(text, "\033[0;"),
	   "the text has the rows and their colours");
	free(text);
	screenshot(s, dir, "d.png");
	screen_ok(s, session_shows(s, "must end in .svg"),
		  ":screenshot rejects other endings");
	ok(rmdir(dir) == 0, "there are no other files");
}

int main(void)
{
	char *talker = built("tests/terminal/talker");
	struct session s;

	plan(27);
	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	screen_ok(&s, session_shows(&s, "[stack]") ||
		  session_has(&s, "libc"), "regions are listed");
	command_lines(&s);
	check_screenshots(&s);
	screen_ok(&s, answers_line(&s, ":quit\r", "Kill talker"),
		  ":quit asks before quitting");
	session_answer(&s, "y");
	ok(session_end(&s) == 0, "y quits with status 0");
	ok(session_restored(&s), "the terminal is restored");
	session_release(&s);
	free(talker);
	return done();
}
