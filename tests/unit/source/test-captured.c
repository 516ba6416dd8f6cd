/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Capture files (source/captured): reading a hostile file takes no longer than
 * reading an honest one with as many records, and records may come in any
 * order.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/str.h"
#include "event/wire/codec.h"
#include "parse/capture.h"
#include "source/captured/captured.h"
#include "../../support/slow.h"

#define SEED 0x5eed0123456789abu
#define PAGE 4096u
/* Half of them create what the other half refers to. */
#define RECORDS 200000
#define TIMES_MAX 10

static char name[] = "/tmp/mmtop-captured.XXXXXX";

struct writer {
	struct str file;
	uint64_t number;
	uint32_t facts;
};

static void begin_file(struct writer *w)
{
	const struct capture_head head = { .page_size = PAGE, .seed = SEED };

	*w = (struct writer){ .file = STR_INIT };
	capture_put_head(&w->file, &head);
}

static void put_record(struct writer *w, uint32_t type, const struct str *body)
{
	capture_put(&w->file, SEED, w->file.len, &(struct capture_record){
		.type = type, .number = w->number++, .facts = w->facts++,
		.body = { body->data, body->len } });
}

static void put_event(struct writer *w, const struct event *ev)
{
	struct str body = STR_INIT;

	event_encode(&body, ev);
	put_record(w, CAPTURE_EVENT, &body);
	str_release(&body);
}

/* Makes it look as if a record were missing here. */
static void put_gap(struct writer *w)
{
	w->number++;
	w->facts++;
}

static struct captured *open_file(struct writer *w)
{
	enum captured_why why;
	struct captured *c = captured_new();
	FILE *f = fopen(name, "w");
	int error;

	assert_non_null(f);
	assert_int_equal(fwrite(w->file.data, 1, w->file.len, f), w->file.len);
	assert_int_equal(fclose(f), 0);
	str_release(&w->file);
	assert_int_equal(captured_add(c, name, &why, &error), 0);
	return c;
}

static struct event process(pid_t pid, enum process_op op, uint64_t time_ns)
{
	struct event ev = { .kind = EV_PROCESS, .pid = pid, .time_ns = time_ns,
			    .source = 'p' };

	ev.u.process.op = op;
	ev.u.process.status = ev.u.process.signal = -1;
	if (op == PROCESS_EXIT) {
		ev.u.process.gone = true;
		ev.u.process.status = pid % 100;
	} else if (op != PROCESS_EXEC) {
		ev.u.process.child = ev.u.process.child_pid = pid;
	}
	return ev;
}

static struct event region(pid_t pid, uint64_t start)
{
	struct event ev = { .kind = EV_REGION, .pid = pid, .source = 'm' };

	ev.u.region.start = start;
	ev.u.region.end = start + PAGE;
	return ev;
}

static struct event frame(pid_t pid, uint64_t start, uint64_t object,
			  uint64_t number)
{
	struct event ev = { .kind = EV_FRAME, .pid = pid, .source = 'm' };

	ev.u.frame = (struct ev_frame){
		.object = object, .number = number, .start = start,
		.end = start + PAGE, .length = PAGE, .page_size = PAGE,
		.last = 1, .shared = true,
	};
	return ev;
}

/* --- time ----------------------------------------------------------------- */

typedef void fill_fn(struct writer *w, unsigned n);

static void exits_near(struct writer *w, unsigned n)
{
	struct event ev;

	for (unsigned i = 0; i < n; i++) {
		ev = process((pid_t)i + 1, PROCESS_LAUNCH, i);
		put_event(w, &ev);
		ev = process((pid_t)i + 1, PROCESS_EXIT, i);
		put_event(w, &ev);
	}
}

static void exits_far(struct writer *w, unsigned n)
{
	struct event ev;

	for (unsigned i = 0; i < n; i++) {
		ev = process((pid_t)i + 1, PROCESS_LAUNCH, i);
		put_event(w, &ev);
	}
	for (unsigned i = 0; i < n; i++) {
		ev = process((pid_t)i + 1, PROCESS_EXIT, i);
		put_event(w, &ev);
	}
}

/* Exits of a process that never existed. */
static void exits_of_none(struct writer *w, unsigned n)
{
	struct event ev;

	for (unsigned i = 0; i < n; i++) {
		ev = process((pid_t)i + 1, PROCESS_LAUNCH, i);
		put_event(w, &ev);
	}
	ev = process((pid_t)n + 1, PROCESS_EXIT, 0);
	for (unsigned i = 0; i < n; i++)
		put_event(w, &ev);
}

/* Each exec has an earlier time than all before it. */
static void execs_backwards(struct writer *w, unsigned n)
{
	struct event ev;

	for (unsigned i = 0; i < 2 * n; i++) {
		ev = process(1, PROCESS_EXEC, 2 * n - i);
		put_event(w, &ev);
	}
}

static void frames_far(struct writer *w, unsigned n)
{
	struct event ev;

	for (unsigned i = 0; i < n; i++) {
		ev = region(1, (i + 1) * (uint64_t)PAGE);
		put_event(w, &ev);
	}
	for (unsigned i = 0; i < n; i++) {
		ev = frame(1, PAGE, 1, i + 1);
		put_event(w, &ev);
	}
}

static void frames_near(struct writer *w, unsigned n)
{
	struct event ev;

	for (unsigned i = 0; i < n; i++) {
		ev = region(1, PAGE);
		put_event(w, &ev);
		ev = frame(1, PAGE, 1, i + 1);
		put_event(w, &ev);
	}
}

/* Fewer objects, because each takes a few kilobytes. */
static void objects(struct writer *w, unsigned n)
{
	struct event ev;

	for (unsigned i = 0; i < n / 4; i++) {
		ev = frame(1, PAGE, i + 1, 1);
		put_event(w, &ev);
	}
}

static void objects_backwards(struct writer *w, unsigned n)
{
	struct event ev;

	for (unsigned i = 0; i < n / 4; i++) {
		ev = frame(1, PAGE, n - i, 1);
		put_event(w, &ev);
	}
}

static void objects_and_gaps(struct writer *w, unsigned n)
{
	struct event ev;

	for (unsigned i = 0; i < n / 4; i++) {
		ev = frame(1, PAGE, i + 1, 1);
		put_event(w, &ev);
		put_gap(w);
	}
}

static double cpu_of(fill_fn *fill, unsigned n)
{
	double best = 0;

	for (int i = 0; i < 2; i++) {
		struct writer w;
		struct captured *c;
		clock_t was;
		double took;

		begin_file(&w);
		fill(&w, n);
		was = clock();
		c = open_file(&w);
		took = (double)(clock() - was);
		captured_free(c);
		if (!i || took < best)
			best = took;
	}
	return best;
}

static void test_hostile_files_take_no_longer(void **state)
{
	static const struct {
		const char *name;
		fill_fn *honest, *hostile;
	} pairs[] = {
		{ "exits far behind", exits_near, exits_far },
		{ "exits of none", exits_near, exits_of_none },
		{ "execs backwards", exits_near, execs_backwards },
		{ "frames far behind", frames_near, frames_far },
		{ "objects backwards", objects, objects_backwards },
		{ "gaps", objects, objects_and_gaps },
	};
	unsigned n = (unsigned)test_times(RECORDS / 2, RECORDS / 20);

	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		double honest = cpu_of(pairs[i].honest, n);
		double took = cpu_of(pairs[i].hostile, n);

		print_message("%s: takes %.1f times as long\n", pairs[i].name,
			      took / honest);
		assert_true(took <= TIMES_MAX * honest);
	}
}

/* --- order ---------------------------------------------------------------- */

static void test_processes_of_one_pid_are_told_apart(void **state)
{
	const struct { pid_t pid; enum process_op op; uint64_t time_ns; } is[] = {
		{ 7, PROCESS_LAUNCH, 10 }, { 7, PROCESS_EXEC, 20 },
		{ 8, PROCESS_LAUNCH, 5 }, { 7, PROCESS_EXIT, 30 },
		{ 7, PROCESS_LAUNCH, 15 }, { 9, PROCESS_EXIT, 1 },
	};
	struct captured *c;
	struct writer w;

	(void)state;
	begin_file(&w);
	for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
		struct event ev = process(is[i].pid, is[i].op, is[i].time_ns);

		put_event(&w, &ev);
	}
	c = open_file(&w);
	assert_int_equal(c->processes.n, 4);
	assert_null(captured_process(c, 0, 7, 9));
	assert_null(captured_process(c, 0, 9, 100));
	assert_null(captured_process(c, 1, 7, 100));
	assert_ptr_equal(captured_process(c, 0, 7, 14), &c->processes.v[0]);
	/* A later record is newer, whatever its time. */
	assert_ptr_equal(captured_process(c, 0, 7, 15), &c->processes.v[3]);
	assert_ptr_equal(captured_process(c, 0, 7, 25), &c->processes.v[3]);
	assert_ptr_equal(captured_process(c, 0, 8, 5), &c->processes.v[2]);
	assert_int_equal(c->processes.v[1].ended_ns, 30);
	assert_int_equal(c->processes.v[1].status, 7);
	assert_int_equal(c->processes.v[0].ended_ns, 0);
	captured_free(c);
}

/* Pages listed before a gap belong to no frame after it. */
static void test_pages_before_a_gap_are_dropped(void **state)
{
	const struct capture_list head = { .object = 1, .number = 1, .part = 1 };
	const struct capture_run run = { PAGE, 2 * PAGE, 0, CAPTURE_SAME };
	struct event ev = frame(1, PAGE, 1, 1);
	struct str body = STR_INIT;
	struct captured *c;
	struct writer w;

	(void)state;
	capture_put_list(&body, &head, &run, 1);
	for (int gap = 0; gap < 2; gap++) {
		begin_file(&w);
		put_record(&w, CAPTURE_PAGES, &body);
		if (gap)
			put_gap(&w);
		put_event(&w, &ev);
		c = open_file(&w);
		assert_int_equal(c->objects.n, 1);
		assert_int_equal(c->objects.v[0].frames.n, 1);
		assert_int_equal(c->objects.v[0].frames.v[0].runs.n, !gap);
		captured_free(c);
	}
	str_release(&body);
}

static void test_objects_are_sorted(void **state)
{
	const uint64_t numbers[] = { 5, 3, 9, 3, 1, 5 };
	struct captured *c;
	struct writer w;

	(void)state;
	begin_file(&w);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		struct event ev = frame(1, PAGE, numbers[i], i + 1);

		put_event(&w, &ev);
	}
	c = open_file(&w);
	assert_int_equal(c->objects.n, 4);
	for (size_t i = 1; i < c->objects.n; i++)
		assert_true(c->objects.v[i - 1].number < c->objects.v[i].number);
	assert_int_equal(c->objects.v[1].number, 3);
	assert_int_equal(c->objects.v[1].frames.n, 2);
	assert_int_equal(c->objects.v[2].frames.n, 2);
	captured_free(c);
}

static int set_up(void **state)
{
	int fd = mkstemp(name);

	(void)state;
	return fd < 0 ? -1 : close(fd);
}

static int tear_down(void **state)
{
	(void)state;
	return unlink(name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_processes_of_one_pid_are_told_apart),
		cmocka_unit_test(test_pages_before_a_gap_are_dropped),
		cmocka_unit_test(test_objects_are_sorted),
		cmocka_unit_test(test_hostile_files_take_no_longer),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
