/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The configuration: which file mmtop reads, that options override it, and that
 * the output of --print-config has no effect when it is read. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
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

static void test_printed_config_equals_the_defaults(void **state)
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
	/* The output is not empty. */
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

/* Each error of a regular expression has a text, and is reported with its
 * line. */
static void test_every_pattern_error_has_a_text(void **state)
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

/* Options override the file, and the file overrides the defaults. */
static void test_options_override_the_file(void **state)
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

static void test_unlisted_columns_and_panes_are_hidden(void **state)
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

static void test_keys_are_bound(void **state)
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

/* If no given key or column is valid, the command or table has its default. */
static void test_invalid_values_leave_the_defaults(void **state)
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

/* A user who binds every key of `quit` and `command` to something else can
 * still quit with Ctrl-C. */
static void test_quit_always_has_a_key(void **state)
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

/* In an input line, Ctrl-L and Ctrl-Z redraw and suspend, whatever the file
 * binds them to. */
static void test_redraw_and_suspend_work_in_a_line(void **state)
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
		/* A letter for the filter, if the pane has one. */
		screen_key(s, 'x');
	}
	screen_key(s, KEY_CTRL('z'));
	assert_true(screen_wants_suspend(s));
	screen_free(s);
}

static void test_key_names_are_parsed(void **state)
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

/* Reads a file and expects `result`, and one message that contains `problem`
 * (NULL: none). */
static void check_read(const char *file, mode_t mode, const char *name,
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

static void test_unsafe_files_are_refused(void **state)
{
	static const char good[] = "theme = 'light'\n";
	char path[200];

	(void)state;
	/* The file is optional. */
	check_read(NULL, 0, "mmtop/config.lua", 0, NULL);
	check_read(NULL, 0, "a", -ENOENT, "No such file");
	check_read(good, 0600, "a", 0, NULL);
	check_read(good, 0644, "mmtop/config.lua", 0, NULL);
	check_read("\n\ntheme = 'ligth'\n", 0644, "mmtop/config.lua", 0,
		   "mmtop/config.lua:3: invalid theme \"ligth\" "
		   "(did you mean light?)");
	check_read("theme = ", 0644, "a", 0, "/a:1: syntax error");
	check_read(good, 0666, "mmtop/config.lua", 0,
		   "other users can write to it");
	check_read(good, 0620, "a", -EPERM, "other users can write to it");
	path_of(path, "a");
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	check_read(NULL, 0, "a", -EPERM, "not a regular file");
	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink(path, path), 0);
	check_read(NULL, 0, "a", -ELOOP, "cannot read");
	assert_int_equal(unlink(path), 0);
}

static void test_file_of_another_user_is_refused(void **state)
{
	char path[200];

	(void)state;
	path_of(path, "a");
	write_file(path, "theme = 'light'\n", 0600);
	assert_int_equal(chown(path, 12345, 0), 0);
	check_read(NULL, 0, "a", -EPERM, "neither to you nor to root");
	assert_int_equal(unlink(path), 0);
}

/* --- setup screen --------------------------------------------------------- */

static void check_setup_lines(const struct setup *setup, const char *want)
{
	struct str s = STR_INIT;

	setup_lines(&s, setup, SETUP_COLS);
	assert_string_equal(s.data, want);
	str_release(&s);
}

static void test_setup_writes_only_changes(void **state)
{
	struct setup setup;

	(void)state;
	setup_default(&setup);
	check_setup_lines(&setup, "");
	setup.theme = THEME_LIGHT;
	setup.refresh_ns = 250000000;
	setup.mouse = false;
	check_setup_lines(&setup, "theme = \"light\"\nrefresh = 0.25\n"
			  "mouse = false\n");
	setup_default(&setup);
	setup.refresh_ns = 10000000;
	setup.ascii = true;
	check_setup_lines(&setup, "refresh = 0.01\nascii = true\n");
	setup_default(&setup);
	setup.refresh_ns = 10000000000;
	setup.hidden_panes = 1u << PANE_PAGES | 1u << PANE_OUTPUT;
	setup.first = PANE_CALLS;
	check_setup_lines(&setup, "refresh = 10\npanes = { \"calls\", "
			  "\"regions\", \"signals\", \"processes\" }\n");
}

/* What the setup screen writes is read back unchanged. */
static void test_setup_is_read_back(void **state)
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
	/* The first comment of the file states whether it has the user's choice
	 * or the defaults. */
	configuration_print(&text, &setup);
	assert_non_null(strstr(text.data, "-- Choices of mmtop's setup"));
	assert_null(strstr(text.data, "-- The default settings of"));
	str_clear(&text);
	configuration_print(&text, NULL);
	assert_null(strstr(text.data, "chosen"));
	assert_non_null(strstr(text.data, "-- The default settings of"));
	str_release(&text);
	assert_int_equal(configuration_write(path, NULL, &setup), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	/* To an existing file, mmtop adds its block. */
	assert_int_equal(configuration_write(path, NULL, &setup), 0);
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
	/* "a" is a file, so mmtop cannot create a folder below it. */
	path_of(path, "a");
	write_file(path, "", 0600);
	path_of(path, "a/mmtop/config.lua");
	assert_int_equal(configuration_write(path, NULL, &setup), -ENOTDIR);
	path_of(path, "a");
	unlink(path);
}

static void test_folder_of_another_user_is_refused(void **state)
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

/* Reads a file of a test; the caller frees the text. */
static char *read_all(const char *path)
{
	struct str text = STR_INIT;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(str_read(&text, fd, 1 << 20), 0);
	close(fd);
	return str_take(&text);
}

static char *block_of(const struct setup *setup)
{
	struct str text = STR_INIT;

	configuration_block(&text, setup);
	return str_take(&text);
}

/* If set, fsync() changes this file, as another program could. */
static const char *changed_by_fsync;

int fsync(int fd)
{
	(void)fd;
	if (changed_by_fsync)
		write_file(changed_by_fsync, "theme = 'light'\n", 0640);
	return 0;
}

/* A file that changes while mmtop saves its block stays as it is. */
static void test_file_that_changes_is_not_replaced(void **state)
{
	struct setup setup;
	char path[200], *got;
	struct stat st;

	(void)state;
	setup_default(&setup);
	path_of(path, "busy.lua");
	write_file(path, "theme = 'mono'\n", 0640);
	changed_by_fsync = path;
	assert_int_equal(configuration_write(path, NULL, &setup), -ESTALE);
	changed_by_fsync = NULL;
	got = read_all(path);
	assert_string_equal(got, "theme = 'light'\n");
	free(got);
	assert_int_equal(configuration_write(path, NULL, &setup), 0);
	assert_int_equal(unlink(path), 0);
	snprintf(path + strlen(path), sizeof path - strlen(path), ".mmtop-%d",
		 (int)getpid());
	assert_int_equal(stat(path, &st), -1);
}

/* Outside of its own block, mmtop leaves every byte of a file as it is. */
static void test_only_the_own_block_changes(void **state)
{
	static const char before[] = "-- mine\ntheme = 'mono'   -- why\n"
				     "keys = { quit = { 'x' } }";
	static const char after[] = "\nignore = { '^main$' }\r\n-- end";
	struct configuration c = { .settings.first = PANE_REGIONS };
	char path[200], link[200], *got, *block;
	struct str expected = STR_INIT;
	struct setup setup;
	struct stat st;
	struct err err = { 0 };

	(void)state;
	setup_default(&setup);
	setup.theme = THEME_LIGHT;
	path_of(path, "mine.lua");
	path_of(link, "link.lua");
	write_file(path, before, 0640);
	assert_int_equal(symlink("mine.lua", link), 0);
	assert_int_equal(configuration_write(link, NULL, &setup), 0);
	block = block_of(&setup);
	str_addf(&expected, "%s\n\n%s", before, block);
	got = read_all(path);
	assert_string_equal(got, expected.data);
	free(got);
	/* Again, with text of the user after the block. */
	str_adds(&expected, after);
	write_file(path, expected.data, 0640);
	free(block);
	setup.theme = THEME_CONTRAST;
	setup.refresh_ns = 2000000000;
	assert_int_equal(configuration_write(link, NULL, &setup), 0);
	block = block_of(&setup);
	str_clear(&expected);
	str_addf(&expected, "%s\n\n%s%s", before, block, after);
	got = read_all(path);
	assert_string_equal(got, expected.data);
	free(got);
	/* The link is still a link, and the mode has not changed. */
	assert_int_equal(lstat(link, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640);
	assert_int_equal(configuration_read(&c, path, &err), 0);
	assert_int_equal(c.problems.n, 0);
	assert_string_equal(c.config->theme, "high-contrast");
	assert_int_equal(c.config->keys.n, 1);
	configuration_release(&c);
	free(block);
	str_release(&expected);
	unlink(link);
	unlink(path);
}

static void test_doubtful_files_are_not_changed(void **state)
{
	static const char *const texts[] = {
		"theme = 'mono'\nreturn\n", "theme = \n", "nonsense = 1\n",
		CONFIGURATION_BEGIN "\ntheme = 'mono'\n",
		CONFIGURATION_END "\n" CONFIGURATION_BEGIN "\n",
		CONFIGURATION_BEGIN "\n" CONFIGURATION_END "\n"
		CONFIGURATION_BEGIN "\n" CONFIGURATION_END "\n",
	};
	struct setup setup;
	char path[200], *got;

	(void)state;
	setup_default(&setup);
	path_of(path, "doubtful.lua");
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		write_file(path, texts[i], 0600);
		assert_int_equal(configuration_write(path, NULL, &setup),
				 -EINVAL);
		got = read_all(path);
		assert_string_equal(got, texts[i]);
		free(got);
	}
	/* Others may write to the file: mmtop does not trust it. */
	write_file(path, "theme = 'mono'\n", 0600);
	assert_int_equal(chmod(path, 0666), 0);
	assert_int_equal(configuration_write(path, NULL, &setup), -EPERM);
	unlink(path);
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

/* The settings of the system-wide file are copied into the user's first own
 * file. */
static void test_base_is_copied_into_the_new_file(void **state)
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
	/* The user's own file replaces the system-wide one. */
	assert_null(c.settings.base);
	configuration_release(&c);
	assert_int_equal(unlink(path), 0);
	/* Nothing can follow a `return` or a syntax error, so the base is
	 * omitted. */
	assert_int_equal(configuration_write(path, "theme = 'mono' return",
					     &setup), 0);
	assert_false(written_has(path, "mono' return"));
	assert_int_equal(configuration_read(&c, path, &err), 0);
	assert_int_equal(c.problems.n, 0);
	assert_string_equal(c.config->theme, "light");
	configuration_release(&c);
	assert_int_equal(unlink(path), 0);
}

/* The written file can be read again, even if the base has nearly the maximum
 * size. */
static void test_base_that_does_not_fit_is_omitted(void **state)
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
		/* The base is copied as a whole if it fits, otherwise not at
		 * all. */
		assert_int_equal(c.config->ignore.v.n, kept);
		configuration_release(&c);
		assert_int_equal(unlink(path), 0);
	}
	str_release(&base);
	str_release(&added);
}

/* Options override the file; a value that is not a boolean is reported. */
static void test_switches_take_booleans(void **state)
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

/* The same for the memory of the history; 0 is a value. */
static void test_history_takes_bytes(void **state)
{
	static const struct { const char *text; uint64_t bytes; } all[] = {
		{ "history = 2*MiB", 2 << 20 }, { "history = 0", 0 },
		{ "history = -1", 7 }, { "history = '64M'", 7 },
		{ "history = 1.5", 7 }, { "", 7 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct configuration c = { .settings.first = PANE_REGIONS };
		struct options o = { .history = 7 };

		configuration_take(&c, "x", all[i].text, strlen(all[i].text));
		configuration_apply(&c, &o);
		assert_int_equal(o.history, all[i].bytes);
		assert_int_equal(c.problems.n, i > 1 && i < 5);
		o = (struct options){ .history = 7, .history_given = true };
		configuration_apply(&c, &o);
		assert_int_equal(o.history, 7);
		configuration_release(&c);
	}
}

int main(void)
{
	const char *no_root = geteuid() ? "needs root" : NULL;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_printed_config_equals_the_defaults),
		cmocka_unit_test(test_every_pattern_error_has_a_text),
		cmocka_unit_test(test_options_override_the_file),
		cmocka_unit_test(test_history_takes_bytes),
		cmocka_unit_test(test_unlisted_columns_and_panes_are_hidden),
		cmocka_unit_test(test_keys_are_bound),
		cmocka_unit_test(test_invalid_values_leave_the_defaults),
		cmocka_unit_test(test_quit_always_has_a_key),
		cmocka_unit_test(test_redraw_and_suspend_work_in_a_line),
		cmocka_unit_test(test_key_names_are_parsed),
		cmocka_unit_test(test_unsafe_files_are_refused),
		test_or_skip(test_file_of_another_user_is_refused, no_root),
		cmocka_unit_test(test_setup_writes_only_changes),
		cmocka_unit_test(test_setup_is_read_back),
		test_or_skip(test_folder_of_another_user_is_refused, no_root),
		cmocka_unit_test(test_file_that_changes_is_not_replaced),
		cmocka_unit_test(test_only_the_own_block_changes),
		cmocka_unit_test(test_doubtful_files_are_not_changed),
		cmocka_unit_test(test_base_is_copied_into_the_new_file),
		cmocka_unit_test(test_base_that_does_not_fit_is_omitted),
		cmocka_unit_test(test_switches_take_booleans),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
