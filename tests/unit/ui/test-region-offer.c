/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The region that is selected until the user selects one. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "../../support/evtext.h"
#include "model/model.h"
#include "ui/pane/pane.h"

#define FIRST 0x100000u
#define SMALL 0x200000u
#define LARGE 0x300000u

struct shown {
	struct model *model;
	struct canvas canvas;
	struct view view;
	void *pane;
};

static void event(struct shown *s, const char *text)
{
	evtext_text(text, model_event_fn, s->model);
}

/* Draws the list at that time, when the regions have these sizes in KiB. */
static uint64_t at(struct shown *s, unsigned time_s, unsigned first,
		   unsigned small, unsigned large)
{
	const unsigned kib[] = { first, small, large };
	char text[512];
	int n = 0;

	for (unsigned i = 0; i < 3; i++)
		n += snprintf(text + n, sizeof text - (size_t)n,
			      "%u 7 region op=%s start=%#x end=+1M perm=rw-p "
			      "kind=anon rss=%uK\n", time_s,
			      time_s == 1 ? "add" : "change",
			      FIRST * (i + 1), kib[i]);
	snprintf(text + n, sizeof text - (size_t)n,
		 "%u 7 region op=sync\n", time_s);
	event(s, text);
	regions_pane.draw(s->pane, &s->view, &s->canvas, true);
	return s->view.region;
}

static int begin(void **state)
{
	static struct shown s;

	s = (struct shown){ .model = model_new(),
			    .pane = regions_pane.new_state() };
	s.view.model = s.model;
	canvas_init(&s.canvas, 24, 80);
	event(&s, "1 7 process op=attach comm=a exe=/a argv=a\n"
		  "1 0 status state=run origin=attached main_pid=7 tasks=1\n");
	*state = &s;
	return 0;
}

static int end(void **state)
{
	struct shown *s = *state;

	regions_pane.free_state(s->pane);
	canvas_release(&s->canvas);
	model_free(s->model);
	return 0;
}

static void largest_is_first(void **state)
{
	assert_int_equal(at(*state, 1, 4, 8, 32), LARGE);
	/* It does not move to a region that becomes the largest unseen. */
	assert_int_equal(at(*state, 2, 4, 8, 32), LARGE);
}

static void growing_region_takes_over(void **state)
{
	at(*state, 1, 4, 8, 32);
	assert_int_equal(at(*state, 2, 4, 16, 32), SMALL);
	/* A region that grows faster does not. */
	assert_int_equal(at(*state, 3, 20, 20, 32), SMALL);
	/* Nor one that grows in turns with it. */
	assert_int_equal(at(*state, 6, 30, 20, 32), SMALL);
	assert_int_equal(at(*state, 9, 40, 20, 32), SMALL);
	/* Later, one that grows alone. */
	assert_int_equal(at(*state, 20, 400, 20, 32), FIRST);
}

static void slow_growth_gives_way(void **state)
{
	at(*state, 1, 4, 8, 32);
	assert_int_equal(at(*state, 2, 4, 16, 32), SMALL);
	/* Two seconds after the selection moved are too early. */
	assert_int_equal(at(*state, 4, 2004, 32, 32), SMALL);
	assert_int_equal(at(*state, 6, 4004, 48, 32), FIRST);
}

/* It stays in a region that grows a fifth as fast. */
static void other_growth_stays(void **state)
{
	at(*state, 1, 4, 8, 32);
	assert_int_equal(at(*state, 2, 4, 16, 32), SMALL);
	for (unsigned s = 3; s < 20; s++)
		assert_int_equal(at(*state, s, 40 * s, 8 * s, 32), SMALL);
}

static void selection_of_the_user_stays(void **state)
{
	struct shown *s = *state;

	at(s, 1, 4, 8, 32);
	regions_pane.command(s->pane, &s->view, DO_UP);
	assert_int_equal(s->view.region, SMALL);
	assert_int_equal(at(s, 20, 400, 8, 32), SMALL);
}

static void selection_of_other_panes_stays(void **state)
{
	struct shown *s = *state;

	at(s, 1, 4, 8, 32);
	s->view.region = SMALL;
	s->view.region_end = LARGE;
	assert_int_equal(at(s, 20, 400, 8, 32), SMALL);
}

static void cursor_in_pages_holds_the_region(void **state)
{
	struct shown *s = *state;

	at(s, 1, 4, 8, 32);
	s->view.page = LARGE + 0x1000;
	assert_int_equal(at(s, 20, 400, 8, 32), LARGE);
}

static void key_holds_the_region(void **state)
{
	struct shown *s = *state;

	at(s, 1, 4, 8, 32);
	s->view.key_ns = UINT64_C(1500000000);
	assert_int_equal(at(s, 2, 64, 8, 32), LARGE);
	assert_int_equal(at(s, 6, 96, 8, 32), FIRST);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(largest_is_first),
		TEST(growing_region_takes_over),
		TEST(slow_growth_gives_way),
		TEST(other_growth_stays),
		TEST(selection_of_the_user_stays),
		TEST(selection_of_other_panes_stays),
		TEST(cursor_in_pages_holds_the_region),
		TEST(key_holds_the_region),
	};

	return cmocka_run_group_tests_name("region-offer", tests, NULL, NULL);
}
