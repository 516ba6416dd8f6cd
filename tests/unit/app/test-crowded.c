/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The link between engine and screen reports that it is crowded before it drops
 * events, but stops doing so for a screen that reads nothing.
 */
#include <config.h>

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/link/link.h"
#include "sys/loop.h"
#include "../../support/slow.h"

#define MS UINT64_C(1000000)

struct seen {
	uint64_t events, lost;
};

static void on_event(void *arg, const struct event *ev)
{
	struct seen *s = arg;

	if (ev->kind == EV_LOST)
		s->lost += ev->u.lost.count;
	else
		s->events++;
}

static void on_word(void *arg, const struct link_message *m)
{
	(void)arg;
	(void)m;
}

static void on_request(void *arg, const struct request *req)
{
	(void)arg;
	(void)req;
}

static void do_nothing(void *arg)
{
	(void)arg;
}

static const struct link_down_ops down_ops = {
	.event = on_event, .word = on_word, .gone = do_nothing,
};
static const struct link_up_ops up_ops = {
	.request = on_request, .lost = do_nothing, .gone = do_nothing,
};

/* An event of about the maximum size. */
static void push_event(struct link_up *up, uint64_t *pushed)
{
	static struct page_bin bins[128];
	struct event ev = { .kind = EV_PAGES, .time_ns = ++*pushed };

	ev.u.pages.bins = (struct bytes){ bins, sizeof bins };
	link_up_event(up, &ev);
}

static void drain(struct link_down *down)
{
	link_down_ready(down, POLLIN);
	while (link_down_drain(down, 10 * MS))
		;
}

static void crowded_link_asks_to_wait_before_it_drops(void **state)
{
	uint64_t pushed = 0, until;
	struct seen seen = { 0 };
	struct loop *loop = loop_new();
	struct link_down *down;
	struct link_up *up;
	int fd[2];

	(void)state;
	assert_int_equal(link_pair(fd), 0);
	up = link_up_new(loop, fd[1], &up_ops, NULL);
	down = link_down_new(fd[0], &down_ops, &seen);
	assert_false(link_up_crowded(up));
	while (!link_up_crowded(up) && pushed < 10000)
		push_event(up, &pushed);
	assert_true(link_up_crowded(up));
	/* An engine that waits while the link is crowded loses nothing. */
	until = clock_ns() + DEADLINE_NS;
	while (seen.events < pushed && clock_ns() < until) {
		drain(down);
		loop_turn(loop, MS);
	}
	assert_int_equal(seen.events, pushed);
	assert_int_equal(seen.lost, 0);
	assert_false(link_up_crowded(up));
	/* The screen reads nothing. */
	while (!link_up_crowded(up) && pushed < 20000)
		push_event(up, &pushed);
	assert_true(link_up_crowded(up));
	until = clock_ns() + DEADLINE_NS;
	while (link_up_crowded(up) && clock_ns() < until)
		loop_turn(loop, MS);
	assert_false(link_up_crowded(up));
	assert_int_equal(seen.lost, 0);
	/* An engine that does not wait loses events once the queue is full. */
	for (int i = 0; i < 3 * LINK_QUEUE / 3000; i++)
		push_event(up, &pushed);
	assert_false(link_up_crowded(up));
	until = clock_ns() + DEADLINE_NS;
	while (seen.events + seen.lost < pushed && clock_ns() < until) {
		drain(down);
		loop_turn(loop, MS);
	}
	assert_true(seen.lost > 0);
	assert_int_equal(seen.events + seen.lost, pushed);
	close(link_up_finish(up));
	link_down_free(down);
	loop_free(loop);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(crowded_link_asks_to_wait_before_it_drops),
	};

	return cmocka_run_group_tests_name("crowded", tests, NULL, NULL);
}
