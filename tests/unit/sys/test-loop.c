/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event loop: order of callbacks, and changes from inside callbacks. */
#include <config.h>

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "../../support/slow.h"
#include "sys/loop.h"

#define MS 1000000ull

struct world {
	struct loop *l;
	int pipes[4][2];
	char log[64];
	int timers[4];
	int fired[4];
};

static void world_init(struct world *w)
{
	memset(w, 0, sizeof *w);
	w->l = loop_new();
	for (int i = 0; i < 4; i++)
		assert_int_equal(pipe(w->pipes[i]), 0);
}

static void world_release(struct world *w)
{
	loop_free(w->l);
	for (int i = 0; i < 4; i++) {
		close(w->pipes[i][0]);
		close(w->pipes[i][1]);
	}
}

static void log_char(struct world *w, char c)
{
	size_t n = strlen(w->log);

	assert_true(n < sizeof w->log - 1);
	w->log[n] = c;
}

static int which(const struct world *w, int fd)
{
	for (int i = 0; i < 4; i++)
		if (w->pipes[i][0] == fd)
			return i;
	return -1;
}

static void make_ready(struct world *w, int i)
{
	assert_int_equal(write(w->pipes[i][1], "x", 1), 1);
}

static void on_fd(void *arg, int fd, short revents)
{
	struct world *w = arg;
	char c;

	assert_true(revents & POLLIN);
	assert_int_equal(read(fd, &c, 1), 1);
	log_char(w, (char)('0' + which(w, fd)));
}

static void test_callbacks_run_by_priority(void **state)
{
	struct world w;

	(void)state;
	world_init(&w);
	for (int i = 0; i < 4; i++) {
		loop_add_fd(w.l, w.pipes[i][0], POLLIN, 3 - i, on_fd, &w);
		make_ready(&w, i);
	}
	loop_turn(w.l, 0);
	assert_string_equal(w.log, "3210");
	loop_set_events(w.l, w.pipes[1][0], 0);
	make_ready(&w, 1);
	make_ready(&w, 2);
	loop_turn(w.l, 0);
	assert_string_equal(w.log, "32102");
	loop_set_events(w.l, w.pipes[1][0], POLLIN);
	loop_turn(w.l, 0);
	assert_string_equal(w.log, "321021");
	world_release(&w);
}

/* Removes the next descriptor and itself. */
static void on_fd_remove(void *arg, int fd, short revents)
{
	struct world *w = arg;

	on_fd(arg, fd, revents);
	loop_remove_fd(w->l, w->pipes[1][0]);
	loop_remove_fd(w->l, fd);
	loop_remove_fd(w->l, 12345);
}

static void test_removed_descriptor_is_not_called(void **state)
{
	struct world w;

	(void)state;
	world_init(&w);
	loop_add_fd(w.l, w.pipes[0][0], POLLIN, 0, on_fd_remove, &w);
	for (int i = 1; i < 3; i++)
		loop_add_fd(w.l, w.pipes[i][0], POLLIN, i, on_fd, &w);
	for (int i = 0; i < 3; i++)
		make_ready(&w, i);
	loop_turn(w.l, 0);
	assert_string_equal(w.log, "02");
	make_ready(&w, 0);
	loop_turn(w.l, 0);
	assert_string_equal(w.log, "02");
	world_release(&w);
}

static void on_new(void *arg, int fd, short revents)
{
	(void)fd;
	(void)revents;
	log_char(arg, 'N');
}

/* Closes the next descriptor and reuses its number: the old file was ready, not
 * the new one. */
static void on_fd_reuse(void *arg, int fd, short revents)
{
	struct world *w = arg;
	int old = w->pipes[1][0];

	on_fd(arg, fd, revents);
	loop_remove_fd(w->l, old);
	assert_int_equal(dup2(w->pipes[3][0], old), old);
	for (int i = 0; i < 100; i++)	/* moves the loop's array */
		loop_add_fd(w->l, 1000 + i, 0, 9, on_new, w);
	loop_add_fd(w->l, old, POLLIN, 1, on_new, w);
}

static void test_reused_descriptor_is_not_called_early(void **state)
{
	struct world w;

	(void)state;
	world_init(&w);
	loop_add_fd(w.l, w.pipes[0][0], POLLIN, 0, on_fd_reuse, &w);
	loop_add_fd(w.l, w.pipes[1][0], POLLIN, 1, on_fd, &w);
	make_ready(&w, 0);
	make_ready(&w, 1);
	loop_turn(w.l, 0);
	assert_string_equal(w.log, "0");
	for (int i = 0; i < 100; i++)
		loop_remove_fd(w.l, 1000 + i);
	loop_turn(w.l, 0);
	assert_string_equal(w.log, "0");
	make_ready(&w, 3);
	loop_turn(w.l, 0);
	assert_string_equal(w.log, "0N");
	world_release(&w);
}

static uint64_t timer_a(void *arg)
{
	struct world *w = arg;

	log_char(w, 'a');
	return ++w->fired[0] < 3 ? 1 * MS : 0;
}

static uint64_t timer_b(void *arg)
{
	log_char(arg, 'b');
	return 0;
}

static uint64_t timer_self(void *arg)
{
	struct world *w = arg;

	log_char(w, 's');
	loop_remove_timer(w->l, w->timers[0]);
	for (int i = 0; i < 20; i++)
		loop_add_timer(w->l, 3600000 * MS, timer_b, w);
	return 1;		/* no effect: already removed */
}

static uint64_t timer_stop(void *arg)
{
	struct world *w = arg;

	loop_stop(w->l);
	return 0;
}

/* Waits until timer_a has run three times, however late. */
static uint64_t timer_stop_after_a(void *arg)
{
	struct world *w = arg;

	return w->fired[0] < 3 ? 1 * MS : timer_stop(arg);
}

static void test_timers_repeat_and_remove_themselves(void **state)
{
	struct world w;
	uint64_t begin = clock_ns(), end = 20 * MS;
	int gone;

	(void)state;
	world_init(&w);
	loop_add_timer(w.l, 1 * MS, timer_a, &w);
	gone = loop_add_timer(w.l, 1 * MS, timer_b, &w);
	assert_true(gone > 0);
	loop_remove_timer(w.l, gone);
	loop_remove_timer(w.l, 0);
	loop_remove_timer(w.l, 999);
	w.timers[0] = loop_add_timer(w.l, 1 * MS, timer_self, &w);
	loop_add_timer(w.l, end, timer_stop_after_a, &w);
	loop_run(w.l);
	assert_true(clock_ns() - begin >= end);
	assert_string_equal(w.log, "asaa");
	world_release(&w);
}

/* Equal periods expire together, whatever their start. */
static void test_equal_periods_expire_together(void **state)
{
	(void)state;
	assert_int_equal(clock_next(1000, 500), 1500);
	assert_int_equal(clock_next(1001, 500), 1500);
	assert_int_equal(clock_next(1249, 500), 1500);
	assert_int_equal(clock_next(1250, 500), 2000);
	assert_int_equal(clock_next(1499, 500), 2000);
	assert_int_equal(clock_next(1499, 250), 1750);
	assert_int_equal(clock_next(7, 1), 8);
}

static void test_loop_runs_again_after_stop(void **state)
{
	struct world w;
	uint64_t begin = clock_ns();

	(void)state;
	world_init(&w);
	loop_add_timer(w.l, 0, timer_stop, &w);
	loop_run(w.l);
	loop_add_timer(w.l, 1 * MS, timer_a, &w);
	while (!w.log[0] && clock_ns() - begin < DEADLINE_NS)
		loop_turn(w.l, DEADLINE_NS);
	assert_string_equal(w.log, "a");
	world_release(&w);
}

static bool idle(void *arg)
{
	struct world *w = arg;

	return ++w->fired[1] < 5;
}

static void test_idle_work_prevents_waiting(void **state)
{
	struct world w;
	uint64_t begin;

	(void)state;
	world_init(&w);
	loop_set_idle(w.l, idle, &w);
	begin = clock_ns();
	for (int i = 0; i < 4; i++)	/* without waiting */
		loop_turn(w.l, 3600000 * MS);
	assert_int_equal(w.fired[1], 4);
	loop_turn(w.l, 5 * MS);		/* the fifth waits */
	assert_true(clock_ns() - begin >= 5 * MS);
	assert_true(clock_ns() - begin < DEADLINE_NS);
	/* A ready descriptor ends the wait. */
	loop_add_fd(w.l, w.pipes[0][0], POLLIN, 0, on_fd, &w);
	make_ready(&w, 0);
	begin = clock_ns();
	loop_turn(w.l, DEADLINE_NS);
	assert_true(clock_ns() - begin < DEADLINE_NS);
	assert_string_equal(w.log, "0");
	world_release(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_callbacks_run_by_priority),
		cmocka_unit_test(test_removed_descriptor_is_not_called),
		cmocka_unit_test(test_reused_descriptor_is_not_called_early),
		cmocka_unit_test(test_timers_repeat_and_remove_themselves),
		cmocka_unit_test(test_equal_periods_expire_together),
		cmocka_unit_test(test_loop_runs_again_after_stop),
		cmocka_unit_test(test_idle_work_prevents_waiting),
	};

	loop_free(NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
