/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes, their threads, and their figures. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/str.h"
#include "../../support/evtext.h"
#include "model/model.h"

#define SECOND UINT64_C(1000000000)

static struct model *model_of(const char *lines)
{
	struct model *m = model_new();

	evtext_text("0 7 process op=launch start=100 comm=prog exe=/bin/prog "
		    "argv=\"prog\\0-x\\0\" ppid=5\n", model_event_fn, m);
	evtext_text(lines, model_event_fn, m);
	return m;
}

/* Compares all processes: "7:prog", `!` if it has exited, and the other threads
 * in parentheses. */
static void assert_tree(const struct model *m, const char *want)
{
	struct str got = STR_INIT;

	for (size_t i = 0; i < m->processes.n; i++) {
		const struct process *p = m->processes.v[i];
		str_addf(&got, "%s%d:%s%s", i ? " " : "", p->pid, p->comm,
			 p->ended ? "!" : "");
		for (size_t k = 1; k < p->tasks.n; k++)
			str_addf(&got, "%c%d", k == 1 ? '(' : ',',
				 p->tasks.v[k].tid);
		if (p->tasks.n > 1)
			str_addc(&got, ')');
	}
	assert_string_equal(got.data, want);
	str_release(&got);
}

static void test_launch_sets_the_main_process(void **state)
{
	struct model *m = model_of("");
	const struct process *p = model_main(m);

	(void)state;
	assert_non_null(p);
	assert_ptr_equal(p, model_process(m, 7));
	assert_true(p->launched);
	assert_false(p->attached);
	assert_int_equal(p->ppid, 5);
	assert_int_equal(p->start, 100);
	assert_string_equal(p->argv, "prog -x");
	assert_string_equal(p->exe, "/bin/prog");
	assert_int_equal(p->usage.rss, EV_UNKNOWN);
	model_free(m);
}

static void test_threads_are_sorted_and_removed_at_exit(void **state)
{
	struct model *m = model_of(
		"1 7 process op=thread child=12 child_pid=7 comm=b sp=0x7000\n"
		"1 7 process op=thread child=9 child_pid=7\n"
		"1 7 process op=clone child=10 child_pid=7\n"
		"2 7/10 process op=exit gone=0 status=0\n"
		"2 7/7 process op=exit gone=0 status=0\n");

	(void)state;
	assert_tree(m, "7:prog(9,12)");
	assert_string_equal(process_task(model_main(m), 12)->comm, "b");
	assert_int_equal(process_task(model_main(m), 12)->sp, 0x7000);
	assert_string_equal(process_task(model_main(m), 9)->comm, "prog");
	assert_int_equal(process_task(model_main(m), 7)->state, 'Z');
	assert_null(process_task(model_main(m), 10));
	assert_ptr_equal(model_process_of_task(m, 12), model_main(m));
	assert_null(model_process_of_task(m, 10));
	model_free(m);
}

static void test_children_inherit_and_keep_how_they_ended(void **state)
{
	struct model *m = model_of(
		"1 7 process op=fork child=20 start=110 ppid=7\n"
		"1 20 process op=vfork child=21 start=111\n"
		"2 21 process op=exec old_tid=21 start=111 comm=ls exe=/bin/ls\n"
		"3 21 process op=exit gone=1 status=3\n"
		"4 20 process op=exit gone=1 signal=SIGSEGV core=1\n");
	const struct process *ls = model_process(m, 21);
	const struct process *child = model_process(m, 20);

	(void)state;
	assert_tree(m, "7:prog 20:prog! 21:ls!");
	assert_int_equal(child->ppid, 7);
	assert_string_equal(child->argv, "prog -x");
	assert_int_equal(child->signal, 11);
	assert_int_equal(child->status, -1);
	assert_true(child->core);
	assert_int_equal(ls->ppid, 20);
	assert_int_equal(ls->status, 3);
	assert_int_equal(ls->signal, -1);
	assert_int_equal(ls->ended_ns, 3 * SECOND);
	assert_int_equal(ls->space.generation, 1);
	model_free(m);
}

static void test_exec_in_thread_ends_the_others(void **state)
{
	struct model *m = model_of(
		"1 7 process op=thread child=8 child_pid=7 comm=w\n"
		"1 7 process op=thread child=9 child_pid=7\n"
		"1 7/8 call call=brk args=0 result=0x1000\n"
		"2 7/8 call call=execve phase=enter args=1,2,3 path=/bin/new\n"
		"2.1 7 process op=exec old_tid=8 comm=new exe=/bin/new "
		"argv=\"new\\0\"\n"
		"2.2 7 call call=execve phase=exit result=0\n");

	(void)state;
	assert_tree(m, "7:new");
	assert_int_equal(process_task(model_main(m), 7)->calls, 2);
	assert_string_equal(model_main(m)->tasks.v[0].comm, "new");
	assert_int_equal(m->calls_last, 2);
	assert_false(model_call(m, 2)->open);
	assert_int_equal(model_call(m, 2)->tid, 8);
	model_free(m);
}

static void test_reused_pid_is_a_new_process(void **state)
{
	struct model *m = model_of(
		"1 7 process op=fork child=20 start=110 comm=a\n"
		"2 20 process op=exit gone=1 status=0\n"
		"3 7 process op=fork child=20 start=300 comm=b\n"
		"4 7 process op=fork child=20 start=400 comm=c\n");

	(void)state;
	/* No event reported the end of b: it has neither a status nor a
	 * signal. */
	assert_tree(m, "7:prog 20:a! 20:b! 20:c");
	assert_int_equal(m->processes.v[2]->status, -1);
	assert_int_equal(m->processes.v[2]->signal, -1);
	assert_string_equal(model_process(m, 20)->comm, "c");
	model_free(m);
}

static void test_exited_processes_are_bounded(void **state)
{
	struct model *m = model_of("1 7 region op=add start=0x1000 "
				   "end=0x2000\n");
	struct str line = STR_INIT;
	size_t spaces = 0;

	(void)state;
	for (int i = 0; i < 600; i++) {
		str_clear(&line);
		str_addf(&line,
			 "%d 7 process op=fork child=%d start=%d\n"
			 "%d %d region op=add start=0x1000 end=0x2000\n"
			 "%d %d process op=exit gone=1 status=0\n",
			 i + 2, 1000 + i, i + 1, i + 2, 1000 + i, i + 2,
			 1000 + i);
		evtext_text(line.data, model_event_fn, m);
	}
	evtext_text("700 7 process op=exit gone=1 status=0\n"
		    "701 5000 process op=attach start=9\n"
		    "702 5000 process op=fork child=5001 start=9\n"
		    "703 5001 process op=exit gone=1 status=0\n",
		    model_event_fn, m);
	assert_int_equal(m->processes.n, MODEL_DEAD_MAX + 2);
	/* The main process stays, with its regions; of the others, the newest
	 * stay. */
	assert_int_equal(model_main(m)->pid, 7);
	assert_int_equal(model_main(m)->space.live, 1);
	assert_null(model_process(m, 1000));
	assert_non_null(model_process(m, 1599));
	for (size_t i = 0; i < m->processes.n; i++)
		spaces += m->processes.v[i]->space.live != 0;
	assert_int_equal(spaces, MODEL_DEAD_SPACES + 1);
	str_release(&line);
	model_free(m);
}

static void test_usage_sets_figures_peak_and_rates(void **state)
{
	struct model *m = model_of(
		"1 7 usage rss=10M virt=20M peak=11M minflt=100 majflt=0 state=S\n"
		"3 7 usage rss=14M virt=20M peak=16M minflt=300 majflt=2 state=R\n"
		"4 7 usage rss=12M virt=20M peak=16M minflt=300 majflt=2 state=R\n");
	const struct process *p = model_main(m);

	(void)state;
	assert_int_equal(p->usage.rss, 12 << 20);
	assert_int_equal(p->usage.swap, EV_UNKNOWN);
	assert_int_equal(p->usage_ns, 4 * SECOND);
	assert_int_equal(p->peak_rss, 16 << 20);
	assert_int_equal(p->peak_ns, 3 * SECOND);
	assert_int_equal(p->tasks.v[0].state, 'R');
	assert_true(rate_value(&p->rss_rate) > (2 << 20) / 3.01);
	assert_true(rate_value(&p->fault_rate) > 67);
	assert_int_equal(m->rss_spark.n, 3);
	assert_int_equal(m->rss_spark.v[1], 14 << 20);
	model_free(m);
}

static void test_task_events_add_and_rename_threads(void **state)
{
	struct model *m = model_of(
		"1 7/7 task state=S in_call=7 comm=renamed sp=0x7f00\n"
		"1 7/30 task state=R comm=late\n"
		"1 99/99 task state=R comm=stranger\n");

	(void)state;
	assert_tree(m, "7:renamed(30)");
	assert_int_equal(process_task(model_main(m), 7)->in_call, 7);
	assert_int_equal(process_task(model_main(m), 30)->in_call, EV_UNKNOWN);
	assert_int_equal(process_task(model_main(m), 30)->state, 'R');
	model_free(m);
}

static void test_events_after_exit_are_ignored(void **state)
{
	struct model *m = model_of(
		"1 7 process op=exit gone=1 status=0\n"
		"2 7 region op=add start=0x1000 end=0x2000\n"
		"2 7/9 task state=R\n"
		"2 7 usage rss=1M\n"
		"2 7 process op=exit gone=1 signal=9\n");

	(void)state;
	assert_tree(m, "7:prog!");
	assert_int_equal(model_main(m)->space.regions.n, 0);
	assert_int_equal(model_main(m)->status, 0);
	model_free(m);
}

static void test_hold_sets_rates_to_zero(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x100000 end=+1M rss=0\n"
		"1 7 usage rss=0 minflt=0 majflt=0\n"
		"2 7 region op=change start=0x100000 end=+1M rss=512K\n"
		"2 7 usage rss=1M minflt=50 majflt=0\n");
	const struct process *p = model_main(m);
	const struct region *r = space_at(&p->space, 0x100000);

	(void)state;
	assert_true(rate_value(&p->rss_rate) > 0);
	evtext_text("2.5 0 status state=held level=step main_pid=7\n",
		    model_event_fn, m);
	assert_true(rate_known(&p->rss_rate));
	assert_true(rate_value(&p->rss_rate) == 0);
	assert_true(rate_value(&p->fault_rate) == 0);
	assert_true(rate_value(&r->rss_rate) == 0);
	assert_int_equal(m->status.state, TARGET_HELD);
	model_free(m);
}

/* The last PSS stays until exec. After a detach the rates are 0. */
static void test_pss_stays_until_exec(void **state)
{
	struct model *m = model_of("1 7 usage rss=1M pss=512K\n"
				   "2 7 usage rss=2M\n");
	const struct process *p = model_main(m);

	(void)state;
	assert_int_equal(p->usage.pss, 512 << 10);
	assert_int_equal(p->pss_ns, 1000000000);
	assert_true(rate_value(&p->rss_rate) > 0);
	evtext_text("3 7 process op=detach\n", model_event_fn, m);
	assert_true(p->detached);
	assert_int_equal(p->detached_ns, 3000000000);
	assert_true(rate_value(&p->rss_rate) == 0);
	evtext_text("4 7 process op=attach\n5 7 process op=exec\n"
		    "6 7 usage rss=2M\n", model_event_fn, m);
	assert_false(p->detached);
	assert_true(p->usage.pss == EV_UNKNOWN);
	model_free(m);
}

/* mmtop was stopped from second 10 to second 40. Each rate must spread the
 * growth over these 30 s. */
static void test_rates_are_right_after_30_s_stopped(void **state)
{
	struct model *m = model_of(
		"0 7 region op=add start=0x100000 end=+1G rss=0\n"
		"0 7 usage rss=0 minflt=0 majflt=0\n"
		"0 7 fault addr=0x100000 minor=1\n"
		"0 7 heap op=site site=1 size=100 blocks=1 allocs=1\n");
	const struct process *p = model_main(m);
	const struct region *r = space_at(&p->space, 0x100000);
	char line[256];

	(void)state;
	for (unsigned half = 1; half <= 20; half++) {
		snprintf(line, sizeof line, "%u.%u 0 system used=1G\n"
			 "%u.%u 7 usage rss=0 minflt=0 majflt=0\n", half / 2,
			 half % 2 * 5, half / 2, half % 2 * 5);
		evtext_text(line, model_event_fn, m);
	}
	assert_true(rate_known(&r->rss_rate) && rate_value(&r->rss_rate) == 0);
	evtext_text("40 0 system used=1G\n"
		    "40 7 usage rss=30M minflt=300 majflt=0 "
		    "counted_ns=10000000000\n"
		    "40.02 7 region op=change start=0x100000 end=+1G rss=30M\n"
		    "40.02 7 heap op=site site=1 size=3000100 blocks=2 "
		    "allocs=301\n", model_event_fn, m);
	for (unsigned i = 0; i < 300; i++)
		evtext_text("40.02 7 fault addr=0x100000 minor=1\n",
			    model_event_fn, m);
	const struct heap_site *site = p->heap->sites.v[0];
	const struct rate *rates[] = { &p->rss_rate, &r->rss_rate,
				       &site->live_rate, &site->alloc_rate,
				       &p->fault_rate, &p->space.faults->rate,
				       &r->faults->rate, &m->faults_rate };
	static const double expected[] = { 1 << 20, 1 << 20, 1e5, 10, 10, 10,
					   10, 10 };

	for (unsigned tenth = 400; tenth <= 412; tenth++) {
		snprintf(line, sizeof line, "%u.%u3 0 output rows=0\n",
			 tenth / 10, tenth % 10);
		evtext_text(line, model_event_fn, m);
		if (tenth % 5 == 0) {
			snprintf(line, sizeof line, "%u.%u5 0 system used=1G\n",
				 tenth / 10, tenth % 10);
			evtext_text(line, model_event_fn, m);
		}
		for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
			double v = rate_value(rates[i]);

			if (rate_known(rates[i]) && v != 0 &&
			    (v < expected[i] * .9 || v > expected[i] * 1.1))
				fail_msg("rate %zu at %u00 ms: %f", i, tenth,
					 v);
		}
	}
	assert_true(rate_value(&p->rss_rate) > 0);
	assert_true(rate_value(&r->rss_rate) > 0);
	assert_true(rate_value(&site->live_rate) > 0);
	assert_true(rate_value(&r->faults->rate) > 0);
	model_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_launch_sets_the_main_process),
		cmocka_unit_test(test_threads_are_sorted_and_removed_at_exit),
		cmocka_unit_test(test_children_inherit_and_keep_how_they_ended),
		cmocka_unit_test(test_exec_in_thread_ends_the_others),
		cmocka_unit_test(test_reused_pid_is_a_new_process),
		cmocka_unit_test(test_exited_processes_are_bounded),
		cmocka_unit_test(test_usage_sets_figures_peak_and_rates),
		cmocka_unit_test(test_task_events_add_and_rename_threads),
		cmocka_unit_test(test_events_after_exit_are_ignored),
		cmocka_unit_test(test_hold_sets_rates_to_zero),
		cmocka_unit_test(test_rates_are_right_after_30_s_stopped),
		cmocka_unit_test(test_pss_stays_until_exec),
	};

	return cmocka_run_group_tests_name("model process", tests, NULL, NULL);
}
