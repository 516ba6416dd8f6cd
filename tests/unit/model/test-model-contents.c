/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contents of memory in the model: bytes, holes, times of changes, and
 * frames. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "model/model.h"

#define AT UINT64_C(0x7f1c40000000)
#define PID 4121

static const struct contents_of live;

static void send_contents(struct model *m, uint64_t time_ns, uint64_t start,
			  struct contents_of of, const char *data, size_t n,
			  const struct contents_hole *holes, size_t n_holes)
{
	struct event ev = { .time_ns = time_ns, .pid = PID,
			    .kind = EV_CONTENTS, .source = 'm' };

	ev.u.contents = (struct ev_contents){
		.start = start, .region_start = AT,
		.region_end = AT + (1 << 20), .object = of.object,
		.number = of.number, .data = { data, n },
		.holes = { holes, n_holes * sizeof *holes },
	};
	model_event(m, &ev);
}

static unsigned state_of(const struct model *m, uint64_t addr)
{
	uint8_t byte;

	return contents_byte(&m->contents, PID, live, addr, &byte);
}

static uint64_t changed_at(const struct model *m, uint64_t addr)
{
	const struct contents_block *b = contents_block(&m->contents, PID,
							live, addr);

	assert_non_null(b);
	return b->changed_ns[addr % CONTENTS_BLOCK];
}

static void test_changed_bytes_have_a_time(void **state)
{
	struct model *m = model_new();
	char got[6] = "";

	(void)state;
	send_contents(m, 10, AT + 4094, live, "hello", 5, NULL, 0);
	assert_int_equal(state_of(m, AT + 4093), CONTENTS_UNTOLD);
	assert_int_equal(state_of(m, AT + 4094), CONTENTS_KNOWN);
	/* The bytes span two blocks. */
	assert_true(contents_bytes(&m->contents, PID, live, AT + 4094, got,
				   5));
	assert_string_equal(got, "hello");
	assert_false(contents_bytes(&m->contents, PID, live, AT + 4094, got,
				    6));
	assert_int_equal(changed_at(m, AT + 4095), 0);
	send_contents(m, 20, AT + 4094, live, "hallo", 5, NULL, 0);
	assert_int_equal(changed_at(m, AT + 4094), 0);
	assert_int_equal(changed_at(m, AT + 4095), 20);
	send_contents(m, 30, AT + 4094, live, "hallo", 5, NULL, 0);
	assert_int_equal(changed_at(m, AT + 4095), 20);
	/* Contents are stored per process. */
	assert_null(contents_block(&m->contents, PID + 1, live, AT));
	model_free(m);
}

static void test_holes_have_a_reason(void **state)
{
	const struct contents_hole holes[] = {
		{ AT + 2, AT + 4, CONTENTS_ABSENT, 0 },
		{ AT + 5, AT + 6, CONTENTS_UNREADABLE, -EIO },
		{ AT + 7, AT + 9, 12345, 77 },
	};
	struct model *m = model_new();

	(void)state;
	send_contents(m, 10, AT, live, "ab\0\0e\0g\0\0j", 10, holes, 3);
	assert_int_equal(state_of(m, AT + 1), CONTENTS_KNOWN);
	assert_int_equal(state_of(m, AT + 2), CONTENTS_NOT + CONTENTS_ABSENT);
	assert_int_equal(state_of(m, AT + 3), CONTENTS_NOT + CONTENTS_ABSENT);
	assert_int_equal(state_of(m, AT + 4), CONTENTS_KNOWN);
	assert_int_equal(state_of(m, AT + 5),
			 CONTENTS_NOT + CONTENTS_UNREADABLE);
	/* An unknown reason counts as "unreadable"; an error that is not a
	 * negative errno counts as none. */
	assert_int_equal(state_of(m, AT + 8),
			 CONTENTS_NOT + CONTENTS_UNREADABLE);
	assert_int_equal(state_of(m, AT + 9), CONTENTS_KNOWN);
	assert_int_equal(contents_block(&m->contents, PID, live, AT)->error,
			 0);
	/* Bytes that were absent before have no time of change. */
	send_contents(m, 20, AT, live, "abcdefghij", 10, NULL, 0);
	assert_int_equal(changed_at(m, AT + 2), 0);
	assert_int_equal(state_of(m, AT + 2), CONTENTS_KNOWN);
	model_free(m);
}

static void test_contents_are_bounded(void **state)
{
	static char page[65537];
	struct model *m = model_new();
	uint64_t dropped;

	(void)state;
	for (uint64_t i = 0; i < 100; i++)
		send_contents(m, i, AT + i * 65536, live, page, 65536, NULL, 0);
	assert_int_equal(m->contents.blocks.n, CONTENTS_BLOCKS);
	assert_int_equal(state_of(m, AT), CONTENTS_UNTOLD);
	assert_int_equal(state_of(m, AT + 99 * 65536), CONTENTS_KNOWN);
	dropped = m->dropped;
	send_contents(m, 1, AT, live, page, 65537, NULL, 0);
	send_contents(m, 1, UINT64_MAX - 5, live, page, 10, NULL, 0);
	assert_int_equal(m->dropped, dropped + 2);
	model_free(m);
}

static void test_exec_drops_contents_but_not_frames(void **state)
{
	struct event ev = { .time_ns = 1, .pid = PID, .tid = PID,
			    .kind = EV_PROCESS, .source = 't' };
	struct model *m = model_new();

	(void)state;
	ev.u.process = (struct ev_process){
		.op = PROCESS_LAUNCH, .child = PID, .child_pid = PID,
		.status = -1, .signal = -1,
	};
	model_event(m, &ev);
	send_contents(m, 10, AT, live, "x", 1, NULL, 0);
	send_contents(m, 10, AT, (struct contents_of){ 3, 1 }, "x", 1, NULL, 0);
	ev.u.process.op = PROCESS_EXEC;
	model_event(m, &ev);
	assert_int_equal(state_of(m, AT), CONTENTS_UNTOLD);
	/* Frames are stored by object, and outlive the exec. */
	assert_non_null(contents_block(&m->contents, PID,
				       (struct contents_of){ 3, 1 }, AT));
	model_free(m);
}

/* --- frames --------------------------------------------------------------- */

static void send_frame(struct model *m, pid_t pid, uint64_t object,
		       uint64_t number, uint64_t start, bool shared,
		       const char *name)
{
	struct event ev = { .time_ns = number * 1000, .pid = pid,
			    .kind = EV_FRAME, .source = 'm' };

	ev.u.frame = (struct ev_frame){
		.object = object, .number = number, .start = start,
		.end = start + (1 << 20), .length = 1 << 20,
		.page_size = 4096, .shared = shared, .cause = FRAME_CALL,
		.call = bytes_of("msync"), .pages = 4, .last = 1,
		.name = bytes_of(name),
	};
	model_event(m, &ev);
}

static void send_region(struct model *m, pid_t pid, uint64_t start, bool shared,
			const char *name)
{
	struct event ev = { .pid = pid, .tid = pid, .kind = EV_PROCESS,
			    .source = 't' };

	ev.u.process = (struct ev_process){
		.op = PROCESS_ATTACH, .child = (uint64_t)pid,
		.child_pid = (uint64_t)pid, .status = -1, .signal = -1,
	};
	model_event(m, &ev);
	ev.kind = EV_REGION;
	ev.source = 'm';
	ev.u.region = (struct ev_region){
		.op = REGION_ADD, .start = start, .old_start = start,
		.end = start + (1 << 20), .name = bytes_of(name),
		.perm = PERM_R | (shared ? PERM_SHARED : 0),
		.rss = EV_UNKNOWN, .pss = EV_UNKNOWN, .swap = EV_UNKNOWN,
	};
	model_event(m, &ev);
}

static const struct contents_object *object_at(const struct model *m, pid_t pid,
					       uint64_t start)
{
	const struct process *p = model_process(m, pid);

	assert_non_null(p);
	return contents_object(&m->contents, p, space_find(&p->space, start));
}

static void test_frames_are_ordered_and_shared(void **state)
{
	const struct contents_object *o;
	struct model *m = model_new();

	(void)state;
	send_region(m, 1, AT, true, "/dev/shm/q");
	send_region(m, 2, AT * 2, true, "/dev/shm/q");
	send_region(m, 3, AT, false, "/dev/shm/q");
	assert_null(object_at(m, 1, AT));
	send_frame(m, 1, 7, 1, AT, true, "/dev/shm/q");
	send_frame(m, 1, 7, 3, AT, true, "/dev/shm/q");
	send_frame(m, 1, 7, 2, AT, true, "/dev/shm/q");
	send_frame(m, 1, 7, 2, AT, true, "/dev/shm/q");
	o = object_at(m, 1, AT);
	assert_non_null(o);
	assert_int_equal(o->frames.n, 3);
	assert_string_equal(contents_frame(o, 2)->call, "msync");
	assert_null(contents_frame(o, 4));
	assert_int_equal(contents_frame_by(o, 2, 1)->number, 3);
	assert_int_equal(contents_frame_by(o, 2, -1)->number, 1);
	assert_null(contents_frame_by(o, 1, -1));
	assert_null(contents_frame_by(o, 3, 1));
	assert_int_equal(contents_frame_by(o, UINT64_MAX, 0)->number, 3);
	/* Shared mappings of one name use one object; a private mapping does
	 * not. */
	assert_ptr_equal(object_at(m, 2, AT * 2), o);
	assert_null(object_at(m, 3, AT));
	/* Another object that is mapped there later replaces the first one. */
	send_frame(m, 1, 8, 9, AT, true, "/dev/shm/q");
	assert_int_equal(object_at(m, 1, AT)->object, 8);
	model_free(m);
}

static void test_frames_are_bounded(void **state)
{
	struct model *m = model_new();
	uint64_t dropped = m->dropped;

	(void)state;
	send_frame(m, 1, 7, 0, AT, false, "x");
	send_frame(m, 1, 7, 1, UINT64_MAX, false, "x");
	assert_int_equal(m->dropped, dropped + 2);
	for (uint64_t i = 1; i <= CONTENTS_FRAMES + 10; i++)
		send_frame(m, 1, 7, i, AT, false, "x");
	assert_int_equal(m->contents.objects.v[0]->frames.n, CONTENTS_FRAMES);
	assert_int_equal(m->contents.objects.v[0]->dropped, 10);
	assert_int_equal(m->contents.objects.v[0]->frames.v[0].number, 11);
	for (uint64_t i = 1; i <= CONTENTS_OBJECTS + 5; i++)
		send_frame(m, 1, i, 1, AT, false, "x");
	assert_int_equal(m->contents.objects.n, CONTENTS_OBJECTS);
	assert_true(m->contents.dropped >= 5);
	model_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_changed_bytes_have_a_time),
		cmocka_unit_test(test_holes_have_a_reason),
		cmocka_unit_test(test_contents_are_bounded),
		cmocka_unit_test(test_exec_drops_contents_but_not_frames),
		cmocka_unit_test(test_frames_are_ordered_and_shared),
		cmocka_unit_test(test_frames_are_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
