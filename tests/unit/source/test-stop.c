/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table for stop_classify(), and the states of tracees. */
#include <config.h>

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/ptrace.h>

#include <cmocka.h>

#include "source/trace/core/stop.h"
#include "source/trace/core/tracee.h"

#define EVENT(event, sig) ((event) << 8 | (sig))

static const struct {
	int code, status;
	enum stop_kind kind;
	int sig, exit;
	bool core;
} cases[] = {
	/* P1: the same signal number; the event tells them apart. */
	{ CLD_TRAPPED, SIGSTOP, STOP_SIGNAL, SIGSTOP, 0, false },
	{ CLD_TRAPPED, EVENT(PTRACE_EVENT_STOP, SIGSTOP), STOP_GROUP, SIGSTOP,
	  0, false },
	{ CLD_TRAPPED, EVENT(PTRACE_EVENT_STOP, SIGTSTP), STOP_GROUP, SIGTSTP,
	  0, false },
	{ CLD_TRAPPED, EVENT(PTRACE_EVENT_STOP, SIGTTIN), STOP_GROUP, SIGTTIN,
	  0, false },
	{ CLD_TRAPPED, EVENT(PTRACE_EVENT_STOP, SIGTTOU), STOP_GROUP, SIGTTOU,
	  0, false },
	{ CLD_TRAPPED, EVENT(PTRACE_EVENT_STOP, SIGTRAP), STOP_TRAP, 0, 0,
	  false },
	{ CLD_TRAPPED, SIGTRAP | 0x80, STOP_SYSCALL, 0, 0, false },
	/* A SIGTRAP that the program caused is a signal. */
	{ CLD_TRAPPED, SIGTRAP, STOP_SIGNAL, SIGTRAP, 0, false },
	{ CLD_TRAPPED, SIGSEGV, STOP_SIGNAL, SIGSEGV, 0, false },
	{ CLD_TRAPPED, 64, STOP_SIGNAL, 64, 0, false },
	{ CLD_TRAPPED, EVENT(PTRACE_EVENT_FORK, SIGTRAP), STOP_FORK, 0, 0,
	  false },
	{ CLD_TRAPPED, EVENT(PTRACE_EVENT_VFORK, SIGTRAP), STOP_VFORK, 0, 0,
	  false },
	{ CLD_TRAPPED, EVENT(PTRACE_EVENT_CLONE, SIGTRAP), STOP_CLONE, 0, 0,
	  false },
	{ CLD_TRAPPED, EVENT(PTRACE_EVENT_VFORK_DONE, SIGTRAP),
	  STOP_VFORK_DONE, 0, 0, false },
	{ CLD_TRAPPED, EVENT(PTRACE_EVENT_EXEC, SIGTRAP), STOP_EXEC, 0, 0,
	  false },
	{ CLD_TRAPPED, EVENT(PTRACE_EVENT_SECCOMP, SIGTRAP), STOP_SECCOMP, 0,
	  0, false },
	{ CLD_TRAPPED, EVENT(PTRACE_EVENT_EXIT, SIGTRAP), STOP_EXITING, 0, 0,
	  false },
	{ CLD_TRAPPED, EVENT(77, SIGTRAP), STOP_OTHER, 0, 0, false },
	{ CLD_TRAPPED, 0, STOP_OTHER, 0, 0, false },
	{ CLD_EXITED, 0, STOP_EXITED, 0, 0, false },
	{ CLD_EXITED, 255, STOP_EXITED, 0, 255, false },
	{ CLD_KILLED, SIGKILL, STOP_KILLED, SIGKILL, 0, false },
	{ CLD_DUMPED, SIGABRT, STOP_KILLED, SIGABRT, 0, true },
	{ CLD_STOPPED, SIGSTOP, STOP_OTHER, 0, 0, false },
	{ CLD_CONTINUED, SIGCONT, STOP_OTHER, 0, 0, false },
};

static void test_stops_are_classified(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		siginfo_t si;
		struct stop s;

		memset(&si, 0, sizeof si);
		si.si_pid = 4121;
		si.si_code = cases[i].code;
		si.si_status = cases[i].status;
		s = stop_classify(&si);
		assert_int_equal(s.tid, 4121);
		assert_int_equal(s.kind, cases[i].kind);
		assert_int_equal(s.sig, cases[i].sig);
		assert_int_equal(s.status, cases[i].exit);
		assert_int_equal(s.core, cases[i].core);
	}
}

static void test_removed_tracee_cannot_return(void **state)
{
	(void)state;
	assert_true(tracee_may(TRACEE_SEIZING, TRACEE_PARKED));
	assert_true(tracee_may(TRACEE_PARKED, TRACEE_RUNNING));
	assert_true(tracee_may(TRACEE_STOPPED, TRACEE_RUNNING));
	assert_true(tracee_may(TRACEE_GROUP_STOP, TRACEE_RUNNING));
	/* A running thread cannot become unannounced again; a removed one
	 * cannot return. */
	assert_false(tracee_may(TRACEE_RUNNING, TRACEE_PARKED));
	assert_false(tracee_may(TRACEE_RUNNING, TRACEE_SEIZING));
	for (int to = 0; to < TRACEE_STATES; to++)
		assert_false(tracee_may(TRACEE_GONE, (enum tracee_state)to));
}

static void test_exec_in_thread_renames_the_tracee(void **state)
{
	struct tracees ts = { 0 };
	struct tracee *leader = tracee_add(&ts, 10, 10),
		      *thread = tracee_add(&ts, 11, 10);

	(void)state;
	assert_int_equal(tracees_count(&ts), 2);
	assert_int_equal(group_find(&ts, 10)->tasks, 2);
	assert_ptr_equal(tracee_find(&ts, 10), leader);
	/* exec by thread 11 (P12): it becomes 10. */
	tracee_rename(&ts, thread, 10);
	assert_int_equal(tracees_count(&ts), 1);
	assert_ptr_equal(tracee_find(&ts, 10), thread);
	assert_null(tracee_find(&ts, 11));
	assert_int_equal(group_find(&ts, 10)->tasks, 1);
	tracee_move(&ts, thread, 12);
	assert_null(group_find(&ts, 10));
	tracee_remove(&ts, thread);
	assert_null(group_find(&ts, 12));
	assert_int_equal(tracees_count(&ts), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stops_are_classified),
		cmocka_unit_test(test_removed_tracee_cannot_return),
		cmocka_unit_test(test_exec_in_thread_renames_the_tracee),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
