/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The link between engine and screen: order, lost events and the snapshot after
 * them, truncated and damaged messages, floods of requests and invalid ones.
 */
#include <config.h>

#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>

#include "app/link/link.h"
#include "app/link/private.h"
#include "base/str.h"
#include "event/wire/codec.h"
#include "sys/loop.h"
#include "../../support/slow.h"

#define MS 1000000ull

/* Both ends, and what each has received. */
struct world {
	struct loop *loop;
	struct link_up *up;
	struct link_down *down;
	int fd[2];
	/* received by the screen */
	uint64_t calls, next, lost, losses, notes, statuses, last_stops;
	uint64_t others, after_loss;
	unsigned words, gone_down;
	struct link_message word;
	bool disorder;
	/* received by the engine */
	uint64_t requests, next_request;
	struct request request;
	unsigned gone_up, snapshots;
};

/* --- callbacks ------------------------------------------------------------ */

/* Calls are numbered: they arrive in order, and LOST has the number of missing
 * ones. */
static void on_event(void *arg, const struct event *ev)
{
	struct world *w = arg;

	switch (ev->kind) {
	case EV_CALL:
		w->disorder |= ev->u.call.nr < w->next;
		w->next = ev->u.call.nr + 1;
		w->calls++;
		w->after_loss += w->losses > 0;
		break;
	case EV_LOST:
		assert_int_equal(ev->u.lost.source.len, 4);
		assert_memory_equal(ev->u.lost.source.data, "link", 4);
		w->lost += ev->u.lost.count;
		w->losses++;
		break;
	case EV_NOTE:
		w->notes++;
		break;
	case EV_STATUS:
		w->statuses++;
		w->last_stops = ev->u.status.stops;
		break;
	default:
		w->others++;
	}
}

static void on_word(void *arg, const struct link_message *m)
{
	struct world *w = arg;

	w->words++;
	w->word = *m;
}

static void on_gone_down(void *arg)
{
	((struct world *)arg)->gone_down++;
}

static void on_request(void *arg, const struct request *req)
{
	struct world *w = arg;

	if (req->op == REQ_FOCUS) {
		w->disorder |= req->a < w->next_request;
		w->next_request = req->a + 1;
	}
	w->requests++;
	w->request = *req;
}

static void on_lost(void *arg)
{
	((struct world *)arg)->snapshots++;
}

static void on_gone_up(void *arg)
{
	((struct world *)arg)->gone_up++;
}

static const struct link_down_ops down_ops = {
	.event = on_event, .word = on_word, .gone = on_gone_down,
};
static const struct link_up_ops up_ops = {
	.request = on_request, .lost = on_lost, .gone = on_gone_up,
};

static void world_init(struct world *w)
{
	memset(w, 0, sizeof *w);
	w->loop = loop_new();
	assert_int_equal(link_pair(w->fd), 0);
	w->up = link_up_new(w->loop, w->fd[1], &up_ops, w);
	w->down = link_down_new(w->fd[0], &down_ops, w);
}

static void world_release(struct world *w)
{
	if (w->up)
		close(link_up_finish(w->up));
	link_down_free(w->down);
	loop_free(w->loop);
}

/* One turn of the engine, then one of the screen. */
static void turn(struct world *w)
{
	struct pollfd p = { .fd = link_down_fd(w->down),
			    .events = link_down_events(w->down) };

	loop_turn(w->loop, 0);
	if (poll(&p, 1, 0) > 0)
		link_down_ready(w->down, p.revents);
	link_down_drain(w->down, MS);
}

static void call(struct world *w, uint64_t nr)
{
	struct event ev = { .kind = EV_CALL, .time_ns = nr };

	ev.u.call.nr = nr;
	ev.u.call.path = bytes_of("/usr/lib/a-name-of-some-length.so");
	link_up_event(w->up, &ev);
}

static void status(struct world *w, uint64_t stops)
{
	struct event ev = { .kind = EV_STATUS };

	ev.u.status.state = TARGET_RUN;
	ev.u.status.stops = stops;
	link_up_event(w->up, &ev);
}

static void note(struct world *w)
{
	struct event ev = { .kind = EV_NOTE };

	ev.u.note.text = bytes_of("a sentence");
	link_up_event(w->up, &ev);
}

#define UNTIL(w, condition) \
	do { \
		uint64_t until_ = clock_ns() + DEADLINE_NS; \
		while (!(condition) && clock_ns() < until_) \
			turn(w); \
		assert_true(condition); \
	} while (0)

/* --- events --------------------------------------------------------------- */

static void events_arrive_in_order(void **state)
{
	struct link_message m = { .word = LINK_STARTED, .a = 12, .b = 13 };
	struct world w;

	(void)state;
	world_init(&w);
	link_up_send(w.up, &m);
	for (uint64_t i = 0; i < 20000; i++) {
		call(&w, i);
		if (i % 100 == 0)
			turn(&w);
	}
	UNTIL(&w, w.calls == 20000);
	assert_false(w.disorder);
	assert_int_equal(w.losses, 0);
	assert_int_equal(w.words, 1);
	assert_int_equal(w.word.word, LINK_STARTED);
	assert_int_equal(w.word.a, 12);
	assert_int_equal(w.word.b, 13);
	world_release(&w);
}

/* Events are sent in batches, after some milliseconds. A STATUS is sent at once
 * with all events before it, unless only mmtop's overhead has changed. */
static void events_are_sent_in_batches(void **state)
{
	struct world w;
	char byte;

	(void)state;
	world_init(&w);
	call(&w, 0);
	call(&w, 1);
	assert_int_equal(recv(w.fd[0], &byte, 1, MSG_PEEK), -1);
	assert_int_equal(errno, EAGAIN);
	UNTIL(&w, w.calls == 2);
	call(&w, 2);
	status(&w, 1);
	assert_int_equal(recv(w.fd[0], &byte, 1, MSG_PEEK), 1);
	UNTIL(&w, w.statuses == 1);
	assert_int_equal(w.calls, 3);
	status(&w, 2);
	assert_int_equal(recv(w.fd[0], &byte, 1, MSG_PEEK), -1);
	UNTIL(&w, w.statuses == 2);
	assert_int_equal(w.last_stops, 2);
	world_release(&w);
}

/* link_up_settled() sends the pending events at once, followed by LINK_SETTLED.
 * Further calls within a short time are batched. */
static void settled_events_are_sent_at_once(void **state)
{
	struct world w;
	char byte;

	(void)state;
	world_init(&w);
	link_up_settled(w.up);
	assert_int_equal(recv(w.fd[0], &byte, 1, MSG_PEEK), -1);
	call(&w, 0);
	link_up_settled(w.up);
	assert_int_equal(recv(w.fd[0], &byte, 1, MSG_PEEK), 1);
	UNTIL(&w, w.words == 1);
	assert_int_equal(w.calls, 1);
	assert_int_equal(w.word.word, LINK_SETTLED);
	for (uint64_t i = 1; i <= 1000; i++) {
		call(&w, i);
		link_up_settled(w.up);
	}
	UNTIL(&w, w.calls == 1001);
	/* Not one message per call. */
	assert_true(w.words < 500);
	assert_false(w.disorder);
	world_release(&w);
}

static void loss_is_counted_and_a_snapshot_follows(void **state)
{
	const uint64_t n = 200000;
	struct world w;

	(void)state;
	world_init(&w);
	for (uint64_t i = 0; i < n; i++) {
		call(&w, i);
		if (i % 1000 == 0) {
			status(&w, i);
			loop_turn(w.loop, 0);
		}
	}
	note(&w);
	UNTIL(&w, w.losses && w.last_stops == n - 1000 && w.snapshots);
	assert_false(w.disorder);
	assert_int_equal(w.losses, 1);
	assert_int_equal(w.calls + w.lost, n);
	assert_true(w.calls > 1000);
	assert_true(w.lost > n / 2);
	assert_int_equal(w.notes, 1);
	assert_int_equal(w.snapshots, 1);
	/* New events come after LOST. */
	call(&w, n);
	UNTIL(&w, w.after_loss == 1);
	assert_int_equal(w.next, n + 1);
	world_release(&w);
}

/* Losses in quick succession share a snapshot. */
static void losses_in_succession_share_a_snapshot(void **state)
{
	uint64_t begin = clock_ns(), nr = 0;
	struct world w;

	(void)state;
	world_init(&w);
	for (int round = 0; round < 6; round++) {
		/* An event takes more than 32 bytes, so these fill the queue
		 * more than twice. */
		for (int i = 0; i < 2 * (int)LINK_QUEUE / 32; i++)
			call(&w, nr++);
		UNTIL(&w, w.calls + w.lost == nr);
	}
	assert_true(w.losses);
	assert_false(w.disorder);
	assert_true(w.snapshots <= 1 + (clock_ns() - begin) / (400 * MS));
	world_release(&w);
}

/* Notes may exceed the queue's limit for calls, but not without bounds. */
static void queue_of_a_stalled_screen_is_bounded(void **state)
{
	struct world w;

	(void)state;
	world_init(&w);
	for (int i = 0; i < 100000; i++)
		call(&w, (uint64_t)i);
	for (int i = 0; i < 100000; i++)
		note(&w);
	UNTIL(&w, w.losses == 1);
	UNTIL(&w, w.calls + w.notes + w.lost == 200000);
	assert_true(w.notes > 100 && w.notes < 10000);
	world_release(&w);
}

/* An event larger than the queue is delivered. */
static void event_larger_than_the_queue_is_delivered(void **state)
{
	size_t size = 3 * LINK_QUEUE;
	struct event ev = { .kind = EV_START };
	char *big = calloc(1, size);
	struct world w;

	(void)state;
	assert_non_null(big);
	world_init(&w);
	ev.u.start.command = (struct bytes){ big, size };
	link_up_event(w.up, &ev);
	UNTIL(&w, w.others == 1);
	assert_int_equal(w.losses, 0);
	call(&w, 1);
	UNTIL(&w, w.calls == 1);
	world_release(&w);
	free(big);
}

/* --- bytes ---------------------------------------------------------------- */

/* Records what an engine sends: calls, two messages and a status. */
static void record(struct str *out)
{
	struct link_message m = {
		.word = LINK_FAILED,
		.refusal = { .why = REFUSED_TRACED, .pid = 7, .other = 8,
			     .other_name = "gdb" },
		.err = { .code = ENOENT, .what = "what" },
	};
	struct world w;
	char buf[4096];
	ssize_t n;

	world_init(&w);
	call(&w, 0);
	link_up_send(w.up, &m);
	call(&w, 1);
	m.word = LINK_DONE;
	link_up_send(w.up, &m);
	status(&w, 3);
	while ((n = recv(w.fd[0], buf, sizeof buf, MSG_DONTWAIT)) > 0)
		str_add(out, buf, (size_t)n);
	world_release(&w);
}

/* A screen that gets `n` bytes, `step` at a time, then end of file. */
static void feed(struct world *w, const char *bytes, size_t n, size_t step)
{
	memset(w, 0, sizeof *w);
	assert_int_equal(link_pair(w->fd), 0);
	w->down = link_down_new(w->fd[0], &down_ops, w);
	for (size_t at = 0; at < n; at += step) {
		size_t some = n - at < step ? n - at : step;

		assert_int_equal(send(w->fd[1], bytes + at, some,
				      MSG_NOSIGNAL), some);
		link_down_ready(w->down, POLLIN);
		link_down_drain(w->down, DEADLINE_NS);
		if (w->gone_down)
			break;
	}
	close(w->fd[1]);
	link_down_ready(w->down, POLLIN);
	link_down_drain(w->down, DEADLINE_NS);
}

static void messages_can_be_split_at_every_byte(void **state)
{
	struct str all = STR_INIT;
	struct world w;
	uint64_t before = 0;

	(void)state;
	record(&all);
	feed(&w, all.data, all.len, 1);
	assert_int_equal(w.calls, 2);
	assert_int_equal(w.words, 2);
	assert_int_equal(w.statuses, 1);
	assert_int_equal(w.gone_down, 1);
	link_down_free(w.down);
	for (size_t n = 0; n <= all.len; n++) {
		uint64_t got;

		feed(&w, all.data, n, all.len);
		got = w.calls + w.words + w.statuses;
		assert_true(got == before || got == before + 1);
		assert_int_equal(w.gone_down, 1);
		before = got;
		link_down_free(w.down);
	}
	assert_int_equal(before, 5);
	str_release(&all);
}

static void failure_is_decoded(void **state)
{
	struct str all = STR_INIT;
	struct world w;
	size_t n;

	(void)state;
	record(&all);
	/* Up to the first message, LINK_FAILED. */
	for (n = 0; n < all.len; n++) {
		feed(&w, all.data, n, all.len);
		link_down_free(w.down);
		if (w.words)
			break;
	}
	assert_int_equal(w.word.word, LINK_FAILED);
	assert_int_equal(w.word.refusal.why, REFUSED_TRACED);
	assert_int_equal(w.word.refusal.pid, 7);
	assert_int_equal(w.word.refusal.other, 8);
	assert_string_equal(w.word.refusal.other_name, "gdb");
	assert_int_equal(w.word.err.code, ENOENT);
	assert_string_equal(w.word.err.what, "what");
	str_release(&all);
}

static uint64_t seed;

static unsigned noise(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(seed >> 33);
}

static void damaged_messages_are_survived(void **state)
{
	struct str all = STR_INIT;
	unsigned broken = 0;

	(void)state;
	seed = 5;
	record(&all);
	for (int i = 0; i < 5000; i++) {
		struct str bad = STR_INIT;
		struct world w;

		str_add(&bad, all.data, all.len);
		for (unsigned k = noise() % 4; k < 4; k++)
			bad.data[noise() % bad.len] = (char)noise();
		feed(&w, bad.data, bad.len, 1 + noise() % bad.len);
		assert_int_equal(w.gone_down, 1);
		broken += w.calls + w.words + w.statuses < 5;
		link_down_free(w.down);
		str_release(&bad);
	}
	assert_true(broken > 1000);
	str_release(&all);
}

/* An impossible length breaks the connection at once; no memory is allocated
 * for it. */
static void garbage_ends_the_link(void **state)
{
	const char too_long[] = "\1\xff\xff\xff\x7f more";
	const char no_type[] = "\7 what is this";
	struct world w;

	(void)state;
	feed(&w, too_long, sizeof too_long, sizeof too_long);
	assert_int_equal(w.gone_down, 1);
	assert_int_equal(link_down_fd(w.down), -1);
	link_down_free(w.down);
	feed(&w, no_type, sizeof no_type, 1);
	assert_int_equal(w.gone_down, 1);
	link_down_free(w.down);
}

/* A long backlog is handed over in slices. */
static void backlog_is_handed_over_in_slices(void **state)
{
	struct world w;
	bool more;

	(void)state;
	world_init(&w);
	for (uint64_t i = 0; i < 3000; i++)
		call(&w, i);
	loop_turn(w.loop, 0);
	link_up_flush(w.up, 0);
	link_down_ready(w.down, POLLIN);
	more = link_down_drain(w.down, 1);
	assert_true(more);
	assert_true(w.calls > 0 && w.calls < 200);
	UNTIL(&w, w.calls == 3000);
	world_release(&w);
}

/* --- requests ------------------------------------------------------------- */

static void invalid_requests_are_refused(void **state)
{
	struct request req = { .op = REQ_MOUSE, .pid = 5, .tid = 6, .a = 3,
			       .c = 5, .b = 70, .text = "abc" };
	uint8_t bytes[LINK_REQUEST_SIZE];
	struct request out;
	struct world w;

	(void)state;
	request_encode(bytes, &req);
	assert_true(request_decode(&out, bytes));
	assert_int_equal(out.op, req.op);
	assert_int_equal(out.pid, 5);
	assert_int_equal(out.tid, 6);
	assert_int_equal(out.a, 3);
	assert_int_equal(out.c, 5);
	assert_int_equal(out.b, 70);
	assert_memory_equal(out.text, req.text, sizeof out.text);
	req = (struct request){ .op = REQ_INPUT, .a = 1, .b = 3 };
	request_encode(bytes, &req);
	assert_false(request_decode(&out, bytes));
	req.b = INPUT_PASTE_ENDS;
	request_encode(bytes, &req);
	assert_true(request_decode(&out, bytes));
	req.a = sizeof req.text + 1;
	request_encode(bytes, &req);
	assert_false(request_decode(&out, bytes));
	req = (struct request){ .op = REQS };
	request_encode(bytes, &req);
	assert_false(request_decode(&out, bytes));
	req = (struct request){ .op = REQ_NEXT, .tid = -1 };
	request_encode(bytes, &req);
	assert_false(request_decode(&out, bytes));
	req = (struct request){ .op = REQ_WINDOW, .c = 32 };
	request_encode(bytes, &req);
	assert_false(request_decode(&out, bytes));
	req = (struct request){ .op = REQ_CONTENTS, .a = 4096, .b = 65537 };
	request_encode(bytes, &req);
	assert_false(request_decode(&out, bytes));
	req.b = 65536;
	request_encode(bytes, &req);
	assert_true(request_decode(&out, bytes));
	req.a = UINT64_MAX - 9;
	request_encode(bytes, &req);
	assert_false(request_decode(&out, bytes));
	req = (struct request){ .op = REQ_CAPTURE, .b = CAPTURE_ON + 1 };
	request_encode(bytes, &req);
	assert_false(request_decode(&out, bytes));
	req = (struct request){ .op = REQ_HEAP, .a = 2 };
	request_encode(bytes, &req);
	assert_false(request_decode(&out, bytes));
	req = (struct request){ .op = REQ_HEAP_BLOCKS, .a = 3,
				.b = REQ_HEAP_BLOCKS_MAX + 1 };
	request_encode(bytes, &req);
	assert_false(request_decode(&out, bytes));
	req.b = REQ_HEAP_BLOCKS_MAX;
	request_encode(bytes, &req);
	assert_true(request_decode(&out, bytes));
	req = (struct request){ .op = REQ_LEVEL, .a = LEVEL_STEP };
	request_encode(bytes, &req);
	assert_false(request_decode(&out, bytes));

	/* A period: computations with it must not overflow. */
	req = (struct request){ .op = REQ_REFRESH, .a = 9999999 };
	request_encode(bytes, &req);
	assert_false(request_decode(&out, bytes));
	req.a = UINT64_MAX;
	request_encode(bytes, &req);
	assert_false(request_decode(&out, bytes));
	req.a = UINT64_C(999999999999999999);
	request_encode(bytes, &req);
	assert_true(request_decode(&out, bytes));

	req = (struct request){ .op = REQ_CATCH, .a = CATCH_CALLS + 1 };
	request_encode(bytes, &req);
	assert_false(request_decode(&out, bytes));
	req = (struct request){ .op = REQ_CATCH, .a = CATCH_CALLS, .b = 1,
				.text = "mmap" };
	request_encode(bytes, &req);
	assert_true(request_decode(&out, bytes));
	assert_string_equal(out.text, "mmap");

	/* An invalid request is skipped; the next one is handled. */
	world_init(&w);
	memset(bytes, 0xff, sizeof bytes);
	assert_int_equal(send(w.fd[0], bytes, sizeof bytes, 0), sizeof bytes);
	req = (struct request){ .op = REQ_HOLD };
	link_down_request(w.down, &req);
	UNTIL(&w, w.requests == 1);
	assert_int_equal(w.request.op, REQ_HOLD);
	assert_int_equal(w.gone_up, 0);
	world_release(&w);
}

/* The bytes that doc/FORMAT specifies. */
static void bytes_are_as_documented(void **state)
{
	static const uint8_t request[] = {
		10, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0,
		0x10, 0x27, 0, 0, 0, 0, 0, 0, 80, 0, 0, 0, 0, 0, 0, 0, 'x',
	};
	static const uint8_t word[] = {
		2, 3, 28, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
	};
	const struct request req = {
		.op = REQ_OUTPUT_SIZE, .pid = 5, .tid = 6, .a = 10000,
		.b = 80, .text = "x",
	};
	struct link_message m = { .word = LINK_DONE, .a = 28, .b = 1 };
	uint8_t bytes[LINK_REQUEST_SIZE];
	struct str out = STR_INIT;

	(void)state;
	assert_int_equal(sizeof bytes, 96);
	assert_int_equal(REQ_RELAY, 14);
	assert_int_equal(REQ_WINDOW, 15);
	assert_int_equal(REQ_FAMILY, 16);
	assert_int_equal(REQ_FILE, 17);
	assert_int_equal(REQ_TRACK, 18);
	assert_int_equal(REQ_CATCH, 19);
	assert_int_equal(REQ_STACK, 20);
	assert_int_equal(REQ_MOUSE, 21);
	assert_int_equal(REQ_REFRESH, 22);
	assert_int_equal(REQ_CONTENTS, 23);
	assert_int_equal(REQ_CAPTURE, 24);
	assert_int_equal(REQ_HEAP, 25);
	assert_int_equal(REQ_HEAP_BLOCKS, 26);
	assert_int_equal(REQ_HEAP_INFO, 27);
	assert_int_equal(REQ_HEAP_PAGES, 28);
	assert_int_equal(REQ_CGROUP, 29);
	assert_int_equal(REQ_SIGNAL, 30);
	assert_int_equal(REQ_UNTIL, 31);
	assert_int_equal(REQ_CALL_STACK, 32);
	assert_int_equal(REQ_SYMBOL, 33);
	assert_int_equal(REQS, 34);
	assert_int_equal(LINK_WORDS, 5);
	request_encode(bytes, &req);
	assert_memory_equal(bytes, request, sizeof request);
	message_encode(&out, &m);
	assert_int_equal(out.len, sizeof word);
	assert_memory_equal(out.data, word, sizeof word);
	str_clear(&out);
	m.word = LINK_FAILED;
	message_encode(&out, &m);
	assert_int_equal(out.len, 2 + 16 + 6 * 4 + 2 * 64 + 4 + 240);
	str_release(&out);
}

/* The engine does not read: the queue of requests is bounded and in order, and
 * REQ_QUIT is not dropped. */
static void flood_of_requests_is_bounded(void **state)
{
	struct request req = { .op = REQ_FOCUS };
	struct world w;

	(void)state;
	world_init(&w);
	for (req.a = 0; req.a < 100000; req.a++)
		link_down_request(w.down, &req);
	req = (struct request){ .op = REQ_QUIT };
	link_down_request(w.down, &req);
	UNTIL(&w, w.request.op == REQ_QUIT);
	assert_true(w.requests > 1000 && w.requests < 20000);
	assert_false(w.disorder);
	world_release(&w);
}

/* --- end ------------------------------------------------------------------ */

static void engine_notices_a_closed_screen(void **state)
{
	struct world w;

	(void)state;
	world_init(&w);
	for (int i = 0; i < 100000; i++)
		call(&w, (uint64_t)i);
	link_down_free(w.down);
	w.down = NULL;
	for (int i = 0; i < 100 && !w.gone_up; i++)
		loop_turn(w.loop, 10 * MS);
	assert_int_equal(w.gone_up, 1);
	/* Events for a closed screen are neither waited for nor stored. */
	for (int i = 0; i < 1000; i++)
		call(&w, (uint64_t)i);
	link_up_flush(w.up, DEADLINE_NS);
	assert_int_equal(w.gone_up, 1);
	world_release(&w);
}

/* The engine handles pending requests before the end of the screen, and the
 * screen reads the engine's last messages before the end of the engine. */
static void last_messages_are_delivered(void **state)
{
	const struct request req = { .op = REQ_QUIT };
	const struct link_message m = { .word = LINK_DONE, .a = ENOSPC };
	struct world w;

	(void)state;
	world_init(&w);
	link_down_request(w.down, &req);
	link_down_finish(w.down);
	UNTIL(&w, w.gone_up == 1);
	assert_int_equal(w.requests, 1);
	call(&w, 0);
	link_up_send(w.up, &m);
	link_up_flush(w.up, DEADLINE_NS);
	close(link_up_finish(w.up));
	w.up = NULL;
	UNTIL(&w, w.gone_down == 1);
	assert_int_equal(w.calls, 1);
	assert_int_equal(w.word.word, LINK_DONE);
	assert_int_equal(w.word.a, ENOSPC);
	world_release(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_arrive_in_order),
		cmocka_unit_test(events_are_sent_in_batches),
		cmocka_unit_test(settled_events_are_sent_at_once),
		cmocka_unit_test(loss_is_counted_and_a_snapshot_follows),
		cmocka_unit_test(losses_in_succession_share_a_snapshot),
		cmocka_unit_test(queue_of_a_stalled_screen_is_bounded),
		cmocka_unit_test(event_larger_than_the_queue_is_delivered),
		{ "P69 messages can be split at every byte",
		  messages_can_be_split_at_every_byte, NULL, NULL, NULL },
		cmocka_unit_test(failure_is_decoded),
		{ "P69 damaged messages are survived",
		  damaged_messages_are_survived, NULL, NULL, NULL },
		{ "P69 garbage ends the link",
		  garbage_ends_the_link, NULL, NULL, NULL },
		cmocka_unit_test(backlog_is_handed_over_in_slices),
		cmocka_unit_test(invalid_requests_are_refused),
		cmocka_unit_test(bytes_are_as_documented),
		cmocka_unit_test(flood_of_requests_is_bounded),
		cmocka_unit_test(engine_notices_a_closed_screen),
		cmocka_unit_test(last_messages_are_delivered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
