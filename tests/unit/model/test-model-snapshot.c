/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A snapshot repeats the state after events were lost: first, its effect on
 * each object; then, random streams, of which one model misses a part and then
 * gets a snapshot.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/evtext.h"
#include "../../support/samemodel.h"
#include "base/vec.h"
#include "model/model.h"

#define AGAIN " flags=synthetic,again "
#define LOST "5 0 lost source=link count=40\n"
#define BEGIN "5 0 snapshot op=0\n"
#define END "5.5 0 snapshot op=1\n"
#define PROG "5.1 7 process op=launch start=100 comm=prog exe=/bin/prog" \
	" ppid=5" AGAIN "\n"
#define HEAP "start=0x1000 end=0x5000 perm=rw-p kind=heap name=[heap] "

static struct model *model_of(const char *lines)
{
	struct model *m = model_new();

	evtext_text("0 7 process op=launch start=100 comm=prog exe=/bin/prog "
		    "argv=\"prog\\0-x\\0\" ppid=5\n"
		    "0 0 status state=run main_pid=7 origin=launched\n"
		    "0 7 region op=sync\n", model_event_fn, m);
	evtext_text(lines, model_event_fn, m);
	return m;
}

static const struct region *region_at(const struct model *m, uint64_t addr)
{
	return space_find(&model_process(m, 7)->space, addr);
}

/* --- kept by a snapshot -------------------------------------------------- */

static void test_snapshot_resets_nothing(void **state)
{
	struct model *m = model_of(
		"1 7/8 call call=brk args=0x1000 result=0x1000\n"
		"1 7/8 call call=brk args=0x5000 result=0x5000\n"
		"1.1 7 region op=add " HEAP "\n"
		"1.2 7 region op=change start=0x1000 end=0x5000 perm=r--p "
		"kind=heap name=[heap]\n"
		"1.3 7 region op=change rss=8K " HEAP "\n"
		"1.4 7 pages start=0x1000 end=0x5000 bin_pages=1 "
		"bins=1x1r,1x0,1x1r,1x0\n"
		"1.5 7 usage rss=9M minflt=5 majflt=0\n"
		"1.6 7 usage rss=2M minflt=5 majflt=0\n"
		"1.7 7 process op=thread child=8 child_pid=7 comm=work\n"
		LOST BEGIN PROG
		"5.2 7 process op=thread child=8 child_pid=7 comm=work"
		AGAIN "\n" END
		"6 7 region op=add rss=8K " HEAP AGAIN "\n"
		"6 7 region op=sync flags=again\n"
		"6.5 7 pages start=0x1000 end=0x5000 bin_pages=1 "
		"bins=1x1r,1x0,1x1r,1x0 flags=again\n");
	const struct process *p = model_process(m, 7);
	const struct region *r = region_at(m, 0x1000);

	(void)state;
	assert_int_equal(m->processes.n, 1);
	assert_int_equal(p->tasks.n, 2);
	assert_int_equal(p->calls, 2);
	assert_int_equal(p->peak_rss, 9 << 20);
	assert_int_equal(p->usage.rss, 2 << 20);
	assert_string_equal(p->argv, "prog -x");
	assert_int_equal(p->space.generation, 0);
	assert_int_equal(p->space.live, 1);
	assert_non_null(r);
	assert_true(r->born.known);
	assert_int_equal(r->born.tid, 8);
	assert_int_equal(r->added_ns, 1100000000);
	assert_int_equal(r->perms.n, 3);
	assert_int_equal(r->changed_ns, 1300000000);
	assert_int_equal(r->rss, 8192);
	assert_int_equal(r->pages.resident, 2);
	assert_int_equal(r->pages.changed_ns[0], 0);
	assert_int_equal(m->calls_last, 2);
	assert_int_equal(m->lost, 40);
	assert_int_equal(m->lost_link, 40);
	model_free(m);
}

static void test_snapshot_shows_missed_changes(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add " HEAP "\n"
		"1 7 region op=add start=0x9000 end=0xa000 perm=rw-p "
		"kind=anon\n"
		"1 7 region op=add start=0xe000 end=0xf000 perm=rw-p "
		"kind=stack name=[stack]\n"
		"1 7 region op=add start=0xb000 end=0xc000 perm=rw-p "
		"kind=anon\n"
		"1 7 region op=change start=0xb000 end=0xc000 perm=rw-p "
		"kind=anon vmflags=\"rd wr\"\n"
		LOST BEGIN PROG END
		"6 7 region op=add start=0x1000 end=0x8000 perm=rw-p "
		"kind=heap name=[heap]" AGAIN "\n"
		"6 7 region op=add start=0xb000 end=0xc000 perm=r--p "
		"kind=anon" AGAIN "\n"
		"6 7 region op=add start=0xd000 end=0xf000 perm=rw-p "
		"kind=stack name=[stack]" AGAIN "\n");
	const struct space *s = &model_process(m, 7)->space;

	(void)state;
	assert_int_equal(region_at(m, 0x9000)->start, 0x9000);
	evtext_text("6 7 region op=sync\n", model_event_fn, m);
	assert_null(region_at(m, 0x9000));
	assert_int_equal(s->live, 3);
	/* Regions that grew at either end keep their history. */
	assert_int_equal(region_at(m, 0x1000)->end, 0x8000);
	assert_int_equal(region_at(m, 0x1000)->added_ns, 1000000000);
	assert_int_equal(region_at(m, 0xd000)->added_ns, 1000000000);
	assert_int_equal(region_at(m, 0xb000)->perm, PERM_R);
	assert_int_equal(region_at(m, 0xb000)->perms.n, 2);
	assert_string_equal(region_at(m, 0xb000)->vmflags, "");
	model_free(m);
}

/* No region is removed before the sampler has read the whole list again. */
static void test_regions_stay_until_their_sync(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add " HEAP "\n" LOST BEGIN
		"5 7 region op=sync\n" PROG "5.2 7 region op=sync\n");

	(void)state;
	assert_non_null(region_at(m, 0x1000));
	evtext_text(END "6 7 region op=change rss=4K " HEAP "\n"
		    "6 7 region op=sync\n", model_event_fn, m);
	assert_non_null(region_at(m, 0x1000));
	evtext_text(BEGIN PROG END "7 0 lost source=link count=1\n"
		    "7 7 region op=sync\n", model_event_fn, m);
	assert_non_null(region_at(m, 0x1000));
	evtext_text(BEGIN PROG END "8 7 region op=sync\n", model_event_fn, m);
	assert_null(region_at(m, 0x1000));
	model_free(m);
}

/* --- missed ends --------------------------------------------------------- */

static void test_snapshot_shows_missed_exits(void **state)
{
	struct model *m = model_of(
		"1 7 process op=fork child=20 start=200 comm=kid\n"
		"1 7 process op=fork child=21 start=210 comm=kid\n"
		"1 7 process op=thread child=8 child_pid=7\n"
		"1 7 process op=thread child=9 child_pid=7\n"
		"2 7/8 call call=mmap phase=enter args=0,4096\n"
		"2 7/9 call call=mmap phase=enter args=0,8192\n"
		LOST BEGIN PROG
		"5.2 7 process op=thread child=9 child_pid=7" AGAIN "\n"
		"5.2 7 process op=fork child=21 start=300 comm=new" AGAIN "\n"
		"5.2 7 process op=fork child=22 start=220 comm=kid" AGAIN "\n"
		END);
	const struct process *p;

	(void)state;
	p = model_process(m, 20);
	assert_true(p->ended);
	assert_int_equal(p->status, -1);
	assert_int_equal(p->signal, -1);
	assert_int_equal(p->ended_ns, 5500000000);
	/* PID 21 was reused. */
	assert_int_equal(m->processes.n, 5);
	p = model_process(m, 21);
	assert_int_equal(p->start, 300);
	assert_false(p->ended);
	assert_string_equal(model_process(m, 22)->comm, "kid");
	assert_int_equal(model_process(m, 22)->ppid, 7);
	p = model_process(m, 7);
	assert_int_equal(p->tasks.n, 2);
	assert_int_equal(p->tasks.v[1].tid, 9);
	/* Thread 8 has exited; thread 9 has returned from its call. */
	assert_false(model_call(m, 1)->open);
	assert_false(model_call(m, 2)->open);
	assert_int_equal(p->tasks.v[1].open_row, 0);
	model_free(m);
}

static void test_exited_leader_is_a_zombie(void **state)
{
	struct model *m = model_of(
		"1 7 process op=thread child=8 child_pid=7\n"
		LOST BEGIN
		"5.1 7/8 process op=attach start=100 comm=prog" AGAIN "\n"
		END);
	const struct process *p = model_process(m, 7);

	(void)state;
	assert_int_equal(p->tasks.n, 2);
	assert_int_equal(p->tasks.v[0].state, 'Z');
	assert_false(p->ended);
	model_free(m);
}

/* The STATUS event has the exit status of the main process. */
static void test_status_shows_missed_exit_of_main(void **state)
{
	struct model *m = model_of(
		LOST BEGIN
		"5.2 0 status state=ended main_pid=7 exit_signal=11 "
		"exit_core=1\n" END);
	const struct process *p = model_main(m);

	(void)state;
	assert_true(p->ended);
	assert_int_equal(p->signal, 11);
	assert_int_equal(p->status, -1);
	assert_true(p->core);
	model_free(m);
}

static void test_detached_process_survives_snapshot(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add " HEAP "\n"
		LOST BEGIN "5.2 0 status state=detached main_pid=7\n" END);
	const struct process *p = model_main(m);

	(void)state;
	assert_false(p->ended);
	assert_true(p->detached);
	assert_non_null(region_at(m, 0x1000));
	evtext_text("6 0 snapshot op=0\n6 0 snapshot op=1\n"
		    "6 7 region op=sync\n", model_event_fn, m);
	assert_false(p->ended);
	assert_non_null(region_at(m, 0x1000));
	model_free(m);
}

/* --- missed exec --------------------------------------------------------- */

static void test_snapshot_shows_missed_exec(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add " HEAP "\n"
		"1 7 usage rss=9M\n"
		"1 7 process op=thread child=8 child_pid=7\n"
		LOST BEGIN
		"5.1 7 process op=launch start=100 comm=other exe=/bin/other"
		AGAIN "\n" END);
	const struct process *p = model_process(m, 7);

	(void)state;
	assert_int_equal(m->processes.n, 1);
	assert_int_equal(p->space.generation, 1);
	assert_int_equal(p->space.regions.n, 0);
	assert_int_equal(p->peak_rss, 0);
	assert_int_equal(p->tasks.n, 1);
	assert_string_equal(p->exe, "/bin/other");
	assert_string_equal(p->comm, "other");
	/* The program file was replaced, which is not an exec. */
	evtext_text("6 0 snapshot op=0\n"
		    "6 7 process op=launch start=100 comm=other "
		    "exe=\"/bin/other (deleted)\"" AGAIN "\n"
		    "6 0 snapshot op=1\n", model_event_fn, m);
	assert_int_equal(p->space.generation, 1);
	model_free(m);
}

/* --- calls --------------------------------------------------------------- */

static void test_open_call_is_not_added_again(void **state)
{
	struct model *m = model_of(
		"2 7 call call=mmap phase=enter args=0,4096\n"
		LOST BEGIN PROG
		"5.2 7 call call=mmap phase=enter args=0,4096" AGAIN "\n" END
		"6 7 call call=mmap phase=exit args=0,4096 result=0x9000\n");

	(void)state;
	assert_int_equal(m->calls_last, 1);
	assert_int_equal(model_call(m, 1)->call.result, 0x9000);
	assert_int_equal(m->calls_total, 1);
	/* A different call than the open one. */
	evtext_text("7 7 call call=brk phase=enter args=0\n"
		    BEGIN PROG
		    "8 7 call call=mmap phase=enter args=0,8192" AGAIN "\n"
		    END, model_event_fn, m);
	assert_int_equal(m->calls_last, 3);
	assert_false(model_call(m, 2)->open);
	assert_true(model_call(m, 3)->open);
	assert_int_equal(model_process(m, 7)->tasks.v[0].open_row, 3);
	model_free(m);
}

/* The thread is held at the exit of the call. */
static void test_call_exit_is_not_added_again(void **state)
{
	static const char exit[] =
		"5.2 7 call call=mmap phase=exit args=0,4096 result=0x9000"
		AGAIN "\n";
	struct model *m = model_of("2 7 call call=mmap phase=enter "
				   "args=0,4096\n" LOST BEGIN PROG);

	(void)state;
	evtext_text(exit, model_event_fn, m);
	evtext_text(END, model_event_fn, m);
	assert_int_equal(m->calls_last, 1);
	assert_false(model_call(m, 1)->open);
	assert_int_equal(model_call(m, 1)->call.result, 0x9000);
	evtext_text(exit, model_event_fn, m);
	assert_int_equal(m->calls_last, 1);
	evtext_text("6 7 call call=brk args=0 result=0\n", model_event_fn, m);
	evtext_text(exit, model_event_fn, m);
	assert_int_equal(m->calls_last, 3);
	model_free(m);
}

/* Without a snapshot, too, the next event shows that an exit was lost. */
static void test_next_call_closes_one_without_exit(void **state)
{
	struct model *m = model_of(
		"2 7 call call=mmap phase=enter args=0,4096\n"
		"3 7 call call=brk phase=enter args=0\n"
		"4 7 call call=munmap phase=exit args=0,4096\n"
		"5 7 call call=brk phase=enter args=0\n"
		"6 7 call call=munmap args=0,4096\n");

	(void)state;
	assert_int_equal(m->calls_last, 5);
	for (uint64_t seq = 1; seq <= 5; seq++)
		assert_false(model_call(m, seq)->open);
	model_free(m);
}

static void test_last_losses_are_stored(void **state)
{
	struct model *m = model_new();

	(void)state;
	assert_null(model_gap(m, 0));
	assert_null(model_gap(m, 1));
	for (int i = 1; i <= MODEL_GAPS_MAX + 3; i++) {
		char line[64];
		snprintf(line, sizeof line, "%d 0 lost source=link count=%d\n",
			 i, i);
		evtext_text(line, model_event_fn, m);
	}
	assert_null(model_gap(m, 3));
	assert_int_equal(model_gap(m, 4)->count, 4);
	assert_int_equal(model_gap(m, MODEL_GAPS_MAX + 3)->time_ns,
			 (MODEL_GAPS_MAX + 3) * UINT64_C(1000000000));
	assert_null(model_gap(m, MODEL_GAPS_MAX + 4));
	evtext_text("99 0 lost source=perf count=7\n", model_event_fn, m);
	assert_int_equal(m->lost, m->lost_link + 7);
	model_free(m);
}

/* --- implausible orders of events ----------------------------------------- */

static void test_implausible_orders_are_harmless(void **state)
{
	struct model *m = model_of("1 7 region op=add " HEAP "\n"
				   "1 7 process op=thread child=8 "
				   "child_pid=7\n");
	uint64_t dropped = m->dropped;

	(void)state;
	evtext_text(END "6 7 region op=sync\n", model_event_fn, m);
	assert_int_equal(m->dropped, dropped + 1);
	assert_false(model_process(m, 7)->ended);
	assert_non_null(region_at(m, 0x1000));
	evtext_text("6 0 snapshot op=7\n", model_event_fn, m);
	assert_int_equal(m->dropped, dropped + 2);
	/* Two begins, a thread of an unknown process, regions of an unknown
	 * process. */
	evtext_text(BEGIN PROG BEGIN PROG
		    "5.2 90 process op=thread child=91 child_pid=90" AGAIN "\n"
		    "5.2 7 process op=thread child=8 child_pid=7" AGAIN "\n"
		    "5.2 90 call call=brk phase=enter args=0" AGAIN "\n"
		    "5.2 95 process op=fork child=96 start=9 comm=x" AGAIN "\n"
		    END END
		    "6 90 region op=add start=0x1000 end=0x2000" AGAIN "\n"
		    "6 90 region op=sync\n", model_event_fn, m);
	assert_int_equal(m->dropped, dropped + 4);
	assert_int_equal(m->processes.n, 2);
	assert_int_equal(model_process(m, 96)->ppid, 95);
	assert_int_equal(model_process(m, 7)->tasks.n, 2);
	/* A loss within a snapshot makes the snapshot void. */
	evtext_text(BEGIN LOST END, model_event_fn, m);
	assert_false(model_process(m, 7)->ended);
	/* A snapshot without processes ends all of them. */
	evtext_text(BEGIN END BEGIN END, model_event_fn, m);
	assert_true(model_process(m, 7)->ended);
	assert_true(model_process(m, 96)->ended);
	assert_int_equal(m->processes.n, 2);
	model_free(m);
}

/* --- random streams ------------------------------------------------------- */

#define PAGE 4096u

struct world {
	struct model *whole, *torn;	/* torn misses events while dropping */
	bool dropping;
	uint64_t missed, now, seed;
	pid_t next_pid;
	VEC(pid_t) owed;		/* processes that still need their
					 * regions */
};

static uint64_t dice(struct world *w, uint64_t n)
{
	w->seed ^= w->seed << 13;
	w->seed ^= w->seed >> 7;
	w->seed ^= w->seed << 17;
	return w->seed % n;
}

static struct event event_of(struct world *w, enum event_kind kind, pid_t pid,
			     pid_t tid)
{
	w->now += 1 + dice(w, 20000000);
	return (struct event){ .time_ns = w->now, .kind = kind, .pid = pid,
			       .tid = tid, .source = 't' };
}

static void send_live(struct world *w, const struct event *ev)
{
	model_event(w->whole, ev);
	if (w->dropping)
		w->missed++;
	else
		model_event(w->torn, ev);
}

static struct process *any_process(struct world *w)
{
	size_t n = w->whole->processes.n, i = dice(w, n ? n : 1);

	for (size_t k = 0; k < n; k++) {
		struct process *p = w->whole->processes.v[(i + k) % n];
		if (!p->ended)
			return p;
	}
	return NULL;
}

static struct ev_process process_of(enum process_op op)
{
	return (struct ev_process){ .op = op, .status = -1, .signal = -1 };
}

static void make_process(struct world *w, const struct process *parent)
{
	pid_t pid = w->next_pid + (pid_t)dice(w, 5);
	struct process *p = model_process(w->whole, pid);
	struct event ev;

	/* Sometimes the PID of an exited process. */
	if ((p && !p->ended) || (!p && dice(w, 8) == 0))
		pid = w->next_pid = w->next_pid + 5;
	ev = event_of(w, EV_PROCESS, parent ? parent->pid : pid,
		      parent ? parent->pid : pid);
	ev.u.process = process_of(parent ? PROCESS_FORK : PROCESS_ATTACH);
	ev.u.process.child = ev.u.process.child_pid = pid;
	ev.u.process.ppid = parent ? parent->pid : 1;
	ev.u.process.start = w->now / 1000;
	ev.u.process.comm = bytes_of("prog");
	ev.u.process.exe = bytes_of(parent ? parent->exe : "/bin/a");
	ev.u.process.argv = bytes_of(parent ? parent->argv : "a b");
	send_live(w, &ev);
}

static void run_process(struct world *w, struct process *p)
{
	static const char *const exes[] = { "/bin/a", "/bin/b", "/bin/c" };
	struct event ev = event_of(w, EV_PROCESS, p->pid, p->pid);
	size_t last = p->tasks.n - 1;

	switch (dice(w, 8)) {
	case 0:
		ev.u.process = process_of(PROCESS_EXEC);
		ev.u.process.exe = bytes_of(exes[dice(w, 3)]);
		ev.u.process.argv = bytes_of("x");
		ev.u.process.comm = bytes_of("x");
		ev.u.process.old_tid = p->tasks.v[last].tid;
		break;
	case 1:
		ev.u.process = process_of(PROCESS_EXIT);
		ev.u.process.status = 0;
		ev.u.process.gone = 1;
		break;
	case 2:
	case 3:
		if (!last)
			return;
		ev.tid = p->tasks.v[1 + dice(w, last)].tid;
		ev.u.process = process_of(PROCESS_EXIT);
		ev.u.process.status = 0;
		break;
	default:
		ev.u.process = process_of(PROCESS_THREAD);
		ev.u.process.child = w->next_pid += 5;
		ev.u.process.child_pid = p->pid;
		ev.u.process.comm = bytes_of("work");
		break;
	}
	send_live(w, &ev);
}

/* Figures and pages of a region, as the sampler sends them. */
static void count_region(struct world *w, const struct process *p,
			 const struct region *r)
{
	struct page_bin bins[64] = { { 0 } };
	uint64_t n = (r->end - r->start) / PAGE;
	struct event ev = event_of(w, EV_PAGES, p->pid, 0);

	ev.u.pages = (struct ev_pages){
		.start = r->start, .end = r->end, .scanned = r->end,
		.page_size = PAGE, .bin_pages = 1,
		.bins = { bins, n * sizeof *bins },
	};
	for (uint64_t i = 0; i < n; i++)
		ev.u.pages.resident += bins[i].resident = dice(w, 2) != 0;
	send_live(w, &ev);
	ev.kind = EV_REGION;
	ev.u.region = (struct ev_region){
		.op = REGION_CHANGE, .old_start = r->start,
		.start = r->start, .end = r->end, .perm = r->perm,
		.kind = r->kind, .dev = r->dev, .inode = r->inode,
		.name = bytes_of(r->name), .rss = dice(w, n + 1) * PAGE,
		.pss = EV_UNKNOWN, .swap = dice(w, n + 1) * PAGE,
	};
	send_live(w, &ev);
}

static void add_region(struct world *w, const struct process *p)
{
	uint64_t at = (1 + dice(w, 400)) * PAGE, n = 1 + dice(w, 30);
	struct event ev = event_of(w, EV_REGION, p->pid, 0);
	const struct space *s = &p->space;

	for (uint64_t i = 0; i < n; i++)
		if (space_find(s, at + i * PAGE))
			n = i;
	if (!n)
		return;
	ev.u.region = (struct ev_region){
		.op = REGION_ADD, .start = at, .end = at + n * PAGE,
		.old_start = at, .perm = dice(w, 4), .inode = dice(w, 3),
		.kind = dice(w, 3), .rss = EV_UNKNOWN, .pss = EV_UNKNOWN,
		.swap = EV_UNKNOWN, .name = bytes_of(dice(w, 2) ? "/x" : ""),
	};
	send_live(w, &ev);
}

static void edit_region(struct world *w, const struct process *p)
{
	const struct space *s = &p->space;
	struct event ev = event_of(w, EV_REGION, p->pid, 0);
	struct ev_region *er = &ev.u.region;
	const struct region *r = s->regions.n
		? s->regions.v[dice(w, s->regions.n)] : NULL;

	if (!r || r->removed_ns) {
		add_region(w, p);
		return;
	}
	*er = (struct ev_region){
		.op = REGION_CHANGE, .old_start = r->start,
		.start = r->start, .end = r->end, .perm = r->perm,
		.kind = r->kind, .dev = r->dev, .inode = r->inode,
		.name = bytes_of(r->name), .rss = r->rss,
		.pss = EV_UNKNOWN, .swap = r->swap,
	};
	switch (dice(w, 6)) {
	case 0:
		er->op = REGION_REMOVE;
		break;
	case 1:
		if (!space_find(s, r->end) && r->end - r->start < 32 * PAGE)
			er->end += PAGE;
		break;
	case 2:
		if (r->end - r->start > PAGE)
			er->end -= PAGE;
		break;
	case 3:
		if (r->start > PAGE && !space_find(s, r->start - 1) &&
		    r->end - r->start < 32 * PAGE)
			er->start -= PAGE;
		break;
	case 4:
		er->perm = dice(w, 4);
		break;
	default:
		count_region(w, p, r);
		return;
	}
	send_live(w, &ev);
}

static void make_call(struct world *w, const struct process *p)
{
	const struct task *t = &p->tasks.v[dice(w, p->tasks.n)];
	const struct call_row *row = model_call(w->whole, t->open_row);
	struct event ev = event_of(w, EV_CALL, p->pid, t->tid);

	ev.u.call.call = CALL_MMAP;
	ev.u.call.nr = 9;
	if (row) {
		ev.u.call = row->call;
		ev.u.call.phase = PHASE_EXIT;
		ev.u.call.result = 0x5000;
	} else {
		ev.u.call.phase = dice(w, 2) ? PHASE_ENTER : PHASE_WHOLE;
		ev.u.call.args[1] = dice(w, 9);
	}
	send_live(w, &ev);
}

static void send_usage(struct world *w, const struct process *p)
{
	struct event ev = event_of(w, EV_USAGE, p->pid, 0);

	ev.u.usage = p->usage;
	ev.u.usage.rss = dice(w, 1000) * PAGE;
	ev.u.usage.state = 'S';
	send_live(w, &ev);
	for (size_t i = 0; i < w->owed.n; i++)
		if (w->owed.v[i] == p->pid)
			return;
	ev = event_of(w, EV_REGION, p->pid, 0);
	ev.u.region.op = REGION_SYNC;
	send_live(w, &ev);
}

static void run_random(struct world *w, unsigned n)
{
	while (n--) {
		struct process *p = any_process(w);
		uint64_t what = dice(w, 20);

		if (!p || what == 0)
			make_process(w, p);
		else if (what < 3)
			run_process(w, p);
		else if (what < 6)
			make_call(w, p);
		else if (what == 6)
			send_usage(w, p);
		else
			edit_region(w, p);
	}
}

/* --- a snapshot, made from the complete model ----------------------------- */

static void send_again(struct world *w, struct event *ev)
{
	ev->flags = EVF_SYNTHETIC | EVF_AGAIN;
	model_event(w->torn, ev);
}

static void send_tasks(struct world *w, const struct process *p)
{
	for (size_t i = 0; i < p->tasks.n; i++) {
		const struct task *t = &p->tasks.v[i];
		const struct call_row *row = model_call(w->whole,
							t->open_row);
		struct event ev = event_of(w, EV_PROCESS, p->pid, p->pid);

		ev.u.process = process_of(PROCESS_THREAD);
		ev.u.process.child = t->tid;
		ev.u.process.child_pid = p->pid;
		ev.u.process.comm = bytes_of(t->comm);
		if (i)
			send_again(w, &ev);
		if (!row)
			continue;
		ev = event_of(w, EV_CALL, p->pid, t->tid);
		ev.u.call = row->call;
		send_again(w, &ev);
	}
}

static void send_process(struct world *w, const struct process *p)
{
	struct event ev = event_of(w, EV_PROCESS, p->pid, p->pid);

	ev.u.process = process_of(p->attached ? PROCESS_ATTACH : PROCESS_FORK);
	ev.u.process.child = ev.u.process.child_pid = p->pid;
	ev.u.process.ppid = p->ppid;
	ev.u.process.start = p->start;
	ev.u.process.comm = bytes_of(p->comm);
	ev.u.process.exe = bytes_of(p->exe);
	ev.u.process.argv = bytes_of(p->argv);
	send_again(w, &ev);
	send_tasks(w, p);
}

static void send_space(struct world *w, const struct process *p)
{
	struct event ev;

	for (size_t i = 0; i < p->space.regions.n; i++) {
		const struct region *r = p->space.regions.v[i];

		if (r->removed_ns)
			continue;
		ev = event_of(w, EV_REGION, p->pid, 0);
		ev.u.region = (struct ev_region){
			.op = REGION_ADD, .old_start = r->start,
			.start = r->start, .end = r->end, .perm = r->perm,
			.kind = r->kind, .dev = r->dev, .inode = r->inode,
			.name = bytes_of(r->name), .rss = r->rss,
			.pss = EV_UNKNOWN, .swap = r->swap,
		};
		send_again(w, &ev);
	}
	ev = event_of(w, EV_REGION, p->pid, 0);
	ev.u.region.op = REGION_SYNC;
	send_again(w, &ev);
	ev = event_of(w, EV_USAGE, p->pid, 0);
	ev.u.usage = p->usage;
	send_again(w, &ev);
}

static void send_snapshot(struct world *w, enum snapshot_op op)
{
	struct event ev = event_of(w, EV_SNAPSHOT, 0, 0);

	ev.u.snapshot.op = op;
	model_event(w->torn, &ev);
}

static void send_lost(struct world *w)
{
	struct event ev = event_of(w, EV_LOST, 0, 0);

	w->dropping = false;
	ev.u.lost.source = bytes_of("link");
	ev.u.lost.count = w->missed;
	model_event(w->torn, &ev);
	w->missed = 0;
}

/* Sends the processes that existed at the start of the snapshot, while
 * others still start and exit.  Returns false if another loss cut the
 * snapshot short. */
static bool send_processes(struct world *w)
{
	VEC(pid_t) pids = VEC_INIT;
	bool cut = dice(w, 4) == 0;

	send_snapshot(w, SNAPSHOT_BEGIN);
	for (size_t i = 0; i < w->whole->processes.n; i++)
		*vec_push(&pids) = w->whole->processes.v[i]->pid;
	for (size_t i = 0; i < pids.n; i++) {
		const struct process *p = model_process(w->whole, pids.v[i]);

		if (p && !p->ended)
			send_process(w, p);
		run_random(w, (unsigned)dice(w, 4));
		if (cut && dice(w, 10) == 0) {
			vec_release(&pids);
			return false;
		}
	}
	vec_release(&pids);
	send_snapshot(w, SNAPSHOT_END);
	vec_clear(&w->owed);
	for (size_t i = 0; i < w->whole->processes.n; i++)
		if (!w->whole->processes.v[i]->ended)
			*vec_push(&w->owed) = w->whole->processes.v[i]->pid;
	return true;
}

static void send_all(struct world *w)
{
	while (!send_processes(w)) {
		w->dropping = true;
		run_random(w, 1 + (unsigned)dice(w, 30));
		send_lost(w);
	}
	while (w->owed.n) {
		const struct process *p = model_process(w->whole,
							w->owed.v[0]);

		run_random(w, (unsigned)dice(w, 4));
		p = model_process(w->whole, w->owed.v[0]);
		if (p && !p->ended)
			send_space(w, p);
		vec_remove(&w->owed, 0);
	}
	/* The next round of the sampler. */
	for (size_t i = 0; i < w->whole->processes.n; i++) {
		const struct process *p = w->whole->processes.v[i];

		for (size_t k = 0; k < p->space.regions.n && !p->ended; k++)
			if (!p->space.regions.v[k]->removed_ns)
				count_region(w, p, p->space.regions.v[k]);
	}
}

static void test_snapshot_makes_random_models_equal(void **state)
{
	struct str why = STR_INIT;

	(void)state;
	for (uint64_t seed = 1; seed <= 150; seed++) {
		struct world w = { .whole = model_new(), .torn = model_new(),
				   .next_pid = 10,
				   .seed = seed * 88172645463325252ull };

		run_random(&w, (unsigned)dice(&w, 400));
		for (int loss = 0; loss < 3; loss++) {
			w.dropping = true;
			run_random(&w, 1 + (unsigned)dice(&w, 300));
			send_lost(&w);
			run_random(&w, (unsigned)dice(&w, 20));
			send_all(&w);
			if (!same_model(w.whole, w.torn, &why))
				fail_msg("seed %d loss %d: %s", (int)seed,
					 loss, why.data);
		}
		assert_true(w.torn->lost > 0);
		model_free(w.whole);
		model_free(w.torn);
		vec_release(&w.owed);
	}
	str_release(&why);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_snapshot_resets_nothing),
		cmocka_unit_test(test_snapshot_shows_missed_changes),
		cmocka_unit_test(test_regions_stay_until_their_sync),
		cmocka_unit_test(test_snapshot_shows_missed_exits),
		cmocka_unit_test(test_exited_leader_is_a_zombie),
		cmocka_unit_test(test_status_shows_missed_exit_of_main),
		cmocka_unit_test(test_detached_process_survives_snapshot),
		cmocka_unit_test(test_snapshot_shows_missed_exec),
		cmocka_unit_test(test_open_call_is_not_added_again),
		cmocka_unit_test(test_call_exit_is_not_added_again),
		cmocka_unit_test(test_next_call_closes_one_without_exit),
		cmocka_unit_test(test_last_losses_are_stored),
		cmocka_unit_test(test_implausible_orders_are_harmless),
		cmocka_unit_test(test_snapshot_makes_random_models_equal),
	};

	return cmocka_run_group_tests_name("model snapshot", tests, NULL,
					   NULL);
}
