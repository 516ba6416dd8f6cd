/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Registers of a call: read at entry, changed, and the result changed. The
 * child duplicates a descriptor: the argument decides the result.
 */
#include <config.h>

#include "source/trace/core/arch.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../support/i386.h"

/* The child exits with the call's result as it saw it (the low 8 bits). */
enum how { HOW_NATIVE, HOW_INT80 };

/* fcntl(fd, F_DUPFD, 40): the lowest free descriptor from 40 on. */
static long call_dup(enum how how, int fd, long from)
{
#ifdef __x86_64__
	long r;

	if (how == HOW_INT80) {
		__asm__ volatile("int $0x80" : "=a"(r) :
				 "a"(55), "b"(fd), "c"(F_DUPFD), "d"(from) :
				 "memory", "r8", "r9", "r10", "r11");
		return (int)r;
	}
#endif
	(void)how;
	return syscall(SYS_fcntl, fd, F_DUPFD, from);
}

static pid_t start(enum how how)
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
		_exit((int)call_dup(how, 1, 40) & 0xff);
	}
	return pid;
}

static void wait_stop(pid_t pid)
{
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSTOPPED(status));
}

/* Runs to the entry of the fcntl; raise() makes other calls before. */
static void run_to_entry(pid_t pid, struct arch_call *c, int64_t nr)
{
	for (int i = 0; i < 50; i++) {
		assert_int_equal(ptrace(PTRACE_SYSCALL, pid, 0, 0), 0);
		wait_stop(pid);
		assert_int_equal(arch_call_get(pid, c), 0);
		if (c->nr == nr && c->args[1] == F_DUPFD)
			return;
	}
	fail();
}

static int run_to_exit(pid_t pid)
{
	int status;

	assert_int_equal(ptrace(PTRACE_CONT, pid, 0, 0), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void check_dup_call(enum how how, enum abi abi, int64_t nr)
{
	pid_t pid = start(how);
	struct arch_call c;

	wait_stop(pid);
	assert_int_equal(ptrace(PTRACE_SETOPTIONS, pid, 0,
				PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL), 0);
	run_to_entry(pid, &c, nr);
	assert_int_equal(c.abi, abi);
	assert_int_equal(c.args[0], 1);
	assert_int_equal(c.args[2], 40);
	assert_int_equal(arch_set_arg(pid, 2, 50), 0);
	assert_int_equal(arch_set_arg(pid, 6, 1), -EINVAL);
	assert_int_equal(ptrace(PTRACE_SYSCALL, pid, 0, 0), 0);
	wait_stop(pid);
	assert_int_equal(arch_call_get(pid, &c), 0);
	assert_int_equal(c.nr, nr);
	assert_int_equal(c.abi, abi);
	assert_int_equal(c.result, 50);
	/* Restoring the arguments does not change the result. */
	assert_int_equal(arch_restore_arg(pid, 0, 1), 0);
	assert_int_equal(arch_restore_arg(pid, 2, 40), 0);
	assert_int_equal(arch_call_get(pid, &c), 0);
	assert_int_equal(c.result, 50);
	assert_int_equal(c.args[2], 40);
	assert_int_equal(arch_set_result(pid, 77), 0);
	assert_int_equal(run_to_exit(pid), 77);
}

static void test_native_call_is_changed(void **state)
{
	(void)state;
#ifdef __x86_64__
	check_dup_call(HOW_NATIVE, ABI_X86_64, SYS_fcntl);
#else
	check_dup_call(HOW_NATIVE, ABI_AARCH64, SYS_fcntl);
#endif
}

static void test_int80_call_is_changed(void **state)
{
	(void)state;
#ifdef __x86_64__
	if (kernel_has_i386())
		check_dup_call(HOW_INT80, ABI_I386, 55);
#endif
}

/* At a signal between two instructions the thread is in no call. */
static void test_signal_outside_call_has_no_number(void **state)
{
	pid_t pid = fork();
	struct arch_call c;

	(void)state;
	assert_true(pid >= 0);
	if (pid == 0) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
		__builtin_trap();
	}
	wait_stop(pid);
	assert_int_equal(arch_call_get(pid, &c), 0);
#ifdef __x86_64__
	assert_true(c.nr >= 0);		/* SIGSTOP came inside tgkill */
#endif
	assert_int_equal(ptrace(PTRACE_CONT, pid, 0, 0), 0);
	wait_stop(pid);
	assert_int_equal(arch_call_get(pid, &c), 0);
	assert_true(c.nr < 0);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static void test_running_thread_gives_esrch(void **state)
{
	struct arch_call c;
	pid_t pid = fork();

	(void)state;
	assert_true(pid >= 0);
	if (pid == 0) {
		pause();
		_exit(0);
	}
	assert_int_equal(arch_call_get(pid, &c), -ESRCH);
	assert_int_equal(arch_set_arg(pid, 0, 1), -ESRCH);
	assert_int_equal(arch_set_result(pid, 1), -ESRCH);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_native_call_is_changed),
		cmocka_unit_test(test_int80_call_is_changed),
		cmocka_unit_test(test_signal_outside_call_has_no_number),
		cmocka_unit_test(test_running_thread_gives_esrch),
	};

	return cmocka_run_group_tests_name("arch", tests, NULL, NULL);
}
