/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of errno values, signals and si_codes, compared with the C
 * library's. */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "event/event.h"
#include "event/names.h"

static void errno_names_are_those_of_the_c_library(void **state)
{
	(void)state;
	assert_string_equal(errno_name(ENOMEM), "ENOMEM");
	assert_string_equal(errno_text(ENOMEM), "Cannot allocate memory");
	assert_null(errno_name(0));
	assert_null(errno_text(0));
	assert_null(errno_name(4095));
	assert_null(errno_text(4095));
	assert_null(errno_name(UINT64_MAX));
	assert_null(errno_name((UINT64_C(1) << 32) + ENOMEM));
	assert_string_equal(errno_name(512), "ERESTARTSYS");
	assert_non_null(errno_text(512));
	for (int err = 1; err < 200; err++) {
		const char *name = strerrorname_np(err);

		if (!name) {
			assert_null(errno_name((uint64_t)err));
			continue;
		}
		/* Some numbers have two names. */
		if (strcmp(name, "ENOTSUP") && strcmp(name, "EDEADLOCK"))
			assert_string_equal(errno_name((uint64_t)err), name);
		assert_non_null(errno_text((uint64_t)err));
	}
}

static void signal_names_are_read_back(void **state)
{
	char buf[16], lower[16];

	(void)state;
	for (int sig = 1; sig < 32; sig++) {
		signal_name((uint64_t)sig, buf);
		if (sigabbrev_np(sig) && sig != SIGPOLL)
			assert_string_equal(buf + 3, sigabbrev_np(sig));
	}
	assert_string_equal(signal_name(29, buf), "SIGIO");
	assert_string_equal(signal_name(32, buf), "SIG32");
	assert_string_equal(signal_name(34, buf), "SIGRTMIN");
	assert_string_equal(signal_name(37, buf), "SIGRTMIN+3");
	assert_string_equal(signal_name(64, buf), "SIGRTMIN+30");
	assert_string_equal(signal_name(65, buf), "SIG65");
	assert_string_equal(signal_name(0, buf), "SIG0");
	assert_string_equal(signal_name(UINT64_MAX, buf), "SIG?");
	for (int sig = 1; sig <= 64; sig++) {
		assert_int_equal(signal_by_name(signal_name((uint64_t)sig, buf)),
				 sig);
		assert_int_equal(signal_by_name(buf + 3), sig);
		for (size_t i = 0; i < sizeof buf; i++)
			lower[i] = (char)tolower(buf[i]);
		assert_int_equal(signal_by_name(lower), sig);
		snprintf(lower, sizeof lower, "%d", sig);
		assert_int_equal(signal_by_name(lower), sig);
	}
}

static void invalid_signal_names_are_refused(void **state)
{
	static const char *const none[] = {
		"", "SIG", "SIGFOO", "0", "65", "RT", "RTMIN+", "RTMIN+31",
		"RTMIN-1", "RTMAX+1", "RTMIN3", "SIGSIGTERM", "TERM ", "999",
		"-9", "99999999999999999999", "RTMIN+99999999999",
	};

	(void)state;
	assert_int_equal(signal_by_name("SIGTERM"), SIGTERM);
	assert_int_equal(signal_by_name("TERM"), SIGTERM);
	assert_int_equal(signal_by_name("SIGPOLL"), SIGPOLL);
	assert_int_equal(signal_by_name("RTMAX"), 64);
	assert_int_equal(signal_by_name("RTMAX-1"), 63);
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		assert_int_equal(signal_by_name(none[i]), -1);
}

static void signal_codes_depend_on_the_signal(void **state)
{
	(void)state;
	assert_string_equal(signal_code_name(SIGSEGV, SEGV_MAPERR),
			    "SEGV_MAPERR");
	assert_string_equal(signal_code_name(SIGSEGV, SEGV_PKUERR),
			    "SEGV_PKUERR");
	assert_string_equal(signal_code_name(SIGBUS, BUS_ADRERR), "BUS_ADRERR");
	assert_string_equal(signal_code_name(SIGFPE, FPE_INTDIV), "FPE_INTDIV");
	assert_string_equal(signal_code_name(SIGILL, ILL_ILLOPN), "ILL_ILLOPN");
	assert_string_equal(signal_code_name(SIGTRAP, TRAP_HWBKPT),
			    "TRAP_HWBKPT");
	assert_string_equal(signal_code_name(SIGCHLD, CLD_EXITED), "CLD_EXITED");
	assert_string_equal(signal_code_name(SIGIO, POLL_HUP), "POLL_HUP");
	assert_string_equal(signal_code_name(SIGSYS, 1), "SYS_SECCOMP");
	assert_string_equal(signal_code_name(SIGTERM, SI_USER), "SI_USER");
	assert_string_equal(signal_code_name(SIGSEGV, SI_KERNEL), "SI_KERNEL");
	assert_string_equal(signal_code_name(SIGRTMIN, SI_QUEUE), "SI_QUEUE");
	assert_string_equal(signal_code_name(UINT64_MAX, SI_TKILL), "SI_TKILL");
	assert_null(signal_code_name(SIGSEGV, 11));
	assert_null(signal_code_name(SIGFPE, 9));	/* between two names */
	assert_null(signal_code_name(SIGTERM, 1));
	assert_null(signal_code_name(SIGSEGV, -100));
	assert_null(signal_code_name(SIGSEGV, INT64_MIN));
	assert_null(signal_code_name(UINT64_MAX, 1));
	assert_null(signal_code_name(SIGSEGV, INT64_C(1) << 32));
}

/* Every value of an enumeration has a distinct name. */
static void check_all_named(const char *name_of(uint64_t value), uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		assert_string_not_equal(name_of(i), "?");
		for (uint64_t k = 0; k < i; k++)
			assert_string_not_equal(name_of(i), name_of(k));
	}
	assert_string_equal(name_of(n), "?");
	assert_string_equal(name_of(UINT64_MAX), "?");
}

static void every_value_has_a_distinct_name(void **state)
{
	char buf[5];

	(void)state;
	check_all_named(process_op_name, PROCESS_OPS);
	check_all_named(abi_name, ABIS);
	check_all_named(level_name, LEVEL_STEP + 1);
	check_all_named(signal_action_name, SIGNAL_DROPPED + 1);
	check_all_named(rss_member_name, RSS_MEMBERS);
	assert_null(fault_access_name(ACCESS_UNKNOWN));
	assert_string_equal(fault_access_name(ACCESS_EXEC), "exec");
	assert_null(fault_access_name(ACCESS_EXEC + 1));
	check_all_named(region_op_name, REGION_SYNC + 1);
	check_all_named(region_kind_name, KINDS);
	assert_string_equal(perm_text(buf, 0), "---p");
	assert_string_equal(perm_text(buf, PERM_R | PERM_W), "rw-p");
	assert_string_equal(perm_text(buf, PERM_R | PERM_X | PERM_SHARED),
			    "r-xs");
	assert_string_equal(perm_text(buf, UINT64_MAX), "rwxs");
}

static void every_kind_has_a_description(void **state)
{
	(void)state;
	for (int kind = 0; kind < EV_KINDS; kind++) {
		const struct event_desc *desc = &event_descs[kind];

		assert_int_equal(event_kind_by_name(desc->name,
						    strlen(desc->name)), kind);
		assert_true(desc->n > 0);
		assert_non_null(desc->help);
		for (size_t i = 0; i < desc->n; i++) {
			assert_non_null(strchr("UIBA", desc->fields[i].type));
			assert_true(desc->fields[i].offset <
				    sizeof(struct event));
		}
	}
	assert_int_equal(event_kind_by_name("memory", 6), EV_USAGE);
	assert_string_equal(event_log_name(EV_USAGE), "memory");
	assert_string_equal(event_log_name(EV_CALL), "call");
	assert_int_equal(event_kind_by_name("calls", 4), EV_CALL);
	assert_int_equal(event_kind_by_name("calls", 5), EV_KINDS);
	assert_int_equal(event_kind_by_name("", 0), EV_KINDS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errno_names_are_those_of_the_c_library),
		cmocka_unit_test(signal_names_are_read_back),
		cmocka_unit_test(invalid_signal_names_are_refused),
		cmocka_unit_test(signal_codes_depend_on_the_signal),
		cmocka_unit_test(every_value_has_a_distinct_name),
		cmocka_unit_test(every_kind_has_a_description),
	};

	return cmocka_run_group_tests_name("names", tests, NULL, NULL);
}
