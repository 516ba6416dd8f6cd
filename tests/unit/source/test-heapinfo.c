/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A8: answers of allocators: unrequested ones, those of other processes, and
 * missing ones. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "../../support/folder.h"
#include "base/alloc.h"
#include "source/heap/heap_private.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

static struct {
	unsigned n;
	struct ev_heap last;
	uint64_t numbers[HEAP_INFOS];
} told;

static void on_event(void *arg, const struct event *ev)
{
	(void)arg;
	told.n++;
	told.last = ev->u.heap;
	memset(told.numbers, 0, sizeof told.numbers);
	if (ev->u.heap.info.len)
		memcpy(told.numbers, ev->u.heap.info.data, sizeof told.numbers);
}

static char folder[] = "/tmp/mmtop-heapinfo.XXXXXX";

/* Writes the status file of process 40. */
static void put_status(const char *seccomp)
{
	char name[64];
	FILE *f;

	snprintf(name, sizeof name, "%s/40", folder);
	(void)mkdir(name, 0700);
	snprintf(name, sizeof name, "%s/40/status", folder);
	f = fopen(name, "w");
	assert_non_null(f);
	fprintf(f, "Tgid:\t40\n%s", seccomp);
	fclose(f);
}

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	return folder_remove(folder);
}

struct session {
	struct source_host host;
	struct heap_source source;
	struct heap_proc *p;
};

static void begin(struct session *t)
{
	const struct heappool_config config = { .chunks = 1 };
	struct err err;

	memset(t, 0, sizeof *t);
	memset(&told, 0, sizeof told);
	put_status("Seccomp:\t2\nSeccomp_filters:\t1\n");
	assert_int_equal(procroot_open(&t->host.proc, folder, &err), 0);
	t->host.emit = on_event;
	t->host.period_ns = 1;
	t->source.host = &t->host;
	assert_int_equal(heappool_new(&config, &t->source.pool, &err), 0);
	heap_info_launched(&t->source, 40);
	t->p = heap_proc_begin(&t->source, 40);
	t->p->wrote = true;
}

static void end(struct session *t)
{
	heap_proc_free(t->p);
	vec_release(&t->source.procs);
	heappool_free(t->source.pool);
	procroot_free(t->host.proc);
}

static struct heapring_record answer_of(const struct session *t)
{
	struct heapring_record r = {
		.op = HEAP_SAY, .addr = HEAP_SAYS_NUMBERS,
		.size = t->p->info.number, .n_frames = HEAP_NUMBERS,
	};

	for (unsigned i = 0; i < HEAP_NUMBERS; i++)
		r.frames[i] = UINT64_MAX - i;
	return r;
}

static void test_only_requested_answers_count(void **state)
{
	struct heapring_record r;
	struct session t;

	(void)state;
	begin(&t);
	/* An unrequested answer. */
	r = answer_of(&t);
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 0);
	heap_info_request(&t.source, 40);
	r = answer_of(&t);
	assert_int_not_equal(r.size, 0);
	/* The answer to another request, and a number above 32 bits. */
	r.size++;
	heap_info_record(&t.source, t.p, &r);
	r.size = t.p->info.number | UINT64_C(1) << 32;
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 0);
	r = answer_of(&t);
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 1);
	assert_int_equal(told.last.op, HEAP_OP_INFO);
	assert_int_equal(told.last.why, HEAP_INFO_TOLD);
	assert_true(told.numbers[0] == UINT64_MAX);
	assert_true(told.numbers[9] == UINT64_MAX - 9);
	/* A request has one answer. */
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 1);
	assert_int_equal(t.source.strangers, 0);
	end(&t);
}

static void test_implausible_answers_are_dropped(void **state)
{
	struct heapring_record r;
	struct session t;

	(void)state;
	begin(&t);
	heap_info_request(&t.source, 40);
	/* Too few numbers, too many, numbers where none belong, an unknown
	 * word. */
	r = answer_of(&t);
	r.n_frames = HEAP_NUMBERS - 1;
	heap_info_record(&t.source, t.p, &r);
	r.n_frames = HEAP_FRAMES_MAX;
	heap_info_record(&t.source, t.p, &r);
	r = answer_of(&t);
	r.addr = HEAP_SAYS_OTHER;
	heap_info_record(&t.source, t.p, &r);
	r.addr = HEAP_SAYS;
	r.n_frames = 0;
	heap_info_record(&t.source, t.p, &r);
	r.addr = UINT64_MAX;
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 0);
	assert_int_equal(t.source.strangers, 5);
	/* Of an unknown process: a child may answer before mmtop knows it. */
	r = answer_of(&t);
	heap_info_record(&t.source, NULL, &r);
	assert_int_equal(told.n, 0);
	assert_int_equal(t.source.strangers, 5);
	/* A process that claims its answer took forever is asked again within a
	 * minute. */
	r.caller = UINT64_MAX;
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 1);
	assert_true(t.p->info.next_ns < clock_ns() + 61000000000ull);
	heap_info_request(&t.source, 40);
	assert_int_equal(t.p->info.number, 0);
	end(&t);
}

static void test_other_allocators_are_reported(void **state)
{
	struct heapring_record r = { .op = HEAP_SAY };
	struct session t;

	(void)state;
	begin(&t);
	heap_info_request(&t.source, 40);
	r.addr = HEAP_SAYS_UNABLE;
	r.size = t.p->info.number;
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.last.why, HEAP_INFO_UNABLE);
	assert_int_equal(told.last.info.len, 0);
	/* This comes without a request, and answers all later ones. */
	r.addr = HEAP_SAYS_OWN;
	r.size = 0;
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.last.why, HEAP_INFO_OTHER);
	heap_info_request(&t.source, 40);
	assert_int_equal(told.n, 3);
	assert_int_equal(told.last.why, HEAP_INFO_OTHER);
	heap_info_request(&t.source, 41);
	assert_int_equal(told.n, 3);
	end(&t);
}

static void test_missing_answer_is_reported_as_late(void **state)
{
	struct heapring_record r;
	struct session t;

	(void)state;
	begin(&t);
	heap_info_request(&t.source, 40);
	heap_info_work(&t.source);
	assert_int_equal(told.n, 0);
	t.p->info.asked_ns = 1;
	heap_info_work(&t.source);
	assert_int_equal(told.n, 1);
	assert_int_equal(told.last.why, HEAP_INFO_LATE);
	heap_info_work(&t.source);
	assert_int_equal(told.n, 1);
	/* A late answer counts. */
	r = answer_of(&t);
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 2);
	assert_int_equal(told.last.why, HEAP_INFO_TOLD);
	/* A process that never wrote a record. */
	t.p->wrote = false;
	t.p->info.next_ns = 0;
	heap_info_request(&t.source, 40);
	t.p->info.asked_ns = 1;
	heap_info_work(&t.source);
	assert_int_equal(told.n, 3);
	assert_int_equal(told.last.why, HEAP_INFO_NONE);
	end(&t);
}

/* A silent process is reported once without a request, if a viewer watches. */
static void test_silent_process_is_reported_once(void **state)
{
	struct session t;

	(void)state;
	begin(&t);
	t.p->wrote = false;
	t.p->info.asked_ns = 1;
	heap_info_work(&t.source);
	assert_int_equal(told.n, 0);
	t.source.watched = true;
	heap_info_work(&t.source);
	heap_info_work(&t.source);
	assert_int_equal(told.n, 1);
	assert_int_equal(told.last.why, HEAP_INFO_NONE);
	end(&t);
}

/* A log requests all processes, except those whose pause has not passed. */
static void test_log_respects_the_pause_of_a_process(void **state)
{
	struct heapring_record r;
	struct session t;
	uint32_t number;

	(void)state;
	begin(&t);
	t.source.each = true;
	heap_info_work(&t.source);
	number = t.p->info.number;
	assert_int_not_equal(number, 0);
	t.p->info.asked_ns = 1;
	heap_info_work(&t.source);
	assert_int_equal(told.n, 0);
	r = answer_of(&t);
	r.caller = 1000000000;
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 1);
	heap_info_work(&t.source);
	assert_int_equal(t.p->info.number, 0);
	end(&t);
}

/* A process with a seccomp filter of its own is not asked, and is reported as
 * such. */
static void test_sandboxed_process_is_not_asked(void **state)
{
	struct session t;

	(void)state;
	begin(&t);
	put_status("Seccomp:\t2\nSeccomp_filters:\t2\n");
	heap_info_request(&t.source, 40);
	assert_int_equal(told.n, 1);
	assert_int_equal(told.last.why, HEAP_INFO_SANDBOX);
	assert_int_equal(t.p->info.number, 0);
	end(&t);

	/* The kernel does not report the number of filters. */
	begin(&t);
	put_status("Seccomp:\t1\n");
	heap_info_request(&t.source, 40);
	assert_int_equal(told.last.why, HEAP_INFO_SANDBOX);
	end(&t);

	/* The process is about to install a filter: reported for a single
	 * request, and once for the log. */
	begin(&t);
	heap_info_filtered(&t.source, 40);
	heap_info_request(&t.source, 40);
	assert_int_equal(told.n, 1);
	t.source.each = true;
	heap_info_work(&t.source);
	assert_int_equal(told.n, 2);
	assert_int_equal(told.last.why, HEAP_INFO_SANDBOX);
	t.source.asked_ns = 0;
	heap_info_work(&t.source);
	assert_int_equal(told.n, 2);
	end(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_only_requested_answers_count),
		cmocka_unit_test(test_implausible_answers_are_dropped),
		cmocka_unit_test(test_other_allocators_are_reported),
		cmocka_unit_test(test_missing_answer_is_reported_as_late),
		cmocka_unit_test(test_silent_process_is_reported_once),
		cmocka_unit_test(test_log_respects_the_pause_of_a_process),
		cmocka_unit_test(test_sandboxed_process_is_not_asked),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
