/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who it is of whom sources tell that tell of everybody: also of those who were
 * gone before anybody could look at them. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "source/everybody.h"
#include "source/source.h"
#include "source/target.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

#define B(s) ((struct bytes){ s, sizeof(s) - 1 })
/* Above what a kernel gives. */
#define GONE 0x500000
#define MS UINT64_C(1000000)

/* What was told of GONE, GONE + 1, ... */
#define PROCESSES 4
static struct told {
	unsigned seen, ended;
	uint64_t time;			/* of the last */
	char comm[32];
} told[PROCESSES], own;

static void emit(void *arg, const struct event *ev)
{
	int64_t i = (int64_t)ev->pid - GONE;
	struct told *t = ev->pid == getpid() ? &own :
			 i >= 0 && i < PROCESSES ? &told[i] : NULL;
	struct bytes comm = ev->u.process.comm;

	(void)arg;
	if (!t || ev->kind != EV_PROCESS)
		return;
	t->seen += ev->u.process.op == PROCESS_SEEN;
	t->ended += ev->u.process.op == PROCESS_EXIT;
	if (ev->u.process.op != PROCESS_SEEN)
		return;
	assert_true(comm.len < sizeof t->comm);
	t->time = ev->time_ns;
	memset(t->comm, 0, sizeof t->comm);
	if (comm.len)
		memcpy(t->comm, comm.data, comm.len);
}

static struct target target;
static struct source_host host;

static int set_up(void **state)
{
	struct err err = { 0 };

	memset(told, 0, sizeof told);
	memset(&own, 0, sizeof own);
	host = (struct source_host){ .target = &target, .emit = emit,
				     .start_ns = clock_ns() };
	if (procroot_open(&host.proc, "/proc", &err) < 0)
		return -1;
	*state = everybody_new(&host);
	return 0;
}

static int tear_down(void **state)
{
	everybody_free(*state);
	procroot_free(host.proc);
	return 0;
}

/* Its making and its names are known before it does the first thing. */
static void test_short(void **state)
{
	uint64_t t = host.start_ns + MS;

	everybody_named(*state, GONE, B("maker"), t);
	assert_int_equal(told[0].seen, 0);
	everybody_makes(*state, GONE, GONE + 1, t + MS);
	assert_true(everybody_tells(*state, GONE + 1, t + 2 * MS));
	assert_int_equal(told[1].seen, 1);
	assert_string_equal(told[1].comm, "maker");
	everybody_named(*state, GONE + 1, B("ls"), t + 3 * MS);
	assert_int_equal(told[1].seen, 2);
	assert_string_equal(told[1].comm, "ls");
	/* By whom it is told twice. */
	everybody_named(*state, GONE + 1, B("ls"), t + 3 * MS);
	everybody_makes(*state, GONE, GONE + 1, t + MS);
	assert_int_equal(told[1].seen, 2);
	everybody_ends(*state, GONE + 1, t + 4 * MS);
	assert_int_equal(told[1].ended, 1);
}

/* Who tells later of what it did before its end, and a name from then. */
static void test_late(void **state)
{
	uint64_t t = host.start_ns + MS;

	everybody_named(*state, GONE + 2, B("a-name-of-more-than-15-bytes"),
			t);
	everybody_ends(*state, GONE + 2, t + 4 * MS);
	everybody_named(*state, GONE + 2, B("sh"), t + MS);
	assert_true(everybody_tells(*state, GONE + 2, t + 2 * MS));
	assert_string_equal(told[2].comm, "sh");
	assert_int_equal(told[2].ended, 1);
	/* Another one of that number. */
	everybody_named(*state, GONE + 2, B("next"), t + 5 * MS);
	assert_true(everybody_tells(*state, GONE + 2, t + 6 * MS));
	assert_string_equal(told[2].comm, "next");
}

/* One source tells later than another of what was before: who it is comes
 * first there, too. */
static void test_slow(void **state)
{
	uint64_t t = host.start_ns + MS;

	everybody_makes(*state, GONE, GONE + 1, t);
	everybody_named(*state, GONE + 1, B("it"), t);
	assert_true(everybody_tells(*state, GONE + 1, t + 5 * MS));
	assert_int_equal(told[1].seen, 1);
	assert_true(everybody_tells(*state, GONE + 1, t + 2 * MS));
	assert_int_equal(told[1].seen, 2);
	assert_true(told[1].time == 3 * MS);
	assert_string_equal(told[1].comm, "it");
	assert_true(everybody_tells(*state, GONE + 1, t + 3 * MS));
	assert_true(everybody_tells(*state, GONE + 1, t + 6 * MS));
	assert_int_equal(told[1].seen, 2);
}

/* What mmtop makes is its own, whatever it is called. */
static void test_own(void **state)
{
	uint64_t t = host.start_ns + MS;

	everybody_makes(*state, getpid(), GONE + 3, t);
	everybody_named(*state, GONE + 3, B("reader"), t + MS);
	everybody_named(*state, getpid(), B("engine"), t + MS);
	assert_false(everybody_tells(*state, GONE + 3, t + 2 * MS));
	assert_false(everybody_tells(*state, getpid(), t + 2 * MS));
	assert_int_equal(told[3].seen + own.seen, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_short, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_late, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_slow, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_own, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
