/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The heatmap on terminals of several kinds and sizes: characters, colours and
 * attributes match golden/looks-*.txt, for a program with known pages. What
 * depends on the time or the machine is left out: the two header rows and the
 * area next to the map.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../live/victims/pages.h"
#include "../support/golden.h"
#include "session.h"
#include "shot.h"

/* The header; the address and 64 cells. */
#define HEADER_ROWS 2
#define MAP_COLS (14 + 64)

static const struct look {
	const char *name, *term, *option;
	int rows, cols;
	enum area area;
} looks[] = {
	{ "xterm-256color", "xterm-256color", "--color=auto", 24, 80,
	  AREA_RANDOM },
	{ "xterm", "xterm", "--color=auto", 24, 80, AREA_STRIPE },
	{ "linux", "linux", "--color=auto", 24, 80, AREA_STRIPE },
	{ "vt100", "vt100", "--color=auto", 24, 80, AREA_RANDOM },
	{ "mono", "xterm-256color", "--color=never", 24, 80, AREA_STRIPE },
	{ "ascii", "xterm-256color", "--ascii", 24, 80, AREA_RANDOM },
	{ "120x40", "xterm-256color", "--color=auto", 40, 120, AREA_RANDOM },
	{ "237x70", "xterm-256color", "--color=auto", 70, 237, AREA_STRIPE },
};

/* --- the looks ----------------------------------------------------------- */

/* After this number of equal pictures, 20 ms apart, the picture is final. */
#define STILL 100

struct wanted {
	struct session *s;
	const struct look *look;
	char path[64];
	char *last;			/* the last picture, and how often it
					 * was the same */
	int still;
};

static char *take_picture(const struct wanted *w, size_t *n)
{
	bool small = w->look->cols < 104;

	/* A small screen without its bottom row, a large one without its
	 * footer. */
	return shot(w->s, HEADER_ROWS + !small,
		       w->look->rows - (small ? 0 : 4),
		       small ? w->look->cols : MAP_COLS, n);
}

static bool is_golden(void *arg)
{
	const struct wanted *w = arg;
	size_t n;
	char *text = take_picture(w, &n);
	bool same = golden_is(w->path, text, n);

	free(text);
	return same;
}

/* For new golden files: true if the picture no longer changes. */
static bool is_still(void *arg)
{
	struct wanted *w = arg;
	size_t n;
	char *text = take_picture(w, &n);

	w->still = w->last && !strcmp(w->last, text) ? w->still + 1 : 0;
	free(w->last);
	w->last = text;
	return w->still == STILL;
}

static void check(const struct look *l, const char *pid)
{
	struct session s;
	struct wanted w = { .s = &s, .look = l };
	const char *update = getenv("UPDATE_GOLDEN");
	char go[64], *text;
	size_t n;

	snprintf(w.path, sizeof w.path, "tests/terminal/golden/looks-%s.txt",
		 l->name);
	setenv("TEST_TERM", l->term, 1);
	session_start(&s, l->rows, l->cols,
		      (const char *[]){ l->option, "-p", pid, NULL });
	screen_ok(&s, session_shows(&s, "1 Regions") &&
		  session_shows(&s, "64.0M"), l->name);
	snprintf(go, sizeof go, "2%s:go %" PRIx64 "\r",
		 l->cols < 104 ? "" : "z", area_at(l->area));
	session_type(&s, go);
	/* The picture is drawn in parts. */
	session_until(&s, update && !strcmp(update, "1") ? is_still
							 : is_golden, &w);
	text = take_picture(&w, &n);
	ok(golden_same(w.path, text, n), "%s matches its golden file", l->name);
	free(text);
	free(w.last);
	session_leave(&s);
	ok(session_end(&s) == 0, "left");
	session_release(&s);
}

int main(void)
{
	const size_t n = sizeof looks / sizeof *looks;
	char *path = victim("pages"), *file = work_file("shared");
	struct run r;
	char pid[16];

	if (sysconf(_SC_PAGESIZE) != PG)
		skip_all("the sizes here need pages of 4 KiB");
	if (getenv("MMTOP_FAULT"))
		skip_all("without PAGEMAP_SCAN, less is known about pages");
	plan((int)(3 * n));
	run_start(&r, (char *[]){ path, file, NULL });
	run_printed(&r, "ready");
	run_poke(&r);
	if (!run_printed(&r, "settled"))
		bail("the victim does not start");
	snprintf(pid, sizeof pid, "%d", r.pid);
	for (size_t i = 0; i < n; i++)
		check(&looks[i], pid);
	run_release(&r);
	free(path);
	free(file);
	return done();
}
