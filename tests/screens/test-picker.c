/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choosing a process, in pictures: what is shown, and what keys do. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "screens-harness.h"

#include "../support/language.h"
#include "app/picker/picker.h"
#include "app/screen/screen.h"
#include "base/str.h"
#include "base/fmt.h"
#include "term/canvas_text.h"
#include "ui/kit/command.h"

#define K UINT64_C(1024)
#define MIB (K * K)
#define G (MIB * K)
#define S UINT64_C(1000000000)
/* Since the machine began, where the story is. */
#define NOW (400000 * S)

/* --- the machine of the story ------------------------------------------------- */

static const struct person {
	pid_t pid, ppid;
	uid_t uid;
	const char *user, *comm, *command;
	uint64_t rss, grows, pss, age_s;
	uint64_t used, max;
	enum refusal_why why;
	char state;
	bool kthread;
	uint64_t threads;
} people[] = {
	{ 1, 0, 0, "root", "systemd", "/sbin/init", 12 * MIB, 0, EV_UNKNOWN,
	  399990, 40 * MIB, EV_UNKNOWN, REFUSED_INIT, 'S', false, 1 },
	{ 2, 0, 0, "root", "kthreadd", NULL, EV_UNKNOWN, 0, EV_UNKNOWN,
	  399990, EV_UNKNOWN, EV_UNKNOWN, REFUSED_KTHREAD, 'S', true, 1 },
	{ 17, 2, 0, "root", "ksoftirqd/0", NULL, EV_UNKNOWN, 0, EV_UNKNOWN,
	  399990, EV_UNKNOWN, EV_UNKNOWN, REFUSED_KTHREAD, 'S', true, 1 },
	{ 812, 1, 0, "root", "systemd", "systemd --switched-root --user",
	  4300000, 0, EV_UNKNOWN, 273600, 40 * MIB, EV_UNKNOWN,
	  REFUSED_OTHER_USER, 'S', false, 1 },
	{ 1944, 812, 104, "redis", "redis-server", "redis-server *:6379",
	  618 * MIB, 112 * K, 617 * MIB, 273600, 618 * MIB, G,
	  REFUSED_TRACED, 't', false, 5 },
	{ 1960, 812, 104, "redis", "redis-server", "redis-server *:6380",
	  2365 * MIB, 4116 * K, 2365 * MIB, 273600, 2355 * MIB,
	  2560 * MIB, REFUSED_NOT, 'S', false, 5 },
	{ 2207, 1960, 104, "redis", "redis-rdb-bgsave",
	  "redis-rdb-bgsave *:6380", 1208 * MIB, 39000 * K, 604 * MIB, 11,
	  2355 * MIB, 2560 * MIB, REFUSED_NOT, 'R', false, 1 },
	{ 2310, 812, 1000, "ada", "gdb", "gdb -p 1944", 212 * MIB, 0,
	  200 * MIB, 160, 212 * MIB, EV_UNKNOWN, REFUSED_OTHER_USER, 'S',
	  false, 3 },
	{ 4194303, 1, 1000, "ada-with-a-long-name", "evil",
	  "\033]0;pwned\007 \342\200\256evil \xff\xfe \346\274\242\345\255\227",
	  9 * MIB, 0, EV_UNKNOWN, 9000, 212 * MIB, EV_UNKNOWN,
	  REFUSED_YAMA, 'S', false, 1 },
};

static uint64_t start_of(const struct person *k)
{
	return (NOW / S - k->age_s) * 100;
}

static void take_row(struct screen *p, const struct person *k, uint64_t rss)
{
	struct listed_message m = { .kind = LISTED_ROW };

	m.u.row = (struct listed){
		.pid = k->pid, .ppid = k->ppid, .start = start_of(k),
		.began_ns = NOW - k->age_s * S, .uid = k->uid,
		.state = k->state, .kthread = k->kthread,
		.threads = k->threads, .rss = rss,
		.swap = k->kthread ? EV_UNKNOWN : 0,
	};
	strcpy(m.u.row.comm, k->comm);
	strcpy(m.u.row.user, k->user);
	picker_take(p, &m);
}

static void take_command(struct screen *p, const struct person *k)
{
	struct listed_message m = { .kind = LISTED_COMMAND };

	if (!k->command)
		return;
	m.u.command.pid = k->pid;
	m.u.command.start = start_of(k);
	m.u.command.n = strlen(k->command);
	memcpy(m.u.command.text, k->command, strlen(k->command));
	picker_take(p, &m);
}

static void take_more(struct screen *p, const struct person *k, bool asked)
{
	struct listed_message m = { .kind = LISTED_MORE };
	bool other = k->why == REFUSED_OTHER_USER;

	m.u.more = (struct listed_more){
		.pid = k->pid, .start = start_of(k), .asked = asked,
		.rss = k->rss, .pss = k->pss,
		.pss_why = k->kthread ? LISTED_NO_MEMORY :
			   k->pss == EV_UNKNOWN ? LISTED_FORBIDDEN :
						  LISTED_KNOWN,
		.cgroup_used = k->used, .cgroup_max = k->max,
		.probed = true, .maps = !other, .pagemap = !other, .faults = true,
	};
	m.u.more.refusal = (struct refusal){
		.why = k->why, .pid = k->pid, .uid = 4242, .value = 1,
		.other = k->why == REFUSED_TRACED ? 2310 : 0,
	};
	strcpy(m.u.more.refusal.name, k->comm);
	if (k->why == REFUSED_TRACED)
		strcpy(m.u.more.refusal.other_name, "gdb");
	picker_take(p, &m);
}

static void walk(struct screen *p, int last, bool hidden)
{
	struct listed_message m = { .kind = LISTED_END };

	m.u.end.hidden = hidden;
	for (int seconds = 2; seconds >= 0; seconds -= 2) {
		screen_time(p, NOW - (uint64_t)seconds * S);
		for (int i = 0; i < last; i++)
			take_row(p, &people[i], people[i].rss == EV_UNKNOWN ?
				 EV_UNKNOWN : people[i].rss -
				 people[i].grows * (uint64_t)seconds);
		for (int i = 0; i < last; i++)
			take_command(p, &people[i]);
		picker_take(p, &m);
	}
	for (int i = 0; i < last; i++)
		take_more(p, &people[i], false);
}

enum { EVERYBODY = sizeof people / sizeof *people };

/* --- pictures ----------------------------------------------------------------------- */

struct scene {
	struct screen *p;
	struct canvas c;
};

static void no_request(void *arg, const struct request *req)
{
	(void)arg;
	(void)req;
}

static void begin(struct scene *s, int rows, int cols, bool ascii)
{
	const struct picker_options o = {
		.level = LEVEL_WATCH, .follow = true, .uid = 104,
	};
	const struct look look = { .utf8 = !ascii, .colors = ascii ? 0 : 256 };

	s->p = screen_new(&look, no_request, NULL);
	picker_start(s->p, &o);
	canvas_init(&s->c, rows, cols);
}

static void draw(struct scene *s)
{
	screen_draw(s->p, &s->c);
}

static void keys(struct scene *s, const char *bytes)
{
	for (; *bytes; bytes++) {
		screen_key(s->p, *bytes == '\n' ? KEY_ENTER_ :
				 (unsigned char)*bytes);
		draw(s);
	}
}

static void picture(struct scene *s, const char *name)
{
	draw(s);
	golden_check(name, &s->c);
	canvas_release(&s->c);
	screen_free(s->p);
}

static void sizes(void)
{
	static const struct { const char *name; int rows, cols; bool ascii; }
	all[] = {
		{ "picker-80x24", 24, 80, false },
		{ "picker-120x40", 40, 120, false },
		{ "picker-20x5", 5, 20, false },
		{ "picker-50x12", 12, 50, false },
		{ "picker-ascii-80x24", 24, 80, true },
		{ "picker-small-19x4", 4, 19, false },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct scene s;

		begin(&s, all[i].rows, all[i].cols, all[i].ascii);
		walk(s.p, EVERYBODY, false);
		picture(&s, all[i].name);
	}
}

/* The screen of SCREENS 1.f: what is typed is found at once. */
static void finds(void)
{
	struct scene s;

	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "redis");
	picture(&s, "picker-find-80x24");
	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "xyzzy");
	picture(&s, "picker-none-80x24");
}

/* Why not, in words, and x at once. */
static void refusals(void)
{
	static const struct { const char *find, *name; } all[] = {
		{ "1944", "picker-traced-80x24" },
		{ "ksoft", "picker-kthread-80x24" },
		{ "evil", "picker-hostile-80x24" },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct scene s;

		begin(&s, 24, 80, false);
		walk(s.p, EVERYBODY, false);
		keys(&s, all[i].find);
		picture(&s, all[i].name);
	}
}

/* In each language all of it has its place. */
static void speaks(void)
{
	for (const char *const *list = languages(); *list; list++) {
		char name[32];
		struct scene s;

		language_speak(*list);
		begin(&s, 24, 80, false);
		walk(s.p, EVERYBODY, false);
		keys(&s, "redis");
		snprintf(name, sizeof name, "picker-%s-80x24", *list);
		picture(&s, name);
	}
	language_speak(NULL);
}

static int count_languages(void)
{
	int n = 0;

	while (languages()[n])
		n++;
	return n;
}

static void lists(void)
{
	struct scene s;

	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "\tt>u");
	picture(&s, "picker-list-80x24");
	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, true);
	keys(&s, "\t?");
	picture(&s, "picker-help-80x24");
	begin(&s, 24, 80, false);
	picture(&s, "picker-empty-80x24");
}

/* Every command that it has, with its key, is in its help. */
static void helps(void)
{
	bool ok = true;
	struct str text = STR_INIT;
	struct scene s;

	begin(&s, 24, 80, false);
	keys(&s, "\t?");
	draw(&s);
	canvas_text(&text, &s.c);
	for (size_t i = 0; i < commands_n; i++) {
		const struct command *cmd = &commands[i];

		if (!(cmd->where & ON_PICKER) || !cmd->key_label[0])
			continue;
		if (!text.data || !strstr(text.data, cmd->help)) {
			printf("# %s is not in its help\n", cmd->name);
			ok = false;
		}
	}
	golden_ok(ok, "every command of the picker is in its help");
	str_release(&text);
	canvas_release(&s.c);
	screen_free(s.p);
}

/* --- what keys do --------------------------------------------------------------------- */

static void letters_are_letters_until_tab(void)
{
	struct picker_choice choice;
	struct scene s;

	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "CFqut<>");
	golden_ok(picker_end(s.p, &choice) == PICKER_STAYS && !choice.pid,
		  "while one types every letter is one");
	for (int i = 0; i < 7; i++)
		screen_key(s.p, 127);
	keys(&s, "\tq");
	golden_ok(picker_end(s.p, &choice) == PICKER_LEAVES,
		  "behind Tab q leaves");
	canvas_release(&s.c);
	screen_free(s.p);
	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	screen_key(s.p, KEY_ESC_);
	golden_ok(picker_end(s.p, &choice) == PICKER_LEAVES, "Esc leaves");
	canvas_release(&s.c);
	screen_free(s.p);
}

/* Nothing is attached to on what was known a moment ago. */
static void enter_asks_first(void)
{
	struct picker_choice choice;
	struct person gone = people[5];
	struct scene s;

	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "6380\n");
	golden_ok(picker_ask(s.p) == 1960 && !picker_ask(s.p),
		  "who is chosen is asked for, once");
	take_more(s.p, &people[5], false);
	golden_ok(picker_end(s.p, &choice) == PICKER_STAYS,
		  "what comes by itself is no answer");
	take_more(s.p, &people[5], true);
	golden_ok(picker_end(s.p, &choice) == PICKER_CHOSEN &&
		  choice.pid == 1960 && choice.level == LEVEL_WATCH &&
		  choice.follow, "it is chosen when it may be");
	canvas_release(&s.c);
	screen_free(s.p);

	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "6380\tFC");
	gone.age_s--;			/* another start: another process */
	(void)picker_ask(s.p);
	take_more(s.p, &gone, true);
	golden_ok(picker_end(s.p, &choice) == PICKER_STAYS && !choice.pid,
		  "a number that is used again is not chosen");
	keys(&s, "\033C");
	(void)picker_ask(s.p);
	take_more(s.p, &people[5], true);
	golden_ok(picker_end(s.p, &choice) == PICKER_CHOSEN &&
		  choice.level == LEVEL_CALLS && !choice.follow,
		  "C chooses at level calls, F turns following off");
	canvas_release(&s.c);
	screen_free(s.p);

	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "1944\n");
	(void)picker_ask(s.p);
	take_more(s.p, &people[4], true);
	golden_ok(picker_end(s.p, &choice) == PICKER_STAYS && !choice.pid,
		  "a traced one is not chosen");
	picture(&s, "picker-refused-80x24");
}

static void view_is_told_once(void)
{
	pid_t pids[100], selected;
	struct scene s;
	size_t n;

	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	draw(&s);
	golden_ok(picker_watch(s.p, pids, 100, &n, &selected) &&
		  n == EVERYBODY && selected == 1,
		  "who is in view is told");
	golden_ok(!picker_watch(s.p, pids, 100, &n, &selected),
		  "and not again");
	keys(&s, "redis");
	golden_ok(picker_watch(s.p, pids, 100, &n, &selected) && n == 4 &&
		  selected == 1960, "and again when it is another view");
	picker_unwatch(s.p);
	golden_ok(picker_watch(s.p, pids, 100, &n, &selected),
		  "or it did not arrive");
	canvas_release(&s.c);
	screen_free(s.p);
}

/* How many are in view after a key, and who is selected; 0: nobody. */
static bool views(struct scene *s, const char *key, size_t n, pid_t selected)
{
	pid_t pids[100], is;
	size_t have;

	keys(s, key);
	picker_unwatch(s->p);
	return picker_watch(s->p, pids, 100, &have, &is) && have == n &&
	       is == selected;
}

/* One's own, then those of whose was selected, who is in view no more. */
static void users_in_turn(void)
{
	struct scene s;

	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "gdb");
	screen_key(s.p, KEY_END_);
	golden_ok(views(&s, "u", 0, 0), "u leaves one's own");
	golden_ok(views(&s, "u", 2, 2310),
		  "a second one those of whose was selected");
	keys(&s, "/");
	for (int i = 0; i < 3; i++)
		screen_key(s.p, 127);
	golden_ok(views(&s, "\t", 4, 2310), "all of that user");
	golden_ok(views(&s, "u", EVERYBODY, 1), "a third one everybody");
	canvas_release(&s.c);
	screen_free(s.p);
}

int main(void)
{
	golden_plan(6 + 2 + 3 + 3 + 1 + 3 + 7 + 4 + 4 + (size_t)count_languages());
	sizes();
	finds();
	refusals();
	lists();
	helps();
	speaks();
	letters_are_letters_until_tab();
	enter_asks_first();
	view_is_told_once();
	users_in_turn();
	return golden_done();
}
