/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several sources report one event, in any order: it is delivered once, in time
 * order, with the letters of all sources. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "event/call.h"
#include "event/join.h"

#define MS UINT64_C(1000000)

static struct str told;

/* Appends "12tk call 7, ": time in ms, letters of the sources, kind, task. */
static void on_event(void *arg, const struct event *ev)
{
	char letters[5];

	(void)arg;
	str_addf(&told, "%llu%s %s %d", (unsigned long long)(ev->time_ns / MS),
		 event_sources(letters, ev), event_descs[ev->kind].name,
		 (int)ev->tid);
	if (ev->kind == EV_CALL)
		str_addf(&told, " %.*s", (int)ev->u.call.path.len,
			 (const char *)ev->u.call.path.data);
	str_adds(&told, ", ");
}

static struct join *begin(void)
{
	struct join *j = join_new(on_event, NULL);

	join_hold(j, true);
	str_clear(&told);
	return j;
}

static void assert_told(const char *want)
{
	assert_string_equal(told.len ? told.data : "", want);
	str_clear(&told);
}

static void end(struct join *j, const char *want)
{
	join_release(j, UINT64_MAX);
	assert_told(want);
	join_free(j);
}

/* --- events --------------------------------------------------------------- */

static struct event event_at(uint64_t ms, char source, enum event_kind kind,
			     pid_t tid)
{
	return (struct event){ .time_ns = ms * MS, .pid = 7, .tid = tid,
			       .kind = kind, .source = source };
}

static struct event call(uint64_t ms, char source, pid_t tid, uint64_t addr)
{
	struct event ev = event_at(ms, source, EV_CALL, tid);

	ev.u.call = (struct ev_call){
		.call = CALL_MMAP, .nr = 9, .args = { 0, 8192, 3, 2, 3, 0 },
		.result = (int64_t)addr, .duration_ns = 2 * MS,
		.path = bytes_of("/a"),
	};
	return ev;
}

static struct event map(uint64_t ms, pid_t tid, uint64_t addr, uint64_t len)
{
	struct event ev = event_at(ms, 'k', EV_MAP, tid);

	ev.u.map = (struct ev_map){ .addr = addr, .len = len };
	return ev;
}

static struct event process(uint64_t ms, char source, pid_t tid,
			    enum process_op op, int64_t child)
{
	struct event ev = event_at(ms, source, EV_PROCESS, tid);

	ev.u.process = (struct ev_process){ .op = op, .child = child,
					    .child_pid = child };
	return ev;
}

static struct event fault(uint64_t ns, char source, uint64_t addr)
{
	struct event ev = event_at(0, source, EV_FAULT, 7);

	ev.time_ns = ns;
	ev.flags = EVF_EACH;
	ev.u.fault = (struct ev_fault){ .addr = addr, .minor = 1 };
	return ev;
}

static void put(struct join *j, struct event ev)
{
	assert_true(join_event(j, &ev));
}

/* --- tests ---------------------------------------------------------------- */

static void events_are_released_in_time_order(void **state)
{
	struct join *j = begin();

	(void)state;
	put(j, event_at(5, 't', EV_SIGNAL, 1));
	put(j, event_at(3, 'k', EV_FAULT, 2));
	put(j, event_at(5, 'k', EV_FAULT, 3));
	put(j, event_at(1, 'm', EV_REGION, 4));
	put(j, event_at(9, 't', EV_CALL, 5));
	assert_told("");
	assert_int_equal(join_oldest(j), 1 * MS);
	join_release(j, 5 * MS);
	/* Events of the same time keep their order. */
	assert_told("1m region 4, 3k fault 2, 5t signal 1, 5k fault 3, ");
	put(j, event_at(8, 'k', EV_FAULT, 6));
	assert_int_equal(join_oldest(j), 8 * MS);
	end(j, "8k fault 6, 9t call 5 , ");
}

/* An event that arrives too late is still delivered, at once, and counted. */
static void late_event_is_delivered_and_counted(void **state)
{
	struct join *j = begin();

	(void)state;
	put(j, event_at(5, 't', EV_CALL, 1));
	join_release(j, 6 * MS);
	put(j, event_at(2, 'k', EV_FAULT, 2));
	put(j, event_at(7, 't', EV_CALL, 3));
	join_release(j, 6 * MS);
	assert_told("5t call 1 , 2k fault 2, ");
	assert_int_equal(join_counts(j).late, 1);
	end(j, "7t call 3 , ");
}

static void without_hold_events_are_not_delayed(void **state)
{
	struct join *j = join_new(on_event, NULL);

	(void)state;
	str_clear(&told);
	put(j, event_at(5, 't', EV_CALL, 1));
	put(j, event_at(3, 'k', EV_FAULT, 2));
	put(j, process(4, 'k', 3, PROCESS_EXIT, 0));
	assert_told("5t call 1 , 3k fault 2, ");
	assert_int_equal(join_oldest(j), UINT64_MAX);
	join_free(j);
}

/* In both orders: the joined event is ptrace's, with the letters of all
 * sources. */
static void process_events_are_joined(void **state)
{
	static const struct {
		enum process_op t, k;
		pid_t t_tid, k_tid;
		int64_t child;
		bool same;
	} cases[] = {
		{ PROCESS_FORK, PROCESS_FORK, 8, 8, 9, true },
		{ PROCESS_VFORK, PROCESS_FORK, 8, 8, 9, true },
		{ PROCESS_CLONE, PROCESS_FORK, 8, 8, 9, true },
		{ PROCESS_THREAD, PROCESS_THREAD, 8, 8, 9, true },
		{ PROCESS_EXEC, PROCESS_EXEC, 7, 8, 0, true },
		{ PROCESS_EXIT, PROCESS_EXIT, 8, 8, 0, true },
		{ PROCESS_EXIT, PROCESS_EXIT, 8, 9, 0, false },
		{ PROCESS_EXEC, PROCESS_EXIT, 8, 8, 0, false },
		{ PROCESS_ATTACH, PROCESS_ATTACH, 8, 8, 0, false },
	};

	(void)state;
	for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
		size_t c = i / 2;
		struct event t = process(10, 't', cases[c].t_tid, cases[c].t,
					 cases[c].child);
		struct event k = process(9, 'k', cases[c].k_tid, cases[c].k,
					 cases[c].child);
		struct join *j = begin();
		char want[64];

		join_event(j, i % 2 ? &t : &k);
		join_event(j, i % 2 ? &k : &t);
		snprintf(want, sizeof want, "10%s process %d, ",
			 cases[c].same ? "tk" : "t", (int)cases[c].t_tid);
		join_release(j, UINT64_MAX);
		assert_told(want);
		assert_int_equal(join_counts(j).joined, cases[c].same);
		assert_int_equal(join_counts(j).alone, !cases[c].same);
		join_free(j);
	}
}

/* perf reports a task's event at once; ptrace may report it after the
 * window. */
static void late_ptrace_event_is_joined(void **state)
{
	struct join *j = begin();

	(void)state;
	put(j, process(10, 'k', 8, PROCESS_EXIT, 0));
	put(j, process(11, 'k', 9, PROCESS_EXIT, 0));
	join_release(j, 500 * MS);
	assert_told("");
	put(j, process(600, 't', 8, PROCESS_EXIT, 0));
	join_release(j, 700 * MS);
	assert_told("600tk process 8, ");
	assert_int_equal(join_counts(j).alone, 0);
	join_release(j, 1500 * MS);
	assert_int_equal(join_counts(j).alone, 1);
	/* By now, another task may have this number. */
	put(j, process(1600, 't', 9, PROCESS_EXIT, 0));
	end(j, "1600t process 9, ");
}

/* Two sources report an exec before ptrace does; their events were released
 * together or one after the other. */
static void late_ptrace_event_joins_two_sources(void **state)
{
	(void)state;
	for (int both = 0; both < 3; both++) {
		struct join *j = begin();

		put(j, process(1, 'k', 7, PROCESS_EXEC, 0));
		if (both == 0)
			put(j, process(1, 'r', 7, PROCESS_EXEC, 0));
		join_release(j, 2 * MS);
		if (both)
			put(j, process(3, 'r', 7, PROCESS_EXEC, 0));
		if (both == 2)
			join_release(j, 4 * MS);
		put(j, process(5, 't', 7, PROCESS_EXEC, 0));
		join_release(j, 9 * MS);
		assert_told("5tkr process 7, ");
		assert_int_equal(join_counts(j).joined, 2);
		assert_int_equal(join_counts(j).alone, 0);
		join_free(j);
	}
}

/* A SEEN event needs no other source; an exit needs ptrace's. */
static void seen_event_needs_no_other_source(void **state)
{
	struct join *j = begin();

	(void)state;
	put(j, process(10, 'm', 8, PROCESS_SEEN, 0));
	put(j, process(11, 'm', 8, PROCESS_EXIT, 0));
	join_release(j, 500 * MS);
	assert_told("10m process 8, ");
	end(j, "");
}

/* Calls from the ring are joined like records of perf. */
static void calls_of_the_ring_are_joined(void **state)
{
	struct join *j = begin();

	(void)state;
	put(j, call(10, 'r', 7, 0x1000));
	put(j, call(11, 't', 7, 0x1000));
	put(j, call(12, 't', 8, 0x2000));
	put(j, call(12, 'r', 8, 0x2000));
	put(j, call(13, 't', 8, 0x3000));	/* another result */
	put(j, call(13, 'r', 8, 0x4000));
	put(j, call(14, 't', 9, 0x5000));	/* by ptrace only */
	put(j, call(114, 'r', 9, 0x5000));	/* a later call */
	assert_int_equal(join_counts(j).joined, 2);
	end(j, "11tr call 7 /a, 12tr call 8 /a, 13t call 8 /a, 13r call 8 /a, "
	    "14t call 9 /a, 114r call 9 /a, ");
}

static void store_event(void *arg, const struct event *ev)
{
	*(struct event *)arg = *ev;
}

/* Only perf knows whether a fault was major, and only the ring its access. */
static void joined_fault_has_fields_of_both_sources(void **state)
{
	for (int first = 0; first < 2; first++) {
		struct event got = { 0 }, ring = fault(2 * MS, 'r', 0x1000),
			     perf = fault(900 * MS, 'k', 0x1010);
		struct join *j = join_new(store_event, &got);

		(void)state;
		join_hold(j, true);
		ring.u.fault.minor = perf.u.fault.minor = 0;
		ring.u.fault.access = ACCESS_WRITE;
		perf.u.fault.major = 1;
		put(j, first ? ring : perf);
		put(j, first ? perf : ring);
		join_release(j, UINT64_MAX);
		assert_int_equal(join_counts(j).joined, 1);
		assert_int_equal(got.time_ns, 2 * MS);
		assert_int_equal(got.flags, EVF_EACH | EVF_ALSO_PERF);
		assert_int_equal(got.u.fault.major, 1);
		assert_int_equal(got.u.fault.access, ACCESS_WRITE);
		join_free(j);
	}
}

/* ptrace reports the events of tasks; a signal that ptrace does not see is
 * reported by the ring alone. */
static void ring_task_events_need_ptrace(void **state)
{
	struct event usr1 = event_at(12, 't', EV_SIGNAL, 7);
	struct join *j = begin();

	(void)state;
	usr1.u.signal = (struct ev_signal){ .signal = 10, .code = -6 };
	put(j, process(10, 'r', 7, PROCESS_FORK, 8));
	put(j, process(11, 't', 7, PROCESS_CLONE, 8));
	put(j, process(10, 'k', 7, PROCESS_FORK, 8));
	put(j, process(11, 'r', 7, PROCESS_FORK, 9));
	put(j, usr1);
	usr1.source = 'r';
	put(j, usr1);
	usr1.u.signal.action = SIGNAL_DROPPED;
	put(j, usr1);
	end(j, "11tkr process 7, 12tr signal 7, 12r signal 7, ");
}

/* Two equal calls are two events, and each is joined with one record. */
static void equal_calls_are_joined_one_by_one(void **state)
{
	struct join *j = begin();

	(void)state;
	for (uint64_t i = 10; i < 13; i++)
		put(j, call(i, 't', 7, 0x1000));
	for (uint64_t i = 10; i < 12; i++)
		put(j, call(i, 'r', 7, 0x1000));
	put(j, call(11, 'r', 7, 0x1000));
	put(j, call(11, 'r', 7, 0x1000));
	end(j, "10tr call 7 /a, 11tr call 7 /a, 11r call 7 /a, "
	    "12tr call 7 /a, ");
}

static void faults_are_joined_by_page_and_time(void **state)
{
	struct join *j = begin();

	(void)state;
	put(j, fault(1100, 'k', 0x1234));
	put(j, fault(1000, 'r', 0x1000));
	put(j, fault(1200, 'r', 0x2000));
	/* The thread waited for a CPU between the two times. */
	put(j, fault(5 * MS, 'r', 0x3000));
	put(j, fault(27 * MS, 'k', 0x3000));
	put(j, fault(30 * MS, 'r', 0x4000));
	put(j, fault(1031 * MS, 'k', 0x4000));
	end(j, "0rk fault 7, 0r fault 7, 5rk fault 7, 30r fault 7, "
	    "1031k fault 7, ");
}

/* A fault is joined with the nearest one, even if earlier ones were lost. */
static void nearest_fault_is_joined(void **state)
{
	struct join *j = begin();

	(void)state;
	put(j, fault(1 * MS, 'r', 0x1000));
	put(j, fault(5 * MS, 'r', 0x1000));
	put(j, fault(6 * MS, 'k', 0x1000));
	put(j, fault(11 * MS, 'k', 0x2000));
	put(j, fault(15 * MS, 'k', 0x2000));
	put(j, fault(10 * MS, 'r', 0x2000));
	end(j, "1r fault 7, 5rk fault 7, 10rk fault 7, 15k fault 7, ");
}

static size_t count_delivered(void)
{
	size_t n = 0;

	for (const char *p = told.data; p && (p = strchr(p, ',')); p++)
		n++;
	str_clear(&told);
	return n;
}

/* A source reports after the other source's events have been released, as after
 * losses, and has lost some events itself. */
#define FLOOD (JOIN_MAX * 3u)
#define LOST (JOIN_MAX / 2u)
static void source_that_is_behind_is_joined(void **state)
{
	static const char letters[] = "rk";
	const uint64_t us = 1000, late_us = 1;

	(void)state;
	for (int first = 0; first < 2; first++) {
		char ahead = letters[first], behind = letters[!first];
		struct join *j = begin();

		for (uint64_t i = 1; i <= FLOOD; i++)
			put(j, fault((i * 10 + (ahead == 'k') * late_us) * us,
				     ahead, 0x1000));
		for (uint64_t i = LOST + 1; i <= FLOOD + LOST; i++)
			put(j, fault((i * 10 + (behind == 'k') * late_us) * us,
				     behind, 0x1000));
		assert_int_equal(join_counts(j).joined, FLOOD - LOST);
		join_release(j, UINT64_MAX);
		assert_int_equal(count_delivered(), FLOOD + LOST);
		join_free(j);
	}
}

/* A call or signal that was already delivered absorbs one duplicate. */
static void released_events_are_joined_once(void **state)
{
	struct event usr1 = event_at(12, 't', EV_SIGNAL, 7);
	struct join *j = begin();

	(void)state;
	usr1.u.signal = (struct ev_signal){ .signal = 10, .code = -6 };
	put(j, call(10, 't', 7, 0x1000));
	put(j, usr1);
	join_release(j, 20 * MS);
	assert_told("10t call 7 /a, 12t signal 7, ");
	usr1.source = 'r';
	for (int i = 0; i < 2; i++) {
		put(j, call(11, 'r', 7, 0x1000));
		put(j, usr1);
	}
	/* Their keys are stored only as long as another source may report
	 * them. */
	join_release(j, 2000 * MS);
	put(j, usr1);
	join_release(j, 2000 * MS);
	assert_told("11r call 7 /a, 12r signal 7, 12r signal 7, ");
	end(j, "");
}

/* An event older than every stored key may be a duplicate: it counts as
 * lost. */
static void possible_duplicate_is_dropped(void **state)
{
	struct event ev = fault(2, 'r', 0x1000);
	struct join *j = begin();
	uint64_t i;

	(void)state;
	for (i = 1; i <= UINT64_C(3) << 19; i++) {
		put(j, fault(i * 10, 'k', i << 12));
		str_clear(&told);
	}
	assert_false(join_event(j, &ev));
	/* No key of a signal was dropped, and none of a fault from the ring. */
	struct event sig = event_at(2, 'r', EV_SIGNAL, 7);

	sig.u.signal = (struct ev_signal){ .signal = 10, .code = -6 };
	assert_true(join_event(j, &sig));
	ev.source = 'k';
	assert_true(join_event(j, &ev));
	ev.source = 'r';
	ev.time_ns = i * 10;
	assert_true(join_event(j, &ev));
	join_free(j);
}

/* The record of perf stays, and the call gets perf's letter, in both orders. */
static void map_record_is_joined_with_its_call(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct event c = call(10, 't', 7, 0x5000), k;
		struct join *j = begin();

		/* The kernel merged the mapping with its neighbour. */
		k = map(9, 7, 0x4000, 0x3000);
		join_event(j, i ? &c : &k);
		join_event(j, i ? &k : &c);
		assert_int_equal(join_counts(j).joined, 1);
		end(j, "9k map 7, 10tk call 7 /a, ");
	}
}

static void other_map_records_are_not_joined(void **state)
{
	const struct event maps[] = {
		map(49, 8, 0x5000, 0x2000),	/* of another thread */
		map(49, 7, 0x5000, 0x1000),	/* only a part of it */
		map(49, 7, 0x6000, 0x2000),
		map(5, 7, 0x5000, 0x2000),	/* before the call */
		map(51, 7, 0x5000, 0x2000),	/* after the call */
	};
	struct event failed = call(50, 't', 7, 0x5000);
	struct join *j;

	(void)state;
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
		j = begin();
		join_event(j, &maps[i]);
		put(j, call(50, 't', 7, 0x5000));
		assert_int_equal(join_counts(j).joined, 0);
		join_free(j);
	}
	failed.u.call.error = 12;
	j = begin();
	put(j, map(49, 7, 0x5000, 0x2000));
	join_event(j, &failed);
	assert_int_equal(join_counts(j).joined, 0);
	join_free(j);
}

/* The second call at this address changes nothing, so perf has no record of
 * it. */
static void map_record_is_joined_with_one_call(void **state)
{
	struct join *j = begin();

	(void)state;
	put(j, map(9, 7, 0x5000, 0x2000));
	put(j, call(10, 't', 7, 0x5000));
	put(j, call(12, 't', 7, 0x5000));
	assert_int_equal(join_counts(j).joined, 1);
	end(j, "9k map 7, 10tk call 7 /a, 12t call 7 /a, ");
}

/* Borrowed bytes may no longer be valid when the event is delivered. */
static void borrowed_bytes_are_copied(void **state)
{
	struct join *j = begin();
	char path[] = "/a/b";
	struct event ev = call(10, 't', 7, 0x1000);

	(void)state;
	ev.u.call.path = (struct bytes){ path, 4 };
	join_event(j, &ev);
	memset(path, 'x', sizeof path);
	end(j, "10t call 7 /a/b, ");
}

/* If more than JOIN_MAX events wait, the older half is delivered; none is
 * lost. */
static void older_half_is_released_at_the_limit(void **state)
{
	struct join *j = begin();
	size_t n = 0;

	(void)state;
	for (uint64_t i = 0; i < JOIN_MAX + 1; i++)
		put(j, fault(1 + i * 3 * MS, i & 1 ? 'k' : 'r', i << 12));
	for (const char *p = told.data; (p = strchr(p, ',')); p++)
		n++;
	assert_int_equal(n, JOIN_MAX / 2 + 1);
	str_clear(&told);
	join_release(j, UINT64_MAX);
	for (const char *p = told.data; (p = strchr(p, ',')); p++)
		n++;
	assert_int_equal(n, JOIN_MAX + 1);
	join_free(j);
}

/* Waiting events borrow at most JOIN_BYTES. */
static void long_events_are_released_at_the_limit(void **state)
{
	struct join *j = begin();
	size_t n = JOIN_BYTES / 4;
	char *argv = calloc(1, n);
	struct event ev = process(1, 't', 8, PROCESS_EXEC, 0);

	(void)state;
	assert_non_null(argv);
	ev.u.process.argv = (struct bytes){ argv, n };
	for (uint64_t i = 1; i < 6; i++) {
		ev.time_ns = i * MS;
		join_event(j, &ev);
		assert_told(i < 5 ? "" :
			    "1t process 8, 2t process 8, 3t process 8, ");
	}
	free(argv);
	end(j, "4t process 8, 5t process 8, ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_are_released_in_time_order),
		cmocka_unit_test(late_event_is_delivered_and_counted),
		cmocka_unit_test(without_hold_events_are_not_delayed),
		cmocka_unit_test(process_events_are_joined),
		cmocka_unit_test(late_ptrace_event_is_joined),
		cmocka_unit_test(late_ptrace_event_joins_two_sources),
		cmocka_unit_test(seen_event_needs_no_other_source),
		cmocka_unit_test(calls_of_the_ring_are_joined),
		cmocka_unit_test(equal_calls_are_joined_one_by_one),
		cmocka_unit_test(faults_are_joined_by_page_and_time),
		cmocka_unit_test(nearest_fault_is_joined),
		cmocka_unit_test(source_that_is_behind_is_joined),
		cmocka_unit_test(released_events_are_joined_once),
		cmocka_unit_test(possible_duplicate_is_dropped),
		cmocka_unit_test(joined_fault_has_fields_of_both_sources),
		cmocka_unit_test(ring_task_events_need_ptrace),
		cmocka_unit_test(map_record_is_joined_with_its_call),
		cmocka_unit_test(other_map_records_are_not_joined),
		cmocka_unit_test(map_record_is_joined_with_one_call),
		cmocka_unit_test(borrowed_bytes_are_copied),
		cmocka_unit_test(older_half_is_released_at_the_limit),
		cmocka_unit_test(long_events_are_released_at_the_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
