/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The results of mmap_filter and their effects (T5, T6); a wrong one is
 * reported, and the program runs on.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "live.h"

#define TRIES 5
#define WHOLE "offset=0 length=32768"
#define S "r.address == 0x10000000000"

static const struct {
	const char *name;
	const char *filter;	/* body of mmap_filter; NULL: no filter */
	const char *shared, *private;	/* window of the region; NULL: no
					 * frame */
	const char *said;	/* expected message; NULL: none */
} cases[] = {
	{ "no filter: captures everything", NULL, WHOLE, WHOLE, NULL },
	{ "false: captures nothing", "return false", NULL, NULL, NULL },
	{ "true: captures all of it", "return true", WHOLE, WHOLE, NULL },
	{ "nil means true", "return nil", WHOLE, WHOLE, NULL },
	{ "a window of pages is captured",
	  "return " S " and { offset = 4096, size = 8192 }",
	  "offset=4096 length=8192", NULL, NULL },
	{ "a window need not be of whole pages",
	  "return " S " and { offset = 6000, size = 100 }",
	  "offset=6000 length=100", NULL, NULL },
	{ "a size alone starts at 0", "return " S " and { size = 5000 }",
	  "offset=0 length=5000", NULL, NULL },
	{ "an offset alone extends to the end",
	  "return " S " and { offset = 4096 }",
	  "offset=4096 length=28672", NULL, NULL },
	{ "a window is cut to the region",
	  "return " S " and { offset = 4096, size = 1 << 40 }",
	  "offset=4096 length=28672", NULL, NULL },
	{ "a negative window is reported, no frame",
	  "return " S " and { offset = -4096 }", NULL, NULL,
	  "mmap_filter failed" },
	{ "a window after the end is reported, no frame",
	  "return " S " and { offset = 1 << 20 }", NULL, NULL,
	  "beyond the end" },
	{ "an empty window", "return { size = 0 }", NULL, NULL, NULL },
	{ "by path: shared anonymous memory has no path",
	  "return r.path ~= nil and ends(r.path, '/changer')", NULL, NULL,
	  NULL },
	{ "by executable and sharing",
	  "return ends(r.process.executable, '/changer') and r.shared",
	  WHOLE, NULL, NULL },
	{ "by fields of the process",
	  "local p = r.process\n"
	  "return r.shared and p.pid > 1 and p.ppid > 0 and "
	  "p.cwd:sub(1, 1) == '/' and p.argv:find(' s8 ', 1, true) ~= nil",
	  WHOLE, NULL, NULL },
	{ "by fields of the region",
	  "return r.anonymous and r.prot == 3 and r.flags == 0x31 and "
	  "r.size == 32768 and not r.descriptor and "
	  "r.kind == 'shared-anon' and r.thread == 0 and r.offset == 0 and "
	  "r.address_hex == '0x10000000000'", WHOLE, NULL, NULL },
	{ "an error is reported, no frame of its region",
	  "if " S " then error('no such luck') end return true", NULL, WHOLE,
	  "no such luck" },
	{ "an endless loop is reported", "while true do end", NULL, NULL,
	  "is no longer called" },
	{ "a long sort is reported",
	  "local t = {} for i = 1, 20000 do t[i] = i * 7919 % 10007 end\n"
	  "for i = 1, 1000 do table.sort(t) end return true", NULL, NULL,
	  "is no longer called" },
	{ "a huge table is reported",
	  "local t = {} for i = 1, 1 << 40 do t[i] = i end", NULL, NULL,
	  "is no longer called" },
	{ "a result of another type is reported", "return 'yes'", NULL, NULL,
	  "mmap_filter failed" },
	{ "a limit ends the capture and is reported",
	  "return " S " and { limit = 4096, rate = 100 }", WHOLE, NULL,
	  "is no longer captured" },
};

/* --save-mmap=DIR, in a folder of its own; to be freed. */
static char *folder(size_t i)
{
	struct str s = STR_INIT;

	str_addf(&s, "--save-mmap=%s/%zu", work_dir(), i);
	return str_take(&s);
}

/* --config=FILE with that text, to be freed. */
static char *configuration(const char *text)
{
	struct str s = STR_INIT;
	char *path = work_file("config.lua");
	FILE *f = fopen(path, "w");

	if (!f || fputs(text, f) < 0 || fclose(f) != 0)
		bail("no room for a file");
	chmod(path, 0600);
	str_addf(&s, "--config=%s", path);
	free(path);
	return str_take(&s);
}

/* Counts the frames of the region at start; *good is false if one has another
 * window. */
static int frames(char *log, const char *start, const char *window, bool *good)
{
	int n = 0;

	for (char *line = log, *end; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		if (!strstr(line, " frame object=") || !strstr(line, start))
			continue;
		n++;
		*good &= window && strstr(line, window);
	}
	return n;
}

static bool check(const char *path, const char *start, const char *window)
{
	char *log = read_file(path, NULL);
	bool good = true;
	int n = log ? frames(log, start, window, &good) : -1;

	free(log);
	if (!good || n != (window != NULL))
		diag("%d frames at %s, wanted: %s", n, start,
		     window ? window : "none");
	return good && n == (window != NULL);
}

static bool is_window(const char *filter)
{
	return filter && (strstr(filter, "offset =") ||
			  strstr(filter, "size ="));
}

/* True if the run had the expected result. */
static bool run_case(size_t i)
{
	char *program = victim("changer"), *log = work_file("log");
	char *save = folder(i), *config;
	struct str text = STR_INIT;
	struct run r;
	bool good;

	if (cases[i].filter)
		str_addf(&text, "function mmap_filter(r)\n%s\nend\n",
			 cases[i].filter);
	config = configuration(text.data);

	run_mmtop(&r, "-b", config, save, "-o", log, "--events=frame", program,
		  "s8", "s1", "s2", "m", "p8", "p1", "p2", "q", NULL);
	good = run_wait(&r) && run_status(&r) == 0;
	if (!good)
		diag("status %d", run_status(&r));
	good &= check(log, " in 0x10000000000-", cases[i].shared);
	good &= check(log, " in 0x20000000000-", cases[i].private);
	if (cases[i].said ? !run_said(&r, cases[i].said) : r.err[0]) {
		diag("said: %s", r.err);
		good = false;
	}
	run_release(&r);
	free(program);
	free(log);
	str_release(&text);
	free(save);
	free(config);
	return good;
}

/* On a busy machine, a stop may be too short for a capture. */
static void test_case(size_t i)
{
	char name[128];
	bool good = false;

	for (int n = 0; n < TRIES && !good; n++)
		good = run_case(i);
	snprintf(name, sizeof name, "%s %s",
		 is_window(cases[i].filter) ? "T6" : "T5", cases[i].name);
	ok_in_time(good, name);
}

/* --- the shipped example -------------------------------------------------- */

/* --config=FILE with the example's text, in which `file` replaces the path. */
static char *example(const char *file)
{
	struct str path = STR_INIT, s = STR_INIT;
	char *text, *at, *end;

	str_addf(&path, "%s/doc/examples/capture.lua", getenv("top_srcdir"));
	text = read_file(path.data, NULL);
	at = text ? strstr(text, "\"/tmp/file\"") : NULL;
	if (!at)
		bail("doc/examples/capture.lua names no /tmp/file");
	end = at + strlen("\"/tmp/file\"");
	str_add(&s, text, (size_t)(at - text));
	str_addf(&s, "\"%s\"%s", file, end);
	free(text);
	str_release(&path);
	at = configuration(s.data);
	str_release(&s);
	return at;
}

static void test_bytes(const char *dir)
{
	struct run r;
	bool good;

	run_mmtop(&r, "contents", "--extract=0x30000000000@last", dir, NULL);
	good = run_wait(&r) && run_status(&r) == 0;
	if (good) {
		size_t n;
		char *bytes = read_file(r.out_path, &n);

		good = bytes && n == 8192;
		for (size_t i = 0; good && i < n; i++)
			good = (unsigned char)bytes[i] == (6000 + i) % 251;
		if (!good)
			diag("%zu bytes", n);
		free(bytes);
	}
	ok(good, "T5 T6 the example: captures the bytes of the file");
	run_release(&r);
}

static void test_example(void)
{
	char *changer = victim("changer"), *log = work_file("log");
	char *program = copy_of(changer, "write_track", 0755);
	char *file = work_file("file"), *config = example(file);
	char *save = folder(1000), *word = NULL, *text;
	struct str s = STR_INIT;
	struct run r;

	str_addf(&s, "F%s", file);
	word = str_take(&s);
	run_mmtop(&r, "-b", config, save, "-o", log, "--events=frame", program,
		  "s1", word, "m", NULL);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   check(log, " in 0x30000000000-", "offset=6000 length=8192"),
	   "T5 T6 the example: captures a part of the file");
	text = read_file(log, NULL);
	ok(check(log, " in 0x10000000000-", WHOLE) && text &&
	   !strstr(text, "/libc"), "T5 T6 the example: captures no other file");
	test_bytes(strchr(save, '=') + 1);
	run_release(&r);
	free(text);
	free(word);
	free(save);
	free(config);
	free(file);
	free(program);
	free(log);
	free(changer);
}

/* The duration that mmtop reports for many short programs, with a filter that
 * loops `turns` times for each region; the shortest of three runs. */
static double run_filtered(const char *turns, const char *said)
{
	char *log = work_file("log"), *save = folder(1001), *config, *text;
	struct str words = STR_INIT;
	double least = 0;

	str_addf(&words, "function mmap_filter(r)\nlocal n = 0\n"
		 "for i = 1, %s do n = n + i end\nreturn false end\n", turns);
	config = configuration(words.data);
	for (int i = 0; i < 3; i++) {
		struct run r;
		char *at;

		run_mmtop(&r, "-b", config, save, "-o", log, "sh", "-c",
			  "n=0; while [ $n -lt 20 ]; do ls / >/dev/null; "
			  "n=$((n + 1)); done", NULL);
		if (!run_wait(&r) || run_status(&r) ||
		    (said ? !run_said(&r, said) : r.err[0]))
			diag("status %d, said: %s", run_status(&r), r.err);
		text = read_file(log, NULL);
		at = text ? strstr(text, " duration_ns=") : NULL;
		if (at && (!least || atof(at + 13) < least))
			least = atof(at + 13);
		free(text);
		run_release(&r);
	}
	str_release(&words);
	free(save);
	free(config);
	free(log);
	return least;
}

/* Tasks are stopped while the filter runs, so mmtop limits it to a tenth of the
 * time.  Without that limit, these turns would make the run about six times as
 * long. */
static void test_slow_filter(void)
{
	double fast = run_filtered("1", NULL);
	double slow = run_filtered("200000", "mmap_filter is slow");

	if (!ok(fast && slow && slow < 3 * fast,
		"T5 a slow filter is reported, and regions wait for it"))
		diag("%.0f ms, %.0f ms with a fast one", slow / 1e6, fast / 1e6);
}

int main(void)
{
	size_t n = sizeof cases / sizeof *cases;

	plan((int)n + 4);
	for (size_t i = 0; i < n; i++)
		test_case(i);
	test_example();
	test_slow_filter();
	return done();
}
