/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * --trace-mmap: which parts of a mapped file were ever resident, for programs
 * that let go of it at once in every way.  The oracle is what the program read
 * in its own pagemap just before.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "live.h"
#include "watched.h"

/* An emulated machine needs all the time that a look may take for less. */
#define SIZE ((char *)(test_slow() > 4 ? "4194304" : "104857600"))
#define BOTH_ENDS (test_slow() > 4 ? "[0x0-0x1000 0x3ff000-0x400000]" \
				   : "[0x0-0x1000 0x63ff000-0x6400000]")
/* And where it has to wait for its host, it is that it says so which counts,
 * some times. */
#define TRIES 10
#define ONE_END "[0x0-0x1000]"

/* The timer is out of it: what is seen is seen at the calls, or as what else
 * happens makes the map be looked at. */
static const char *const options[] = {
	"--trace-mmap", "--delay=60", "--events=process", NULL
};

/* The lines "file OP ..." of that file; how many, and the last. */
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

static bool has(const char *line, const char *key, const char *ranges)
{
	const char *at = line ? strstr(line, key) : NULL;

	at = at ? strchr(at, '[') : NULL;
	return at && !strncmp(at, ranges, strlen(ranges));
}

struct way {
	const char *how;
	int status;
	bool watch;			/* at level watch too */
	bool reads;
	const char *fault;
	const char *dir;		/* where the file lies; NULL: with ours */
	int times;			/* at level watch, where it is a matter of
					 * chance; 0: once */
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

/* Before they went, some line had them as they are. */
static bool seen(const struct entries *e, const char *file,
		 const char *ranges)
{
	for (size_t i = 0; i < e->n; i++)
		if (!strncmp(e->v[i].what, "file mapping ", 13) &&
		    strstr(e->v[i].what, file) &&
		    has(e->v[i].what, " now=", ranges))
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

/* True when another try is worth it: the look was cut short, and that is
 * told. */
static bool one(const struct mode *m, const struct way *way, bool last)
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
	/* A written page is one page; what a read maps around it the kernel
	 * decides, and the program's own look says. */
	right &= *said == '[' && (way->reads ||
				  !strcmp(said, cut ? ONE_END : BOTH_ENDS));
	right &= lines(&e, "total", named, &total) == 1 &&
		 strstr(total, " mappings=1 ");
	/* Before it was cut it may have been seen as well. */
	ever = cut && has(total, " ever=", BOTH_ENDS) ? BOTH_ENDS : said;
	right &= lines(&e, "mapping", named, &mapping) > 0 &&
		 has(total, " ever=", ever) && has(mapping, " ever=", ever);
	right &= seen(&e, file, said);
	/* One that was cut short before it came to the file knows none. */
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

static void each(const struct mode *m, const struct way *way)
{
	for (int t = times(m, way); t-- > 0;)
		for (int i = 1; one(m, way, i == TRIES); i++)
			;
}

static bool applies(const struct mode *m, const struct way *way)
{
	/* Calls are seen at level calls alone. */
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
				each(modes_at(i), &ways[k]);
	return done();
}
