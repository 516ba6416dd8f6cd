/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The status rows at every width: what stands there stands there whole. */
#include <config.h>

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/bars/header.h"
#include "base/str.h"
#include "../../support/evtext.h"
#include "ui/kit/canvas.h"

enum { WIDTH_MIN = 20, WIDTH_MAX = 200 };

static const char base[] =
	"0 0 start version=0.1 page_size=4096\n"
	"0.1 4121 process op=launch child=4121 start=5 comm=python3 "
	"exe=/usr/bin/python3 argv=\"python3\\0ingest.py\"\n"
	"0.1 4121/4122 process op=thread child=4122 child_pid=4121\n"
	"1.0 4121 usage virt=1G rss=400M swap=0 minflt=100 majflt=1 "
	"cgroup_used=412M cgroup_max=512M\n"
	"2.0 4121 usage virt=1G rss=412M swap=0 minflt=900 majflt=1 "
	"cgroup_used=412M cgroup_max=512M\n"
	"2.0 0 system total=31G free=1G available=16G used=14G cached=9G "
	"swap_total=2G swap_free=2G psi_some_10=3 psi_full_10=0\n";

static char *row_text(const struct canvas *c, int row, struct str *out)
{
	str_clear(out);
	for (int col = 0; col < c->cols; col++)
		str_adds(out, canvas_at(c, row, col)->text[0] ?
			 canvas_at(c, row, col)->text : " ");
	return out->data;
}

/* Draws and calls check() with the three rows as text. */
static void at_every_width(const char *more,
			   void (*check)(int cols, const char *row1,
					 const char *row2, const char *row3))
{
	struct model *m = model_new();
	struct header h = { .now_ns = 12400000000u };
	const struct look look = { .utf8 = false, .colors = 0 };
	struct str rows[3] = { STR_INIT, STR_INIT, STR_INIT };

	evtext_text(base, model_event_fn, m);
	evtext_text(more, model_event_fn, m);
	for (int cols = WIDTH_MIN; cols <= WIDTH_MAX; cols++) {
		struct canvas c;
		canvas_init(&c, 3, cols);
		canvas_clear(&c);
		header_draw(&h, m, &look, &c, 3);
		for (int i = 0; i < 3; i++)
			row_text(&c, i, &rows[i]);
		check(cols, rows[0].data, rows[1].data, rows[2].data);
		canvas_release(&c);
	}
	for (int i = 0; i < 3; i++)
		str_release(&rows[i]);
	model_free(m);
}

/* When a row has the word it has the whole field. */
static void whole(int cols, const char *row, const char *word,
		  const char *field)
{
	if (strstr(row, word) && !strstr(row, field))
		fail_msg("%d columns: %s is cut: %s", cols, field, row);
}

static void check_run(int cols, const char *row1, const char *row2,
		      const char *row3)
{
	assert_memory_equal(row1, " RUN  ", 6);
	if (cols >= 32)
		assert_string_equal(row1 + cols - 12, "LIVE  12.4s ");
	if (cols >= 24 && !strstr(row1, "4121"))
		fail_msg("%d columns: no pid: %s", cols, row1);
	whole(cols, row1, " own", cols < 100 ? "own 1.1% 9M" :
	      "own 1.1% 9.2M");
	whole(cols, row1, " lost", "lost 0");
	whole(cols, row1, " stop", "stop 20us");
	whole(cols, row1, " cal", " calls");
	if (cols >= 80)
		assert_non_null(strstr(row1, "stop 20us"));
	assert_non_null(strstr(row2, "RSS  412M"));
	whole(cols, row2, " cg ", "cg  412M/ 512M");
	whole(cols, row2, " cgroup", "cgroup  412M/ 512M 80%");
	whole(cols, row2, " virt", "virt 1.00G");
	whole(cols, row2, " sw", cols < 100 ? "swap 0" : "swap     0");
	whole(cols, row2, " flt", "flt  800/s");
	whole(cols, row2, " fau", "faults  800/s");
	/* What goes first goes first. */
	if (strstr(row2, "virt") && cols < 100)
		assert_non_null(strstr(row2, "cg  412M"));
	whole(cols, row3, " used", "used 14.0G");
	whole(cols, row3, " avail", "avail 16.0G");
	whole(cols, row3, " swap", "swap     0/2.00G");
	whole(cols, row3, " psi", cols < 140 ? "psi  0.3%" :
	      "psi some  0.3% full  0.0%");
}

static void running(void **state)
{
	(void)state;
	at_every_width("3 0 status state=run level=calls origin=launched "
		       "main_pid=4121 tasks=2 stops=9 worst_stop_ns=20us "
		       "own_cpu=11 own_rss=9.2M\n", check_run);
}

static void check_lost(int cols, const char *row1, const char *row2,
		       const char *row3)
{
	(void)row2;
	(void)row3;
	if (cols >= 60 && !strstr(row1, "lost 12.3k"))
		fail_msg("%d columns: lost is not told: %s", cols, row1);
	whole(cols, row1, "lost", "lost 12.3k");
}

static void lost_is_told(void **state)
{
	(void)state;
	at_every_width("3 0 status state=run level=calls origin=launched "
		       "main_pid=4121 tasks=2 lost=12345 worst_stop_ns=20us "
		       "own_cpu=1000 own_rss=123M\n", check_lost);
}

static void check_held(int cols, const char *row1, const char *row2,
		       const char *row3)
{
	(void)row2;
	(void)row3;
	assert_memory_equal(row1, " HELD ", 6);
	if (cols >= 60)
		assert_non_null(strstr(row1, "4122 before mmap, 2 tasks held"));
}

static void held(void **state)
{
	(void)state;
	at_every_width("3 4121/4122 call call=mmap phase=enter "
		       "args=0,1M,3,0x22,-1,0\n"
		       "3 0 status state=held level=step origin=launched "
		       "main_pid=4121 tasks=2 held=2 held_tid=4122 "
		       "held_phase=enter\n", check_held);
}

static void check_held_in(int cols, const char *row1, const char *row2,
			  const char *row3)
{
	(void)row2;
	(void)row3;
	assert_null(strstr(row1, "brk"));
	if (cols >= 80)
		assert_non_null(strstr(row1, "4121 in clock_nanosleep, "
				       "2 tasks held"));
}

/* A stop that the newest call in the log has nothing to do with. */
#define OLD_CALL "3 4121 call call=brk args=0x9000 result=0x9000\n"
#define SLEEPS "4 4121 task in_call=230 state=t\n"

static void held_in_a_call_that_the_log_has_not(void **state)
{
	(void)state;
	/* On its way out of the sleep, and without a stop at a call. */
	at_every_width(OLD_CALL SLEEPS
		       "4 0 status state=held level=calls origin=attached "
		       "main_pid=4121 tasks=2 held=2 held_tid=4121\n",
		       check_held_in);
	at_every_width(OLD_CALL SLEEPS
		       "4 0 status state=held level=watch origin=attached "
		       "main_pid=4121 tasks=2 held=2\n", check_held_in);
}

static void check_ended(int cols, const char *row1, const char *row2,
			const char *row3)
{
	(void)row3;
	assert_memory_equal(row1, " ENDED", 6);
	if (cols >= 80) {
		assert_non_null(strstr(row1, "SIGSEGV, core"));
		assert_string_equal(row1 + cols - 12, "END    4.0s ");
		assert_non_null(strstr(row2, "final"));
	}
	if (cols >= 100)
		assert_non_null(strstr(row1, "ran 3.9s"));
}

static void ended(void **state)
{
	(void)state;
	at_every_width("4 4121 process op=exit signal=SIGSEGV core=1 gone=1\n"
		       "4 0 status state=ended level=calls origin=launched "
		       "main_pid=4121 exit_signal=11 exit_core=1\n",
		       check_ended);
}

static void check_unseen(int cols, const char *row1, const char *row2,
			 const char *row3)
{
	(void)row1;
	(void)row3;
	if (cols >= 100) {
		assert_non_null(strstr(row2, "calls  n/a"));
		assert_non_null(strstr(row2, "117M/ 128M"));
	}
}

/* Calls that nobody saw are not 0 of them; the cgroup is part of the end. */
static void ended_at_level_watch(void **state)
{
	(void)state;
	at_every_width("3 4121 usage rss=9M cgroup_used=117M cgroup_max=128M\n"
		       "4 4121 process op=exit signal=SIGKILL gone=1\n"
		       "4 0 status state=ended level=watch origin=attached "
		       "main_pid=4121 exit_signal=9\n", check_unseen);
}

static void check_blocked(int cols, const char *row1, const char *row2,
			  const char *row3)
{
	(void)row2;
	(void)row3;
	if (cols >= 80)
		assert_non_null(strstr(row1, "waits for 4121"));
}

static void a_blocked_step_says_on_whom(void **state)
{
	(void)state;
	at_every_width("3 4121/4122 task in_call=202 state=S\n"
		       "3 0 status state=held level=step origin=launched "
		       "main_pid=4121 tasks=2 held=0 held_tid=4122 "
		       "waits_on=4121\n", check_blocked);
}

static void check_kept(int cols, const char *row1, const char *row2,
		       const char *row3)
{
	(void)row2;
	(void)row3;
	assert_memory_equal(row1, "DETACH", 6);
	if (cols >= 80)
		assert_non_null(strstr(row1, "DETACHED, kept"));
}

static void a_kept_tree_says_so(void **state)
{
	(void)state;
	at_every_width("3 0 status state=detached level=calls origin=launched "
		       "main_pid=4121 tasks=2 filter=1 keeper=1\n",
		       check_kept);
}

static void check_filter(int cols, const char *row1, const char *row2,
			 const char *row3)
{
	(void)row2;
	(void)row3;
	if (cols >= 80)
		assert_non_null(strstr(row1, "watch, filter"));
}

static void a_filtered_tree_at_watch_says_so(void **state)
{
	(void)state;
	at_every_width("3 0 status state=run level=watch origin=launched "
		       "main_pid=4121 tasks=2 filter=1\n", check_filter);
}

static void check_one_cpu(int cols, const char *row1, const char *row2,
			  const char *row3)
{
	(void)row2;
	(void)row3;
	assert_null(strstr(row1, "every call"));
	if (cols >= 120)
		assert_non_null(strstr(row1, "calls, one CPU"));
}

static void at_calls_a_shared_cpu_is_told(void **state)
{
	(void)state;
	at_every_width("3 0 status state=run level=calls origin=launched "
		       "main_pid=4121 tasks=2 filter=1 pinned=1\n",
		       check_one_cpu);
}

static void check_tracked(int cols, const char *row1, const char *row2,
			  const char *row3)
{
	(void)row2;
	(void)row3;
	whole(cols, row1, ", wr", "calls, writes tracked");
	if (cols >= 120)
		assert_non_null(strstr(row1, "calls, writes tracked"));
	else if (cols >= 70 && !strstr(row1, " +W ") &&
		 !strstr(row1, ", writes tracked"))
		fail_msg("%d columns: no mark: %s", cols, row1);
}

static void check_tracked_held(int cols, const char *row1, const char *row2,
			       const char *row3)
{
	(void)row2;
	(void)row3;
	if (cols >= 70 && !strstr(row1, "tasks held +W"))
		fail_msg("%d columns: no mark: %s", cols, row1);
}

static void check_not_tracked(int cols, const char *row1, const char *row2,
			      const char *row3)
{
	(void)cols;
	(void)row2;
	(void)row3;
	assert_null(strstr(row1, "+W"));
	assert_null(strstr(row1, "tracked"));
}

#define RUNS \
	"3 0 status state=run level=calls origin=launched main_pid=4121 " \
	"tasks=2 filter=1 own_rss=9.2M own_cpu=11 worst_stop_ns=20us\n"

static void tracked_writes_are_told(void **state)
{
	(void)state;
	at_every_width(RUNS "3 4121 writes state=on way=userfaultfd\n",
		       check_tracked);
	at_every_width("3 0 status state=held level=calls origin=launched "
		       "main_pid=4121 tasks=2 held=2 filter=1\n"
		       "3 4121 writes state=on way=userfaultfd\n",
		       check_tracked_held);
	at_every_width(RUNS "3 4121 writes state=on way=userfaultfd\n"
		       "4 4121 writes state=off\n",
		       check_not_tracked);
	at_every_width(RUNS "3 4121 writes state=refused why=seccomp\n",
		       check_not_tracked);
}

static void time_has_seven_columns(void **state)
{
	static const struct { uint64_t s; const char *text; } times[] = {
		{ 0, "0.0s" }, { 999, "999.0s" }, { 1000, "0:16:40" },
		{ 35999, "9:59:59" }, { 36000, "10h00" }, { 360000, "4d04h" },
	};
	char buf[32];

	(void)state;
	for (size_t i = 0; i < sizeof times / sizeof *times; i++)
		assert_string_equal(header_time(buf, sizeof buf,
						times[i].s * 1000000000u),
				    times[i].text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(running),
		cmocka_unit_test(lost_is_told),
		cmocka_unit_test(held),
		cmocka_unit_test(held_in_a_call_that_the_log_has_not),
		cmocka_unit_test(ended),
		cmocka_unit_test(ended_at_level_watch),
		cmocka_unit_test(a_blocked_step_says_on_whom),
		cmocka_unit_test(a_kept_tree_says_so),
		cmocka_unit_test(a_filtered_tree_at_watch_says_so),
		cmocka_unit_test(at_calls_a_shared_cpu_is_told),
		cmocka_unit_test(tracked_writes_are_told),
		cmocka_unit_test(time_has_seven_columns),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
