/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of processes in system-wide mode, also of those that exit before mmtop
 * can read /proc. */
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
/* Above the kernel's highest PID. */
#define GONE 0x500000
#define MS UINT64_C(1000000)

/* Events of PIDs GONE, GONE + 1, ... */
#define PROCESSES 4
static struct told {
	unsigned seen, ended;
	uint64_t time;			/* of the last event */
	char comm[32];
} told[PROCESSES], own;

static void on_event(void *arg, const struct event *ev)
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
	host = (struct source_host){ .target = &target, .emit = on_event,
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

/* Parent and name of a process are known before its first event. */
static void test_short_process_has_parents_name_first(void **state)
{
	uint64_t t = host.start_ns + MS;

	everybody_named(*state, GONE, B("maker"), t);
	assert_int_equal(told[0].seen, 0);
	everybody_fork(*state, GONE, GONE + 1, t + MS);
	assert_true(everybody_event(*state, GONE + 1, t + 2 * MS));
	assert_int_equal(told[1].seen, 1);
	assert_string_equal(told[1].comm, "maker");
	everybody_named(*state, GONE + 1, B("ls"), t + 3 * MS);
	assert_int_equal(told[1].seen, 2);
	assert_string_equal(told[1].comm, "ls");
	/* A second source reports the same. */
	everybody_named(*state, GONE + 1, B("ls"), t + 3 * MS);
	everybody_fork(*state, GONE, GONE + 1, t + MS);
	assert_int_equal(told[1].seen, 2);
	everybody_exit(*state, GONE + 1, t + 4 * MS);
	assert_int_equal(told[1].ended, 1);
}

/* A source reports late, from before the exit, with a name of that time. */
static void test_late_events_keep_the_old_name(void **state)
{
	uint64_t t = host.start_ns + MS;

	everybody_named(*state, GONE + 2, B("a-name-of-more-than-15-bytes"),
			t);
	everybody_exit(*state, GONE + 2, t + 4 * MS);
	everybody_named(*state, GONE + 2, B("sh"), t + MS);
	assert_true(everybody_event(*state, GONE + 2, t + 2 * MS));
	assert_string_equal(told[2].comm, "sh");
	assert_int_equal(told[2].ended, 1);
	/* A new process with the same PID. */
	everybody_named(*state, GONE + 2, B("next"), t + 5 * MS);
	assert_true(everybody_event(*state, GONE + 2, t + 6 * MS));
	assert_string_equal(told[2].comm, "next");
}

/* A slower source reports an earlier event: the process must be introduced
 * before that one, too. */
static void test_slow_source_introduces_the_process_again(void **state)
{
	uint64_t t = host.start_ns + MS;

	everybody_fork(*state, GONE, GONE + 1, t);
	everybody_named(*state, GONE + 1, B("it"), t);
	assert_true(everybody_event(*state, GONE + 1, t + 5 * MS));
	assert_int_equal(told[1].seen, 1);
	assert_true(everybody_event(*state, GONE + 1, t + 2 * MS));
	assert_int_equal(told[1].seen, 2);
	assert_true(told[1].time == 3 * MS);
	assert_string_equal(told[1].comm, "it");
	assert_true(everybody_event(*state, GONE + 1, t + 3 * MS));
	assert_true(everybody_event(*state, GONE + 1, t + 6 * MS));
	assert_int_equal(told[1].seen, 2);
}

/* Children of mmtop are mmtop's own, whatever their names. */
static void test_own_processes_are_not_shown(void **state)
{
	uint64_t t = host.start_ns + MS;

	everybody_fork(*state, getpid(), GONE + 3, t);
	everybody_named(*state, GONE + 3, B("reader"), t + MS);
	everybody_named(*state, getpid(), B("engine"), t + MS);
	assert_false(everybody_event(*state, GONE + 3, t + 2 * MS));
	assert_false(everybody_event(*state, getpid(), t + 2 * MS));
	assert_int_equal(told[3].seen + own.seen, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			test_short_process_has_parents_name_first,
			set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			test_late_events_keep_the_old_name, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			test_slow_source_introduces_the_process_again,
			set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			test_own_processes_are_not_shown, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
