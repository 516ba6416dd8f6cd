/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mmtop --keepers, with a made-up /proc. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/engine/keepers.h"
#include "sys/proc/root.h"
#include "../../support/folder.h"

static char dir[] = "/tmp/mmtop-keepers.XXXXXX";

static void put(const char *path, const char *text)
{
	char full[128];
	FILE *f;

	snprintf(full, sizeof full, "%s/%s", dir, path);
	for (char *p = full + sizeof dir; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(full, 0700);
		*p = '/';
	}
	f = fopen(full, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* A process with `threads` threads, all traced by `tracer`. */
static void put_process(int pid, const char *comm, unsigned long start,
			int tracer, int threads)
{
	char path[64], text[256];

	snprintf(path, sizeof path, "%d/stat", pid);
	snprintf(text, sizeof text, "%d (%s) S 1 %d %d 0 -1 4194304 0 0 0 0 0 "
		 "0 0 0 20 0 1 0 %lu 0 0 0\n", pid, comm, pid, pid, start);
	put(path, text);
	for (int i = 0; i < threads; i++) {
		snprintf(path, sizeof path, "%d/task/%d/status", pid, pid + i);
		snprintf(text, sizeof text, "Name:\t%s\nState:\tS (sleeping)\n"
			 "Tgid:\t%d\nPid:\t%d\nPPid:\t1\nTracerPid:\t%d\n"
			 "Uid:\t0\t0\t0\t0\n", comm, pid, pid + i, tracer);
		put(path, text);
	}
}

static int setup(void **state)
{
	(void)state;
	strcpy(strrchr(dir, '.'), ".XXXXXX");
	if (!mkdtemp(dir))
		return -1;
	put("stat", "cpu  1 2 3 4\nbtime 1700000000\nprocesses 9\n");
	put_process(1, "init", 1, 0, 1);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	return folder_remove(dir);
}

static void list(struct str *out)
{
	struct procroot *proc;
	struct err err;

	setenv("TZ", "UTC0", 1);
	assert_int_equal(procroot_open(&proc, dir, &err), 0);
	keepers_text(out, proc, true);
	procroot_free(proc);
}

static void no_keeper_is_reported(void **state)
{
	struct str s = STR_INIT;

	(void)state;
	put_process(77, "redis-server", 700, 0, 2);
	/* This process has a keeper's name but traces no process. */
	put_process(78, "mmtop-keeper", 700, 0, 1);
	list(&s);
	assert_memory_equal(s.data, "No mmtop-keeper runs: ", 22);
	str_release(&s);
}

static void hidepid_is_reported(void **state)
{
	char path[64];
	struct str s = STR_INIT;

	(void)state;
	snprintf(path, sizeof path, "%s/1/stat", dir);
	assert_int_equal(unlink(path), 0);
	list(&s);
	assert_non_null(strstr(s.data, "hidepid"));
	str_release(&s);
}

static void every_keeper_has_a_line(void **state)
{
	long ticks = sysconf(_SC_CLK_TCK);
	struct str s = STR_INIT;

	(void)state;
	put_process(2310, "mmtop-keeper", (unsigned long)ticks * 60, 0, 1);
	/* The older process has the higher number: process IDs wrap around. */
	put_process(2400, "worker", (unsigned long)ticks * 62, 2310, 3);
	put_process(2500, "redis\x1b[31m", (unsigned long)ticks * 61, 2310, 2);
	put_process(4000, "mmtop-keeper", (unsigned long)ticks * 3600, 0, 1);
	put_process(4001, "a (b) c", (unsigned long)ticks * 3601, 4000, 1);
	/* Traced by gdb, which is not a keeper. */
	put_process(5000, "gdb", 7, 0, 1);
	put_process(5001, "debugged", 8, 5000, 4);
	list(&s);
	assert_non_null(strstr(s.data, "2310  since 2023-11-14 22:14:20  "
			       "redis\\x1b[31m 2500  2 processes  5 threads\n"));
	assert_non_null(strstr(s.data, "4000  since 2023-11-14 23:13:20  "
			       "a (b) c 4001  1 process  1 thread\n"));
	assert_null(strstr(s.data, "gdb"));
	str_release(&s);
}

/* Without the boot time the start is n/a, not 1970. */
static void start_is_unknown_without_boot_time(void **state)
{
	struct str s = STR_INIT;

	(void)state;
	put("stat", "cpu  1 2 3 4\n");
	put_process(2310, "mmtop-keeper", 6000, 0, 1);
	put_process(2311, "redis", 6001, 2310, 1);
	list(&s);
	assert_non_null(strstr(s.data, "2310  since n/a  redis 2311  "));
	str_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			no_keeper_is_reported, setup, teardown),
		cmocka_unit_test_setup_teardown(
			hidepid_is_reported, setup, teardown),
		cmocka_unit_test_setup_teardown(
			every_keeper_has_a_line, setup, teardown),
		cmocka_unit_test_setup_teardown(
			start_is_unknown_without_boot_time, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
