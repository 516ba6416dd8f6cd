/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * --trace-mmap: the parts of a mapped file that were ever resident, for
 * programs that soon unmap it, in every way.  The expected parts are those that
 * the program read in its own pagemap just before.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "live.h"
#include "watched.h"

/* On an emulated machine, even a small file takes all the time of a scan. */
#define SIZE ((char *)(test_slow() > 4 ? "4194304" : "104857600"))
#define BOTH_ENDS (test_slow() > 4 ? "[0x0-0x1000 0x3ff000-0x400000]" \
				   : "[0x0-0x1000 0x63ff000-0x6400000]")
/* If an emulated machine has to wait for its host, mmtop reports the scan as
 * partial: try again. */
#define TRIES 10
#define ONE_END "[0x0-0x1000]"

/* No timer: mmtop scans only at calls and other events. */
static const char *const options[] = {
	"--trace-mmap", "--delay=60", "--events=process", NULL
};

/* The number of lines "file OP ..." for that file, and the last of them. */
static size_t lines(const struct entries *e, const char *op, const char *file,
		    const char **last)
{
	char begin[32];
	size_t n = 0;

	snprintf(begin, sizeof begin, "file %s ", op);
	for (size_t i = 0; i < e->n; i++) {
		const char *what = e->v[i].what;
		size_t len = strlen(what), flen = strlen(file);

		if (strncmp(what, begin, strlen(begin)) || len < flen ||
		    strcmp(what + len - flen, file))
			continue;
		n++;
		*last = what;
	}
	return n;
}

static bool has_ranges(const char *line, const char *key, const char *ranges)
{
	const char *at = line ? strstr(line, key) : NULL;

	at = at ? strchr(at, '[') : NULL;
	return at && !strncmp(at, ranges, strlen(ranges));
}

struct way {
	const char *how;
	int status;
	bool watch;			/* also at level watch */
	bool reads;
	const char *fault;
	const char *dir;		/* where the file lies; NULL:
					 * work_dir() */
	int times;			/* runs at level watch, where the result
					 * varies; 0: one */
};
static const struct way ways[] = {
	{ .how = "exit", .watch = true },
	{ .how = "kill", .status = -9, .watch = true },
	{ .how = "threads", .watch = true },
	{ .how = "leave", .watch = true, .times = 25 },
	{ .how = "munmap" },
	{ .how = "mremap" },
	{ .how = "over" },
	{ .how = "dontneed" },
	{ .how = "vector" },
	{ .how = "guard" },
	{ .how = "exec" },
	{ .how = "exit", .watch = true, .reads = true },
	{ .how = "munmap", .reads = true },
	{ .how = "exit", .fault = "no-procmap-query" },
	{ .how = "munmap", .fault = "no-procmap-query" },
	{ .how = "exec", .fault = "no-pagemap-scan" },
	{ .how = "mremap", .fault = "no-pagemap-scan,no-procmap-query" },
	{ .how = "munmap", .dir = "/dev/shm" },
	{ .how = "unlink", .watch = true },
	{ .how = "cut" },
};

/* True if the log has these resident parts in an earlier line. */
static bool was_seen(const struct entries *e, const char *file,
		     const char *ranges)
{
	for (size_t i = 0; i < e->n; i++)
		if (!strncmp(e->v[i].what, "file mapping ", 13) &&
		    strstr(e->v[i].what, file) &&
		    has_ranges(e->v[i].what, " now=", ranges))
			return true;
	return false;
}

static char *file_of(const struct way *way)
{
	char *file = NULL;

	if (!way->dir)
		return work_file("mapped");
	if (asprintf(&file, "%s/mmtop-mapped.%d", way->dir, (int)getpid()) < 0)
		bail("no memory");
	return file;
}

/* True if another try is useful: mmtop reports that the scan is partial. */
static bool try_mapping(const struct mode *m, const struct way *way, bool last)
{
	char *file = file_of(way), *said, *named;
	const char *total = NULL, *mapping = NULL, *ever;
	bool right, partial, cut = !strcmp(way->how, "cut");
	struct entries e;
	struct watched w;

	if (asprintf(&named, "%s%s", file, strcmp(way->how, "unlink") ? "" :
		     " (deleted)") < 0)
		bail("no memory");
	if (way->fault)
		setenv("MMTOP_FAULT", way->fault, 1);
	watched_start(&w, m, "mapper", options,
		      (const char *[]){ file, SIZE, way->how,
		      way->reads ? "read" : NULL, NULL });
	unsetenv("MMTOP_FAULT");
	watched_go(&w);
	right = watched_end(&w, way->status);
	said = watched_out(&w);
	said[strcspn(said, "\n")] = '\0';
	entries_read(&e, w.log);
	/* A write faults in one page; for a read, the kernel maps more around
	 * it, and the program's own pagemap counts. */
	right &= *said == '[' && (way->reads ||
				  !strcmp(said, cut ? ONE_END : BOTH_ENDS));
	right &= lines(&e, "total", named, &total) == 1 &&
		 strstr(total, " mappings=1 ");
	/* A scan may have seen the file before it was truncated. */
	ever = cut && has_ranges(total, " ever=", BOTH_ENDS) ? BOTH_ENDS : said;
	right &= lines(&e, "mapping", named, &mapping) > 0 &&
		 has_ranges(total, " ever=", ever) &&
		 has_ranges(mapping, " ever=", ever);
	right &= was_seen(&e, file, said);
	/* A scan that ended before it reached the file logs no total. */
	partial = !right && !last && (!total || strstr(total, " partial "));
	if (!partial && !ok(right, "%s after %s%s%s%s%s, %s", way->how,
		way->reads ? "reading" : "writing", way->fault ? ", " : "",
		way->fault ? way->fault : "", way->dir ? " in " : "",
		way->dir ? way->dir : "", w.name)) {
		diag("it had %s; %s; %s", said, mapping ? mapping : "no mapping",
		     total ? total : "no total");
		watched_tell(&w, 20);
	}
	entries_release(&e);
	watched_release(&w);
	unlink(file);
	free(said);
	free(named);
	free(file);
	return partial;
}

static int times(const struct mode *m, const struct way *way)
{
	return m->quiet && way->times ? way->times : 1;
}

static void test_way(const struct mode *m, const struct way *way)
{
	for (int t = times(m, way); t-- > 0;)
		for (int i = 1; try_mapping(m, way, i == TRIES); i++)
			;
}

static bool applies(const struct mode *m, const struct way *way)
{
	/* Calls are reported only at level calls. */
	return way->watch || !m->quiet;
}

int main(void)
{
	size_t n = sizeof ways / sizeof *ways;
	int tests = 0;

	for (size_t i = 0; i < modes_n(); i++)
		for (size_t k = 0; k < n; k++)
			if (applies(modes_at(i), &ways[k]))
				tests += times(modes_at(i), &ways[k]);
	plan(tests);
	for (size_t i = 0; i < modes_n(); i++)
		for (size_t k = 0; k < n; k++)
			if (applies(modes_at(i), &ways[k]))
				test_way(modes_at(i), &ways[k]);
	return done();
}
