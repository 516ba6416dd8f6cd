/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop escapes the text of a target, a file or the command line before it
 * writes it to a terminal: a table of mmtop's commands, with a hostile name in
 * each.
 */
#include <config.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session.h"

/* OSC and BEL, CSI as ESC [ and as one byte, C1 and bidi as UTF-8, invalid
 * UTF-8, DEL, a line break; U+045B has byte 0x9b. */
#define EVIL "x\033]0;PWN\007\033[2J\x9b" "2J\xc2\x9b\xe2\x80\xae\xff\x7f\n\xd1\x9by"
/* The same as valid UTF-8: JSON stores it as text. */
#define VALID "v\033]0;PWN\007\xc2\x9b\xe2\x80\xae\x7f\n\xd1\x9by"
#define MMTOP_ARGS 8

struct row {
	const char *name;
	const char *args[MMTOP_ARGS];
};

static char *dir, *program, *valid, *trace, *bad_config;

/* --- files ---------------------------------------------------------------- */

static char *in_dir(const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s", dir, name) < 0)
		bail("no memory");
	return path;
}

static char *file_of(const char *name, const char *text)
{
	char *path = in_dir(name);
	FILE *f = fopen(path, "w");

	if (!f || fputs(text, f) < 0 || fclose(f) != 0)
		bail("cannot write a file");
	return path;
}

static char *program_of(const char *name)
{
	char *path = in_dir(name), buf[65536];
	int in = open("/bin/true", O_RDONLY);
	int out = open(path, O_WRONLY | O_CREAT | O_EXCL, 0755);
	ssize_t n;

	if (in < 0 || out < 0)
		bail("cannot copy a program");
	while ((n = read(in, buf, sizeof buf)) > 0)
		if (write(out, buf, (size_t)n) != n)
			bail("cannot copy a program");
	close(in);
	close(out);
	return path;
}

static void make_files(void)
{
	dir = work_file("evil");
	if (mkdir(dir, 0700) < 0)
		bail("mkdir");
	program = program_of(EVIL);
	valid = program_of(VALID);
	trace = file_of("trace", "malloc: 0x1000 0x10 /lib/" EVIL "\n"
			"malloc: 0x2000 0x10 /lib/\033]0;PWN\007\033[31mX "
			"f\033[2J\x9b\xc2\x9b\xe2\x80\xae\x7fn 0x1\n");
	bad_config = file_of(EVIL ".lua", "error('" "\\27]0;PWN\\7\\155" "')");
}

/* --- output --------------------------------------------------------------- */

/* The length of a character that is harmless on a terminal; 0: it is not
 * harmless. */
static size_t harmless_length(const unsigned char *p, size_t n, bool utf8)
{
	size_t len = *p < 0xc2 ? 0 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : 4;

	if (*p == '\n' || *p == '\r' || *p == '\t' || (*p >= ' ' && *p < 127))
		return 1;
	if (!utf8 || !len || len > n)
		return 0;
	for (size_t i = 1; i < len; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	/* C1; bidi controls. */
	if ((p[0] == 0xc2 && p[1] < 0xa0) ||
	    (p[0] == 0xe2 && p[1] == 0x80 &&
	     (p[2] == 0x8e || p[2] == 0x8f || (p[2] >= 0xaa && p[2] <= 0xae))))
		return 0;
	return len;
}

static bool all_harmless(const char *raw, size_t n, bool utf8)
{
	const unsigned char *p = (const unsigned char *)raw;

	for (size_t i = 0, len; i < n; i += len) {
		len = harmless_length(p + i, n - i, utf8);
		if (!len) {
			diag("byte 0x%02x at %zu: %.40s", p[i], i,
			     raw + (i > 20 ? i - 20 : 0));
			return false;
		}
	}
	return true;
}

static void check(const struct row *r, const char *locale)
{
	struct session s;
	bool utf8 = !locale;

	if (locale)
		setenv("TEST_LOCALE", locale, 1);
	session_start(&s, 24, 80, r->args);
	ok(session_end(&s) != -1000 && s.raw_len > 0 &&
	   all_harmless(s.raw, s.raw_len, utf8), "%s%s", r->name,
	   locale ? ", without UTF-8" : "");
	session_release(&s);
	unsetenv("TEST_LOCALE");
}

static void check_commands(void)
{
	char *no_such = in_dir("no/" EVIL), *option;
	const struct row rows[] = {
		{ "heap", { "heap", trace } },
		{ "heap --sort", { "heap", "--sort=size", trace } },
		{ "heap of a program", { "heap", program } },
		{ "heap of no file", { "heap", no_such } },
		{ "heap into a folder that is not there",
		  { "heap", trace, no_such } },
		{ "maps", { "maps", program } },
		{ "contents", { "contents", program } },
		{ "contents --extract", { "contents", "--extract=" EVIL,
					  program } },
		{ "batch", { "-b", program } },
		{ "batch, valid UTF-8", { "-b", valid } },
		{ "--json", { "-b", "--json", program } },
		{ "--json, valid UTF-8", { "-b", "--json", valid } },
		{ "--summary", { "-b", "--summary", "--follow", valid } },
		{ "no such program", { "-b", no_such } },
		{ "no such log", { "-b", "-o", no_such, "true" } },
		{ "an argument", { "-b", "true", EVIL } },
		{ "an option", { "--" EVIL } },
		{ "-p", { "-p", EVIL } },
		{ "--events", { "--events=" EVIL, "-b", "true" } },
		{ "--level", { "--level=" EVIL, "true" } },
		{ "--duration", { "--duration=" EVIL, "true" } },
		{ "--config", { "--config", no_such, "-b", "true" } },
		{ "a configuration", { "--config", bad_config, "-b", "true" } },
		{ "--print-config", { "--config", bad_config,
				      "--print-config" } },
		{ "a console", { "--command=wait;regions;process;" EVIL ";help "
				 EVIL ";find " EVIL, valid } },
		{ "keepers", { "--keepers" } },
	};

	if (asprintf(&option, "--allocation-trace=%s", no_such) < 0)
		bail("no memory");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		check(&rows[i], NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		check(&rows[i], "C");
	check(&(struct row){ "--allocation-trace", { option, "-b", valid } },
	      NULL);
	free(option);
	free(no_such);
}

/* A file or pipe gets the bytes unchanged. */
static void check_file_is_raw(void)
{
	char *list = in_dir("list"), *text;
	struct session s;
	size_t n = 0;

	session_start(&s, 24, 80, (const char *[]){ "heap", trace, list, NULL });
	ok(session_end(&s) == 0, "heap writes a list to a file");
	text = read_file(list, &n);
	ok(text && memmem(text, n, "\033]0;PWN\007\033[31mX f\033[2J\x9b", 20),
	   "the file has the names byte for byte");
	free(text);
	free(list);
	session_release(&s);
}

/* mmtop's own output consists of escape sequences: it must contain none of
 * these. */
static void check_screen(void)
{
	static const char *const bad[] = {
		"\033]", "\007", "\xc2\x9b", "\xe2\x80\xae", "\x7f", "\xff",
	};
	struct session s;
	bool good = true;

	session_start(&s, 40, 120, (const char *[]){ valid, EVIL, NULL });
	screen_ok(&s, session_row_shows(&s, 0, "\\x1b]0"),
		  "the screen shows the name");
	session_type(&s, "5");
	session_shows(&s, "5 Processes");
	session_type(&s, ":" "\033[200~" EVIL "\033[201~");
	session_row_shows(&s, 39, "PWN");
	session_type(&s, "\r");
	session_row_shows(&s, 39, "PWN");
	session_leave(&s);
	session_end(&s);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (memmem(s.raw, s.raw_len, bad[i], strlen(bad[i]))) {
			diag("the picture has bad[%zu]", i);
			good = false;
		}
	ok(good, "the screen contains no sequence of the name");
	session_release(&s);
}

int main(void)
{
	plan(26 * 2 + 1 + 2 + 2);
	make_files();
	check_commands();
	check_file_is_raw();
	check_screen();
	return done();
}
