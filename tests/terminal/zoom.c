/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The heatmap on the screen, at every zoom from the whole region to one page a
 * cell: compares each character with the program's pagemap, read here page by
 * page. And each key redraws the picture, whatever it shows.
 */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../../src/sys/pages/scan_kernel.h"
#include "session.h"

#define ROWS 40
#define COLS 120
#define CELLS 64
#define PAGES "66003"			/* not a multiple of any cell size */
#define WHOLE 32			/* pages a cell; fills 31 rows */
#define MOVES 21
#define FAR 65536			/* pages a cell */
#define FAR_PAGES "196608777"		/* 750 GiB */
#define FAR_TESTS 8

struct map {
	struct session s;
	struct run r;
	uint64_t start, end;		/* of the region */
	uint64_t page_size;
	uint64_t *on;			/* resident pages in ascending order */
	size_t n_on;
	uint64_t cell;			/* pages a cell, read from the screen */
	int rows;			/* compared in the last picture */
};

/* --- the expected map ----------------------------------------------------- */

static bool is_ready(void *arg)
{
	struct map *m = arg;
	char *out = read_file(m->r.out_path, NULL), *at;

	at = out ? strstr(out, "ready ") : NULL;
	if (at && strchr(at, '\n'))
		m->start = strtoull(at + 6, NULL, 16);
	free(out);
	return m->start != 0;
}

/* Finds the bounds of the region, which the kernel may have merged with
 * neighbours. */
static bool find_bounds(struct map *m)
{
	char path[64], *text, *line;
	uint64_t a, b;

	snprintf(path, sizeof path, "/proc/%d/maps", m->r.pid);
	text = read_file(path, NULL);
	for (line = text; line && *line; line = strchr(line, '\n') + 1) {
		if (sscanf(line, "%" SCNx64 "-%" SCNx64, &a, &b) == 2 &&
		    a <= m->start && m->start < b) {
			m->start = a;
			m->end = b;
			break;
		}
		if (!strchr(line, '\n'))
			break;
	}
	free(text);
	return m->end != 0;
}

static void add_page(struct map *m, uint64_t page)
{
	if (!(m->n_on & (m->n_on + 1)))
		m->on = realloc(m->on, (m->n_on + 1) * 2 * sizeof *m->on);
	if (!m->on)
		bail("no memory");
	m->on[m->n_on++] = page;
}

static uint64_t pages_of(const struct map *m)
{
	return (m->end - m->start) / m->page_size;
}

static bool read_pagemap(struct map *m)
{
	char path[64];
	uint64_t entry;
	bool all = true;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/pagemap", m->r.pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	for (uint64_t i = 0; i < pages_of(m) && all; i++) {
		all = pread(fd, &entry, 8, (off_t)((m->start / m->page_size +
						    i) * 8)) == 8;
		if (all && entry >> 63)
			add_page(m, i);
	}
	if (fd >= 0)
		close(fd);
	return all;
}

/* Reads the resident pages from the victim's output, as reading all of pagemap
 * takes too long. */
static bool read_victim(struct map *m)
{
	char *out = read_file(m->r.out_path, NULL);

	for (char *at = out; at && !strncmp(at, "page ", 5); at++) {
		add_page(m, strtoull(at + 5, NULL, 10));
		at = strchr(at, '\n');
		if (!at)
			break;
	}
	free(out);
	return m->n_on > 0;
}

/* The number of resident pages below `page`. */
static size_t count_below(const struct map *m, uint64_t page)
{
	size_t low = 0, high = m->n_on;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (m->on[mid] < page)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static uint64_t count_resident(const struct map *m, uint64_t first, uint64_t n)
{
	return count_below(m, first + n) - count_below(m, first);
}

static uint64_t pages_in_cell(const struct map *m, uint64_t first)
{
	uint64_t left = first < pages_of(m) ? pages_of(m) - first : 0;

	return left < m->cell ? left : m->cell;
}

/* The character for two cells, one above the other, without colours, in
 * ASCII. */
static char glyph_of(const struct map *m, uint64_t up)
{
	uint64_t low = up + CELLS * m->cell;
	uint64_t n = pages_in_cell(m, up) + pages_in_cell(m, low);
	uint64_t on = count_resident(m, up, pages_in_cell(m, up)) +
		      count_resident(m, low, pages_in_cell(m, low));

	if (!n)
		return ' ';
	if (!on || on == n)
		return on ? '#' : '.';
	return on * 5 < n * 2 ? '-' : on * 5 < n * 4 ? '=' : '+';
}

/* --- the screen ----------------------------------------------------------- */

/* Reads a number like "1,024 pages" after `before` in any row. */
static uint64_t number_after(struct session *s, const char *before)
{
	for (int y = 0; y < ROWS; y++) {
		const char *at = strstr(session_row(s, y), before);
		uint64_t n = 0;

		if (!at)
			continue;
		for (at += strlen(before); isdigit(*at) || *at == ','; at++)
			if (*at != ',')
				n = n * 10 + (uint64_t)(*at - '0');
		return n;
	}
	return 0;
}

/* True if all map rows on the screen match the expected map. */
static bool picture_is_true(void *arg)
{
	struct map *m = arg;

	m->cell = number_after(&m->s, "- cell ");
	m->rows = 0;
	for (int y = 3; m->cell && y < ROWS; y++) {
		char row[512], *end;
		uint64_t at;

		snprintf(row, sizeof row, "%-80s", session_row(&m->s, y));
		at = strtoull(row + 1, &end, 16);
		if (end != row + 13 || *end != ' ' || at < m->start ||
		    at >= m->end || row[14] == '+')
			continue;
		at = (at - m->start) / m->page_size;
		for (int x = 0; x < CELLS; x++)
			if (row[14 + x] != glyph_of(m, at + (uint64_t)x *
						    m->cell))
				return false;
		m->rows++;
	}
	return m->rows > 0;
}

struct zoom {
	struct map *m;
	uint64_t cell;
};

static bool is_zoomed(void *arg)
{
	struct zoom *z = arg;

	return picture_is_true(z->m) && z->m->cell == z->cell;
}

static void check_zooms(struct map *m)
{
	struct zoom z = { m, WHOLE };
	char name[80];

	screen_ok(&m->s, session_until(&m->s, is_zoomed, &z),
		  "the whole region matches pagemap");
	diag("%" PRIu64 " pages a cell, %d rows", m->cell, m->rows);
	for (z.cell = WHOLE / 2; z.cell; z.cell /= 2) {
		session_type(&m->s, "+");
		snprintf(name, sizeof name, "every cell of %" PRIu64
			 " pages matches pagemap", z.cell);
		screen_ok(&m->s, session_until(&m->s, is_zoomed, &z), name);
	}
	z.cell = 1;
	session_type(&m->s, "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
			    "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj");
	/* 82 lines of 64 pages. */
	screen_ok(&m->s, session_shows(&m->s, " +20.5M ") &&
		  session_until(&m->s, is_zoomed, &z),
		  "after scrolling, the cells match pagemap");
}

struct moved {
	struct session *s;
	char was[14];			/* the address under the cursor */
};

static bool has_moved(void *arg)
{
	struct moved *m = arg;

	return strncmp(session_row(m->s, ROWS - 3), m->was,
		       sizeof m->was - 1) != 0;
}

/* The line about the cell under the cursor is the third from the bottom. */
static void check_keys(struct map *m)
{
	struct moved moved = { .s = &m->s };
	bool all = true;

	for (int i = 0; i < MOVES && all; i++) {
		snprintf(moved.was, sizeof moved.was, "%.13s",
			 session_row(&m->s, ROWS - 3));
		session_type(&m->s, i % 2 ? "k" : "j");
		all = session_until(&m->s, has_moved, &moved);
	}
	screen_ok(&m->s, all, "each key redraws the picture");
}

static void check_space(struct map *m)
{
	session_type(&m->s, "aa");
	screen_ok(&m->s, session_shows(&m->s, "whole address space"),
		  "a twice: the whole address space");
	screen_ok(&m->s, session_shows(&m->s, "T not mapped"),
		  "unmapped space is one line");
	check_keys(m);
	session_type(&m->s, ":go ");
	for (int shift = 44; shift >= 0; shift -= 4) {
		char digit[2] = {
			"0123456789abcdef"[m->start >> shift & 15], '\0',
		};

		session_type(&m->s, digit);
	}
	session_type(&m->s, "\r+");
	screen_ok(&m->s, session_until(&m->s, picture_is_true, m),
		  "+ returns into the region");
}

/* --- sparse regions ------------------------------------------------------- */

static bool has_answered(void *arg)
{
	struct map *m = arg;
	char *out = read_file(m->r.out_path, NULL);
	bool none = out && strstr(out, "none\n");

	free(out);
	return none || is_ready(m);
}

/* Only the PAGEMAP_SCAN ioctl skips holes of a terabyte quickly. */
static bool has_pagemap_scan(void)
{
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	/* With an empty argument: EINVAL if the kernel knows the ioctl. */
	bool has = fd >= 0 && ioctl(fd, IOC_PAGEMAP_SCAN, NULL) < 0 &&
		   errno != ENOTTY;

	if (fd >= 0)
		close(fd);
	return has && !getenv("MMTOP_FAULT");
}

static void open_map(struct map *m, const char *pages, const char *few)
{
	char *path = victim("striped");

	m->page_size = (uint64_t)sysconf(_SC_PAGESIZE);
	run_start(&m->r, (char *[]){ path, (char *)pages, (char *)few, NULL });
	free(path);
	if (!wait_for(has_answered, m))
		bail("the victim does not start");
}

static void open_screen(struct map *m)
{
	char pid[16], go[64];

	snprintf(pid, sizeof pid, "%d", m->r.pid);
	snprintf(go, sizeof go, "2z:go %" PRIx64 "\r", m->start);
	setenv("TEST_TERM", "vt100", 1);
	session_start(&m->s, ROWS, COLS,
		      (const char *[]){ "--ascii", "-p", pid, NULL });
	screen_ok(&m->s, session_shows(&m->s, "libc"),
		  "the regions are listed");
	session_type(&m->s, go);
}

static void close_map(struct map *m)
{
	if (m->s.pid) {
		session_leave(&m->s);
		ok(session_end(&m->s) == 0, "left");
		session_release(&m->s);
	}
	run_release(&m->r);
	free(m->on);
}

/* Hundreds of gigabytes with very few resident pages: each one must be visible
 * in cells of 65,536 pages, and no other cell may look resident. */
static void check_sparse(void)
{
	const char *const names[] = {
		"65,536 pages a cell: each resident page is visible",
		"32,768 pages a cell: each resident page is visible",
		"16,384 pages a cell: each resident page is visible",
	};
	struct map m = { .end = 0 };
	struct zoom z = { &m, FAR };
	char footer[64];

	open_map(&m, FAR_PAGES, "700");
	if (!has_pagemap_scan() || !m.start || !find_bounds(&m) ||
	    !read_victim(&m)) {
		for (int i = 0; i < FAR_TESTS; i++)
			skip("sparse region",
			     "no PAGEMAP_SCAN, or not enough memory");
		close_map(&m);
		return;
	}
	open_screen(&m);
	for (int i = 0; i < 3; i++, z.cell /= 2) {
		if (i)
			session_type(&m.s, "+");
		screen_ok(&m.s, session_until(&m.s, is_zoomed, &z), names[i]);
		snprintf(footer, sizeof footer, " upper half: %" PRIu64 " resident,",
			 count_resident(&m, 0, z.cell));
		screen_ok(&m.s, session_shows(&m.s, footer),
			  "the pages of the first cell are counted");
	}
	close_map(&m);
}

int main(void)
{
	struct map m = { .end = 0 };

	if (sysconf(_SC_PAGESIZE) != 4096) {
		printf("1..0 # SKIP the sizes here are of pages of 4 KiB\n");
		return 0;
	}
	plan(14 + FAR_TESTS);
	open_map(&m, PAGES, NULL);
	if (!m.start || !find_bounds(&m) || !read_pagemap(&m))
		bail("the victim does not start");
	open_screen(&m);
	check_zooms(&m);
	check_keys(&m);
	check_space(&m);
	close_map(&m);
	check_sparse();
	return done();
}
