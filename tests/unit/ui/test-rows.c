/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the panes Regions, Processes and Calls. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "../../support/evtext.h"
#include "../../support/slow.h"
#include "model/model.h"
#include "ui/calls/rows.h"
#include "ui/processes/rows.h"
#include "ui/regions/rows.h"

static struct model *model_of(const char *lines)
{
	struct model *m = model_new();

	evtext_text(lines, model_event_fn, m);
	return m;
}

/* --- processes ------------------------------------------------------------ */

static void cycle_of_parents_is_listed_once(void **state)
{
	struct model *m = model_of("0.1 10 process op=attach ppid=12\n"
				   "0.1 11 process op=attach ppid=10\n"
				   "0.1 12 process op=attach ppid=11\n"
				   "0.1 13 process op=attach ppid=13\n");
	struct task_rows tr = { 0 };

	(void)state;
	task_rows_update(&tr, m, NULL, 0, NULL, true);
	assert_int_equal(tr.rows.n, 4);
	assert_int_equal(tr.live, 4);
	for (pid_t pid = 10; pid <= 13; pid++)
		assert_true(task_rows_find(&tr, pid, 0, 0) >= 0);
	task_rows_release(&tr);
	model_free(m);
}

static void depth_of_a_tree_is_limited(void **state)
{
	struct model *m = model_of("0.1 1000 process op=launch\n");
	struct task_rows tr = { 0 };
	char line[80];

	(void)state;
	for (int i = 1001; i < 2000; i++) {
		snprintf(line, sizeof line, "0.%d %d process op=fork child=%d\n",
			 i, i - 1, i);
		evtext_text(line, model_event_fn, m);
	}
	task_rows_update(&tr, m, NULL, 0, NULL, true);
	assert_int_equal(tr.rows.n, 1000);
	for (size_t i = 0; i < tr.rows.n; i++) {
		assert_int_equal(tr.rows.v[i].process->pid, 1000 + (int)i);
		assert_in_range(tr.rows.v[i].depth, 0, TREE_DEPTH_MAX);
	}
	task_rows_release(&tr);
	model_free(m);
}

static void reused_pid_is_another_row(void **state)
{
	struct model *m = model_of(
		"0.1 1 process op=launch start=5\n"
		"0.2 1 process op=fork child=20 start=100\n"
		"0.3 20 process op=exit gone=1 status=0\n"
		"0.4 1 process op=fork child=20 start=200\n"
		"0.5 20 process op=fork child=21 start=201\n");
	struct task_rows tr = { 0 };
	long old, new;

	(void)state;
	task_rows_update(&tr, m, NULL, 0, NULL, true);
	/* 1, 20 and 21 are alive; the first process 20 is at the end. */
	assert_int_equal(tr.rows.n, 4);
	assert_int_equal(tr.tree, 3);
	old = task_rows_find(&tr, 20, 0, 100);
	new = task_rows_find(&tr, 20, 0, 200);
	assert_int_equal(old, 3);
	assert_int_equal(new, 1);
	assert_true(tr.rows.v[old].process->ended);
	/* 21 is a child of the living process 20. */
	assert_int_equal(tr.rows.v[2].process->pid, 21);
	assert_int_equal(tr.rows.v[2].depth, 2);
	task_rows_release(&tr);
	model_free(m);
}

static void newest_exited_process_is_first(void **state)
{
	struct model *m = model_of(
		"0.1 1 process op=launch\n"
		"0.2 1 process op=fork child=2\n"
		"0.2 1 process op=fork child=3\n"
		"0.2 1 process op=fork child=4\n"
		"0.3 3 process op=exit gone=1 status=0\n"
		"0.4 2 process op=exit gone=1 status=0\n");
	struct task_rows tr = { 0 };

	(void)state;
	task_rows_update(&tr, m, NULL, 0, NULL, true);
	assert_int_equal(tr.tree, 2);
	assert_int_equal(tr.rows.v[2].process->pid, 2);
	assert_int_equal(tr.rows.v[3].process->pid, 3);
	/* One row stands for both. */
	task_rows_update(&tr, m, NULL, 0, NULL, false);
	assert_int_equal(tr.rows.n, 3);
	assert_int_equal(task_rows_ended(&tr), 2);
	assert_int_equal(tr.rows.v[2].ended, 2);
	assert_int_equal(tr.rows.v[2].killed, 0);
	/* The selected process stays in the tree for a while. */
	task_rows_update(&tr, m, NULL, 0, model_process(m, 3), true);
	assert_int_equal(tr.tree, 3);
	assert_int_equal(tr.live, 2);
	assert_int_equal(tr.rows.v[1].process->pid, 3);
	task_rows_release(&tr);
	model_free(m);
}

static void exited_parent_stays_in_the_tree(void **state)
{
	struct model *m = model_of(
		"0.1 1 process op=launch\n"
		"0.2 1 process op=fork child=2\n"
		"0.3 2 process op=fork child=3\n"
		"0.4 2 process op=exit gone=1 status=0\n");
	struct task_rows tr = { 0 };
	const pid_t folded = 1;

	(void)state;
	task_rows_update(&tr, m, NULL, 0, NULL, true);
	assert_int_equal(tr.tree, 3);
	assert_int_equal(tr.live, 2);
	/* Folded, with everything below it. */
	task_rows_update(&tr, m, &folded, 1, NULL, true);
	assert_int_equal(tr.rows.n, 1);
	assert_true(tr.rows.v[0].folded);
	/* After the last process has exited, the tree stays as it was. */
	evtext_text("0.5 3 process op=exit gone=1 signal=SIGKILL\n"
		    "0.6 1 process op=exit gone=1 status=0\n",
		    model_event_fn, m);
	task_rows_update(&tr, m, NULL, 0, NULL, true);
	assert_int_equal(tr.live, 0);
	assert_int_equal(tr.tree, 3);
	task_rows_release(&tr);
	model_free(m);
}

/* --- regions -------------------------------------------------------------- */

#define LIBRARY " kind=library inode=7 dev=8:1 name=/lib/x.so"
static const char two_libraries[] =
	"0.1 1 process op=launch\n"
	"0.2 1 region op=add start=0x1000 end=+4K perm=rw-p kind=heap rss=4K\n"
	"0.2 1 region op=add start=0x10000 end=+8K perm=r--p rss=8K" LIBRARY "\n"
	"0.2 1 region op=add start=0x12000 end=+8K perm=r-xp rss=4K" LIBRARY "\n"
	"0.2 1 region op=add start=0x20000 end=+4K perm=rw-p kind=anon\n"
	"0.2 1 region op=add start=0x30000 end=+4K perm=r--p rss=0" LIBRARY "\n"
	"0.3 1 region op=sync\n";

static void update(struct region_rows *rr, const struct model *m,
		   enum regions_by by, const uint64_t *open, size_t n,
		   unsigned folds)
{
	const struct region_query q = {
		.by = by, .only = -1, .open = open, .open_n = n,
		.folds = folds,
	};

	region_rows_update(rr, m, model_main(m), &q);
}

static void adjacent_mappings_of_a_file_are_folded(void **state)
{
	struct model *m = model_of(two_libraries);
	struct region_rows rr = { .space = NULL };
	struct region_sum sum;
	const uint64_t open = 0x10000;

	(void)state;
	/* Adjacent mappings of a file are one row; others are not. */
	update(&rr, m, BY_FILE, NULL, 0, 0);
	assert_int_equal(rr.rows.n, 4);
	assert_int_equal(rr.live, 5);
	assert_true(rr.rows.v[1].fold);
	assert_int_equal(rr.rows.v[1].n, 2);
	assert_false(rr.rows.v[3].fold);
	region_rows_sum(&rr, &rr.rows.v[1], &sum);
	assert_int_equal(sum.size, 16 << 10);
	assert_int_equal(sum.rss, 12 << 10);
	assert_true(sum.pss == EV_UNKNOWN);
	/* One unknown value makes the sum unknown. */
	assert_true(rr.total.rss == EV_UNKNOWN);
	assert_int_equal(region_rows_find(&rr, 0x12000), 1);
	assert_int_equal(region_rows_find(&rr, 0x20000), 2);
	assert_int_equal(region_rows_find(&rr, 0x99000), -1);
	assert_int_equal(region_rows_near(&rr, 0x21000), 2);
	update(&rr, m, BY_FILE, &open, 1, 1);
	assert_int_equal(rr.rows.n, 6);
	assert_true(rr.rows.v[1].open);
	assert_true(rr.rows.v[2].member);
	assert_int_equal(region_rows_find(&rr, 0x12000), 3);
	assert_int_equal(region_rows_fold(&rr, 0x10000), 1);
	update(&rr, m, BY_NONE, NULL, 0, 2);
	assert_int_equal(rr.rows.n, 5);
	/* All mappings of a file have the same owner, wherever they are. */
	update(&rr, m, BY_OWNER, NULL, 0, 3);
	assert_true(rr.rows.v[1].fold);
	assert_int_equal(rr.rows.v[1].n, 3);
	region_rows_release(&rr);
	model_free(m);
}

/* A thread's stack and its guard have one owner; the TLS of another thread has
 * another one, whatever the two thread IDs are. */
static void stack_and_guard_have_one_owner(void **state)
{
	struct region_rows rr = { .space = NULL };
	char text[512];

	(void)state;
	for (unsigned other = 100; other < 164; other++) {
		struct model *m;

		snprintf(text, sizeof text,
			 "0.1 1 process op=launch\n"
			 "0.2 1 region op=add start=0x1000 end=+4K perm=---p "
			 "kind=guard whose=stack whose_tid=126\n"
			 "0.2 1 region op=add start=0x2000 end=+8K perm=rw-p "
			 "kind=thread-stack whose=stack whose_tid=126\n"
			 "0.2 1 region op=add start=0x8000 end=+4K perm=rw-p "
			 "kind=anon whose=tls whose_tid=%u\n"
			 "0.3 1 region op=sync\n", other);
		m = model_of(text);
		update(&rr, m, BY_OWNER, NULL, 0, other);
		assert_int_equal(rr.rows.n, 2);
		assert_int_equal(rr.rows.v[0].n, 2);
		region_rows_release(&rr);
		model_free(m);
	}
}

/* The kernel owns its mappings; they are not counted as of unknown owner. */
static void kernel_mappings_have_their_own_owner(void **state)
{
	struct model *m = model_of(
		"0.1 1 process op=launch\n"
		"0.2 1 region op=add start=0x1000 end=+4K perm=rw-p kind=anon\n"
		"0.2 1 region op=add start=0x4000 end=+16K perm=r--p kind=vdso "
		"name=[vvar]\n"
		"0.2 1 region op=add start=0x8000 end=+8K perm=r-xp kind=vdso "
		"name=[vdso]\n"
		"0.3 1 region op=sync\n");
	struct region_rows rr = { .space = NULL };

	(void)state;
	update(&rr, m, BY_OWNER, NULL, 0, 0);
	assert_int_equal(rr.rows.n, 2);
	assert_true(rr.rows.v[1].key == OWNER_KERNEL);
	assert_int_equal(rr.rows.v[1].n, 2);
	region_rows_release(&rr);
	model_free(m);
}

/* The message and the selection use the nearest region, above or below. */
static void fault_selects_the_nearest_region(void **state)
{
	static const struct {
		const char *addr;
		uint64_t nearest;
	} faults[] = {
		{ "0x7ffffffeba3c", 0x7ffffffec000 },
		{ "0x7f0000010010", 0x7f0000000000 },
		{ "0x7f0000000010", 0x7f0000000000 },
		{ "0x10", 0x7f0000000000 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		struct model *m = model_of(
			"0.1 1 process op=launch\n"
			"0.2 1 region op=add start=0x7f0000000000 end=+64K "
			"perm=rw-p\n"
			"0.2 1 region op=add start=0x7ffffffec000 end=+80K "
			"perm=rw-p kind=stack\n"
			"0.3 1 region op=sync\n");
		struct str s = STR_INIT;

		str_addf(&s, "0.4 1 signal signal=SIGSEGV code=SEGV_MAPERR "
			 "has_addr=1 addr=%s action=delivered\n"
			 "0.5 1 process op=exit gone=1 signal=SIGSEGV\n",
			 faults[i].addr);
		evtext_text(s.data, model_event_fn, m);
		const struct region *r = region_fault_at(m, model_main(m));

		assert_non_null(r);
		assert_int_equal(r->start, faults[i].nearest);
		str_release(&s);
		model_free(m);
	}
}

/* A fault in the middle of an unfolded file: the rows of the file stay
 * together, and in a sorted list the fault is first. */
static void fault_does_not_split_a_file(void **state)
{
	struct model *m = model_of(
		"0.1 1 process op=launch\n"
		"0.2 1 region op=add start=0x1000 end=+4K perm=rw-p kind=heap "
		"rss=4K\n"
		"0.2 1 region op=add start=0x10000 end=+8K perm=r--p rss=8K"
		LIBRARY "\n"
		"0.2 1 region op=add start=0x14000 end=+8K perm=r-xp rss=4K"
		LIBRARY "\n"
		"0.3 1 region op=sync\n"
		"0.4 1 signal signal=SIGSEGV code=SEGV_MAPERR has_addr=1 "
		"addr=0x13000 action=delivered\n"
		"0.5 1 process op=exit gone=1 signal=SIGSEGV\n");
	struct region_rows rr = { .space = NULL };
	const uint64_t open = 0x10000;
	struct region_query q = { .by = BY_FILE, .only = -1, .open = &open,
				  .open_n = 1, .folds = 1 };

	(void)state;
	region_rows_update(&rr, m, model_main(m), &q);
	assert_int_equal(rr.rows.n, 5);
	assert_true(rr.rows.v[1].fold && rr.rows.v[2].member &&
		    rr.rows.v[3].member && rr.rows.v[4].fault);
	q.sort.column = SORT_SIZE;
	region_rows_update(&rr, m, model_main(m), &q);
	assert_true(rr.rows.v[0].fault);
	assert_true(rr.rows.v[1].fold && rr.rows.v[2].member &&
		    rr.rows.v[3].member);
	assert_int_equal(rr.rows.v[4].key, 0x1000);
	region_rows_release(&rr);
	model_free(m);
}

static char mark_of(struct region_rows *rr, const struct model *m,
		    uint64_t start)
{
	uint64_t age;
	long row;

	update(rr, m, BY_NONE, NULL, 0, 0);
	row = region_rows_find(rr, start);
	if (row < 0)
		return 0;
	return region_mark(rr, rr->order.v[rr->rows.v[row].first], &age);
}

static void changes_are_marked_for_two_seconds(void **state)
{
	struct model *m = model_of(two_libraries);
	struct region_rows rr = { .space = NULL };

	(void)state;
	assert_int_equal(mark_of(&rr, m, 0x1000), ' ');
	evtext_text("5.0 1 region op=add start=0x40000 end=+4K perm=rw-p "
		    "kind=anon\n"
		    "5.0 1 region op=change start=0x1000 end=+8K perm=rw-p "
		    "kind=heap\n"
		    "5.0 1 region op=change start=0x30000 end=+4K perm=rwxp"
		    LIBRARY "\n"
		    "5.0 1 region op=remove start=0x20000\n",
		    model_event_fn, m);
	assert_int_equal(mark_of(&rr, m, 0x40000), '+');
	assert_int_equal(mark_of(&rr, m, 0x1000), '~');
	assert_int_equal(mark_of(&rr, m, 0x30000), '!');
	assert_int_equal(mark_of(&rr, m, 0x20000), '-');
	/* Shortly before the two seconds have passed, and after them. */
	evtext_text("6.99 1 region op=sync\n", model_event_fn, m);
	assert_int_equal(mark_of(&rr, m, 0x40000), '+');
	assert_int_equal(mark_of(&rr, m, 0x20000), '-');
	evtext_text("7.0 1 region op=sync\n", model_event_fn, m);
	assert_int_equal(mark_of(&rr, m, 0x40000), ' ');
	assert_int_equal(mark_of(&rr, m, 0x1000), ' ');
	assert_int_equal(mark_of(&rr, m, 0x20000), 0);
	/* A writable and executable region stays marked, also if it was
	 * writable first. */
	assert_int_equal(mark_of(&rr, m, 0x30000), '!');
	evtext_text("9.0 1 region op=change start=0x40000 end=+4K perm=r-xp "
		    "kind=anon\n", model_event_fn, m);
	assert_int_equal(mark_of(&rr, m, 0x40000), '!');
	region_rows_release(&rr);
	model_free(m);
}

static void only_the_largest_regions_are_marked(void **state)
{
	struct model *m = model_of(two_libraries);
	struct region_rows rr = { .space = NULL };
	char line[120];
	int marked = 0;

	(void)state;
	/* Sizes in mixed order: 1 to 97 pages, each once. */
	for (unsigned i = 1; i < 97; i++) {
		snprintf(line, sizeof line,
			 "5.0 1 region op=add start=0x%x end=+%uK perm=rw-p "
			 "kind=anon\n", 0x1000000 + i * 0x100000,
			 i * 29 % 97 * 4);
		evtext_text(line, model_event_fn, m);
	}
	update(&rr, m, BY_NONE, NULL, 0, 0);
	assert_int_equal(rr.changed, 96);
	for (size_t i = 0; i < rr.order.n; i++) {
		const struct region *r = rr.order.v[i];
		uint64_t age;
		bool large = r->added_ns &&
			     r->end - r->start > (96 - MARKS_MAX) * 4096;
		assert_int_equal(region_mark(&rr, r, &age),
				 large ? '+' : ' ');
		marked += large;
	}
	assert_int_equal(marked, MARKS_MAX);
	region_rows_release(&rr);
	model_free(m);
}

/* --- stored rows ---------------------------------------------------------- */

static uint32_t dice_state = 1;

static uint32_t dice_of(uint32_t n)
{
	dice_state = dice_state * 1664525 + 1013904223;
	return (dice_state >> 8) % n;
}

static uint64_t random_at(void)
{
	return (16 + 4 * dice_of(12) + (dice_of(9) ? 0 : dice_of(4))) * 4096;
}

static void random_region(struct event *ev)
{
	struct ev_region *r = &ev->u.region;

	ev->kind = EV_REGION;
	*r = (struct ev_region){
		.op = dice_of(4) ? dice_of(4) : REGION_SYNC,
		.start = random_at(), .perm = dice_of(8),
		.kind = dice_of(KINDS), .swap = EV_UNKNOWN,
		.rss = dice_of(4) ? dice_of(5) * 4096 : EV_UNKNOWN,
		.pss = dice_of(2) ? dice_of(5) * 4096 : EV_UNKNOWN,
	};
	r->end = r->start + (1 + dice_of(5)) * 4096;
	r->old_start = r->start;
}

static void random_event(struct event *ev)
{
	static struct page_bin bin = { .resident = 1 };

	switch (dice_of(16)) {
	case 0:
		ev->kind = EV_USAGE;
		ev->u.usage = (struct ev_usage){
			.rss = dice_of(9) * 4096, .minflt = EV_UNKNOWN,
			.state = 'S',
		};
		break;
	case 1:
		ev->kind = dice_of(2) ? EV_TASK : EV_SYSTEM;
		break;
	case 2:
		ev->kind = EV_WRITES;
		ev->u.writes.state = dice_of(9) ? WRITES_ON : WRITES_OFF;
		break;
	case 3:
		random_region(ev);
		break;
	default:
		ev->kind = EV_PAGES;
		ev->u.pages = (struct ev_pages){
			.start = random_at(), .page_size = 4096, .bin_pages = 1,
			.detail = dice_of(2), .resident = 1,
			.written = dice_of(2) ? dice_of(2) : EV_UNKNOWN,
			.bins = { &bin, sizeof bin },
		};
		ev->u.pages.end = ev->u.pages.scanned =
			ev->u.pages.start + 4096;
		break;
	}
}

static void check_same(const struct region_rows *a,
		       const struct region_rows *b)
{
	assert_int_equal(a->rows.n, b->rows.n);
	assert_int_equal(a->order.n, b->order.n);
	for (size_t i = 0; i < a->order.n; i++)
		assert_ptr_equal(a->order.v[i], b->order.v[i]);
	assert_int_equal(a->live, b->live);
	assert_int_equal(a->changed, b->changed);
	assert_int_equal(a->total.rss, b->total.rss);
	assert_int_equal(a->total.pss, b->total.pss);
	assert_int_equal(a->total.swap, b->total.swap);
	assert_true(a->total.rate == b->total.rate);
	assert_int_equal(a->total.rate_known, b->total.rate_known);
	assert_true(a->total.written == b->total.written);
	assert_int_equal(a->total.written_known, b->total.written_known);
}

/* Rows that are reused after events without a change equal newly computed
 * rows. */
static void reused_rows_equal_new_rows(void **state)
{
	struct model *m = model_of(two_libraries);
	struct region_rows kept = { .space = NULL };
	uint64_t now = 300000000;
	size_t anew = 0;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct region_rows fresh = { .space = NULL };
		/* Every other 500 events come with pauses, in which rates
		 * become zero. */
		struct event ev = { .pid = 1, .tid = 1 };
		uint64_t news = m->news;

		ev.time_ns = now += dice_of(i / 500 % 2 ? 200000000 : 3000000);
		random_event(&ev);
		model_event(m, &ev);
		anew += m->news != news;
		update(&kept, m, BY_NONE, NULL, 0, 0);
		update(&fresh, m, BY_NONE, NULL, 0, 0);
		check_same(&kept, &fresh);
		region_rows_release(&fresh);
	}
	assert_in_range(anew, 5000, 19000);
	region_rows_release(&kept);
	model_free(m);
}

/* An idle process causes no updates once its rates are zero. */
static void idle_process_causes_no_updates(void **state)
{
	struct model *m = model_of(two_libraries);
	uint64_t news;

	(void)state;
	evtext_text("1.0 1 usage rss=4K\n2.0 1 region op=sync\n"
		    "3.0 1 usage rss=4K\n4.0 1 usage rss=4K\n",
		    model_event_fn, m);
	news = m->news;
	evtext_text("5.0 1 usage rss=8K\n5.0 1 region op=sync\n"
		    "6.0 1 usage rss=4K\n6.0 1 region op=sync\n",
		    model_event_fn, m);
	assert_int_equal(m->news, news);
	evtext_text("7.0 1 region op=change start=0x1000 end=+4K perm=rw-p "
		    "kind=heap rss=0\n", model_event_fn, m);
	assert_true(m->news > news);
	assert_true(rate_value(&model_main(m)->space.regions.v[0]->rss_rate) <
		    0);
	model_free(m);
}

/* --- calls ---------------------------------------------------------------- */

/* A filter that is too slow for all calls at once reaches all of them in
 * several passes. */
static void slow_filter_reaches_every_call(void **state)
{
	enum { CALLS = 500 };
	struct model *m = model_of("0.1 10 process op=attach\n");
	struct calls_rows r = { .rows = VEC_INIT };
	struct filter f;
	char line[80], text[80];
	int passes = 0;

	(void)state;
	for (int i = 0; i < CALLS; i++) {
		snprintf(line, sizeof line,
			 "1 10 call call=munmap args=%#x,4K\n", i * 4096);
		evtext_text(line, model_event_fn, m);
	}
	filter_init(&f, OVER_CALLS);
	snprintf(text, sizeof text, "(function() for i = 1, %d do end "
		 "return true end)()", test_times(500000, 50000));
	assert_true(filter_set(&f, text));
	calls_rows_update(&r, m, &f, NULL, false);
	assert_true(r.rows.n < CALLS);
	assert_int_equal(f.row_error.fault, RULE_ENDLESS);
	while (r.rows.n < CALLS && ++passes < 1000)
		calls_rows_update(&r, m, &f, NULL, false);
	assert_int_equal(r.rows.n, CALLS);
	assert_int_equal(f.row_error.fault, RULE_OK);
	calls_rows_release(&r);
	filter_drop(&f);
	model_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cycle_of_parents_is_listed_once),
		cmocka_unit_test(depth_of_a_tree_is_limited),
		cmocka_unit_test(reused_pid_is_another_row),
		cmocka_unit_test(exited_parent_stays_in_the_tree),
		cmocka_unit_test(newest_exited_process_is_first),
		cmocka_unit_test(adjacent_mappings_of_a_file_are_folded),
		cmocka_unit_test(stack_and_guard_have_one_owner),
		cmocka_unit_test(kernel_mappings_have_their_own_owner),
		cmocka_unit_test(fault_selects_the_nearest_region),
		cmocka_unit_test(fault_does_not_split_a_file),
		cmocka_unit_test(changes_are_marked_for_two_seconds),
		cmocka_unit_test(only_the_largest_regions_are_marked),
		cmocka_unit_test(reused_rows_equal_new_rows),
		cmocka_unit_test(idle_process_causes_no_updates),
		cmocka_unit_test(slow_filter_reaches_every_call),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
