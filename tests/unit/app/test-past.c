/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands in a paused view: what the user sees may be gone by now. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/evtext.h"
#include "app/screen/screen.h"
#include "base/str.h"
#include "model/model.h"

static struct screen *screen;
static struct canvas canvas;
static struct request last;		/* of REQ_UNTIL */

static void on_request(void *arg, const struct request *req)
{
	(void)arg;
	if (req->op == REQ_UNTIL)
		last = *req;
}

static void on_event(void *arg, const struct event *ev)
{
	(void)arg;
	screen_event(screen, ev);
}

static void tell(const char *line)
{
	struct err err = { 0 };

	assert_true(evtext_line(line, on_event, NULL, &err) >= 0);
}

static void type(const char *keys)
{
	for (; *keys; keys++)
		screen_key(screen, (uint32_t)*keys);
}

static bool shows(const char *text)
{
	struct str all = STR_INIT;
	bool found;

	screen_draw(screen, &canvas);
	for (int i = 0; i < canvas.rows * canvas.cols; i++)
		str_adds(&all, canvas_at(&canvas, i / canvas.cols,
					 i % canvas.cols)->text);
	found = strstr(all.data, text);
	str_release(&all);
	return found;
}

static int begin(void **state)
{
	const struct look look = { .utf8 = true, .colors = 256 };

	(void)state;
	last = (struct request){ .op = REQS };
	screen = screen_new(&look, on_request, NULL);
	screen_set_history(screen, UINT64_C(64) << 20);
	canvas_init(&canvas, 24, 80);
	return 0;
}

static int end(void **state)
{
	(void)state;
	screen_free(screen);
	canvas_release(&canvas);
	return 0;
}

static void launch(void)
{
	tell("0.0 0 start version=0.1 page_size=4096");
	tell("0.1 4121 process op=launch start=77 ppid=1 comm=cat "
	     "exe=/bin/cat src=m");
	tell("0.1 0 status state=run level=calls origin=launched");
}

static void test_until_a_call_that_is_gone(void **state)
{
	char line[128];

	(void)state;
	launch();
	tell("0.2 4121/4121 call call=brk args=0 result=0x1000 "
	     "duration_ns=1us src=t");
	type("3B ");
	for (int i = 0; i <= MODEL_CALLS_MAX; i++) {
		snprintf(line, sizeof line, "%d.5 4121/4121 call call=munmap "
			 "args=0x%x000,4K result=0 duration_ns=1us src=t",
			 1 + i / 1000, 1 + i);
		tell(line);
	}
	type("u");
	assert_int_equal(last.op, REQ_UNTIL);
	assert_string_equal(last.text, "brk");
}

static void test_kill_names_the_process_in_view(void **state)
{
	(void)state;
	launch();
	tell("0.2 4130 process op=seen start=80 ppid=4121 comm=old src=m");
	type("5E ");
	tell("0.3 4130 process op=exit status=0 src=m");
	tell("0.4 4130 process op=seen start=99 ppid=4121 comm=new src=m");
	type("K");
	assert_true(shows("Signal to old 4130: "));
	type("\r");
	assert_true(shows("Send SIGTERM to old 4130?"));
	type("\033 K");
	assert_true(shows("Signal to new 4130: "));
}

static void begin_everybody(void)
{
	tell("0.0 0 start version=0.1 page_size=4096");
	tell("0.1 0 status state=everybody level=watch origin=attached");
	tell("0.2 1960 process op=seen start=77 ppid=1 comm=redis src=m");
	type("5 ");
}

static void test_attach_to_a_process_that_is_gone(void **state)
{
	bool kill;

	(void)state;
	begin_everybody();
	tell("1.4 1960 process op=exit gone=1 src=m");
	type("\r");
	assert_false(screen_leaving(screen, &kill));
	assert_true(shows("1960 has ended"));
	/* The pid now belongs to another process. */
	tell("1.5 1960 process op=seen start=99 ppid=1 comm=other src=m");
	type("\r");
	assert_false(screen_leaving(screen, &kill));
	type(" \r");
	assert_true(screen_leaving(screen, &kill));
	assert_int_equal(screen_opened(screen), 1960);
}

static void test_attach_to_a_process_that_lives(void **state)
{
	bool kill;

	(void)state;
	begin_everybody();
	type("\r");
	assert_true(screen_leaving(screen, &kill));
	assert_int_equal(screen_opened(screen), 1960);
}

static void test_no_history(void **state)
{
	(void)state;
	screen_set_history(screen, 0);
	launch();
	type("[");
	assert_true(shows("No history is stored"));
	type(" [");
	assert_true(shows("No history is stored"));
	type(",");
	assert_true(shows("No history is stored"));
	assert_false(shows("has no room for more"));
	assert_true(shows("PAUSED"));
}

static void test_typing_shows_the_answer(void **state)
{
	(void)state;
	launch();
	type(" ");
	assert_true(shows("PAUSED"));
	type("T");
	assert_true(shows("TYPING"));
	assert_false(shows("PAUSED"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			test_until_a_call_that_is_gone, begin, end),
		cmocka_unit_test_setup_teardown(
			test_kill_names_the_process_in_view, begin, end),
		cmocka_unit_test_setup_teardown(
			test_attach_to_a_process_that_is_gone, begin, end),
		cmocka_unit_test_setup_teardown(
			test_attach_to_a_process_that_lives, begin, end),
		cmocka_unit_test_setup_teardown(test_no_history, begin, end),
		cmocka_unit_test_setup_teardown(
			test_typing_shows_the_answer, begin, end),
	};

	return cmocka_run_group_tests_name("past", tests, NULL, NULL);
}
