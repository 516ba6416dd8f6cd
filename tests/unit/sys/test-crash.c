/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The crash handler after the guarded thread has ended: a crash in the
 * surviving thread, and in another one. */
#include <config.h>

#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "sys/own/crash.h"
#include "sys/loop.h"
#include "sys/own/outlive.h"
#include "../../support/slow.h"

static int words_fd;

static void write_signal(int sig)
{
	const unsigned char word = (unsigned char)sig;

	if (write(words_fd, &word, 1) != 1)
		_exit(1);
}

static void *crash(void *arg)
{
	(void)arg;
	raise(SIGSEGV);
	_exit(2);
}

/* Crashes in a second thread, which the surviving one starts. */
static void *crash_apart(void *arg)
{
	pthread_t id;

	if (pthread_create(&id, NULL, crash, arg))
		_exit(3);
	for (;;)
		pause();
}

/* Returns the wait status of a process whose guarded thread ends before fn
 * crashes. *word: the signal that the handler wrote; -1: none. */
static int run_guarded(void *(*fn)(void *arg), int *word)
{
	uint64_t until = clock_ns() + DEADLINE_NS;
	unsigned char byte;
	int ends[2], status = 0;
	pid_t pid, got;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		words_fd = ends[1];
		/* cmocka has its own handler. */
		signal(SIGSEGV, SIG_DFL);
		crash_guard(write_signal);
		outlive(fn, NULL);
		_exit(4);
	}
	close(ends[1]);
	while ((got = waitpid(pid, &status, WNOHANG)) == 0 &&
	       clock_ns() < until)
		poll(NULL, 0, 5);
	if (got == 0) {
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
		fail_msg("the process hangs");
	}
	*word = read(ends[0], &byte, 1) == 1 ? byte : -1;
	close(ends[0]);
	return status;
}

static void test_crash_after_the_guarded_thread(void **state)
{
	int word, status = run_guarded(crash, &word);

	(void)state;
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGSEGV);
	assert_int_equal(word, SIGSEGV);
}

#ifndef MMTOP_SANITIZED
static void *want_memory(void *arg)
{
	volatile size_t all = SIZE_MAX / 2;

	(void)arg;
	free(xmalloc(all));
	_exit(2);
}

/* Not with a sanitizer, which aborts at such a large allocation. */
static void test_failed_allocation_exits_with_125(void **state)
{
	int word, status = run_guarded(want_memory, &word);

	(void)state;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 125);
	assert_int_equal(word, 0);
}
#endif

static void test_crash_in_another_thread(void **state)
{
	int word, status = run_guarded(crash_apart, &word);

	(void)state;
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGSEGV);
	assert_int_equal(word, SIGSEGV);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_crash_after_the_guarded_thread),
#ifndef MMTOP_SANITIZED
		cmocka_unit_test(test_failed_allocation_exits_with_125),
#endif
		cmocka_unit_test(test_crash_in_another_thread),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
