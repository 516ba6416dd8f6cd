/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-hot for the picker, with sixty processes. */
#include <config.h>

#include "hot.h"

#include <stdio.h>
#include <string.h>

#include "app/picker/picker.h"
#include "app/screen/screen.h"
#include "screens-harness.h"

#define SECOND UINT64_C(1000000000)
#define NOW (40000 * SECOND)

enum { PROCESSES = 60, FIRST_PID = 1000 };

struct scene {
	struct screen *p;
	struct canvas c;
};

static void take_one(struct screen *p, int i)
{
	struct listed_message m = { .kind = LISTED_ROW };

	m.u.row = (struct listed){
		.pid = FIRST_PID + i, .ppid = 1,
		.start = 100u + (unsigned)i,
		.began_ns = NOW - (uint64_t)(i + 1) * SECOND, .uid = 1000,
		.state = 'S', .threads = 1,
		.rss = (uint64_t)(1 + i * 7 % PROCESSES) << 20,
	};
	snprintf(m.u.row.comm, sizeof m.u.row.comm, "p%d-%c", i, 'a' + i % 26);
	strcpy(m.u.row.user, i % 2 ? "ada" : "zoe");
	picker_take(p, &m);
}

/* Adds all processes except `but`; -1: all. */
static void take_all(struct screen *p, int but)
{
	struct listed_message end = { .kind = LISTED_END };

	for (int i = 0; i < PROCESSES; i++)
		if (i != but)
			take_one(p, i);
	picker_take(p, &end);
}

static void no_request(void *arg, const struct request *req)
{
	(void)arg;
	(void)req;
}

static void begin(struct scene *s, int rows, int cols)
{
	const struct picker_options o = {
		.level = LEVEL_WATCH, .uid = 1000,
	};
	const struct look look = { .utf8 = true, .colors = 256 };

	s->p = screen_new(&look, no_request, NULL);
	picker_start(s->p, &o);
	canvas_init(&s->c, rows, cols);
	screen_time(s->p, NOW);
	take_all(s->p, -1);
	screen_draw(s->p, &s->c);
}

static void end(struct scene *s)
{
	canvas_release(&s->c);
	screen_free(s->p);
}

static void mouse(struct scene *s, enum mouse_op op, int row, int col)
{
	screen_mouse(s->p, &s->c, &(struct mouse){
		.op = op, .button = op == MOUSE_PRESS, .row = row, .col = col,
	});
	screen_draw(s->p, &s->c);
}

static void click(struct scene *s, const struct hot *hot)
{
	mouse(s, MOUSE_PRESS, hot->r.row, hot->r.col);
}

static void key(struct scene *s, uint32_t k)
{
	screen_key(s->p, k);
	screen_draw(s->p, &s->c);
}

/* The nth area of a kind, counted from 0, or NULL. */
static const struct hot *nth(const struct scene *s, enum hot_kind kind, int n)
{
	for (size_t i = 0; i < s->c.hots.n; i++)
		if (s->c.hots.v[i].kind == kind && !n--)
			return &s->c.hots.v[i];
	return NULL;
}

static const struct hot *selected(const struct scene *s)
{
	for (size_t i = 0; i < s->c.hots.n; i++)
		if (s->c.hots.v[i].kind == HOT_ROW &&
		    s->c.hots.v[i].selected)
			return &s->c.hots.v[i];
	return NULL;
}

static const struct hot *entry(const struct scene *s, enum cmd id)
{
	for (size_t i = 0; i < s->c.hots.n; i++)
		if (s->c.hots.v[i].kind == HOT_COMMAND &&
		    s->c.hots.v[i].value == (uint64_t)id)
			return &s->c.hots.v[i];
	return NULL;
}

static bool row_shows(const struct scene *s, int row, const char *text)
{
	struct rect r = { row, 0, 1, s->c.cols };
	struct str all = STR_INIT;
	bool has;

	row_text(&all, &s->c, &r);
	has = strstr(all.data, text);
	str_release(&all);
	return has;
}

/* --- rows, column heads, key bar ------------------------------------------ */

static bool row_ok(struct scene *s, const struct hot hot)
{
	struct str before = STR_INIT, after = STR_INIT;
	struct picker_choice choice;
	const struct hot *now;
	bool ok;

	if (!s->c.cursor_visible)
		key(s, '/');
	row_text(&before, &s->c, &hot.r);
	click(s, &hot);
	row_text(&after, &s->c, &hot.r);
	now = selected(s);
	/* The first click only moves the focus to the list. */
	ok = now && now->r.row == hot.r.row && now->value == hot.value &&
	     now->more == hot.more && s->c.cursor_row == hot.r.row &&
	     !strcmp(before.data, after.data) && !picker_ask(s->p);
	if (ok) {
		click(s, now);
		ok = picker_ask(s->p) == (pid_t)hot.value &&
		     picker_end(s->p, &choice) == PICKER_STAYS &&
		     choice.pid == (pid_t)hot.value;
	}
	if (!ok)
		printf("# row %d: %s is %s\n", hot.r.row, before.data,
		       after.data);
	str_release(&before);
	str_release(&after);
	return ok;
}

static bool head_ok(struct scene *s, const struct hot hot)
{
	static const char *const words[] = {
		"by RSS", "by RSS/s", "by age", "by PID", "by user",
		"by command",
	};
	char title[32], inverted[48];
	struct str text = STR_INIT;
	bool named;

	row_text(&text, &s->c, &hot.r);
	named = strspn(text.data, " ") < text.len;
	str_release(&text);
	snprintf(title, sizeof title, ", %s ", words[hot.value]);
	snprintf(inverted, sizeof inverted, ", %s, reversed ",
		 words[hot.value]);
	/* Starts from another order. */
	key(s, '>');
	click(s, &hot);
	if (row_shows(s, hot.r.row - 1, inverted))
		click(s, &hot);
	if (!named || !row_shows(s, hot.r.row - 1, title))
		return false;
	click(s, &hot);
	return row_shows(s, hot.r.row - 1, inverted);
}

static void everything_at(int rows, int cols, bool heads)
{
	struct scene s;
	struct hot hots[128];
	size_t found[HOT_MESSAGE + 1] = { 0 }, n;
	char name[64];
	bool ok = true;

	begin(&s, rows, cols);
	n = s.c.hots.n < 128 ? s.c.hots.n : 128;
	memcpy(hots, s.c.hots.v, n * sizeof *hots);
	for (size_t i = 0; i < n && ok; i++) {
		found[hots[i].kind]++;
		if (hots[i].kind == HOT_COMMAND && hots[i].value != DO_FIND)
			ok = hots[i].r.row == rows - 1 &&
			     entry_ok(&s.c, &hots[i]);
	}
	for (size_t i = 0; i < n && ok; i++)
		if (hots[i].kind == HOT_ROW)
			ok = row_ok(&s, hots[i]);
	for (size_t i = 0; i < n && ok; i++)
		if (hots[i].kind == HOT_COLUMN)
			ok = head_ok(&s, hots[i]);
	snprintf(name, sizeof name, "picker at %dx%d: every row, head and "
				    "key bar entry reacts", cols, rows);
	golden_ok(ok && found[HOT_ROW] && found[HOT_COMMAND] > 1 &&
		  !found[HOT_COLUMN] == !heads, name);
	end(&s);
}

/* --- other mouse actions -------------------------------------------------- */

static void check_wheel(void)
{
	struct scene s;
	uint64_t first, chosen;

	begin(&s, 24, 80);
	first = nth(&s, HOT_ROW, 0)->value;
	key(&s, '6');
	key(&s, 127);
	for (int i = 0; i < 3; i++)
		mouse(&s, MOUSE_WHEEL_DOWN, 10, 10);
	golden_ok(nth(&s, HOT_ROW, 0)->value != first &&
		  selected(&s) == nth(&s, HOT_ROW, 0) && s.c.cursor_visible,
		  "the wheel scrolls, and the search line keeps the cursor");
	click(&s, nth(&s, HOT_ROW, 5));
	chosen = selected(&s)->value;
	mouse(&s, MOUSE_WHEEL_DOWN, 0, 0);
	golden_ok(selected(&s) == nth(&s, HOT_ROW, 2) &&
		  selected(&s)->value == chosen,
		  "the selection moves with its row while the row is in view");
	for (int i = 0; i < 9; i++)
		mouse(&s, MOUSE_WHEEL_UP, 10, 10);
	golden_ok(nth(&s, HOT_ROW, 0)->value == first,
		  "the wheel scrolls back to the top");
	end(&s);
}

static void check_buttons(void)
{
	struct picker_choice choice;
	struct scene s;

	begin(&s, 24, 80);
	click(&s, entry(&s, DO_LEAVE));
	golden_ok(picker_end(s.p, &choice) == PICKER_STAYS &&
		  row_shows(&s, 23, "does not quit: press Esc"),
		  "a click on Quit does not quit, and names the key that does");
	mouse(&s, MOUSE_PRESS, 23, 5);
	golden_ok(row_shows(&s, 23, "Esc Quit") &&
		  picker_end(s.p, &choice) == PICKER_STAYS,
		  "a click on the message only closes it");
	click(&s, entry(&s, DO_TREE));
	golden_ok(row_shows(&s, 2, "list, by RSS"),
		  "a click on t switches to the list");
	click(&s, nth(&s, HOT_ROW, 3));
	click(&s, entry(&s, DO_FIND));
	golden_ok(s.c.cursor_visible && s.c.cursor_row == 1,
		  "a click on Find moves the cursor to the search line");
	key(&s, '\t');
	click(&s, entry(&s, DO_WATCH_CALLS));
	golden_ok(picker_ask(s.p) > 0 &&
		  picker_end(s.p, &choice) == PICKER_STAYS &&
		  choice.level == LEVEL_CALLS,
		  "a click on C chooses the process at level calls");
	key(&s, KEY_F1_);
	mouse(&s, MOUSE_WHEEL_DOWN, 5, 5);
	golden_ok(row_shows(&s, 2, "Help: Pick") && !nth(&s, HOT_ROW, 0),
		  "help has no clickable rows");
	mouse(&s, MOUSE_PRESS, 23, 1);
	golden_ok(nth(&s, HOT_ROW, 0) && !picker_ask(s.p),
		  "a click only closes the help");
	end(&s);
}

/* Clicks on the row of a process that has exited since it was drawn. */
static void click_exited(void)
{
	struct picker_choice choice;
	struct scene s;
	struct hot hot;

	begin(&s, 24, 80);
	click(&s, nth(&s, HOT_ROW, 3));
	hot = *selected(&s);
	take_all(s.p, (int)hot.value - FIRST_PID);
	click(&s, &hot);
	golden_ok(!picker_ask(s.p) && selected(&s) &&
		  selected(&s)->value != hot.value &&
		  picker_end(s.p, &choice) == PICKER_STAYS,
		  "a click on an exited process opens no other process");
	end(&s);
}

void picker_hot(void)
{
	everything_at(24, 80, true);
	everything_at(40, 120, true);
	everything_at(5, 20, false);
	check_wheel();
	check_buttons();
	click_exited();
}
