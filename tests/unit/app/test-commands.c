/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command table: each command occurs once, no key has two meanings, and
 * every text fits in every language. */
#include <config.h>

#include <setjmp.h>
#include <libintl.h>
#include <locale.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/command/keynames.h"
#include "app/command/typed.h"
#include "base/str.h"
#include "base/text.h"
#include "ui/kit/command.h"
#include "ui/kit/keyed.h"
#include "ui/pane/pane.h"
#include "../../support/language.h"

enum { HELP_COLS = 24, BAR_COLS = 10, PAGE_MAX = 1 << 20 };

static void every_command_occurs_once(void **state)
{
	static const char *const names[] = {
#define X(ID, name) [DO_##ID] = name,
		COMMANDS(X)
#undef X
	};

	(void)state;
	assert_int_equal(commands_n, DOS - 1);
	for (int id = DO_NONE + 1; id < DOS; id++) {
		const struct command *c = command_by_id((enum cmd)id);
		assert_non_null(c);
		assert_string_equal(c->name, names[id]);
		for (size_t i = 0, n = 0; i < commands_n; i++) {
			n += commands[i].id == (enum cmd)id;
			assert_true(n <= 1);
		}
	}
	assert_null(command_by_id(DO_NONE));
	assert_null(command_by_id(DOS));
}

static void every_command_of_the_screen_has_a_function(void **state)
{
	(void)state;
	for (size_t i = 0; i < commands_n; i++)
		if (!commands[i].exec == !!(commands[i].where & ON_SCREENS))
			fail_msg("%s: exec and ON_SCREENS differ",
				 commands[i].name);
}

/* The key runs this command where the command exists, and only there. */
static void check_key(const struct command *c, uint32_t key,
		      enum cmd_where where)
{
	if (c->where & where && command_by_key(key, where) != c)
		fail_msg("key %u of %s runs %s instead", (unsigned)key, c->name,
			 command_by_key(key, where)->name);
	if (!(c->where & where) && command_by_key(key, where) == c)
		fail_msg("key %u runs %s where that command does not exist",
			 (unsigned)key, c->name);
}

static void no_key_has_two_commands(void **state)
{
	(void)state;
	for (size_t i = 0; i < commands_n; i++) {
		const struct command *c = &commands[i];
		assert_int_equal(c->keys[5], 0);
		for (size_t k = 0; c->keys[k]; k++) {
			check_key(c, c->keys[k], ON_SCREEN);
			check_key(c, c->keys[k], ON_PICKER);
			for (size_t l = 0; l < k; l++)
				assert_int_not_equal(c->keys[k], c->keys[l]);
		}
	}
	assert_null(command_by_key(0, ON_SCREEN));
	assert_null(command_by_key(KEY_NONE_, ON_SCREEN));
}

static void keys_of_memtrace_are_supported(void **state)
{
	static const struct { uint32_t key; enum cmd id; } keys[] = {
		{ 'n', DO_NEXT }, { 's', DO_SYSTEM }, { 'p', DO_PROCESS },
		{ 'c', DO_CONTINUE }, { 'd', DO_DETACH }, { 'q', DO_QUIT },
		{ 'h', DO_HELP }, { '?', DO_HELP }, { KEY_F1_, DO_HELP },
		{ KEY_CTRL('c'), DO_QUIT }, { '=', DO_ZOOM_IN },
		{ '\n', DO_ENTER }, { '\r', DO_ENTER }, { '3', DO_PANE_CALLS },
	};

	(void)state;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		assert_int_equal(command_by_key(keys[i].key, ON_SCREEN)->id, keys[i].id);
}

static void every_command_has_its_texts(void **state)
{
	(void)state;
	for (size_t i = 0; i < commands_n; i++) {
		const struct command *c = &commands[i];
		assert_true(c->help[0]);
		assert_non_null(c->bar);
		assert_non_null(c->aliases);
		assert_true(c->when & (unsigned)WHEN_ALWAYS);
		/* Resize and the wheel are events of the terminal, not keys. */
		assert_true(c->key_label[0] || c->id == DO_RESIZE ||
			    c->id == DO_WHEEL_UP || c->id == DO_WHEEL_DOWN);
	}
}

static void check_width(const char *language, const char *what, int cols,
			const char *word)
{
	if (*word && text_width(gettext(word)) > cols)
		fail_msg("%s: %s is wider than %d columns: %s",
			 language ? language : "en", what, cols,
			 gettext(word));
}

static void check_texts_in(const char *language)
{
	if (!language_speak(language))
		fail_msg("no message catalogue for %s", language);
	for (size_t i = 0; i < commands_n; i++) {
		check_width(language, "help", HELP_COLS, commands[i].help);
		check_width(language, "key bar", BAR_COLS, commands[i].bar);
	}
}

static void texts_fit_in_every_language(void **state)
{
	(void)state;
	check_texts_in(NULL);
	for (const char *const *list = languages(); *list; list++)
		check_texts_in(*list);
	language_speak(NULL);
}

static void commands_are_found_by_name_and_prefix(void **state)
{
	(void)state;
	assert_int_equal(command_by_name("next", ON_SCREEN)->id, DO_NEXT);
	assert_int_equal(command_by_name("n", ON_SCREEN)->id, DO_NEXT);
	assert_int_equal(command_by_name("det", ON_SCREEN)->id, DO_DETACH);
	/* A complete name wins over longer names with the same prefix. */
	assert_int_equal(command_by_name("process", ON_SCREEN)->id, DO_PROCESS);
	assert_int_equal(command_by_name("system", ON_SCREEN)->id, DO_SYSTEM);
	assert_null(command_by_name("zoom-", ON_SCREEN));
	assert_null(command_by_name("", ON_SCREEN));
	assert_null(command_by_name("nextt", ON_SCREEN));
	for (size_t i = 0; i < commands_n; i++)
		assert_ptr_equal(command_by_name(commands[i].name, ON_SCREEN),
				 &commands[i]);
}

static void pane_digits_are_pane_ids(void **state)
{
	(void)state;
	for (int i = 0; i <= PANE_SOURCES; i++) {
		const struct command *c = command_by_key('1' + (uint32_t)i, ON_SCREEN);
		assert_int_equal(c->id, DO_PANE_REGIONS + i);
	}
	assert_int_equal(PANE_SOURCES, DO_PANE_SOURCES - DO_PANE_REGIONS);
}

/* Returns the manual page without backslashes, or NULL if it cannot be read. */
static char *man_page(void)
{
	const char *top = getenv("top_srcdir");
	struct str path = STR_INIT;
	char *text = calloc(1, PAGE_MAX);
	size_t n = 0;

	str_addf(&path, "%s/doc/mmtop.1", top ? top : ".");
	FILE *f = fopen(path.data, "re");
	str_release(&path);
	if (!f) {
		free(text);
		return NULL;
	}
	for (int ch; (ch = getc(f)) != EOF && n < PAGE_MAX - 1;)
		if (ch != '\\')
			text[n++] = (char)ch;
	fclose(f);
	return text;
}

static void man_page_has_every_key(void **state)
{
	char *page = man_page();

	(void)state;
	/* This test needs the source tree with its manual. */
	if (!page)
		fail_msg("doc/mmtop.1 is missing");
	for (size_t i = 0; i < commands_n; i++) {
		char label[64];
		snprintf(label, sizeof label, "%s", commands[i].key_label);
		for (char *w = strtok(label, " "); w; w = strtok(NULL, " "))
			if (!strstr(page, w))
				fail_msg("doc/mmtop.1 does not mention %s (%s)",
					 w, commands[i].name);
	}
	free(page);
}

/* True if `word` occurs on the page as a whole word. */
static bool has_word(const char *page, const char *word)
{
	static const char of_words[] = "abcdefghijklmnopqrstuvwxyz-";
	size_t n = strlen(word);

	for (const char *p = page; (p = strstr(p, word)); p++)
		if (!strchr(of_words, p[-1]) && !strchr(of_words, p[n]))
			return true;
	return false;
}

static void man_page_has_every_command(void **state)
{
	char *page = man_page(), *commands_at, *end;

	(void)state;
	assert_non_null(page);
	commands_at = strstr(page, "\n.SH COMMANDS\n");
	assert_non_null(commands_at);
	end = strstr(commands_at + 5, "\n.SH ");
	assert_non_null(end);
	*end = '\0';
	assert_false(has_word(commands_at, "nonesuch"));
	for (size_t i = 0; i < commands_n; i++) {
		const struct command *c = &commands[i];
		char typed[64];

		if (!c->key_label[0])
			continue;
		/* Commands with arguments appear with their colon. */
		snprintf(typed, sizeof typed, "%s%s", c->args ? ":" : "",
			 c->name);
		if (!has_word(commands_at, typed))
			fail_msg("doc/mmtop.1 does not mention %s", typed);
	}
	free(page);
}

/* True if the command's row of the table is marked as a console command. */
static bool is_marked(const char *table, const struct command *c)
{
	char row[64];

	snprintf(row, sizeof row, "\n%s%s", c->where & ON_SCREEN ? ":" : "",
		 c->name);
	for (const char *p = table; (p = strstr(p, row)); p++) {
		const char *end = p + strlen(row);

		/* The name continues: this is the row of a longer name. */
		if (*end != '\t' && *end != ' ')
			continue;
		/* Skip the arguments and the aliases; the marks follow. */
		for (int i = 0; i < 2 && end; i++)
			end = strchr(end + (i > 0), '\t');
		return end && end[1] == 'C';
	}
	return false;
}

/* The table of commands marks exactly the commands of the console. */
static void man_page_marks_console_commands(void **state)
{
	char *page = man_page(), *at, *end;

	(void)state;
	assert_non_null(page);
	at = strstr(page, "\n.\" BEGIN commands\n");
	assert_non_null(at);
	end = strstr(at, "\n.\" END\n");
	assert_non_null(end);
	*end = '\0';
	for (size_t i = 0; i < commands_n; i++) {
		const struct command *c = &commands[i];

		if (is_marked(at, c) != !!(c->where & ON_CONSOLE))
			fail_msg("doc/mmtop.1: wrong console mark of %s",
				 c->name);
	}
	free(page);
}

/* The words of memtrace must not change. */
static void words_of_memtrace_are_supported(void **state)
{
	static const struct { const char *word; enum cmd id; } words[] = {
		{ "n", DO_NEXT }, { "next", DO_NEXT }, { "s", DO_SYSTEM },
		{ "sys", DO_SYSTEM }, { "system", DO_SYSTEM },
		{ "p", DO_PROCESS }, { "proc", DO_PROCESS },
		{ "process", DO_PROCESS }, { "c", DO_CONTINUE },
		{ "cont", DO_CONTINUE }, { "continue", DO_CONTINUE },
		{ "detach", DO_DETACH }, { "quit", DO_QUIT },
		{ "help", DO_HELP },
		/* prefixes of console commands */
		{ "ne", DO_NEXT }, { "de", DO_DETACH }, { "he", DO_HELP },
		{ "cat", DO_CATCH }, { "w", DO_WAIT },
	};

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const struct command *c = command_by_name(words[i].word,
							  ON_CONSOLE);

		if (!c || c->id != words[i].id || !(c->where & ON_CONSOLE))
			fail_msg("%s", words[i].word);
	}
	assert_null(command_by_name("zoom-i", ON_CONSOLE));
	assert_int_equal(command_by_name("zoom-i", ON_SCREEN)->id,
			 DO_ZOOM_IN);
	assert_null(command_matching("zoom", 0, ON_CONSOLE));
}

/* Completion after `:`, and the nearest command for a misspelled name. */
static void names_are_completed_and_corrected(void **state)
{
	(void)state;
	assert_string_equal(command_matching("zoom", 0, ON_SCREEN)->name, "zoom-in");
	assert_string_equal(command_matching("zoom", 3, ON_SCREEN)->name, "zoom");
	assert_null(command_matching("zoom", 4, ON_SCREEN));
	assert_null(command_matching("nextt", 0, ON_SCREEN));
	assert_null(command_matching("resi", 0, ON_SCREEN));
	assert_non_null(command_matching("", 0, ON_SCREEN));
	assert_int_equal(command_nearest("continu", ON_SCREEN)->id, DO_CONTINUE);
	assert_int_equal(command_nearest("hodl", ON_SCREEN)->id, DO_HOLD);
	assert_int_equal(command_nearest("scrennshot", ON_SCREEN)->id, DO_SCREENSHOT);
	assert_null(command_nearest("xyzzy", ON_SCREEN));
	/* Two wrong letters of three are too many. */
	assert_null(command_nearest("foo", ON_SCREEN));
	assert_null(command_nearest("", ON_SCREEN));
	assert_null(command_nearest("a word that is longer than any name of "
				    "a command", ON_SCREEN));
}

/* Keys that users know from less, vim and htop, and the command of each. */
static void known_keys_have_their_usual_command(void **state)
{
	static const struct {
		uint32_t key;
		enum cmd id;
	} known[] = {
		{ KEY_CTRL('d'), DO_HALF_DOWN }, { KEY_CTRL('u'), DO_HALF_UP },
		{ KEY_CTRL('f'), DO_PAGE_DOWN }, { KEY_CTRL('b'), DO_PAGE_UP },
		{ 'G', DO_END }, { KEY_HOME_, DO_HOME }, { KEY_END_, DO_END },
		{ KEY_F1_, DO_HELP }, { KEY_F2_, DO_SETUP },
		{ KEY_F3_, DO_FIND_NEXT }, { KEY_SF3_, DO_FIND_PREV },
		{ 'N', DO_FIND_PREV }, { KEY_F4_, DO_FILTER },
		{ KEY_F5_, DO_GROUP }, { KEY_F6_, DO_SORT_MENU },
		{ KEY_F9_, DO_KILL }, { KEY_F10_, DO_QUIT },
	};

	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		const struct command *c =
			command_by_key(known[i].key, ON_SCREEN);

		if (!c || c->id != known[i].id)
			fail_msg("key %#x", (unsigned)known[i].key);
	}
	assert_int_equal(command_by_key(KEY_F5_, ON_PICKER)->id, DO_TREE);
	assert_int_equal(command_by_key(KEY_F10_, ON_PICKER)->id, DO_LEAVE);
}

/* Function keys, arrows and the like have no code point. */
static bool can_be_typed(const uint32_t *keys)
{
	for (size_t k = 0; keys[k]; k++)
		if (keys[k] < KEY_NONE_)
			return true;
	return false;
}

/* Every command can be reached without function keys, arrows and the mouse. */
static void every_command_can_be_typed(void **state)
{
	static const uint32_t keys[] = {
		KEY_UP_, KEY_DOWN_, KEY_LEFT_, KEY_RIGHT_, KEY_PGUP_,
		KEY_PGDN_, KEY_HOME_, KEY_END_, KEY_BTAB_, KEY_F1_, KEY_F2_,
		KEY_F3_, KEY_SF3_, KEY_F4_, KEY_F5_, KEY_F6_, KEY_F9_,
		KEY_F10_,
	};

	(void)state;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const struct command *c = command_by_key(keys[i], ON_SCREEN);

		assert_non_null(c);
		assert_true(can_be_typed(c->keys));
	}
	for (size_t i = 0; i < commands_n; i++) {
		const struct command *c = &commands[i];

		if (c->keys[0] && !can_be_typed(c->keys) && c->id != DO_RESIZE)
			fail_msg("%s has no key with a letter", c->name);
		/* Only the wheel has neither a key nor a command to type. */
		if (!c->keys[0] && !c->key_label[0] &&
		    c->id != DO_WHEEL_UP && c->id != DO_WHEEL_DOWN)
			fail_msg("%s cannot be reached", c->name);
	}
}

/* A count has a limit of 1,000,000; a process ID has none. Larger counts are
 * refused, never clipped. */
static void numbers_out_of_range_are_refused(void **state)
{
	static const char *const none[] = { "0", "x", "-1", "1 2", "1x",
					    "99999999999999999999" };
	struct str s = STR_INIT;
	uint64_t n;

	(void)state;
	assert_true(typed_id(&n, "4194303"));
	assert_int_equal(n, 4194303);
	assert_true(typed_count(&n, "1000000"));
	assert_int_equal(n, 1000000);
	assert_false(typed_count(&n, "1000001"));
	typed_count_error(&s, ":next");
	assert_string_equal(s.data, ":next takes a number of stops, 1 to "
				    "1,000,000.");
	str_release(&s);
	assert_true(typed_count(&n, ""));
	assert_int_equal(n, 1);
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		assert_false(typed_id(&n, none[i]));
		assert_false(typed_count(&n, none[i]));
	}
}

/* Sentences name the keys that the commands have at present. */
static void sentences_name_the_current_keys(void **state)
{
	static const uint32_t percent[] = { '%', 'x', 0 }, none[] = { 0 },
			      quit[] = { 'q', KEY_CTRL('c'), 0 };
	char said[64];

	(void)state;
	assert_string_equal(keyed("{quit} leaves, {help}: more"),
			    "q leaves, ?: more");
	assert_string_equal(keyed("{nonesuch} {quit"), "{nonesuch} {quit");
	assert_string_equal(key_of(DO_BACK), "Esc");
	command_bind(DO_QUIT, percent);
	snprintf(said, sizeof said, keyed("%d has ended. {quit} quits."), 7);
	assert_string_equal(said, "7 has ended. % quits.");
	assert_string_equal(key_of(DO_QUIT), "%");
	command_bind(DO_QUIT, none);
	assert_string_equal(keyed("{quit} leaves"), ":quit leaves");
	command_bind(DO_QUIT, quit);
	assert_string_equal(keyed("{quit} leaves"), "q leaves");
	/* Terminals send Ctrl-J and Ctrl-M for Enter. */
	assert_int_equal(key_by_name("Ctrl-J"), KEY_ENTER_);
	assert_int_equal(key_by_name("ctrl-m"), KEY_ENTER_);
	assert_int_equal(key_by_name("Ctrl-L"), KEY_CTRL('l'));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_command_occurs_once),
		cmocka_unit_test(every_command_of_the_screen_has_a_function),
		cmocka_unit_test(numbers_out_of_range_are_refused),
		cmocka_unit_test(known_keys_have_their_usual_command),
		cmocka_unit_test(every_command_can_be_typed),
		cmocka_unit_test(no_key_has_two_commands),
		cmocka_unit_test(keys_of_memtrace_are_supported),
		cmocka_unit_test(every_command_has_its_texts),
		cmocka_unit_test(texts_fit_in_every_language),
		cmocka_unit_test(commands_are_found_by_name_and_prefix),
		cmocka_unit_test(pane_digits_are_pane_ids),
		cmocka_unit_test(names_are_completed_and_corrected),
		cmocka_unit_test(man_page_has_every_key),
		cmocka_unit_test(man_page_has_every_command),
		cmocka_unit_test(man_page_marks_console_commands),
		cmocka_unit_test(words_of_memtrace_are_supported),
		cmocka_unit_test(sentences_name_the_current_keys),
	};

	setlocale(LC_ALL, "");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
