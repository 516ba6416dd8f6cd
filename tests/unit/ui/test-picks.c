/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list that a process is chosen from: what is in it, and in which order. */
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

/* Of a walk; whether the selected one is gone. */
static bool end(struct picks *p)
{
	struct listed_message m = { .kind = LISTED_END };
	bool was;

	now += S;
	was = picks_take(p, &m, now, &gone);
	picks_update(p);
	return was;
}

/* "1 4(2) 7": the rows, parents of matches between brackets. */
static void is(struct picks *p, const char *want)
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
	end(p);
}

static void a_list_is_by_rss(void **state)
{
	struct picks p;

	(void)state;
	family(&p);
	picks_tree(&p, false);
	is(&p, "11 12 20 10 1");
	picks_sort(&p, PICK_RSS, true);
	is(&p, "1 10 20 12 11");
	picks_sort(&p, PICK_PID, false);
	is(&p, "1 10 11 12 20");
	picks_sort(&p, PICK_AGE, false);
	is(&p, "20 12 11 10 1");
	picks_sort(&p, PICK_COMMAND, false);
	is(&p, "20 1 10 11 12");
	picks_release(&p);
}

/* A tree is where the largest of it is; so are those below. */
static void a_tree_is_by_its_largest(void **state)
{
	struct picks p;

	(void)state;
	family(&p);
	is(&p, "1 /10 //11 //12 /20");
	assert_true(p.rows.v[4].last);
	assert_false(p.rows.v[2].last);
	assert_true(p.rows.v[3].last);
	/* From 10 a line goes on to 20 beside 11 and 12. */
	assert_true(p.rows.v[2].lines & 1u << 1);
	picks_release(&p);
}

static void order_stays_while_figures_move(void **state)
{
	struct picks p;

	(void)state;
	family(&p);
	picks_tree(&p, false);
	is(&p, "11 12 20 10 1");
	row(&p, 1, 0, 400 * M, "init");
	row(&p, 10, 1, 1 * M, "redis");
	row(&p, 11, 10, 3 * M, "redis-rdb");
	row(&p, 12, 10, 20 * M, "sh");
	row(&p, 20, 1, 15 * M, "gcc");
	/* Who comes later goes to the end. */
	row(&p, 5, 1, 999 * M, "late");
	end(&p);
	is(&p, "11 12 20 10 1 5");
	/* Asked for, it is sorted. */
	picks_sort(&p, PICK_RSS, false);
	is(&p, "5 1 12 20 11 10");
	picks_release(&p);
}

static void parents_of_a_match_stay(void **state)
{
	struct picks p;

	(void)state;
	family(&p);
	picks_find(&p, "rdb");
	/* Of those that only lead there the nearest. */
	is(&p, "(10) /11");
	assert_int_equal(p.matches, 1);
	assert_int_equal(p.pid, 11);
	picks_find(&p, "c");
	is(&p, "(1) /20");
	picks_find(&p, "REDIS");
	is(&p, "(1) /10 //11");
	picks_find(&p, "sh");
	is(&p, "(10) /12");
	picks_tree(&p, false);
	is(&p, "12");
	picks_find(&p, "nonesuch");
	is(&p, "");
	assert_null(picks_selected(&p));
	picks_find(&p, "");
	is(&p, "11 12 20 10 1");
	/* By number: how it begins. */
	picks_find(&p, "2");
	is(&p, "20");
	picks_release(&p);
}

/* Whoever was chosen stays so, a parent of a match too. */
static void a_parent_may_be_chosen(void **state)
{
	struct picks p;

	(void)state;
	family(&p);
	picks_find(&p, "rdb");
	is(&p, "(10) /11");
	picks_select(&p, 0);
	row(&p, 30, 1, M, "late");
	is(&p, "(10) /11");
	assert_int_equal(p.pid, 10);
	picks_find(&p, "gcc");
	is(&p, "(1) /20");
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
	is(&p, "");
	command(&p, 10, text, sizeof text - 1);
	is(&p, "10");
	/* Under its name too, which is not in its command line. */
	command(&p, 20, "cc1 -quiet", 10);
	picks_find(&p, "gcc");
	is(&p, "20");
	/* An exec: the old line is nobody's. */
	row(&p, 10, 1, 10 * M, "true");
	picks_find(&p, "6380");
	is(&p, "");
	picks_release(&p);
}

static void users(void **state)
{
	struct picks p;

	(void)state;
	family(&p);
	picks_tree(&p, false);
	picks_user(&p, 1);
	is(&p, "11 1");
	picks_find(&p, "sh");
	is(&p, "");
	picks_all_users(&p);
	is(&p, "12");
	picks_release(&p);
}

/* --- what is hostile ------------------------------------------------------------ */

static void names_are_made_safe(void **state)
{
	static const char bad[] = "a\033[2J\rb\302\233c\342\200\256d\377";
	struct picks p;
	char all[256];

	(void)state;
	for (size_t i = 0; i < sizeof all; i++)
		all[i] = (char)i;
	picks_init(&p, false);
	row(&p, 7, 1, M, bad);
	end(&p);
	assert_null(strpbrk(picks_at(&p, 7)->command, "\033\r"));
	command(&p, 7, all, sizeof all);
	for (const char *c = picks_at(&p, 7)->command; *c; c++)
		assert_true((unsigned char)*c >= ' ' && *c != 127);
	/* What it would do cannot be looked for; its letters can. */
	picks_find(&p, "ABC");
	is(&p, "7");
	/* A length that no message has. */
	picks_release(&p);
	picks_init(&p, false);
	row(&p, 7, 1, M, "x");
	end(&p);
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

/* A number that is used again is somebody else. */
static void a_pid_comes_again(void **state)
{
	struct listed_message more = { .kind = LISTED_MORE };
	struct picks p;

	(void)state;
	family(&p);
	picks_tree(&p, false);
	command(&p, 20, "old", 3);
	is(&p, "11 12 20 10 1");
	picks_select(&p, 2);
	assert_int_equal(p.pid, 20);
	row_of(&p, 20, 1, 999, 15 * M, "new");
	assert_string_equal(picks_at(&p, 20)->command, "new");
	picks_update(&p);
	/* The new one is not selected in the old one's name. */
	assert_int_equal(p.pid, 10);
	/* What comes late of the old one is not the new one's. */
	command(&p, 20, "late", 4);
	assert_string_equal(picks_at(&p, 20)->command, "new");
	more.u.more.pid = 20;
	more.u.more.start = 20;
	picks_take(&p, &more, now, &gone);
	assert_int_equal(picks_at(&p, 20)->more.pid, 0);
	picks_release(&p);
}

static void who_ends_is_told(void **state)
{
	struct picks p;

	(void)state;
	family(&p);
	picks_tree(&p, false);
	is(&p, "11 12 20 10 1");
	picks_select(&p, 2);
	row(&p, 1, 0, 4 * M, "init");
	row(&p, 11, 10, 30 * M, "redis-rdb");
	row(&p, 12, 10, 20 * M, "sh");
	row(&p, 10, 1, 10 * M, "redis");
	assert_true(end(&p));
	assert_string_equal(gone, "gcc");
	free(gone);
	gone = NULL;
	is(&p, "11 12 10 1");
	/* The one in its place takes over. */
	assert_int_equal(p.pid, 10);
	assert_int_equal(picks_row(&p), 2);
	/* Nobody chose this one: nothing is told. */
	p.chosen = false;
	assert_false(end(&p));
	is(&p, "");
	picks_release(&p);
}

static void orphans_and_loops(void **state)
{
	struct picks p;

	(void)state;
	picks_init(&p, false);
	row(&p, 5, 4, M, "orphan");		/* its parent is hidden */
	row(&p, 6, 6, M, "own");		/* its own parent */
	row(&p, 7, 8, 3 * M, "a");		/* each other's */
	row(&p, 8, 9, 2 * M, "b");
	row(&p, 9, 7, M, "c");
	row(&p, 10, 9, M, "below");
	end(&p);
	assert_int_equal(p.rows.n, 6);
	for (size_t i = 0; i < p.rows.n; i++)
		for (size_t j = 0; j < i; j++)
			assert_int_not_equal(p.rows.v[i].pid, p.rows.v[j].pid);
	picks_find(&p, "below");
	picks_update(&p);
	assert_int_equal(p.rows.v[p.rows.n - 1].pid, 10);
	picks_release(&p);
}

/* A chain of forks as long as it likes: no recursion, no time. */
static void a_long_chain(void **state)
{
	struct picks p;
	int n = 30000;

	(void)state;
	picks_init(&p, false);
	for (int i = 1; i <= n; i++)
		row(&p, i, i - 1, (uint64_t)i * 4096, "x");
	end(&p);
	assert_int_equal(p.rows.n, n);
	assert_int_equal(p.rows.v[n - 1].depth, n - 1);
	picks_find(&p, "30000");
	picks_update(&p);
	assert_int_equal(p.matches, 1);
	assert_int_equal(p.rows.n, 2);
	picks_release(&p);
}

static void rates_come_with_the_second_look(void **state)
{
	struct picks p;

	(void)state;
	picks_init(&p, false);
	row(&p, 3, 1, 10 * M, "x");
	assert_false(rate_known(&picks_at(&p, 3)->rss_rate));
	now += S;
	row(&p, 3, 1, 12 * M, "x");
	assert_true(rate_value(&picks_at(&p, 3)->rss_rate) > 1.9e6);
	/* Nothing is known of a thing without memory. */
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
		cmocka_unit_test(a_list_is_by_rss),
		cmocka_unit_test(a_tree_is_by_its_largest),
		cmocka_unit_test(order_stays_while_figures_move),
		cmocka_unit_test(parents_of_a_match_stay),
		cmocka_unit_test(a_parent_may_be_chosen),
		cmocka_unit_test(command_lines_are_found),
		cmocka_unit_test(users),
		cmocka_unit_test(names_are_made_safe),
		cmocka_unit_test(a_pid_comes_again),
		cmocka_unit_test(who_ends_is_told),
		cmocka_unit_test(orphans_and_loops),
		cmocka_unit_test(a_long_chain),
		cmocka_unit_test(rates_come_with_the_second_look),
		cmocka_unit_test(children_are_counted),
	};

	setlocale(LC_ALL, "");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
