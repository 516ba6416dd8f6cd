/* SPDX-License-Identifier: GPL-3.0-or-later */
/* T18: programs that decode bytes, and that none of them holds up mmtop, leaves
 * something behind, or gets what is not meant for it. */
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

static void gives(const char *script, const char *bytes,
		  enum program_fate fate, int code, const char *output)
{
	struct outcome o = shell(script, bytes);

	if (o.fate != fate || o.code != code || strcmp(o.output.data, output))
		fail_msg("%s: %d %d %s", script, (int)o.fate, o.code,
			 o.output.data);
	str_release(&o.output);
}

static void test_output(void **state)
{
	(void)state;
	gives("cat", "one\ntwo\n", PROGRAM_EXITED, 0, "one\ntwo\n");
	gives("cat", "", PROGRAM_EXITED, 0, "");
	gives("echo out; echo err >&2; exit 3", "", PROGRAM_EXITED, 3,
	      "out\nerr\n");
	gives("echo last; kill -KILL $$", "", PROGRAM_KILLED, SIGKILL,
	      "last\n");
	/* It closes its output and goes on. */
	gives("echo first; exec >&- 2>&-; sleep 0.1; exit 4", "",
	      PROGRAM_EXITED, 4, "first\n");
	/* It changes what it got, or tries to. */
	gives("(echo changed >&0) 2>/dev/null || head -c 3", "one",
	      PROGRAM_EXITED, 0, "one");
}

static void test_much(void **state)
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
	/* One that never reads them. */
	o = run(none, bytes, n, DEADLINE_NS, n);
	assert_int_equal(o.fate, PROGRAM_EXITED);
	assert_int_equal(o.output.len, 0);
	str_release(&o.output);
	free(bytes);
}

static void test_not_run(void **state)
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

/* --- limits ------------------------------------------------------------------------- */

/* Killed, and waited for by whoever has it then. */
static void is_gone(pid_t pid)
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
		fail_msg("%d lives on: %s", pid, line);
}

static void test_time(void **state)
{
	static const char *const slow[] = {
		"sh", "-c", "sleep 1000 & echo $$ $!; exec sleep 1000", NULL,
	}, *const stopped[] = { "sh", "-c", "kill -STOP $$", NULL };
	uint64_t begin, limit = 150 * MS;
	int pid = 0, other = 0, said;
	struct outcome o;

	(void)state;
	/* On a busy machine it may not have printed that much yet. */
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
	is_gone(pid);
	is_gone(other);
	str_release(&o.output);
	o = run(stopped, "", 0, 100 * MS, 1000);
	assert_int_equal(o.fate, PROGRAM_SLOW);
	str_release(&o.output);
}

static void test_much_output(void **state)
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

/* What it leaves in the background goes with it, although that has its
 * output. */
static void test_left_behind(void **state)
{
	struct outcome o = shell("sleep 1000 & echo $!", "");

	(void)state;
	assert_int_equal(o.fate, PROGRAM_EXITED);
	assert_int_equal(o.code, 0);
	is_gone((pid_t)atoi(o.output.data));
	str_release(&o.output);
}

/* One that has a session of its own does not, but nobody waits for it. */
static void test_daemon(void **state)
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

/* --- what it gets -------------------------------------------------------------------- */

static void test_environment(void **state)
{
	struct outcome o;
	int lines = 0;

	(void)state;
	setenv("SECRET", "x", 1);
	setenv("LANG", "C.UTF-8", 1);
	setenv("HOME", "/nowhere", 1);
	/* sh would add PWD and the like. */
	o = run((const char *const[]){ "env", NULL }, "", 0, DEADLINE_NS, 65536);
	for (const char *s = o.output.data; (s = strchr(s, '\n')); s++)
		lines++;
	assert_int_equal(lines, 3);
	assert_non_null(strstr(o.output.data, "PATH="));
	assert_non_null(strstr(o.output.data, "HOME=/nowhere\n"));
	assert_non_null(strstr(o.output.data, "LANG=C.UTF-8\n"));
	str_release(&o.output);
}

static void test_descriptors(void **state)
{
	static const char *const ls[] = { "ls", "/proc/self/fd", NULL };
	int leaky = open("/dev/null", O_RDONLY), high = dup2(leaky, 200);
	struct outcome o = run(ls, "", 0, DEADLINE_NS, 65536);

	(void)state;
	/* 3 is ls's own. */
	assert_string_equal(o.output.data, "0\n1\n2\n3\n");
	str_release(&o.output);
	close(leaky);
	close(high);
}

static void test_no_terminal(void **state)
{
	(void)state;
	gives("(: </dev/tty) 2>/dev/null || echo none", "", PROGRAM_EXITED, 0,
	      "none\n");
}

/* --- in a loop ------------------------------------------------------------------------ */

static void test_stop(void **state)
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

static void again(void *arg, const struct program_end *end)
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
		assert_non_null(program_start(loop, &o, again, arg, &err));
}

static int descriptors(void)
{
	int n = 0;

	for (int fd = 0; fd < 300; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

/* Begun from the end of the one before; nothing is left open. */
static void test_again(void **state)
{
	const struct program_end first = { .fate = PROGRAM_EXITED,
					   .output = "x", .n = 1 };
	int runs = 0, before = descriptors();

	(void)state;
	loop = loop_new();
	again(&runs, &first);
	loop_run(loop);
	loop_free(loop);
	assert_int_equal(runs, 20);
	assert_int_equal(descriptors(), before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_output),
		cmocka_unit_test(test_much),
		cmocka_unit_test(test_not_run),
		cmocka_unit_test(test_time),
		cmocka_unit_test(test_much_output),
		cmocka_unit_test(test_left_behind),
		test_or_skip(test_daemon,
			     system("command -v setsid >/dev/null") ?
			     "there is no setsid(1)" : NULL),
		cmocka_unit_test(test_environment),
		cmocka_unit_test(test_descriptors),
		cmocka_unit_test(test_no_terminal),
		cmocka_unit_test(test_stop),
		cmocka_unit_test(test_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
