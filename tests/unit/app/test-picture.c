/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Screenshots: the contents of SVG, text and ANSI files, and which files are
 * never overwritten. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/panes/picture.h"
#include "base/str.h"
#include "base/text.h"
#include "term/canvas_svg.h"
#include "term/canvas_text.h"
#include "term/theme.h"
#include "ui/kit/style.h"

/* Number of occurrences of `needle` in `hay`. */
static size_t count(const char *hay, const char *needle)
{
	size_t n = 0;

	for (; (hay = strstr(hay, needle)); hay += strlen(needle))
		n++;
	return n;
}

static void has(const struct str *s, const char *needle)
{
	if (!strstr(s->data, needle))
		fail_msg("no %s in:\n%s", needle, s->data);
}

static void has_not(const struct str *s, const char *needle)
{
	if (strstr(s->data, needle))
		fail_msg("%s in:\n%s", needle, s->data);
}

/* --- svg ------------------------------------------------------------------ */

static void svg_of(struct str *out, const struct canvas *c)
{
	str_clear(out);
	canvas_svg(out, c, 256, THEME_DEFAULT);
}

/* Text of cells cannot inject XML. */
static void hostile_cells_are_escaped(void **state)
{
	static const char *const texts[] = {
		"<", "&", ">", "\"", "'", "]]>", "<!--", "\x1b", "\x01",
		"\x7f", "\xff", "\xc3", "\xef\xbf\xbf", "\xef\xbf\xbe",
		"\xed\xa0\x80", "</text>", "&#0;", "\t",
	};
	const int n = sizeof texts / sizeof *texts;
	struct str s = STR_INIT;
	struct canvas c;

	(void)state;
	canvas_init(&c, 1, 2 * n);
	for (int i = 0; i < n; i++) {
		/* Written directly, because canvas_puts() takes only safe
		 * text. */
		struct cell *cell = &c.cells[2 * i];

		memset(cell->text, 0, sizeof cell->text);
		strncpy(cell->text, texts[i], sizeof cell->text - 1);
	}
	svg_of(&s, &c);
	assert_true(text_valid(s.data, s.len));
	for (const char *p = s.data; *p; p++)
		assert_true((unsigned char)*p >= 0x20 || *p == '\n');
	has_not(&s, "\xef\xbf\xbf");
	has_not(&s, "\xef\xbf\xbe");
	has_not(&s, "<!--");
	has_not(&s, "]]>");
	assert_int_equal(count(s.data, "<text "), count(s.data, "</text>"));
	assert_int_equal(count(s.data, "<g"), count(s.data, "</g>"));
	assert_int_equal(count(s.data, "&"),
			 count(s.data, "&lt;") + count(s.data, "&gt;") +
			 count(s.data, "&amp;"));
	canvas_release(&c);
	str_release(&s);
}

/* Each piece of text is placed on the grid, and has the width of its cells. */
static void text_keeps_the_grid(void **state)
{
	struct str s = STR_INIT;
	struct canvas c;

	(void)state;
	canvas_init(&c, 2, 20);
	canvas_puts(&c, 0, 1, STYLE_TEXT, "one two  three");
	canvas_puts(&c, 1, 0, STYLE_KEY, "a\xe6\x97\xa5" "b");
	svg_of(&s, &c);
	has(&s, "<text x=\"8\" y=\"12\" textLength=\"56\">one two</text>");
	has(&s, "<text x=\"80\" y=\"12\" textLength=\"40\">three</text>");
	has(&s, "<text x=\"0\" y=\"28\">a</text>");
	has(&s, "<text x=\"8\" y=\"28\" textLength=\"16\">\xe6\x97\xa5"
	    "</text>");
	has(&s, "<text x=\"24\" y=\"28\">b</text>");
	has(&s, "viewBox=\"0 0 160 32\"");
	canvas_release(&c);
	str_release(&s);
}

/* Equal neighbours are one shape, and half blocks have integer coordinates. */
static void equal_blocks_are_one_shape(void **state)
{
	struct str s = STR_INIT;
	struct canvas c;

	(void)state;
	canvas_init(&c, 2, 10);
	canvas_fill(&c, 0, 0, 8, STYLE_PAIR(STYLE_PG_6, STYLE_PG_ABSENT), "▀");
	canvas_fill(&c, 1, 0, 8, STYLE_PAIR(STYLE_PG_ABSENT, STYLE_PG_6), "▀");
	svg_of(&s, &c);
	/* colours 227 and 235 of xterm */
	has(&s, "<path fill=\"#262626\" d=\"M0 0h64v16h-64z\"/>");
	has(&s, "<path fill=\"#ffff5f\" d=\"M0 16h64v16h-64z\"/>");
	has(&s, "<path fill=\"#ffff5f\" d=\"M0 0h64v8h-64z\"/>");
	has(&s, "<path fill=\"#262626\" d=\"M0 16h64v8h-64z\"/>");
	canvas_release(&c);
	str_clear(&s);

	canvas_init(&c, 1, 10);
	canvas_fill(&c, 0, 0, 8, STYLE_PAIR(STYLE_PG_6, STYLE_PG_1), "▀");
	canvas_puts(&c, 0, 8, STYLE_TEXT, "│");
	svg_of(&s, &c);
	has(&s, "<path fill=\"#005f87\" d=\"M0 0h64v16h-64z\"/>");
	has(&s, "<path fill=\"#ffff5f\" d=\"M0 0h64v8h-64z\"/>");
	has(&s, "M68 0h1v16h-1z");
	assert_int_equal(count(s.data, "<text "), 0);
	canvas_release(&c);
	str_release(&s);
}

static void lines_meet_in_the_middle(void **state)
{
	struct str s = STR_INIT;
	struct canvas c;

	(void)state;
	canvas_init(&c, 1, 8);
	canvas_puts(&c, 0, 0, STYLE_TEXT, "─┬─");
	canvas_puts(&c, 0, 4, STYLE_TITLE_FOCUS, "━");
	canvas_puts(&c, 0, 6, STYLE_DIM, "▒▁");
	svg_of(&s, &c);
	has(&s, "M0 8h8v1h-8zM8 8h8v1h-8zM12 8h1v8h-1zM16 8h8v1h-8z");
	has(&s, "M32 7h8v3h-8z");
	has(&s, "fill-opacity=\".50\" d=\"M48 0h8v16h-8z\"");
	has(&s, "M56 14h8v2h-8z");
	canvas_release(&c);
	str_release(&s);
}

/* The cursor's cell has its colours swapped; the light theme has a light
 * background. */
static void cursor_is_inverted_and_light_theme_is_light(void **state)
{
	struct str s = STR_INIT;
	struct canvas c;

	(void)state;
	canvas_init(&c, 1, 8);
	canvas_puts(&c, 0, 0, STYLE_TEXT, "ab");
	canvas_cursor(&c, 0, 1, false);
	svg_of(&s, &c);
	has(&s, ">ab</text>");
	canvas_cursor(&c, 0, 1, true);
	svg_of(&s, &c);
	has(&s, "<path fill=\"#d0d0d0\" d=\"M8 0h8v16h-8z\"/>");
	has(&s, "<g fill=\"#121212\">\n<text x=\"8\" y=\"12\">b</text>");
	str_clear(&s);
	canvas_svg(&s, &c, 256, THEME_LIGHT);
	has(&s, "<rect width=\"64\" height=\"16\" fill=\"#ffffff\"/>");
	has(&s, "<g fill=\"#1c1c1c\">\n<text x=\"0\" y=\"12\">a</text>");
	canvas_release(&c);
	str_release(&s);
}

static void colours_are_those_of_xterm(void **state)
{
	(void)state;
	assert_int_equal(theme_rgb(1), 0xcd0000);
	assert_int_equal(theme_rgb(16), 0x000000);
	assert_int_equal(theme_rgb(24), 0x005f87);
	assert_int_equal(theme_rgb(214), 0xffaf00);
	assert_int_equal(theme_rgb(231), 0xffffff);
	assert_int_equal(theme_rgb(232), 0x080808);
	assert_int_equal(theme_rgb(255), 0xeeeeee);
	assert_int_equal(theme_rgb(-1), 0);
	assert_int_equal(theme_rgb(256), 0);
}

static void equal_screens_give_equal_pictures(void **state)
{
	struct str a = STR_INIT, b = STR_INIT;
	struct canvas c;

	(void)state;
	canvas_init(&c, 3, 10);
	canvas_puts(&c, 1, 2, STYLE_SEL, "row");
	svg_of(&a, &c);
	svg_of(&b, &c);
	assert_string_equal(a.data, b.data);
	canvas_puts(&c, 1, 2, STYLE_SEL, "Row");
	svg_of(&b, &c);
	assert_string_not_equal(a.data, b.data);
	canvas_release(&c);
	/* An empty canvas is a valid picture. */
	canvas_init(&c, 0, 0);
	svg_of(&a, &c);
	has(&a, "</svg>");
	canvas_release(&c);
	str_release(&a);
	str_release(&b);
}

/* --- text ----------------------------------------------------------------- */

static void text_and_ansi_files_have_the_rows(void **state)
{
	struct str s = STR_INIT;
	struct canvas c;

	(void)state;
	canvas_init(&c, 3, 10);
	canvas_puts(&c, 0, 1, STYLE_TEXT, "a b");
	canvas_puts(&c, 2, 0, STYLE_SEL, "日x");
	canvas_plain(&s, &c);
	assert_string_equal(s.data, " a b\n\n日x\n");
	str_clear(&s);
	canvas_ansi(&s, &c, 256, THEME_DEFAULT);
	assert_string_equal(s.data, " a b      \n          \n"
			    "\033[0;38;5;231;48;5;24m日x\033[0m       \n");
	str_clear(&s);
	canvas_ansi(&s, &c, 8, THEME_DEFAULT);
	has(&s, "\033[0;1;37;44m日x\033[0m ");
	str_clear(&s);
	canvas_ansi(&s, &c, 0, THEME_DEFAULT);
	has(&s, "\033[0;7m日x\033[0m ");
	canvas_release(&c);
	str_release(&s);
}

/* --- file ----------------------------------------------------------------- */

struct folder {
	char path[64];
	struct canvas c;
};

static int setup(void **state)
{
	struct folder *f = calloc(1, sizeof *f);

	if (!f)
		return -1;
	snprintf(f->path, sizeof f->path, "/tmp/mmtop-picture.XXXXXX");
	if (!mkdtemp(f->path) || chdir(f->path) < 0)
		return -1;
	setenv("HOME", f->path, 1);
	canvas_init(&f->c, 2, 4);
	canvas_puts(&f->c, 0, 0, STYLE_TEXT, "row");
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	static const char *const names[] = {
		"a.txt", "a.svg", "a.ANS", "home.txt", "link.txt", "fifo.txt",
		"dangling.txt", "target",
	};
	struct folder *f = *state;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		unlink(names[i]);
	if (chdir("/") < 0 || rmdir(f->path) < 0)
		return -1;
	canvas_release(&f->c);
	free(f);
	return 0;
}

static void file_is(const char *path, const char *want)
{
	char buf[4096] = "";
	FILE *f = fopen(path, "re");

	assert_non_null(f);
	assert_true(fread(buf, 1, sizeof buf - 1, f) > 0);
	fclose(f);
	assert_memory_equal(buf, want, strlen(want));
}

static int picture(struct folder *f, const char *path)
{
	return picture_write(path, &f->c, 256, THEME_DEFAULT);
}

static void new_file_is_private(void **state)
{
	struct folder *f = *state;
	mode_t old = umask(0);
	struct stat st;

	assert_int_equal(picture(f, "a.txt"), 0);
	file_is("a.txt", "row\n\n");
	assert_int_equal(stat("a.txt", &st), 0);
	assert_int_equal(st.st_mode, S_IFREG | 0600);
	assert_int_equal(picture(f, "a.svg"), 0);
	file_is("a.svg", "<?xml ");
	assert_int_equal(picture(f, "./a.ANS"), 0);
	file_is("a.ANS", "row \n");
	assert_int_equal(picture(f, "~/home.txt"), 0);
	file_is("home.txt", "row\n\n");
	umask(old);
}

static void existing_files_are_not_overwritten(void **state)
{
	struct folder *f = *state;
	int fd = open("target", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, "mine\n", 5), 5);
	close(fd);
	assert_int_equal(symlink("target", "link.txt"), 0);
	assert_int_equal(symlink("nowhere", "dangling.txt"), 0);
	assert_int_equal(mkfifo("fifo.txt", 0600), 0);
	assert_int_equal(picture(f, "link.txt"), -EEXIST);
	assert_int_equal(picture(f, "dangling.txt"), -EEXIST);
	assert_int_equal(access("nowhere", F_OK), -1);
	assert_int_equal(picture(f, "fifo.txt"), -EEXIST);
	file_is("target", "mine\n");
}

static void kind_follows_the_file_name(void **state)
{
	static const struct { const char *path; enum picture_kind kind; } k[] = {
		{ "a.svg", PICTURE_SVG }, { "a.SVG", PICTURE_SVG },
		{ "a.b.txt", PICTURE_TEXT }, { "/x.y/a.ans", PICTURE_ANSI },
		{ "", PICTURE_NONE }, { ".svg", PICTURE_NONE },
		{ "/tmp/.svg", PICTURE_NONE }, { "a", PICTURE_NONE },
		{ "a.svg/b", PICTURE_NONE }, { "a.png", PICTURE_NONE },
		{ "a.svgz", PICTURE_NONE }, { "a.", PICTURE_NONE },
		{ "/", PICTURE_NONE },
	};
	struct folder *f = *state;

	for (size_t i = 0; i < sizeof k / sizeof *k; i++)
		assert_int_equal(picture_kind(k[i].path), k[i].kind);
	assert_int_equal(picture(f, "a.png"), -EINVAL);
	assert_int_equal(access("a.png", F_OK), -1);
	assert_int_equal(picture(f, "nonesuch/a.txt"), -ENOENT);
}

/* A failed write leaves no partial file. */
static void partial_file_is_removed(void **state)
{
	struct folder *f = *state;
	struct rlimit old, small;

	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	small = old;
	small.rlim_cur = 100;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	int r = picture(f, "a.svg");
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	assert_int_equal(r, -EFBIG);
	assert_int_equal(access("a.svg", F_OK), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hostile_cells_are_escaped),
		cmocka_unit_test(text_keeps_the_grid),
		cmocka_unit_test(equal_blocks_are_one_shape),
		cmocka_unit_test(lines_meet_in_the_middle),
		cmocka_unit_test(cursor_is_inverted_and_light_theme_is_light),
		cmocka_unit_test(colours_are_those_of_xterm),
		cmocka_unit_test(equal_screens_give_equal_pictures),
		cmocka_unit_test(text_and_ansi_files_have_the_rows),
		cmocka_unit_test_setup_teardown(
			new_file_is_private, setup, teardown),
		cmocka_unit_test_setup_teardown(
			existing_files_are_not_overwritten, setup, teardown),
		cmocka_unit_test_setup_teardown(
			kind_follows_the_file_name, setup, teardown),
		cmocka_unit_test_setup_teardown(
			partial_file_is_removed, setup, teardown),
	};

	setlocale(LC_ALL, "");
	if (!strstr(setlocale(LC_CTYPE, NULL), "UTF-8"))
		setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
