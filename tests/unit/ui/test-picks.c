/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list from which the user selects a process: its contents and order. */
#include <config.h>

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ui/picker/processes.h"

#define M UINT64_C(1000000)
#define S UINT64_C(1000000000)

static uint64_t now = S;
static char *gone;

static void row_of(struct picks *p, pid_t pid, pid_t ppid, uint64_t start,
		   uint64_t rss, const char *comm)
{
	struct listed_message m = { .kind = LISTED_ROW };

	m.u.row = (struct listed){
		.pid = pid, .ppid = ppid, .start = start, .rss = rss,
		.swap = 0, .threads = 1, .state = 'S',
		.uid = (uid_t)(pid % 2),
	};
	snprintf(m.u.row.comm, sizeof m.u.row.comm, "%s", comm);
	assert_false(picks_take(p, &m, now, &gone));
}

static void row(struct picks *p, pid_t pid, pid_t ppid, uint64_t rss,
		const char *comm)
{
	row_of(p, pid, ppid, (uint64_t)pid, rss, comm);
}

static void command(struct picks *p, pid_t pid, const char *bytes, size_t n)
{
	struct listed_message m = { .kind = LISTED_COMMAND };

	m.u.command.pid = pid;
	m.u.command.start = (uint64_t)pid;
	m.u.command.n = n;
	memcpy(m.u.command.text, bytes, n);
	picks_take(p, &m, now, &gone);
}

/* Ends a pass over the processes; returns true if the selected one has
 * exited. */
static bool end_pass(struct picks *p)
{
	struct listed_message m = { .kind = LISTED_END };
	bool was;

	now += S;
	was = picks_take(p, &m, now, &gone);
	picks_update(p);
	return was;
}

/* Compares the rows, as "1 /(2) //7": a slash for each level, and parents of
 * matches in parentheses. */
static void check_rows(struct picks *p, const char *want)
{
	struct str have = STR_INIT;

	picks_update(p);
	for (size_t i = 0; i < p->rows.n; i++)
		str_addf(&have, p->rows.v[i].match ? "%s%.*s%d" :
			 "%s%.*s(%d)", i ? " " : "", p->rows.v[i].depth,
			 "////////", (int)p->rows.v[i].pid);
	assert_string_equal(have.data, want);
	str_release(&have);
}

/* 1 - 10 - 11, 12; 20 */
static void family(struct picks *p)
{
	picks_init(p, false);
	row(p, 1, 0, 4 * M, "init");
	row(p, 10, 1, 10 * M, "redis");
	row(p, 11, 10, 30 * M, "redis-rdb");
	row(p, 12, 10, 20 * M, "sh");
	row(p, 20, 1, 15 * M, "gcc");
	end_pass(p);
}

static void list_is_sorted_by_rss(void **state)
{
	struct picks p;

	(void)state;
	family(&p);
	picks_tree(&p, false);
	check_rows(&p, "11 12 20 10 1");
	picks_sort(&p, PICK_RSS, true);
	check_rows(&p, "1 10 20 12 11");
	picks_sort(&p, PICK_PID, false);
	check_rows(&p, "1 10 11 12 20");
	picks_sort(&p, PICK_AGE, false);
	check_rows(&p, "20 12 11 10 1");
	picks_sort(&p, PICK_COMMAND, false);
	check_rows(&p, "20 1 10 11 12");
	picks_release(&p);
}

/* A tree is sorted by its largest member, at every level. */
static void tree_is_sorted_by_its_largest_member(void **state)
{
	struct picks p;

	(void)state;
	family(&p);
	check_rows(&p, "1 /10 //11 //12 /20");
	assert_true(p.rows.v[4].last);
	assert_false(p.rows.v[2].last);
	assert_true(p.rows.v[3].last);
	/* The line from 10 to 20 passes the rows of 11 and 12. */
	assert_true(p.rows.v[2].lines & 1u << 1);
	picks_release(&p);
}

static void order_stays_while_figures_change(void **state)
{
	struct picks p;

	(void)state;
	family(&p);
	picks_tree(&p, false);
	check_rows(&p, "11 12 20 10 1");
	row(&p, 1, 0, 400 * M, "init");
	row(&p, 10, 1, 1 * M, "redis");
	row(&p, 11, 10, 3 * M, "redis-rdb");
	row(&p, 12, 10, 20 * M, "sh");
	row(&p, 20, 1, 15 * M, "gcc");
	/* A new process is added at the end. */
	row(&p, 5, 1, 999 * M, "late");
	end_pass(&p);
	check_rows(&p, "11 12 20 10 1 5");
	/* The user sorts the list again. */
	picks_sort(&p, PICK_RSS, false);
	check_rows(&p, "5 1 12 20 11 10");
	picks_release(&p);
}

static void parent_of_a_match_is_shown(void **state)
{
	struct picks p;

	(void)state;
	family(&p);
	picks_find(&p, "rdb");
	/* Only the nearest parent of a match is shown. */
	check_rows(&p, "(10) /11");
	assert_int_equal(p.matches, 1);
	assert_int_equal(p.pid, 11);
	picks_find(&p, "c");
	check_rows(&p, "(1) /20");
	picks_find(&p, "REDIS");
	check_rows(&p, "(1) /10 //11");
	picks_find(&p, "sh");
	check_rows(&p, "(10) /12");
	picks_tree(&p, false);
	check_rows(&p, "12");
	picks_find(&p, "nonesuch");
	check_rows(&p, "");
	assert_null(picks_selected(&p));
	picks_find(&p, "");
	check_rows(&p, "11 12 20 10 1");
	/* A number matches the first digits of process IDs. */
	picks_find(&p, "2");
	check_rows(&p, "20");
	picks_release(&p);
}

/* The user's selection stays, even on a parent of a match. */
static void selected_parent_stays_selected(void **state)
{
	struct picks p;

	(void)state;
	family(&p);
	picks_find(&p, "rdb");
	check_rows(&p, "(10) /11");
	picks_select(&p, 0);
	row(&p, 30, 1, M, "late");
	check_rows(&p, "(10) /11");
	assert_int_equal(p.pid, 10);
	picks_find(&p, "gcc");
	check_rows(&p, "(1) /20");
	assert_int_equal(p.pid, 20);
	picks_release(&p);
}

static void command_lines_are_found(void **state)
{
	static const char text[] = "redis-server *:6380";
	struct picks p;

	(void)state;
	family(&p);
	picks_tree(&p, false);
	picks_find(&p, "6380");
	check_rows(&p, "");
	command(&p, 10, text, sizeof text - 1);
	check_rows(&p, "10");
	/* The name is searched, too, even if the command line does not have
	 * it. */
	command(&p, 20, "cc1 -quiet", 10);
	picks_find(&p, "gcc");
	check_rows(&p, "20");
	/* After an exec the old command line is dropped. */
	row(&p, 10, 1, 10 * M, "true");
	picks_find(&p, "6380");
	check_rows(&p, "");
	picks_release(&p);
}

static void list_is_limited_to_a_user(void **state)
{
	struct picks p;

	(void)state;
	family(&p);
	picks_tree(&p, false);
	picks_user(&p, 1);
	check_rows(&p, "11 1");
	picks_find(&p, "sh");
	check_rows(&p, "");
	picks_all_users(&p);
	check_rows(&p, "12");
	picks_release(&p);
}

/* --- hostile input -------------------------------------------------------- */

static void hostile_names_are_escaped(void **state)
{
	static const char bad[] = "a\033[2J\rb\302\233c\342\200\256d\377";
	struct picks p;
	char all[256];

	(void)state;
	for (size_t i = 0; i < sizeof all; i++)
		all[i] = (char)i;
	picks_init(&p, false);
	row(&p, 7, 1, M, bad);
	end_pass(&p);
	assert_null(strpbrk(picks_at(&p, 7)->command, "\033\r"));
	command(&p, 7, all, sizeof all);
	for (const char *c = picks_at(&p, 7)->command; *c; c++)
		assert_true((unsigned char)*c >= ' ' && *c != 127);
	/* Control characters do not match; the letters around them do. */
	picks_find(&p, "ABC");
	check_rows(&p, "7");
	/* A length that no message can have. */
	picks_release(&p);
	picks_init(&p, false);
	row(&p, 7, 1, M, "x");
	end_pass(&p);
	{
		struct listed_message m = { .kind = LISTED_COMMAND };

		m.u.command.pid = 7;
		m.u.command.start = 7;
		m.u.command.n = UINT64_MAX;
		memset(m.u.command.text, 'y', sizeof m.u.command.text);
		picks_take(&p, &m, now, &gone);
	}
	assert_int_equal(strlen(picks_at(&p, 7)->command),
			 LISTED_COMMAND_MAX);
	picks_release(&p);
}

/* A reused process ID is another process. */
static void reused_pid_is_another_process(void **state)
{
	struct listed_message more = { .kind = LISTED_MORE };
	struct picks p;

	(void)state;
	family(&p);
	picks_tree(&p, false);
	command(&p, 20, "old", 3);
	check_rows(&p, "11 12 20 10 1");
	picks_select(&p, 2);
	assert_int_equal(p.pid, 20);
	row_of(&p, 20, 1, 999, 15 * M, "new");
	assert_string_equal(picks_at(&p, 20)->command, "new");
	picks_update(&p);
	/* The selection does not move to the new process. */
	assert_int_equal(p.pid, 10);
	/* A late message about the old process is dropped. */
	command(&p, 20, "late", 4);
	assert_string_equal(picks_at(&p, 20)->command, "new");
	more.u.more.pid = 20;
	more.u.more.start = 20;
	picks_take(&p, &more, now, &gone);
	assert_int_equal(picks_at(&p, 20)->more.pid, 0);
	picks_release(&p);
}

static void end_of_the_selected_process_is_reported(void **state)
{
	struct picks p;

	(void)state;
	family(&p);
	picks_tree(&p, false);
	check_rows(&p, "11 12 20 10 1");
	picks_select(&p, 2);
	row(&p, 1, 0, 4 * M, "init");
	row(&p, 11, 10, 30 * M, "redis-rdb");
	row(&p, 12, 10, 20 * M, "sh");
	row(&p, 10, 1, 10 * M, "redis");
	assert_true(end_pass(&p));
	assert_string_equal(gone, "gcc");
	free(gone);
	gone = NULL;
	check_rows(&p, "11 12 10 1");
	/* The next row is selected. */
	assert_int_equal(p.pid, 10);
	assert_int_equal(picks_row(&p), 2);
	/* The user did not select this row, so its end is not reported. */
	p.chosen = false;
	assert_false(end_pass(&p));
	check_rows(&p, "");
	picks_release(&p);
}

static void orphans_and_cycles_are_listed_once(void **state)
{
	struct picks p;

	(void)state;
	picks_init(&p, false);
	row(&p, 5, 4, M, "orphan");		/* its parent is hidden */
	row(&p, 6, 6, M, "own");		/* its own parent */
	row(&p, 7, 8, 3 * M, "a");		/* a cycle of parents */
	row(&p, 8, 9, 2 * M, "b");
	row(&p, 9, 7, M, "c");
	row(&p, 10, 9, M, "below");
	end_pass(&p);
	assert_int_equal(p.rows.n, 6);
	for (size_t i = 0; i < p.rows.n; i++)
		for (size_t j = 0; j < i; j++)
			assert_int_not_equal(p.rows.v[i].pid, p.rows.v[j].pid);
	picks_find(&p, "below");
	picks_update(&p);
	assert_int_equal(p.rows.v[p.rows.n - 1].pid, 10);
	picks_release(&p);
}

/* A very long chain of forks needs no recursion and little time. */
static void long_chain_of_parents_is_listed(void **state)
{
	struct picks p;
	int n = 30000;

	(void)state;
	picks_init(&p, false);
	for (int i = 1; i <= n; i++)
		row(&p, i, i - 1, (uint64_t)i * 4096, "x");
	end_pass(&p);
	assert_int_equal(p.rows.n, n);
	assert_int_equal(p.rows.v[n - 1].depth, n - 1);
	picks_find(&p, "30000");
	picks_update(&p);
	assert_int_equal(p.matches, 1);
	assert_int_equal(p.rows.n, 2);
	picks_release(&p);
}

static void rates_need_two_samples(void **state)
{
	struct picks p;

	(void)state;
	picks_init(&p, false);
	row(&p, 3, 1, 10 * M, "x");
	assert_false(rate_known(&picks_at(&p, 3)->rss_rate));
	now += S;
	row(&p, 3, 1, 12 * M, "x");
	assert_true(rate_value(&picks_at(&p, 3)->rss_rate) > 1.9e6);
	/* The memory of a kernel thread is unknown, so its rate is, too. */
	row(&p, 2, 0, EV_UNKNOWN, "kthreadd");
	assert_false(rate_known(&picks_at(&p, 2)->rss_rate));
	picks_release(&p);
}

static void children_are_counted(void **state)
{
	const struct pick *first;
	struct picks p;

	(void)state;
	family(&p);
	assert_int_equal(picks_children(&p, picks_at(&p, 10), &first), 2);
	assert_int_equal(first->p.pid, 11);
	assert_int_equal(picks_children(&p, picks_at(&p, 20), &first), 0);
	assert_null(first);
	picks_release(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(list_is_sorted_by_rss),
		cmocka_unit_test(tree_is_sorted_by_its_largest_member),
		cmocka_unit_test(order_stays_while_figures_change),
		cmocka_unit_test(parent_of_a_match_is_shown),
		cmocka_unit_test(selected_parent_stays_selected),
		cmocka_unit_test(command_lines_are_found),
		cmocka_unit_test(list_is_limited_to_a_user),
		cmocka_unit_test(hostile_names_are_escaped),
		cmocka_unit_test(reused_pid_is_another_process),
		cmocka_unit_test(end_of_the_selected_process_is_reported),
		cmocka_unit_test(orphans_and_cycles_are_listed_once),
		cmocka_unit_test(long_chain_of_parents_is_listed),
		cmocka_unit_test(rates_need_two_samples),
		cmocka_unit_test(children_are_counted),
	};

	setlocale(LC_ALL, "");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
