/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The status rows at every width: a field is shown completely or not at all. */
#include <config.h>

#include <ctype.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
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

/* Draws the header at every width, and calls check() with the text of its three
 * rows. */
static void draw_all_widths(const char *more,
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

/* If the row contains `word`, it contains all of `field`. */
static void check_field(int cols, const char *row, const char *word,
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
	check_field(cols, row1, " mmtop", cols < 100 ? "mmtop 1.1% 9M" :
		    "mmtop 1.1% 9.2M");
	check_field(cols, row1, " lost", "lost 0");
	check_field(cols, row1, " stop", "stop 20us");
	check_field(cols, row1, " cal", " calls");
	if (cols >= 80)
		assert_non_null(strstr(row1, "stop 20us"));
	assert_non_null(strstr(row2, "RSS  412M"));
	check_field(cols, row2, " cg", cols < 100 ? "cgroup  412M/ 512M" :
		    "cgroup  412M/ 512M 80%");
	check_field(cols, row2, " virt", "virt 1.00G");
	check_field(cols, row2, " sw", cols < 100 ? "swap 0" : "swap     0");
	check_field(cols, row2, " fau", "faults  800/s");
	/* The cgroup's field comes before that of virtual memory. */
	if (strstr(row2, "virt") && cols < 100)
		assert_non_null(strstr(row2, "cgroup  412M"));
	check_field(cols, row3, " used", "used 14.0G");
	check_field(cols, row3, " available", "available 16.0G");
	check_field(cols, row3, " swap", "swap     0/2.00G");
	check_field(cols, row3, " pressure", cols < 140 ? "pressure  0.3%" :
		    "pressure some  0.3% full  0.0%");
}

static void fields_of_a_running_program_are_whole(void **state)
{
	(void)state;
	draw_all_widths("3 0 status state=run level=calls origin=launched "
			"main_pid=4121 tasks=2 stops=9 worst_stop_ns=20us "
			"own_cpu=11 own_rss=9.2M\n", check_run);
}

static void check_lost(int cols, const char *row1, const char *row2,
		       const char *row3)
{
	(void)row2;
	(void)row3;
	if (cols >= 60 && !strstr(row1, "lost 12.3k"))
		fail_msg("%d columns: no lost events: %s", cols, row1);
	check_field(cols, row1, "lost", "lost 12.3k");
}

static void lost_events_are_shown(void **state)
{
	(void)state;
	draw_all_widths("3 0 status state=run level=calls origin=launched "
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

static void held_task_and_call_are_shown(void **state)
{
	(void)state;
	draw_all_widths("3 4121/4122 call call=mmap phase=enter "
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

/* The newest call in the log is not the cause of this stop. */
#define OLD_CALL "3 4121 call call=brk args=0x9000 result=0x9000\n"
#define SLEEPS "4 4121 task in_call=230 state=t\n"

static void call_of_a_held_task_comes_from_its_state(void **state)
{
	(void)state;
	/* Held at the exit of the sleep, and held without a stop at a call. */
	draw_all_widths(OLD_CALL SLEEPS
			"4 0 status state=held level=calls origin=attached "
			"main_pid=4121 tasks=2 held=2 held_tid=4121\n",
			check_held_in);
	draw_all_widths(OLD_CALL SLEEPS
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

static void end_and_signal_are_shown(void **state)
{
	(void)state;
	draw_all_widths("4 4121 process op=exit signal=SIGSEGV core=1 gone=1\n"
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

/* At level watch the calls are unknown (n/a), not 0; the final row shows the
 * cgroup, too. */
static void calls_are_unknown_at_level_watch(void **state)
{
	(void)state;
	draw_all_widths("3 4121 usage rss=9M cgroup_used=117M cgroup_max=128M\n"
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

static void check_counting(int cols, const char *row1, const char *row2,
			   const char *row3)
{
	(void)row2;
	(void)row3;
	if (cols >= 60)
		assert_non_null(strstr(row1, "step 3 of 10"));
}

static void number_of_steps_is_shown(void **state)
{
	(void)state;
	draw_all_widths("3 0 status state=held level=step origin=launched "
			"main_pid=4121 tasks=2 held=1 step=3 steps=10\n",
			check_counting);
}

static void check_until(int cols, const char *row1, const char *row2,
			const char *row3)
{
	(void)row2;
	(void)row3;
	if (cols >= 80)
		assert_non_null(strstr(row1, "until a call"));
}

static void run_to_a_call_is_shown(void **state)
{
	(void)state;
	draw_all_widths("3 0 status state=run level=step origin=launched "
			"main_pid=4121 tasks=2 steps=1 step=1 until=1\n",
			check_until);
}

static void blocked_step_names_the_other_task(void **state)
{
	(void)state;
	draw_all_widths("3 4121/4122 task in_call=202 state=S\n"
			"3 0 status state=held level=step origin=launched "
			"main_pid=4121 tasks=2 held=0 held_tid=4122 "
			"waits_on=4121\n", check_blocked);
}

static void check_detached_keeper(int cols, const char *row1, const char *row2,
				  const char *row3)
{
	(void)row2;
	(void)row3;
	assert_memory_equal(row1, "DETACH", 6);
	if (cols >= 80)
		assert_non_null(strstr(row1, "DETACHED, kept"));
}

static void detached_tree_with_keeper_is_marked(void **state)
{
	(void)state;
	draw_all_widths("3 0 status state=detached level=calls origin=launched "
			"main_pid=4121 tasks=2 filter=1 keeper=1\n",
			check_detached_keeper);
}

static void check_filter(int cols, const char *row1, const char *row2,
			 const char *row3)
{
	(void)row2;
	(void)row3;
	if (cols >= 80)
		assert_non_null(strstr(row1, "watch, filter"));
}

static void filter_is_shown_at_level_watch(void **state)
{
	(void)state;
	draw_all_widths("3 0 status state=run level=watch origin=launched "
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

static void pinning_to_one_cpu_is_shown(void **state)
{
	(void)state;
	draw_all_widths("3 0 status state=run level=calls origin=launched "
			"main_pid=4121 tasks=2 filter=1 pinned=1\n",
			check_one_cpu);
}

static void check_tracked(int cols, const char *row1, const char *row2,
			  const char *row3)
{
	(void)row2;
	(void)row3;
	check_field(cols, row1, ", wr", "calls, writes tracked");
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

static void tracked_writes_are_marked(void **state)
{
	(void)state;
	draw_all_widths(RUNS "3 4121 writes state=on way=userfaultfd\n",
			check_tracked);
	draw_all_widths("3 0 status state=held level=calls origin=launched "
			"main_pid=4121 tasks=2 held=2 filter=1\n"
			"3 4121 writes state=on way=userfaultfd\n",
			check_tracked_held);
	draw_all_widths(RUNS "3 4121 writes state=on way=userfaultfd\n"
			"4 4121 writes state=off\n",
			check_not_tracked);
	draw_all_widths(RUNS "3 4121 writes state=refused why=seccomp\n",
			check_not_tracked);
}

static void check_tree(int cols, const char *row1, const char *row2,
		       const char *row3)
{
	(void)row1;
	(void)row3;
	check_field(cols, row2, " tr", "tree  502M");
	if (cols >= 40)
		assert_non_null(strstr(row2, "tree  502M"));
	assert_non_null(strstr(row2, "RSS  412M"));
}

static void check_peak(int cols, const char *row1, const char *row2,
		       const char *row3)
{
	(void)row1;
	(void)row3;
	check_field(cols, row2, " peak", "peak  512M cc1\\x0a");
	if (cols >= 60)
		assert_non_null(strstr(row2, "peak  512M cc1"));
}

#define CHILD "2.1 4121 process op=fork child=4123\n" \
	"2.2 4123 process op=exec comm=\"cc1\\n\"\n" \
	"2.3 4123 usage virt=1G rss=90M peak=512M\n"
/* The wrapper of a program is small: the sum of the tree, and the largest peak
 * with its process, are what counts. */
static void memory_of_children_is_shown(void **state)
{
	(void)state;
	draw_all_widths(CHILD "3 0 status state=run level=calls "
			"origin=launched main_pid=4121 tasks=3\n", check_tree);
	draw_all_widths(CHILD "3 4123 process op=exit gone=1 status=0\n"
			"3.1 4121 process op=exit gone=1 status=0\n"
			"4 0 status state=ended level=calls origin=launched "
			"main_pid=4121\n", check_peak);
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

static bool is_explained(const char *word)
{
	for (size_t p = 0; header_terms[p]; p++)
		for (size_t i = 0; i < header_terms[p]->n; i++) {
			struct term t = terms_at(header_terms[p], i);

			if (strstr(t.sign, word) || strstr(t.help, word))
				return true;
		}
	return false;
}

/* Each word of a row is in the help about the header. */
static void check_words(int cols, const char *row)
{
	char word[64];

	for (const char *s = row; *s;) {
		size_t n = 0;

		if (!isalpha((unsigned char)*s)) {
			/* Skip numbers with their units, and "/s". */
			bool number = isdigit((unsigned char)*s) || *s == '/';

			s++;
			while (number && isalpha((unsigned char)*s))
				s++;
			continue;
		}
		while (isalpha((unsigned char)s[n]) && n < sizeof word - 1)
			n++;
		memcpy(word, s, n);
		word[n] = '\0';
		s += n;
		if (!is_explained(word))
			fail_msg("%d columns: no help about \"%s\": %s", cols,
				 word, row);
	}
}

static void check_explained(int cols, const char *row1, const char *row2,
			    const char *row3)
{
	char state[8];
	const char *costs = strstr(row1, " stop ");

	snprintf(state, sizeof state, "%.7s", row1);
	check_words(cols, state);
	if (costs)
		check_words(cols, costs);
	check_words(cols, row2);
	check_words(cols, row3);
}

static void each_word_has_help(void **state)
{
	static const char *const states[] = {
		"run", "held", "stopped", "detached", "ended", "starting",
	};
	char line[200];

	(void)state;
	for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
		snprintf(line, sizeof line,
			 "3 0 status state=%s level=calls origin=launched "
			 "main_pid=4121 tasks=2 stops=9 worst_stop_ns=20us "
			 "own_cpu=11 own_rss=9.2M\n", states[i]);
		draw_all_widths(line, check_explained);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_of_a_running_program_are_whole),
		cmocka_unit_test(lost_events_are_shown),
		cmocka_unit_test(held_task_and_call_are_shown),
		cmocka_unit_test(call_of_a_held_task_comes_from_its_state),
		cmocka_unit_test(end_and_signal_are_shown),
		cmocka_unit_test(calls_are_unknown_at_level_watch),
		cmocka_unit_test(number_of_steps_is_shown),
		cmocka_unit_test(run_to_a_call_is_shown),
		cmocka_unit_test(blocked_step_names_the_other_task),
		cmocka_unit_test(detached_tree_with_keeper_is_marked),
		cmocka_unit_test(filter_is_shown_at_level_watch),
		cmocka_unit_test(pinning_to_one_cpu_is_shown),
		cmocka_unit_test(tracked_writes_are_marked),
		cmocka_unit_test(memory_of_children_is_shown),
		cmocka_unit_test(time_has_seven_columns),
		cmocka_unit_test(each_word_has_help),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
