/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding the region of an address if all of maps must be read. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/err.h"
#include "source/places.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

#define PID 7

static char dir[] = "/tmp/mmtop-places.XXXXXX";
static char process[64], maps[80];

/* A regular file does not support PROCMAP_QUERY, so its text is read. */
static void write_maps(const char *text)
{
	FILE *f = fopen(maps, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static int set_up(void **state)
{
	struct err err = { 0 };
	struct procroot *proc;

	if (!mkdtemp(dir))
		return -1;
	snprintf(process, sizeof process, "%s/%d", dir, PID);
	snprintf(maps, sizeof maps, "%s/maps", process);
	if (mkdir(process, 0755) < 0 ||
	    procroot_open(&proc, dir, &err) < 0)
		return -1;
	*state = proc;
	return 0;
}

static int tear_down(void **state)
{
	procroot_free(*state);
	unlink(maps);
	rmdir(process);
	rmdir(dir);
	return 0;
}

#define FIRST "1000-2000 rw-p 00000000 00:00 0 [first]\n"
#define SECOND "5000-6000 rw-p 00000000 00:00 0 [second]\n"

static void assert_name(const struct place *p, const char *name)
{
	assert_non_null(p);
	assert_string_equal(p->name, name);
}

/* Before an unmap (places_force_query()) a region that is new since the last read of
 * maps is found. */
static void test_new_region_is_found(void **state)
{
	struct places *p = places_new(*state);
	uint64_t before = clock_ns();

	write_maps(FIRST);
	assert_name(places_find(p, PID, 0x1800, clock_ns()), "[first]");
	assert_null(places_find(p, PID, 0x5800, before));
	write_maps(FIRST SECOND);
	/* The access is older than a read of maps that lacked the region. */
	places_stale(p);
	places_force_query(p);
	assert_null(places_find(p, PID, 0x5800, before));
	assert_name(places_find(p, PID, 0x5800, clock_ns()), "[second]");
	places_free(p);
}

/* If no time is left to read maps, the last known region counts. */
static void test_last_known_region_is_found_in_a_hurry(void **state)
{
	struct places *p = places_new(*state);

	write_maps(FIRST SECOND);
	assert_name(places_find(p, PID, 0x1800, clock_ns()), "[first]");
	places_gone(p, PID);
	write_maps("");
	places_stale(p);
	places_force_query(p);
	assert_name(places_find(p, PID, 0x5800, clock_ns()), "[second]");
	places_forget(p, PID);
	assert_null(places_find(p, PID, 0x5800, clock_ns()));
	places_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_new_region_is_found),
		cmocka_unit_test(test_last_known_region_is_found_in_a_hurry),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
