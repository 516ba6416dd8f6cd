/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A2, A5, A7: the heap of a real program on the screen: the blocks and bytes of
 * each site, growth since a mark, the blocks of a site and their bytes, and the
 * blocks unfreed at exit.
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

/* The allocating functions of the victim. */
#define SMALL "keep_small"
#define LARGE "keep_large"

struct row {
	struct session *s;
	const char *name, *live, *blocks;
};

/* True if one row has all of the texts. */
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

static void check_growth(struct session *s, int fifo)
{
	session_type(s, "8");
	screen_ok(s, session_shows(s, "8 Heap  "),
		  "row A2 the Heap pane opens");
	row(s, SMALL, "39.1K ", " 40 ",
	    "row A2 a site with 40 blocks of 1,000 bytes");
	row(s, LARGE, "293K ", " 3 ",
	    "row A2 a site with three blocks of 100,000 bytes");
	row(s, LARGE, " 3 ", " 293K ",
	    "row A7 large blocks are fully resident");
	screen_ok(s, session_shows(s, "did not answer in time"),
		  "row A8 a program that does not allocate does not answer in "
		  "time");
	session_type(s, "m");
	screen_ok(s, session_shows(s, "growth since "), "m: sets a mark");
	ok(write(fifo, "+", 1) == 1, "the program allocates more");
	screen_ok(s, session_shows(s, " malloc: "),
		  "row A8 the program answers when it allocates");
	row(s, SMALL, "+58.6K 97.7K ", " 100 ",
	    "row A5 growth since the mark: 60 more blocks, sorted by growth");
	session_type(s, "M");
	screen_ok(s, session_hides(s, "growth since "), "M: removes the mark");
}

static void check_blocks(struct session *s)
{
	session_type(s, "/" SMALL);
	screen_ok(s, session_shows(s, " of "), "/ finds the site");
	session_type(s, "\033");
	screen_ok(s, session_hides(s, "/" SMALL), "Esc closes the search");
	session_type(s, "\r");
	screen_ok(s, session_shows(s, "100 blocks, 97.7K"),
		  "Enter shows the blocks of the site");
	screen_ok(s, session_shows(s, "0.98K 0.98K"),
		  "row A7 each block has 1,000 bytes, all resident");
	screen_ok(s, session_shows(s, "[heap]"),
		  "the region of the blocks is shown");
	session_type(s, "\r");
	screen_ok(s, session_shows(s, "01 01 01 01"),
		  "Enter on a block shows its bytes");
	session_type(s, "\033");
	screen_ok(s, session_shows(s, "100 blocks, 97.7K"),
		  "Esc returns to the blocks");
	session_type(s, "\033");
	screen_ok(s, session_shows(s, "LIVE/s"), "Esc returns to the sites");
}

/* Returns the sum of all stacks in the file; stores that of keep_small() in
 * keep. */
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

static void check_folded(struct session *s, const char *dir)
{
	char path[128], line[160];
	uint64_t keep;

	snprintf(path, sizeof path, "%s/folded", dir);
	snprintf(line, sizeof line, ":folded %s\r", path);
	session_type(s, line);
	screen_ok(s, session_shows(s, "of live blocks to"),
		  ":folded names its file");
	ok(folded_sum(path, &keep) >= 400000, "the file has all live bytes");
	ok(keep == 100000, "the file has the bytes of each stack");
	session_type(s, line);
	screen_ok(s, session_shows(s, "exists. Choose another name"),
		  ":folded does not overwrite a file");
	unlink(path);
	snprintf(line, sizeof line, ":folded %s peak\r", path);
	session_type(s, line);
	screen_ok(s, session_shows(s, "of peak heap to"),
		  ":folded FILE peak writes the stacks at the peak");
	ok(folded_sum(path, &keep) >= 400000,
	   "the peak is at least the live size");
	session_type(s, "1");
	session_type(s, line);
	screen_ok(s, session_shows(s, "To save live blocks"),
		  ":folded needs the Heap pane");
	session_type(s, "8");
	screen_ok(s, session_shows(s, "LIVE/s"), "the sites are shown again");
	unlink(path);
}

/* 40 times 60 blocks of 1,000 bytes. Repeats :why until the heap has been
 * sampled. */
static bool has_why(void *arg)
{
	struct session *s = arg;
	static struct timespec asked;
	struct timespec now;

	for (int i = 0; i < s->rows; i++)
		if (strstr(session_row(s, i), ": [heap] +2.3"))
			return true;
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (now.tv_sec != asked.tv_sec)
		session_type(s, ":why\r");
	asked = now;
	return false;
}

static void check_why(struct session *s, int fifo)
{
	static const char more[] = "++++++++++++++++++++++++++++++++++++++++";

	session_type(s, ":why mark\r");
	screen_ok(s, session_shows(s, "now counts from here"),
		  "row S4 :why mark sets a mark");
	ok(write(fifo, more, sizeof more - 1) == sizeof more - 1,
	   "the program allocates more");
	screen_ok(s, session_until(s, has_why, s),
		  "row S4 :why names [heap] as the cause of the growth");
	session_type(s, ":why start\r");
	screen_ok(s, session_shows(s, "program and libraries +"),
		  "row S4 :why start compares with the start of the program");
}

/* More records than blocks: each block was allocated, some were freed. */
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

static void check_sources(struct session *s)
{
	session_type(s, "9");
	screen_ok(s, session_until(s, has_records, s),
		  "Sources counts the heap's records");
	session_type(s, "8");
	screen_ok(s, session_shows(s, "LIVE/s"), "the sites are shown again");
}

/* The size after a word, like "1.88M", in KiB; -1 if there is none. */
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

/* Every second block is freed: half of the pages are live, half are free. */
static bool has_stripes(void *arg)
{
	double live = size_behind(arg, "live "), none = size_behind(arg, "free ");

	return live >= 32 * 15 * 4 - 8 && live <= 32 * 16 * 4 + 8 &&
	       none >= 32 * 15 * 4 - 8 && none <= 32 * 16 * 4 + 64;
}

/* Both ends of the ramp, next to each other. */
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

static void check_painted(void)
{
	char *program = victim("heapfreed");
	struct session s;

	session_start(&s, 24, 80, (const char *[]){
		"--heap", "--ascii", "--color=never", "--", program, "64",
		"65520", "half", "wait", NULL });
	session_shows(&s, "1 Regions");
	session_type(&s, "1B");
	screen_ok(&s, session_shows(&s, "[heap]"),
		  "row S12 the program has a heap");
	session_type(&s, "1/[heap]\033\r");
	screen_ok(&s, session_shows(&s, "2 Pages  "),
		  "row S12 its pages are shown");
	screen_ok(&s, session_shows(&s, "[heap] "),
		  "row S12 the pages are those of the heap");
	for (int i = 0; i < 6; i++)
		session_type(&s, "v");
	screen_ok(&s, session_shows(&s, "paint heap"),
		  "row S12 v paints the blocks");
	screen_ok(&s, session_until(&s, has_stripes, &s),
		  "row S12 half of its pages are live, half are free");
	screen_ok(&s, session_until(&s, is_striped, &s),
		  "row S12 live and free pages alternate");
	session_leave(&s);
	screen_ok(&s, session_end(&s) >= 0, "row S12 mmtop exits");
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
		bail("cannot make a folder");
	snprintf(path, sizeof path, "%s/fifo", dir);
	if (mkfifo(path, 0600) || (fifo = open(path, O_RDWR)) < 0)
		bail("cannot make a fifo");
	plan(44);
	session_start(&s, 24, 80, (const char *[]){ "--heap", "--", program,
						    path, NULL });
	screen_ok(&s, session_shows(&s, "Regions"), "the screen appears");
	check_growth(&s, fifo);
	check_blocks(&s);
	check_folded(&s, dir);
	check_sources(&s);
	check_why(&s, fifo);
	ok(write(fifo, "q", 1) == 1, "the program gets a q to exit");
	screen_ok(&s, session_shows(&s, "blocks at exit"),
		  "row A5 unfreed blocks at exit are shown");
	row(&s, SMALL, "2.38M ", " 2.50k ",
	    "row A5 all blocks of the site are counted");
	session_type(&s, "q");
	screen_ok(&s, session_end(&s) == 0, "mmtop exits with 0");
	session_release(&s);
	check_painted();
	unlink(path);
	rmdir(dir);
	free(program);
	return done();
}
