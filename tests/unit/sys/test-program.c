/* SPDX-License-Identifier: GPL-3.0-or-later */
/* T18: programs that decode bytes must not block mmtop, leave anything behind,
 * or inherit more than they need. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../support/skip.h"
#include "../../support/slow.h"
#include "base/alloc.h"
#include "base/str.h"
#include "sys/loop.h"
#include "sys/program.h"

#define MS UINT64_C(1000000)

struct outcome {
	int calls;
	enum program_fate fate;
	int code;
	struct str output;
};

static void done(void *arg, const struct program_end *end)
{
	struct outcome *o = arg;

	o->calls++;
	o->fate = end->fate;
	o->code = end->code;
	str_clear(&o->output);
	str_add(&o->output, end->output, end->n);
}

static struct outcome run(const char *const *argv, const void *bytes, size_t n,
			  uint64_t limit_ns, size_t output_max)
{
	const struct program_options o = {
		argv, bytes, n, limit_ns, output_max,
	};
	struct outcome out = { .output = STR_INIT };
	struct err err = { 0 };

	if (program_run(&o, done, &out, &err) < 0)
		fail_msg("%s: %d", err.what, err.code);
	assert_int_equal(out.calls, 1);
	return out;
}

static struct outcome shell(const char *script, const char *bytes)
{
	const char *const argv[] = { "sh", "-c", script, NULL };

	return run(argv, bytes, strlen(bytes), DEADLINE_NS, 65536);
}

static void assert_shell(const char *script, const char *bytes,
			 enum program_fate fate, int code, const char *output)
{
	struct outcome o = shell(script, bytes);

	if (o.fate != fate || o.code != code || strcmp(o.output.data, output))
		fail_msg("%s: fate %d, code %d, output %s", script, (int)o.fate,
			 o.code, o.output.data);
	str_release(&o.output);
}

static void test_output_and_status_are_returned(void **state)
{
	(void)state;
	assert_shell("cat", "one\ntwo\n", PROGRAM_EXITED, 0, "one\ntwo\n");
	assert_shell("cat", "", PROGRAM_EXITED, 0, "");
	assert_shell("echo out; echo err >&2; exit 3", "", PROGRAM_EXITED, 3,
		     "out\nerr\n");
	assert_shell("echo last; kill -KILL $$", "", PROGRAM_KILLED, SIGKILL,
		     "last\n");
	/* It closes its output and continues. */
	assert_shell("echo first; exec >&- 2>&-; sleep 0.1; exit 4", "",
		     PROGRAM_EXITED, 4, "first\n");
	/* It changes its input, or tries to. */
	assert_shell("(echo changed >&0) 2>/dev/null || head -c 3", "one",
		     PROGRAM_EXITED, 0, "one");
}

static void test_large_input_passes(void **state)
{
	static const char *const cat[] = { "cat", NULL },
				*const none[] = { "true", NULL };
	const size_t n = 4u << 20;
	char *bytes = xmalloc(n);
	struct outcome o;

	(void)state;
	for (size_t i = 0; i < n; i++)
		bytes[i] = (char)(i * 2654435761u >> 13);
	o = run(cat, bytes, n, DEADLINE_NS, n);
	assert_int_equal(o.fate, PROGRAM_EXITED);
	assert_int_equal(o.output.len, n);
	assert_memory_equal(o.output.data, bytes, n);
	str_release(&o.output);
	/* A program that never reads its input. */
	o = run(none, bytes, n, DEADLINE_NS, n);
	assert_int_equal(o.fate, PROGRAM_EXITED);
	assert_int_equal(o.output.len, 0);
	str_release(&o.output);
	free(bytes);
}

static void test_missing_program_is_not_run(void **state)
{
	static const char *const missing[] = { "mmtop-no-such-program", NULL },
				*const folder[] = { "/", NULL };
	struct outcome o = run(missing, "x", 1, DEADLINE_NS, 100);

	(void)state;
	assert_int_equal(o.fate, PROGRAM_NOT_RUN);
	assert_int_equal(o.code, ENOENT);
	str_release(&o.output);
	o = run(folder, "x", 1, DEADLINE_NS, 100);
	assert_int_equal(o.fate, PROGRAM_NOT_RUN);
	assert_int_equal(o.code, EACCES);
	str_release(&o.output);
}

/* --- limits --------------------------------------------------------------- */

/* Waits until the process is killed and reaped, or a zombie. */
static void wait_gone(pid_t pid)
{
	uint64_t until = clock_ns() + DEADLINE_NS;
	char path[40], line[200] = "";
	bool gone = false;

	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	while (!gone && clock_ns() < until) {
		FILE *f = fopen(path, "re");
		const char *name;

		gone = !f || !fgets(line, sizeof line, f) ||
		       ((name = strrchr(line, ')')) && name[2] == 'Z');
		if (f)
			fclose(f);
	}
	if (!gone)
		fail_msg("process %d is still alive: %s", pid, line);
}

static void test_slow_program_is_killed(void **state)
{
	static const char *const slow[] = {
		"sh", "-c", "sleep 1000 & echo $$ $!; exec sleep 1000", NULL,
	}, *const stopped[] = { "sh", "-c", "kill -STOP $$", NULL };
	uint64_t begin, limit = 150 * MS;
	int pid = 0, other = 0, said;
	struct outcome o;

	(void)state;
	/* On a busy machine the program may not have printed both PIDs in
	 * time. */
	do {
		begin = clock_ns();
		limit *= 2;
		o = run(slow, "", 0, limit, 1000);
		assert_int_equal(o.fate, PROGRAM_SLOW);
		assert_true(clock_ns() - begin >= limit);
		assert_true(clock_ns() - begin < limit + DEADLINE_NS);
		said = sscanf(o.output.data, "%d %d", &pid, &other);
		if (said < 2)
			str_release(&o.output);
	} while (said < 2 && limit < DEADLINE_NS);
	assert_int_equal(said, 2);
	wait_gone(pid);
	wait_gone(other);
	str_release(&o.output);
	o = run(stopped, "", 0, 100 * MS, 1000);
	assert_int_equal(o.fate, PROGRAM_SLOW);
	str_release(&o.output);
}

static void test_output_limit_ends_the_program(void **state)
{
	static const char *const yes[] = { "yes", NULL },
				*const both[] = { "sh", "-c",
						  "yes >&2 & yes", NULL };
	struct outcome o = run(yes, "", 0, DEADLINE_NS, 100000);

	(void)state;
	assert_int_equal(o.fate, PROGRAM_LOUD);
	assert_int_equal(o.output.len, 100000);
	assert_memory_equal(o.output.data, "y\ny\ny\n", 6);
	str_release(&o.output);
	o = run(both, "", 0, DEADLINE_NS, 1u << 20);
	assert_int_equal(o.fate, PROGRAM_LOUD);
	assert_int_equal(o.output.len, 1u << 20);
	str_release(&o.output);
}

/* Background processes are killed with the program, even if they hold its
 * output. */
static void test_background_processes_are_killed(void **state)
{
	struct outcome o = shell("sleep 1000 & echo $!", "");

	(void)state;
	assert_int_equal(o.fate, PROGRAM_EXITED);
	assert_int_equal(o.code, 0);
	wait_gone((pid_t)atoi(o.output.data));
	str_release(&o.output);
}

/* A process in a session of its own is not killed, but mmtop does not wait for
 * it. */
static void test_daemon_is_not_waited_for(void **state)
{
	struct outcome o = shell(
		"pid=$(setsid sh -c 'sleep 1000 >&2 & echo $!')\n"
		"echo $pid", "");
	int pid = atoi(o.output.data);

	(void)state;
	assert_int_equal(o.fate, PROGRAM_EXITED);
	assert_true(pid > 1);
	assert_int_equal(kill(pid, SIGKILL), 0);
	str_release(&o.output);
}

/* --- environment ---------------------------------------------------------- */

static void test_environment_is_minimal(void **state)
{
	struct outcome o;
	int lines = 0;

	(void)state;
	setenv("SECRET", "x", 1);
	setenv("LANG", "C.UTF-8", 1);
	setenv("HOME", "/nowhere", 1);
	/* sh would add PWD and others. */
	o = run((const char *const[]){ "env", NULL }, "", 0, DEADLINE_NS, 65536);
	for (const char *s = o.output.data; (s = strchr(s, '\n')); s++)
		lines++;
	assert_int_equal(lines, 3);
	assert_non_null(strstr(o.output.data, "PATH="));
	assert_non_null(strstr(o.output.data, "HOME=/nowhere\n"));
	assert_non_null(strstr(o.output.data, "LANG=C.UTF-8\n"));
	str_release(&o.output);
}

static void test_no_descriptor_is_inherited(void **state)
{
	static const char *const ls[] = { "ls", "/proc/self/fd", NULL };
	int leaky = open("/dev/null", O_RDONLY), high = dup2(leaky, 200);
	struct outcome o = run(ls, "", 0, DEADLINE_NS, 65536);

	(void)state;
	/* ls itself opened 3. */
	assert_string_equal(o.output.data, "0\n1\n2\n3\n");
	str_release(&o.output);
	close(leaky);
	close(high);
}

static void test_program_has_no_terminal(void **state)
{
	(void)state;
	assert_shell("(: </dev/tty) 2>/dev/null || echo none", "",
		     PROGRAM_EXITED, 0, "none\n");
}

/* --- in a loop ------------------------------------------------------------ */

static void test_stopped_program_reports_no_end(void **state)
{
	static const char *const argv[] = { "sleep", "1000", NULL };
	const struct program_options o = { argv, "", 0, DEADLINE_NS, 100 };
	struct outcome out = { .output = STR_INIT };
	struct loop *l = loop_new();
	struct err err = { 0 };

	(void)state;
	for (int i = 0; i < 20; i++) {
		struct program *p = program_start(l, &o, done, &out, &err);

		assert_non_null(p);
		if (i % 2)
			loop_turn(l, MS);
		program_stop(p);
	}
	program_stop(NULL);
	assert_int_equal(out.calls, 0);
	loop_free(l);
}

static struct loop *loop;

static void run_again(void *arg, const struct program_end *end)
{
	static const char *const argv[] = { "cat", NULL };
	const struct program_options o = { argv, "x", 1, DEADLINE_NS, 100 };
	struct err err = { 0 };
	int *runs = arg;

	assert_int_equal(end->fate, PROGRAM_EXITED);
	assert_int_equal(end->n, 1);
	if (++*runs == 20)
		loop_stop(loop);
	else
		assert_non_null(program_start(loop, &o, run_again, arg,
					      &err));
}

static int count_descriptors(void)
{
	int n = 0;

	for (int fd = 0; fd < 300; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

/* Each run starts from the end of the previous one; no descriptor leaks. */
static void test_program_may_be_started_from_an_end(void **state)
{
	const struct program_end first = { .fate = PROGRAM_EXITED,
					   .output = "x", .n = 1 };
	int runs = 0, before = count_descriptors();

	(void)state;
	loop = loop_new();
	run_again(&runs, &first);
	loop_run(loop);
	loop_free(loop);
	assert_int_equal(runs, 20);
	assert_int_equal(count_descriptors(), before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_output_and_status_are_returned),
		cmocka_unit_test(test_large_input_passes),
		cmocka_unit_test(test_missing_program_is_not_run),
		cmocka_unit_test(test_slow_program_is_killed),
		cmocka_unit_test(test_output_limit_ends_the_program),
		cmocka_unit_test(test_background_processes_are_killed),
		test_or_skip(test_daemon_is_not_waited_for,
			     system("command -v setsid >/dev/null") ?
			     "there is no setsid(1)" : NULL),
		cmocka_unit_test(test_environment_is_minimal),
		cmocka_unit_test(test_no_descriptor_is_inherited),
		cmocka_unit_test(test_program_has_no_terminal),
		cmocka_unit_test(test_stopped_program_reports_no_end),
		cmocka_unit_test(test_program_may_be_started_from_an_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
