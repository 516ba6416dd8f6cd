/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A2, A5, A7: the heap of a real program on the screen: who in it got how many blocks
 * and bytes, what has grown since a mark, the blocks of a site and their bytes, and
 * what is left at the end.
 */
#include <config.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "session.h"

/* Whose row is meant. */
#define SMALL "keep_small"
#define LARGE "keep_large"

struct row {
	struct session *s;
	const char *name, *live, *blocks;
};

/* One row has all of them. */
static bool has_row(void *arg)
{
	const struct row *r = arg;

	for (int i = 0; i < r->s->rows; i++) {
		const char *text = session_row(r->s, i);
		const char *name = strstr(text, r->name);
		const char *live = strstr(text, r->live);
		const char *blocks = live ? strstr(live, r->blocks) : NULL;

		if (name && blocks && blocks < name)
			return true;
	}
	return false;
}

static void row(struct session *s, const char *name, const char *live,
		const char *blocks, const char *what)
{
	struct row r = { s, name, live, blocks };

	screen_ok(s, session_until(s, has_row, &r), what);
}

static void grows(struct session *s, int fifo)
{
	session_type(s, "8");
	screen_ok(s, session_shows(s, "8 Heap  "), "row A2 the pane is there");
	row(s, SMALL, "39.1K ", " 40 ", "row A2 40 blocks of 1,000 bytes");
	row(s, LARGE, "293K ", " 3 ", "row A2 three of 100,000");
	row(s, LARGE, " 3 ", " 293K ", "row A7 all of which is resident");
	screen_ok(s, session_shows(s, "did not come to answer in time"),
		  "row A8 who does not allocate does not answer, which is said");
	session_type(s, "m");
	screen_ok(s, session_shows(s, "growth since "), "a mark");
	ok(write(fifo, "+", 1) == 1, "it grows");
	screen_ok(s, session_shows(s, " malloc: "), "row A8 then it does");
	row(s, SMALL, "+58.6K 97.7K ", " 100 ",
	    "row A5 60 more since the mark, by growth");
	session_type(s, "M");
	screen_ok(s, session_hides(s, "growth since "), "M: no more");
}

static void blocks(struct session *s)
{
	session_type(s, "/" SMALL);
	screen_ok(s, session_shows(s, " of "), "/ finds it");
	session_type(s, "\033");
	screen_ok(s, session_hides(s, "/" SMALL), "Esc ends that");
	session_type(s, "\r");
	screen_ok(s, session_shows(s, "100 blocks, 97.7K"),
		  "Enter shows its blocks");
	screen_ok(s, session_shows(s, "0.98K 0.98K"),
		  "row A7 each of 1,000 bytes, all resident");
	screen_ok(s, session_shows(s, "[heap]"), "and where it lies");
	session_type(s, "\r");
	screen_ok(s, session_shows(s, "01 01 01 01"),
		  "Enter on one shows its bytes");
	session_type(s, "\033");
	screen_ok(s, session_shows(s, "100 blocks, 97.7K"), "and Esc the list");
	session_type(s, "\033");
	screen_ok(s, session_shows(s, "LIVE/s"), "and the sites");
}

/* All bytes of the file; keep: those of keep_small(). */
static uint64_t folded_sum(const char *path, uint64_t *keep)
{
	FILE *f = fopen(path, "r");
	char line[1024];
	uint64_t sum = 0;

	*keep = 0;
	while (f && fgets(line, sizeof line, f)) {
		const char *blank = strrchr(line, ' ');

		if (!blank || strncmp(line, "grower;", 7))
			continue;
		sum += strtoull(blank, NULL, 10);
		if (strstr(line, ";keep_small 100000\n"))
			*keep = 100000;
	}
	if (f)
		fclose(f);
	return sum;
}

static void folded(struct session *s, const char *dir)
{
	char path[128], line[160];
	uint64_t keep;

	snprintf(path, sizeof path, "%s/folded", dir);
	snprintf(line, sizeof line, ":folded %s\r", path);
	session_type(s, line);
	screen_ok(s, session_shows(s, "of live blocks, by stack, are in"),
		  ":folded says where");
	ok(folded_sum(path, &keep) >= 400000, "the file has all of it");
	ok(keep == 100000, "and what each had");
	session_type(s, line);
	screen_ok(s, session_shows(s, "is there already"), "a file stays");
	unlink(path);
	snprintf(line, sizeof line, ":folded %s peak\r", path);
	session_type(s, line);
	screen_ok(s, session_shows(s, "that it had at its peak, by stack"),
		  "and what it had at its peak");
	ok(folded_sum(path, &keep) >= 400000, "which is no less");
	session_type(s, "1");
	session_type(s, line);
	screen_ok(s, session_shows(s, "while Heap is in view"),
		  "elsewhere nothing is known of it");
	session_type(s, "8");
	screen_ok(s, session_shows(s, "LIVE/s"), "the sites again");
	unlink(path);
}

/* 40 times 60 blocks of 1,000 bytes; asked again until all was looked at. */
static bool has_why(void *arg)
{
	struct session *s = arg;
	static struct timespec asked;
	struct timespec now;

	for (int i = 0; i < s->rows; i++)
		if (strstr(session_row(s, i), ": main heap +2.3"))
			return true;
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (now.tv_sec != asked.tv_sec)
		session_type(s, ":why\r");
	asked = now;
	return false;
}

static void why(struct session *s, int fifo)
{
	static const char more[] = "++++++++++++++++++++++++++++++++++++++++";

	session_type(s, ":why mark\r");
	screen_ok(s, session_shows(s, "what changes since here"), "row S4 a mark");
	ok(write(fifo, more, sizeof more - 1) == sizeof more - 1, "it grows");
	screen_ok(s, session_until(s, has_why, s),
		  "row S4 why RSS is up: the main heap, by so much");
	session_type(s, ":why start\r");
	screen_ok(s, session_shows(s, "program and libraries +"),
		  "row S4 and since it began");
}

/* More records than blocks: each that was got, and some given back. */
static bool has_records(void *arg)
{
	struct session *s = arg;
	char how_many[16];

	for (int i = 0; i < s->rows; i++) {
		const char *row = strstr(session_row(s, i), "h heap      on ");

		if (row && sscanf(row, "h heap on %15s", how_many) == 1)
			return atof(how_many) > 100 || strchr(how_many, 'k');
	}
	return false;
}

static void sources(struct session *s)
{
	session_type(s, "9");
	screen_ok(s, session_until(s, has_records, s),
		  "Sources has what was told");
	session_type(s, "8");
	screen_ok(s, session_shows(s, "LIVE/s"), "and the sites again");
}

/* "1.88M" behind a word, in KiB; -1: it is not there. */
static double size_behind(struct session *s, const char *word)
{
	for (int i = 0; i < s->rows; i++) {
		const char *at = strstr(session_row(s, i), word);
		char unit = 0;
		double n;

		if (at && sscanf(at + strlen(word), "%lf%c", &n, &unit) == 2)
			return unit == 'M' ? n * 1024 : unit == 'K' ? n : -1;
	}
	return -1;
}

/* Every second block was freed: half of the pages are live, half are free. */
static bool has_stripes(void *arg)
{
	double live = size_behind(arg, "live "), none = size_behind(arg, "free ");

	return live >= 32 * 15 * 4 - 8 && live <= 32 * 16 * 4 + 8 &&
	       none >= 32 * 15 * 4 - 8 && none <= 32 * 16 * 4 + 64;
}

/* Both ends of the ramp, one beside the other. */
static bool is_striped(void *arg)
{
	struct session *s = arg;

	for (int i = 0; i < s->rows; i++)
		if (strstr(session_row(s, i), "#####") &&
		    strstr(session_row(s, i), "-----") &&
		    session_row(s, i)[13] == ' ')
			return true;
	return false;
}

static void painted(void)
{
	char *program = victim("heapfreed");
	struct session s;

	session_start(&s, 24, 80, (const char *[]){
		"--heap", "--ascii", "--color=never", "--", program, "64",
		"65520", "half", "wait", NULL });
	screen_ok(&s, session_shows(&s, "[heap]"), "row S12 it has a heap");
	session_type(&s, "1/[heap]\033\r");
	screen_ok(&s, session_shows(&s, "2 Pages  "), "row S12 its pages");
	screen_ok(&s, session_shows(&s, "[heap] "), "row S12 of the heap");
	for (int i = 0; i < 6; i++)
		session_type(&s, "v");
	screen_ok(&s, session_shows(&s, "paint heap"), "row S12 blocks are painted");
	screen_ok(&s, session_until(&s, has_stripes, &s),
		  "row S12 half of its pages are live, half are free");
	screen_ok(&s, session_until(&s, is_striped, &s), "row S12 as a stripe");
	session_leave(&s);
	screen_ok(&s, session_end(&s) >= 0, "row S12 mmtop ends");
	session_release(&s);
	free(program);
}

int main(void)
{
	char dir[] = "/tmp/mmtop-heap.XXXXXX", path[64];
	char *program = victim("grower");
	struct session s;
	int fifo;

	if (!mkdtemp(dir))
		bail("no folder");
	snprintf(path, sizeof path, "%s/fifo", dir);
	if (mkfifo(path, 0600) || (fifo = open(path, O_RDWR)) < 0)
		bail("no fifo");
	plan(44);
	session_start(&s, 24, 80, (const char *[]){ "--heap", "--", program,
						    path, NULL });
	screen_ok(&s, session_shows(&s, "Regions"), "the screen comes up");
	grows(&s, fifo);
	blocks(&s);
	folded(&s, dir);
	sources(&s);
	why(&s, fifo);
	ok(write(fifo, "q", 1) == 1, "it ends");
	screen_ok(&s, session_shows(&s, "blocks at its end"),
		  "row A5 what it left is told");
	row(&s, SMALL, "2.38M ", " 2.50k ", "row A5 of all that it got");
	session_type(&s, "q");
	screen_ok(&s, session_end(&s) == 0, "mmtop ends");
	session_release(&s);
	painted();
	unlink(path);
	rmdir(dir);
	free(program);
	return done();
}
