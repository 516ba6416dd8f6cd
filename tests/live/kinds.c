/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop reports every kind of page (victims/kinds.c) as the kernel does, page
 * by page: compared with /proc/PID/pagemap and /proc/kpageflags, and with smaps
 * for the amount in large pages.  With PAGEMAP_SCAN and without it; needs root,
 * which may read frame numbers.  mmtop faults in no page.
 */
#include <config.h>

#include "base/fmt.h"
#include "live.h"
#include "log.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../support/newcalls.h"

#define PG 4096ul
#define AREAS_MAX 64
#define HUGETLB_PAGES 60

/* Documentation/admin-guide/mm/pagemap.rst, include/linux/swapops.h */
#define ENTRY_PRESENT (1ull << 63)
#define ENTRY_SWAP (1ull << 62)
#define ENTRY_GUARD (1ull << 58)
#define ENTRY_FRAME ((1ull << 55) - 1)
#define SWAP_FILES 23
#define SWAP_MARKER 31
#define KPF_ZERO_PAGE (1ull << 24)

enum { THERE = 1, SWAPPED = 2, ZERO = 4 };

struct area {
	char name[32];
	uint64_t start, size;
};

struct session {
	struct run v, m;
	struct area areas[AREAS_MAX];
	size_t n;
	char *log_path, why[256];
	json_t *log;
	off_t size;
	bool fallback;
};

/* --- the kernel's report -------------------------------------------------- */

static unsigned char entry_is(int kpageflags, uint64_t entry)
{
	uint64_t frame = entry & ENTRY_FRAME, flags = 0, type = entry & 31;

	if (entry & ENTRY_PRESENT) {
		if (pread(kpageflags, &flags, sizeof flags,
			  (off_t)(frame * sizeof flags)) < 0)
			bail("kpageflags");
		return THERE | (flags & KPF_ZERO_PAGE ? ZERO : 0);
	}
	if (!(entry & ENTRY_SWAP) || entry & ENTRY_GUARD || type == SWAP_MARKER)
		return 0;
	return type < SWAP_FILES ? SWAPPED : THERE;
}

static unsigned char *of_kernel(pid_t pid, const struct area *a)
{
	size_t n = a->size / PG;
	uint64_t *entries = calloc(n, sizeof *entries);
	unsigned char *is = calloc(n, 1);
	char path[64];
	int fd, kpageflags = open("/proc/kpageflags", O_RDONLY | O_CLOEXEC);

	snprintf(path, sizeof path, "/proc/%d/pagemap", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (!entries || !is || kpageflags < 0 ||
	    pread(fd, entries, n * sizeof *entries,
		  (off_t)(a->start / PG * sizeof *entries)) !=
		    (ssize_t)(n * sizeof *entries))
		bail("pagemap");
	for (size_t i = 0; i < n; i++)
		is[i] = entry_is(kpageflags, entries[i]);
	close(fd);
	close(kpageflags);
	free(entries);
	return is;
}

static uint64_t kb(const char *line, const char *field)
{
	size_t n = strlen(field);

	return strncmp(line, field, n) ? 0 : strtoull(line + n, NULL, 10);
}

/* The number of small pages in large pages, from smaps. */
static uint64_t large_pages(pid_t pid, const struct area *a)
{
	char path[64], line[512];
	uint64_t sum = 0, start, end;
	bool in = false;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/smaps", pid);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof line, f)) {
		if (sscanf(line, "%lx-%lx ", &start, &end) == 2)
			in = start >= a->start && end <= a->start + a->size;
		else if (in)
			sum += kb(line, "AnonHugePages:") +
			       kb(line, "ShmemPmdMapped:") +
			       kb(line, "FilePmdMapped:") +
			       kb(line, "Shared_Hugetlb:") +
			       kb(line, "Private_Hugetlb:");
	}
	if (f)
		fclose(f);
	return sum * 1024 / PG;
}

/* --- mmtop's report ------------------------------------------------------- */

struct told {
	unsigned char *there;
	long long zero, swapped, huge;
};

static uint64_t address(const json_t *pair, size_t i)
{
	return strtoull(json_string_value(json_array_get(pair, i)), NULL, 0);
}

static bool is_within(const json_t *e, pid_t pid, const struct area *a)
{
	uint64_t start = (uint64_t)log_num(e, "start");

	return log_num(e, "pid") == pid && start >= a->start &&
	       start < a->start + a->size;
}

/* True if event i is the last of its region: the pages do not change any
 * more. */
static bool is_last(const struct session *s, size_t i)
{
	const json_t *e = json_array_get(s->log, i), *later;

	for (size_t k = i + 1; k < json_array_size(s->log); k++) {
		later = json_array_get(s->log, k);
		if (log_is(later, "type", "pages") &&
		    log_num(later, "pid") == log_num(e, "pid") &&
		    log_num(later, "start") == log_num(e, "start"))
			return false;
	}
	return true;
}

static void add_pages(struct told *t, const json_t *e, const struct area *a)
{
	json_t *pair;
	size_t i;

	json_array_foreach(json_object_get(e, "ranges"), i, pair)
		for (uint64_t at = address(pair, 0); at < address(pair, 1);
		     at += PG)
			if (at >= a->start && at < a->start + a->size)
				t->there[(at - a->start) / PG] = 1;
	t->zero += log_num(e, "zero");
	t->swapped += log_num(e, "swapped");
	t->huge += log_num(e, "huge");
}

static struct told of_mmtop(const struct session *s, const struct area *a)
{
	struct told t = { .there = calloc(a->size / PG, 1) };
	json_t *e;
	size_t i;

	json_array_foreach(s->log, i, e)
		if (log_is(e, "type", "pages") && is_within(e, s->v.pid, a) &&
		    is_last(s, i))
			add_pages(&t, e, a);
	return t;
}

/* Compares both reports of an area; the difference is stored in s->why. */
static bool area_agrees(struct session *s, const struct area *a)
{
	unsigned char *is = of_kernel(s->v.pid, a);
	struct told t = of_mmtop(s, a);
	long long zero = 0, swapped = 0, there = 0, told = 0;
	long long huge = (long long)large_pages(s->v.pid, a);
	size_t n = a->size / PG, wrong = n;

	for (size_t i = 0; i < n; i++) {
		zero += !!(is[i] & ZERO);
		swapped += !!(is[i] & SWAPPED);
		there += is[i] & THERE;
		told += t.there[i];
		if ((is[i] & THERE) != t.there[i] && wrong == n)
			wrong = i;
	}
	free(is);
	free(t.there);
	/* Without PAGEMAP_SCAN, zero and large pages may be unknown. */
	if (wrong == n && (t.zero == zero || (s->fallback && t.zero < 0)) && t.swapped == swapped &&
	    (s->fallback || t.huge == huge))
		return true;
	snprintf(s->why, sizeof s->why, "%s: page %zu; %lld pages, mmtop says "
		 "%lld; zero %lld, %lld; swapped %lld, %lld; large %lld, %lld",
		 a->name, wrong, there, told, zero, t.zero, swapped, t.swapped,
		 huge, t.huge);
	return false;
}

/* --- until they agree ------------------------------------------------------- */

static bool log_agrees(void *arg)
{
	struct session *s = arg;
	struct stat st;

	if (stat(s->log_path, &st) || st.st_size == s->size)
		return false;
	s->size = st.st_size;
	json_decref(s->log);
	s->log = log_read(s->log_path);
	for (size_t i = 0; s->log && i < s->n; i++)
		if (!area_agrees(s, &s->areas[i]))
			return false;
	return s->log != NULL;
}

static void read_areas(struct session *s)
{
	char *out = read_file(s->v.out_path, NULL), *line = out;

	s->n = 0;
	for (; line && s->n < AREAS_MAX; line = strchr(line, '\n')) {
		struct area *a = &s->areas[s->n];

		line += *line == '\n';
		if (sscanf(line, "area %31s %lx %lx", a->name, &a->start,
			   &a->size) == 3)
			s->n++;
		if (!*line)
			break;
	}
	free(out);
}

static bool has_area(const struct session *s, const char *name)
{
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->areas[i].name, name))
			return true;
	return false;
}

/* The number of present pages in all areas. */
static long pages_there(const struct session *s)
{
	long sum = 0;

	for (size_t i = 0; i < s->n; i++) {
		unsigned char *is = of_kernel(s->v.pid, &s->areas[i]);

		for (size_t k = 0; k < s->areas[i].size / PG; k++)
			sum += is[k] & THERE;
		free(is);
	}
	return sum;
}

/* RSS does not include hugetlb pages; the Process view shows them. */
static bool hugetlb_told(const struct session *s)
{
	char pid[16], line[64], size[FMT_MAX];
	struct run r;
	bool told;

	snprintf(pid, sizeof pid, "%d", (int)s->v.pid);
	fmt_size(size, (uint64_t)status_field(s->v.pid, "HugetlbPages") << 10);
	snprintf(line, sizeof line, "\nHugetlb: %s\n", size);
	run_mmtop(&r, "--command", "process; quit", "-s", "-o", "/dev/null",
		  "-p", pid, NULL);
	told = run_wait(&r) && strstr(r.out, line);
	if (!told)
		diag("no '%s' there: %s%s", line, r.out, r.err);
	run_release(&r);
	return told;
}

static void session(const char *fault)
{
	struct session s = {
		.fallback = !kernel_has_pagemap_scan() ||
			    strstr(fault, "no-pagemap-scan"),
	};
	char *program = victim("kinds"), *file = work_file("file"), pid[16];
	long before, after;
	bool told;

	s.log_path = work_file("log");
	run_start(&s.v, (char *[]){ program, file, NULL });
	run_printed(&s.v, "ready\n");
	read_areas(&s);
	before = pages_there(&s);
	told = !has_area(&s, "hugetlb-first") || hugetlb_told(&s);
	snprintf(pid, sizeof pid, "%d", (int)s.v.pid);
	setenv("MMTOP_FAULT", fault, 1);
	run_mmtop(&s.m, "-b", "--json", "--level=watch",
		  "--events=region,pages", "-d", "0.1", "-o", s.log_path, "-p",
		  pid, NULL);
	unsetenv("MMTOP_FAULT");
	if (!ok(wait_for(log_agrees, &s),
		"%zu areas: pages are reported as in the "
		"kernel%s%s", s.n, *fault ? " with " : "", fault))
		diag("%s", s.why);
	after = pages_there(&s);
	if (!ok(after <= before, "mmtop faults in no page"))
		diag("%ld pages before, %ld after", before, after);
	if (!has_area(&s, "hugetlb-first"))
		skip("pages of hugetlbfs are reported", "no memory for them");
	else
		ok(has_area(&s, "hugetlb-dropped") && told,
		   "pages of hugetlbfs are reported");
	run_poke(&s.v);
	ok(run_wait(&s.v) && run_status(&s.v) == 0 && run_wait(&s.m),
	   "program and mmtop exit");
	run_release(&s.v);
	run_release(&s.m);
	json_decref(s.log);
	free(s.log_path);
	free(file);
	free(program);
}

/* --- the machine ------------------------------------------------------------- */

#define POOL "/proc/sys/vm/nr_hugepages"

static long pool_size(void)
{
	FILE *f = fopen(POOL, "r");
	long n = 0;

	if (f && fscanf(f, "%ld", &n) != 1)
		n = 0;
	if (f)
		fclose(f);
	return n;
}

/* Enlarges the pool of huge pages; returns by how many, which may be fewer. */
static long pool_grow(long by)
{
	long had = pool_size();
	FILE *f = fopen(POOL, "w");

	if (f) {
		fprintf(f, "%ld\n", had + by);
		fclose(f);
	}
	return pool_size() - had;
}

int main(void)
{
	static const char *const faults[] = {
		"", "no-procmap-query", "no-huge-zero",
		"no-pagemap-scan,no-procmap-query",
	};
	long more;

	if (getuid() != 0 || access("/proc/kpageflags", R_OK))
		skip_all("needs root and /proc/kpageflags");
	plan((int)(4 * sizeof faults / sizeof *faults));
	more = pool_grow(HUGETLB_PAGES);
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		session(faults[i]);
	(void)pool_grow(-more);
	return done();
}
