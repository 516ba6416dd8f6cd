/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hint for new users is shown once, and mmtop writes no state where it must
 * not. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/session/first_run.h"
#include "../../support/skip.h"

static char dir[] = "/tmp/mmtop-first-run.XXXXXX";

/* Each test has an empty folder. */
static int make_dir(void **state)
{
	(void)state;
	snprintf(dir, sizeof dir, "/tmp/mmtop-first-run.XXXXXX");
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	static const char *const made[] = {
		"mmtop/seen", "mmtop", ".local/state/mmtop/seen",
		".local/state/mmtop", ".local/state", ".local",
	};
	char path[128];

	(void)state;
	chmod(dir, 0700);
	for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, made[i]);
		remove(path);
	}
	return rmdir(dir);
}

static bool exists(const char *name)
{
	char path[128];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	return access(path, F_OK) == 0;
}

static void hint_is_shown_once_with_xdg_state_home(void **state)
{
	(void)state;
	setenv("XDG_STATE_HOME", dir, 1);
	assert_true(first_run());
	assert_true(exists("mmtop/seen"));
	assert_false(first_run());
}

static void hint_is_shown_once_with_home(void **state)
{
	(void)state;
	unsetenv("XDG_STATE_HOME");
	setenv("HOME", dir, 1);
	assert_true(first_run());
	assert_true(exists(".local/state/mmtop/seen"));
	assert_false(first_run());
}

/* The XDG Base Directory Specification: relative paths are to be ignored. */
static void relative_folders_are_ignored(void **state)
{
	(void)state;
	setenv("XDG_STATE_HOME", "state", 1);
	setenv("HOME", dir, 1);
	assert_true(first_run());
	assert_int_not_equal(access("state", F_OK), 0);
	setenv("HOME", "home", 1);
	assert_false(first_run());
	unsetenv("HOME");
	assert_false(first_run());
}

static void no_hint_if_the_state_cannot_be_written(void **state)
{
	(void)state;
	setenv("XDG_STATE_HOME", "/dev/null", 1);
	assert_false(first_run());
	assert_false(first_run());
}

static void no_hint_in_a_folder_of_another_user(void **state)
{
	(void)state;
	setenv("XDG_STATE_HOME", dir, 1);
	assert_int_equal(chown(dir, 65534, 65534), 0);
	assert_false(first_run());
	assert_false(exists("mmtop"));
}

static void no_hint_in_a_folder_of_root(void **state)
{
	(void)state;
	setenv("XDG_STATE_HOME", "/", 1);
	assert_false(first_run());
	assert_int_not_equal(access("/mmtop", F_OK), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			hint_is_shown_once_with_xdg_state_home, make_dir,
			remove_dir),
		cmocka_unit_test_setup_teardown(
			hint_is_shown_once_with_home, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(
			relative_folders_are_ignored, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(
			no_hint_if_the_state_cannot_be_written, make_dir,
			remove_dir),
		skip_if((struct CMUnitTest)cmocka_unit_test_setup_teardown(
				no_hint_in_a_folder_of_another_user, make_dir,
				remove_dir),
			geteuid() ? "needs root" : NULL),
		test_or_skip(no_hint_in_a_folder_of_root,
			     geteuid() ? NULL : "root owns that folder"),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
