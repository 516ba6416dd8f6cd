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
#include "app/keynames.h"
#include "app/screen.h"
#include "base/alloc.h"
#include "ui/command.h"

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
	configuration_print(&text);
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
	/* size, rate, pss, swap, written, perm, flags, resident */
	assert_int_equal(c.settings.hidden_columns[TABLE_REGIONS],
			 1 << 1 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7 |
			 1 << 9 | 1 << 10);
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
	assert_int_equal(command_by_key('x')->id, DO_LEVEL);
	assert_int_equal(command_by_key('t')->id, DO_GROUP);
	assert_int_equal(command_by_key(KEY_F7_)->id, DO_GROUP);
	assert_null(command_by_key('g'));
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
	assert_int_equal(command_by_key('z')->id, DO_ZOOM);
	assert_int_equal(command_by_key('v')->id, DO_PAINT);
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
	assert_int_equal(command_by_key(KEY_CTRL('c'))->id, DO_QUIT);
	c = (struct configuration){ .settings.first = PANE_REGIONS };
	configuration_take(&c, "x", taken, sizeof taken - 1);
	configuration_apply(&c, &o);
	assert_int_equal(command_by_key(KEY_CTRL('c'))->id, DO_QUIT);
	assert_int_equal(command_by_key('q')->id, DO_LEVEL);
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
	if (geteuid() == 0) {
		write_file(path, good, 0600);
		assert_int_equal(chown(path, 12345, 0), 0);
		read_is(NULL, 0, "a", -EPERM, "neither to you nor to root");
	}
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	read_is(NULL, 0, "a", -EPERM, "no regular file");
	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink(path, path), 0);
	read_is(NULL, 0, "a", -ELOOP, "cannot read");
	assert_int_equal(unlink(path), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_print_changes_nothing),
		cmocka_unit_test(test_what_counts_more),
		cmocka_unit_test(test_columns_and_panes),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_nothing_right),
		cmocka_unit_test(test_way_out),
		cmocka_unit_test(test_keys_in_a_line),
		cmocka_unit_test(test_key_names),
		cmocka_unit_test(test_files),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
