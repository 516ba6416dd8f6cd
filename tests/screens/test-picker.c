/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picker, compared with its golden files, and the effects of keys. */
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
/* The time of the story, since boot. */
#define NOW (400000 * S)

/* --- the processes of the story ------------------------------------------- */

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

/* --- pictures ------------------------------------------------------------- */

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

static void check_sizes(void)
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

/* The screen of SCREENS 1.f: typing searches at once. */
static void check_search(void)
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

/* Refusals, each with its reason and marked with x. */
static void check_refusals(void)
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

/* Every text has enough room in each language. */
static void check_languages(void)
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

static void check_lists(void)
{
	struct scene s;

	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "\t");
	picture(&s, "picker-keys-80x24");
	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "\tt>u");
	picture(&s, "picker-list-80x24");
	/* A list that the user sorts goes to its first row. */
	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "\t");
	screen_key(s.p, KEY_END_);
	screen_time(s.p, NOW + 60 * S);
	keys(&s, ">");
	picture(&s, "picker-sorted-80x24");
	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, true);
	keys(&s, "\t?");
	picture(&s, "picker-help-80x24");
	begin(&s, 24, 80, false);
	picture(&s, "picker-empty-80x24");
}

/* The picker's help has each of its commands with its key. */
static void check_help(void)
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
			printf("# %s is not in the picker's help\n", cmd->name);
			ok = false;
		}
	}
	golden_ok(ok, "every command of the picker is in its help");
	str_release(&text);
	canvas_release(&s.c);
	screen_free(s.p);
}

/* --- keys ----------------------------------------------------------------- */

static void letters_are_letters_until_tab(void)
{
	struct picker_choice choice;
	struct scene s;

	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "CFqut<>");
	golden_ok(picker_end(s.p, &choice) == PICKER_STAYS && !choice.pid,
		  "in the search line every letter is text");
	for (int i = 0; i < 7; i++)
		screen_key(s.p, 127);
	keys(&s, "\tq");
	golden_ok(picker_end(s.p, &choice) == PICKER_LEAVES,
		  "after Tab, q leaves the picker");
	canvas_release(&s.c);
	screen_free(s.p);
	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	screen_key(s.p, KEY_ESC_);
	golden_ok(picker_end(s.p, &choice) == PICKER_LEAVES,
		  "Esc leaves the picker");
	canvas_release(&s.c);
	screen_free(s.p);
}

/* Enter queries the process again: the list may be out of date. */
static void enter_queries_first(void)
{
	struct picker_choice choice;
	struct person gone = people[5];
	struct scene s;

	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "6380\n");
	golden_ok(picker_ask(s.p) == 1960 && !picker_ask(s.p),
		  "Enter queries the chosen process, once");
	take_more(s.p, &people[5], false);
	golden_ok(picker_end(s.p, &choice) == PICKER_STAYS,
		  "an update that was not requested does not choose");
	take_more(s.p, &people[5], true);
	golden_ok(picker_end(s.p, &choice) == PICKER_CHOSEN &&
		  choice.pid == 1960 && choice.level == LEVEL_WATCH &&
		  choice.follow,
		  "the process is chosen if it may be attached to");
	canvas_release(&s.c);
	screen_free(s.p);

	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "6380\tFC");
	gone.age_s--;			/* another start time: another
					 * process */
	(void)picker_ask(s.p);
	take_more(s.p, &gone, true);
	golden_ok(picker_end(s.p, &choice) == PICKER_STAYS && !choice.pid,
		  "a reused PID is not chosen");
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
		  "a process with a tracer is not chosen");
	picture(&s, "picker-refused-80x24");
}

static void view_is_reported_once(void)
{
	pid_t pids[100], selected;
	struct scene s;
	size_t n;

	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	draw(&s);
	golden_ok(picker_watch(s.p, pids, 100, &n, &selected) &&
		  n == EVERYBODY && selected == 1,
		  "the PIDs in view are reported");
	golden_ok(!picker_watch(s.p, pids, 100, &n, &selected),
		  "an unchanged view is not reported again");
	keys(&s, "redis");
	golden_ok(picker_watch(s.p, pids, 100, &n, &selected) && n == 4 &&
		  selected == 1960, "a changed view is reported");
	picker_unwatch(s.p);
	golden_ok(picker_watch(s.p, pids, 100, &n, &selected),
		  "after picker_unwatch() the view is reported again");
	canvas_release(&s.c);
	screen_free(s.p);
}

/* Presses a key; true if then n processes are in view and `selected` is
 * selected (0: none). */
static bool key_shows(struct scene *s, const char *key, size_t n,
		      pid_t selected)
{
	pid_t pids[100], is;
	size_t have;

	keys(s, key);
	picker_unwatch(s->p);
	return picker_watch(s->p, pids, 100, &have, &is) && have == n &&
	       is == selected;
}

/* u shows the user's own processes, then those of the user of the process that
 * was selected, although it is no longer in view. */
static void users_in_turn(void)
{
	struct scene s;

	begin(&s, 24, 80, false);
	walk(s.p, EVERYBODY, false);
	keys(&s, "gdb");
	screen_key(s.p, KEY_END_);
	golden_ok(key_shows(&s, "u", 0, 0), "u shows the user's own processes");
	golden_ok(key_shows(&s, "u", 2, 2310),
		  "a second u shows the user of the selected process");
	keys(&s, "/");
	for (int i = 0; i < 3; i++)
		screen_key(s.p, 127);
	golden_ok(key_shows(&s, "\t", 4, 2310),
		  "clearing the search shows all processes of that user");
	golden_ok(key_shows(&s, "u", EVERYBODY, 1),
		  "a third u shows the processes of all users");
	canvas_release(&s.c);
	screen_free(s.p);
}

int main(void)
{
	golden_plan(6 + 2 + 3 + 5 + 1 + 3 + 7 + 4 + 4 + (size_t)count_languages());
	check_sizes();
	check_search();
	check_refusals();
	check_lists();
	check_help();
	check_languages();
	letters_are_letters_until_tab();
	enter_queries_first();
	view_is_reported_once();
	users_in_turn();
	return golden_done();
}
