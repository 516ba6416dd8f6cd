/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regions of a stopped program, their sizes, names and resident pages are
 * exactly those of the kernel's maps and smaps. */
#include <config.h>

#include "live.h"
#include "log.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- from the log ----------------------------------------------------------- */

/* Applies an event to the current regions: an object by start address. */
static void fold(json_t *map, const json_t *e)
{
	const char *start = log_str(e, "start");

	if (!log_is(e, "type", "region"))
		return;
	if (log_is(e, "op", "remove"))
		json_object_del(map, start);
	else
		json_object_set(map, start, (json_t *)e);
}

/* start-end perm offset dev inode name rss-in-kB */
static void print_region(FILE *out, const json_t *r, bool with_rss)
{
	long long rss = log_num(r, "rss");

	fprintf(out, "%012llx-%012llx %s %08llx %s %lld %s",
		log_num(r, "start"), log_num(r, "end"), log_str(r, "perm"),
		log_num(r, "offset"), log_str(r, "dev"), log_num(r, "inode"),
		log_str(r, "name"));
	if (with_rss)
		fprintf(out, " rss %lld", rss < 0 ? rss : rss / 1024);
	fputc('\n', out);
}

static char *logged(const json_t *log, bool with_rss)
{
	json_t *map = json_object(), *e;
	char *text = NULL;
	const char *key;
	size_t size, i;
	FILE *out = open_memstream(&text, &size);

	json_array_foreach(log, i, e)
		fold(map, e);
	json_object_foreach(map, key, e)
		print_region(out, e, with_rss);
	fclose(out);
	json_decref(map);
	return text;
}

/* --- from the kernel ----------------------------------------------------------- */

static void print_head(FILE *out, const char *line)
{
	unsigned long long start, end, offset, inode;
	unsigned major, minor;
	char perm[8];
	int name = 0;

	if (sscanf(line, "%llx-%llx %7s %llx %x:%x %llu %n", &start, &end, perm,
		   &offset, &major, &minor, &inode, &name) != 7)
		bail(line);
	fprintf(out, "%012llx-%012llx %s %08llx %02x:%02x %llu %s", start, end,
		perm, offset, major, minor, inode, line + name);
}

/* The lines of maps; or of smaps, with " rss N" after each. */
static char *of_kernel(pid_t pid, bool with_rss)
{
	char path[64], *file, *rest, *line, *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	long long kb;

	snprintf(path, sizeof path, "/proc/%d/%s", pid,
		 with_rss ? "smaps" : "maps");
	rest = file = read_file(path, NULL);
	while ((line = strsep(&rest, "\n")) && *line) {
		/* The first line of a region starts with an address, a field
		 * with a capital. */
		if (!isupper((unsigned char)*line)) {
			print_head(out, line);
			if (!with_rss)
				fputc('\n', out);
		} else if (sscanf(line, "Rss: %lld kB", &kb) == 1) {
			fprintf(out, " rss %lld\n", kb);
		}
	}
	fclose(out);
	free(file);
	return text;
}

/* --- the test -------------------------------------------------------------------- */

static bool is_stopped(void *arg)
{
	return task_state(*(pid_t *)arg) == 'T';
}

static void compare(const json_t *log, pid_t pid, bool with_rss,
		    const char *name)
{
	char *got = logged(log, with_rss), *want = of_kernel(pid, with_rss);

	ok(same_lines(got, want), "%s", name);
	free(got);
	free(want);
}

/* Ranges lie within their region, in order, and have the reported number of
 * pages (including huge pages). */
static bool ranges_agree(const json_t *e)
{
	long long from = log_num(e, "start"), pages = 0;
	json_t *pair;
	size_t i;

	json_array_foreach(json_object_get(e, "ranges"), i, pair) {
		long long start = (long long)strtoull(json_string_value(
				json_array_get(pair, 0)), NULL, 0);
		long long end = (long long)strtoull(json_string_value(
				json_array_get(pair, 1)), NULL, 0);

		if (start < from || end <= start || end > log_num(e, "end"))
			return false;
		from = end;
		pages += (end - start) / log_num(e, "page_size");
	}
	return json_is_array(json_object_get(e, "ranges")) &&
	       pages == log_num(e, "resident");
}

static void check_ranges(const json_t *log)
{
	size_t i, n = 0, stripes = 0, bad = 0;
	json_t *e;

	json_array_foreach(log, i, e) {
		if (!log_is(e, "type", "pages"))
			continue;
		n++;
		if (!ranges_agree(e)) {
			char *s = json_dumps(e, JSON_COMPACT);
			if (bad++ < 5)
				diag("ranges disagree: %.300s", s);
			free(s);
		}
		if (log_num(e, "end") - log_num(e, "start") == 64 << 20 &&
		    log_num(e, "resident") == 8192)
			stripes = json_array_size(json_object_get(e, "ranges"));
	}
	ok(n && !bad, "the resident ranges have the reported number of pages");
	ok(stripes == 8, "eight stripes are eight ranges");
}

/* Runs mmtop on a stopped program for a while; returns the log. */
static json_t *run_on_stopped(pid_t pid)
{
	char *path = work_file("log"), arg[16];
	json_t *log;
	struct run r;

	snprintf(arg, sizeof arg, "%d", pid);
	run_mmtop(&r, "--json", "--events=region,pages", "-d", "0.2",
		  "--duration=2", "-o", path, "-p", arg, NULL);
	ok(run_wait(&r) && run_status(&r) == 0, "mmtop detaches in time");
	ok(task_state(pid) == 'T' && status_field(pid, "TracerPid") == 0,
	   "the program is stopped as before");
	log = log_read(path);
	run_release(&r);
	free(path);
	return log;
}

int main(void)
{
	char *program = victim("regions"), *file = work_file("file");
	struct run v;
	json_t *log;

	plan(11);
	run_start(&v, (char *[]){ program, file, NULL });
	ok(run_printed(&v, "ready\n") && wait_for(is_stopped, &v.pid),
	   "the victim is ready and stopped");
	log = run_on_stopped(v.pid);
	compare(log, v.pid, false, "the regions are those of maps");
	compare(log, v.pid, true, "their resident pages are those of smaps");
	check_ranges(log);
	json_decref(log);
	/* Older kernels: there, zero pages look resident. */
	setenv("MMTOP_FAULT", "no-pagemap-scan,no-procmap-query", 1);
	log = run_on_stopped(v.pid);
	compare(log, v.pid, false,
		"the regions are those of maps without newer kernel calls");
	json_decref(log);
	kill(v.pid, SIGCONT);
	ok(run_wait(&v) && run_status(&v) == 0, "the victim exits with 0");
	run_release(&v);
	free(program);
	free(file);
	return done();
}
