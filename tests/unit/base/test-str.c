/* SPDX-License-Identifier: GPL-3.0-or-later */
/* str, vec, alloc, err and fault, which all other modules use. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "base/err.h"
#include "base/fault.h"
#include "base/str.h"
#include "base/vec.h"

static void str_appends_and_is_taken(void **state)
{
	struct str s = STR_INIT;
	char *taken;

	(void)state;
	assert_string_equal(s.data, "");
	str_clear(&s);
	str_add(&s, NULL, 0);
	assert_int_equal(s.len, 0);
	str_adds(&s, "mmap");
	str_addc(&s, '(');
	str_addf(&s, "%s, %d", "NULL", 8192);
	str_add(&s, "\0)", 2);
	assert_int_equal(s.len, 17);
	assert_memory_equal(s.data, "mmap(NULL, 8192\0)", 18);
	str_clear(&s);
	assert_string_equal(s.data, "");
	str_adds(&s, "x");
	taken = str_take(&s);
	assert_string_equal(taken, "x");
	free(taken);
	taken = str_take(&s);		/* an empty string can be freed, too */
	assert_string_equal(taken, "");
	free(taken);
	str_adds(&s, "again");
	str_release(&s);
	str_release(&s);
	assert_string_equal(s.data, "");
}

/* Every length up to 398, which crosses each growth step, with str_addf() and
 * str_adds(). */
static void str_grows_at_every_length(void **state)
{
	struct str s = STR_INIT;
	char want[400] = "";

	(void)state;
	for (size_t n = 0; n < sizeof want - 1; n++) {
		str_clear(&s);
		str_addf(&s, "%s", want);
		assert_string_equal(s.data, want);
		assert_int_equal(s.len, n);
		str_release(&s);
		str_adds(&s, want);
		str_addf(&s, "%s", want);
		assert_int_equal(s.len, 2 * n);
		assert_int_equal(s.data[2 * n], 0);
		want[n] = (char)('a' + n % 26);
	}
	str_release(&s);
}

/* The caller writes to the room and then adds to `len`. */
static void str_room_is_inside_the_buffer(void **state)
{
	struct str s = STR_INIT;
	char *at;

	(void)state;
	str_adds(&s, "ab");
	for (size_t n = 1; n < 5000; n *= 3) {
		at = str_room(&s, n);
		assert_ptr_equal(at, s.data + s.len);
		memset(at, 'c', n);
		s.len += n;
		assert_true(s.len < s.cap);
		assert_memory_equal(s.data, "abc", 3);
		assert_int_equal(s.data[s.len - 1], 'c');
	}
	str_release(&s);
}

static void vec_inserts_and_removes(void **state)
{
	VEC(int) v = VEC_INIT;

	(void)state;
	for (int i = 0; i < 100; i++)
		*vec_push(&v) = i;
	*vec_insert(&v, 0) = -1;
	*vec_insert(&v, 101) = 100;
	assert_int_equal(v.n, 102);
	for (int i = 0; i < 102; i++)
		assert_int_equal(v.v[i], i - 1);
	vec_remove(&v, 101);
	vec_remove(&v, 0);
	vec_remove(&v, 50);
	assert_int_equal(v.n, 99);
	assert_int_equal(v.v[49], 49);
	assert_int_equal(v.v[50], 51);
	assert_true(v.n <= v.cap);
	vec_release(&v);
	assert_null(v.v);
}

static void copies_and_empty_blocks_are_allocated(void **state)
{
	static const char bytes[] = "a\0b";
	char *s = xstrndup("abcdef", 3);
	char *d = xstrdup("");
	char *m = xmemdup(bytes, 4);

	(void)state;
	assert_string_equal(s, "abc");
	assert_string_equal(d, "");
	assert_memory_equal(m, bytes, 4);
	s = xrealloc(s, 0);
	assert_non_null(s);
	free(s);
	free(d);
	free(m);
	s = xcalloc(0, 7);
	assert_non_null(s);
	free(s);
	s = xmalloc(0);
	assert_non_null(s);
	free(s);
}

static int hook_pipe[2];

static void hook(void)
{
	if (write(hook_pipe[1], "h", 1) != 1)
		_exit(1);
}

/* If count * size overflows, mmtop calls the hook, prints a message and exits
 * with status 125. */
static void overflow_is_out_of_memory(void **state)
{
	char text[200] = "";
	int err[2], status;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(hook_pipe), 0);
	assert_int_equal(pipe(err), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		dup2(err[1], STDERR_FILENO);
		alloc_on_failure(hook);
		xreallocarray(NULL, SIZE_MAX / 2, 3);
		_exit(0);
	}
	close(err[1]);
	close(hook_pipe[1]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 125);
	assert_int_equal(read(hook_pipe[0], text, sizeof text), 1);
	assert_true(read(err[0], text, sizeof text - 1) > 0);
	assert_non_null(strstr(text, "out of memory"));
	close(err[0]);
	close(hook_pipe[0]);
}

static void error_has_text_and_errno(void **state)
{
	struct err err = { .code = 7, .what = "before" };
	char buf[400], small[10];

	(void)state;
	assert_int_equal(err_set(&err, ENOENT, "open %s", "/proc/12/maps"),
			 -ENOENT);
	assert_int_equal(err.code, ENOENT);
	assert_string_equal(err_text(&err, buf, sizeof buf),
			    "open /proc/12/maps: No such file or directory");
	assert_string_equal(err_text(&err, small, sizeof small), "open /pro");
	assert_int_equal(err_set(NULL, EPERM, "x"), -EPERM);
	assert_int_equal(err_set(&err, 0, "no such level: %s", "loud"), 0);
	assert_string_equal(err_text(&err, buf, sizeof buf),
			    "no such level: loud");
	err.what[0] = '\0';
	err.code = EPERM;
	assert_string_equal(err_text(&err, buf, sizeof buf),
			    "Operation not permitted");
	memset(buf, 'x', sizeof buf - 1);
	buf[sizeof buf - 1] = '\0';
	err_set(&err, EPERM, "%s", buf);	/* longer than err.what */
	assert_int_equal(strlen(err.what), sizeof err.what - 1);
}

static void faults_are_selected_by_whole_name(void **state)
{
	(void)state;
	assert_int_equal(setenv("MMTOP_FAULT", "no-this,no-that,,no-longer", 1),
			 0);
	assert_true(fault_on("no-this"));
	assert_true(fault_on("no-that"));
	assert_true(fault_on("no-longer"));
	assert_false(fault_on("no-long"));
	assert_false(fault_on("no-longer-still"));
	assert_false(fault_on(""));
	assert_int_equal(setenv("MMTOP_FAULT", "no-other", 1), 0);
	assert_false(fault_on("no-other"));	/* MMTOP_FAULT is read once */
}

/* The same text as from printf(). */
static void numbers_are_formatted_like_printf(void **state)
{
	static const uint64_t some[] = {
		0, 1, 9, 10, 15, 16, 99, 100, 999999, 1000000, UINT32_MAX,
		INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX - 1, UINT64_MAX,
	};
	struct str s = STR_INIT;
	char want[160];

	(void)state;
	for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
		uint64_t n = some[i];

		str_clear(&s);
		str_addu(&s, n, 0);
		str_addc(&s, ' ');
		str_addu(&s, n, 6);
		str_addc(&s, ' ');
		str_addd(&s, (int64_t)n);
		str_addc(&s, ' ');
		str_addd(&s, -(int64_t)(n / 3));
		str_addc(&s, ' ');
		str_addx(&s, n);
		snprintf(want, sizeof want, "%" PRIu64 " %06" PRIu64 " %" PRId64
			 " %" PRId64 " 0x%" PRIx64, n, n, (int64_t)n,
			 -(int64_t)(n / 3), n);
		assert_string_equal(s.data, want);
	}
	str_release(&s);
}

static void str_read_stops_at_the_limit(void **state)
{
	struct str s = STR_INIT;
	char text[40000];
	int p[2];

	(void)state;
	memset(text, 'x', sizeof text);
	text[1] = '\0';
	assert_int_equal(pipe(p), 0);
	assert_int_equal(write(p[1], text, sizeof text), sizeof text);
	str_adds(&s, "before ");
	assert_int_equal(str_read(&s, p[0], 3), 1);
	assert_memory_equal(s.data, "before x\0x", 11);
	assert_int_equal(str_read(&s, p[0], 0), 1);
	close(p[1]);
	assert_int_equal(str_read(&s, p[0], sizeof text), 0);
	assert_int_equal(s.len, 7 + sizeof text);
	assert_memory_equal(s.data + 7, text, sizeof text);
	close(p[0]);
	assert_int_equal(str_read(&s, p[0], 1), -EBADF);
	str_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(str_appends_and_is_taken),
		cmocka_unit_test(str_grows_at_every_length),
		cmocka_unit_test(str_room_is_inside_the_buffer),
		cmocka_unit_test(numbers_are_formatted_like_printf),
		cmocka_unit_test(str_read_stops_at_the_limit),
		cmocka_unit_test(vec_inserts_and_removes),
		cmocka_unit_test(copies_and_empty_blocks_are_allocated),
		cmocka_unit_test(overflow_is_out_of_memory),
		cmocka_unit_test(error_has_text_and_errno),
		cmocka_unit_test(faults_are_selected_by_whole_name),
	};

	return cmocka_run_group_tests_name("str", tests, NULL, NULL);
}
