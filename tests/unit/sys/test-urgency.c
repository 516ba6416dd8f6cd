/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mmtop gets urgent scheduling if that is permitted; its children do not. */
#include <config.h>

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "../../support/skip.h"
#include "sys/allowance.h"
#include "sys/own/urgency.h"

/* Nice value of this thread. */
static int nice_now(void)
{
	errno = 0;
	return getpriority(PRIO_PROCESS, (id_t)gettid());
}

/* Runs fn in a child, because fn changes the scheduling of its process. */
static int in_child(int (*fn)(void))
{
	int status;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (!pid)
		_exit(fn());
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int permitted(void)
{
	const struct sched_param rr = { .sched_priority = 1 };

	return sched_setscheduler(0, SCHED_RR, &rr) == 0 ||
	       setpriority(PRIO_PROCESS, 0, -19) == 0;
}

static bool is_urgent(const struct urgency *u)
{
	int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;

	return u->realtime ? policy == SCHED_RR : nice_now() == -19;
}

static bool is_ordinary(void)
{
	return nice_now() == 0 && (sched_getscheduler(0) &
				   ~SCHED_RESET_ON_FORK) == SCHED_OTHER;
}

static int check_set_and_reset(void)
{
	struct urgency u = { 0 };

	urgency_set(&u, false);
	if (u.asked || nice_now())
		return 1;
	for (int i = 0; i < 3; i++) {
		urgency_set(&u, true);
		urgency_set(&u, true);
		if (u.may ? !is_urgent(&u) : !is_ordinary())
			return 2;
		urgency_set(&u, false);
		if (!is_ordinary())
			return 3;
	}
	return u.may ? 0 : 4;
}

static void test_urgency_is_set_and_reset(void **state)
{
	bool may = in_child(permitted);

	(void)state;
	assert_int_equal(in_child(check_set_and_reset), may ? 0 : 4);
}

static int ordinary(void)
{
	return nice_now() == 0 && sched_getscheduler(0) == SCHED_OTHER;
}

static void *in_thread(void *arg)
{
	*(int *)arg = ordinary();
	return NULL;
}

static int check_not_inherited(void)
{
	struct urgency u = { 0 };
	int status, good = 0;
	pthread_t thread;
	pid_t pid;

	urgency_set(&u, true);
	pid = fork();
	if (!pid)
		_exit(!ordinary());
	if (waitpid(pid, &status, 0) != pid || status)
		return 1;
	if (pthread_create(&thread, NULL, in_thread, &good) ||
	    pthread_join(thread, NULL))
		return 2;
	return good ? 0 : 3;
}

static void test_urgency_is_not_inherited(void **state)
{
	(void)state;
	assert_int_equal(in_child(check_not_inherited), 0);
}

/* A nice value set by the user is respected. */
static int check_nice_is_kept(void)
{
	struct urgency u = { 0 };

	if (setpriority(PRIO_PROCESS, 0, 7) < 0)
		return 1;
	urgency_set(&u, true);
	if (nice_now() != 7 || u.may)
		return 2;
	urgency_set(&u, false);
	return nice_now() == 7 ? 0 : 3;
}

static int check_batch_is_kept(void)
{
	const struct sched_param none = { 0 };
	struct urgency u = { 0 };

	if (sched_setscheduler(0, SCHED_BATCH, &none) < 0)
		return 1;
	urgency_set(&u, true);
	return sched_getscheduler(0) == SCHED_BATCH && !u.may ? 0 : 2;
}

static void test_users_scheduling_is_kept(void **state)
{
	(void)state;
	assert_int_equal(in_child(check_nice_is_kept), 0);
	assert_int_equal(in_child(check_batch_is_kept), 0);
}

/* At most 2 ms in a row, and a fifth of the time, whatever the pattern. */
static void test_allowance_is_a_fifth_of_the_time(void **state)
{
	struct allowance a = { .most_ns = 2000000, .share = 5 };
	uint64_t now = UINT64_C(1) << 40, used = 0;

	(void)state;
	assert_true(allowance_left(&a, now));
	allowance_spend(&a, a.most_ns / 2);
	assert_true(allowance_left(&a, now));
	allowance_spend(&a, a.most_ns / 2);
	assert_false(allowance_left(&a, now));
	assert_true(allowance_left(&a, now + 5));
	/* Unused time is not saved up. */
	now += UINT64_C(3600) * 1000000000;
	assert_true(allowance_left(&a, now));
	allowance_spend(&a, a.most_ns);
	assert_false(allowance_left(&a, now));
	for (unsigned i = 0; i < 10000; i++) {
		bool left = allowance_left(&a, now);

		if (left)
			allowance_spend(&a, 100000);
		used += left ? 100000 : 0;
		now += 100000;
	}
	assert_in_range(used, 190000000, 210000000);
}

int main(void)
{
	const char *niced = nice_now() ? "the test itself is niced" : NULL;
	const struct CMUnitTest tests[] = {
		test_or_skip(test_urgency_is_set_and_reset, niced),
		test_or_skip(test_urgency_is_not_inherited, niced),
		test_or_skip(test_users_scheduling_is_kept, niced),
		cmocka_unit_test(test_allowance_is_a_fifth_of_the_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
