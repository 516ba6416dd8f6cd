/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop shows n/a for values that the kernel lacks, and does not change the
 * target's soft-dirty marks.  make check-kernel boots Debian's 6.1 kernel,
 * which has soft-dirty marks and lacks newer calls; with MMTOP_TEST_OWN_MACHINE
 * set, the test checks that, too.
 */
#include <config.h>

#include "live.h"
#include "log.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../support/newcalls.h"

#define PAGES 64
#define PAGE 4096ul
#define SOFT_DIRTY (1ull << 55)

/* One letter for each page of the area: d if soft-dirty, else -. */
static void marks(pid_t pid, const char *area, char letters[PAGES + 1])
{
	uint64_t entries[PAGES] = { 0 };
	char path[64];
	int fd;

	snprintf(path, sizeof path, "/proc/%d/pagemap", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || pread(fd, entries, sizeof entries,
			    (off_t)((uintptr_t)area / PAGE * 8)) !=
			      sizeof entries)
		bail(path);
	close(fd);
	for (int i = 0; i < PAGES; i++)
		letters[i] = entries[i] & SOFT_DIRTY ? 'd' : '-';
	letters[PAGES] = '\0';
}

static void clear_marks(void)
{
	int fd = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, "4", 1) != 1)
		_exit(1);
	close(fd);
}

/* A stopped child with all pages of the area present, a third of them written
 * since the marks were cleared. */
static pid_t marked_child(char *area)
{
	pid_t pid;
	int status;

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		memset(area, 1, PAGES * PAGE);
		clear_marks();
		for (size_t i = 0; i < PAGES; i += 3)
			area[i * PAGE] = 2;
		raise(SIGSTOP);
		_exit(0);
	}
	if (waitpid(pid, &status, WUNTRACED) != pid || !WIFSTOPPED(status))
		bail("the marked child");
	return pid;
}

/* The event for the pages of the area; NULL if there is none. */
static json_t *pages_of(json_t *log, const char *area)
{
	json_t *e;
	size_t i;

	json_array_foreach(log, i, e)
		if (log_is(e, "type", "pages") &&
		    log_num(e, "start") <= (long long)(uintptr_t)area &&
		    log_num(e, "end") > (long long)(uintptr_t)area)
			return e;
	return NULL;
}

static void check_log(pid_t pid, const char *area)
{
	char *path = work_file("log"), arg[16];
	json_t *log, *e;
	struct run r;

	snprintf(arg, sizeof arg, "%d", pid);
	run_mmtop(&r, "--json", "--events=region,pages", "-d", "0.2",
		  "--duration=2", "-o", path, "-p", arg, NULL);
	ok(run_wait(&r) && run_status(&r) == 0, "mmtop watches the process");
	log = log_read(path);
	e = pages_of(log, area);
	ok(e && log_num(e, "resident") >= PAGES,
	   "the resident pages are counted");
	ok(e && json_is_null(json_object_get(e, "written")),
	   "the written pages are n/a");
	ok(e && json_is_null(json_object_get(e, "huge")) != kernel_has_pagemap_scan(),
	   "huge pages are counted, or n/a without PAGEMAP_SCAN");
	json_decref(log);
	run_release(&r);
	free(path);
}

static void soft_dirty(void)
{
	char *area = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char before[PAGES + 1], after[PAGES + 1], want[PAGES + 1];
	pid_t pid = marked_child(area);

	for (int i = 0; i < PAGES; i++)
		want[i] = i % 3 ? '-' : 'd';
	want[PAGES] = '\0';
	marks(pid, area, before);
	check_log(pid, area);
	marks(pid, area, after);
	if (getenv("MMTOP_TEST_OWN_MACHINE"))
		ok(!strcmp(before, want), "the kernel has soft-dirty marks");
	else
		skip("soft-dirty marks", "whether this kernel has any or not");
	if (!ok(!strcmp(before, after), "the marks are unchanged"))
		diag("%s before\n%s after", before, after);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static void own_machine(void)
{
	if (!getenv("MMTOP_TEST_OWN_MACHINE")) {
		skip("no PAGEMAP_SCAN", "see make check-kernel");
		skip("no PROCMAP_QUERY", "see make check-kernel");
		skip("x32", "see make check-kernel");
		return;
	}
	ok(!kernel_has_pagemap_scan(), "the kernel has no PAGEMAP_SCAN");
	ok(!kernel_has_procmap_query(), "the kernel has no PROCMAP_QUERY");
#ifdef __x86_64__
	ok(syscall(0x40000000 | SYS_getpid) == getpid(),
	   "the kernel has the x32 calls");
#else
	skip("x32", "not on this machine");
#endif
}

int main(void)
{
	plan(9);
	own_machine();
	soft_dirty();
	return done();
}
