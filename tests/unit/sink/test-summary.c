/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary at the end of a session. */
#include <config.h>

#include "sink-events.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#include "sink/summary.h"

static struct event call_event(enum call_id id, uint64_t nr, uint64_t a0,
			       uint64_t a1, uint64_t a2, int64_t result)
{
	struct event ev = event_at(EV_CALL);

	ev.u.call = (struct ev_call){
		.abi = ABI_X86_64, .nr = nr, .call = id,
		.args = { a0, a1, a2 }, .result = result,
		.duration_ns = 2000000,
	};
	return ev;
}

static void assert_summary(struct summary *s, const char *want)
{
	struct str text = STR_INIT;

	summary_text(s, &text);
	assert_string_equal(text.data, want);
	str_release(&text);
	summary_free(s);
}

static void add(struct summary *s, struct event ev)
{
	summary_event(s, &ev);
}

static struct summary *new_summary(void)
{
	struct summary *s = summary_new();
	struct event ev = event_at(EV_START);

	ev.u.start.page_size = 4096;
	add(s, ev);
	return s;
}

static void summary_without_events(void **state)
{
	struct summary *s = new_summary();
	struct event ev = event_at(EV_STATUS);

	(void)state;
	ev.u.status.level = LEVEL_WATCH;
	add(s, ev);
	assert_summary(s,
		"no calls (n/a: level watch does not see them)\n"
		"\n"
		"mapped      n/a\n"
		"unmapped    n/a\n"
		"peak RSS    n/a (exit not seen)\n"
		"signals     none\n"
		"time        0.000000 seconds\n");
}

static void calls_are_counted_once(void **state)
{
	struct summary *s = new_summary();
	struct event ev;

	(void)state;
	/* 5,000 bytes are two pages. */
	add(s, call_event(CALL_MMAP, 9, 0, 5000, 0, 0x10000));
	ev = call_event(CALL_MMAP, 9, 0, 1 << 30, 0, -1);
	ev.u.call.error = ENOMEM;
	add(s, ev);
	/* At level step a call has two events, and an interrupted call is
	 * restarted. */
	ev = call_event(CALL_MMAP, 9, 0, 4096, 0, 0x20000);
	ev.u.call.phase = PHASE_ENTER;
	add(s, ev);
	ev.u.call.phase = PHASE_EXIT;
	ev.u.call.restarted = 1;
	add(s, ev);
	ev.u.call.restarted = 0;
	add(s, ev);
	/* The same call of the i386 ABI is counted under its name. */
	ev = call_event(CALL_MUNMAP, 11, 0x10000, 4096, 0, 0);
	add(s, ev);
	ev.u.call.abi = ABI_I386;
	ev.u.call.nr = 91;
	add(s, ev);
	add(s, call_event(CALL_MREMAP, 25, 0x20000, 4096, 16384, 0x20000));
	add(s, call_event(CALL_MREMAP, 25, 0x20000, 16384, 4096, 0x20000));
	/* An event that is repeated after a loss is not counted again. */
	ev.flags = EVF_AGAIN;
	add(s, ev);
	ev = event_at(EV_END);
	ev.u.end.duration_ns = 1500000000;
	add(s, ev);
	assert_summary(s,
		"% time     seconds  usecs/call     calls    errors syscall\n"
		"------ ----------- ----------- --------- --------- ----------------\n"
		" 42.86    0.006000        2000         3         1 mmap\n"
		" 28.57    0.004000        2000         2           mremap\n"
		" 28.57    0.004000        2000         2           munmap\n"
		"------ ----------- ----------- --------- --------- ----------------\n"
		"100.00    0.014000        2000         7         1 total\n"
		"\n"
		"mapped      24576 bytes\n"
		"unmapped    20480 bytes\n"
		"peak RSS    n/a (exit not seen)\n"
		"signals     none\n"
		"time        1.500000 seconds\n");
}

/* The first brk returns the start of the heap; a child starts with the heap of
 * its parent, and exec starts a new one. */
static void heap_growth_counts_as_mapped(void **state)
{
	struct summary *s = new_summary();
	struct event ev = event_at(EV_PROCESS), child;
	struct str text = STR_INIT;

	(void)state;
	add(s, call_event(CALL_BRK, 12, 0, 0, 0, 0x100000));
	add(s, call_event(CALL_BRK, 12, 0x104000, 0, 0, 0x104000));
	ev.u.process = (struct ev_process){ .op = PROCESS_FORK, .child = 5000,
					    .child_pid = 5000 };
	add(s, ev);
	child = call_event(CALL_BRK, 12, 0x102000, 0, 0, 0x102000);
	child.pid = child.tid = 5000;
	add(s, child);
	child = call_event(CALL_EXECVE, 59, 0, 0, 0, 0);
	child.pid = child.tid = 5000;
	add(s, child);
	child = call_event(CALL_BRK, 12, 0, 0, 0, 0x900000);
	child.pid = child.tid = 5000;
	add(s, child);
	ev.u.process = (struct ev_process){ .op = PROCESS_EXIT, .gone = 1 };
	add(s, ev);
	summary_text(s, &text);
	assert_non_null(strstr(text.data, "\nmapped      16384 bytes\n"
			       "unmapped    8192 bytes\n"));
	str_release(&text);
	summary_free(s);
}

static void peak_signals_and_losses_are_listed(void **state)
{
	struct summary *s = new_summary();
	struct event ev = event_at(EV_USAGE);
	struct str text = STR_INIT;

	(void)state;
	ev.u.usage.peak = 8192;
	add(s, ev);
	ev.pid = 4130;
	ev.u.usage.peak = 12288;
	add(s, ev);
	ev.pid = 4131;
	ev.u.usage.peak = EV_UNKNOWN;
	add(s, ev);
	ev = event_at(EV_SIGNAL);
	ev.u.signal = (struct ev_signal){ .signal = SIGCHLD };
	add(s, ev);
	add(s, ev);
	ev.u.signal.signal = 34;
	add(s, ev);
	ev.u.signal.action = SIGNAL_STOPPED;
	add(s, ev);
	ev = event_at(EV_LOST);
	ev.u.lost.count = 3;
	add(s, ev);
	add(s, event_at(EV_DENIED));
	summary_text(s, &text);
	assert_non_null(strstr(text.data,
		"peak RSS    12288 bytes (process 4130)\n"
		"signals     SIGCHLD 2, SIGRTMIN 1\n"));
	assert_non_null(strstr(text.data, "\nlost        3 events, not "
			       "counted above\n"
			       "denied      1 mappings: reported by a "
			       "source, not in /proc/PID/maps\n"));
	str_release(&text);
	summary_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(summary_without_events),
		cmocka_unit_test(calls_are_counted_once),
		cmocka_unit_test(heap_growth_counts_as_mapped),
		cmocka_unit_test(peak_signals_and_losses_are_listed),
	};

	return cmocka_run_group_tests_name("summary", tests, NULL, NULL);
}
