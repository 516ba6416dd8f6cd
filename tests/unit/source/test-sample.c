/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sampler on maps that change, at random and like those of programs. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "event/call.h"
#include "sample-run.h"
#include "source/sample/core/procs.h"
#include "source/sample/core/sample.h"
#include "sys/loop.h"

struct fake {
	char dir[64], pid[80], maps[96];
	struct sample_run r;
	unsigned syncs;
};

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void fake_init(struct fake *f, const char *maps)
{
	strcpy(f->dir, "/tmp/test-sample.XXXXXX");
	assert_non_null(mkdtemp(f->dir));
	snprintf(f->pid, sizeof f->pid, "%s/7", f->dir);
	snprintf(f->maps, sizeof f->maps, "%s/maps", f->pid);
	assert_int_equal(mkdir(f->pid, 0700), 0);
	write_file(f->maps, maps);
	sample_run_init(&f->r, f->dir, 7);
}

static void fake_release(struct fake *f)
{
	char cmd[128];

	sample_run_release(&f->r);
	snprintf(cmd, sizeof cmd, "rm -r %s", f->dir);
	assert_int_equal(system(cmd), 0);
}

static bool next_sync(void *arg)
{
	struct fake *f = arg;

	return f->r.syncs > f->syncs;
}

static bool idle(void *arg)
{
	const struct fake *f = arg;
	const struct sproc *p = sproc_find(f->r.src, 7);

	return !p || p->map.phase == MAP_IDLE;
}

/* Waits until no sample is in progress. On a busy machine one may start at any
 * time, and would read a half-written file. */
static void fake_settle(struct fake *f)
{
	assert_true(sample_run_until(&f->r, idle, f));
}

static void fake_set_maps(struct fake *f, const char *maps)
{
	fake_settle(f);
	write_file(f->maps, maps);
}

/* Runs a sample that starts after now. */
static void fake_sample(struct fake *f)
{
	fake_settle(f);
	f->syncs = f->r.syncs;
	sample_run_request(&f->r, REQ_SAMPLE, 0, 0, 0);
	assert_true(sample_run_until(&f->r, next_sync, f));
}

static uint64_t random_below(uint64_t *seed, uint64_t n)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return (*seed >> 33) % n;
}

/* Pages of three sorts of mapping, each with its permission; equal neighbours
 * form one region, as in the kernel. */
#define SPACE 40
struct toy {
	unsigned char sort[SPACE], perm[SPACE];
};

static void toy_edit(struct toy *t, uint64_t *seed)
{
	size_t at = random_below(seed, SPACE), n = 1 + random_below(seed, 8);
	unsigned char sort = (unsigned char)random_below(seed, 4);
	unsigned char perm = (unsigned char)random_below(seed, 3);
	bool protect = random_below(seed, 3) == 0;

	for (size_t i = at; i < at + n && i < SPACE; i++) {
		if (!protect)
			t->sort[i] = sort;
		t->perm[i] = perm;
	}
}

static void toy_write(const struct toy *t, struct str *out)
{
	static const char *const perms[] = { "rw-p", "r--p", "---p" };
	static const char *const names[] = {
		"", "00:00 0", "fe:00 11                    /a",
		"fe:00 12                    /b.so",
	};

	str_clear(out);
	for (size_t i = 0, j; i < SPACE; i = j) {
		for (j = i + 1; j < SPACE && t->sort[j] == t->sort[i] &&
		     t->perm[j] == t->perm[i]; j++)
			;
		if (!t->sort[i])
			continue;
		str_addf(out, "%zx000-%zx000 %s %08zx %s\n", i + 16, j + 16,
			 perms[t->perm[i]], t->sort[i] > 1 ? i * 4096 : 0,
			 names[t->sort[i]]);
	}
}

static void toy_compare(const struct toy *t, struct fake *f)
{
	size_t n = 0;

	for (size_t i = 0, j; i < SPACE; i = j) {
		struct seen *s;

		for (j = i + 1; j < SPACE && t->sort[j] == t->sort[i] &&
		     t->perm[j] == t->perm[i]; j++)
			;
		if (!t->sort[i])
			continue;
		assert_true(n < f->r.seen.n);
		s = &f->r.seen.v[n++];
		assert_int_equal(s->start, (i + 16) * 4096);
		assert_int_equal(s->end, (j + 16) * 4096);
		assert_int_equal(s->perm, t->perm[i] == 0 ? 3
					  : t->perm[i] == 1 ? 1 : 0);
		assert_string_equal(s->name, t->sort[i] == 1 ? ""
					     : t->sort[i] == 2 ? "/a"
							       : "/b.so");
	}
	assert_int_equal(n, f->r.seen.n);
}

/* For any change, the events lead from one list to the next, and regions never
 * overlap in between. */
static void test_events_lead_from_maps_to_maps(void **state)
{
	struct toy t = { .sort = { 1 } };
	struct str text = STR_INIT;
	uint64_t seed = 42;
	struct fake f;

	(void)state;
	toy_write(&t, &text);
	fake_init(&f, text.data);
	fake_sample(&f);
	for (int i = 0; i < 400; i++) {
		for (uint64_t edits = 1 + random_below(&seed,
						       3); edits; edits--)
			toy_edit(&t, &seed);
		t.sort[0] = 1;		/* An empty maps means a dead
					 * process. */
		toy_write(&t, &text);
		fake_set_maps(&f, text.data);
		fake_sample(&f);
		assert_int_equal(f.r.overlaps, 0);
		toy_compare(&t, &f);
	}
	assert_true(f.r.ops[REGION_CHANGE] > 50);
	str_release(&text);
	fake_release(&f);
}

/* A region that grows, shrinks or changes its permission keeps its identity. */
static void test_grown_region_keeps_its_identity(void **state)
{
	static const struct {
		const char *maps;
		unsigned add, remove, change;
	} steps[] = {
		{ "10000-20000 rw-p 0 00:00 0 [heap]\n", 1, 0, 0 },
		{ "10000-28000 rw-p 0 00:00 0 [heap]\n", 0, 0, 1 },
		{ "10000-18000 rw-p 0 00:00 0 [heap]\n", 0, 0, 1 },
		{ "10000-18000 rw-p 0 00:00 0 [heap]\n"
		  "70000-80000 rw-p 0 00:00 0 [stack]\n", 1, 0, 0 },
		{ "10000-18000 rw-p 0 00:00 0 [heap]\n"
		  "68000-80000 rw-p 0 00:00 0 [stack]\n", 0, 0, 1 },
		{ "10000-18000 r--p 0 00:00 0 [heap]\n"
		  "68000-80000 rw-p 0 00:00 0 [stack]\n", 0, 0, 1 },
		/* Another file at the same address is another region. */
		{ "10000-18000 r--p 0 fe:00 5 /x\n"
		  "68000-80000 rw-p 0 00:00 0 [stack]\n", 1, 1, 0 },
		{ "10000-18000 r--p 1000 fe:00 5 /x\n"
		  "68000-80000 rw-p 0 00:00 0 [stack]\n", 1, 1, 0 },
		/* The end of a file mapping still maps the same file. */
		{ "11000-18000 r--p 2000 fe:00 5 /x\n"
		  "68000-80000 rw-p 0 00:00 0 [stack]\n", 0, 0, 1 },
	};
	struct fake f;

	(void)state;
	fake_init(&f, steps[0].maps);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		memset(f.r.ops, 0, sizeof f.r.ops);
		fake_set_maps(&f, steps[i].maps);
		fake_sample(&f);
		assert_int_equal(f.r.ops[REGION_ADD], steps[i].add);
		assert_int_equal(f.r.ops[REGION_REMOVE], steps[i].remove);
		assert_int_equal(f.r.ops[REGION_CHANGE], steps[i].change);
	}
	assert_int_equal(f.r.overlaps, 0);
	fake_release(&f);
}

static void run_350_ms(struct fake *f)
{
	uint64_t end = clock_ns() + 350000000;

	while (clock_ns() < end) {
		bool more = sample_source.drain(f->r.src, 2000000);

		loop_turn(f->r.loop, more ? 0 : 50000000);
	}
}

/* An empty maps is that of a zombie, and changes nothing: the regions stay. */
static void test_zombie_keeps_its_regions(void **state)
{
	char path[128];
	struct fake f;

	(void)state;
	fake_init(&f, "10000-20000 rw-p 0 00:00 0 [heap]\n");
	fake_sample(&f);
	fake_set_maps(&f, "");
	run_350_ms(&f);
	assert_int_equal(f.r.seen.n, 1);
	assert_int_equal(f.r.ops[REGION_REMOVE], 0);
	/* A live thread stands in for its exited leader. */
	snprintf(path, sizeof path, "%s/task", f.pid);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/task/9", f.pid);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/task/9/maps", f.pid);
	write_file(path, "10000-30000 rw-p 0 00:00 0 [heap]\n");
	fake_sample(&f);
	assert_int_equal(f.r.seen.n, 1);
	assert_int_equal(f.r.seen.v[0].end, 0x30000);
	/* Nothing is reported after the exit. */
	sample_run_process(&f.r, PROCESS_EXIT, 7, 7);
	f.syncs = f.r.syncs;
	run_350_ms(&f);
	assert_int_equal(f.r.syncs, f.syncs);
	assert_int_equal(f.r.notes, 0);
	fake_release(&f);
}

static bool noted(void *arg)
{
	return ((struct sample_run *)arg)->notes > 0;
}

/* An unreadable file is reported once, with its name and the error. */
static void test_unreadable_maps_is_reported_once(void **state)
{
	struct fake f;

	(void)state;
	fake_init(&f, "");
	assert_int_equal(unlink(f.maps), 0);
	assert_int_equal(mkdir(f.maps, 0700), 0);
	assert_true(sample_run_until(&f.r, noted, &f.r));
	assert_int_equal(f.r.note.id, NOTE_UNREADABLE);
	assert_int_equal(f.r.note.a, 7);
	assert_int_equal(f.r.note.b, 21);	/* EISDIR */
	run_350_ms(&f);
	assert_int_equal(f.r.notes, 1);
	assert_int_equal(f.r.seen.n, 0);
	assert_int_equal(f.r.syncs, 0);
	fake_release(&f);
}

/* An arena belongs to the thread whose mprotect() created it, and remains one
 * after it has grown to its end. */
static void test_arena_belongs_to_its_thread(void **state)
{
	struct event ev = { .kind = EV_CALL, .pid = 7, .tid = 9,
			    .source = 't' };
	struct fake f;

	(void)state;
	fake_init(&f, "7f0000000000-7f0000001000 rw-p 0 00:00 0 \n");
	ev.u.call.call = CALL_MPROTECT;
	ev.u.call.phase = PHASE_WHOLE;
	ev.u.call.args[0] = 0x7f1c38000000;
	sample_source.event(f.r.src, &ev);
	fake_set_maps(&f, "7f1c38000000-7f1c38021000 rw-p 0 00:00 0 \n"
		     "7f1c38021000-7f1c3c000000 ---p 0 00:00 0 \n");
	fake_sample(&f);
	sample_run_kind_at(&f.r, 0x7f1c38000000, KIND_ARENA, 9);
	sample_run_kind_at(&f.r, 0x7f1c38021000, KIND_ARENA_RESERVE, 9);
	fake_set_maps(&f, "7f1c38000000-7f1c3c000000 rw-p 0 00:00 0 \n");
	fake_sample(&f);
	sample_run_kind_at(&f.r, 0x7f1c38000000, KIND_ARENA, 9);
	fake_release(&f);
}

/* Two threads in one region: a runtime's heap, not a stack. */
static void test_region_of_two_threads_is_no_stack(void **state)
{
	static const char maps[] =
		"7f0000000000-7f0004000000 rw-p 0 00:00 0 \n"
		"7f1000000000-7f1000001000 ---p 0 00:00 0 \n"
		"7f1000001000-7f1000100000 rw-p 0 00:00 0 \n";
	struct event ev = { .kind = EV_PROCESS, .pid = 7, .tid = 7,
			    .source = 't' };
	struct fake f;

	(void)state;
	fake_init(&f, maps);
	ev.u.process.op = PROCESS_THREAD;
	ev.u.process.child_pid = 7;
	for (int i = 0; i < 3; i++) {
		ev.u.process.child = 11 + i;
		ev.u.process.sp = i == 2 ? 0x7f1000100000
					 : 0x7f0000001000u + i;
		sample_source.event(f.r.src, &ev);
	}
	fake_sample(&f);
	sample_run_kind_at(&f.r, 0x7f0000000000, KIND_ANON, 0);
	sample_run_kind_at(&f.r, 0x7f1000000000, KIND_GUARD, 13);
	sample_run_kind_at(&f.r, 0x7f1000001000, KIND_THREAD_STACK, 13);
	fake_release(&f);
}

static void send_status(struct fake *f, enum target_state st, uint64_t stops)
{
	struct event ev = { .kind = EV_STATUS, .source = 't' };

	ev.u.status.state = st;
	ev.u.status.stops = stops;
	sample_source.event(f->r.src, &ev);
}

/* The effect of a step is reported at once, not after the period. */
static void test_step_is_sampled_at_once(void **state)
{
	struct fake f;

	(void)state;
	fake_init(&f, "10000-20000 rw-p 0 00:00 0 [heap]\n");
	f.r.host.period_ns = 3600000000000;
	fake_sample(&f);
	send_status(&f, TARGET_HELD, 1);
	run_350_ms(&f);
	fake_set_maps(&f, "10000-30000 rw-p 0 00:00 0 [heap]\n");
	f.syncs = f.r.syncs;
	send_status(&f, TARGET_HELD, 1);	/* the same stop */
	run_350_ms(&f);
	assert_int_equal(f.r.syncs, f.syncs);
	send_status(&f, TARGET_HELD, 2);
	assert_true(sample_run_until(&f.r, next_sync, &f));
	assert_int_equal(f.r.seen.v[0].end, 0x30000);
	fake_release(&f);
}

/* A successful call that changes mappings causes a sample, a failed one does
 * not. */
static void test_successful_call_is_sampled_at_once(void **state)
{
	struct event ev = { .kind = EV_CALL, .pid = 7, .tid = 7,
			    .source = 't' };
	struct fake f;

	(void)state;
	fake_init(&f, "10000-20000 rw-p 0 00:00 0 [heap]\n");
	f.r.host.period_ns = 3600000000000;
	fake_sample(&f);
	run_350_ms(&f);
	fake_set_maps(&f, "10000-30000 rw-p 0 00:00 0 [heap]\n");
	f.syncs = f.r.syncs;
	ev.u.call.call = CALL_BRK;
	ev.u.call.phase = PHASE_EXIT;
	ev.u.call.error = 12;
	sample_source.event(f.r.src, &ev);
	ev.u.call.error = 0;
	ev.u.call.phase = PHASE_ENTER;
	sample_source.event(f.r.src, &ev);
	ev.u.call.phase = PHASE_EXIT;
	ev.u.call.call = CALL_OTHER;
	sample_source.event(f.r.src, &ev);
	run_350_ms(&f);
	assert_int_equal(f.r.syncs, f.syncs);
	ev.u.call.call = CALL_BRK;
	sample_source.event(f.r.src, &ev);
	assert_true(sample_run_until(&f.r, next_sync, &f));
	assert_int_equal(f.r.seen.v[0].end, 0x30000);
	fake_release(&f);
}

/* After exec the old regions are not removed one by one (the model drops them),
 * and all new ones are added. */
static void test_exec_adds_all_regions(void **state)
{
	struct fake f;

	(void)state;
	fake_init(&f, "10000-20000 rw-p 0 00:00 0 [heap]\n");
	fake_sample(&f);
	vec_clear(&f.r.seen);
	fake_set_maps(&f, "10000-20000 rw-p 0 00:00 0 [heap]\n"
		     "30000-40000 rw-p 0 00:00 0 [stack]\n");
	memset(f.r.ops, 0, sizeof f.r.ops);
	sample_run_process(&f.r, PROCESS_EXEC, 7, 7);
	f.syncs = f.r.syncs;
	assert_true(sample_run_until(&f.r, next_sync, &f));
	assert_int_equal(f.r.ops[REGION_ADD], 2);
	assert_int_equal(f.r.ops[REGION_REMOVE], 0);
	assert_int_equal(f.r.seen.n, 2);
	fake_release(&f);
}

/* A detached process is not sampled; after another attach it is. */
static void test_detached_process_is_not_sampled(void **state)
{
	struct fake f;

	(void)state;
	fake_init(&f, "10000-20000 rw-p 0 00:00 0 [heap]\n");
	fake_sample(&f);
	send_status(&f, TARGET_DETACHED, 1);
	f.syncs = f.r.syncs;
	sample_run_request(&f.r, REQ_FOCUS, 7, 0x10000, 1);
	sample_run_request(&f.r, REQ_DETAILS, 7, 0, 0);
	run_350_ms(&f);
	assert_int_equal(f.r.syncs, f.syncs);
	vec_clear(&f.r.seen);
	sample_run_process(&f.r, PROCESS_ATTACH, 7, 7);
	assert_true(sample_run_until(&f.r, next_sync, &f));
	assert_int_equal(f.r.seen.n, 1);
	fake_release(&f);
}

/* A child is sampled like its parent until it is detached. A thread's stack
 * belongs to it until it exits. */
static void test_child_is_sampled_until_detached(void **state)
{
	static const char maps[] =
		"7f1000000000-7f1000001000 ---p 0 00:00 0 \n"
		"7f1000001000-7f1000100000 rw-p 0 00:00 0 \n";
	struct event ev = { .kind = EV_PROCESS, .pid = 7, .tid = 7,
			    .source = 't' };
	struct request req = { .op = REQ_SAMPLE, .tid = 11 };
	char path[128];
	struct fake f;

	(void)state;
	fake_init(&f, maps);
	f.r.host.period_ns = 3600000000000;
	ev.u.process.op = PROCESS_THREAD;
	ev.u.process.child_pid = 7;
	ev.u.process.child = 11;
	ev.u.process.sp = 0x7f1000002000;
	sample_source.event(f.r.src, &ev);
	f.syncs = f.r.syncs;
	assert_int_equal(sample_source.request(f.r.src, &req), 0);
	assert_true(sample_run_until(&f.r, next_sync, &f));
	sample_run_kind_at(&f.r, 0x7f1000001000, KIND_THREAD_STACK, 11);
	ev.tid = 11;
	ev.u.process.op = PROCESS_EXIT;
	sample_source.event(f.r.src, &ev);
	fake_sample(&f);
	sample_run_kind_at(&f.r, 0x7f1000001000, KIND_ANON, 0);
	sample_run_kind_at(&f.r, 0x7f1000000000, KIND_RESERVE, 0);
	snprintf(path, sizeof path, "%s/8", f.dir);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/8/maps", f.dir);
	write_file(path, "10000-20000 rw-p 0 00:00 0 [heap]\n");
	vec_clear(&f.r.seen);
	f.syncs = f.r.syncs;
	sample_run_process(&f.r, PROCESS_FORK, 7, 8);
	assert_true(sample_run_until(&f.r, next_sync, &f));
	assert_int_equal(f.r.seen.n, 1);
	sample_run_kind_at(&f.r, 0x10000, KIND_HEAP, 0);
	sample_run_process(&f.r, PROCESS_DETACH, 8, 8);
	write_file(path, "10000-30000 rw-p 0 00:00 0 [heap]\n");
	fake_sample(&f);
	run_350_ms(&f);
	assert_int_equal(f.r.seen.v[0].end, 0x20000);
	fake_release(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_events_lead_from_maps_to_maps),
		cmocka_unit_test(test_grown_region_keeps_its_identity),
		cmocka_unit_test(test_zombie_keeps_its_regions),
		cmocka_unit_test(test_unreadable_maps_is_reported_once),
		cmocka_unit_test(test_arena_belongs_to_its_thread),
		cmocka_unit_test(test_region_of_two_threads_is_no_stack),
		cmocka_unit_test(test_step_is_sampled_at_once),
		cmocka_unit_test(test_successful_call_is_sampled_at_once),
		cmocka_unit_test(test_exec_adds_all_regions),
		cmocka_unit_test(test_detached_process_is_not_sampled),
		cmocka_unit_test(test_child_is_sampled_until_detached),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
