/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which file is read, what counts more, and that what --print-config writes
 * changes nothing. */
#include <config.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/configuration.h"
#include "app/command/keynames.h"
#include "app/screen/screen.h"
#include "base/alloc.h"
#include "ui/kit/command.h"
#include "ui/pane/rule_words.h"
#include "../../support/skip.h"

static char dir[] = "/tmp/mmtop-configuration.XXXXXX";

static void path_of(char path[200], const char *name)
{
	snprintf(path, 200, "%s/%s", dir, name);
}

static void write_file(const char *path, const char *text, mode_t mode)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(chmod(path, mode), 0);
}

static int make_dir(void **state)
{
	char path[200];

	(void)state;
	assert_non_null(mkdtemp(dir));
	path_of(path, "mmtop");
	assert_int_equal(mkdir(path, 0700), 0);
	setenv("XDG_CONFIG_HOME", dir, 1);
	return 0;
}

static int remove_dir(void **state)
{
	static const char *const names[] = { "mmtop/config.lua", "a", "mmtop",
					     "" };
	char path[200];

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		path_of(path, names[i]);
		remove(path);
	}
	return 0;
}

static void test_print_changes_nothing(void **state)
{
	struct configuration c = { .settings.first = PANE_REGIONS };
	struct command *before = xmemdup(commands,
					 commands_n * sizeof *commands);
	struct options o = { .delay_ns = 500000000 };
	struct str text = STR_INIT;

	(void)state;
	configuration_print(&text, NULL);
	configuration_take(&c, "printed", text.data, text.len);
	for (size_t i = 0; i < c.problems.n; i++)
		print_error("%s\n", c.problems.v[i]);
	assert_int_equal(c.problems.n, 0);
	/* It does say something. */
	assert_string_equal(c.config->theme, "default");
	assert_int_equal(c.config->refresh_ns, 500000000);
	assert_true(c.config->keys.n > 40);
	assert_true(c.config->has_mmap_filter);
	configuration_apply(&c, &o);
	assert_int_equal(o.theme, THEME_DEFAULT);
	assert_int_equal(o.delay_ns, 500000000);
	for (int i = 0; i < CONFIG_TABLES; i++)
		assert_int_equal(c.settings.hidden_columns[i], 0);
	assert_int_equal(c.settings.hidden_panes, 0);
	assert_int_equal(c.settings.first, PANE_REGIONS);
	for (int i = 0; i < OVERS; i++)
		assert_string_equal(c.settings.filters[i], "");
	for (size_t i = 0; i < commands_n; i++) {
		if (strcmp(commands[i].key_label, before[i].key_label))
			print_error("%s: '%s' was '%s'\n", commands[i].name,
				    commands[i].key_label,
				    before[i].key_label);
		assert_string_equal(commands[i].key_label,
				    before[i].key_label);
		assert_memory_equal(commands[i].keys, before[i].keys,
				    sizeof before[i].keys);
	}
	free(before);
	str_release(&text);
	configuration_release(&c);
}

/* Each fault of a regular expression has words, and its line. */
static void test_patterns_have_words(void **state)
{
	static const char text[] = "\nignore = { '^ok$',\n'(' }";
	struct configuration c = { .settings.first = PANE_REGIONS };

	(void)state;
	for (int i = PATTERN_FINE + 1; i < PATTERN_FAULTS; i++) {
		const struct rule_error e = {
			.fault = RULE_PATTERN, .pattern = (enum pattern_fault)i,
		};
		struct str s = STR_INIT;

		rule_words(&s, &e, true);
		assert_true(s.len > strlen("regular expression: "));
		str_release(&s);
	}
	configuration_take(&c, "x", text, sizeof text - 1);
	assert_int_equal(c.problems.n, 1);
	assert_string_equal(c.problems.v[0],
			    "x:3: ignore: regular expression: ( without )");
	assert_int_equal(c.config->ignore.v.n, 1);
	configuration_release(&c);
}

/* The command line more than the file, the file more than nothing. */
static void test_what_counts_more(void **state)
{
	struct configuration c = { .settings.first = PANE_REGIONS };
	static const char text[] = "theme = 'light' refresh = 2";
	struct options given = {
		.delay_ns = 1, .delay_given = true, .theme = THEME_MONO,
		.theme_given = true,
	}, silent = { .delay_ns = 1 }, wrong = silent;

	(void)state;
	configuration_take(&c, "x", text, sizeof text - 1);
	configuration_apply(&c, &given);
	assert_int_equal(given.delay_ns, 1);
	assert_int_equal(given.theme, THEME_MONO);
	configuration_apply(&c, &silent);
	assert_int_equal(silent.delay_ns, 2000000000);
	assert_int_equal(silent.theme, THEME_LIGHT);
	configuration_release(&c);
	c = (struct configuration){ .settings.first = PANE_REGIONS };
	configuration_take(&c, "x", "theme = 'x' refresh = {}", 24);
	configuration_apply(&c, &wrong);
	assert_int_equal(wrong.delay_ns, 1);
	assert_int_equal(wrong.theme, THEME_DEFAULT);
	assert_int_equal(c.problems.n, 2);
	configuration_release(&c);
}

static void test_columns_and_panes(void **state)
{
	struct configuration c = { .settings.first = PANE_REGIONS };
	static const char text[] =
		"columns = { regions = { 'address', 'rss', 'what' } }\n"
		"panes = { 'calls', 'regions' }\n";

	(void)state;
	configuration_take(&c, "x", text, sizeof text - 1);
	assert_int_equal(c.problems.n, 0);
	assert_int_equal(c.settings.first, PANE_CALLS);
	assert_int_equal(c.settings.hidden_panes,
			 1u << PANE_PAGES | 1u << PANE_SIGNALS |
			 1u << PANE_PROCESSES | 1u << PANE_OUTPUT);
	/* size, rate, pss, swap, written, perm, owner, flags, resident */
	assert_int_equal(c.settings.hidden_columns[TABLE_REGIONS],
			 1 << 1 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7 |
			 1 << 9 | 1 << 10 | 1 << 11);
	assert_int_equal(c.settings.hidden_columns[TABLE_PROCESSES], 0);
	configuration_release(&c);
}

static void test_keys(void **state)
{
	struct configuration c = { .settings.first = PANE_REGIONS };
	struct options o = { .delay_ns = 1 };
	static const char text[] =
		"keys = { level = 'x', group = { 't', 'F7' }, messages = {} }";

	(void)state;
	configuration_take(&c, "x", text, sizeof text - 1);
	assert_int_equal(c.problems.n, 0);
	configuration_apply(&c, &o);
	assert_int_equal(command_by_key('x', ON_SCREEN)->id, DO_LEVEL);
	assert_int_equal(command_by_key('t', ON_SCREEN)->id, DO_GROUP);
	assert_int_equal(command_by_key(KEY_F7_, ON_SCREEN)->id, DO_GROUP);
	assert_null(command_by_key('g', ON_SCREEN));
	assert_string_equal(command_by_id(DO_GROUP)->key_label, "t F7");
	assert_string_equal(command_by_id(DO_MESSAGES)->key_label,
			    ":messages");
	configuration_release(&c);
}

/* A command keeps its keys, and a table its columns, where none is right. */
static void test_nothing_right(void **state)
{
	static const char text[] =
		"keys = { zoom = 'Crtl-Z', paint = { 'xx', 'yy' } }\n"
		"columns = { regions = { 'adress' }, processes = {} }\n";
	struct configuration c = { .settings.first = PANE_REGIONS };
	struct options o = { .delay_ns = 1 };

	(void)state;
	configuration_take(&c, "x", text, sizeof text - 1);
	assert_int_equal(c.problems.n, 4);
	assert_int_equal(c.settings.hidden_columns[TABLE_REGIONS], 0);
	assert_int_not_equal(c.settings.hidden_columns[TABLE_PROCESSES], 0);
	configuration_apply(&c, &o);
	configuration_release(&c);
	assert_int_equal(command_by_key('z', ON_SCREEN)->id, DO_ZOOM);
	assert_int_equal(command_by_key('v', ON_SCREEN)->id, DO_PAINT);
}

/* Whoever takes every key from quit and from `:' can leave. */
static void test_way_out(void **state)
{
	static const char text[] = "keys = { quit = {}, command = {} }";
	static const char taken[] =
		"keys = { level = { 'q', 'Ctrl-C' }, group = ':' }";
	struct configuration c = { .settings.first = PANE_REGIONS };
	struct options o = { .delay_ns = 1 };

	(void)state;
	configuration_take(&c, "x", text, sizeof text - 1);
	configuration_apply(&c, &o);
	configuration_release(&c);
	assert_int_equal(command_by_key(KEY_CTRL('c'), ON_SCREEN)->id, DO_QUIT);
	c = (struct configuration){ .settings.first = PANE_REGIONS };
	configuration_take(&c, "x", taken, sizeof taken - 1);
	configuration_apply(&c, &o);
	assert_int_equal(command_by_key(KEY_CTRL('c'), ON_SCREEN)->id, DO_QUIT);
	assert_int_equal(command_by_key('q', ON_SCREEN)->id, DO_LEVEL);
	configuration_release(&c);
}

static void on_request(void *arg, const struct request *r)
{
	(void)arg;
	(void)r;
}

/* While a line is typed Ctrl-L and Ctrl-Z are not what they became. */
static void test_keys_in_a_line(void **state)
{
	static const char text[] =
		"keys = { ['next-pane'] = 'Ctrl-L', suspend = {} }";
	struct configuration c = { .settings.first = PANE_REGIONS };
	const struct look look = { .utf8 = true, .colors = 256 };
	struct screen *s = screen_new(&look, on_request, NULL);
	struct options o = { .delay_ns = 1 };

	(void)state;
	configuration_take(&c, "x", text, sizeof text - 1);
	assert_int_equal(c.problems.n, 0);
	configuration_apply(&c, &o);
	configuration_release(&c);
	screen_resize(s, 24, 80);
	screen_wants_redraw(s);
	screen_key(s, 'f');
	for (int i = 0; i < 9; i++) {
		screen_key(s, KEY_CTRL('l'));
		assert_true(screen_wants_redraw(s));
		/* Into the filter of a pane that has one. */
		screen_key(s, 'x');
	}
	screen_key(s, KEY_CTRL('z'));
	assert_true(screen_wants_suspend(s));
	screen_free(s);
}

static void test_key_names(void **state)
{
	(void)state;
	assert_int_equal(key_by_name("q"), 'q');
	assert_int_equal(key_by_name("Ctrl-L"), 12);
	assert_int_equal(key_by_name("ctrl-l"), 12);
	assert_int_equal(key_by_name("PgUp"), KEY_PGUP_);
	assert_int_equal(key_by_name("Space"), ' ');
	assert_int_equal(key_by_name("\xc5\x82"), 0x142);
	assert_int_equal(key_by_name(""), 0);
	assert_int_equal(key_by_name("\x01"), 0);
	assert_int_equal(key_by_name("\xff"), 0);
	assert_int_equal(key_by_name("\xc2\x9b"), 0);
	assert_int_equal(key_by_name("\xe2\x80\xae"), 0);
	assert_int_equal(key_by_name("qq"), 0);
	assert_int_equal(key_by_name("Ctrl-]"), 0);
	assert_int_equal(key_by_name("F11"), 0);
}

/* How many problems, the first into want's place. */
static void read_is(const char *file, mode_t mode, const char *name,
		    int result, const char *problem)
{
	struct configuration c;
	struct err err = { 0 };
	char path[200];
	int r;

	path_of(path, name);
	if (file)
		write_file(path, file, mode);
	r = configuration_read(&c, strcmp(name, "a") ? NULL : path, &err);
	assert_int_equal(r, result);
	if (problem && r == 0) {
		assert_int_equal(c.problems.n, 1);
		if (!strstr(c.problems.v[0], problem))
			fail_msg("%s", c.problems.v[0]);
	} else if (problem) {
		if (!strstr(err.what, problem))
			fail_msg("%s", err.what);
	} else {
		assert_int_equal(c.problems.n, 0);
	}
	configuration_release(&c);
}

static void test_files(void **state)
{
	static const char good[] = "theme = 'light'\n";
	char path[200];

	(void)state;
	/* Nobody's duty to have one. */
	read_is(NULL, 0, "mmtop/config.lua", 0, NULL);
	read_is(NULL, 0, "a", -ENOENT, "No such file");
	read_is(good, 0600, "a", 0, NULL);
	read_is(good, 0644, "mmtop/config.lua", 0, NULL);
	read_is("\n\ntheme = 'ligth'\n", 0644, "mmtop/config.lua", 0,
		"mmtop/config.lua:3: theme does not know ligth: is it light?");
	read_is("theme = ", 0644, "a", 0, "/a:1: Lua cannot read it");
	read_is(good, 0666, "mmtop/config.lua", 0, "others may write to it");
	read_is(good, 0620, "a", -EPERM, "others may write to it");
	path_of(path, "a");
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	read_is(NULL, 0, "a", -EPERM, "no regular file");
	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink(path, path), 0);
	read_is(NULL, 0, "a", -ELOOP, "cannot read");
	assert_int_equal(unlink(path), 0);
}

static void test_foreign_file(void **state)
{
	char path[200];

	(void)state;
	path_of(path, "a");
	write_file(path, "theme = 'light'\n", 0600);
	assert_int_equal(chown(path, 12345, 0), 0);
	read_is(NULL, 0, "a", -EPERM, "neither to you nor to root");
	assert_int_equal(unlink(path), 0);
}

/* --- the setup screen ---------------------------------------------------------- */

static void said(const struct setup *setup, const char *want)
{
	struct str s = STR_INIT;

	setup_lines(&s, setup, SETUP_COLS);
	assert_string_equal(s.data, want);
	str_release(&s);
}

static void test_setup_lines(void **state)
{
	struct setup setup;

	(void)state;
	setup_default(&setup);
	said(&setup, "");
	setup.theme = THEME_LIGHT;
	setup.refresh_ns = 250000000;
	setup.mouse = false;
	said(&setup, "theme = \"light\"\nrefresh = 0.25\nmouse = false\n");
	setup_default(&setup);
	setup.refresh_ns = 10000000;
	setup.ascii = true;
	said(&setup, "refresh = 0.01\nascii = true\n");
	setup_default(&setup);
	setup.refresh_ns = 10000000000;
	setup.hidden_panes = 1u << PANE_PAGES | 1u << PANE_OUTPUT;
	setup.first = PANE_CALLS;
	said(&setup, "refresh = 10\npanes = { \"calls\", \"regions\", "
	     "\"signals\", \"processes\" }\n");
}

/* What is written is what is read. */
static void test_setup_is_kept(void **state)
{
	struct configuration c = { .settings.first = PANE_REGIONS };
	struct options o = { .mouse = true };
	struct setup setup;
	struct err err = { 0 };
	struct stat st;
	struct str text = STR_INIT;
	char path[200];

	(void)state;
	setup_default(&setup);
	setup.theme = THEME_CONTRAST;
	setup.refresh_ns = 2000000000;
	setup.ascii = true;
	setup.mouse = false;
	setup.first = PANE_CALLS;
	setup.hidden_panes = 1u << PANE_OUTPUT | 1u << PANE_REGIONS;
	setup.hidden_columns[TABLE_REGIONS] = 0x122;
	setup.hidden_columns[TABLE_PROCESSES] = 0x81;
	path_of(path, "mmtop/config.lua");
	unlink(path);
	path_of(path, "mmtop");
	assert_int_equal(rmdir(path), 0);
	path_of(path, "mmtop/config.lua");
	assert_int_equal(configuration_read(&c, NULL, &err), 0);
	assert_false(c.settings.exists);
	assert_string_equal(c.settings.file, path);
	configuration_release(&c);
	/* It says what it is: what was chosen, and not what is usual. */
	configuration_print(&text, &setup);
	assert_non_null(strstr(text.data, "-- What was chosen in mmtop's"));
	assert_null(strstr(text.data, "-- What mmtop does without"));
	str_clear(&text);
	configuration_print(&text, NULL);
	assert_null(strstr(text.data, "chosen"));
	assert_non_null(strstr(text.data, "-- What mmtop does without"));
	str_release(&text);
	assert_int_equal(configuration_write(path, NULL, &setup), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	/* It is somebody's own from now on. */
	assert_int_equal(configuration_write(path, NULL, &setup), -EEXIST);
	assert_int_equal(configuration_read(&c, NULL, &err), 0);
	assert_int_equal(c.problems.n, 0);
	assert_true(c.settings.exists);
	configuration_apply(&c, &o);
	assert_int_equal(o.theme, setup.theme);
	assert_int_equal(o.delay_ns, setup.refresh_ns);
	assert_true(o.ascii);
	assert_false(o.mouse);
	assert_false(c.settings.mouse);
	assert_true(c.settings.ascii);
	assert_int_equal(c.settings.first, PANE_CALLS);
	assert_int_equal(c.settings.hidden_panes, setup.hidden_panes);
	for (int i = 0; i < CONFIG_TABLES; i++)
		assert_int_equal(c.settings.hidden_columns[i],
				 setup.hidden_columns[i]);
	configuration_release(&c);
	assert_int_equal(unlink(path), 0);
	/* No folder can be made below a file. */
	path_of(path, "a");
	write_file(path, "", 0600);
	path_of(path, "a/mmtop/config.lua");
	assert_int_equal(configuration_write(path, NULL, &setup), -ENOTDIR);
	path_of(path, "a");
	unlink(path);
}

static void test_foreign_folder(void **state)
{
	struct setup setup;
	char path[200];

	(void)state;
	setup_default(&setup);
	path_of(path, "theirs");
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(chown(path, 12345, 0), 0);
	path_of(path, "theirs/config.lua");
	assert_int_equal(configuration_write(path, NULL, &setup), -EPERM);
	path_of(path, "theirs");
	assert_int_equal(rmdir(path), 0);
}

static bool written_has(const char *path, const char *words)
{
	char text[8192];
	FILE *f = fopen(path, "r");
	size_t n;

	assert_non_null(f);
	n = fread(text, 1, sizeof text - 1, f);
	fclose(f);
	text[n] = '\0';
	return strstr(text, words) != NULL;
}

/* What everybody's file says outlives the user's first own one. */
static void test_base(void **state)
{
	static const char base[] = "theme = 'mono'\n"
				   "keys = { quit = { 'x' } }\n"
				   "ignore = { '^main$' }\n"
				   "filters = { regions = 'rss > 1M' }";
	struct configuration c = { .settings.first = PANE_REGIONS };
	struct setup setup;
	struct err err = { 0 };
	char path[200];

	(void)state;
	setup_default(&setup);
	setup.theme = THEME_LIGHT;
	path_of(path, "base.lua");
	assert_int_equal(configuration_write(path, base, &setup), 0);
	assert_true(written_has(path, base));
	assert_int_equal(configuration_read(&c, path, &err), 0);
	assert_int_equal(c.problems.n, 0);
	assert_string_equal(c.config->theme, "light");
	assert_string_equal(c.settings.filters[OVER_REGIONS], "rss > 1M");
	assert_int_equal(c.config->keys.n, 1);
	assert_int_equal(c.config->ignore.v.n, 1);
	/* It is one's own: nothing is below it. */
	assert_null(c.settings.base);
	configuration_release(&c);
	assert_int_equal(unlink(path), 0);
	/* Nothing stands behind a return, nor behind a mistake. */
	assert_int_equal(configuration_write(path, "theme = 'mono' return",
					     &setup), 0);
	assert_false(written_has(path, "mono' return"));
	assert_int_equal(configuration_read(&c, path, &err), 0);
	assert_int_equal(c.problems.n, 0);
	assert_string_equal(c.config->theme, "light");
	configuration_release(&c);
	assert_int_equal(unlink(path), 0);
}

/* What is written can be read, also of a base that only just could. */
static void test_long_base(void **state)
{
	static const char start[] = "ignore = { '^main$' } --";
	struct str base = STR_INIT, added = STR_INIT;
	struct setup setup;
	char path[200];

	(void)state;
	setup_default(&setup);
	setup.theme = THEME_LIGHT;
	configuration_extend(&added, "", &setup);
	path_of(path, "long.lua");
	for (unsigned kept = 0; kept < 2; kept++) {
		struct configuration c = { .settings.first = PANE_REGIONS };
		size_t len = CONFIGURATION_MAX - added.len - kept;
		struct err err = { 0 };

		str_clear(&base);
		str_addf(&base, "%-*s", (int)len, start);
		assert_int_equal(base.len, len);
		assert_int_equal(configuration_write(path, base.data, &setup),
				 0);
		assert_int_equal(configuration_read(&c, path, &err), 0);
		assert_int_equal(c.problems.n, 0);
		assert_string_equal(c.config->theme, "light");
		/* All of it where there is room, else none of it. */
		assert_int_equal(c.config->ignore.v.n, kept);
		configuration_release(&c);
		assert_int_equal(unlink(path), 0);
	}
	str_release(&base);
	str_release(&added);
}

/* The command line counts more; what is no switch is told. */
static void test_switches(void **state)
{
	struct configuration c = { .settings.first = PANE_REGIONS };
	static const char text[] = "mouse = true ascii = false";
	static const char wrong[] = "mouse = 1 ascii = 'yes'";
	struct options o = { .mouse_given = true, .ascii = true };

	(void)state;
	configuration_take(&c, "x", text, sizeof text - 1);
	configuration_apply(&c, &o);
	assert_false(o.mouse);
	assert_true(o.ascii);
	configuration_release(&c);
	c = (struct configuration){ .settings.first = PANE_REGIONS };
	o = (struct options){ .mouse = true };
	configuration_take(&c, "x", wrong, sizeof wrong - 1);
	assert_int_equal(c.problems.n, 2);
	assert_string_equal(c.problems.v[0],
			    "x:1: ascii takes true or false");
	assert_string_equal(c.problems.v[1],
			    "x:1: mouse takes true or false");
	configuration_apply(&c, &o);
	assert_true(o.mouse);
	assert_false(o.ascii);
	configuration_release(&c);
}

int main(void)
{
	const char *no_root = geteuid() ? "needs root" : NULL;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_print_changes_nothing),
		cmocka_unit_test(test_patterns_have_words),
		cmocka_unit_test(test_what_counts_more),
		cmocka_unit_test(test_columns_and_panes),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_nothing_right),
		cmocka_unit_test(test_way_out),
		cmocka_unit_test(test_keys_in_a_line),
		cmocka_unit_test(test_key_names),
		cmocka_unit_test(test_files),
		test_or_skip(test_foreign_file, no_root),
		cmocka_unit_test(test_setup_lines),
		cmocka_unit_test(test_setup_is_kept),
		test_or_skip(test_foreign_folder, no_root),
		cmocka_unit_test(test_base),
		cmocka_unit_test(test_long_base),
		cmocka_unit_test(test_switches),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
