/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How soon the screen shows a change: numbers twice a second, the heatmap and
 * fading marks four times, events of the program with the next picture.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/screen/screen.h"
#include "event/call.h"

#define MS 1000000ull
#define S (1000 * MS)
#define PID 4121

static void on_request(void *arg, const struct request *req)
{
	(void)arg;
	(void)req;
}

static struct screen *screen;
static struct canvas canvas;

static struct event event_of(enum event_kind kind, uint64_t time_ns)
{
	return (struct event){ .kind = kind, .time_ns = time_ns, .pid = PID,
			       .tid = PID, .source = 'm' };
}

static void tell(const struct event *ev)
{
	screen_event(screen, ev);
}

static void tell_region(enum region_op op, uint64_t time_ns)
{
	struct event ev = event_of(EV_REGION, time_ns);

	ev.u.region = (struct ev_region){
		.op = op, .start = 0x10000, .old_start = 0x10000,
		.end = 0x20000, .perm = PERM_R, .rss = 0, .pss = EV_UNKNOWN,
		.swap = EV_UNKNOWN, .kind = KIND_ANON,
	};
	tell(&ev);
}

static void tell_status(enum target_state state, uint64_t cpu,
			uint64_t time_ns)
{
	struct event ev = event_of(EV_STATUS, time_ns);

	ev.u.status = (struct ev_status){
		.state = state, .main_pid = PID, .own_cpu = cpu,
		.exit_status = -1, .exit_signal = -1,
	};
	tell(&ev);
}

/* A process that has run for some time, already drawn once. */
static int begin(void **state)
{
	const struct look look = { .utf8 = true, .colors = 256 };
	struct event ev = event_of(EV_PROCESS, 0);

	(void)state;
	screen = screen_new(&look, on_request, NULL);
	canvas_init(&canvas, 40, 120);
	ev.u.process.op = PROCESS_ATTACH;
	ev.u.process.child = ev.u.process.child_pid = PID;
	tell(&ev);
	tell_status(TARGET_RUN, 0, 0);
	tell_region(REGION_ADD, 0);
	tell_region(REGION_SYNC, 0);
	screen_time(screen, 10 * S);
	screen_draw(screen, &canvas);
	assert_false(screen_dirty(screen));
	return 0;
}

static int end(void **state)
{
	(void)state;
	screen_free(screen);
	canvas_release(&canvas);
	return 0;
}

static void numbers_are_shown_twice_a_second(void **state)
{
	struct event ev = event_of(EV_USAGE, 10 * S + MS);
	struct event cost = event_of(EV_COST, 10 * S + 4 * MS);
	struct event ring = event_of(EV_RING, 10 * S + 4 * MS);

	(void)state;
	tell(&ev);
	assert_true(screen_dirty(screen));
	assert_int_equal(screen_pace(screen), 500 * MS);
	tell_region(REGION_SYNC, 10 * S + 2 * MS);
	tell_region(REGION_CHANGE, 10 * S + 2 * MS);
	/* mmtop's overhead is a number, too. */
	tell_status(TARGET_RUN, 7, 10 * S + 3 * MS);
	tell(&cost);
	tell(&ring);
	assert_int_equal(screen_pace(screen), 500 * MS);
	screen_draw(screen, &canvas);
	assert_false(screen_dirty(screen));
	assert_int_equal(screen_pace(screen), 0);
}

static void calls_and_stops_are_shown_at_once(void **state)
{
	struct event ev = event_of(EV_CALL, 10 * S + 2 * MS);

	(void)state;
	tell_region(REGION_SYNC, 10 * S + MS);
	ev.u.call.call = CALL_BRK;
	tell(&ev);
	/* The earlier of the two deadlines counts. */
	assert_int_equal(screen_pace(screen), 0);
	tell_region(REGION_SYNC, 10 * S + 3 * MS);
	assert_int_equal(screen_pace(screen), 0);
	screen_draw(screen, &canvas);
	tell_region(REGION_ADD, 10 * S + 4 * MS);
	assert_int_equal(screen_pace(screen), 250 * MS);
	screen_draw(screen, &canvas);
	tell_status(TARGET_STOPPED, 0, 10 * S + 5 * MS);
	assert_int_equal(screen_pace(screen), 0);
}

static void numbers_of_a_held_program_are_shown_at_once(void **state)
{
	(void)state;
	tell_status(TARGET_HELD, 0, 10 * S);
	screen_draw(screen, &canvas);
	tell_region(REGION_SYNC, 10 * S + MS);
	assert_int_equal(screen_pace(screen), 0);
}

static void heatmap_is_shown_at_its_own_rate(void **state)
{
	struct event ev = event_of(EV_PAGES, 10 * S + MS);

	(void)state;
	ev.u.pages = (struct ev_pages){
		.start = 0x10000, .end = 0x20000, .scanned = 0x20000,
		.page_size = 4096, .bin_pages = 1,
		.detail = PAGES_OF_FOCUS,
	};
	tell(&ev);
	assert_int_equal(screen_pace(screen), 250 * MS);
	screen_draw(screen, &canvas);
	screen_key(screen, '2');
	screen_draw(screen, &canvas);
	tell(&ev);
	assert_int_equal(screen_pace(screen), 125 * MS);
	screen_draw(screen, &canvas);
	/* The bars of the pane Regions. */
	ev.u.pages.detail = PAGES_OF_ALL;
	tell(&ev);
	assert_int_equal(screen_pace(screen), 500 * MS);
}

static void tell_pages(uint64_t exclusive, uint64_t resident, uint64_t time_ns)
{
	struct event ev = event_of(EV_PAGES, time_ns);
	struct page_bin bin = { .resident = (uint32_t)resident,
				.exclusive = (uint32_t)exclusive };

	ev.u.pages = (struct ev_pages){
		.start = 0x10000, .end = 0x20000, .scanned = 0x20000,
		.page_size = 4096, .bin_pages = 16, .resident = resident,
		.exclusive = exclusive, .detail = PAGES_OF_FOCUS,
		.bins = { &bin, sizeof bin },
	};
	tell(&ev);
	screen_draw(screen, &canvas);
}

/* Only changed pages fade. */
static void only_changed_pages_fade(void **state)
{
	(void)state;
	screen_key(screen, '2');
	tell_pages(0, 3, 10 * S);
	tell_pages(0, 3, 11 * S);
	assert_false(screen_time(screen, 11 * S + 250 * MS));
	assert_int_equal(screen_rest_ns(screen), 560 * MS);
	tell_pages(0, 4, 12 * S);
	assert_int_equal(screen_rest_ns(screen), 250 * MS);
	assert_true(screen_time(screen, 12 * S + 250 * MS));
	screen_draw(screen, &canvas);
	screen_time(screen, 17 * S);
	screen_draw(screen, &canvas);
	assert_int_equal(screen_rest_ns(screen), 560 * MS);
}

static void clock_and_fading_marks_are_redrawn(void **state)
{
	(void)state;
	assert_false(screen_time(screen, 10 * S + 400 * MS));
	assert_true(screen_time(screen, 10 * S + 500 * MS));
	assert_int_equal(screen_pace(screen), 0);
	screen_draw(screen, &canvas);
	/* The regions have not changed: nothing fades. */
	tell_region(REGION_SYNC, 10 * S + 600 * MS);
	screen_draw(screen, &canvas);
	assert_false(screen_time(screen, 11 * S));
	tell_region(REGION_ADD, 11 * S);
	screen_draw(screen, &canvas);
	assert_true(screen_time(screen, 11 * S + 250 * MS));
	screen_draw(screen, &canvas);
	assert_true(screen_time(screen, 11 * S + 500 * MS));
	/* The marks have faded completely. */
	screen_time(screen, 16 * S);
	screen_draw(screen, &canvas);
	assert_false(screen_time(screen, 16 * S + 250 * MS));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			numbers_are_shown_twice_a_second, begin, end),
		cmocka_unit_test_setup_teardown(
			calls_and_stops_are_shown_at_once, begin, end),
		cmocka_unit_test_setup_teardown(
			numbers_of_a_held_program_are_shown_at_once, begin,
			end),
		cmocka_unit_test_setup_teardown(
			heatmap_is_shown_at_its_own_rate, begin, end),
		cmocka_unit_test_setup_teardown(
			only_changed_pages_fade, begin, end),
		cmocka_unit_test_setup_teardown(
			clock_and_fading_marks_are_redrawn, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
