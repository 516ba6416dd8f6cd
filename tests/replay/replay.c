/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Feeds events and keys, compares screens: tests the whole screen without a
 * terminal.
 *
 *	replay [SCRIPT.keys...]		default: every script in tests/replay
 *
 * A script consists of these lines:
 *
 *	new		a new screen, without events
 *	size 80x24	the terminal's size, from here on
 *	look ascii	or utf8, mono, 8, 256: the terminal's capabilities
 *	events FILE	feeds tests/data/FILE
 *	event LINE	feeds one line in the format of tests/support/evtext.h
 *	time 12.4	sets the clock to that second
 *	key n		a key: a character, or Enter, Esc, Tab, Up, Ctrl-C...
 *	keys text	each character of text
 *	mouse WHAT COL ROW	press, release, drag, up, down (the wheel), zoom
 *			and shrink (with Ctrl), right (the right button)
 *	expect NAME	the screen, and the requests to the engine since the
 *			last expect, match tests/replay/golden/NAME.txt
 *	colours NAME	the screen with its colours matches golden/NAME.ans,
 *			which `cat` shows on a terminal of that look
 *	picture NAME	the screen matches doc/screenshots/NAME.svg
 *	leaving no	or yes, kill: whether the user has quit
 *	languages	must come first: the script is run once for each
 *			language of po/LINGUAS, and NAME is LANGUAGE-NAME
 *
 * UPDATE_GOLDEN=1 writes the golden files instead.
 */
#include <config.h>

#include <errno.h>
#include <glob.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistr.h>

#include "../support/evtext.h"
#include "../support/golden.h"
#include "../support/language.h"
#include "app/command/keynames.h"
#include "app/screen/screen.h"
#include "base/str.h"
#include "event/event.h"
#include "model/model.h"
#include "term/canvas_svg.h"
#include "term/canvas_text.h"
#include "ui/kit/command.h"

/* Bytes of memory for past events. */
#define HISTORY (UINT64_C(64) << 20)

struct replay {
	const char *name;		/* of the script */
	const char *language;		/* NULL: English */
	int line;
	struct screen *screen;
	struct look look;
	struct canvas canvas;
	struct str asked;		/* requests since the last expect */
};

static int number, failures;
/* Commands that some script has given, by a key or after `:`. */
static bool given[DOS];

static void result(bool ok, const struct replay *r, const char *what)
{
	printf("%sok %d - %s:%d %s%s%s\n", ok ? "" : "not ", ++number,
	       r->name, r->line, r->language ? r->language : "",
	       r->language ? "-" : "", what);
	fflush(stdout);
	failures += !ok;
}

_Noreturn static void bail(const struct replay *r, const char *why)
{
	printf("Bail out! %s:%d: %s\n", r->name, r->line, why);
	exit(99);
}

/* --- requests of the screen ----------------------------------------------- */

static void on_request(void *arg, const struct request *req)
{
	static const char *const names[REQS] = {
		[REQ_NEXT] = "next", [REQ_CONTINUE] = "continue",
		[REQ_HOLD] = "hold", [REQ_LEVEL] = "level",
		[REQ_DETACH] = "detach", [REQ_ATTACH] = "attach",
		[REQ_CATCH] = "catch", [REQ_UNTIL] = "until", [REQ_FILE] = "file",
		[REQ_FAMILY] = "family", [REQ_TRACK] = "track",
		[REQ_KILL] = "kill", [REQ_SIGNAL] = "signal", [REQ_QUIT] = "quit",
		[REQ_FOCUS] = "focus", [REQ_DETAILS] = "details",
		[REQ_OUTPUT_SIZE] = "output-size", [REQ_INPUT] = "input",
		[REQ_STACK] = "stack", [REQ_CALL_STACK] = "call-stack",
		[REQ_SYMBOL] = "symbol",
		[REQ_SAMPLE] = "sample",
		[REQ_WINDOW] = "window",
		[REQ_MOUSE] = "mouse", [REQ_REFRESH] = "refresh",
		[REQ_CONTENTS] = "contents", [REQ_CAPTURE] = "capture",
		[REQ_HEAP] = "heap", [REQ_HEAP_BLOCKS] = "heap-blocks",
		[REQ_HEAP_INFO] = "heap-info", [REQ_HEAP_PAGES] = "heap-pages",
		[REQ_CGROUP] = "cgroup",
	};
	struct replay *r = arg;

	str_addf(&r->asked, "asked %s pid=%d tid=%d", names[req->op],
		 (int)req->pid, (int)req->tid);
	switch (req->op) {
	case REQ_FOCUS:
		str_addf(&r->asked, " region=%llx pages=%d",
			 (unsigned long long)req->a, (int)req->b);
		break;
	case REQ_HEAP_PAGES:
	case REQ_WINDOW:
		str_addf(&r->asked, " %llx-%llx cell=%u",
			 (unsigned long long)req->a,
			 (unsigned long long)req->b, 1u << req->c);
		break;
	case REQ_MOUSE:
		str_addf(&r->asked, " %d,%d c=%x", (int)req->a, (int)req->b,
			 req->c);
		break;
	case REQ_REFRESH:
		str_addf(&r->asked, " %llu ms",
			 (unsigned long long)(req->a / 1000000));
		break;
	case REQ_SIGNAL:
		str_addf(&r->asked, " signal=%d start=%llu", (int)req->a,
			 (unsigned long long)req->b);
		break;
	case REQ_HEAP:
		str_addf(&r->asked, " %d", (int)req->a);
		break;
	case REQ_HEAP_BLOCKS:
		str_addf(&r->asked, " site=%llu n=%llu",
			 (unsigned long long)req->a,
			 (unsigned long long)req->b);
		break;
	case REQ_CONTENTS:
	case REQ_CAPTURE:
		str_addf(&r->asked, " %llx %llu", (unsigned long long)req->a,
			 (unsigned long long)req->b);
		break;
	case REQ_FAMILY:
	case REQ_FILE:
		str_addf(&r->asked, " region=%llx",
			 (unsigned long long)req->a);
		break;
	case REQ_INPUT:
		str_adds(&r->asked, " bytes=");
		for (uint64_t i = 0; i < req->a; i++)
			str_addf(&r->asked, "%02x",
				 (unsigned char)req->text[i]);
		break;
	case REQ_OUTPUT_SIZE:
		str_addf(&r->asked, " %dx%d", (int)req->b, (int)req->a);
		break;
	case REQ_CATCH:
	case REQ_UNTIL:
		str_addf(&r->asked, " %d %s%s", (int)req->a, req->text,
			 req->b ? ", more" : "");
		break;
	case REQ_NEXT:
	case REQ_LEVEL:
	case REQ_TRACK:
		str_addf(&r->asked, " a=%d", (int)req->a);
		break;
	default:
		break;
	}
	str_addc(&r->asked, '\n');
}

static void on_event(void *arg, const struct event *ev)
{
	struct replay *r = arg;

	screen_event(r->screen, ev);
}

/* --- golden files --------------------------------------------------------- */

/* Compares with a file, or writes it. */
static void compare(struct replay *r, const char *name, const char *path,
		    const struct str *have)
{
	result(golden_same(path, have->data, have->len), r, name);
}

static void expect(struct replay *r, const char *name)
{
	struct str path = STR_INIT, have = STR_INIT;
	char *copied;

	screen_draw(r->screen, &r->canvas);
	canvas_text(&have, &r->canvas);
	str_addf(&have, "cursor %d,%d\n", r->canvas.cursor_row,
		 r->canvas.cursor_col);
	str_add(&have, r->asked.data, r->asked.len);
	str_clear(&r->asked);
	copied = screen_wants_copy(r->screen);
	if (copied) {
		str_addf(&have, "copied %s\n", copied);
		screen_copy_done(r->screen, copied, true);
		free(copied);
	}
	str_adds(&path, "tests/replay/golden/");
	if (r->language)
		str_addf(&path, "%s-", r->language);
	str_addf(&path, "%s.txt", name);
	compare(r, name, path.data, &have);
	str_release(&path);
	str_release(&have);
}

static void colours(struct replay *r, const char *name)
{
	struct str path = STR_INIT, have = STR_INIT;

	screen_draw(r->screen, &r->canvas);
	canvas_ansi(&have, &r->canvas, r->look.colors, false);
	str_addf(&path, "tests/replay/golden/%s.ans", name);
	compare(r, name, path.data, &have);
	str_release(&path);
	str_release(&have);
}

static void picture(struct replay *r, const char *name)
{
	struct str path = STR_INIT, have = STR_INIT;

	screen_draw(r->screen, &r->canvas);
	canvas_svg(&have, &r->canvas, r->look.colors, THEME_DEFAULT);
	str_addf(&path, "doc/screenshots/%s.svg", name);
	compare(r, name, path.data, &have);
	str_release(&path);
	str_release(&have);
}


/* --- the script ----------------------------------------------------------- */

static uint32_t key_of(const struct replay *r, const char *name)
{
	uint32_t key;

	if (!strcmp(name, "Hangup"))
		return KEY_HANGUP_;
	if (!strncmp(name, "Ctrl-", 5) && name[5] && !name[6])
		return KEY_CTRL((uint32_t)name[5]);
	key = key_by_name(name);
	if (key)
		return key;
	if (name[0] && !name[1])
		return (uint32_t)name[0];
	bail(r, "unknown key");
}

static void note_key(uint32_t key)
{
	const struct command *c = command_by_key(key, ON_SCREEN);

	if (c)
		given[c->id] = true;
}

static void note_line(const char *text)
{
	char word[32] = "";
	const struct command *c;

	if (text[0] != ':')
		return;
	snprintf(word, sizeof word, "%.*s", (int)strcspn(text + 1, " "),
		 text + 1);
	c = command_by_name(word, ON_SCREEN);
	if (c)
		given[c->id] = true;
}

/* Fails if no script gives a command: a new command needs a script. */
static void check_given(void)
{
	bool missing = false;

	for (size_t i = 0; i < commands_n; i++) {
		const struct command *c = &commands[i];

		if (given[c->id] || !(c->where & ON_SCREEN) ||
		    !c->key_label[0])
			continue;
		printf("# no script gives %s\n", c->name);
		missing = true;
	}
	printf("%sok %d - every command is given by a script\n",
	       missing ? "not " : "", ++number);
	failures += missing;
}

static void set_size(struct replay *r, const char *arg)
{
	int rows, cols;

	if (sscanf(arg, "%dx%d", &cols, &rows) != 2 || rows < 1 || cols < 1)
		bail(r, "size needs COLSxROWS");
	canvas_release(&r->canvas);
	canvas_init(&r->canvas, rows, cols);
	screen_resize(r->screen, rows, cols);
}

static void set_new(struct replay *r)
{
	screen_free(r->screen);
	r->screen = screen_new(&r->look, on_request, r);
	screen_set_history(r->screen, HISTORY);
	screen_resize(r->screen, r->canvas.rows, r->canvas.cols);
	str_clear(&r->asked);
}

static void set_look(struct replay *r, const char *arg)
{
	if (!strcmp(arg, "ascii"))
		r->look.utf8 = false;
	else if (!strcmp(arg, "utf8"))
		r->look.utf8 = true;
	else if (!strcmp(arg, "mono"))
		r->look.colors = 0;
	else if (!strcmp(arg, "8") || !strcmp(arg, "256"))
		r->look.colors = atoi(arg);
	else
		bail(r, "unknown look");
	screen_set_look(r->screen, &r->look);
}

static void check_leaving(struct replay *r, const char *arg)
{
	bool kill, leaving = screen_leaving(r->screen, &kill);

	result(!strcmp(arg, !leaving ? "no" : kill ? "kill" : "yes"), r,
	       "leaving");
}

static void type(struct replay *r, const char *text)
{
	const uint8_t *at = (const uint8_t *)text;
	ucs4_t uc;

	for (int n; (n = u8_strmbtouc(&uc, at)) > 0; at += n)
		screen_key(r->screen, uc);
	if (*at)
		bail(r, "keys must be UTF-8");
}

/* A mouse event on the current picture. */
static void mouse(struct replay *r, const char *arg)
{
	static const struct { const char *name; struct mouse m; } all[] = {
		{ "press", { .op = MOUSE_PRESS, .button = 1 } },
		{ "right", { .op = MOUSE_PRESS, .button = 3 } },
		{ "drag", { .op = MOUSE_DRAG, .button = 1 } },
		{ "release", { .op = MOUSE_RELEASE, .button = 1 } },
		{ "up", { .op = MOUSE_WHEEL_UP } },
		{ "down", { .op = MOUSE_WHEEL_DOWN } },
		{ "zoom", { .op = MOUSE_WHEEL_UP, .mods = MOUSE_CTRL } },
		{ "shrink", { .op = MOUSE_WHEEL_DOWN, .mods = MOUSE_CTRL } },
	};
	char word[16];
	int col, row;

	if (sscanf(arg, "%15s %d %d", word, &col, &row) != 3)
		bail(r, "mouse needs WHAT COL ROW");
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (!strcmp(all[i].name, word)) {
			struct mouse m = all[i].m;

			m.row = row - 1;
			m.col = col - 1;
			screen_draw(r->screen, &r->canvas);
			screen_mouse(r->screen, &r->canvas, &m);
			return;
		}
	bail(r, "unknown mouse event");
}

static void command(struct replay *r, const char *word, const char *arg)
{
	char *end;
	struct err err = { 0 };

	if (!strcmp(word, "new"))
		set_new(r);
	else if (!strcmp(word, "size"))
		set_size(r, arg);
	else if (!strcmp(word, "look"))
		set_look(r, arg);
	else if (!strcmp(word, "events"))
		evtext_load(arg, on_event, r);
	else if (!strcmp(word, "event")) {
		if (evtext_line(arg, on_event, r, &err) < 0)
			bail(r, err.what);
	} else if (!strcmp(word, "time")) {
		double t = strtod(arg, &end);
		if (*end)
			bail(r, "time needs seconds");
		screen_time(r->screen, (uint64_t)(t * 1e9 + 0.5));
	} else if (!strcmp(word, "key")) {
		note_key(key_of(r, arg));
		screen_key(r->screen, key_of(r, arg));
	} else if (!strcmp(word, "keys")) {
		note_line(arg);
		type(r, arg);
	} else if (!strcmp(word, "mouse")) {
		mouse(r, arg);
	} else if (!strcmp(word, "expect"))
		expect(r, arg);
	else if (!strcmp(word, "colours"))
		colours(r, arg);
	else if (!strcmp(word, "picture"))
		picture(r, arg);
	else if (!strcmp(word, "leaving"))
		check_leaving(r, arg);
	else
		bail(r, "unknown line");
}

static void run_in(const char *path, const char *language);

/* Runs the script once for each language. Returns false if this is already one
 * of these runs: continue. */
static bool in_each_language(const struct replay *r, const char *path)
{
	const char *const *list = languages();

	if (r->language)
		return false;
	if (!*list)
		printf("ok %d - %s # SKIP built without translations\n",
		       ++number, r->name);
	for (; *list; list++)
		run_in(path, *list);
	return true;
}

static void run_in(const char *path, const char *language)
{
	const char *slash = strrchr(path, '/');
	struct replay r = {
		.name = slash ? slash + 1 : path,
		.language = language,
		.look = { .utf8 = true, .colors = 256 },
		.asked = STR_INIT,
	};
	FILE *f = fopen(path, "re");
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;

	if (!f)
		bail(&r, strerror(errno));
	if (!language_speak(language))
		bail(&r, "no catalogue of this language");
	r.screen = screen_new(&r.look, on_request, &r);
	screen_set_history(r.screen, HISTORY);
	canvas_init(&r.canvas, 24, 80);
	while ((n = getline(&line, &cap, f)) >= 0) {
		r.line++;
		while (n && (line[n - 1] == '\n' || line[n - 1] == ' '))
			line[--n] = '\0';
		if (!n || line[0] == '#')
			continue;
		if (!strcmp(line, "languages")) {
			if (in_each_language(&r, path))
				break;
			continue;
		}
		char *arg = line + strcspn(line, " ");
		if (*arg)
			*arg++ = '\0';
		command(&r, line, arg);
	}
	free(line);
	fclose(f);
	screen_free(r.screen);
	canvas_release(&r.canvas);
	str_release(&r.asked);
}

int main(int argc, char **argv)
{
	const char *top = getenv("top_srcdir");
	struct str pattern = STR_INIT;
	glob_t found = { 0 };

	setlocale(LC_ALL, "");
	if (!strstr(setlocale(LC_CTYPE, NULL), "UTF-8"))
		setlocale(LC_CTYPE, "C.UTF-8");
	str_addf(&pattern, "%s/tests/replay/*.keys", top ? top : ".");
	if (argc < 2 && glob(pattern.data, 0, NULL, &found) != 0) {
		printf("Bail out! no %s\n", pattern.data);
		return 99;
	}
	for (int i = 1; i < argc; i++)
		run_in(argv[i], NULL);
	for (size_t i = 0; argc < 2 && i < found.gl_pathc; i++)
		run_in(found.gl_pathv[i], NULL);
	if (argc < 2)
		check_given();
	globfree(&found);
	str_release(&pattern);
	printf("1..%d\n", number);
	return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
