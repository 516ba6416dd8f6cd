/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A8: what processes answer of their allocators, and what is made of answers that
 * nobody asked for, of others, and of no answer. */
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

/* What the kernel says of 40. */
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

static struct heapring_record answer(const struct session *t)
{
	struct heapring_record r = {
		.op = HEAP_SAY, .addr = HEAP_SAYS_NUMBERS,
		.size = t->p->info.number, .n_frames = HEAP_NUMBERS,
	};

	for (unsigned i = 0; i < HEAP_NUMBERS; i++)
		r.frames[i] = UINT64_MAX - i;
	return r;
}

static void test_answer(void **state)
{
	struct heapring_record r;
	struct session t;

	(void)state;
	begin(&t);
	/* Nobody asked. */
	r = answer(&t);
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 0);
	heap_info_ask(&t.source, 40);
	r = answer(&t);
	assert_int_not_equal(r.size, 0);
	/* Another question's, and of more than 32 bits. */
	r.size++;
	heap_info_record(&t.source, t.p, &r);
	r.size = t.p->info.number | UINT64_C(1) << 32;
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 0);
	r = answer(&t);
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 1);
	assert_int_equal(told.last.op, HEAP_OP_INFO);
	assert_int_equal(told.last.why, HEAP_INFO_TOLD);
	assert_true(told.numbers[0] == UINT64_MAX);
	assert_true(told.numbers[9] == UINT64_MAX - 9);
	/* A question has one answer. */
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 1);
	assert_int_equal(t.source.strangers, 0);
	end(&t);
}

static void test_hostile(void **state)
{
	struct heapring_record r;
	struct session t;

	(void)state;
	begin(&t);
	heap_info_ask(&t.source, 40);
	/* Too few, too many, numbers where there are none, no such word. */
	r = answer(&t);
	r.n_frames = HEAP_NUMBERS - 1;
	heap_info_record(&t.source, t.p, &r);
	r.n_frames = HEAP_FRAMES_MAX;
	heap_info_record(&t.source, t.p, &r);
	r = answer(&t);
	r.addr = HEAP_SAYS_OTHER;
	heap_info_record(&t.source, t.p, &r);
	r.addr = HEAP_SAYS;
	r.n_frames = 0;
	heap_info_record(&t.source, t.p, &r);
	r.addr = UINT64_MAX;
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 0);
	assert_int_equal(t.source.strangers, 5);
	/* Of nobody: a child may answer before it is known. */
	r = answer(&t);
	heap_info_record(&t.source, NULL, &r);
	assert_int_equal(told.n, 0);
	assert_int_equal(t.source.strangers, 5);
	/* Who says that it took for ever is asked again within a minute. */
	r.caller = UINT64_MAX;
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 1);
	assert_true(t.p->info.next_ns < clock_ns() + 61000000000ull);
	heap_info_ask(&t.source, 40);
	assert_int_equal(t.p->info.number, 0);
	end(&t);
}

static void test_others(void **state)
{
	struct heapring_record r = { .op = HEAP_SAY };
	struct session t;

	(void)state;
	begin(&t);
	heap_info_ask(&t.source, 40);
	r.addr = HEAP_SAYS_UNABLE;
	r.size = t.p->info.number;
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.last.why, HEAP_INFO_UNABLE);
	assert_int_equal(told.last.info.len, 0);
	/* That comes unasked, and is the answer to all that follows. */
	r.addr = HEAP_SAYS_OWN;
	r.size = 0;
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.last.why, HEAP_INFO_OTHER);
	heap_info_ask(&t.source, 40);
	assert_int_equal(told.n, 3);
	assert_int_equal(told.last.why, HEAP_INFO_OTHER);
	heap_info_ask(&t.source, 41);
	assert_int_equal(told.n, 3);
	end(&t);
}

static void test_late(void **state)
{
	struct heapring_record r;
	struct session t;

	(void)state;
	begin(&t);
	heap_info_ask(&t.source, 40);
	heap_info_work(&t.source);
	assert_int_equal(told.n, 0);
	t.p->info.asked_ns = 1;
	heap_info_work(&t.source);
	assert_int_equal(told.n, 1);
	assert_int_equal(told.last.why, HEAP_INFO_LATE);
	heap_info_work(&t.source);
	assert_int_equal(told.n, 1);
	/* Better late than never. */
	r = answer(&t);
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 2);
	assert_int_equal(told.last.why, HEAP_INFO_TOLD);
	/* Who never told anything at all. */
	t.p->wrote = false;
	t.p->info.next_ns = 0;
	heap_info_ask(&t.source, 40);
	t.p->info.asked_ns = 1;
	heap_info_work(&t.source);
	assert_int_equal(told.n, 3);
	assert_int_equal(told.last.why, HEAP_INFO_NONE);
	end(&t);
}

/* It is told without being asked, once, to who looks. */
static void test_silent(void **state)
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

/* A log asks all of them, unless one is not to be asked yet. */
static void test_log(void **state)
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
	r = answer(&t);
	r.caller = 1000000000;
	heap_info_record(&t.source, t.p, &r);
	assert_int_equal(told.n, 1);
	heap_info_work(&t.source);
	assert_int_equal(t.p->info.number, 0);
	end(&t);
}

/* Who has a filter of its own is told to have one, and is not asked. */
static void test_sandbox(void **state)
{
	struct session t;

	(void)state;
	begin(&t);
	put_status("Seccomp:\t2\nSeccomp_filters:\t2\n");
	heap_info_ask(&t.source, 40);
	assert_int_equal(told.n, 1);
	assert_int_equal(told.last.why, HEAP_INFO_SANDBOX);
	assert_int_equal(t.p->info.number, 0);
	end(&t);

	/* Nobody says how many there are. */
	begin(&t);
	put_status("Seccomp:\t1\n");
	heap_info_ask(&t.source, 40);
	assert_int_equal(told.last.why, HEAP_INFO_SANDBOX);
	end(&t);

	/* It is about to have one: for whoever is asked singly, and all. */
	begin(&t);
	heap_info_walled(&t.source, 40);
	heap_info_ask(&t.source, 40);
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
		cmocka_unit_test(test_answer),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_late),
		cmocka_unit_test(test_silent),
		cmocka_unit_test(test_log),
		cmocka_unit_test(test_sandbox),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
