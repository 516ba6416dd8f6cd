/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls, signals, notes, the program's terminal, and the totals. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/evtext.h"
#include "model/model.h"

#define ATTACH \
	"0 7 process op=attach start=1 comm=x\n" \
	"0 7 process op=thread child=8 child_pid=7\n"

static struct model *model_of(const char *lines)
{
	struct model *m = model_new();

	evtext_text(ATTACH, model_event_fn, m);
	evtext_text(lines, model_event_fn, m);
	return m;
}

/* --- calls -------------------------------------------------------------- */

static void test_whole_calls_are_rows(void **state)
{
	struct model *m = model_of(
		"1 7 call call=mmap args=0,4K,1,2,3,0 result=0x1000 "
		"duration_ns=2us path=/etc/motd\n"
		"2 7/8 call call=munmap args=0x1000,4K\n");
	const struct call_row *row = model_call(m, 1);

	(void)state;
	assert_int_equal(m->calls_last, 2);
	assert_int_equal(m->calls_total, 2);
	assert_int_equal(row->call.result, 0x1000);
	assert_int_equal(row->call.path.len, 9);
	assert_memory_equal(row->call.path.data, "/etc/motd", 9);
	assert_int_equal(row->source, 't');
	assert_int_equal(row->repeats, 1);
	assert_int_equal(model_call(m, 2)->tid, 8);
	assert_null(model_call(m, 0));
	assert_null(model_call(m, 3));
	assert_int_equal(model_process(m, 7)->calls, 2);
	assert_int_equal(process_task(model_process(m, 7), 8)->calls, 1);
	model_free(m);
}

static void test_equal_calls_share_a_row(void **state)
{
	static const char same[] =
		"1 7 call call=madvise args=0x1000,4K,4 duration_ns=7us\n";
	struct model *m = model_of("");

	(void)state;
	for (int i = 0; i < 6; i++)
		evtext_text(same, model_event_fn, m);
	assert_int_equal(m->calls_last, 1);
	assert_int_equal(model_call(m, 1)->repeats, 6);
	assert_int_equal(m->calls_total, 6);
	/* A call of another thread in between does not start a new row... */
	evtext_text("2 7/8 call call=munmap args=0x9000,4K\n", model_event_fn, m);
	evtext_text(same, model_event_fn, m);
	assert_int_equal(model_call(m, 1)->repeats, 7);
	/* ...but a different error or argument does. */
	evtext_text("3 7 call call=madvise args=0x1000,4K,4 error=EINVAL\n"
		    "4 7 call call=madvise args=0x2000,4K,4 error=EINVAL\n"
		    "5 7 call call=madvise args=0x2000,4K,4\n",
		    model_event_fn, m);
	assert_int_equal(m->calls_last, 5);
	model_free(m);
}

static void test_equal_calls_far_apart_are_two_rows(void **state)
{
	struct model *m = model_of(
		"1 7 call call=madvise args=0x1000,4K,4\n");

	(void)state;
	for (int i = 0; i < 40; i++)
		evtext_text("2 7/8 call call=munmap args=0x9000,4K\n"
			    "2 7/8 call call=munmap args=0x9000,8K\n",
			    model_event_fn, m);
	evtext_text("3 7 call call=madvise args=0x1000,4K,4\n",
		    model_event_fn, m);
	assert_int_equal(model_call(m, 1)->repeats, 1);
	assert_int_equal(model_call(m, m->calls_last)->tid, 7);
	model_free(m);
}

static void test_exit_completes_the_row_of_its_entry(void **state)
{
	struct model *m = model_of(
		"1 7/8 call call=mmap args=0,1M,3,0x22,-1,0 phase=enter\n"
		"2 7/7 call call=munmap args=0x9000,4K phase=enter\n"
		"3 7/8 call call=mmap phase=exit result=0x5000 "
		"duration_ns=2s\n"
		"4 7/7 call call=munmap phase=exit error=EINVAL\n"
		"5 7/8 call call=munmap args=1 phase=exit result=0\n");
	const struct call_row *row = model_call(m, 1);

	(void)state;
	assert_int_equal(m->calls_last, 3);
	assert_int_equal(m->calls_total, 3);
	assert_false(row->open);
	assert_int_equal(row->call.args[1], 1 << 20);
	assert_int_equal(row->call.result, 0x5000);
	assert_int_equal(row->call.duration_ns, 2000000000);
	assert_int_equal(model_call(m, 2)->call.error, 22);
	/* An exit without an entry gets its own row. */
	assert_false(model_call(m, 3)->open);
	evtext_text("6 7 call call=brk args=0 phase=enter\n", model_event_fn, m);
	assert_true(model_call(m, 4)->open);
	model_free(m);
}

static void test_calls_of_exited_threads_are_closed(void **state)
{
	struct model *m = model_of(
		"1 7/8 call call=mmap args=0,1M,3,0x22,-1,0 phase=enter\n"
		"2 7/8 process op=exit gone=0 status=0\n"
		"3 7 call call=munmap args=0x9000,4K phase=enter\n"
		"4 7 process op=exit gone=1 status=0\n");

	(void)state;
	for (uint64_t seq = 1; seq <= 2; seq++) {
		assert_false(model_call(m, seq)->open);
		assert_int_equal(model_call(m, seq)->call.phase, PHASE_ENTER);
	}
	model_free(m);
}

static void test_oldest_calls_are_overwritten(void **state)
{
	struct model *m = model_of("");

	(void)state;
	for (unsigned i = 1; i <= MODEL_CALLS_MAX + 100; i++) {
		struct event ev = {
			.time_ns = i, .pid = 7, .tid = 7, .kind = EV_CALL,
			.u.call = {
				.nr = 11, .call = CALL_MUNMAP,
				.args = { i * 4096ull, 4096 },
				.path = { "/x", 2 },
			},
		};
		model_event(m, &ev);
	}
	assert_int_equal(m->calls_last, MODEL_CALLS_MAX + 100);
	assert_int_equal(m->calls_first, 101);
	assert_null(model_call(m, 100));
	assert_int_equal(model_call(m, 101)->call.args[0], 101 * 4096);
	assert_int_equal(model_call(m, 101)->seq, 101);
	model_free(m);
}

static void test_call_rate_falls(void **state)
{
	struct model *m = model_of("");

	(void)state;
	for (unsigned i = 0; i < 600; i++) {
		struct event ev = {
			.time_ns = i * 10000000ull, .pid = 7, .tid = 8,
			.kind = EV_CALL,
			.u.call = {
				.nr = 11, .call = CALL_MUNMAP,
				.args = { i },
			},
		};
		model_event(m, &ev);
	}
	double rate = rate_value(&process_task(model_process(m, 7), 8)
				 ->call_rate);
	assert_true(rate > 95 && rate < 105);
	rate = rate_value(&m->call_rate);
	assert_true(rate > 95 && rate < 105);
	evtext_text("8 0 system total=1G\n11.5 0 system total=1G\n"
		    "12 0 system total=1G\n", model_event_fn, m);
	assert_true(rate_value(&m->call_rate) < 5);
	model_free(m);
}

/* --- signals and notes -------------------------------------------------- */

static void test_signal_has_sender_and_child_status(void **state)
{
	struct model *m = model_of(
		"1 7 process op=fork child=20 start=9 comm=gzip\n"
		"2 20 process op=exit gone=1 status=3\n"
		"2 7/8 signal signal=SIGCHLD code=CLD_EXITED sender=20 value=3\n"
		"3 7 signal signal=SIGSEGV code=SEGV_ACCERR has_addr=1 "
		"addr=0x1010 region_start=0x1000 region_end=0x2000 "
		"region_name=/a action=held\n");
	const struct signal_row *row = model_signal(m, 1);

	(void)state;
	assert_int_equal(m->signals_last, 2);
	assert_string_equal(row->sender_comm, "gzip");
	assert_int_equal(row->child_status, 3);
	assert_int_equal(row->tid, 8);
	row = model_signal(m, 2);
	assert_string_equal(row->sender_comm, "");
	assert_int_equal(row->child_status, 0);
	assert_int_equal(row->signal.region_name.len, 2);
	assert_int_equal(row->signal.action, SIGNAL_HELD);
	model_free(m);
}

static void test_oldest_signals_and_notes_are_overwritten(void **state)
{
	struct model *m = model_of("");

	(void)state;
	for (int i = 0; i < MODEL_SIGNALS_MAX + 3; i++)
		evtext_text("1 7 signal signal=SIGUSR1 region_name=/a\n",
			    model_event_fn, m);
	for (int i = 0; i < MODEL_NOTES_MAX + 5; i++)
		evtext_text("1 7 note id=setuid severity=warn a=7 text=/bin/su\n",
			    model_event_fn, m);
	assert_int_equal(m->signals_first, 4);
	assert_null(model_signal(m, 3));
	assert_non_null(model_signal(m, 4));
	assert_int_equal(m->notes_first, 6);
	assert_int_equal(model_note(m, m->notes_last)->note.id, NOTE_SETUID);
	assert_memory_equal(model_note(m, 6)->note.text.data, "/bin/su", 7);
	evtext_text("1 7 note id=99\n1 7 signal signal=1 action=9\n",
		    model_event_fn, m);
	assert_int_equal(m->dropped, 2);
	model_free(m);
}

/* --- terminal ----------------------------------------------------------- */

static const struct output_cell *cell(const struct model *m, unsigned row,
				      unsigned col)
{
	return &m->output.cells[row * m->output.cols + col];
}

static void test_output_cells_and_resize(void **state)
{
	struct model *m = model_of(
		"1 7 output rows=3 cols=6 row=0 text=hello fg=1 attrs=1\n"
		"1 7 output rows=3 cols=6 row=2 text=\"a\xe6\xb0\xb4z\" "
		"cursor_row=2 cursor_col=4 cursor_shown=1\n");

	(void)state;
	assert_int_equal(cell(m, 0, 0)->chars[0], 'h');
	assert_int_equal(cell(m, 0, 0)->fg, 1);
	assert_int_equal(cell(m, 0, 5)->chars[0], 0);
	assert_int_equal(cell(m, 1, 0)->width, 1);
	assert_int_equal(cell(m, 2, 1)->chars[0], 0x6c34);
	assert_int_equal(cell(m, 2, 1)->width, 2);
	assert_int_equal(cell(m, 2, 2)->width, 0);
	assert_int_equal(m->output.cursor_col, 4);
	/* A resize keeps the cells that fit. */
	evtext_text("2 7 output rows=2 cols=3 row=1 text=abc\n",
		    model_event_fn, m);
	assert_int_equal(cell(m, 0, 2)->chars[0], 'l');
	assert_int_equal(cell(m, 1, 2)->chars[0], 'c');
	evtext_text("3 7 output rows=0 cols=0\n", model_event_fn, m);
	assert_int_equal(m->output.rows, 0);
	assert_null(m->output.cells);
	model_free(m);
}

static void test_implausible_output_is_dropped_or_fixed(void **state)
{
	struct model *m = model_of(
		"1 7 output rows=100000 cols=100000 row=9 text=x "
		"cursor_row=99999 cursor_col=99999\n"
		"2 7 output rows=4 cols=4 row=4 text=abcd\n");
	struct output_cell bad[2] = {
		{ .fg = 999, .bg = -7, .width = 200, .attrs = 255 },
		{ .chars = { 'a' }, .width = 0 },
	};
	struct event ev = {
		.kind = EV_OUTPUT, .pid = 7,
		.u.output = {
			.rows = 4, .cols = 4, .row = 1,
			.cells = { bad, sizeof bad },
		},
	};

	(void)state;
	assert_int_equal(m->dropped, 1);
	assert_int_equal(m->output.rows, 4);
	model_event(m, &ev);
	assert_int_equal(cell(m, 1, 0)->fg, -1);
	assert_int_equal(cell(m, 1, 0)->bg, -1);
	assert_int_equal(cell(m, 1, 0)->width, 1);
	assert_int_equal(cell(m, 1, 0)->attrs,
			 OUT_BOLD | OUT_UNDERLINE | OUT_REVERSE);
	assert_int_equal(cell(m, 1, 1)->width, 1);
	model_free(m);
}

/* --- totals ------------------------------------------------------------- */

static void test_totals_and_rates_of_the_system(void **state)
{
	struct model *m = model_of(
		"0 0 start page_size=16K command=\"a b\" kernel=6.1\n"
		"1 0 system used=1G free=3G available=?\n"
		"2 0 system used=1.5G free=2.5G available=?\n"
		"2 0 lost source=t count=5\n"
		"3 0 lost source=k count=7\n"
		"3 0 status state=run level=calls origin=launched tasks=2 lost=5\n"
		"4 0 status state=77 level=calls\n"
		"4 0 end events=3\n");

	(void)state;
	assert_int_equal(m->page_size, 16384);
	assert_string_equal(m->command, "a b");
	assert_int_equal(m->now_ns, 4000000000);
	assert_true(rate_value(&m->mem_used_rate) == 536870912.0);
	assert_true(rate_value(&m->mem_free_rate) == -536870912.0);
	assert_false(rate_known(&m->mem_avail_rate));
	assert_int_equal(m->used_spark.n, 2);
	assert_int_equal(m->avail_spark.n, 0);
	assert_int_equal(m->lost, 12);
	assert_int_equal(m->status.state, TARGET_RUN);
	assert_int_equal(m->status.tasks, 2);
	assert_int_equal(m->dropped, 1);
	assert_true(m->ended);
	model_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole_calls_are_rows),
		cmocka_unit_test(test_equal_calls_share_a_row),
		cmocka_unit_test(test_equal_calls_far_apart_are_two_rows),
		cmocka_unit_test(test_exit_completes_the_row_of_its_entry),
		cmocka_unit_test(test_calls_of_exited_threads_are_closed),
		cmocka_unit_test(test_oldest_calls_are_overwritten),
		cmocka_unit_test(test_call_rate_falls),
		cmocka_unit_test(test_signal_has_sender_and_child_status),
		cmocka_unit_test(test_oldest_signals_and_notes_are_overwritten),
		cmocka_unit_test(test_output_cells_and_resize),
		cmocka_unit_test(test_implausible_output_is_dropped_or_fixed),
		cmocka_unit_test(test_totals_and_rates_of_the_system),
	};

	return cmocka_run_group_tests_name("model rows", tests, NULL, NULL);
}
