/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop reports pages as the kernel's pagemap does, page by page: the stripe,
 * random residency, huge pages, zero pages, a file mapping shared by two
 * processes, PROT_NONE, reservations of 1 and 20 TiB, and regions that grow,
 * shrink, move and are split during the scan.  Attached and launched, by root
 * and by an ordinary user, with and without the kernel's newer calls.
 */
#include <config.h>

#include "live.h"
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../support/newcalls.h"
#include "../support/zeropage.h"
#include "victims/pages.h"

#define FALLBACKS "no-pagemap-scan,no-procmap-query"

static const char *const area_names[AREAS] = {
	[AREA_STRIPE] = "the stripe", [AREA_RANDOM] = "random residency",
	[AREA_DENSE] = "a dense region with holes",
	[AREA_HUGE] = "huge pages", [AREA_ZERO] = "zero pages",
	[AREA_SHARED] = "a shared file mapping",
	[AREA_NONE] = "PROT_NONE", [AREA_SPREAD] = "1 TiB, 1,000 pages",
	[AREA_CLUSTER] = "20 TiB, 1,000 pages together",
	[AREA_SIZED] = "a region that grows and shrinks",
	[AREA_MOVED] = "a region that has moved, where it was",
	[AREA_MOVED_TO] = "a region that has moved",
	[AREA_SPLIT] = "a region that is split",
};

struct session {
	const char *how;
	bool attach, user, fallback, large;
	char *folder, *log_path;
	struct run v, m;		/* v: the attached program */
	pid_t pid, child;
	json_t *log;
};

/* --- the kernel's report -------------------------------------------------- */

/* One byte for each page: bit 63 (present) of its pagemap entry. */
static unsigned char *of_kernel(pid_t pid, enum area a)
{
	size_t n = area_sizes[a] / PG;
	uint64_t *entries = calloc(n, sizeof *entries);
	unsigned char *there = calloc(n, 1);
	char path[64];
	int fd;

	snprintf(path, sizeof path, "/proc/%d/pagemap", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || !entries || !there ||
	    pread(fd, entries, n * sizeof *entries,
		  (off_t)(area_at(a) / PG * sizeof *entries)) !=
		    (ssize_t)(n * sizeof *entries))
		bail("pagemap");
	for (size_t i = 0; i < n; i++)
		there[i] = entries[i] >> 63 != 0;
	close(fd);
	free(entries);
	return there;
}

/* A field of an area in smaps, in pages; -1 if missing. */
static long smaps_pages(pid_t pid, enum area a, const char *field)
{
	char path[64], *text, *at, begin[64];
	long kb = -1;

	snprintf(path, sizeof path, "/proc/%d/smaps", pid);
	snprintf(begin, sizeof begin, "%lx-%lx ", (unsigned long)area_at(a),
		 (unsigned long)(area_at(a) + area_sizes[a]));
	text = read_file(path, NULL);
	at = text ? strstr(text, begin) : NULL;
	at = at ? strstr(at, field) : NULL;
	if (at)
		kb = strtol(at + strlen(field), NULL, 10);
	free(text);
	return kb < 0 ? kb : kb / 4;
}

/* --- mmtop's report ------------------------------------------------------- */

static bool is_within(const json_t *e, pid_t pid, enum area a)
{
	uint64_t start = (uint64_t)log_num(e, "start");

	return log_num(e, "pid") == pid && start >= area_at(a) &&
	       start < area_at(a) + area_sizes[a];
}

static bool is_pages_of(const json_t *e, pid_t pid, enum area a)
{
	return log_is(e, "type", "pages") && is_within(e, pid, a);
}

static bool is_removal_of(const json_t *e, pid_t pid, enum area a)
{
	return log_is(e, "type", "region") && log_is(e, "op", "remove") &&
	       is_within(e, pid, a);
}

static uint64_t range_end(const json_t *pair, size_t i)
{
	return strtoull(json_string_value(json_array_get(pair, i)), NULL, 0);
}

/* Stores the pages of an event in there[]; clears those of a removed region.
 * False if a range is not within its region. */
static bool store_pages(const json_t *e, enum area a, unsigned char *there)
{
	uint64_t start = (uint64_t)log_num(e, "start");
	uint64_t end = (uint64_t)log_num(e, "end"), pages = 0;
	json_t *pair;
	size_t i;

	if (end > area_at(a) + area_sizes[a])
		return false;
	memset(there + (start - area_at(a)) / PG, 0, (end - start) / PG);
	json_array_foreach(json_object_get(e, "ranges"), i, pair) {
		uint64_t from = range_end(pair, 0), to = range_end(pair, 1);

		if (from < start || to > end || to <= from)
			return false;
		memset(there + (from - area_at(a)) / PG, 1, (to - from) / PG);
		pages += (to - from) / PG;
	}
	return log_is(e, "type", "region") ||
	       pages == (uint64_t)log_num(e, "resident");
}

/* The last report of each part of an area; NULL if an event is wrong. */
static unsigned char *of_mmtop(const struct session *s, pid_t pid,
			       enum area a)
{
	unsigned char *there = calloc(area_sizes[a] / PG, 1);
	json_t *e;
	size_t i;

	json_array_foreach(s->log, i, e)
		if ((is_pages_of(e, pid, a) || is_removal_of(e, pid, a)) &&
		    !store_pages(e, a, there)) {
			free(there);
			return NULL;
		}
	return there;
}

static bool same_pages(const struct session *s, pid_t pid, enum area a)
{
	unsigned char *want = of_kernel(pid, a), *got = of_mmtop(s, pid, a);
	bool same = got && !memcmp(want, got, area_sizes[a] / PG);

	free(want);
	free(got);
	return same;
}

/* Compares an area that is too large to read its whole pagemap. */
static bool same_reservation(const struct session *s, enum area a)
{
	const json_t *last = NULL;
	uint64_t pages = 0;
	json_t *e, *pair;
	size_t i;

	json_array_foreach(s->log, i, e)
		if (is_pages_of(e, s->pid, a))
			last = e;
	if (!last || (uint64_t)log_num(last, "end") !=
			     area_at(a) + area_sizes[a])
		return false;
	json_array_foreach(json_object_get(last, "ranges"), i, pair)
		for (uint64_t at = range_end(pair, 0); at < range_end(pair, 1);
		     at += PG, pages++)
			if (!reserved_page(a, (at - area_at(a)) / PG))
				return false;
	return pages == TOUCHED && log_num(last, "resident") == TOUCHED;
}

static bool is_large(enum area a)
{
	return a == AREA_SPREAD || a == AREA_CLUSTER;
}

/* --- until they agree ------------------------------------------------------------ */

struct agreeing {
	struct session *s;
	off_t size;		/* of the log, when last read */
	int area;		/* that still differs */
};

static bool agrees(struct session *s, int *area)
{
	for (*area = 0; *area < AREAS; ++*area) {
		enum area a = (enum area)*area;

		if (is_large(a) ? s->large && !same_reservation(s, a)
				: !same_pages(s, s->pid, a))
			return false;
	}
	*area = AREA_SHARED;
	return s->attach || same_pages(s, s->child, AREA_SHARED);
}

static bool log_agrees(void *arg)
{
	struct agreeing *g = arg;
	struct stat st;

	if (stat(g->s->log_path, &st) || st.st_size == g->size)
		return false;
	g->size = st.st_size;
	json_decref(g->s->log);
	g->s->log = log_read(g->s->log_path);
	return g->s->log && agrees(g->s, &g->area);
}

/* --- kinds of pages ------------------------------------------------------- */

static const json_t *last_of(const struct session *s, enum area a)
{
	const json_t *last = NULL;
	json_t *e;
	size_t i;

	json_array_foreach(s->log, i, e)
		if (is_pages_of(e, s->pid, a))
			last = e;
	return last;
}

static void check_huge(const struct session *s)
{
	static const char *const name = "huge pages are reported";
	long huge = smaps_pages(s->pid, AREA_HUGE, "AnonHugePages:");
	long long told = log_num(last_of(s, AREA_HUGE), "huge");

	if (s->fallback)
		ok(told < 0, "huge pages are unknown from pagemap, %s", s->how);
	else if (huge <= 0)
		skip(name, "no transparent huge pages here");
	else if (!ok(told == huge, "%s, %s", name, s->how))
		diag("%lld, and smaps has %ld", told, huge);
}

static void check_zero(const struct session *s)
{
	const json_t *e = last_of(s, AREA_ZERO);
	long rss = smaps_pages(s->pid, AREA_ZERO, "Rss:");
	long long told = log_num(e, "zero");

	/* Only root may read frame numbers. */
	if (!zero_page_here())
		skip("zero pages", "this kernel has none");
	else if (told < 0 && s->fallback && (s->user || getuid() != 0))
		ok(log_num(e, "resident") == 600,
		   "zero pages are unknown to a user, %s", s->how);
	else if (!ok(told == 500 && log_num(e, "resident") == 500 + rss,
		     "zero pages are reported, %s", s->how))
		diag("%lld of %lld; smaps has %ld", told,
		     log_num(e, "resident"), rss);
}

/* True if all pages are present; a page that the kernel is migrating counts as
 * swapped. */
static bool is_whole(json_t *e, uint64_t pages)
{
	uint64_t there = (uint64_t)log_num(e, "resident") +
			 (uint64_t)log_num(e, "swapped");
	char *text;

	if (there == pages)
		return true;
	text = json_dumps(e, JSON_COMPACT);
	diag("%.300s", text ? text : "");
	free(text);
	return false;
}

/* While the regions changed, mmtop reported only possible states. */
static void check_changing(const struct session *s)
{
	size_t i, told = 0, split = 0, sized = 0, outside = 0, parts = 0;
	bool filled = false;
	uint64_t half = area_at(AREA_SIZED) + area_sizes[AREA_SIZED] / 2;
	json_t *e, *pair;

	json_array_foreach(s->log, i, e) {
		uint64_t start = (uint64_t)log_num(e, "start");
		uint64_t end = (uint64_t)log_num(e, "end");
		size_t k;

		if (is_pages_of(e, s->pid, AREA_SPLIT)) {
			told++;
			parts += end - start < area_sizes[AREA_SPLIT];
			/* The victim touches it from its start to its end. */
			filled |= end == area_at(AREA_SPLIT) +
					 area_sizes[AREA_SPLIT] &&
				  log_num(e, "resident") ==
				  (long long)((end - start) / PG);
			split += filled && !is_whole(e, (end - start) / PG);
		}
		if (is_pages_of(e, s->pid, AREA_SIZED))
			json_array_foreach(json_object_get(e, "ranges"), k,
					   pair)
				sized += range_end(pair, 1) > half;
		if (is_pages_of(e, s->pid, AREA_MOVED) ||
		    is_pages_of(e, s->pid, AREA_MOVED_TO))
			outside += (uint64_t)log_num(e, "resident") >
				   (end - start) / PG;
	}
	if (!ok(told && parts && filled && !split && !sized && !outside,
		"only possible states are reported during changes, %s", s->how))
		diag("split: %zu told, %zu of a part, %zu wrong; %zu beyond "
		     "the half; %zu too many", told, parts, split, sized,
		     outside);
}

/* --- a session ----------------------------------------------------------------------- */

static char *in_folder(const struct session *s, const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s", s->folder, name) < 0)
		bail("no memory");
	return path;
}

static void read_pids(struct session *s, const struct run *r)
{
	char *out = read_file(r->out_path, NULL);

	if (!out || sscanf(out, "%d %d", &s->pid, &s->child) != 2)
		bail("no pids");
	free(out);
}

static void start(struct session *s, char *program)
{
	char *file = in_folder(s, "shared"), arg[16];
	char *large = (char *)(s->large ? "large" : NULL);

	s->log_path = in_folder(s, "log");
	if (s->fallback)
		setenv("MMTOP_FAULT", FALLBACKS, 1);
	if (s->user)
		run_as(NOBODY);
	if (s->attach) {
		run_start(&s->v, (char *[]){ program, file, large, NULL });
		run_printed(&s->v, "ready\n");
		read_pids(s, &s->v);
		snprintf(arg, sizeof arg, "%d", s->pid);
		run_mmtop(&s->m, "-b", "--json", "--events=region,pages", "-d",
			  "0.1", "-o", s->log_path, "-p", arg, NULL);
	} else {
		run_mmtop(&s->m, "-b", "--json", "--events=region,pages",
			  "--follow", "-d", "0.1", "-o", s->log_path, program,
			  file, large, NULL);
		run_printed(&s->m, "ready\n");
		read_pids(s, &s->m);
	}
	run_as(0);
	unsetenv("MMTOP_FAULT");
	free(file);
}

static bool split_is_told(void *arg)
{
	struct session *s = arg;
	size_t i, n = 0;
	json_t *e;

	if (access(s->log_path, R_OK))
		return false;
	json_decref(s->log);
	s->log = log_read(s->log_path);
	json_array_foreach(s->log, i, e)
		n += is_pages_of(e, s->pid, AREA_SPLIT) &&
		     (uint64_t)log_num(e, "end") - (uint64_t)log_num(e, "start") <
			     area_sizes[AREA_SPLIT];
	return n >= 6;
}

static void session(struct session *s, char *program)
{
	struct run *teller = s->attach ? &s->v : &s->m;
	struct agreeing g = { .s = s };

	s->folder = work_file(s->how);
	if (mkdir(s->folder, 0700) ||
	    (s->user && chown(s->folder, NOBODY, NOBODY)))
		bail(s->folder);
	start(s, program);
	wait_for(split_is_told, s);
	run_poke(teller);
	run_printed(teller, "settled\n");
	if (!ok(wait_for(log_agrees, &g),
		"every page is reported as in pagemap, %s",
		s->how))
		diag("differs: %s", area_names[g.area]);
	check_huge(s);
	check_zero(s);
	check_changing(s);
	run_poke(teller);
	ok(run_wait(teller) && run_status(teller) == 0 && run_wait(&s->m) &&
	   run_status(&s->m) == 0, "all exit with 0, %s", s->how);
	if (s->attach)
		run_release(&s->v);
	run_release(&s->m);
	json_decref(s->log);
	free(s->log_path);
	free(s->folder);
}

static struct session sessions[] = {
	{ .how = "attached, root", .attach = true, .large = true },
	{ .how = "launched, root", .large = true },
	{ .how = "attached, a user", .attach = true, .user = true,
	  .large = true },
	{ .how = "launched, a user", .user = true, .large = true },
	{ .how = "attached, fallbacks, root", .attach = true,
	  .fallback = true },
	{ .how = "launched, fallbacks, a user", .user = true,
	  .fallback = true },
};

int main(void)
{
	/* Without PAGEMAP_SCAN, mmtop always uses the fallbacks, and a terabyte
	 * takes minutes. */
	bool scan = kernel_has_pagemap_scan();
	char *program = victim("pages"), *mmtop = strdup(getenv("MMTOP"));
	char *copy = copy_of(program, "pages", 0755);
	char *ours = copy_of(mmtop, "mmtop", 0755);

	plan((int)(5 * sizeof sessions / sizeof *sessions));
	setenv("MMTOP", ours, 1);
	for (size_t i = 0; i < sizeof sessions / sizeof *sessions; i++) {
		const char *why = sessions[i].user && getuid() != 0
			? "needs root" : !scan && sessions[i].fallback
			? "always so on this kernel" : test_slow() > 4 &&
			sessions[i].attach == sessions[i].user
			? "the machine is emulated" : NULL;

		for (int k = 0; why && k < 5; k++)
			skip(sessions[i].how, why);
		if (why)
			continue;
		sessions[i].fallback |= !scan;
		sessions[i].large &= scan;
		session(&sessions[i], copy);
	}
	free(program);
	free(mmtop);
	free(copy);
	free(ours);
	return done();
}
